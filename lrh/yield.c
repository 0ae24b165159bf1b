/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>

#include "garq/grow.h"
#include "lrh/sketch.h"
#include "lrh/yield.h"

#define GIVERS_MAX 64	/* bookings that are searched free nodes for */
#define HOLDERS_MAX 8	/* bookings of one node during the request */
#define ROOM_FIRST 8

/* A booking that may give up nodes. */
struct giver {
	const struct lrh_booking *b;
	garq_set_t *nodes;	/* those that it has in the end */
	garq_set_t *spare;	/* free nodes that it may have */
	bool stays;		/* no spare node is left: it gives up no more */
};

struct yield {
	const struct lrh_ask *ask;
	time_t t_s;
	time_t t_e;
	garq_set_t *own;	/* nodes of the request so far */
	garq_set_t *given;	/* nodes that givers get: for nobody else */
	struct giver *giver;
	size_t cnt;
	size_t room;
	struct lrh_change left;	/* when givers leave pools, and which */
	/* the node at hand: */
	const struct lrh_booking *holder[HOLDERS_MAX];
	size_t holders;
	uint32_t other[HOLDERS_MAX];	/* a free node for each of them */
	bool stays;		/* ... has a holder that gives up nothing */
};

static void _free_yield(struct yield *y)
{
	for (size_t i = 0; i < y->cnt; i++) {
		garq_set_destroy(y->giver[i].nodes);
		garq_set_destroy(y->giver[i].spare);
	}
	free(y->giver);
	garq_set_destroy(y->own);
	garq_set_destroy(y->given);
}

/* Givers */

/*
 * The nodes that are free for all of a booking, and that nobody else gets.
 * RET as garq_set_create()
 */
static garq_set_t *_spare_nodes(const struct yield *y,
				const struct lrh_booking *b)
{
	const garq_set_t *nodes = b->class->nodes;
	garq_set_t *spare = garq_set_create(nodes->size);

	lrh_step(y->ask->meter, GARQ_LOOK_STEPS(nodes->size));
	lrh_reads(y->ask->meter, b->start);
	if (!spare)
		return NULL;
	garq_nodes_free(garq_machine_nodes(y->ask->l->m), nodes, b->start,
			garq_end(b->start, b->t_e), GARQ_NO_GROUP, spare);
	garq_set_del_all(spare, y->own);
	garq_set_del_all(spare, y->given);
	return spare;
}

/* Make a giver of a booking. RET NULL with errno ENOMEM */
static struct giver *_add_giver(struct yield *y, const struct lrh_booking *b)
{
	struct giver *g;

	if (GARQ_GROW(y->giver, y->cnt + 1, ROOM_FIRST, &y->room) < 0)
		return NULL;
	g = &y->giver[y->cnt++];
	*g = (struct giver) {
		.b = b, .nodes = garq_set_copy(b->nodes),
		.spare = _spare_nodes(y, b),
	};
	return (g->nodes && g->spare) ? g : NULL;
}

static struct giver *_find_giver(const struct yield *y,
				 const struct lrh_booking *b)
{
	for (size_t i = 0; i < y->cnt; i++)
		if (y->giver[i].b == b)
			return &y->giver[i];
	return NULL;
}

/*
 * The cost of giving a giver other for node. Worst is a node that the request
 * may need; then one of another pool, whose counts change: the more bookings
 * may use it, the worse. RET 0: best
 */
static uint64_t _node_cost(const struct yield *y, uint32_t node, uint32_t other)
{
	const struct lrh *l = y->ask->l;
	uint32_t pool = lrh_pool(l, other);
	uint64_t cost = (pool == lrh_pool(l, node)) ? 0 :
			1 + (uint64_t) l->demand[pool];

	if (garq_set_test(y->ask->class->nodes, other))
		cost |= UINT64_C(1) << 63;
	return cost;
}

/*
 * Have the host choose a free node for a giver's node, rather none that the
 * request may need. RET UINT32_MAX: it did not
 */
