/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * members.h - the reservations of a cluster whose names have a prefix, as JSON.
 */
#ifndef SRESV_CO_MEMBERS_H
#define SRESV_CO_MEMBERS_H

#include <jansson.h>

#include "contrib/sresv/ctl.h"

/*
 * Add members to an answer, as in doc/CO.md: bookings and holds of this user
 * and others, as far as the controller shows them.
 */
extern void members_show(const char *prefix, json_t *to, answer_t *ret);

#endif
