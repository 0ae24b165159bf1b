/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bind_swap.c - items that are placed exchange nodes.
 *
 *	node 0	| i i i . . . .		x may not have node 1, which is
 *	node 1	| . . . . f f f		taken later; i may: x gets node 0
 *	x	| . x x x x x .
 *
 * The path of exchanges is searched as in a matching: an item asks for each
 * node that it may have; the owner of that node asks in turn for another one.
 * The search is breadth first: it finds a path with the fewest exchanges, and
 * needs no recursion (threads of Slurm have 1 MB of stack). An item asks once
 * in a search, however many of its nodes are asked for: it has no free node
 * then, and all nodes that it could ask for have been asked for. Only the last
 * item placed on a node can be asked to leave it, and only if no item before it
 * conflicts.
 */

#include "lrh/bind_swap.h"

void lrh_run_take(struct lrh_run *run, uint32_t item, uint32_t node)
{
	struct lrh_track *t = &run->chart.track[node];

	t->before = t->until;
	t->until = run->item[item].t_e;
	t->owner = item;
	if (!run->item[item].nodes)
		return;
	garq_set_add(run->item[item].nodes, node);
	run->end = garq_later(run->end, t->until);
}

/* Exchanging */

struct swap {
	struct lrh_run *run;
	uint32_t pool;
	uint32_t first;		/* queue of nodes that were asked for; */
	uint32_t last;		/* LRH_NONE: empty */
};

/* RET the nodes of an item, for changes; or NULL with errno ENOMEM */
static garq_set_t *_nodes_to_change(struct lrh_bind_item *item)
{
	if (!item->nodes)
		item->nodes = garq_set_copy(item->own);
	return item->nodes;
}

/* True if a node is in the pool and has no fixed hold during the item. */
static bool _serves(const struct swap *s, const struct lrh_bind_item *item,
		    uint32_t node)
{
	const struct lrh_chart *c = &s->run->chart;

	return (lrh_pool(c->bind->l, node) == s->pool) &&
	       lrh_chart_clear(c, node, item->id, item->t_s, item->t_e);
}

/* RET the item on a node, if no other item conflicts there; or LRH_NONE */
static uint32_t _only_owner(const struct swap *s, uint32_t item, uint32_t node)
{
	const struct lrh_track *t = &s->run->chart.track[node];
	const struct lrh_bind_item *all = s->run->item;

	if (t->seen || (t->owner == LRH_NONE) || (t->owner == item) ||
	    (t->before > all[item].t_s) ||
	    (all[t->owner].t_s >= all[item].t_e))
		return LRH_NONE;
	return t->owner;
}

/* Take a free node that is not on the path. RET as lrh_run_swap() */
static int _free_one(const struct swap *s, uint32_t i)
{
	struct lrh_bind_item *item = &s->run->item[i];
	const garq_set_t *set = item->class->nodes;

	lrh_step(s->run->chart.bind->meter, garq_set_count(set));
	GARQ_SET_EACH(node, set) {
		const struct lrh_track *t = &s->run->chart.track[node];
		int rc = lrh_go_on(s->run->chart.bind->meter);

		if (rc != 1)
			return rc;
		if (t->seen || (t->until > item->t_s) ||
		    !_serves(s, item, node))
			continue;
		if (!_nodes_to_change(item))
			return -1;
		lrh_run_take(s->run, i, node);
		return 1;
	}
	return 0;
}

/*
 * Item i asks for other nodes, and gives up node leaves for any of these
 * (LRH_NONE: gives up none). RET 0, or -1 with errno ESTALE
 */
static int _ask_for_nodes(struct swap *s, uint32_t i, uint32_t leaves)
{
	const struct lrh_bind_item *item = &s->run->item[i];
	const garq_set_t *set = item->class->nodes;
	struct lrh_track *track = s->run->chart.track;

	lrh_step(s->run->chart.bind->meter, garq_set_count(set));
	GARQ_SET_EACH(node, set) {
		int rc = lrh_go_on(s->run->chart.bind->meter);

		if (rc != 1)
			return rc;
		if ((_only_owner(s, i, node) == LRH_NONE) ||
		    !_serves(s, item, node))
			continue;
		track[node].seen = true;
		track[node].asker = i;
		track[node].leaves = leaves;
		track[node].next = LRH_NONE;
		if (s->first == LRH_NONE)
			s->first = node;
		else
			track[s->last].next = node;
		s->last = node;
	}
	return 0;
}

/*
 * The owner of a node has got another node: give the node to its asker, and so
 * on back to the first item. RET 1, or -1 with errno ENOMEM
 */
static int _hand_over(const struct swap *s, uint32_t node)
{
	struct lrh_bind_item *all = s->run->item;

	for (; node != LRH_NONE; node = s->run->chart.track[node].leaves) {
		struct lrh_track *t = &s->run->chart.track[node];

		if (!_nodes_to_change(&all[t->asker]))
			return -1;
		garq_set_del(all[t->owner].nodes, node);
		garq_set_add(all[t->asker].nodes, node);
		t->owner = t->asker;
		t->until = all[t->asker].t_e;
		s->run->end = garq_later(s->run->end, t->until);
	}
	return 1;
}

/*
 * Item i takes a free node, or else asks for others, as _ask_for_nodes(). An
 * item that has asked before in this search gets nothing. RET as _free_one()
 */
static int _ask_once(struct swap *s, uint32_t i, uint32_t leaves)
{
	struct lrh_bind_item *item = &s->run->item[i];
	int rc;

	lrh_step(s->run->chart.bind->meter, 1);
	if (item->asked == s->run->searches)
		return 0;
	item->asked = s->run->searches;
	if (lrh_chart_load(&s->run->chart, item->t_e) < 0)
		return -1;
	rc = _free_one(s, i);
	return rc ? rc : _ask_for_nodes(s, i, leaves);
}

int lrh_run_swap(struct lrh_run *run, uint32_t item, uint32_t pool)
{
	struct swap s = { run, pool, LRH_NONE, LRH_NONE };
	struct lrh_meter *meter = run->chart.bind->meter;
	struct lrh_track *track = run->chart.track;
	uint32_t node = LRH_NONE;
	int rc;

	lrh_step(meter, run->chart.bind->size);
	for (uint32_t i = 0; i < run->chart.bind->size; i++)
		track[i].seen = false;
	run->searches++;
	for (;;) {
		if (lrh_pause(meter))
			return -1;
		rc = _ask_once(&s, item, node);
		if (rc)
			return (rc < 0) ? -1 : _hand_over(&s, node);
		if (((node = s.first) == LRH_NONE) || lrh_is_late(meter))
			return 0;
		s.first = track[node].next;
		item = track[node].owner;
	}
}
