/* SPDX-License-Identifier: GPL-2.0-or-later */
/* log.h - what happened to reservations, as the controller tells it. */
#ifndef SRESV_LOG_H
#define SRESV_LOG_H

#include "contrib/sresv/options.h"
#include "contrib/sresv/text/sheet.h"

/*
 * Ask for the events of a present booking.
 * IN o - only how they are printed counts
 * OUT a - for answer_free(); STATUS_UNKNOWN: nothing is known of it
 * RET sheet_destroy(); NULL if memory is short
 */
extern sheet_t *log_of(const options_t *o, const char *name,
		       answer_t *a);

#endif
