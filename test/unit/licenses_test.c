/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * licenses_test.c - counts of licenses: facts, and random operations against a
 * table of seconds.
 */
#include <stdlib.h>
#include <string.h>

#include "plugin/booking/view/licenses.h"
#include "test/unit/test_util.h"

#define FOREVER GARQ_FOREVER
#define NOW ((time_t) 1000)

/* What is asked of a license */

static lic_counts_t *_make(void)
{
	lic_counts_t *c = lic_create(60, 3600, NOW);

	ck_assert_ptr_nonnull(c);
	return c;
}

static time_t _next_of(const lic_counts_t *c, const char *name, uint32_t num,
		       uint32_t total, time_t from, time_t duration)
{
	lic_t one = { .name = (char *) name, .num = num, .total = total };
	lic_set_t want = { .list = &one, .cnt = 1 };

	return lic_next(c, &want, from, duration);
}

static lic_short_t _short_of(const lic_counts_t *c, const char *name,
			     uint32_t num, uint32_t total, time_t t_s,
			     time_t t_e)
{
	lic_t one = { .name = (char *) name, .num = num, .total = total };

	return lic_short(c, &one, t_s, t_e);
}

START_TEST(what_follows_is_not_added_up)
{
	lic_holder_t a = { NULL }, b = { NULL };
	lic_counts_t *c = _make();

	ck_assert_int_eq(lic_hold(c, &a, 1, "sw", 4, 1100, 1200), 0);
	ck_assert_int_eq(lic_hold(c, &b, 2, "sw", 3, 1200, 1300), 0);
	ck_assert_int_eq(_next_of(c, "sw", 1, 4, 1200, 100), 1200);
	ck_assert_int_eq(_next_of(c, "sw", 1, 4, 1199, 100), 1200);
	ck_assert_int_eq(_next_of(c, "sw", 2, 4, 1000, 101), 1300);
	ck_assert_int_eq(_next_of(c, "sw", 4, 4, 1000, 100), 1000);
	ck_assert_int_eq(_next_of(c, "sw", 5, 8, 1000, 300), 1200);
	ck_assert_int_eq(_next_of(c, "sw", 5, 4, 1000, 1), FOREVER);
	ck_assert_int_eq(_next_of(c, "sw", 0, 4, 1100, 100), 1100);
	ck_assert_int_eq(_next_of(c, "other", 4, 4, 1100, 100), 1100);
	lic_release(c, &a);
	lic_release(c, &b);
	lic_destroy(c);
}
END_TEST

START_TEST(several_have_to_fit_together)
{
	lic_t two[] = { { (char *) "a", 1, 1 }, { (char *) "b", 1, 1 } };
	lic_set_t want = { .list = two, .cnt = 2 };
	lic_holder_t h = { NULL };
	lic_counts_t *c = _make();
	time_t t = 1000, next;

	ck_assert_int_eq(lic_hold(c, &h, 1, "a", 1, 1000, 1100), 0);
	ck_assert_int_eq(lic_hold(c, &h, 1, "b", 1, 1110, 1200), 0);
	ck_assert_int_eq(lic_hold(c, &h, 1, "a", 1, 1210, 1300), 0);
	while ((next = lic_next(c, &want, t, 20)) != t)
		t = next;
	ck_assert_int_eq(t, 1300);
	t = 1000;
	while ((next = lic_next(c, &want, t, 10)) != t)
		t = next;
	ck_assert_int_eq(t, 1100);
	lic_release(c, &h);
	lic_destroy(c);
}
END_TEST

START_TEST(says_where_it_is_short)
{
	lic_holder_t h = { NULL };
	lic_counts_t *c = _make();
	lic_short_t s;

	ck_assert_int_eq(lic_hold(c, &h, 1, "sw", 3, 1100, FOREVER), 0);
	s = _short_of(c, "sw", 3, 4, 1050, 1101);
	ck_assert_uint_eq(s.missing, 2);
	ck_assert_int_eq(s.at, 1100);
	ck_assert_uint_eq(_short_of(c, "sw", 3, 4, 1050, 1100).missing, 0);
	ck_assert_uint_eq(_short_of(c, "sw", 1, 4, 1050, 1200).missing, 0);
	/* now fewer exist than are held, or than are wanted */
	ck_assert_uint_eq(_short_of(c, "sw", 1, 2, 1100, 1200).missing, 1);
	ck_assert_uint_eq(_short_of(c, "sw", 5, 2, 1100, 1200).missing, 5);
	ck_assert_uint_eq(_short_of(c, "none", 5, 2, 1100, 1200).missing, 3);
	ck_assert_int_eq(_next_of(c, "sw", 1, 2, 1050, 50), 1050);
	ck_assert_int_eq(_next_of(c, "sw", 1, 2, 1050, 51), FOREVER);
	lic_release(c, &h);
	lic_destroy(c);
}
END_TEST

