/* SPDX-License-Identifier: GPL-2.0-or-later */
/* log.h - what happened to reservations, as the controller tells it. */
#ifndef SRESV_LOG_H
#define SRESV_LOG_H

#include "contrib/sresv/ctl/ctl.h"
#include "contrib/sresv/text/sheet.h"

/*
 * Ask for the events of a present booking.
 * OUT a - for answer_free(); STATUS_UNKNOWN: nothing is known of it
 * RET sheet_destroy(); NULL if memory is short
 */
extern sheet_t *log_of(const char *name, answer_t *a);

#endif
