/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * gantt_nodes.c - rows of nodes; see gantt.h
 *
 *	1. list the items of each node
 *	2. sort nodes by partition, look (items, up or down) and index: nodes of
 *	   one look become a class
 *	3. sort classes by partition and first node; merge neighbours if there
 *	   are more than the rows that are wanted
 *	4. count taken columns class by class
 */

#include <slurm/slurm.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/gantt/gantt_private.h"

/* A class: nodes of one look, at[first] to at[first + cnt - 1]. */
typedef struct {
	uint32_t first, cnt;
} class_t;

typedef struct {
	gantt_t *g;
	uint32_t *begin;	/* the items of node i: item[begin[i]] ... */
	uint32_t *item;		/* ... to item[begin[i + 1] - 1], ascending */
	uint32_t *at;		/* nodes in the order of their looks */
	uint32_t at_cnt;
	class_t *classes;
	uint32_t class_cnt;
	bool *busy;		/* columns, of a class */
} work_t;

/* --- 1: items of nodes --------------------------------------------------------- */

typedef void (*node_fn)(work_t *w, uint32_t item, uint32_t node);

static bool _is_counted(const gantt_t *g, const gantt_item_t *item)
{
	return (item->start < g->view.to) &&
	       (gantt_window_end(g, item) > g->view.from);
}

static void _each_node(work_t *w, node_fn fn)
{
	const gantt_input_t *in = w->g->in;

	for (uint32_t i = 0; i < in->item_cnt; i++) {
		const int32_t *inx = in->items[i].inx;

		if (!_is_counted(w->g, &in->items[i]))
			continue;
		for (; inx && (inx[0] >= 0); inx += 2)
			for (int64_t n = inx[0]; n <= inx[1]; n++)
				if (n < in->node_cnt)
					fn(w, i, (uint32_t) n);
	}
}

static void _count(work_t *w, uint32_t item, uint32_t node)
{
	(void) item;
	w->begin[node + 2]++;
}

static void _list(work_t *w, uint32_t item, uint32_t node)
{
	w->item[w->begin[node + 1]++] = item;
}

static bool _list_items(work_t *w)
{
	uint32_t nodes = w->g->in->node_cnt;

	if (!(w->begin = calloc((size_t) nodes + 2, sizeof(*w->begin))))
		return false;
	_each_node(w, _count);
	for (uint32_t i = 0; i < nodes; i++)
		w->begin[i + 2] += w->begin[i + 1];
	w->item = calloc((size_t) w->begin[nodes + 1] + 1, sizeof(*w->item));
	if (!w->item)
		return false;
	/* each begin[i + 1] moves on from the begin of node i to its end */
	_each_node(w, _list);
	return true;
}

/* --- 2: looks ------------------------------------------------------------------ */

static int _compare_looks(const work_t *w, uint32_t a, uint32_t b)
{
	const gantt_node_t *x = &w->g->in->nodes[a], *y = &w->g->in->nodes[b];
	uint32_t na = w->begin[a + 1] - w->begin[a];
	uint32_t nb = w->begin[b + 1] - w->begin[b];
	int rc = strcmp(x->partition, y->partition);

	if (rc)
		return rc;
	if (x->down != y->down)
		return x->down ? 1 : -1;
	if (na != nb)
		return (na > nb) ? 1 : -1;
	for (uint32_t i = 0; i < na; i++) {
		uint32_t p = w->item[w->begin[a] + i];
		uint32_t q = w->item[w->begin[b] + i];

		if (p != q)
			return (p > q) ? 1 : -1;
	}
	return 0;
}

static int _by_look(const void *x, const void *y, void *arg)
{
	uint32_t a = *(const uint32_t *) x, b = *(const uint32_t *) y;
	int rc = _compare_looks(arg, a, b);

	return rc ? rc : (a > b) - (a < b);
}

static int _by_node(const void *x, const void *y, void *arg)
{
	const work_t *w = arg;
	uint32_t a = w->at[((const class_t *) x)->first];
	uint32_t b = w->at[((const class_t *) y)->first];
	int rc = strcmp(w->g->in->nodes[a].partition,
			w->g->in->nodes[b].partition);

	return rc ? rc : (a > b) - (a < b);
}