static bool _first_id(void *arg, uint64_t id, uint32_t node, time_t t_s,
		      time_t t_e)
{
	(void) node;
	(void) t_s;
	(void) t_e;
	*(uint64_t *) arg = id;
	return false;
}

START_TEST(says_who_holds_it)
{
	lic_holder_t a = { NULL }, b = { NULL };
	lic_counts_t *c = _make();
	uint64_t id = 0;

	ck_assert_int_eq(lic_hold(c, &a, 1, "sw", 3, 1100, 1200), 0);
	ck_assert_int_eq(lic_hold(c, &b, 2, "sw", 1, 1150, 1200), 0);
	lic_each(c, "sw", 1000, 1101, GARQ_NO_GROUP, _first_id, &id);
	ck_assert_uint_eq(id, 1);
	lic_each(c, "sw", 1000, 1300, 1, _first_id, &id);
	ck_assert_uint_eq(id, 2);
	ck_assert_uint_eq(lic_held(&a, "sw"), 3);
	ck_assert_uint_eq(lic_held(&a, "other"), 0);
	ck_assert_str_eq(lic_name(c, 0), "sw");
	ck_assert_ptr_null(lic_name(c, 1));
	id = 0;
	lic_release(c, &a);
	lic_each(c, "sw", 1000, 1150, GARQ_NO_GROUP, _first_id, &id);
	ck_assert_uint_eq(id, 0);
	/* destroy the counts first */
	lic_destroy(c);
	lic_release(NULL, &b);
	ck_assert_ptr_null(b.first);
}
END_TEST

START_TEST(more_than_can_be_counted)
{
	lic_holder_t h[3] = { { NULL }, { NULL }, { NULL } };
	lic_counts_t *c = _make();

	for (int i = 0; i < 3; i++)
		ck_assert_int_eq(lic_hold(c, &h[i], i + 1, "sw", INT32_MAX,
					  1100, 1200), 0);
	ck_assert_int_eq(_next_of(c, "sw", 1, INT32_MAX, 1100, 1), 1200);
	ck_assert_uint_eq(_short_of(c, "sw", 1, INT32_MAX, 1100, 1101).missing,
			  1);
	for (int i = 0; i < 3; i++)
		lic_release(c, &h[i]);
	ck_assert_int_eq(_next_of(c, "sw", INT32_MAX, INT32_MAX, 1100, 1),
			 1100);
	lic_destroy(c);
}
END_TEST

START_TEST(refuses)
{
	lic_holder_t h = { NULL };
	lic_counts_t *c = _make();

	assert_error(lic_hold(c, &h, 1, "sw", 1, 1100, FOREVER + 1), EINVAL);
	assert_error(lic_hold(c, &h, GARQ_NO_GROUP, "sw", 1, 1100, 1200),
		     EINVAL);
	ck_assert_int_eq(lic_hold(c, &h, 1, "sw", 0, 1100, 1200), 0);
	ck_assert_int_eq(lic_hold(c, &h, 1, "sw", 1, 1100, 1100), 0);
	ck_assert_int_eq(lic_hold(c, &h, 1, "sw", 1, 900, NOW), 0);
	ck_assert_ptr_null(h.first);
	ck_assert_ptr_null(lic_name(c, 0));
	ck_assert_ptr_null(lic_create(0, 3600, NOW));
	ck_assert_ptr_null(lic_create(60, 59, NOW));
	ck_assert_ptr_null(lic_create(60, 3600, -1));
	lic_destroy(c);
	lic_destroy(NULL);
	/* A year in slots of a second would be 31,536,000 of them. */
	c = lic_create(1, 365 * 86400, NOW);
	ck_assert_ptr_nonnull(c);
	ck_assert_int_eq(lic_hold(c, &h, 1, "sw", 1, 1100, 1101), 0);
	ck_assert_int_eq(_next_of(c, "sw", 1, 1, 1100, 1), 1101);
	lic_release(c, &h);
	lic_destroy(c);
}
END_TEST

