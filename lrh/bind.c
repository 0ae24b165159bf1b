/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bind.c - from the logical view to the physical one; see bind.h
 *
 * First free nodes, then left edge (bind_edge.c), each time with more bookings
 * that may change nodes.
 *
 * Why left edge does not fail. Let P be the number of nodes of a pool, and t0
 * the start from which on bookings are bound again. Assume:
 *   (a) the counts are right: at each second the shares of all bookings in the
 *       pool, and what else is held there, sum up to at most P;
 *   (b) each item that wants a node of the pool can use any of them
 *       (class->whole);
 *   (c) no hold that stays on a node of the pool begins during an item, after
 *       the item's first second.
 * (c) is true if all holds that stay have begun by t0: bookings that have started
 * or start before t0, running jobs up to their limits, nodes that are down. It
 * is not true of pinned nodes and hurt bookings later on.
 *
 * Consider an item with share k and [t_s, t_e) at its turn. Any item placed
 * before it that conflicts with it has t_s' <= t_s, by their order, and t_e' >
 * t_s: it holds its nodes at t_s. A hold that stays and conflicts holds its
 * nodes at t_s by (c). Each node with a conflict during the item is thus held
 * at t_s, by a holder that is counted there. By (a) these nodes and the item's
 * k sum up to at most P. Hence k nodes are free at t_s, and at every second of
 * the item; and by (b) any of them will do. This is true whichever nodes the
 * earlier items have got, so each item gets its nodes at its turn. Later
 * bookings that are not bound again, as nothing after that time differs from
 * before, keep their places without conflict.
 *
 * Pools are independent, so shares change nothing. Without (b) or (c) left edge
 * may fail although a solution exists: finding one is as hard as coloring a
 * graph.
 */
#include <errno.h>
#include <stdlib.h>

#include "lrh/bind.h"
#include "lrh/bind_edge.h"

/*
 * Number of further attempts, each of which binds earlier bookings again, too.
 */
#define WIDER 2

/* Nodes taken by lies so far */

/* Mark the nodes of pinned lies that overlap lie as taken. */
static void _take_pinned(struct lrh_bind *bind, const struct lrh_lie *lie)
{
	for (size_t i = 0; i < bind->b->cnt_asked; i++) {
		const struct lrh_lie *other = bind->order[i];

		if (!other->pinned || (other == lie) || !other->nodes ||
		    (other->t_s >= lie->t_e) || (other->t_e <= lie->t_s))
			continue;
		garq_set_add_all(bind->taken, other->nodes);
	}
}

/*
 * Mark all taken nodes; lies that are not pinned come in order of their start.
 */
static void _mark_taken(struct lrh_bind *bind, const struct lrh_lie *lie)
{
	lrh_step(bind->meter, bind->size / 8 + bind->b->cnt_asked);
	garq_set_zero(bind->taken);
	_take_pinned(bind, lie);
	for (uint32_t i = 0; i < bind->size; i++)
		if (bind->until[i] > lie->t_s)
			garq_set_add(bind->taken, i);
}

struct on {
	const struct lrh_bind *bind;
	time_t t_e;
	bool found;
};

/* A garq_nodes_fn: stop at a conflicting holder. */
static bool _in_the_way(void *arg, uint64_t id, uint32_t node, time_t t_s,
			time_t t_e)
{
	struct on *on = arg;

	(void) node;
	(void) t_e;
	lrh_step(on->bind->meter, 1);
	if (t_s >= on->t_e)
		return false;
	on->found = !lrh_bind_ignores(on->bind, id);
	return !on->found;
}

static bool _is_free(const struct lrh_bind *bind, uint32_t node,
		     const struct lrh_lie *lie)
{
	struct on on = { .bind = bind, .t_e = lie->t_e };

	lrh_step(bind->meter, 1);
	if (garq_set_test(bind->taken, node))
		return false;
	lrh_walks(bind->meter, 1);
	lrh_reads(bind->meter, lie->t_s);
	garq_nodes_each_on(garq_machine_nodes(bind->l->m), node, lie->t_s,
			   _in_the_way, &on);
	return !on.found;
}

