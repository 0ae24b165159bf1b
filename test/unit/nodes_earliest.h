/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * nodes_earliest.h - the earliest start by the nodes alone.
 */
#pragma once

#include "garq/holders.h"

/*
 * The earliest start t in [from, latest] such that num_cn nodes of eligible,
 * the same ones throughout, are free in [t, t + duration), with group excluded:
 * the search of machine.c without the counts.
 * OUT ret_start - untouched unless 1 is returned
 * RET 1 found, or 0 none
 */
static inline int nodes_earliest(garq_nodes_t *n, const garq_set_t *eligible,
				 uint32_t num_cn, time_t duration, time_t from,
				 time_t latest, uint64_t group,
				 time_t *ret_start)
{
	time_t next = from, start;

	latest = garq_sooner(latest, GARQ_FOREVER - 1);
	garq_nodes_exclude(n, group, true, NULL, NULL);
	do {
		struct garq_look w = garq_look(&n->calendar, eligible->word,
					       n->busy, num_cn);

		start = next;
		if (start <= latest)
			next = garq_look_back(&w, start,
					      garq_end(start, duration));
	} while (next != start);
	garq_nodes_exclude(n, group, false, NULL, NULL);
	if (start > latest)
		return 0;
	*ret_start = start;
	return 1;
}
