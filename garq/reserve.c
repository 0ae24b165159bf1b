/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * reserve.c - the paper's addReserv and deleteReserv.
 *
 * The changes of the slots that both make are in span.c; the structure is in
 * slots.h.
 */
#include <errno.h>

#include "garq/slots.h"

/*
 * True if the change of a span shows whether it fits: if it changes a chunk or
 * two and no edges, and no sum can be more than the width of the rows.
 */
static inline bool _span_change_tells(const garq_t *g,
				      const struct garq_span *s,
				      uint32_t num_cn)
{
	uint32_t largest = g->chunks.wide ? UINT32_MAX : UINT16_MAX;

	return (s->end_bucket - s->k < GARQ_ROW) &&
	       (num_cn <= largest - g->max_cn);
}

/*
 * Change the slots of a span of whole slots, and change them back if more is
 * reserved then than there is: the slots beside it in its chunks have at most
 * that. RET 0, or -1 with errno ENOSPC
 */
static inline int _span_put_fitting(garq_t *g, const struct garq_span *s,
				    uint32_t num_cn)
{
	if (garq_span_put_whole(g, s, num_cn) <= g->max_cn)
		return 0;
	(void) garq_span_put_whole(g, s, -num_cn);
	errno = ENOSPC;
	return -1;
}

/* Search, then change any span. RET 0, or -1 with errno ENOSPC or ENOMEM */
static int _span_search_and_put(garq_t *g, const struct garq_span *s,
				uint32_t num_cn)
{
	if (garq_span_full(g, s, g->max_cn - num_cn)) {
		errno = ENOSPC;
		return -1;
	}
	if (garq_span_reserve(g, s) < 0)
		return -1;
	garq_span_put(g, s, true, num_cn);
	return 0;
}

/*
 * Paper, section 4, algorithm 3. Line 3 (the user's information) goes to a
 * place that the caller is told, not to a list in the first bucket, so that
 * deleting needs no search.
 */
extern int garq_addReserv(garq_t *g, time_t t_s, time_t t_e, uint32_t num_cn,
			  uint32_t *ret_handle)
{
	struct garq_reserv r = { t_s, t_e, num_cn };
	struct garq_span s;
	int rc;

	if (garq_check_interval(g, t_s, t_e, num_cn) < 0)
		return -1;
	if (num_cn > g->max_cn) {
		errno = ENOSPC;
		return -1;
	}
	if (garq_handles_reserve(&g->handles) < 0)
		return -1;
	s = garq_span(g, t_s, t_e);					/* 1, 2 */
	if (garq_span_is_whole(g, &s) && _span_change_tells(g, &s, num_cn))
		rc = _span_put_fitting(g, &s, num_cn);			/* 4-7 */
	else
		rc = _span_search_and_put(g, &s, num_cn);
	if (!rc)
		*ret_handle = garq_handles_put(&g->handles, &r);	/* 3 */
	return rc;
}

/* Paper, section 4, "Deleting a reservation". */
extern int garq_deleteReserv(garq_t *g, uint32_t handle)
{
	struct garq_reserv r;
	struct garq_span s;

	if (!garq_handles_has(&g->handles, handle)) {
		errno = ENOENT;
		return -1;
	}
	r = garq_handles_get(&g->handles, handle);
	garq_handles_del(&g->handles, handle);
	if (r.t_e <= g->now)
		return 0;
	s = garq_span(g, r.t_s, r.t_e);
	if (garq_span_is_whole(g, &s))
		(void) garq_span_put_whole(g, &s, -r.num_cn);
	else
		garq_span_put(g, &s, false, r.num_cn);
	return 0;
}
