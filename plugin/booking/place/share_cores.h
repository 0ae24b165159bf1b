/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * share_cores.h - which of the nodes that serve a shape by cores (share.h) it
 * gets, and which of their cores and GPUs.
 *
 * Nodes that others share are filled up first, so that whole nodes stay whole.
 *
 * Times are seconds since the epoch. Locks: those of view.h, after
 * site_sync().
 */
#pragma once

#include "plugin/booking/place/shape.h"
#include "plugin/booking/view/view.h"
#include "plugin/booking/view/view_cores.h"

/*
 * Choose num_cn nodes: shared ones come before whole ones (choose.h), the
 * fullest first, by GPUs if the shape has some, then by cores. With GPUs it
 * gets first the nodes that cost least (choose_cheapest()), shared or not;
 * without GPUs it gets nodes that have some only if the others are too few.
 * IN/OUT chosen - the choice is added
 */
extern void share_choose(office_t *office, const shape_t *shape,
			 const garq_set_t *free_set, const view_span_t *span,
			 uint32_t num_cn, garq_set_t *chosen);

/*
 * Choose the cores of a place; on each node, those near its GPUs come first.
 * IN has - cores that it keeps of nodes that it has already; NULL: none
 * RET units_free(): of each of the nodes as many as the shape asks for, or as
 *	are free
 */
extern units_t share_cores(office_t *office, const shape_t *shape,
			   const garq_set_t *nodes, const units_t *has,
			   const view_span_t *span);

/* The same for a reservation by cores that gets other nodes, at its own time or
 * at another one: as many on each as it has. */
extern units_t share_moved(office_t *office, const view_resv_t *v,
			   const garq_set_t *nodes, time_t t_s, time_t t_e);
