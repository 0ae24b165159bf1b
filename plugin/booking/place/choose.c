/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/param.h>

#include "plugin/booking/place/choose.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/view/host.h"
#include "plugin/booking/view/view.h"
#include "plugin/memory/memory.h"

/*
 * More leaves than this are taken by their size alone: to weigh each against
 * each other takes the square of their number.
 */
#define LEAVES_WEIGHED 64

/* What follows from the facts of all nodes, until one of them changes. */
struct choose_state {
	uint32_t version;	/* of the facts; 0: none were read */
	uint32_t size;		/* of the arrays below */
	uint32_t *order;	/* the nodes, the cheapest first */
	uint32_t *cost;		/* of each node: a rank, the same for nodes
				 * between which only the number decides */
	uint32_t *dear;		/* ... by Weight and kind alone */
	uint32_t *kind;		/* of each node, from 0 on */
	uint32_t kinds;
	uint32_t *switch_of[NODE_LEVELS];	/* of each node, from 0 on */
	uint32_t switches[NODE_LEVELS];
	bool flat;		/* there is no topology */
	bool other;		/* it is no tree of switches */
};

/* The facts, in order of cost and by switch */

/* A fact of a node, to be sorted. */
typedef struct {
	uint32_t node;
	uint32_t weight;
	uint32_t alike;		/* the nodes of its kind */
	uint32_t parts;
	uint32_t of_kind;
} priced_t;

static int _compare(uint32_t a, uint32_t b)
{
	return (a > b) - (a < b);
}

static int _by_kind(const void *a, const void *b)
{
	return _compare(((const priced_t *) a)->of_kind,
			((const priced_t *) b)->of_kind);
}

static int _by_dearness(const priced_t *x, const priced_t *y)
{
	return (x->weight != y->weight) ? _compare(x->weight, y->weight) :
					  _compare(y->alike, x->alike);
}

static int _by_cost(const priced_t *x, const priced_t *y)
{
	int rc = _by_dearness(x, y);

	return rc ? rc : _compare(x->parts, y->parts);
}

static int _by_cost_and_number(const void *a, const void *b)
{
	const priced_t *x = a, *y = b;
	int rc = _by_cost(x, y);

	return rc ? rc : _compare(x->node, y->node);
}

/* Number the kinds, and count their nodes. IN/OUT all - of each node */
static void _count_kinds(struct choose_state *s, priced_t *all)
{
	qsort(all, s->size, sizeof(*all), _by_kind);
	for (uint32_t i = 0, end; i < s->size; i = end, s->kinds++) {
		for (end = i; (end < s->size) &&
			      (all[end].of_kind == all[i].of_kind); end++)
			s->kind[all[end].node] = s->kinds;
		for (uint32_t j = i; j < end; j++)
			all[j].alike = end - i;
	}
}

static void _read_costs(struct choose_state *s, const node_facts_t *of)
{
	priced_t *all = memory_new(s->size, sizeof(*all));

	for (uint32_t i = 0; i < s->size; i++)
		all[i] = (priced_t) {
			.node = i, .weight = of ? of[i].weight : 0,
			.parts = of ? of[i].parts : 0,
			.of_kind = of ? of[i].kind : 0,
		};
	_count_kinds(s, all);
	qsort(all, s->size, sizeof(*all), _by_cost_and_number);
	for (uint32_t i = 0, rank = 0, dear = 0; i < s->size; i++) {
		rank += i && _by_cost(&all[i - 1], &all[i]);
		dear += i && _by_dearness(&all[i - 1], &all[i]);
		s->order[i] = all[i].node;
		s->cost[all[i].node] = rank;
		s->dear[all[i].node] = dear;
	}
	free(all);
}

typedef struct {
	uint32_t at;
	uint32_t node;
} under_t;

static int _by_switch(const void *a, const void *b)
{
	const under_t *x = a, *y = b;
	int rc = _compare(x->at, y->at);

	return rc ? rc : _compare(x->node, y->node);
}

/* Number the switches of a level from 0 on, in order of their first nodes. */
static void _read_switches(struct choose_state *s, const node_facts_t *of,
			   int level)
{
	under_t *all = memory_new(s->size, sizeof(*all));
	uint32_t *number = s->switch_of[level];

	for (uint32_t i = 0; i < s->size; i++)
		all[i] = (under_t) { of ? of[i].at[level] : 0, i };
	qsort(all, s->size, sizeof(*all), _by_switch);
	if (!level)
		s->flat = !s->size || !all[s->size - 1].at;
	for (uint32_t i = 0, first = 0; i < s->size; i++) {
		if (all[i].at != all[first].at)
			first = i;
		number[all[i].node] = all[first].node;
	}
	for (uint32_t i = 0; i < s->size; i++)
		number[i] = (number[i] == i) ? s->switches[level]++ :
					       number[number[i]];
	free(all);
}

