/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * garq.c - GarQ: making one, searching, adding and deleting reservations.
 *
 * The structure, its picture and its invariants are in slots.h. Moving now is
 * in advance.c, the seed's suggestInterval in suggest.c.
 */
#include <errno.h>
#include <stdlib.h>

#include "garq/slots.h"

extern garq_t *garq_create(uint32_t max_cn, uint32_t delta, time_t horizon,
			   time_t now)
{
	garq_t *g;

	if (!max_cn || (delta < GARQ_DELTA_MIN) || (delta > GARQ_DELTA_MAX) ||
	    (horizon < (time_t) delta) ||
	    ((horizon - 1) / delta >= GARQ_SLOTS_MAX) ||
	    (now < 0) || (now >= GARQ_FOREVER)) {
		errno = EINVAL;
		return NULL;
	}
	g = calloc(1, sizeof(*g));
	if (!g)
		return NULL;
	g->max_cn = max_cn;
	g->delta = delta;
	g->horizon = horizon;
	g->slots = (uint32_t) ((horizon - 1) / delta) + 1;
	g->now = now;
	g->first = garq_slot_of(g, now);
	g->slot = calloc(g->slots, sizeof(*g->slot));
	if (!g->slot) {
		free(g);
		return NULL;
	}
	return g;
}

extern void garq_destroy(garq_t *g)
{
	const struct garq_idmap_entry *entry;

	if (!g)
		return;
	for (uint32_t pos = 0; (entry = garq_idmap_next(&g->reservs, &pos)); )
		free(entry->value);
	garq_idmap_free(&g->reservs);
	garq_edges_free(&g->far);
	for (uint32_t i = 0; i < g->slots; i++)
		garq_edges_free(&g->slot[i].edges);
	free(g->slot);
	free(g);
}

/* Searching */

/* For searchReserv and addReserv. RET 0, or -1 with errno EINVAL or ERANGE */
static int _check_interval(const garq_t *g, time_t t_s, time_t t_e,
			   uint32_t num_cn)
{
	if (!garq_valid(t_s, t_e, num_cn)) {
		errno = EINVAL;
		return -1;
	}
	if (t_e <= g->now) {
		errno = ERANGE;
		return -1;
	}
	return 0;
}

/*
 * Are more than limit nodes reserved at some second of [t_s, t_e) in slot k?
 * rv alone settles it if it is low enough, or if the slot is covered from
 * begin to end; otherwise the edges do.
 */
static bool _slot_full(const garq_t *g, int64_t k,
		       const struct garq_slot *slot, time_t t_s, time_t t_e,
		       uint32_t limit)
{
	if (slot->rv <= limit)
		return false;
	if ((t_s <= garq_slot_begin(g, k)) && (t_e >= garq_slot_end(g, k)))
		return true;
	return garq_edges_peak(&slot->edges, slot->level, t_s, t_e) > limit;
}

/*
 * Seed, section 4, algorithm 2, lines 1-7. Differences: end_bucket is the slot
 * of the last second, not of t_e, as intervals are half-open; line 5 asks the
 * edges where the slot is covered in part; what lies past the last slot has
 * edges only (the seed does not let an interval reach there).
 */
extern int garq_searchReserv(const garq_t *g, time_t t_s, time_t t_e,
			     uint32_t num_cn)
{
	int64_t k, end_bucket;
	struct garq_slot *slot;
	uint32_t limit;

	if (_check_interval(g, t_s, t_e, num_cn) < 0)
		return -1;
	if (num_cn > g->max_cn)
		return 0;
	limit = g->max_cn - num_cn;
	t_s = garq_later(t_s, g->now);
	k = garq_slot_of(g, t_s);					/* 1 */
	end_bucket = garq_sooner(garq_slot_of(g, t_e - 1),
				 garq_slot_last(g));			/* 2 */
	for (slot = garq_slot(g, k); k <= end_bucket; k++) {		/* 3 */
		if (_slot_full(g, k, slot, t_s, t_e, limit))
			return 0;					/* 5 */
		slot = garq_slot_next(g, slot);				/* 4 */
	}
	if (t_e <= garq_slots_end(g))
		return 1;						/* 7 */
	return garq_edges_peak(&g->far, garq_slots_far_level(g),
			       garq_later(t_s, garq_slots_end(g)),
			       t_e) <= limit;
}

/* Adding and deleting */

/*
 * Where a change at t >= now is kept as an edge. NULL if it is not: it is in
 * the slot's level, or t is the end of what does not end.
 */
static struct garq_edges *_edges_of(garq_t *g, time_t t)
{
	int64_t k;

	if (t >= GARQ_FOREVER)
		return NULL;
	k = garq_slot_of(g, t);
	if (k > garq_slot_last(g))
		return &g->far;
	return (t == garq_slot_begin(g, k)) ? NULL : &garq_slot(g, k)->edges;
}