/* The text */

static const struct {
	const char *text;
	bool ok;
} texts[] = {
	{ "", true }, { "sw", true }, { "sw:1", true }, { "sw:", true },
	{ "a:1,b:2;c=3", true }, { "a@host:2147483647", true },
	{ "a:2147483648", false }, { "a=99999999999999999999999", false },
	{ "a:2147483646,b:1", true }, { "a:2147483646,a:2", false },
	{ "a:1073741824;a:1073741824", false }, { "4294967297", true },
	{ "a:-1", true }, { "a:1:2147483647", false }, { ":::", true },
};

START_TEST(text)
{
	ck_assert_msg(lic_text_ok(texts[_i].text) == texts[_i].ok, "%s",
		      texts[_i].text);
}
END_TEST

START_TEST(text_of_a_booking)
{
	lic_set_t set = lic_set_read("sw:3,gone;at@far:12,other=2");
	const lic_t want[] = {
		{ (char *) "sw", 3, 0 }, { (char *) "gone", 1, 0 },
		{ (char *) "at@far", 12, 0 }, { (char *) "other", 2, 0 },
	};

	ck_assert_uint_eq(set.cnt, COUNT(want));
	for (uint32_t i = 0; i < set.cnt; i++) {
		ck_assert_str_eq(set.list[i].name, want[i].name);
		ck_assert_uint_eq(set.list[i].num, want[i].num);
	}
	lic_set_free(&set);
	set = lic_set_read(NULL);
	ck_assert_uint_eq(set.cnt, 0);
}
END_TEST

/* Random operations against a table of what is held at each second */

#define SPAN 400
#define NAMES 3
#define HOLDERS 12
#define DURATION_MAX 40

typedef struct {
	lic_holder_t h;
	uint32_t num[NAMES][SPAN];
} player_t;

typedef struct {
	uint64_t op;
	rng_t rng;
	time_t now;
	lic_counts_t *c;
	player_t player[HOLDERS];
	int away;	/* the excluded holder, or -1 */
} game_t;

static const char *const names[NAMES] = { "a", "b", "long@name" };

static uint32_t _table(const game_t *g, int name, time_t t)
{
	uint32_t sum = 0;

	if ((t < g->now) || (t >= NOW + SPAN))
		return 0;
	for (int i = 0; i < HOLDERS; i++)
		if (i != g->away)
			sum += g->player[i].num[name][t - NOW];
	return sum;
}

static void _hold(game_t *g)
{
	int i = (int) rng_below(&g->rng, HOLDERS);
	int name = (int) rng_below(&g->rng, NAMES);
	uint32_t num = (uint32_t) rng_below(&g->rng, 5);
	time_t t_s = NOW + rng_between(&g->rng, 0, SPAN - 1);
	time_t t_e = NOW + rng_between(&g->rng, 0, SPAN);

	agree(g, lic_hold(g->c, &g->player[i].h, (uint64_t) i + 1, names[name],
			  num, t_s, t_e), 0, "lic_hold()");
	for (time_t t = t_s; t < t_e; t++)
		g->player[i].num[name][t - NOW] += num;
}

static void _release(game_t *g)
{
	player_t *p = &g->player[rng_below(&g->rng, HOLDERS)];

	lic_release(g->c, &p->h);
	memset(p->num, 0, sizeof(p->num));
}

static bool _fits(const game_t *g, const lic_set_t *want, const int *which,
		  time_t start, time_t duration)
{
	for (uint32_t i = 0; i < want->cnt; i++)
		for (time_t t = start; t < start + duration; t++)
			if (want->list[i].num &&
			    (_table(g, which[i], t) + want->list[i].num >
			     want->list[i].total))
				return false;
	return true;
}