static bool _make_classes(work_t *w)
{
	const gantt_input_t *in = w->g->in;

	w->at = calloc((size_t) in->node_cnt + 1, sizeof(*w->at));
	w->classes = calloc((size_t) in->node_cnt + 1, sizeof(*w->classes));
	if (!w->at || !w->classes)
		return false;
	for (uint32_t i = 0; i < in->node_cnt; i++)
		if (in->nodes[i].name)
			w->at[w->at_cnt++] = i;
	qsort_r(w->at, w->at_cnt, sizeof(*w->at), _by_look, w);
	for (uint32_t i = 0; i < w->at_cnt; i++) {
		if (!i || _compare_looks(w, w->at[i - 1], w->at[i]))
			w->classes[w->class_cnt++].first = i;
		w->classes[w->class_cnt - 1].cnt++;
	}
	qsort_r(w->classes, w->class_cnt, sizeof(*w->classes), _by_node, w);
	return true;
}

/* --- 3: rows ------------------------------------------------------------------- */

static const char *_partition(const work_t *w, const class_t *c)
{
	return w->g->in->nodes[w->at[c->first]].partition;
}

/* How many rows are there if so many classes of one partition become one? */
static uint32_t _rows_of(const work_t *w, uint32_t each)
{
	uint32_t rows = 0, in_row = 0;

	for (uint32_t i = 0; i < w->class_cnt; i++) {
		bool same = i && !strcmp(_partition(w, &w->classes[i - 1]),
					 _partition(w, &w->classes[i]));

		in_row = (same && (in_row < each)) ? in_row + 1 : 1;
		rows += (in_row == 1);
	}
	return rows;
}