/* Memory for the edges of [t_s, t_e): both may come to the same place. */
static int _reserve_edges(garq_t *g, time_t t_s, time_t t_e)
{
	struct garq_edges *from = _edges_of(g, t_s), *to = _edges_of(g, t_e);

	if (from && (garq_edges_reserve(from, from->cnt + 2) < 0))
		return -1;
	if (to && (garq_edges_reserve(to, to->cnt + 2) < 0))
		return -1;
	return 0;
}

/* The edges of [t_s, t_e): put them there, or take them away. */
static void _apply_edges(garq_t *g, bool add, time_t t_s, time_t t_e,
			 uint32_t num_cn)
{
	struct garq_edges *from = _edges_of(g, t_s), *to = _edges_of(g, t_e);

	if (from && add)
		garq_edges_add(from, t_s, num_cn, 0);
	else if (from)
		garq_edges_sub(from, t_s, num_cn, 0);
	if (to && add)
		garq_edges_add(to, t_e, 0, num_cn);
	else if (to)
		garq_edges_sub(to, t_e, 0, num_cn);
}

/*
 * Put a reservation in, or take it out; its part before now is left alone.
 * Putting it in needs the room of _reserve_edges(). Seed, algorithm 3, lines
 * 1, 2, 4-7; rv of a slot that is covered in part is found from its edges.
 */
static void _apply(garq_t *g, bool add, const struct garq_reserv *r)
{
	time_t t_s = garq_later(r->t_s, g->now);
	/* a slot may reach past GARQ_FOREVER, what does not end reaches on */
	time_t t_e = (r->t_e == GARQ_FOREVER) ? INT64_MAX : r->t_e;
	int64_t k = garq_slot_of(g, t_s);				/* 1 */
	int64_t end_bucket = garq_sooner(garq_slot_of(g, t_e - 1),
					 garq_slot_last(g));		/* 2 */
	uint32_t change = add ? r->num_cn : -r->num_cn;
	struct garq_slot *slot;

	_apply_edges(g, add, t_s, t_e, r->num_cn);
	for (slot = garq_slot(g, k); k <= end_bucket; k++) {		/* 4 */
		bool from_begin = (t_s <= garq_slot_begin(g, k));

		if (from_begin)
			slot->level += change;
		if (from_begin && (t_e >= garq_slot_end(g, k)))
			slot->rv += change;				/* 6 */
		else
			slot->rv = garq_slot_rv(g, k, slot);
		slot = garq_slot_next(g, slot);				/* 5 */
	}
}

/* All that addReserv can say but for ENOMEM. */
static int _add_check(const garq_t *g, uint64_t id, time_t t_s, time_t t_e,
		      uint32_t num_cn)
{
	if (_check_interval(g, t_s, t_e, num_cn) < 0)
		return -1;
	if (garq_idmap_get(&g->reservs, id)) {
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
 * Seed, section 4, algorithm 3. Line 3 (the user's information) goes to a map
 * by id, not to a list in the first bucket, so that deleting needs no search;
 * the other lines are in _apply().
 */
extern int garq_addReserv(garq_t *g, uint64_t id, time_t t_s, time_t t_e,
			  uint32_t num_cn)
{
	struct garq_reserv *r;

	if (_add_check(g, id, t_s, t_e, num_cn) < 0)
		return -1;
	if ((garq_idmap_reserve(&g->reservs) < 0) ||
	    (_reserve_edges(g, garq_later(t_s, g->now), t_e) < 0))
		return -1;
	r = malloc(sizeof(*r));
	if (!r)
		return -1;
	r->t_s = t_s;
	r->t_e = t_e;
	r->num_cn = num_cn;
	garq_idmap_put(&g->reservs, id, r);				/* 3 */
	_apply(g, true, r);
	return 0;
}

/* Seed, section 4, "Deleting a reservation". */
extern int garq_deleteReserv(garq_t *g, uint64_t id)
{
	struct garq_reserv *r = garq_idmap_del(&g->reservs, id);

	if (!r) {
		errno = ENOENT;
		return -1;
	}
	if (r->t_e > g->now)
		_apply(g, false, r);
	free(r);
	return 0;
}

/* Looking */

extern uint32_t garq_usage(const garq_t *g, time_t t)
{
	const struct garq_slot *slot;

	if (t < g->now)
		return 0;
	t = garq_sooner(t, GARQ_FOREVER);
	if (t >= garq_slots_end(g))
		return garq_edges_peak(&g->far, garq_slots_far_level(g), t,
				       t + 1);
	slot = garq_slot(g, garq_slot_of(g, t));
	return garq_edges_peak(&slot->edges, slot->level, t, t + 1);
}

extern uint32_t garq_max_cn(const garq_t *g)
{
	return g->max_cn;
}

extern uint32_t garq_delta(const garq_t *g)
{
	return g->delta;
}

extern time_t garq_horizon(const garq_t *g)
{
	return g->horizon;
}

extern time_t garq_now(const garq_t *g)
{
	return g->now;
}

extern uint32_t garq_count(const garq_t *g)
{
	return g->reservs.cnt;
}
