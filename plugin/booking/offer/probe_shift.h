/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * probe_shift.h - starts of a probe at which a booking would be admitted
 * because others shift, get other nodes, or give some (squeeze.h).
 *
 *	nodes free  8 |____          ________
 *	wanted      5 |ssss!        !ssssssss	s: runs of probe_find.h
 *	              a first start ! at which the booking f shifts
 *
 * The decision is admit()'s, which a create asks as well. It is asked for one
 * start at a time: for the ends of the window, and for those at which the wish
 * would begin or end together with something else; what lies between them is
 * not looked at. A window of one start is known for sure.
 *
 * Times are seconds since the epoch. Locks: those of view.h, after site_sync().
 */
#pragma once

#include "plugin/booking/offer/probe_find.h"
#include "plugin/booking/view/office.h"

#ifndef PROBE_PLANS	/* the tests define other numbers */
#define PROBE_PLANS 32	/* starts for which admit() is asked */
#endif

/*
 * Complete a probe: add to probe->shifts the starts at which others give way;
 * and where the window has one start, drop the run that admit() refuses all
 * the same (garq_shift=paper).
 * IN latest - as probe_find()
 * IN/OUT probe - of probe_find(), with the same shape
 * RET 0; ESTALE (turns.h): shape and probe are the caller's still
 */
extern int probe_shift_find(office_t *office, const shape_t *shape,
			    time_t latest, time_t now, probe_t *probe);
