/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * holders.c - who holds which node: holding, releasing, excluding.
 *
 * The structure, its picture and its invariants are in holders.h; searching is
 * in nodes_search.c.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "garq/holders.h"

extern garq_nodes_t *garq_nodes_create(uint32_t node_cnt)
{
	garq_nodes_t *n;

	if (!node_cnt) {
		errno = EINVAL;
		return NULL;
	}
	n = calloc(1, sizeof(*n));
	if (!n)
		return NULL;
	n->size = node_cnt;
	if (garq_calendar_init(&n->calendar, node_cnt) < 0)
		goto fail;
	n->eligible = calloc(2 * (size_t) n->calendar.words,
			     sizeof(*n->eligible));
	if (!n->eligible)
		goto fail;
	n->busy = n->eligible + n->calendar.words;
	return n;
fail:
	garq_nodes_destroy(n);
	return NULL;
}

static void _part_destroy(struct garq_part *part)
{
	struct garq_piece *piece;

	while ((piece = part->pieces)) {
		part->pieces = piece->next;
		free(piece);
	}
	garq_set_destroy(part->shared);
	free(part);
}

static void _holder_free(struct garq_holder *holder)
{
	struct garq_part *part;

	while ((part = holder->parts)) {
		holder->parts = part->next;
		_part_destroy(part);
	}
	free(holder);
}

extern void garq_nodes_destroy(garq_nodes_t *n)
{
	const struct garq_idmap_entry *entry;

	if (!n)
		return;
	for (uint32_t pos = 0; (entry = garq_idmap_next(&n->holders, &pos)); )
		_holder_free(entry->value);
	for (uint32_t pos = 0; (entry = garq_idmap_next(&n->groups, &pos)); )
		free(entry->value);
	garq_idmap_free(&n->holders);
	garq_idmap_free(&n->groups);
	garq_calendar_free(&n->calendar);
	free(n->eligible);
	free(n);
}

extern uint32_t garq_nodes_size(const garq_nodes_t *n)
{
	return n->size;
}

/* Holding */

extern int garq_nodes_hold_valid(const garq_nodes_t *n, uint64_t id,
				 uint64_t group, const garq_set_t *set,
				 time_t t_s, time_t t_e)
{
	const struct garq_holder *holder = garq_idmap_get(&n->holders, id);

	if ((t_s < t_e) && (t_e <= GARQ_FOREVER) && (set->size == n->size) &&
	    (garq_set_next(set, 0) < set->size) && (group != GARQ_NO_GROUP) &&
	    (!holder || (holder->group == group)))
		return 0;
	errno = EINVAL;
	return -1;
}

/*
 * Copy only the words of set from the first to the last that has a node. The
 * set is not empty.
 */
static struct garq_part *_part_create(garq_nodes_t *n, const garq_set_t *set,
				      time_t t_s, time_t t_e)
{
	uint32_t first = garq_set_next(set, 0) / 64;
	uint32_t last = n->calendar.words - 1;
	struct garq_part *part;

	while (!set->word[last])
		last--;
	part = malloc(sizeof(*part) +
		      (last - first + 1) * sizeof(part->word[0]) +
		      n->pools * sizeof(uint32_t));
	if (!part)
		return NULL;
	*part = (struct garq_part) {
		.t_s = t_s, .t_e = t_e, .first = first,
		.words = last - first + 1,
	};
	memcpy(part->word, set->word + first,
	       part->words * sizeof(part->word[0]));
	return part;
}

/* The holder of id, or a new holder that is not in the maps yet. */
static struct garq_holder *_holder(garq_nodes_t *n, uint64_t id,
				   uint64_t group)
{
	struct garq_holder *holder = garq_idmap_get(&n->holders, id);

	if (holder)
		return holder;
	holder = calloc(1, sizeof(*holder));
	if (!holder)
		return NULL;
	holder->id = id;
	holder->group = group;
	return holder;
}

static struct garq_group *_find_or_make_group(garq_nodes_t *n, uint64_t id)
{
	struct garq_group *group = garq_idmap_get(&n->groups, id);

	return group ? group : calloc(1, sizeof(*group));
}

/* Enter a new holder in the maps and in its group. Room has been reserved. */
static void _register(garq_nodes_t *n, struct garq_holder *holder,
		      struct garq_group *group)
{
	if (!group->holders) {
		garq_idmap_put(&n->groups, holder->group, group);
	}
	holder->next = group->holders;
	if (holder->next)
		holder->next->prev = &holder->next;
	holder->prev = &group->holders;
	group->holders = holder;
	garq_idmap_put(&n->holders, holder->id, holder);
}

/*
 * Remove a holder without parts from the maps, and its group if that is empty
 * now.
 */
static void _unregister(garq_nodes_t *n, struct garq_holder *holder)
{
	*holder->prev = holder->next;
	if (holder->next)
		holder->next->prev = holder->prev;
	garq_idmap_del(&n->holders, holder->id);
	/* the last holder has gone: free the group */
	if (!((struct garq_group *) garq_idmap_get(&n->groups,
						   holder->group))->holders) {
		free(garq_idmap_del(&n->groups, holder->group));
	}
	free(holder);
}