static void _forget_facts(office_t *office)
{
	struct choose_state *s = office->choose;

	free(s->order);
	free(s->cost);
	free(s->dear);
	free(s->kind);
	for (int level = 0; level < NODE_LEVELS; level++)
		free(s->switch_of[level]);
	*s = (struct choose_state) { .version = 0 };
}

static void _read_facts(office_t *office, uint32_t size)
{
	struct choose_state *s = office->choose;
	node_facts_table_t facts = office->host->nodes->facts(office);
	const node_facts_t *of = (facts.cnt == size) ? facts.of : NULL;

	if ((s->version == facts.version) && (s->size == size))
		return;
	_forget_facts(office);
	s->version = facts.version;
	s->other = facts.other;
	s->size = size;
	s->order = memory_new(size, sizeof(*s->order));
	s->cost = memory_new(size, sizeof(*s->cost));
	s->dear = memory_new(size, sizeof(*s->dear));
	s->kind = memory_new(size, sizeof(*s->kind));
	_read_costs(s, of);
	for (int level = 0; level < NODE_LEVELS; level++) {
		s->switch_of[level] = memory_new(size, sizeof(**s->switch_of));
		_read_switches(s, of, level);
	}
}

/* One choice */

typedef struct {
	office_t *office;
	const struct choose_state *s;
	garq_set_t *left;	/* the nodes to choose from */
	uint32_t missing;
	garq_set_t *chosen;
} choice_t;

static void _take_node(choice_t *c, uint32_t node)
{
	garq_set_add(c->chosen, node);
	garq_set_del(c->left, node);
	c->missing--;
}

static void _take_all(choice_t *c)
{
	GARQ_SET_EACH(i, c->left) {
		if (!c->missing)
			break;
		_take_node(c, i);
	}
}

/* Leaves */

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
		_take_node(c, v->at[leaf->first + i]);
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

/* Use as few leaves as possible: rules 3 to 6. c->left has enough nodes. */
static void _take_from_leaves(choice_t *c)
{
	leaves_t v = _make_leaves(c);
	uint32_t more = _fewest_leaves(&v, c->missing);

	for (uint32_t i = 0; c->missing && (more > LEAVES_WEIGHED); more--)
		_take_leaf(c, &v, &v.leaf[v.by_size[i++]]);
	while (c->missing && more)
		_take_leaf(c, &v, _best_leaf(&v, --more, c->missing));
	_free_leaves(&v);
}

/* Without a topology: rule 4, then runs of nodes. */
static void _take_cheapest(choice_t *c)
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
			_take_all(c);
		else
			_take_from_leaves(c);
	}
	garq_set_destroy(alike);
	c->left = left;
}

/* The lowest switches with enough nodes */

/* RET the switch of a level that has enough and is left with fewest, or none */
static uint32_t _fullest_switch(const choice_t *c, int level)
{
	uint32_t cnt = c->s->switches[level], best = UINT32_MAX;
	uint32_t *has = memory_new(cnt, sizeof(*has));

	GARQ_SET_EACH(i, c->left)
		has[c->s->switch_of[level][i]]++;
	for (uint32_t i = 0; i < cnt; i++)
		if ((has[i] >= c->missing) &&
		    ((best == UINT32_MAX) || (has[i] < has[best])))
			best = i;
	free(has);
	return best;
}

/* Keep the nodes under the lowest switch that has enough. */
static void _narrow_to_switch(choice_t *c)
{
	for (int level = 0; level < NODE_LEVELS; level++) {
		uint32_t best = _fullest_switch(c, level);

		if (best == UINT32_MAX)
			continue;
		if (!level)
			return;		/* one leaf will do: rules 4 and 5 */
		GARQ_SET_EACH(i, c->left)
			if (c->s->switch_of[level][i] != best)
				garq_set_del(c->left, i);
		return;
	}
}

/* The nodes of the same kind as a node that the booking keeps */

/* RET the nodes of left that share a fact with one of chosen; owned */
static garq_set_t *_that_share(const choice_t *c, const uint32_t *fact,
			       uint32_t facts)
{
	bool *used = memory_new(facts, sizeof(*used));
	garq_set_t *found = memory_there(garq_set_create(c->left->size));

	GARQ_SET_EACH(i, c->chosen)
		used[fact[i]] = true;
	GARQ_SET_EACH(i, c->left)
		if (used[fact[i]])
			garq_set_add(found, i);
	free(used);
	return found;
}

