/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * choose_test.c - which of the free nodes a request gets: a site's facts, and
 * random ones against all choices that there are.
 */
#include <stdlib.h>

#include "plugin/booking/place/choose/choose.h"
#include "plugin/booking/states.h"
#include "plugin/booking/view/view_feed.h"
#include "test/unit/test_office.h"
#include "test/unit/test_util.h"

#define NOW 1000000
#define SITE 24
#define MOST 10
#define GAMES 300
#define RUNS 9

static node_facts_t facts[SITE];

static void _begin(uint32_t nodes)
{
	options_t options = options_default();

	test_office_begin(nodes, &options, office_states);
	view_build(office, nodes, NULL, NOW);
	for (uint32_t i = 0; i < nodes; i++)
		facts[i] = (node_facts_t) { .weight = 1, .parts = 1 };
	fake.facts = (node_facts_table_t) { facts, nodes, 1, false };
}

/* Nodes from first on. */
static void _facts_of(uint32_t first, uint32_t cnt, uint32_t kind,
		      uint32_t weight, uint32_t parts)
{
	for (uint32_t i = first; i < first + cnt; i++) {
		facts[i].kind = kind;
		facts[i].weight = weight;
		facts[i].parts = parts;
	}
	fake.facts.version++;
}

/*
 * A site: a to l are two types of CPU nodes at two leaves by turns; m to p have
 * four A100 each, q to t eight H100, two of each at one leaf and two at another;
 * u to x are cloud nodes.
 */
static void _begin_site(void)
{
	_begin(SITE);
	_facts_of(0, 6, 1, 10, 2);
	_facts_of(6, 6, 2, 20, 2);
	_facts_of(8, 4, 2, 20, 3);
	_facts_of(12, 4, 3, 100, 3);
	_facts_of(16, 4, 4, 200, 2);
	_facts_of(20, 4, 5, 1000, 2);
	for (uint32_t i = 0; i < SITE; i++) {
		facts[i].at[0] = (i < 12) ? 1 + i % 2 :
				 (i < 20) ? 3 + i / 2 % 2 : 5;
		facts[i].at[1] = 9;
	}
}

/* The letters of the nodes that are chosen. RET free() */
static char *_chosen_within(uint32_t switches, const char *of, uint32_t num_cn,
			    const char *kept)
{
	garq_set_t *free_set = garq_set_create(view_size(office));
	garq_set_t *chosen = garq_set_create(view_size(office));
	char *text = calloc(SITE + 1, 1), *end = text;

	ck_assert(free_set && chosen && text);
	for (; *of; of++)
		garq_set_add(free_set, (uint32_t) (*of - 'a'));
	for (; *kept; kept++)
		garq_set_add(chosen, (uint32_t) (*kept - 'a'));
	choose_within(office, switches, free_set, num_cn, chosen);
	GARQ_SET_EACH(i, chosen)
		*end++ = (char) ('a' + i);
	garq_set_destroy(free_set);
	garq_set_destroy(chosen);
	return text;
}

static char *_chosen(const char *of, uint32_t num_cn, const char *kept)
{
	return _chosen_within(0, of, num_cn, kept);
}

#define ALL "abcdefghijklmnopqrstuvwx"
#define GPU "mnopqrst"
#define MIXED "ijklmnop"

