/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * check.c - are the invariants of slots.h true?
 *
 * Works out from the reservations alone what the slots and the far edges should
 * be, and compares.
 */
#include "garq/slots.h"

#define NO_MEMORY "there is no memory to verify it"

/* What the reservations say. */
struct truth {
	struct garq_edges edges;	/* after now */
	uint32_t level;			/* at now, then at where we are */
	uint32_t i;			/* edges compared so far */
};

/* One reservation; the order comes later. RET NULL, or what is broken */
static const char *_truth_add(const garq_t *g, struct truth *truth,
			      const struct garq_reserv *r)
{
	if (!garq_valid(r->t_s, r->t_e, r->num_cn))
		return "a reservation has an illegal interval";
	if (r->t_e <= g->now)
		return NULL;
	if (r->t_s <= g->now)
		truth->level += r->num_cn;
	else if (garq_edges_append(&truth->edges, r->t_s, r->num_cn, 0) < 0)
		return NO_MEMORY;
	if ((r->t_e < GARQ_FOREVER) &&
	    (garq_edges_append(&truth->edges, r->t_e, 0, r->num_cn) < 0))
		return NO_MEMORY;
	return NULL;
}

/* Are these the next edges, up to t_e? Moves on behind them. */
static bool _truth_same(struct truth *truth, const struct garq_edges *es,
			time_t t_e)
{
	uint32_t from = truth->i, to = garq_edges_find(&truth->edges, t_e);

	if ((es->cnt != to - from) || (es->cnt > es->cap))
		return false;
	for (uint32_t i = 0; i < es->cnt; i++) {
		const struct garq_edge *a = &es->edge[i];
		const struct garq_edge *b = &truth->edges.edge[from + i];

		if ((a->t != b->t) || (a->up != b->up) || (a->down != b->down))
			return false;
	}
	truth->level = garq_edges_level(es, 0, es->cnt, truth->level);
	truth->i = to;
	return true;
}

static const char *_check_slot(const garq_t *g, int64_t k, struct truth *truth)
{
	const struct garq_slot *slot = garq_slot(g, k);
	uint32_t to = garq_edges_find(&truth->edges, garq_slot_begin(g, k) + 1);

	truth->level = garq_edges_level(&truth->edges, truth->i, to,
					truth->level);
	truth->i = to;
	if (slot->level != truth->level)
		return "the level of a slot is not what is reserved";
	if (!_truth_same(truth, &slot->edges, garq_slot_end(g, k)))
		return "the edges of a slot are not the reservations'";
	if (slot->rv != garq_slot_rv(g, k, slot))
		return "the rv of a slot is not its highest level";
	if (slot->rv > g->max_cn)
		return "more is reserved than there is";
	return NULL;
}

static const char *_check(const garq_t *g, struct truth *truth)
{
	const struct garq_idmap_entry *entry;
	const char *reason;
	time_t end = garq_slots_end(g);

	if ((g->now < 0) || (g->now >= GARQ_FOREVER) ||
	    (g->first != garq_slot_of(g, g->now)))
		return "the first slot is not the slot of now";
	for (uint32_t pos = 0; (entry = garq_idmap_next(&g->reservs, &pos)); )
		if ((reason = _truth_add(g, truth, entry->value)))
			return reason;
	garq_edges_sort(&truth->edges);
	for (int64_t k = g->first; k <= garq_slot_last(g); k++)
		if ((reason = _check_slot(g, k, truth)))
			return reason;
	if (garq_edges_peak(&g->far, garq_slots_far_level(g), end,
			    INT64_MAX) > g->max_cn)
		return "more is reserved past the slots than there is";
	if (!_truth_same(truth, &g->far, GARQ_FOREVER))
		return "the far edges are not the reservations'";
	return NULL;
}

extern bool garq_check(const garq_t *g, const char **ret_reason)
{
	struct truth truth = { .level = 0 };
	const char *reason = _check(g, &truth);

	garq_edges_free(&truth.edges);
	if (!reason)
		return true;
	*ret_reason = reason;
	return false;
}
