/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <inttypes.h>
#include <stdlib.h>
#include <sys/param.h>

#include "plugin/booking/place/choose/choose.h"
#include "plugin/booking/place/choose/choose_leaves.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/view/host.h"
#include "plugin/booking/view/view.h"
#include "plugin/memory/memory.h"

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
		choice_take_all(c);
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
			choice_take(c, i);
	garq_set_destroy(nodes);
}

static void _choose(choice_t *c)
{
	if (garq_set_count(c->left) <= c->missing) {
		choice_take_all(c);
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
		choose_leaves_cheapest(c);
		return;
	}
	_narrow_to_switch(c);
	choose_leaves_take(c);
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

	choose_facts_read(office, free_set->size);
	for (int down = 0; c.missing && (down <= 1); down++) {
		c.left = _usable_nodes(office, free_set, chosen, down);
		_choose(&c);
		garq_set_destroy(c.left);
	}
}

/* A wish for few leaf switches */

bool choose_knows_switches(office_t *office)
{
	choose_facts_read(office, view_size(office));
	return !office->choose->flat && !office->choose->other;
}

/* RET the number of nodes at each leaf switch; free(). NULL: not known */
static uint32_t *_count_at_leaves(office_t *office, const garq_set_t *nodes)
{
	const struct choose_state *s = office->choose;
	uint32_t *has;

	choose_facts_read(office, nodes->size);
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
	uint32_t x = *(const uint32_t *) a, y = *(const uint32_t *) b;

	return (x < y) - (x > y);
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
			choose_leaves_take(&c);
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

	choose_facts_read(office, nodes->size);
	dear = office->choose->dear;
	GARQ_SET_EACH(i, nodes)
		least = MIN(least, dear[i]);
	GARQ_SET_EACH(i, nodes)
		if (dear[i] == least)
			garq_set_add(found, i);
	garq_set_del_all(nodes, found);
	return found;
}
