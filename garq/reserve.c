/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * reserve.c - the seed's addReserv and deleteReserv.
 *
 * Both change the same: the edges at the two ends, rv and low of the slots that
 * hold these, and the index between them. The structure is in slots.h.
 */
#include <errno.h>

#include "garq/slots.h"

/* What is put in, or taken out, from now on. */
struct span {
	time_t t_s;		/* not before now */
	time_t t_e;		/* INT64_MAX if it does not end: */
	uint32_t num_cn;	/* a slot may reach past GARQ_FOREVER */
	bool add;
};

static struct span _span(const garq_t *g, bool add, time_t t_s, time_t t_e,
			 uint32_t num_cn)
{
	return (struct span) {
		.t_s = garq_later(t_s, g->now),
		.t_e = (t_e == GARQ_FOREVER) ? INT64_MAX : t_e,
		.num_cn = num_cn,
		.add = add,
	};
}

/* Memory */

/* Is the end of an interval at t, t not before now, an edge of its slot k? */
static bool _is_inner(const garq_t *g, time_t t, int64_t *ret_k)
{
	if (t >= garq_slots_end(g))
		return false;
	*ret_k = garq_slot_of(g, t);
	return t > garq_slot_begin(g, *ret_k);
}

/* The key of an edge at t in slot k. */
static uint32_t _key(const garq_t *g, int64_t k, time_t t,
		     enum garq_edge_kind kind)
{
	return garq_inner_key((uint32_t) (t - garq_slot_zero(g, k)), kind);
}

/*
 * Is t inside a slot k that has no such edge yet? It is not asked where there
 * is room for it anyway.
 */
static bool _is_new(const garq_t *g, time_t t, enum garq_edge_kind kind,
		    int64_t *ret_k)
{
	const struct garq_inner *in;

	if (!_is_inner(g, t, ret_k))
		return false;
	in = garq_slot_inner(g, *ret_k);
	return !in || ((in->cap - in->cnt < 2) &&
		       !garq_inner_has(in, _key(g, *ret_k, t, kind)));
}

/* Room for cnt more edges in slot k. */
static int _reserve_inner(garq_t *g, int64_t k, uint32_t cnt)
{
	struct garq_inner **in = &g->inner[garq_slot_place(g, k)];

	return garq_inner_reserve(in, garq_inner_cnt(*in) + cnt,
				  &g->pool);
}

/* Memory for the edges of a span: no more than for those not there yet. */
static int _reserve_edges(garq_t *g, const struct span *s)
{
	int64_t k_s = -1, k_e = -2;
	bool from = _is_new(g, s->t_s, GARQ_STARTS, &k_s);
	bool to = _is_new(g, s->t_e, GARQ_ENDS, &k_e);
	uint32_t far = (s->t_s >= garq_slots_end(g)) +
		       ((s->t_e >= garq_slots_end(g)) && (s->t_e < INT64_MAX));

	if (from && to && (k_s == k_e))
		return _reserve_inner(g, k_s, 2);
	if (from && (_reserve_inner(g, k_s, 1) < 0))
		return -1;
	if (to && (_reserve_inner(g, k_e, 1) < 0))
		return -1;
	return far ? garq_edges_reserve(&g->far, g->far.cnt + far) : 0;
}

/* Putting in and taking out */

/* The edges past the last slot. */
static void _apply_far(garq_t *g, const struct span *s)
{
	time_t end = garq_slots_end(g);
	void (*put)(struct garq_edges *, time_t, uint32_t, uint32_t) =
		s->add ? garq_edges_add : garq_edges_sub;

	if (s->t_s >= end)
		put(&g->far, s->t_s, s->num_cn, 0);
	if ((s->t_e >= end) && (s->t_e < INT64_MAX))
		put(&g->far, s->t_e, 0, s->num_cn);
}

/* The edges inside slot k. RET how its rv and low change */
static struct garq_change _apply_slot(garq_t *g, int64_t k,
				      const struct span *s)
{
	struct garq_inner *in = garq_slot_inner(g, k);
	uint32_t change = s->add ? s->num_cn : -s->num_cn;
	uint32_t level = (s->t_s <= garq_slot_begin(g, k)) ? change : 0;
	void (*put)(struct garq_inner *, uint32_t, uint32_t) =
		s->add ? garq_inner_add : garq_inner_sub;
	struct garq_change d = { level, level };

	if (level && (s->t_e >= garq_slot_end(g, k)))
		return d;
	d.max -= in->rise;
	d.min += in->dip;
	if (!level)
		put(in, _key(g, k, s->t_s, GARQ_STARTS), s->num_cn);
	if (s->t_e < garq_slot_end(g, k))
		put(in, _key(g, k, s->t_e, GARQ_ENDS), s->num_cn);
	garq_inner_measure(in);
	d.max += in->rise;
	d.min -= in->dip;
	return d;
}

