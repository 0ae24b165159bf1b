/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>

#include "plugin/booking/place/choose/choose_facts.h"
#include "plugin/booking/view/host.h"
#include "plugin/memory/memory.h"

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

void choose_facts_read(office_t *office, uint32_t size)
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

const office_state_t choose_state = OFFICE_STATE(choose, NULL, _forget_facts);
