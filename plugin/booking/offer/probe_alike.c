/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include <sys/param.h>

#include "garq/grow.h"
#include "plugin/booking/offer/probe_alike.h"
#include "plugin/memory/memory.h"

/* A node is held for an interval. */
typedef struct {
	uint32_t node;
	probe_busy_t busy;
} held_t;

/* All intervals of one node, in the list below. */
typedef struct {
	uint32_t node;
	const held_t *held;
	size_t cnt;
} node_t;

typedef struct {
	time_t from, to;
	held_t *held;
	size_t held_cnt, held_room;
	node_t *nodes;		/* that are held at all */
	size_t node_cnt;
	bool many;		/* more than PROBE_HELD */
} finder_t;

void probe_nodes_free(probe_nodes_t *n)
{
	for (size_t i = 0; i < n->cnt; i++) {
		garq_set_destroy(n->list[i].nodes);
		free(n->list[i].busy);
	}
	free(n->list);
	*n = (probe_nodes_t) { .cnt = 0 };
}

/* --- held intervals --- */

/* A garq_nodes_fn. */
static bool _add_held(void *arg, uint64_t id, uint32_t node, time_t t_s,
		      time_t t_e)
{
	finder_t *f = arg;

	(void) id;
	f->many = (f->held_cnt == PROBE_HELD);
	if (f->many)
		return false;
	(void) memory_done(GARQ_GROW(f->held, f->held_cnt + 1, 64,
				     &f->held_room));
	f->held[f->held_cnt++] = (held_t) {
		node, { MAX(t_s, f->from), MIN(t_e, f->to) }
	};
	return true;
}

static int _by_node(const void *a, const void *b)
{
	const held_t *x = a, *y = b;

	if (x->node != y->node)
		return (x->node > y->node) ? 1 : -1;
	return (x->busy.t_s > y->busy.t_s) - (x->busy.t_s < y->busy.t_s);
}

/* Intervals of one node that overlap or touch become one. */
static void _join_held(finder_t *f)
{
	size_t cnt = 0;

	if (f->held_cnt)
		qsort(f->held, f->held_cnt, sizeof(*f->held), _by_node);
	for (size_t i = 0; i < f->held_cnt; i++) {
		held_t *last = cnt ? &f->held[cnt - 1] : NULL, *h = &f->held[i];

		if (last && (last->node == h->node) &&
		    (h->busy.t_s <= last->busy.t_e))
			last->busy.t_e = MAX(last->busy.t_e, h->busy.t_e);
		else
			f->held[cnt++] = *h;
	}
	f->held_cnt = cnt;
}

static void _list_nodes(finder_t *f)
{
	f->nodes = memory_new(f->held_cnt, sizeof(*f->nodes));
	for (size_t i = 0; i < f->held_cnt; i++) {
		node_t *last = f->node_cnt ? &f->nodes[f->node_cnt - 1] : NULL;

		if (last && (last->node == f->held[i].node))
			last->cnt++;
		else
			f->nodes[f->node_cnt++] = (node_t) {
				f->held[i].node, &f->held[i], 1
			};
	}
}

/* --- which are alike ------------------------------------------------------------ */

static int _compare_times(time_t a, time_t b)
{
	return (a > b) - (a < b);
}

/* RET 0: two nodes are alike */
static int _compare(const node_t *a, const node_t *b)
{
	int order = (a->cnt > b->cnt) - (a->cnt < b->cnt);

	for (size_t i = 0; !order && (i < a->cnt); i++) {
		const probe_busy_t *x = &a->held[i].busy, *y = &b->held[i].busy;

		order = _compare_times(x->t_s, y->t_s);
		if (!order)
			order = _compare_times(x->t_e, y->t_e);
	}
	return order;
}

static int _by_busy(const void *a, const void *b)
{
	return _compare(a, b);
}

/* Begin a group of nodes that are held as this one. */
static void _add_group(uint32_t size, const node_t *like, probe_nodes_t *ret)
{
	probe_alike_t *to = &ret->list[ret->cnt];

	*to = (probe_alike_t) { .cnt = like->cnt };
	to->nodes = memory_there(garq_set_create(size));
	to->busy = memory_new(like->cnt, sizeof(*to->busy));
	for (size_t i = 0; i < like->cnt; i++)
		to->busy[i] = like->held[i].busy;
	ret->cnt++;
}

/* The nodes that nobody holds are the first group. */
static void _add_unheld(const finder_t *f, const garq_set_t *eligible,
			probe_nodes_t *ret)
{
	static const node_t unheld = { .cnt = 0 };
	probe_alike_t *to = &ret->list[0];

	if (garq_set_count(eligible) == f->node_cnt)
		return;
	_add_group(eligible->size, &unheld, ret);
	garq_set_add_all(to->nodes, eligible);
	for (size_t i = 0; i < f->node_cnt; i++)
		garq_set_del(to->nodes, f->nodes[i].node);
}

/* RET false: there are too many groups or intervals */
static bool _group_nodes(finder_t *f, const garq_set_t *eligible,
			 probe_nodes_t *ret)
{
	size_t busy = 0;

	if (f->node_cnt)
		qsort(f->nodes, f->node_cnt, sizeof(*f->nodes), _by_busy);
	ret->list = memory_new(PROBE_ALIKE + 1, sizeof(*ret->list));
	_add_unheld(f, eligible, ret);
	for (size_t i = 0; i < f->node_cnt; i++) {
		const node_t *n = &f->nodes[i];

		if (!i || _compare(n - 1, n)) {
			busy += n->cnt;
			if ((ret->cnt >= PROBE_ALIKE) || (busy > PROBE_BUSY))
				return false;
			_add_group(eligible->size, n, ret);
		}
		garq_set_add(ret->list[ret->cnt - 1].nodes, n->node);
	}
	return true;
}

probe_nodes_t probe_nodes_find(const garq_nodes_t *n,
			       const garq_set_t *eligible, time_t from,
			       time_t to)
{
	finder_t f = { .from = from, .to = to };
	probe_nodes_t found = { .cnt = 0 };
	size_t seen;

	garq_nodes_each(n, eligible, from, to, GARQ_NO_GROUP, _add_held, &f);
	seen = f.held_cnt;
	_join_held(&f);
	_list_nodes(&f);
	if (f.many || !_group_nodes(&f, eligible, &found))
		probe_nodes_free(&found);
	found.seen = seen;
	free(f.held);
	free(f.nodes);
	return found;
}
