/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * first.h - the order in which bookings that lack something are helped: the
 * first to begin, then the older one. The order does not depend on when each
 * was noticed, so a maintenance has the effects that were predicted for it.
 * Locks: site_lock().
 */
#pragma once

#include "plugin/booking/view/view.h"

/* RET < 0: booking a comes first; > 0: b does; never 0 for two bookings */
extern int first_cmp(const view_resv_t *a, const view_resv_t *b);

/*
 * Add booking v to a sorted list of those that come first.
 * IN/OUT list, cnt - at most max of them; max > 0
 * RET false: there was no room, and the list has not the last one of all
 */
extern bool first_add(view_resv_t **list, uint32_t *cnt, uint32_t max,
		      view_resv_t *v);
