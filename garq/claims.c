/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * claims.c - which part a held node is counted with, at each second.
 *
 * The idea, its picture and its invariants are in claims.h.
 */
#include <stdlib.h>

#include "garq/claims.h"
#include "garq/grow.h"

/* Add a piece to a part and count it. RET 0, or -1 with errno ENOMEM */
static int _add_piece(struct garq_pools *pools, struct garq_part *part,
		      uint32_t node, time_t t_s, time_t t_e)
{
	struct garq_piece *piece = malloc(sizeof(*piece));

	if (!piece)
		return -1;
	*piece = (struct garq_piece) { .t_s = t_s, .t_e = t_e, .node = node };
	if (garq_pools_put_piece(pools, piece) < 0) {
		free(piece);
		return -1;
	}
	piece->next = part->pieces;
	part->pieces = piece;
	return 0;
}

/* The parts that a part meets */

struct meeting {
	struct garq_part *part;
	garq_set_t *shared;
};

/* A garq_part_fn: add the nodes that other shares with the part. */
static bool _add_shared(void *arg, struct garq_part *other)
{
	struct meeting *m = arg;
	const struct garq_part *part = m->part;

	for (uint32_t w = 0; w < other->words; w++) {
		uint32_t at = other->first + w;
		uint64_t word = (at - part->first < part->words) ?
			part->word[at - part->first] : 0;

		m->shared->word[at] |= word & other->word[w];
	}
	return true;
}

/* RET the nodes that part shares with others, owned by the caller; or NULL */
static garq_set_t *_shared(const garq_nodes_t *n, struct garq_part *part)
{
	struct meeting m = { part, garq_set_create(n->size) };

	if (m.shared)
		garq_calendar_each_met(&n->calendar, part, _add_shared, &m);
	return m.shared;
}

/* Coming */

/* A walk along the parts that hold one node of a part, in order of start. */
struct along {
	struct garq_pools *pools;
	struct garq_part *part;
	uint32_t node;
	time_t t;		/* all time before t is claimed by some part */
	time_t t_e;
	bool failed;
};

/* A garq_part_fn: claim the gap before other for the part. */
static bool _claim_gap(void *arg, struct garq_part *other)
{
	struct along *a = arg;

	if (other == a->part)
		return true;
	if ((other->t_s > a->t) &&
	    (_add_piece(a->pools, a->part, a->node, a->t, other->t_s) < 0))
		a->failed = true;
	a->t = garq_later(a->t, other->t_e);
	return !a->failed && (a->t < a->t_e);
}

static int _claim_gaps(struct garq_pools *pools, garq_nodes_t *n,
		       struct garq_part *part, uint32_t node)
{
	struct along a = {
		pools, part, node, part->t_s, part->t_e, false,
	};

	garq_calendar_each(&n->calendar, part->t_s, part->t_e, node,
			   _claim_gap, &a);
	if (!a.failed && (a.t < a.t_e) &&
	    (_add_piece(pools, part, node, a.t, a.t_e) < 0))
		a.failed = true;
	return a.failed ? -1 : 0;
}

static void _drop_pieces(struct garq_pools *pools, struct garq_part *part)
{
	struct garq_piece *piece;

	while ((piece = part->pieces)) {
		part->pieces = piece->next;
		garq_pools_take_piece(pools, piece);
		free(piece);
	}
}

static void _unshare(struct garq_part *part)
{
	garq_set_destroy(part->shared);
	part->shared = NULL;
}

extern int garq_claims_make(struct garq_pools *pools, garq_nodes_t *n,
			    struct garq_part *part)
{
	if (part->overlaps && !(part->shared = _shared(n, part)))
		return -1;
	if (garq_pools_put(pools, part) < 0)
		goto fail;
	for (uint32_t i = part->shared ? garq_set_next(part->shared, 0) :
	     n->size; i < n->size; i = garq_set_next(part->shared, i + 1))
		if (_claim_gaps(pools, n, part, i) < 0)
			goto fail;
	return 0;
fail:
	_drop_pieces(pools, part);
	garq_pools_take(pools, part);
	_unshare(part);
	return -1;
}

/* Leaving */

/* A garq_part_fn: let other claim the part's time that it overlaps. */
static bool _take_over(void *arg, struct garq_part *other)
{
	struct along *a = arg;
	time_t t_s = garq_later(other->t_s, a->t);
	time_t t_e = garq_sooner(other->t_e, a->t_e);

	if ((other == a->part) || (t_s >= t_e))
		return true;
	if (_add_piece(a->pools, other, a->node, t_s, t_e) < 0)
		a->pools->less = true;
	a->t = t_e;
	return a->t < a->t_e;
}