/* The least number of classes in a row for which there are few enough rows. */
static uint32_t _classes_in_row(const work_t *w)
{
	uint32_t low = 1, high = w->class_cnt;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (_rows_of(w, middle) > w->g->view.rows_max)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static int _by_number(const void *x, const void *y)
{
	uint32_t a = *(const uint32_t *) x, b = *(const uint32_t *) y;

	return (a > b) - (a < b);
}

/* A list of nodes, of whichever type this version of Slurm has. */
#define NEW_LIST(list) __typeof__(slurm_hostlist_create("")) list = \
	slurm_hostlist_create("")

/* RET the list of these nodes for free(), NULL: memory is short */
static char *_list_text(const work_t *w, const uint32_t *nodes, uint32_t cnt)
{
	NEW_LIST(list);
	char *text = NULL, *more;
	size_t size = 256;
	bool ok = (list != NULL);

	for (uint32_t i = 0; ok && (i < cnt); i++)
		ok = slurm_hostlist_push_host(list,
					      w->g->in->nodes[nodes[i]].name);
	for (; ok; size *= 2) {
		if (!(more = realloc(text, size)))
			break;
		text = more;
		if (slurm_hostlist_ranged_string(list, size, text) >= 0) {
			slurm_hostlist_destroy(list);
			return text;
		}
	}
	free(text);
	if (list)
		slurm_hostlist_destroy(list);
	return NULL;
}

/* The same for the nodes of classes, in the order of nodes. */
static char *_node_list(const work_t *w, const class_t *c, uint32_t cnt)
{
	uint32_t *nodes = calloc(w->at_cnt, sizeof(*nodes)), n = 0;
	char *text;

	if (!nodes)
		return NULL;
	for (uint32_t i = 0; i < cnt; i++)
		for (uint32_t k = 0; k < c[i].cnt; k++)
			nodes[n++] = w->at[c[i].first + k];
	qsort(nodes, n, sizeof(*nodes), _by_number);
	text = _list_text(w, nodes, n);
	free(nodes);
	return text;
}

/* Bars of all classes of a row, each item once, in the order of items. */
static bool _add_bars(const work_t *w, const class_t *c, uint32_t cnt,
		      gantt_row_t *row)
{
	bool *there = calloc(w->g->in->item_cnt + 1, sizeof(*there)), ok = (there != NULL);

	for (uint32_t i = 0; ok && (i < cnt); i++) {
		uint32_t node = w->at[c[i].first];

		for (uint32_t k = w->begin[node]; k < w->begin[node + 1]; k++)
			there[w->item[k]] = true;
	}
	for (uint32_t i = 0; ok && (i < w->g->in->item_cnt); i++)
		if (there[i])
			ok = gantt_add_bar(row, i);
	free(there);
	return ok;
}

/* --- 4: columns ---------------------------------------------------------------- */

static void _take(work_t *w, time_t start, time_t end)
{
	uint32_t first, last;

	if (gantt_columns(&w->g->view, start, end, &first, &last))
		memset(w->busy + first, true, last - first);
}

static void _take_class(work_t *w, const class_t *c, gantt_row_t *row)
{
	const gantt_t *g = w->g;
	uint32_t node = w->at[c->first];

	memset(w->busy, false, g->view.columns);
	for (uint32_t i = w->begin[node]; i < w->begin[node + 1]; i++)
		_take(w, g->in->items[w->item[i]].start,
		      g->in->items[w->item[i]].end);
	if (g->in->nodes[node].down) {
		_take(w, g->view.now, g->view.to);
		row->down_cnt += c->cnt;
	}
	row->node_cnt += c->cnt;
	for (uint32_t i = 0; i < g->view.columns; i++)
		if (w->busy[i])
			row->taken[i] += c->cnt;
}

static bool _make_row(work_t *w, const class_t *c, uint32_t cnt)
{
	gantt_row_t *row = gantt_add_row(w->g);

	if (!row || !(row->label = _node_list(w, c, cnt)) ||
	    !_add_bars(w, c, cnt, row))
		return false;
	row->group = _partition(w, c);
	row->mixed = (cnt > 1);
	if (!row->mixed)
		gantt_set_lanes(w->g, row);
	for (uint32_t i = 0; i < cnt; i++)
		_take_class(w, &c[i], row);
	w->g->node_cnt += row->node_cnt;
	return true;
}

static bool _make_rows(work_t *w)
{
	uint32_t each = _classes_in_row(w), begin = 0;

	for (uint32_t i = 1; i <= w->class_cnt; i++) {
		if ((i < w->class_cnt) && (i - begin < each) &&
		    !strcmp(_partition(w, &w->classes[begin]),
			    _partition(w, &w->classes[i])))
			continue;
		if (!_make_row(w, &w->classes[begin], i - begin))
			return false;
		begin = i;
	}
	return true;
}

/* --- free capacity, held offers ------------------------------------------------- */

static bool _has_place(const gantt_item_t *item)
{
	return item->inx && (item->inx[0] >= 0);
}

static void _take_offer(gantt_t *g, const gantt_item_t *item)
{
	uint32_t first, end;

	if (!gantt_columns(&g->view, item->start, item->end, &first, &end))
		return;
	for (; first < end; first++)
		g->free[first] -= (item->node_cnt < g->free[first]) ?
				  item->node_cnt : g->free[first];
}

static bool _count_free(gantt_t *g)
{
	if (!(g->free = calloc(g->view.columns, sizeof(*g->free))))
		return false;
	for (uint32_t i = 0; i < g->row_cnt; i++)
		for (uint32_t k = 0; k < g->view.columns; k++)
			g->free[k] += g->rows[i].node_cnt - g->rows[i].taken[k];
	for (uint32_t i = 0; i < g->in->item_cnt; i++)
		if (!_has_place(&g->in->items[i]))
			_take_offer(g, &g->in->items[i]);
	return true;
}

/* A row of what has nodes, but does not say which. */
static bool _add_offers(gantt_t *g)
{
	gantt_row_t *row = NULL;

	for (uint32_t i = 0; i < g->in->item_cnt; i++) {
		const gantt_item_t *item = &g->in->items[i];

		if (_has_place(item) || !_is_counted(g, item))
			continue;
		if (!row && (!(row = gantt_add_row(g)) ||
			     !(row->label = strdup("held offers"))))
			return false;
		if (!gantt_add_bar(row, i))
			return false;
	}
	if (row)
		gantt_set_lanes(g, row);
	return true;
}

bool gantt_make_by_nodes(gantt_t *g)
{
	work_t w = { .g = g };
	bool ok;

	w.busy = calloc(g->view.columns, sizeof(*w.busy));
	ok = w.busy && _list_items(&w) && _make_classes(&w) &&
	     _make_rows(&w) && _count_free(g);
	if (ok && g->view.by_bookings)
		gantt_free_rows(g);
	else
		ok = ok && _add_offers(g);
	free(w.begin);
	free(w.item);
	free(w.at);
	free(w.classes);
	free(w.busy);
	return ok;
}
