/* SPDX-License-Identifier: GPL-2.0-or-later */
/* booking_json.h - reservations and held offers as JSON: Booking of openapi.json. */
#pragma once

#include <jansson.h>

#include "contrib/sresv/ctl/ctl.h"

/*
 * IN garq - the controller has sched/garq
 * IN mine - it names the user
 * IN now - the controller's clock
 * RET an object without a revision; NULL: memory is short
 */
extern json_t *booking_json(const reserve_info_t *r, bool garq, bool mine,
			    time_t now);

/* The same of an offer whose place is held. */
extern json_t *booking_json_offer(const offer_t *o, bool mine, time_t now);

/* Pairs of node indexes up to a -1, as an array of arrays. IN inx - or NULL */
extern json_t *booking_json_ranges(const int32_t *inx);