static const struct {
	const char *of;
	uint32_t num_cn;
	const char *kept;
	const char *want;
} cases[] = {
	/* one leaf if it has enough, the cheapest nodes of it */
	{ ALL, 1, "", "a" },
	{ ALL, 3, "", "ace" },
	{ ALL, 4, "", "aceg" },
	{ ALL, 6, "", "acegik" },
	/* two leaves, and not the cloud's, which costs more */
	{ ALL, 7, "", "abcegik" },
	{ ALL, 12, "", "abcdefghijkl" },
	{ ALL, 13, "", "abcdefghijklm" },
	/* A100 before H100; but fewer leaves before cheaper nodes */
	{ GPU, 1, "", "m" },
	{ GPU, 2, "", "mn" },
	{ GPU, 3, "", "mnq" },
	{ GPU, 4, "", "mnqr" },
	{ GPU, 5, "", "mnoqr" },
	{ MIXED, 1, "", "i" },
	{ MIXED, 2, "", "ik" },
	/* the leaf that is left with fewest nodes */
	{ "acbdf", 2, "", "ac" },
	{ "acebdfh", 3, "", "ace" },
	{ "mnqop", 2, "", "op" },
	/* all that there are */
	{ "mq", 2, "", "mq" },
	{ "mq", 3, "", "mq" },
	{ "", 2, "", "" },
	{ ALL, 0, "", "" },
	/* beside those that are kept: of their kind, then at their leaf */
	{ ALL, 1, "q", "qr" },
	{ ALL, 3, "q", "qrst" },
	{ "mnopst", 1, "qr", "qrs" },
	{ "mnop", 1, "qr", "mqr" },
	{ "bdegh", 2, "a", "abe" },
	{ "mnop", 3, "q", "mnoq" },
	{ "abcm", 1, "m", "bm" },	/* kept ones are not counted */
};

START_TEST(of_a_site)
{
	char *got;

	_begin_site();
	got = _chosen(cases[_i].of, cases[_i].num_cn, cases[_i].kept);
	ck_assert_pstr_eq(got, cases[_i].want);
	free(got);
}
END_TEST

/* Without a topology: cost, then the smallest run that is long enough. */
START_TEST(of_runs)
{
	static const struct {
		const char *of;
		uint32_t num_cn;
		const char *want;
	} runs[RUNS] = {
		{ "acdefh", 1, "a" }, { "acdefh", 2, "cd" },
		{ "abdefhij", 2, "ab" }, { "abdefhij", 3, "def" },
		{ "abdefhij", 4, "adef" }, { "abdefhij", 5, "abdef" },
		{ "acegi", 3, "ace" },
		{ "klmnop", 1, "m" }, { "klmnop", 5, "kmnop" },
	};
	char *got;

	_begin(SITE);
	_facts_of(10, 2, 0, 7, 1);
	got = _chosen(runs[_i].of, runs[_i].num_cn, "");
	ck_assert_pstr_eq(got, runs[_i].want);
	free(got);
}
END_TEST

/* Nodes that are down come last, wherever they are. */
START_TEST(of_those_that_are_up)
{
	garq_set_t *up;
	char *got;

	_begin_site();
	up = garq_set_create(SITE);
	for (uint32_t i = 1; i < SITE; i++)
		garq_set_add(up, i);
	view_nodes_see(office, up, NULL, NOW);
	garq_set_destroy(up);
	got = _chosen("abcde", 2, "");
	ck_assert_pstr_eq(got, "ce");
	free(got);
	got = _chosen("abcd", 4, "");
	ck_assert_pstr_eq(got, "abcd");
	free(got);
	got = _chosen("abcd", 3, "");
	ck_assert_pstr_eq(got, "bcd");
	free(got);
}
END_TEST

/* Without facts, and with others: what was read before does not count. */
START_TEST(facts_change)
{
	char *got;

	_begin_site();
	got = _chosen(ALL, 3, "");
	ck_assert_pstr_eq(got, "ace");
	free(got);
	_facts_of(0, SITE, 1, 1, 1);
	_facts_of(1, 1, 1, 0, 1);
	got = _chosen(ALL, 1, "");
	ck_assert_pstr_eq(got, "b");
	free(got);
	fake.facts = (node_facts_table_t) { .version = 99 };
	got = _chosen("bcegh", 2, "");
	ck_assert_pstr_eq(got, "bc");
	free(got);
}
END_TEST

/* Where the topology has rules that the host alone knows, it chooses. */
START_TEST(by_the_host)
{
	char *got;

	_begin_site();
	fake.facts.other = true;
	got = _chosen("abcdef", 2, "");
	ck_assert_pstr_eq(got, "ef");
	free(got);
	got = _chosen("mnqr", 1, "s");
	ck_assert_pstr_eq(got, "rs");
	free(got);
}
END_TEST

/* --- random facts, and all choices ---------------------------------------- */

static uint32_t _bits(uint32_t set)
{
	return (uint32_t) __builtin_popcount(set);
}