/* Find free nodes with no holder excluded, which is fast. */
static void _find_free_nodes(struct lrh_bind *bind, const struct lrh_lie *lie)
{
	lrh_step(bind->meter, GARQ_LOOK_STEPS(bind->size));
	lrh_reads(bind->meter, lie->t_s);
	garq_nodes_free(garq_machine_nodes(bind->l->m), lie->class->nodes,
			lie->t_s, lie->t_e, GARQ_NO_GROUP, bind->free);
	_mark_taken(bind, lie);
	garq_set_del_all(bind->free, bind->taken);
}

/*
 * Add the nodes of set that are free with the known lies excluded, in pools
 * where nodes are missing. If no step is left, the others count as taken.
 * RET 0, or -1 with errno ESTALE
 */
static int _look_at(struct lrh_bind *bind, const struct lrh_lie *lie,
		    const garq_set_t *set, const struct lrh_need *missing)
{
	if (!garq_idmap_cnt(&bind->lies))
		return 0;
	GARQ_SET_EACH(i, set) {
		int rc;

		if (!missing->pool[lrh_pool(bind->l, i)] ||
		    !garq_set_test(lie->class->nodes, i) ||
		    garq_set_test(bind->free, i))
			continue;
		if ((rc = lrh_go_on(bind->meter)) != 1)
			return rc;
		if (_is_free(bind, i, lie))
			garq_set_add(bind->free, i);
	}
	return 0;
}

/* Pinned lies */

static int _bind_pinned(struct lrh_bind *bind, struct lrh_lie *lie)
{
	const garq_set_t *nodes = lie->class->nodes;

	_find_free_nodes(bind, lie);
	GARQ_SET_EACH(i, nodes) {
		int rc = lrh_go_on(bind->meter);

		if (rc != 1)
			return rc;
		if (!garq_set_test(bind->free, i) && !_is_free(bind, i, lie))
			return 0;
	}
	lie->nodes = garq_set_copy(nodes);
	return lie->nodes ? 1 : -1;
}

/* Other lies */

/* Subtract the nodes of set from need. RET whether nothing is missing then */
static bool _subtract_nodes(const struct lrh_bind *bind, const garq_set_t *set,
			    struct lrh_need *need)
{
	for (uint32_t i = garq_set_next(set, 0); need->sum && (i < set->size);
	     i = garq_set_next(set, i + 1)) {
		uint32_t *left = &need->pool[lrh_pool(bind->l, i)];

		if (*left) {
			(*left)--;
			need->sum--;
		}
	}
	return !need->sum;
}

/* True if the picked nodes are all free, and the right number of each pool. */
static bool _picked_well(const struct lrh_bind *bind, const garq_set_t *nodes,
			 struct lrh_need need)
{
	uint32_t sum = need.sum;

	GARQ_SET_EACH(i, nodes)
		if (!garq_set_test(bind->free, i))
			return false;
	return (garq_set_count(nodes) == sum) &&
	       _subtract_nodes(bind, nodes, &need);
}

/* Return true if a lie is the request itself. */
static bool _is_request(const struct lrh_bind *bind, const struct lrh_lie *lie)
{
	return (lie == bind->b->lie) &&
	       (!lie->booking || (lie->id == bind->away));
}

/* Keep the free nodes of one pool. OUT ret_of_pool. RET their number */
static uint32_t _free_of_pool(const struct lrh_bind *bind, uint32_t pool,
			      const garq_set_t *without,
			      garq_set_t *ret_of_pool)
{
	uint32_t cnt = 0;

	garq_set_zero(ret_of_pool);
	GARQ_SET_EACH(i, bind->free) {
		if ((lrh_pool(bind->l, i) != pool) ||
		    garq_set_test(without, i))
			continue;
		garq_set_add(ret_of_pool, i);
		cnt++;
	}
	return cnt;
}

/*
 * Have the host choose the nodes of each pool that are still needed.
 * IN/OUT of_pool - scratch; nodes - the lie's nodes; the choice is added
 * RET whether it did
 */
