/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * check.c - verify the invariants of slots.h.
 *
 * Computes from the reservations alone what the slots and the far edges should
 * be, and compares.
 */
#include "garq/slots.h"

#define NO_MEMORY GARQ_CHECK_NO_MEMORY

/* The edges and levels that follow from the reservations. */
struct truth {
	struct garq_edges edges;	/* after now */
	uint32_t level;			/* at now, then at the second reached */
	uint32_t i;			/* edges compared so far */
};

/* Append the edges of r from now on, unsorted. RET 0, or -1 with ENOMEM */
static int _edges_add(const garq_t *g, struct truth *truth,
		      const struct garq_reserv *r)
{
	if (r->t_s <= g->now)
		truth->level += r->num_cn;
	else if (garq_edges_append(&truth->edges, r->t_s, r->num_cn, 0) < 0)
		return -1;
	if (r->t_e == GARQ_FOREVER)
		return 0;
	return garq_edges_append(&truth->edges, r->t_e, 0, r->num_cn);
}

/* RET NULL, or the reason of the failure */
static const char *_truth_add(const garq_t *g, struct truth *truth,
			      const struct garq_reserv *r)
{
	if (!garq_valid(r->t_s, r->t_e, r->num_cn))
		return "a reservation has an illegal interval";
	if ((r->t_e > g->now) && (_edges_add(g, truth, r) < 0))
		return NO_MEMORY;
	return NULL;
}

/* Advance to t: i skips the edges before t, level becomes that before t. */
static void _truth_to(struct truth *truth, time_t t)
{
	uint32_t to = garq_edges_find(&truth->edges, t);

	truth->level = garq_edges_level(&truth->edges, truth->i, to,
					truth->level);
	truth->i = to;
}

/* Merge the entries of one second, from entry *i on; *i moves past them. */
static struct garq_edge _inner_edge(const struct garq_inner *in, uint32_t *i,
				    time_t zero)
{
	struct garq_edge e = { .t = zero + garq_inner_at(in, *i) };

	for (; (*i < in->cnt) && (zero + garq_inner_at(in, *i) == e.t); ++*i)
		if (in->edge[*i].key & GARQ_STARTS)
			e.up += in->edge[*i].num_cn;
		else
			e.down += in->edge[*i].num_cn;
	return e;
}

/* True if the keys are rising and no entry is empty. */
static bool _inner_valid(const struct garq_inner *in)
{
	for (uint32_t i = 0; i < garq_inner_cnt(in); i++)
		if (!in->edge[i].num_cn ||
		    (i && (in->edge[i - 1].key >= in->edge[i].key)))
			return false;
	return true;
}

/* True if e is the edge with number i that the reservations lead to. */
static bool _same_edge(const struct truth *truth, uint32_t i,
		       struct garq_edge e)
{
	const struct garq_edge *true_e = &truth->edges.edge[i];

	return (i < truth->edges.cnt) && (true_e->t == e.t) &&
	       (true_e->up == e.up) && (true_e->down == e.down);
}

/*
 * True if a slot's edges, with seconds counted from zero, are the next ones
 * that should follow.
 */
static bool _same_inner(const struct truth *truth, const struct garq_inner *in,
			time_t zero, time_t end)
{
	uint32_t i = 0, n = truth->i;

	while (i < garq_inner_cnt(in))
		if (!_same_edge(truth, n++, _inner_edge(in, &i, zero)))
			return false;
	return n == garq_edges_find(&truth->edges, end);
}

/* Advance to the end of a slot: its highest and lowest level on the way. */
static void _truth_slot(struct truth *truth, time_t end, uint32_t *ret_rv,
			uint32_t *ret_low)
{
	*ret_rv = *ret_low = truth->level;
	while ((truth->i < truth->edges.cnt) &&
	       (truth->edges.edge[truth->i].t < end)) {
		_truth_to(truth, truth->edges.edge[truth->i].t + 1);
		if (truth->level > *ret_rv)
			*ret_rv = truth->level;
		if (truth->level < *ret_low)
			*ret_low = truth->level;
	}
}