/* A garq_part_fn: part meets other from now on. */
static bool _count_overlap(void *arg, struct garq_part *other)
{
	struct garq_part *part = arg;

	part->overlaps++;
	other->overlaps++;
	return true;
}

/* The callback, if any, for a part that no longer meets any other. */
struct parting {
	garq_part_fn alone;
	void *arg;
};

/* A garq_part_fn: a part that other met has gone. */
static bool _part_from(void *arg, struct garq_part *other)
{
	const struct parting *parting = arg;

	if (!--other->overlaps && parting->alone)
		(void) parting->alone(parting->arg, other);
	return true;
}

/* Count a new part with all parts that it meets. */
static void _count_overlaps(garq_nodes_t *n, struct garq_part *part,
			    const garq_set_t *set)
{
	struct garq_look w = garq_look(
		&n->calendar, set->word, n->busy, 0);
	uint32_t nodes = w.left;

	garq_look_back(&w, part->t_s, part->t_e);
	if (w.left != nodes)
		garq_calendar_each_met(&n->calendar, part, _count_overlap,
				       part);
}

extern struct garq_part *garq_nodes_put(garq_nodes_t *n, uint64_t id,
					uint64_t group_id,
					const garq_set_t *set, time_t t_s,
					time_t t_e)
{
	struct garq_holder *holder;
	struct garq_group *group;
	struct garq_part *part;

	if (garq_nodes_hold_valid(n, id, group_id, set, t_s, t_e) < 0)
		return NULL;
	part = _part_create(n, set, t_s, t_e);
	holder = part ? _holder(n, id, group_id) : NULL;
	group = holder ? _find_or_make_group(n, group_id) : NULL;
	if (!group || (garq_idmap_reserve(&n->holders) < 0) ||
	    (garq_idmap_reserve(&n->groups) < 0) ||
	    (garq_calendar_reserve(&n->calendar, part) < 0))
		goto fail;
	_count_overlaps(n, part, set);
	if (!holder->parts)
		_register(n, holder, group);
	part->holder = holder;
	part->next = holder->parts;
	holder->parts = part;
	garq_calendar_put(&n->calendar, part);
	return part;
fail:
	if (group && !group->holders)
		free(group);
	if (holder && !holder->parts)
		free(holder);
	free(part);
	return NULL;
}

extern int garq_nodes_hold(garq_nodes_t *n, uint64_t id, uint64_t group,
			   const garq_set_t *set, time_t t_s, time_t t_e)
{
	return garq_nodes_put(n, id, group, set, t_s, t_e) ? 0 : -1;
}

/* Releasing */

extern void garq_nodes_unput(garq_nodes_t *n, struct garq_part *part,
			     garq_part_fn alone, void *arg)
{
	struct parting parting = { alone, arg };
	struct garq_holder *holder = part->holder;

	holder->parts = part->next;
	garq_calendar_take(&n->calendar, part, false);
	if (part->overlaps)
		garq_calendar_each_met(&n->calendar, part, _part_from,
				       &parting);
	_part_destroy(part);
	if (!holder->parts)
		_unregister(n, holder);
}

extern int garq_nodes_release(garq_nodes_t *n, uint64_t id)
{
	struct garq_part *part = garq_nodes_parts(n, id);

	if (!part) {
		errno = ENOENT;
		return -1;
	}
	for (; part; part = garq_nodes_parts(n, id))
		garq_nodes_unput(n, part, NULL, NULL);
	return 0;
}

extern struct garq_part *garq_nodes_parts(const garq_nodes_t *n, uint64_t id)
{
	struct garq_holder *holder = garq_idmap_get(&n->holders, id);

	return holder ? holder->parts : NULL;
}

/* Excluding */

static struct garq_holder *_holders(const garq_nodes_t *n, uint64_t group)
{
	struct garq_group *g = (group == GARQ_NO_GROUP) ? NULL :
		garq_idmap_get(&n->groups, group);

	return g ? g->holders : NULL;
}

extern void garq_nodes_exclude(garq_nodes_t *n, uint64_t group, bool away,
			       garq_away_fn fn, void *arg)
{
	for (struct garq_holder *h = _holders(n, group); h; h = h->next) {
		for (struct garq_part *p = h->parts; p; p = p->next) {
			if (away)
				garq_calendar_take(&n->calendar, p, true);
			else
				garq_calendar_put(&n->calendar, p);
			if (fn)
				fn(arg, p, away);
		}
	}
}

/* RET false to end */
static bool _each_node_of(const struct garq_part *part, garq_nodes_fn fn,
			  void *arg)
{
	uint32_t node = garq_part_next(part, 0);

	while ((node != UINT32_MAX) &&
	       fn(arg, part->holder->id, node, part->t_s, part->t_e))
		node = garq_part_next(part, node + 1);
	return node == UINT32_MAX;
}

extern void garq_nodes_each_in(const garq_nodes_t *n, uint64_t group,
			       uint64_t id, garq_nodes_fn fn, void *arg)
{
	for (const struct garq_holder *h = _holders(n, group); h; h = h->next)
		for (const struct garq_part *p = (h->id == id) ? NULL :
								 h->parts;
		     p; p = p->next)
			if (!_each_node_of(p, fn, arg))
				return;
}