/* The switches of a level that the nodes of a set use. */
static uint32_t _switches(uint32_t set, int level)
{
	uint32_t seen = 0;

	for (uint32_t i = 0; i < MOST; i++)
		if (set >> i & 1)
			seen |= UINT32_C(1) << facts[i].at[level];
	return _bits(seen);
}

static uint32_t _runs(uint32_t set)
{
	return _bits(set & ~(set << 1));
}

static uint32_t _weights(uint32_t set)
{
	uint32_t sum = 0;

	for (uint32_t i = 0; i < MOST; i++)
		sum += (set >> i & 1) ? facts[i].weight : 0;
	return sum;
}

/* The lowest level at which one switch has all of a set. */
static int _level_of(uint32_t set)
{
	int level = 0;

	while ((level < NODE_LEVELS - 1) && (_switches(set, level) > 1))
		level++;
	return level;
}

/* The rules that a choice is best by, as a number: the less the better. */
static uint32_t _badness(uint32_t set, bool flat)
{
	uint32_t level = (uint32_t) _level_of(set);

	if (flat)
		return _weights(set);
	return (level << 16) + (_switches(set, 0) << 8) +
	       ((_switches(set, 0) == 1) ? _weights(set) : 0);
}

/* RET the choice, one bit for each node */
static uint32_t _choice(uint32_t of, uint32_t num_cn)
{
	garq_set_t *free_set = garq_set_create(MOST);
	garq_set_t *chosen = garq_set_create(MOST);
	uint32_t set;

	ck_assert(free_set && chosen);
	free_set->word[0] = of;
	choose_nodes(office, free_set, num_cn, chosen);
	set = (uint32_t) chosen->word[0];
	garq_set_destroy(free_set);
	garq_set_destroy(chosen);
	return set;
}

/*
 * With one level of switches above the leaves: of two that have enough the one
 * that is left with fewest nodes is used, whose leaves may be more.
 */
START_TEST(no_choice_is_better)
{
	rng_t r = { test_seed() };
	bool flat = _i;

	_begin(MOST);
	for (int game = 0; game < GAMES; game++) {
		uint32_t of, num_cn, got, least = UINT32_MAX;

		for (uint32_t i = 0; i < MOST; i++) {
			_facts_of(i, 1, 0, 1 + (uint32_t) rng_below(&r, 3), 1);
			facts[i].at[0] = flat ? 0 : 1 + (uint32_t) rng_below(&r, 4);
			facts[i].at[1] = flat ? 0 : 1;
		}
		of = (uint32_t) rng_below(&r, 1U << MOST);
		num_cn = (uint32_t) rng_below(&r, _bits(of) + 1);
		got = _choice(of, num_cn);
		ck_assert_uint_eq(_bits(got), num_cn);
		ck_assert_uint_eq(got & ~of, 0);
		ck_assert_uint_eq(_choice(of, num_cn), got);
		for (uint32_t set = 0; set < (1U << MOST); set++)
			if (!(set & ~of) && (_bits(set) == num_cn) &&
			    (_badness(set, flat) < least))
				least = _badness(set, flat);
		ck_assert_uint_eq(_badness(got, flat), least);
	}
}
END_TEST

/* All nodes cost the same: as few runs as there can be. */
START_TEST(no_choice_has_fewer_runs)
{
	rng_t r = { test_seed() };

	_begin(MOST);
	for (int game = 0; game < GAMES; game++) {
		uint32_t of = (uint32_t) rng_below(&r, 1U << MOST), least = UINT32_MAX;
		uint32_t num_cn = (uint32_t) rng_below(&r, _bits(of) + 1);
		uint32_t got = _choice(of, num_cn);

		for (uint32_t set = 0; set < (1U << MOST); set++)
			if (!(set & ~of) && (_bits(set) == num_cn) &&
			    (_runs(set) < least))
				least = _runs(set);
		ck_assert_uint_eq(_runs(got), least);
	}
}
END_TEST

/* A wish for few leaf switches goes before the kind of the kept nodes; where
 * it can't be granted the fewest are chosen. */