/* Narrow the choice to nodes of the kinds in chosen, if there are enough. */
static void _narrow_to_alike(choice_t *c)
{
	const struct choose_state *s = c->s;
	garq_set_t *found = _that_share(c, s->kind, s->kinds);

	if (garq_set_count(found) < c->missing) {
		garq_set_destroy(found);
		return;
	}
	garq_set_destroy(c->left);
	c->left = found;
}

/* Take nodes at the leaf switches that chosen uses. */
static void _take_beside(choice_t *c)
{
	garq_set_t *found = _that_share(c, c->s->switch_of[0],
					c->s->switches[0]);
	garq_set_t *left = c->left;

	if (garq_set_count(found) <= c->missing) {
		c->left = found;
		_take_all(c);
		c->left = left;
		garq_set_del_all(left, c->chosen);
	} else {
		garq_set_zero(left);
		garq_set_add_all(left, found);
	}
	garq_set_destroy(found);
}

/* Have the host choose: those of its nodes that are free are taken. */
static void _let_host_choose(choice_t *c)
{
	garq_set_t *nodes = c->office->host->nodes->select(c->office, c->left,
							   c->missing);

	for (uint32_t i = nodes ? garq_set_next(nodes, 0) : UINT32_MAX;
	     c->missing && (i < c->left->size);
	     i = garq_set_next(nodes, i + 1))
		if (garq_set_test(c->left, i))
			_take_node(c, i);
	garq_set_destroy(nodes);
}

static void _choose(choice_t *c)
{
	if (garq_set_count(c->left) <= c->missing) {
		_take_all(c);
		return;
	}
	if (garq_set_next(c->chosen, 0) < c->chosen->size) {
		_narrow_to_alike(c);
		if (!c->s->flat)
			_take_beside(c);
	}
	if (c->missing && c->s->other)
		_let_host_choose(c);
	if (!c->missing)
		return;
	if (c->s->flat) {
		_take_cheapest(c);
		return;
	}
	_narrow_to_switch(c);
	_take_from_leaves(c);
}

/* RET the nodes of free that can be used now, without those of chosen; owned */
static garq_set_t *_usable_nodes(office_t *office, const garq_set_t *free_set,
				 const garq_set_t *chosen, bool down)
{
	garq_set_t *nodes = memory_there(garq_set_copy(free_set));

	garq_set_del_all(nodes, chosen);
	GARQ_SET_EACH(i, nodes)
		if ((view_down_since(office, i) != 0) != down)
			garq_set_del(nodes, i);
	return nodes;
}

void choose_nodes(office_t *office, const garq_set_t *free_set, uint32_t num_cn,
		  garq_set_t *chosen)
{
	choice_t c = {
		.office = office, .s = office->choose, .missing = num_cn,
		.chosen = chosen,
	};

	_read_facts(office, free_set->size);
	for (int down = 0; c.missing && (down <= 1); down++) {
		c.left = _usable_nodes(office, free_set, chosen, down);
		_choose(&c);
		garq_set_destroy(c.left);
	}
}

/* A wish for few leaf switches */

bool choose_knows_switches(office_t *office)
{
	_read_facts(office, view_size(office));
	return !office->choose->flat && !office->choose->other;
}

/* RET the number of nodes at each leaf switch; free(). NULL: not known */
static uint32_t *_count_at_leaves(office_t *office, const garq_set_t *nodes)
{
	const struct choose_state *s = office->choose;
	uint32_t *has;

	_read_facts(office, nodes->size);
	if (s->flat || s->other)
		return NULL;
	has = memory_new(s->switches[0], sizeof(*has));
	GARQ_SET_EACH(i, nodes)
		has[s->switch_of[0][i]]++;
	return has;
}

uint32_t choose_switches(office_t *office, const garq_set_t *nodes)
{
	uint32_t *has = _count_at_leaves(office, nodes), cnt = 0;

	for (uint32_t i = 0; has && (i < office->choose->switches[0]); i++)
		cnt += has[i] > 0;
	free(has);
	return cnt;
}

char *choose_wish_text(office_t *office, uint32_t switches,
		       const garq_set_t *nodes)
{
	uint32_t at = (switches && nodes) ? choose_switches(office, nodes) : 0;

	return at ? text_printf("switches:%"PRIu32", at %"PRIu32" leaf switch%s",
				switches, at, (at == 1) ? "" : "es") : NULL;
}