static uint32_t _let_host_pick(const struct yield *y, const struct giver *g,
			       uint32_t node)
{
	const lrh_options_t *o = y->ask->options;
	garq_set_t *free_nodes = garq_set_copy(g->spare);
	garq_set_t *nodes = garq_set_copy(g->nodes);
	uint32_t picked = UINT32_MAX;

	lrh_step(y->ask->meter, g->spare->size);
	if (free_nodes && nodes && garq_set_count(free_nodes)) {
		garq_set_del_all(free_nodes, y->ask->class->nodes);
		if (!garq_set_count(free_nodes))
			garq_set_add_all(free_nodes, g->spare);
		garq_set_del(nodes, node);
		(void) o->pick(o->pick_arg, g->b->id, false, free_nodes, 1,
			       nodes);
		garq_set_del_all(nodes, g->nodes);
		picked = garq_set_next(nodes, 0);
	}
	if ((picked >= g->spare->size) || !garq_set_test(g->spare, picked))
		picked = UINT32_MAX;
	garq_set_destroy(free_nodes);
	garq_set_destroy(nodes);
	return picked;
}

/* Choose a free node for a giver's node. RET UINT32_MAX: there is none */
static uint32_t _choose(const struct yield *y, const struct giver *g,
			uint32_t node)
{
	uint64_t least = UINT64_MAX;
	uint32_t best = UINT32_MAX, cnt = 0;

	if (g->b->choosy && y->ask->options->pick)
		best = _let_host_pick(y, g, node);
	if (best != UINT32_MAX)
		return best;
	for (uint32_t i = garq_set_next(g->spare, 0);
	     least && (i < g->spare->size);
	     i = garq_set_next(g->spare, i + 1), cnt++) {
		uint64_t cost = _node_cost(y, node, i);

		if (cost >= least)
			continue;
		least = cost;
		best = i;
	}
	lrh_step(y->ask->meter, 1 + cnt / 8);
	return best;
}

/* Nodes */

/* A garq_nodes_fn: the holders of the node at hand. */
static bool _holder(void *arg, uint64_t id, uint32_t node, time_t t_s,
		    time_t t_e)
{
	struct yield *y = arg;
	const struct lrh *l = y->ask->l;
	const struct lrh_booking *b;

	(void) node;
	(void) t_e;
	lrh_step(y->ask->meter, 1);
	if (t_s >= y->t_e)
		return false;
	b = lrh_find(l, id);
	y->stays = !b || !lrh_may_rebind(l, b) || (y->holders == HOLDERS_MAX);
	if (!y->stays)
		y->holder[y->holders++] = b;
	return !y->stays;
}

/* RET whether all holders of a node may give it up */
static bool _all_may(struct yield *y, uint32_t node)
{
	y->holders = 0;
	y->stays = garq_set_test(y->given, node);
	lrh_walks(y->ask->meter, 1);
	if (!y->stays)
		garq_nodes_each_on(garq_machine_nodes(y->ask->l->m), node,
				   y->t_s, _holder, y);
	return !y->stays;
}

/* True if no further booking may give up nodes. */
static bool _is_full(const struct yield *y)
{
	uint32_t moves = y->ask->options->moves;

	return (y->cnt >= GIVERS_MAX) || (moves && (y->cnt >= moves));
}

/*
 * Choose another node for holder i of the node at hand; two of them may get the
 * same, as they have followed each other there.
 * RET 1; 0: there is none; -1 with errno ENOMEM
 */
static int _choose_other(struct yield *y, size_t i, uint32_t node)
{
	const struct lrh_booking *b = y->holder[i];
	struct giver *g = _find_giver(y, b);

	if (g ? g->stays : _is_full(y))
		return 0;
	if (!g && !(g = _add_giver(y, b)))
		return -1;
	y->other[i] = _choose(y, g, node);
	g->stays = (y->other[i] == UINT32_MAX);
	return !g->stays;
}

/* Remember when a giver leaves a pool: others may wait for it. */
static void _note_left_pool(struct yield *y, const struct lrh_booking *b,
			    uint32_t pool)
{
	y->left.t_s = garq_sooner(y->left.t_s, b->start);
	y->left.t_e = garq_later(y->left.t_e, garq_end(b->start, b->t_e));
	y->left.pools |= UINT64_C(1) << pool;
}

