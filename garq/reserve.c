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
 * Paper, section 4, algorithm 3. Line 3 (the user's information) goes to a place
 * that the caller is told, not to a list in the first bucket, so that deleting
 * needs no search.
 */
static int _add(garq_t *g, const struct garq_span *s, const struct garq_reserv *r,
		uint32_t *ret_handle)
{
	bool whole = garq_span_is_whole(g, s);

	if ((garq_handles_reserve(&g->handles) < 0) ||
	    (!whole && (garq_span_reserve(g, s) < 0)))
		return -1;
	if (whole)							/* 4-7 */
		garq_span_put_whole(g, s, r->num_cn);
	else
		garq_span_put(g, s, true, r->num_cn);
	*ret_handle = garq_handles_put(&g->handles, r);			/* 3 */
	g->changes++;
	return 0;
}

extern int garq_reserve(garq_t *g, time_t t_s, time_t t_e, uint32_t num_cn,
			uint32_t *ret_handle)
{
	struct garq_reserv r = { t_s, t_e, num_cn };
	struct garq_span s;

	if (garq_check_interval(g, t_s, t_e, num_cn) < 0)
		return -1;
	s = garq_span(g, t_s, t_e);					/* 1, 2 */
	if ((num_cn > g->max_cn) ||
	    garq_span_full(g, &s, g->max_cn - num_cn)) {
		errno = ENOSPC;
		return -1;
	}
	return _add(g, &s, &r, ret_handle);
}

extern int garq_reserve_found(garq_t *g, const struct garq_found *found,
			      uint32_t *ret_handle)
{
	struct garq_reserv r = { found->t_s, found->t_e, found->num_cn };
	struct garq_span s;

	if ((found->of != g) || (found->changes != g->changes))
		return garq_reserve(g, r.t_s, r.t_e, r.num_cn, ret_handle);
	s = garq_span(g, r.t_s, r.t_e);					/* 1, 2 */
	return _add(g, &s, &r, ret_handle);
}

/* Paper, section 4, "Deleting a reservation". */
extern int garq_release(garq_t *g, uint32_t handle)
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
		garq_span_put_whole(g, &s, -r.num_cn);
	else
		garq_span_put(g, &s, false, r.num_cn);
	return 0;
}

/* Memory that will be read is prefetched as soon as its address is known. */
extern int garq_addReserv(garq_t *g, uint64_t id, time_t t_s, time_t t_e,
			  uint32_t num_cn)
{
	const size_t size = sizeof(struct garq_named);
	uint32_t handle;

	if (garq_check_interval(g, t_s, t_e, num_cn) < 0)
		return -1;
	garq_table_prefetch(&g->reservs, size, id);
	if (garq_reservs_get(&g->reservs, id)) {
		errno = EEXIST;
		return -1;
	}
	garq_table_prefetch_next(&g->reservs, size, id);
	if ((garq_reservs_reserve(&g->reservs) < 0) ||
	    (garq_reserve(g, t_s, t_e, num_cn, &handle) < 0))
		return -1;
	garq_reservs_put(&g->reservs, id, handle);
	return 0;
}

extern int garq_deleteReserv(garq_t *g, uint64_t id)
{
	struct garq_named *r;

	garq_table_prefetch(&g->reservs, sizeof(*r), id);
	r = garq_reservs_get(&g->reservs, id);
	if (!r) {
		errno = ENOENT;
		return -1;
	}
	(void) garq_release(g, r->handle);
	garq_reservs_del(&g->reservs, r);
	return 0;
}