START_TEST(within_switches)
{
	static const struct {
		uint32_t switches;
		const char *of;
		uint32_t num_cn;
		const char *kept, *want;
	} wishes[] = {
		{ 1, ALL, 2, "", "ac" },
		{ 0, "bdgik", 2, "a", "abd" },	/* the kind first */
		{ 1, "bdgik", 2, "a", "agi" },
		{ 2, "bdgik", 2, "a", "abd" },
		{ 1, "bdgik", 4, "a", "abgik" },
		{ 1, "mqo", 3, "", "moq" },	/* there are no fewer than 2 */
	};

	_begin_site();
	for (size_t i = 0; i < COUNT(wishes); i++) {
		char *got = _chosen_within(wishes[i].switches, wishes[i].of,
					   wishes[i].num_cn, wishes[i].kept);

		ck_assert_msg(!strcmp(got, wishes[i].want), "%zu: %s, not %s",
			      i, got, wishes[i].want);
		free(got);
	}
}
END_TEST

/* The number of switches is that of all choices, tried one by one. */
START_TEST(fewest_switches)
{
	rng_t r = { test_seed() };
	garq_set_t *set;

	_begin(MOST);
	set = garq_set_create(MOST);
	ck_assert(set);
	for (int game = 0; game < GAMES; game++) {
		uint32_t of = (uint32_t) rng_below(&r, 1U << MOST);
		uint32_t least = UINT32_MAX, most = 0, num_cn;
		uint32_t at = 1 + (uint32_t) rng_below(&r, 3);

		for (uint32_t i = 0; i < MOST; i++) {
			facts[i].at[0] = 1 + (uint32_t) rng_below(&r, 4);
			facts[i].at[1] = 7;
		}
		fake.facts.version++;
		num_cn = 1 + (uint32_t) rng_below(&r, MOST);
		for (uint32_t some = 0; some < (1U << MOST); some++)
			if (!(some & ~of) && (_bits(some) == num_cn) &&
			    (_switches(some, 0) < least))
				least = _switches(some, 0);
		for (uint32_t some = 0; some < (1U << MOST); some++)
			if (!(some & ~of) && (_bits(some) > most) &&
			    (_switches(some, 0) <= at))
				most = _bits(some);
		set->word[0] = of;
		ck_assert_uint_eq(choose_fewest(office, set, num_cn), least);
		ck_assert_uint_eq(choose_most(office, set, at), most);
		ck_assert_uint_eq(choose_switches(office, set),
				  _switches(of, 0));
	}
	garq_set_destroy(set);
}
END_TEST

/* Thousands of runs are taken by their length, not weighed one by one. */
START_TEST(many_runs)
{
	const uint32_t nodes = 4000;
	garq_set_t *free_set, *chosen;

	_begin(1);
	fake.facts = (node_facts_table_t) { .version = 2 };
	free_set = garq_set_create(nodes);
	chosen = garq_set_create(nodes);
	ck_assert(free_set && chosen);
	for (uint32_t i = 0; i < nodes; i++)
		if ((i % 3) || (i % 2))
			garq_set_add(free_set, i);
	choose_nodes(office, free_set, 1500, chosen);
	ck_assert_uint_eq(garq_set_count(chosen), 1500);
	ck_assert(garq_set_is_subset(chosen, free_set));
	garq_set_destroy(free_set);
	garq_set_destroy(chosen);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("choose");
	TCase *t = test_case(s, "all", 0);

	tcase_add_checked_fixture(t, NULL, test_office_end);
	tcase_add_loop_test(t, of_a_site, 0,
			    COUNT(cases));
	tcase_add_loop_test(t, of_runs, 0, RUNS);
	tcase_add_test(t, of_those_that_are_up);
	tcase_add_test(t, facts_change);
	tcase_add_test(t, by_the_host);
	tcase_add_loop_test(t, no_choice_is_better, 0, 2);
	tcase_add_test(t, no_choice_has_fewer_runs);
	tcase_add_test(t, many_runs);
	tcase_add_test(t, within_switches);
	tcase_add_test(t, fewest_switches);
	return test_run(s);
}