/* Each holder of the node at hand gives the node up for the free one chosen. */
static void _exchange(struct yield *y, uint32_t node)
{
	uint32_t pool = lrh_pool(y->ask->l, node);

	for (size_t i = 0; i < y->holders; i++) {
		struct giver *g = _find_giver(y, y->holder[i]);

		garq_set_del(g->nodes, node);
		garq_set_add(g->nodes, y->other[i]);
		garq_set_add(y->given, y->other[i]);
		if (lrh_pool(y->ask->l, y->other[i]) != pool)
			_note_left_pool(y, g->b, pool);
	}
	garq_set_add(y->own, node);
	lrh_step(y->ask->meter, y->cnt);
	for (size_t i = 0; i < y->cnt; i++) {
		garq_set_del(y->giver[i].spare, node);
		for (size_t k = 0; k < y->holders; k++)
			garq_set_del(y->giver[i].spare, y->other[k]);
	}
}

/*
 * Take a node from its holders, if all can give it up. RET as _choose_other()
 */
static int _take_node(struct yield *y, uint32_t node)
{
	int rc = 1;

	if (!_all_may(y, node))
		return 0;
	for (size_t i = 0; (rc == 1) && (i < y->holders); i++)
		rc = _choose_other(y, i, node);
	if (rc == 1)
		_exchange(y, node);
	return rc;
}

/*
 * Take the nodes that are missing, as long as there are as many left. Where
 * all of them are needed, nobody is given one. RET as lrh_yield()
 */
static int _take_all(struct yield *y, const garq_set_t *free_nodes,
		     uint32_t missing)
{
	const garq_set_t *nodes = y->ask->class->nodes;
	uint32_t left = garq_set_count(nodes) - garq_set_count(free_nodes);

	if (left == missing)
		garq_set_add_all(y->own, nodes);
	GARQ_SET_EACH(i, nodes) {
		int rc;

		if (!missing || (left < missing))
			break;
		if (garq_set_test(free_nodes, i))
			continue;
		if ((rc = lrh_go_on(y->ask->meter)) == 1)
			rc = _take_node(y, i);
		if ((rc < 0) || y->ask->meter->cut)
			return rc;
		missing -= (uint32_t) rc;
		left--;
	}
	return missing ? 0 : 1;
}

/* The plan */

/* RET 1, or -1 with errno ENOMEM */
static int _fill_plan(struct yield *y, lrh_plan_t *plan)
{
	lrh_move_t *moves = calloc(y->cnt + 1, sizeof(*moves));
	size_t cnt = 0;

	if (!moves)
		return -1;
	for (size_t i = 0; i < y->cnt; i++) {
		struct giver *g = &y->giver[i];

		if (garq_set_equal(g->nodes, g->b->nodes))
			continue;
		moves[cnt++] = (lrh_move_t) {
			.id = g->b->id, .was = g->b->start,
			.start = g->b->start, .not_before = g->b->not_before,
			.nodes = g->nodes,
		};
		g->nodes = NULL;
	}
	qsort(moves, cnt, sizeof(*moves), lrh_move_by_id);
	plan->moves = moves;
	plan->cnt = cnt;
	plan->self = (lrh_move_t) {
		.id = y->ask->rq->id, .was = y->ask->was, .start = y->t_s,
		.not_before = y->ask->rq->not_before, .nodes = y->own,
	};
	y->own = NULL;
	return 1;
}

bool lrh_is_waited_for(const struct lrh_ask *ask,
		       const struct lrh_change *left)
{
	return lrh_first_reached(ask->l, ask->options->freeze, left,
				 ask->meter) < ask->l->cnt;
}

int lrh_yield(const struct lrh_ask *ask, const struct lrh_task *task,
	      const garq_set_t *free_nodes, lrh_plan_t *plan)
{
	struct yield y = {
		.ask = ask, .t_s = task->from,
		.t_e = garq_end(task->from, task->what->t_e),
		.own = garq_set_copy(free_nodes),
		.given = garq_set_create(free_nodes->size),
		.left = { .t_s = GARQ_FOREVER },
	};
	uint32_t has = garq_set_count(free_nodes);
	int rc = -1;

	if (y.own && y.given)
		rc = lrh_is_waited_for(ask, &task->freed) ? 0 :
		     _take_all(&y, free_nodes, task->what->num_cn - has);
	if ((rc == 1) && lrh_is_waited_for(ask, &y.left))
		rc = 0;
	if (rc == 1)
		rc = _fill_plan(&y, plan);
	if (rc == 1)
		rc = lrh_plan_keep(ask, plan);
	_free_yield(&y);
	return rc;
}
