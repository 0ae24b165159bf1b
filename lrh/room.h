/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * room.h - bookings that start earlier alone, now that nodes are free.
 *
 * Private to this folder.
 */
#pragma once

#include "lrh/ask.h"
#include "lrh/draft.h"

/*
 * Nodes are free: let bookings start earlier, each beside all others.
 * IN settled - all bookings are where the paper's order has them
 * RET 1; or -1 with errno ENOMEM
 */
extern int lrh_by_room(const struct lrh_ask *ask,
		       const struct lrh_change *freed, bool settled,
		       lrh_plan_t *plan);
