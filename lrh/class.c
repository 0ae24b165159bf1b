/* SPDX-License-Identifier: GPL-2.0-or-later */
/* class.c - sets of eligible nodes, by pool; see lrh_private.h */

#include <stdlib.h>
#include <string.h>

#include "lrh/lrh_private.h"

/*
 * Count nodes by pool of the machine.
 * RET number of pools that have at least one of the nodes
 */
static uint32_t _count_in_pools(const garq_machine_t *m,
				const garq_set_t *nodes, uint32_t *in_pool)
{
	uint32_t cnt = 0;

	GARQ_SET_EACH(i, nodes)
		cnt += !in_pool[garq_machine_pool(m, i)]++;
	return cnt;
}

static void _fill_pools(const struct lrh *l, struct lrh_class *class)
{
	uint32_t in_machine[GARQ_POOLS_MAX] = { 0 };
	uint32_t in_pool[GARQ_POOLS_MAX] = { 0 };

	(void) _count_in_pools(l->m, class->nodes, in_machine);
	class->whole = true;
	for (uint32_t p = 0; p < garq_machine_pools(l->m); p++) {
		in_pool[l->pool_of[p]] += in_machine[p];
		if (in_machine[p] && (in_machine[p] <
		    garq_max_cn(garq_machine_counts(l->m, p))))
			class->whole = false;
	}
	class->cnt = 0;
	for (uint32_t p = 0; p < l->pools; p++)
		if (in_pool[p])
			class->pool[class->cnt++] = (struct lrh_class_pool) {
				p, in_pool[p]
			};
}

static struct lrh_class *_make_class(const struct lrh *l,
				     const garq_set_t *nodes)
{
	uint32_t in_machine[GARQ_POOLS_MAX] = { 0 };
	uint32_t room = _count_in_pools(l->m, nodes, in_machine);
	struct lrh_class *class;

	class = calloc(1, sizeof(*class) + room * sizeof(class->pool[0]));
	if (!class)
		return NULL;
	class->nodes = garq_set_copy(nodes);
	if (!class->nodes) {
		free(class);
		return NULL;
	}
	class->room = room;
	_fill_pools(l, class);
	return class;
}

/*
 * A pool here joins one or several pools of the machine. Split each pool if the
 * class has nodes in some of the joined pools, but not in all.
 * RET whether a pool was split
 */
static bool _split_pools(struct lrh *l, const struct lrh_class *class)
{
	uint32_t in_machine[GARQ_POOLS_MAX] = { 0 }, old = l->pools;

	(void) _count_in_pools(l->m, class->nodes, in_machine);
	for (uint32_t p = 0; p < old; p++) {
		bool has = false, lacks = false;

		for (uint32_t i = 0; i < garq_machine_pools(l->m); i++) {
			has |= (l->pool_of[i] == p) && in_machine[i];
			lacks |= (l->pool_of[i] == p) && !in_machine[i];
		}
		if (!has || !lacks)
			continue;
		for (uint32_t i = 0; i < garq_machine_pools(l->m); i++)
			if ((l->pool_of[i] == p) && in_machine[i])
				l->pool_of[i] = l->pools;
		l->pools++;
	}
	return l->pools > old;
}

void lrh_set_share(const struct lrh *l, struct lrh_booking *b)
{
	const struct lrh_class *class = b->class;
	uint32_t in_pool[GARQ_POOLS_MAX] = { 0 };

	GARQ_SET_EACH(i, b->nodes)
		in_pool[lrh_pool(l, i)]++;
	for (uint32_t i = 0; i < class->cnt; i++)
		b->share[i] = in_pool[class->pool[i].pool];
}

/* So many bookings more may use the pools of a class. */
static void _demand(struct lrh *l, const struct lrh_class *class, uint32_t more)
{
	for (uint32_t i = 0; i < class->cnt; i++)
		l->demand[class->pool[i].pool] += more;
}

/*
 * Split pools by a class, once. A class that has only some nodes of a pool of
 * the machine does not split pools, because counts can't describe it anyway.
 */
