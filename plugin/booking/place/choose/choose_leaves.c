/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include <sys/param.h>

#include "plugin/booking/place/choose/choose_leaves.h"
#include "plugin/memory/memory.h"

/*
 * More leaves than this are taken by their size alone: to weigh each against
 * each other takes the square of their number.
 */
#define LEAVES_WEIGHED 64

void choice_take(choice_t *c, uint32_t node)
{
	garq_set_add(c->chosen, node);
	garq_set_del(c->left, node);
	c->missing--;
}

void choice_take_all(choice_t *c)
{
	GARQ_SET_EACH(i, c->left) {
		if (!c->missing)
			break;
		choice_take(c, i);
	}
}

/* A leaf switch; or, without a topology, a run of nodes. */
typedef struct {
	uint32_t first;		/* its nodes: at[first], ... */
	uint32_t cnt;
	bool taken;
} leaf_t;

typedef struct {
	leaf_t *leaf;
	uint32_t cnt;
	uint32_t *at;		/* the nodes leaf by leaf, the cheapest first */
	uint64_t *until;	/* the cost of at[0] .. at[i - 1] */
	uint32_t *by_size;	/* leaves, the largest first */
} leaves_t;

/* Number the runs of nodes. OUT leaf_of - of each node. RET their number */
static uint32_t _number_runs(const garq_set_t *left, uint32_t *leaf_of)
{
	uint32_t runs = 0, before = UINT32_MAX;

	GARQ_SET_EACH(i, left) {
		runs += !runs || (i != before + 1);
		leaf_of[i] = runs - 1;
		before = i;
	}
	return runs;
}

/* Sort the leaves by size: a counting sort, as sizes are small numbers. */
static void _sort_by_size(leaves_t *v, uint32_t most)
{
	uint32_t *until = memory_new((size_t) most + 2, sizeof(*until));

	for (uint32_t i = 0; i < v->cnt; i++)
		until[most - v->leaf[i].cnt + 1]++;
	for (uint32_t i = 0; i < most; i++)
		until[i + 1] += until[i];
	for (uint32_t i = 0; i < v->cnt; i++)
		v->by_size[until[most - v->leaf[i].cnt]++] = i;
	free(until);
}

/* IN leaf_of - of each node */
static void _fill_leaves(leaves_t *v, const choice_t *c,
			 const uint32_t *leaf_of)
{
	uint32_t sum = 0, most = 0;

	GARQ_SET_EACH(i, c->left)
		v->leaf[leaf_of[i]].cnt++;
	for (uint32_t i = 0; i < v->cnt; i++) {
		v->leaf[i].first = sum;
		sum += v->leaf[i].cnt;
		most = MAX(most, v->leaf[i].cnt);
	}
	_sort_by_size(v, most);
	for (uint32_t i = 0; i < v->cnt; i++)
		v->leaf[i].cnt = 0;
	for (uint32_t i = 0; i < c->s->size; i++) {
		uint32_t node = c->s->order[i];
		leaf_t *leaf;

		if (!garq_set_test(c->left, node))
			continue;
		leaf = &v->leaf[leaf_of[node]];
		v->at[leaf->first + leaf->cnt++] = node;
	}
	for (uint32_t i = 0; i < sum; i++)
		v->until[i + 1] = v->until[i] + c->s->cost[v->at[i]];
}

static leaves_t _make_leaves(const choice_t *c)
{
	uint32_t *runs = c->s->flat ? memory_new(c->s->size, sizeof(*runs)) :
				      NULL;
	uint32_t nodes = garq_set_count(c->left);
	leaves_t v = {
		.cnt = runs ? _number_runs(c->left, runs) : c->s->switches[0],
		.at = memory_new(nodes, sizeof(*v.at)),
		.until = memory_new((size_t) nodes + 1, sizeof(*v.until)),
	};

	v.leaf = memory_new(v.cnt, sizeof(*v.leaf));
	v.by_size = memory_new(v.cnt, sizeof(*v.by_size));
	_fill_leaves(&v, c, runs ? runs : c->s->switch_of[0]);
	free(runs);
	return v;
}

static void _free_leaves(leaves_t *v)
{
	free(v->leaf);
	free(v->at);
	free(v->until);
	free(v->by_size);
}