static int _most_first(const void *a, const void *b)
{
	return _compare(*(const uint32_t *) b, *(const uint32_t *) a);
}

/* The same, the most first. OUT ret_leaves - how many */
static uint32_t *_largest_first(office_t *office, const garq_set_t *nodes,
				uint32_t *ret_leaves)
{
	uint32_t *has = _count_at_leaves(office, nodes);

	*ret_leaves = has ? office->choose->switches[0] : 0;
	if (has)
		qsort(has, *ret_leaves, sizeof(*has), _most_first);
	return has;
}

uint32_t choose_most(office_t *office, const garq_set_t *nodes,
		     uint32_t switches)
{
	uint32_t leaves, sum = 0;
	uint32_t *has = _largest_first(office, nodes, &leaves);

	for (uint32_t i = 0; (i < leaves) && (i < switches); i++)
		sum += has[i];
	free(has);
	return sum;
}

uint32_t choose_fewest(office_t *office, const garq_set_t *nodes,
		       uint32_t num_cn)
{
	uint32_t leaves, cnt = 0, sum = 0;
	uint32_t *has = _largest_first(office, nodes, &leaves);

	if (!has)
		return 0;
	while ((cnt < leaves) && (sum < num_cn))
		sum += has[cnt++];
	free(has);
	return (sum < num_cn) ? UINT32_MAX : cnt;
}

/*
 * Use as few leaf switches as there can be, those of the kept nodes first.
 * IN down - nodes that are down will do, too
 * RET chosen with num_cn more nodes; owned. NULL: there are fewer
 */
static garq_set_t *_with_fewest(office_t *office, const garq_set_t *free_set,
				uint32_t num_cn, const garq_set_t *chosen,
				bool down)
{
	choice_t c = {
		.office = office, .s = office->choose, .missing = num_cn,
		.left = _usable_nodes(office, free_set, chosen, false),
		.chosen = memory_there(garq_set_copy(chosen)),
	};

	if (down) {
		garq_set_add_all(c.left, free_set);
		garq_set_del_all(c.left, chosen);
	}
	if (garq_set_count(c.left) < num_cn) {
		garq_set_destroy(c.chosen);
		c.chosen = NULL;
	} else {
		if (garq_set_next(c.chosen, 0) < c.chosen->size)
			_take_beside(&c);
		if (c.missing)
			_take_from_leaves(&c);
	}
	garq_set_destroy(c.left);
	return c.chosen;
}

void choose_within(office_t *office, uint32_t switches,
		   const garq_set_t *free_set, uint32_t num_cn,
		   garq_set_t *chosen)
{
	garq_set_t *best = memory_there(garq_set_copy(chosen)), *other;

	choose_nodes(office, free_set, num_cn, best);
	for (int down = 0; switches && (down <= 1) &&
	     (choose_switches(office, best) > switches); down++) {
		other = _with_fewest(office, free_set, num_cn, chosen, down);
		if (other && (choose_switches(office, other) <
			      choose_switches(office, best))) {
			garq_set_zero(best);
			garq_set_add_all(best, other);
		}
		garq_set_destroy(other);
	}
	garq_set_add_all(chosen, best);
	garq_set_destroy(best);
}

void choose_of(office_t *office, const garq_set_t *of,
	       const garq_set_t *free_set, garq_set_t *chosen,
	       uint32_t *missing)
{
	garq_set_t *both;
	uint32_t before = garq_set_count(chosen);

	if (!of || !*missing)
		return;
	both = memory_there(garq_set_copy(free_set));
	GARQ_SET_EACH(i, both)
		if (!garq_set_test(of, i))
			garq_set_del(both, i);
	choose_nodes(office, both, *missing, chosen);
	*missing -= garq_set_count(chosen) - before;
	garq_set_destroy(both);
}

garq_set_t *choose_cheapest(office_t *office, garq_set_t *nodes)
{
	garq_set_t *found = memory_there(garq_set_create(nodes->size));
	uint32_t least = UINT32_MAX;
	const uint32_t *dear;

	_read_facts(office, nodes->size);
	dear = office->choose->dear;
	GARQ_SET_EACH(i, nodes)
		least = MIN(least, dear[i]);
	GARQ_SET_EACH(i, nodes)
		if (dear[i] == least)
			garq_set_add(found, i);
	garq_set_del_all(nodes, found);
	return found;
}

static void _end_state(office_t *office)
{
	_forget_facts(office);
}

const office_state_t choose_state = OFFICE_STATE(choose, NULL, _end_state);
