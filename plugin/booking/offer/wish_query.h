/* SPDX-License-Identifier: GPL-2.0-or-later */
/* wish_query.h - the query of OSP (osp/osp.h) for a wish. */
#pragma once

#include "plugin/booking/offer/offering.h"

/*
 * The query of OSP for a wish: its window ends when the latest start plus the
 * duration does, so the window of a rigid wish is its own interval.
 */
extern void wish_query(office_t *office, const shape_t *shape,
		       const wish_t *wish, time_t now, osp_query_t *q);

/*
 * Return true if an update wants more nodes or time than the booking has, and
 * no less of either, at its place.
 */
extern bool wish_grows(const shape_t *shape, const wish_t *wish,
		       const osp_query_t *q);