static void _take_leaf(choice_t *c, const leaves_t *v, leaf_t *leaf)
{
	leaf->taken = true;
	for (uint32_t i = 0; c->missing && (i < leaf->cnt); i++)
		choice_take(c, v->at[leaf->first + i]);
}

/* The number of leaves that have to be used, which have enough nodes. */
static uint32_t _fewest_leaves(const leaves_t *v, uint32_t missing)
{
	uint32_t cnt = 0, sum = 0;

	while ((cnt < v->cnt) && (sum < missing))
		sum += v->leaf[v->by_size[cnt++]].cnt;
	return cnt;
}

/* True if leaf a is a better choice than b: rules 4 and 5. */
static bool _is_better(const leaves_t *v, const leaf_t *a, const leaf_t *b,
		       uint32_t missing)
{
	uint64_t nodes_a = MIN(a->cnt, missing), nodes_b = MIN(b->cnt, missing);
	uint64_t cost_a = v->until[a->first + nodes_a] - v->until[a->first];
	uint64_t cost_b = v->until[b->first + nodes_b] - v->until[b->first];

	if (cost_a * nodes_b != cost_b * nodes_a)
		return cost_a * nodes_b < cost_b * nodes_a;
	if ((a->cnt >= missing) != (b->cnt >= missing))
		return a->cnt >= missing;
	return (a->cnt >= missing) ? (a->cnt < b->cnt) : (a->cnt > b->cnt);
}

/* The largest leaves that are not taken. */
typedef struct {
	uint32_t sum;		/* the nodes of those that are used after one */
	uint32_t next;		/* those of the next largest */
} largest_t;

static largest_t _largest_leaves(const leaves_t *v, uint32_t more)
{
	largest_t l = { .sum = 0 };
	uint32_t i = 0;

	for (; more && (i < v->cnt); i++) {
		const leaf_t *leaf = &v->leaf[v->by_size[i]];

		l.sum += leaf->taken ? 0 : leaf->cnt;
		more -= !leaf->taken;
	}
	while ((i < v->cnt) && v->leaf[v->by_size[i]].taken)
		i++;
	l.next = (i < v->cnt) ? v->leaf[v->by_size[i]].cnt : 0;
	return l;
}

/* The best leaf after which more other leaves have the nodes still missing. */
static leaf_t *_best_leaf(const leaves_t *v, uint32_t more, uint32_t missing)
{
	largest_t largest = _largest_leaves(v, more);
	leaf_t *best = NULL;

	for (uint32_t i = 0; i < v->cnt; i++) {
		leaf_t *leaf = &v->leaf[i];
		/* a larger one than the next is among the largest itself */
		uint32_t others = (leaf->cnt > largest.next) ?
				  largest.sum - leaf->cnt + largest.next :
				  largest.sum;

		if (leaf->taken || !leaf->cnt ||
		    (leaf->cnt + others < missing))
			continue;
		if (!best || _is_better(v, leaf, best, missing))
			best = leaf;
	}
	return best;
}

void choose_leaves_take(choice_t *c)
{
	leaves_t v = _make_leaves(c);
	uint32_t more = _fewest_leaves(&v, c->missing);

	for (uint32_t i = 0; c->missing && (more > LEAVES_WEIGHED); more--)
		_take_leaf(c, &v, &v.leaf[v.by_size[i++]]);
	while (c->missing && more)
		_take_leaf(c, &v, _best_leaf(&v, --more, c->missing));
	_free_leaves(&v);
}

void choose_leaves_cheapest(choice_t *c)
{
	const struct choose_state *s = c->s;
	garq_set_t *left = c->left, *alike = memory_there(
		garq_set_create(left->size));

	c->left = alike;
	for (uint32_t i = 0, end; c->missing && (i < s->size); i = end) {
		uint32_t rank = s->cost[s->order[i]];

		garq_set_zero(alike);
		for (end = i; (end < s->size) &&
			      (s->cost[s->order[end]] == rank); end++)
			if (garq_set_test(left, s->order[end]))
				garq_set_add(alike, s->order[end]);
		if (garq_set_count(alike) <= c->missing)
			choice_take_all(c);
		else
			choose_leaves_take(c);
	}
	garq_set_destroy(alike);
	c->left = left;
}
