/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * members.h - the reservations of a cluster whose names have a prefix, as JSON.
 */
#pragma once

#include <jansson.h>

#include "contrib/sresv/ctl/ctl.h"

/*
 * Add members to an answer, as in doc/CO.md: what is held for this user, and the
 * bookings that name the user in Users. Those of others are none of sresv's, also
 * where an operator may see and change them.
 * IN me - name of the user
 */
extern void members_show(const char *prefix, const char *me, json_t *to,
			 answer_t *ret);