/* Hand the claim of part on the node during [t_s, t_e) over to others. */
static void _hand_over_claim(struct garq_pools *pools, garq_nodes_t *n,
			     struct garq_part *part, uint32_t node, time_t t_s,
			     time_t t_e)
{
	struct along a = {
		pools, part, node, garq_later(t_s, pools->now), t_e, false,
	};

	if (a.t < a.t_e)
		garq_calendar_each(&n->calendar, a.t, a.t_e, node, _take_over,
				   &a);
}

/*
 * The parts that hold a node of a part that leaves, in order of start. A node
 * that fails under many bookings has as many pieces, and its calendar is walked
 * once for all of them.
 */
struct heirs {
	struct garq_part **part;
	size_t cnt;
	size_t room;
	bool failed;		/* no memory */
};

#define HEIRS_FIRST 16

/* A garq_part_fn */
static bool _add_heir(void *arg, struct garq_part *other)
{
	struct heirs *h = arg;

	h->failed = GARQ_GROW(h->part, h->cnt + 1, HEIRS_FIRST, &h->room) < 0;
	if (!h->failed)
		h->part[h->cnt++] = other;
	return !h->failed;
}

static void _leave_to(struct garq_pools *pools, struct garq_part *part,
		      const struct garq_piece *piece, const struct heirs *h)
{
	struct along a = {
		pools, part, piece->node, garq_later(piece->t_s, pools->now),
		piece->t_e, false,
	};
	bool go_on = a.t < a.t_e;

	for (size_t i = 0; go_on && (i < h->cnt); i++)
		go_on = _take_over(&a, h->part[i]);
}

/*
 * Hand over the pieces at the head of part's list that are of one node. Without
 * memory for the heirs, the calendar is walked for each piece.
 */
static void _leave_pieces(struct garq_pools *pools, garq_nodes_t *n,
			  struct garq_part *part, struct heirs *h)
{
	struct garq_piece *piece = part->pieces;
	uint32_t node = piece->node;

	h->cnt = 0;
	h->failed = !piece->next || (piece->next->node != node);
	if (!h->failed)
		garq_calendar_each(&n->calendar,
				   garq_later(part->t_s, pools->now), part->t_e,
				   node, _add_heir, h);
	for (; piece && (piece->node == node); piece = part->pieces) {
		part->pieces = piece->next;
		garq_pools_take_piece(pools, piece);
		if (h->failed)
			_hand_over_claim(pools, n, part, node, piece->t_s,
					 piece->t_e);
		else
			_leave_to(pools, part, piece, h);
		free(piece);
	}
}

/* Hand over the unshared nodes of part. Called only if part overlaps others. */
static void _leave_all(struct garq_pools *pools, garq_nodes_t *n,
		       struct garq_part *part)
{
	for (uint32_t i = garq_part_next(part, 0); i != UINT32_MAX;
	     i = garq_part_next(part, i + 1))
		if (!part->shared || !garq_set_test(part->shared, i))
			_hand_over_claim(pools, n, part, i, part->t_s,
					 part->t_e);
}

extern void garq_claims_leave(struct garq_pools *pools, garq_nodes_t *n,
			      struct garq_part *part)
{
	struct heirs heirs = { .cnt = 0 };

	garq_pools_take(pools, part);
	if (part->overlaps)
		_leave_all(pools, n, part);
	while (part->pieces)
		_leave_pieces(pools, n, part, &heirs);
	free(heirs.part);
	_unshare(part);
}

extern bool garq_claims_unite(void *arg, struct garq_part *part)
{
	struct garq_pools *pools = arg;

	if (!part->shared)
		return true;
	_drop_pieces(pools, part);
	garq_pools_take(pools, part);
	_unshare(part);
	if (garq_pools_put(pools, part) < 0)
		pools->less = true;
	return true;
}

/* Excluding and including */

extern void garq_claims_exclude(void *arg, struct garq_part *part, bool away)
{
	struct garq_pools *pools = arg;

	if (away)
		garq_pools_take(pools, part);
	else if (garq_pools_put(pools, part) < 0)
		pools->less = true;
	for (struct garq_piece *p = part->pieces; p; p = p->next) {
		if (away)
			garq_pools_take_piece(pools, p);
		else if (garq_pools_put_piece(pools, p) < 0)
			pools->less = true;
	}
}