static void _ask(game_t *g)
{
	int which[NAMES] = { 0, 1, 2 };
	lic_t list[NAMES];
	lic_set_t want = { .list = list };
	time_t from = test_max(g->now, NOW + rng_between(&g->rng, 0, SPAN));
	time_t duration = rng_between(&g->rng, 1, DURATION_MAX);
	time_t start = from, next, first;

	want.cnt = (uint32_t) rng_between(&g->rng, 0, NAMES);
	for (uint32_t i = 0; i < want.cnt; i++)
		list[i] = (lic_t) {
			.name = (char *) names[i],
			.num = (uint32_t) rng_below(&g->rng, 7),
			.total = (uint32_t) rng_between(&g->rng, 6, 30),
		};
	for (first = from; !_fits(g, &want, which, first, duration); first++)
		;
	while ((next = lic_next(g->c, &want, start, duration)) != start) {
		ck_assert_msg((next > start) && (next <= first),
			      "operation %" PRIu64, g->op);
		start = next;
	}
	agree(g, start, first, "the earliest start");
	for (uint32_t i = 0; i < want.cnt; i++) {
		lic_short_t s = lic_short(g->c, &list[i], from,
					  from + duration);
		time_t t = from;

		while ((t < from + duration) &&
		       (!list[i].num ||
			_table(g, (int) i, t) + list[i].num <= list[i].total))
			t++;
		if (t == from + duration) {
			agree(g, s.missing, 0, "what is missing");
			continue;
		}
		agree(g, s.at, t, "where it is short");
		agree(g, s.missing,
		      list[i].num - (list[i].total > _table(g, (int) i, t) ?
				     list[i].total - _table(g, (int) i, t) : 0),
		      "what is missing");
	}
}

typedef struct {
	const game_t *g;
	int name;
	time_t t;
} walk_t;

static bool _same(void *arg, time_t t_s, time_t t_e, uint32_t num)
{
	walk_t *w = arg;

	agree(w->g, t_s, w->t, "the profile");
	for (time_t t = t_s; t < test_min(t_e, NOW + SPAN + 1); t++)
		agree(w->g, num, _table(w->g, w->name, t), "the number held");
	w->t = t_e;
	return true;
}

static void _look(game_t *g)
{
	for (int i = 0; i < NAMES; i++) {
		walk_t w = { .g = g, .name = i, .t = g->now };

		lic_profile(g->c, names[i], _same, &w);
	}
}

START_TEST(random_game)
{
	static const uint32_t deltas[] = { 1, 7, 60, 3600 };
	static game_t game;
	game_t *g = &game;

	*g = (game_t) { .rng = { test_seed() + (uint64_t) _i }, .now = NOW,
			.away = -1 };
	g->c = lic_create(deltas[_i], 3600, NOW);
	for (g->op = 0; g->op < (uint64_t) test_some(6000); g->op++) {
		uint64_t n = rng_below(&g->rng, 12);

		if (n < 3) {
			_hold(g);
		} else if (n < 5) {
			_release(g);
		} else if (n < 8) {
			_ask(g);
		} else if (n < 10) {
			g->away = (int) rng_below(&g->rng, HOLDERS);
			lic_exclude(g->c, &g->player[g->away].h);
			_ask(g);
			_look(g);
			lic_include(g->c, &g->player[g->away].h);
			g->away = -1;
		} else if ((n < 11) && (g->now < NOW + SPAN - 40) &&
			   rng_one_in(&g->rng, 50)) {
			g->now += rng_between(&g->rng, 0, 40);
			lic_advance(g->c, g->now);
		} else {
			_look(g);
		}
		assert_intact(lic_check, g->c);
	}
	for (int i = 0; i < HOLDERS; i++)
		lic_release(g->c, &g->player[i].h);
	lic_destroy(g->c);
}
END_TEST

/* Out of memory: whichever allocation of a hold fails, nothing changes */

static Suite *_suite(void)
{
	Suite *suite = suite_create("licenses");
	TCase *facts = test_case(suite, "facts", 0);
	TCase *random = test_case(suite, "random", 120);

	tcase_add_test(facts, what_follows_is_not_added_up);
	tcase_add_test(facts, several_have_to_fit_together);
	tcase_add_test(facts, says_where_it_is_short);
	tcase_add_test(facts, says_who_holds_it);
	tcase_add_test(facts, more_than_can_be_counted);
	tcase_add_test(facts, refuses);
	tcase_add_loop_test(facts, text, 0, COUNT(texts));
	tcase_add_test(facts, text_of_a_booking);
	tcase_add_loop_test(random, random_game, 0, 4);
	return suite;
}

int main(void)
{
	return test_run(_suite());
}
