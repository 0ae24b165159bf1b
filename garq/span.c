/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * span.c - the common part of adding and deleting: changing how many nodes are
 * reserved during a span of time.
 *
 *	          t_s                                t_e
 *	 slot  k   |                     end_bucket   |
 *	+----------|--+--------+- - -+--------+-------|-----+
 *	| edge     +2 |  rv+2  | ... |  rv+2  | edge -2     |
 *	+-------------+--------+- - -+--------+-------------+
 *	 rv, low from        one change of the      rv, low from
 *	 its edges           the chunks             its edges
 *
 * The structure is in slots.h.
 */
#include "garq/slots.h"

/* True if the span begins, or ends, with an edge inside a slot. */
static bool _starts_inside(const garq_t *g, const struct garq_span *s)
{
	return (s->k <= s->end_bucket) && (s->t_s > garq_slot_begin(g, s->k));
}

static bool _ends_inside(const garq_t *g, const struct garq_span *s)
{
	return (s->k <= s->end_bucket) &&
	       (s->t_e < garq_slot_end(g, s->end_bucket));
}

/* True if it begins, or ends, past the last slot. */
static bool _starts_far(const garq_t *g, const struct garq_span *s)
{
	return s->t_s >= garq_slots_end(g);
}

static bool _ends_far(const garq_t *g, const struct garq_span *s)
{
	return (s->t_e >= garq_slots_end(g)) && (s->t_e < INT64_MAX);
}

/* The key of an edge at t in slot k. */
static uint32_t _edge_key(const garq_t *g, int64_t k, time_t t,
			  enum garq_edge_kind kind)
{
	return garq_inner_key((uint32_t) (t - garq_slot_zero(g, k)), kind);
}

/* Memory */

/*
 * Number of edges (0 or 1) that slot k lacks. Looked up only if it has no room.
 */
static uint32_t _is_new(const garq_t *g, int64_t k, time_t t,
			enum garq_edge_kind kind)
{
	const struct garq_inner *in = garq_slot_inner(g, k);

	if (in && (in->cap - in->cnt >= 2))
		return 0;
	return garq_inner_has(in, _edge_key(g, k, t, kind)) ? 0 : 1;
}

static uint32_t _is_new_far(const garq_t *g, time_t t)
{
	uint32_t i = garq_edges_find(&g->far, t);

	return ((i < g->far.cnt) && (g->far.edge[i].t == t)) ? 0 : 1;
}

/* Make room for cnt more edges in slot k. */
static int _reserve_inner(garq_t *g, int64_t k, uint32_t cnt)
{
	if (!cnt)
		return 0;
	return garq_chunks_reserve(&g->chunks, garq_slot_place(g, k),
				   garq_inner_cnt(garq_slot_inner(g, k)) + cnt);
}

extern int garq_span_reserve(garq_t *g, const struct garq_span *s)
{
	uint32_t from = 0, to = 0, far = 0;

	if (_starts_inside(g, s))
		from = _is_new(g, s->k, s->t_s, GARQ_STARTS);
	if (_ends_inside(g, s))
		to = _is_new(g, s->end_bucket, s->t_e, GARQ_ENDS);
	if (_starts_far(g, s))
		far += _is_new_far(g, s->t_s);
	if (_ends_far(g, s))
		far += _is_new_far(g, s->t_e);
	if (far && (garq_edges_reserve(&g->far, g->far.cnt + far) < 0))
		return -1;
	if (s->k == s->end_bucket)
		return _reserve_inner(g, s->k, from + to);
	if (_reserve_inner(g, s->k, from) < 0)
		return -1;
	return _reserve_inner(g, s->end_bucket, to);
}

/* Adding and removing */

/* Change the edges past the last slot. */
static void _put_far(garq_t *g, const struct garq_span *s, bool add,
		     uint32_t num_cn)
{
	void (*put)(struct garq_edges *, time_t, uint32_t, uint32_t) =
		add ? garq_edges_add : garq_edges_sub;

	if (_starts_far(g, s))
		put(&g->far, s->t_s, num_cn, 0);
	else if (s->t_e >= garq_slots_end(g))
		g->far_level += add ? num_cn : -num_cn;
	if (_ends_far(g, s))
		put(&g->far, s->t_e, 0, num_cn);
}

/* Change the edges inside slot k. RET the change of its rv and low */
static struct garq_change _put_slot(garq_t *g, int64_t k,
				    const struct garq_span *s, bool add,
				    uint32_t num_cn)
{
	bool starts = (k == s->k) && _starts_inside(g, s);
	bool ends = (k == s->end_bucket) && _ends_inside(g, s);
	uint32_t level = starts ? 0 : add ? num_cn : -num_cn;
	void (*put)(struct garq_inner *, uint32_t, uint32_t) =
		add ? garq_inner_add : garq_inner_sub;
	struct garq_change d = { level, level };
	struct garq_inner *in;

	if (!starts && !ends)
		return d;
	in = garq_slot_inner(g, k);
	d.max -= in->rise;
	d.min += in->dip;
	if (starts)
		put(in, _edge_key(g, k, s->t_s, GARQ_STARTS), num_cn);
	if (ends)
		put(in, _edge_key(g, k, s->t_e, GARQ_ENDS), num_cn);
	d.max += in->rise;
	d.min -= in->dip;
	return d;
}

/*
 * Paper, algorithm 3, lines 4-7. rv of a slot that is covered in part is found
 * from its edges; line 6 is one change of the chunks for all slots between the
 * first and the last, or two where the array wraps (line 5).
 */
extern void garq_span_put(garq_t *g, const struct garq_span *s, bool add,
			  uint32_t num_cn)
{
	uint32_t all = add ? num_cn : -num_cn;
	struct garq_change whole = { all, all }, first, last;
	struct garq_run r;

	_put_far(g, s, add, num_cn);
	if (s->k > s->end_bucket)
		return;
	last = first = _put_slot(g, s->k, s, add, num_cn);
	if (s->k < s->end_bucket)
		last = _put_slot(g, s->end_bucket, s, add, num_cn);
	r = garq_slots_run(g, s->k, s->end_bucket);
	for (; garq_run_has(&r); garq_run_next(&r), first = whole) {	/* 5 */
		bool is_end = !r.left && (r.y - r.x == 1);

		garq_chunks_change(&g->chunks, r.x, is_end ? last : first,
				   r.y - 1, r.left ? whole : last, all); /* 6 */
	}
}