static void _part_by(struct lrh *l, struct lrh_class *class)
{
	if (class->parts || !class->whole)
		return;
	class->parts = true;
	if (!_split_pools(l, class))
		return;
	l->changes++;
	memset(l->demand, 0, sizeof(l->demand));
	for (struct lrh_class *c = l->classes; c; c = c->next) {
		_fill_pools(l, c);
		_demand(l, c, c->refs);
	}
	for (uint32_t i = 0; i < l->cnt; i++)
		lrh_set_share(l, l->by_order[i]);
}

/* Known classes: by the hash of their nodes, so that bookings of thousands of
 * different nodes find theirs at once */

static uint64_t _hash_nodes(const garq_set_t *nodes)
{
	uint64_t hash = UINT64_C(0xcbf29ce484222325);

	for (uint32_t w = 0; (uint64_t) w * 64 < nodes->size; w++) {
		hash = (hash ^ nodes->word[w]) * UINT64_C(0x9e3779b97f4a7c15);
		hash ^= hash >> 29;
	}
	return hash;
}

static struct lrh_class *_find_class(const struct lrh *l, uint64_t hash,
				     const garq_set_t *nodes)
{
	struct lrh_class *class = garq_idmap_get(&l->class_of, hash);

	while (class && !garq_set_equal(class->nodes, nodes))
		class = class->same_hash;
	return class;
}

/* RET NULL with errno ENOMEM */
static struct lrh_class *_add_class(struct lrh *l, uint64_t hash,
				    const garq_set_t *nodes)
{
	struct lrh_class *class;

	if (garq_idmap_reserve(&l->class_of))
		return NULL;
	class = _make_class(l, nodes);
	if (!class)
		return NULL;
	class->hash = hash;
	class->same_hash = garq_idmap_del(&l->class_of, hash);
	garq_idmap_put(&l->class_of, hash, class);
	class->next = l->classes;
	if (class->next)
		class->next->prev = &class->next;
	class->prev = &l->classes;
	l->classes = class;
	return class;
}

static void _remove(struct lrh *l, struct lrh_class *class)
{
	struct lrh_class *first = garq_idmap_del(&l->class_of, class->hash);
	struct lrh_class **at = &first;

	while (*at != class)
		at = &(*at)->same_hash;
	*at = class->same_hash;
	if (first)
		garq_idmap_put(&l->class_of, class->hash, first);
	*class->prev = class->next;
	if (class->next)
		class->next->prev = class->prev;
	garq_set_destroy(class->nodes);
	free(class);
}

struct lrh_class *lrh_class_get(struct lrh *l, const garq_set_t *nodes,
				bool pinned)
{
	uint64_t hash = _hash_nodes(nodes);
	struct lrh_class *class = _find_class(l, hash, nodes);

	if (!class && !(class = _add_class(l, hash, nodes)))
		return NULL;
	if (!pinned)
		_part_by(l, class);
	class->refs++;
	_demand(l, class, 1);
	return class;
}

/* Free all classes without references. */
static void _sweep_classes(struct lrh *l)
{
	struct lrh_class *class, *next;

	for (class = l->classes; class; class = next) {
		next = class->next;
		if (!class->refs)
			_remove(l, class);
	}
	l->stray = false;
}

/* While classes are lent, one without references may be wanted back. */
void lrh_class_leave(struct lrh *l, struct lrh_class *class)
{
	_demand(l, class, UINT32_MAX);
	if (--class->refs)
		return;
	if (l->lent)
		l->stray = true;
	else
		_remove(l, class);
}

void lrh_class_lend(struct lrh *l, struct lrh_class *class)
{
	if (!class)
		return;
	class->refs--;
	_demand(l, class, UINT32_MAX);
	l->lent++;
}

void lrh_class_take_back(struct lrh *l, struct lrh_class *class)
{
	if (!class)
		return;
	class->refs++;
	_demand(l, class, 1);
	if (!--l->lent && l->stray)
		_sweep_classes(l);
}

void lrh_changed(struct lrh *l)
{
	l->changes++;
	if (l->lent)
		_sweep_classes(l);
	l->lent = 0;
}