static const char *_check_slot(const garq_t *g, int64_t k, struct truth *truth)
{
	const struct garq_inner *in = garq_slot_inner(g, k);
	uint32_t rv, low, true_rv, true_low, level;

	rv = garq_chunks_get(&g->chunks, garq_slot_place(g, k), &low);
	_truth_to(truth, garq_slot_begin(g, k) + 1);
	level = truth->level;
	if (in && (in->cnt > in->cap))
		return "a slot has more edges than room for them";
	if (!_inner_valid(in))
		return "the edges of a slot are not in order";
	if (!_same_inner(truth, in, garq_slot_zero(g, k), garq_slot_end(g, k)))
		return "the edges of a slot are not the reservations'";
	_truth_slot(truth, garq_slot_end(g, k), &true_rv, &true_low);
	if (rv != true_rv)
		return "the rv of a slot is not its highest level";
	if (low != true_low)
		return "the low of a slot is not its lowest level";
	if ((in ? in->rise : 0) != true_rv - level)
		return "the rise of a slot is not that of its edges";
	if ((in ? in->dip : 0) != level - true_low)
		return "the dip of a slot is not that of its edges";
	return NULL;
}

/* Check the far edges; truth has reached the end of the last slot. */
static const char *_check_far(const garq_t *g, struct truth *truth)
{
	const struct garq_edges *far = &g->far;

	if (g->far_level != truth->level)
		return "the level past the slots is not the last slot's";
	if ((far->cnt > far->cap) ||
	    (far->cnt != truth->edges.cnt - truth->i))
		return "the far edges are not as many as the reservations'";
	for (uint32_t i = 0; i < far->cnt; i++)
		if (!_same_edge(truth, truth->i + i, far->edge[i]))
			return "the far edges are not the reservations'";
	return NULL;
}

/* The truth of all reservations. */
static const char *_truth_all(const garq_t *g, struct truth *truth)
{
	const char *reason;

	for (uint32_t i = 0; i < g->handles.blocks * GARQ_HANDLES; i++) {
		struct garq_reserv r;

		if (!garq_handles_has(&g->handles, i))
			continue;
		r = garq_handles_get(&g->handles, i);
		if ((reason = _truth_add(g, truth, &r)))
			return reason;
	}
	return NULL;
}

static const char *_check_invariants(const garq_t *g, struct truth *truth)
{
	const char *reason;

	if ((g->now < 0) || (g->now >= GARQ_FOREVER) ||
	    (g->first != garq_slot_of(g, g->now)))
		return "the first slot is not the slot of now";
	if ((g->at >= g->slots) || (g->at != g->first % g->slots))
		return "the first slot is not at its place";
	if (g->end != garq_slot_end(g, garq_slot_last(g)))
		return "the end is not that of the last slot";
	if (!garq_handles_check(&g->handles))
		return "the free handles are not those that are not in use";
	reason = garq_chunks_check(&g->chunks);
	if (!reason)
		reason = _truth_all(g, truth);
	if (reason)
		return reason;
	garq_edges_sort(&truth->edges);
	if (garq_edges_peak(&truth->edges, truth->level, g->now,
			    INT64_MAX) > g->max_cn)
		return "more is reserved than there is";
	for (int64_t k = g->first; k <= garq_slot_last(g); k++)
		if ((reason = _check_slot(g, k, truth)))
			return reason;
	return _check_far(g, truth);
}

extern bool garq_check(const garq_t *g, const char **ret_reason)
{
	struct truth truth = { .level = 0 };
	const char *reason = _check_invariants(g, &truth);

	garq_edges_free(&truth.edges);
	if (!reason)
		return true;
	*ret_reason = reason;
	return false;
}
