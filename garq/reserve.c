/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * reserve.c - the paper's addReserv and deleteReserv.
 *
 * The changes of the slots that both make are in span.c; the structure is in
 * slots.h.
 */
#include <errno.h>

#include "garq/slots.h"

#define RESERV sizeof(struct garq_reserv)

/* Free what r holds from now on, and remove it from the table. */
static void _release(garq_t *g, struct garq_reserv *r)
{
	struct garq_reserv gone = *r;
	struct garq_span s;

	if (gone.t_e <= g->now) {
		garq_reservs_del(&g->reservs, r);
		return;
	}
	s = garq_span(g, gone.t_s, gone.t_e);
	garq_span_prefetch(g, &s);
	garq_reservs_del(&g->reservs, r);
	garq_span_put(g, &s, false, gone.num_cn);
}

/*
 * Paper, section 4, algorithm 3. Line 3 (the user's information) goes to a table
 * by id, not to a list in the first bucket, so that deleting needs no search.
 * All memory that will be read is prefetched as soon as its address is known.
 */
extern int garq_addReserv(garq_t *g, uint64_t id, time_t t_s, time_t t_e,
			  uint32_t num_cn)
{
	struct garq_span s;
	bool full;

	if (garq_check_interval(g, t_s, t_e, num_cn) < 0)
		return -1;
	s = garq_span(g, t_s, t_e);					/* 1, 2 */
	garq_table_prefetch(&g->reservs, RESERV, id);
	garq_span_prefetch(g, &s);
	full = (num_cn > g->max_cn) ||
	       garq_span_full(g, &s, g->max_cn - num_cn);
	garq_table_prefetch_next(&g->reservs, RESERV, id);
	if (garq_reservs_get(&g->reservs, id)) {
		errno = EEXIST;
		return -1;
	}
	if (full) {
		errno = ENOSPC;
		return -1;
	}
	if ((garq_reservs_reserve(&g->reservs) < 0) ||
	    (garq_span_reserve(g, &s) < 0))
		return -1;
	garq_reservs_put(&g->reservs, id, t_s, t_e, num_cn);		/* 3 */
	garq_span_put(g, &s, true, num_cn);				/* 4-7 */
	return 0;
}

/* Paper, section 4, "Deleting a reservation". */
extern int garq_deleteReserv(garq_t *g, uint64_t id)
{
	struct garq_reserv *r;

	garq_table_prefetch(&g->reservs, RESERV, id);
	r = garq_reservs_get(&g->reservs, id);
	if (!r) {
		errno = ENOENT;
		return -1;
	}
	_release(g, r);
	return 0;
}