static bool _pick_by_pool(const struct lrh_bind *bind,
			  const struct lrh_lie *lie,
			  const struct lrh_need *need, garq_set_t *of_pool,
			  garq_set_t *nodes)
{
	const lrh_options_t *o = bind->options;
	const struct lrh_class *class = lie->class;
	bool picked = true;

	for (uint32_t i = 0; picked && (i < class->cnt); i++) {
		uint32_t pool = class->pool[i].pool, left = need->pool[pool];

		if (!left)
			continue;
		lrh_step(bind->meter, bind->size);
		if (_free_of_pool(bind, pool, nodes, of_pool) > left)
			picked = o->pick(o->pick_arg, lie->id,
					 _is_request(bind, lie), of_pool, left,
					 nodes);
		else
			garq_set_add_all(nodes, of_pool);
	}
	return picked &&
	       _picked_well(bind, nodes, lrh_need(class, lie->share));
}

/*
 * Let the host choose the nodes that are still needed.
 * RET 1; 0: it did not, and the lie's nodes are as they were; -1 with errno
 *	ENOMEM
 */
static int _let_host_pick(const struct lrh_bind *bind, struct lrh_lie *lie,
			  const struct lrh_need *need)
{
	garq_set_t *nodes = garq_set_copy(lie->nodes);
	garq_set_t *of_pool = garq_set_create(bind->size);
	int rc = (nodes && of_pool) ?
		 _pick_by_pool(bind, lie, need, of_pool, nodes) : -1;

	if (rc == 1) {
		garq_set_t *before = lie->nodes;

		lie->nodes = nodes;
		nodes = before;
	}
	garq_set_destroy(nodes);
	garq_set_destroy(of_pool);
	return rc;
}

/* Take free nodes, of a set or (NULL) any, those with the lowest numbers. */
static void _use_free_nodes(const struct lrh_bind *bind, struct lrh_lie *lie,
			    const garq_set_t *of, struct lrh_need *need)
{
	for (uint32_t i = garq_set_next(bind->free, 0);
	     need->sum && (i < bind->size);
	     i = garq_set_next(bind->free, i + 1)) {
		uint32_t *left = &need->pool[lrh_pool(bind->l, i)];

		if (!*left || (of && !garq_set_test(of, i)) ||
		    garq_set_test(lie->nodes, i))
			continue;
		garq_set_add(lie->nodes, i);
		(*left)--;
		need->sum--;
	}
}

/* Give the lie its wish, if all of it is free. RET whether it was */
static bool _grant_wish(const struct lrh_bind *bind, struct lrh_lie *lie)
{
	if (!lie->wish || !_picked_well(bind, lie->wish,
					lrh_need(lie->class, lie->share)))
		return false;
	garq_set_add_all(lie->nodes, lie->wish);
	return true;
}

/* RET 0, or -1 with errno ENOMEM */
static int _choose(struct lrh_bind *bind, struct lrh_lie *lie,
		   const garq_set_t *own)
{
	struct lrh_need need = lrh_need(lie->class, lie->share);
	int rc = 0;

	if (_grant_wish(bind, lie))
		return 0;
	if (own && !(_is_request(bind, lie) && bind->options->pick))
		_use_free_nodes(bind, lie, own, &need);
	if (need.sum && bind->options->pick)
		rc = _let_host_pick(bind, lie, &need);
	if (rc)
		return (rc < 0) ? -1 : 0;
	if (own)
		_use_free_nodes(bind, lie, own, &need);
	_use_free_nodes(bind, lie, NULL, &need);
	return 0;
}

/*
 * RET 1; 0 if the lie has to wait for the second phase; or -1 with errno ENOMEM
 */