/*
 * Seed, algorithm 3, lines 1, 2 and 4-7. rv of a slot that is covered in part
 * is found from its edges; line 6 is one change of the index for all slots
 * between the first and the last, or two where the array wraps (line 5). To put
 * a span in needs the room of _reserve_edges().
 */
static void _apply(garq_t *g, const struct span *s)
{
	uint32_t change = s->add ? s->num_cn : -s->num_cn, a, b;
	struct garq_change whole = { change, change }, da, db;
	int64_t k = garq_slot_of(g, s->t_s);				/* 1 */
	int64_t end_bucket = garq_sooner(garq_slot_of(g, s->t_e - 1),
					 garq_slot_last(g));		/* 2 */

	_apply_far(g, s);
	if (k > end_bucket)
		return;
	a = garq_slot_place(g, k);
	b = garq_slot_place(g, end_bucket);
	db = da = _apply_slot(g, k, s);
	if (k < end_bucket)
		db = _apply_slot(g, end_bucket, s);
	if (a <= b) {
		garq_index_change(&g->index, a, da, b, db, change);	/* 6 */
		return;
	}
	garq_index_change(&g->index, a, da, g->slots - 1, whole, change);
	garq_index_change(&g->index, 0, b ? whole : db, b, db, change);	/* 5 */
}

/* The seed's operations */

/* What we are going to read comes from afar: ask for all of it at once. */
static void _prefetch(const garq_t *g, time_t t)
{
	if ((t >= g->now) && (t < garq_slots_end(g)))
		garq_inner_prefetch(garq_slot_inner(g, garq_slot_of(g, t)));
}

/* All that addReserv can say but for ENOMEM. */
static int _add_check(const garq_t *g, uint64_t id, time_t t_s, time_t t_e,
		      uint32_t num_cn)
{
	if (garq_check_interval(g, t_s, t_e, num_cn) < 0)
		return -1;
	if (garq_reservs_get(&g->reservs, id)) {
		errno = EEXIST;
		return -1;
	}
	if (!garq_searchReserv(g, t_s, t_e, num_cn)) {
		errno = ENOSPC;
		return -1;
	}
	return 0;
}

/*
 * Seed, section 4, algorithm 3. Line 3 (the user's information) goes to a table
 * by id, not to a list in the first bucket, so that deleting needs no search;
 * the other lines are in _apply().
 */
extern int garq_addReserv(garq_t *g, uint64_t id, time_t t_s, time_t t_e,
			  uint32_t num_cn)
{
	struct garq_reserv r = {
		.id = id, .t_s = t_s, .t_e = t_e, .num_cn = num_cn,
	};
	struct span s = _span(g, true, t_s, t_e, num_cn);

	garq_reservs_prefetch(&g->reservs, id);
	_prefetch(g, t_s);
	_prefetch(g, t_e);
	if (_add_check(g, id, t_s, t_e, num_cn) < 0)
		return -1;
	if ((garq_reservs_reserve(&g->reservs) < 0) ||
	    (_reserve_edges(g, &s) < 0))
		return -1;
	garq_reservs_put(&g->reservs, &r);				/* 3 */
	_apply(g, &s);
	return 0;
}

/* Seed, section 4, "Deleting a reservation". */
extern int garq_deleteReserv(garq_t *g, uint64_t id)
{
	struct garq_reserv *r;
	struct span s;

	garq_reservs_prefetch(&g->reservs, id);
	r = garq_reservs_get(&g->reservs, id);
	if (!r) {
		errno = ENOENT;
		return -1;
	}
	s = _span(g, false, r->t_s, r->t_e, r->num_cn);
	_prefetch(g, r->t_s);
	_prefetch(g, r->t_e);
	garq_reservs_del(&g->reservs, r);
	if (s.t_e > g->now)
		_apply(g, &s);
	return 0;
}