static int _bind_one(struct lrh_bind *bind, struct lrh_lie *lie)
{
	const garq_set_t *own = lie->booking ? lie->booking->nodes : NULL;
	struct lrh_need all = lrh_need(lie->class, lie->share), missing = all;

	_find_free_nodes(bind, lie);
	if (own && _look_at(bind, lie, own, &all))
		return -1;
	if (!_subtract_nodes(bind, bind->free, &missing)) {
		if (_look_at(bind, lie, lie->class->nodes, &missing))
			return -1;
		missing = all;
		if (!_subtract_nodes(bind, bind->free, &missing))
			return 0;
	}
	lie->nodes = garq_set_create(bind->size);
	if (!lie->nodes)
		return -1;
	if (_choose(bind, lie, own))
		return -1;
	GARQ_SET_EACH(i, lie->nodes)
		bind->until[i] = lie->t_e;
	return 1;
}

/* First phase: no other booking changes. RET 1, 0, or -1 with errno ENOMEM */
static int _bind_free(struct lrh_bind *bind)
{
	int all = 1;

	for (int pinned = 1; pinned >= 0; pinned--) {
		for (size_t i = 0; i < bind->b->cnt_asked; i++) {
			struct lrh_lie *lie = bind->order[i];
			int rc;

			if (lie->pinned != pinned)
				continue;
			if (lrh_pause(bind->meter))
				return -1;
			if (lrh_is_late(bind->meter))
				return 0;
			rc = pinned ? _bind_pinned(bind, lie) :
				_bind_one(bind, lie);
			if (rc < 0)
				return -1;
			all &= rc;
		}
	}
	return all;
}

/* Where the second phase begins */

/* A search for the earliest conflicting booking that may change nodes. */
struct from {
	const struct lrh_bind *bind;
	time_t t_e;
	time_t t0;
};

static bool _blocker(void *arg, uint64_t id, uint32_t node, time_t t_s,
		     time_t t_e)
{
	struct from *from = arg;
	const struct lrh_booking *b;

	(void) node;
	(void) t_e;
	lrh_step(from->bind->meter, 1);
	if (t_s >= from->t_e)
		return false;
	b = lrh_find(from->bind->l, id);
	if (b && !lrh_bind_ignores(from->bind, id) &&
	    lrh_may_rebind(from->bind->l, b))
		from->t0 = garq_sooner(from->t0, b->start);
	return true;
}

/* IN/OUT t0 - becomes earlier. RET 1; 0: no step is left; -1 with errno ESTALE */
static int _pinned_from(const struct lrh_bind *bind, const struct lrh_lie *lie,
			time_t *t0)
{
	struct from from = { bind, lie->t_e, garq_sooner(*t0, lie->t_s) };
	const garq_set_t *nodes = lie->class->nodes;

	lrh_step(bind->meter, garq_set_count(nodes) + bind->b->cnt_asked);
	lrh_reads(bind->meter, lie->t_s);
	GARQ_SET_EACH(i, nodes) {
		int rc = lrh_go_on(bind->meter);

		if (rc != 1)
			return rc;
		lrh_walks(bind->meter, 1);
		garq_nodes_each_on(garq_machine_nodes(bind->l->m), i, lie->t_s,
				   _blocker, &from);
	}
	for (size_t i = 0; i < bind->b->cnt_asked; i++) {
		const struct lrh_lie *other = bind->order[i];

		if ((other->t_s < lie->t_e) && (other->t_e > lie->t_s))
			from.t0 = garq_sooner(from.t0, other->t_s);
	}
	*t0 = from.t0;
	return 1;
}

/*
 * The start of the first lie without nodes; for a pinned lie, that of the first
 * booking in its way. RET as _pinned_from()
 */
static int _first_unbound_start(const struct lrh_bind *bind, time_t *ret_t0)
{
	int rc = 1;

	*ret_t0 = GARQ_FOREVER;
	for (size_t i = 0; (rc == 1) && (i < bind->b->cnt_asked); i++) {
		const struct lrh_lie *lie = bind->order[i];

		if (lie->nodes)
			continue;
		if (lie->pinned)
			rc = _pinned_from(bind, lie, ret_t0);
		else
			*ret_t0 = garq_sooner(*ret_t0, lie->t_s);
	}
	return rc;
}

/*
 * The earliest start of bookings that last beyond t0 and may change; or t0.
 * RET 0, or -1 with errno ESTALE
 */
static int _widened_start(const struct lrh_bind *bind, time_t t0,
			  time_t *ret_from)
{
	const struct lrh *l = bind->l;
	time_t from = t0;

	for (uint32_t i = lrh_start_at(l, t0); i-- > 0; ) {
		const struct lrh_booking *b = l->by_start[i];

		if (lrh_pause(bind->meter))
			return -1;
		lrh_step(bind->meter, b->num_cn);
		if (garq_end(b->start, l->longest_t_e) <= t0)
			break;
		if ((garq_end(b->start, b->t_e) > t0) &&
		    !lrh_bind_ignores(bind, b->id) && lrh_may_rebind(l, b))
			from = b->start;
	}
	for (size_t i = 0; i < bind->b->cnt_asked; i++)
		if (bind->order[i]->t_e > t0)
			from = garq_sooner(from, bind->order[i]->t_s);
	*ret_from = from;
	return 0;
}

/* Second phase: others change, too. RET 1, 0, or -1 with errno ENOMEM */
static int _bind_others(const struct lrh_bind *bind)
{
	time_t t0, wider;
	int rc = _first_unbound_start(bind, &t0);

	if (rc == 1)
		rc = lrh_bind_left_edge(bind, t0);
	for (int i = 0; !rc && (i < WIDER) && !lrh_is_late(bind->meter);
	     i++, t0 = wider) {
		if (_widened_start(bind, t0, &wider))
			return -1;
		if (wider == t0)
			break;
		rc = lrh_bind_left_edge(bind, wider);
	}
	return rc;
}

/* Both phases */

static int _by_start(const void *a, const void *b)
{
	const struct lrh_lie *x = *(struct lrh_lie *const *) a;
	const struct lrh_lie *y = *(struct lrh_lie *const *) b;

	return lrh_bind_before(x->t_s, x->id, y->t_s, y->id) ? -1 :
		lrh_bind_before(y->t_s, y->id, x->t_s, x->id);
}

/* RET 0, or -1 with errno ENOMEM */
static int _init_bind(struct lrh_bind *bind)
{
	struct lrh_binding *b = bind->b;

	bind->order = calloc(b->cnt_asked, sizeof(struct lrh_lie *));
	bind->until = calloc(bind->size, sizeof(*bind->until));
	bind->free = garq_set_create(bind->size);
	bind->taken = garq_set_create(bind->size);
	if (!bind->order || !bind->until || !bind->free || !bind->taken)
		return -1;
	for (size_t i = 0; i < b->cnt_asked; i++) {
		struct lrh_lie *lie = &b->lie[i];

		bind->order[i] = lie;
		garq_set_destroy(lie->nodes);
		lie->nodes = NULL;
		if (!lie->booking)
			continue;
		if (garq_idmap_reserve(&bind->lies) < 0)
			return -1;
		garq_idmap_put(&bind->lies, lie->id, lie);
	}
	qsort(bind->order, b->cnt_asked, sizeof(struct lrh_lie *), _by_start);
	return 0;
}

extern int lrh_bind(const struct lrh *l, uint64_t away,
		    const lrh_options_t *options, struct lrh_meter *meter,
		    struct lrh_binding *b)
{
	struct lrh_bind bind = {
		.l = l, .away = away, .options = options, .meter = meter,
		.b = b,
		.size = garq_nodes_size(garq_machine_nodes(l->m)),
	};
	int rc = 1;

	lrh_binding_forget_others(b);
	if (!b->cnt_asked)
		return 1;
	lrh_step(meter, bind.size / 8);
	rc = _init_bind(&bind);
	if (rc == 0)
		rc = _bind_free(&bind);
	if ((rc == 0) && !lrh_is_late(meter))
		rc = _bind_others(&bind);
	free(bind.order);
	free(bind.until);
	garq_set_destroy(bind.free);
	garq_set_destroy(bind.taken);
	garq_idmap_free(&bind.lies);
	if (rc < 0)
		errno = ENOMEM;
	return rc;
}
