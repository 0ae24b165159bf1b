/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * maint_test.c - a query for a maintenance: it names whom an oracle names, changes
 * nothing, and what it foretells comes, unless it says that not all ways were
 * tried. What comes does not depend on which booking was noticed first.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/booking/offer/maint.h"
#include "plugin/booking/place/kind.h"
#include "plugin/booking/place/repair.h"
#include "plugin/booking/request/flags.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/rights/users.h"
#include "plugin/booking/view/hits.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/turns.h"
#include "plugin/booking/view/view_feed.h"
#include "test/unit/reconcile_world.h"
#include "test/unit/test_office.h"
#include "test/unit/test_util.h"

#define ROOT 0
#define ANN 1000
#define NODES 8
#define HOURS 6
#define BOOKINGS 5

typedef struct {
	char name[8];
	uint32_t nodes;		/* a bit each */
	int from, until;	/* hours from now */
	int early;		/* hours that its window begins before it */
} thing_t;

static thing_t bookings[BOOKINGS], maint, job;
static char *told;	/* the last answer */

static char *letters(uint32_t nodes, char list[NODES + 1])
{
	char *at = list;

	for (uint32_t i = 0; i < NODES; i++)
		if (nodes & (1U << i))
			*at++ = (char) ('a' + i);
	*at = '\0';
	return list;
}

static void setup(void)
{
	world_setup();
	office->options.shift = OPTIONS_SHIFT_YES;
	office->options.shift_budget = 1;
	office->options.moves = 64;
}

static void teardown(void)
{
	free_null(told);
	world_teardown();
}

/* --- what is there ---------------------------------------------------------- */

static uint32_t some_nodes(rng_t *rng)
{
	return (uint32_t) rng_between(rng, 1, 255) &
	       (uint32_t) (rng_one_in(rng, 2) ? 255 : rng_between(rng, 1, 255));
}

static thing_t some_thing(rng_t *rng, const char *name)
{
	thing_t t = { .nodes = 0 };

	snprintf(t.name, sizeof(t.name), "%s", name);
	while (!t.nodes)
		t.nodes = some_nodes(rng);
	t.from = (int) rng_between(rng, 1, HOURS - 1);
	t.until = (int) rng_between(rng, t.from + 1, HOURS);
	return t;
}

static bool meet(const thing_t *a, const thing_t *b)
{
	return (a->nodes & b->nodes) && (a->from < b->until) &&
	       (b->from < a->until);
}

/* IN flags - BOOKING_FLAG_MAINT: it is no booking; later - hours of its window */
static void add(const thing_t *t, int id, uint64_t flags, bool named, int later)
{
	booking_t *b = booking_create();
	char list[NODES + 1];

	booking_set(&b->name, t->name);
	booking_set(&b->users, "ann");
	booking_set(&b->nodes, letters(t->nodes, list));
	if (named)
		booking_set(&b->asked_nodes, list);
	b->num_cn = (uint32_t) __builtin_popcount(t->nodes);
	b->resv_id = (uint32_t) id;
	b->flags = flags;
	b->duration_min = (uint32_t) (t->until - t->from) * 60;
	b->start = b->t_lsr = NOW + t->from * HOUR;
	b->t_esr = b->not_before = b->start - t->early * HOUR;
	b->t_lsr += later * HOUR;
	b->end = NOW + t->until * HOUR;
	b->created = NOW - 100 + id;
	world_add(booking_copy(b), NULL);
	if (flags & BOOKING_FLAG_MAINT)
		booking_destroy(b);
	else
		ck_assert_ptr_null(view_set_booking(office,
						    view_find(office, t->name),
						    b));
}

static bool is_free(const thing_t *t, int cnt)
{
	for (int i = 0; i < cnt; i++)
		if (meet(t, &bookings[i]))
			return false;
	return true;
}

/* One for which no place was found has no nodes. */
static void add_bookings(rng_t *rng)
{
	static const char *const names[] = { "b0", "b1", "b2", "b3", "b4" };

	for (int i = 0; i < BOOKINGS; i++) {
		thing_t *t = &bookings[i];
		bool named = rng_one_in(rng, 3);
		int tries = 20;

		do
			*t = some_thing(rng, names[i]);
		while (!is_free(t, i) && --tries);
		if (!tries)
			t->nodes = 0;
		else
			add(t, i + 1, 0, named, rng_one_in(rng, 2) ?
			    (int) rng_below(rng, HOURS) : 0);
	}
}

/* A job that runs now. */
static void add_job(rng_t *rng)
{
	garq_set_t *set = garq_set_create(NODES);
	view_job_t seen = { .job_id = 7, .start = NOW - HOUR, .version = 1,
			    .nodes = set, .group = VIEW_ID(VIEW_ID_JOB, 7) };

	job = some_thing(rng, "job");
	job.from = 0;
	for (uint32_t i = 0; i < NODES; i++)
		if (job.nodes & (1U << i))
			garq_set_add(set, i);
	seen.end = NOW + job.until * HOUR;
	view_jobs_begin(office);
	view_jobs_see(office, &seen, NOW);
	view_jobs_end(office);
	garq_set_destroy(set);
}

/* --- whether anything has changed ------------------------------------------- */

/* A garq_nodes_fn */
static bool note_hold(void *arg, uint64_t id, uint32_t node, time_t t_s,
		      time_t t_e)
{
	text_add(arg, "%llx %u %lld %lld\n", (unsigned long long) id, node,
		 (long long) t_s, (long long) t_e);
	return true;
}

static void note_resv(view_resv_t *v, void *arg)
{
	text_add(arg, "%s %s %lld %lld %s\n", v->name, v->attrs.node_list,
		 (long long) v->start, (long long) v->end,
		 v->lost_nodes ? v->lost_nodes : "");
}

/* All bookings, and what was done and told. RET free() */
static char *all_bookings(void)
{
	char *text = text_dup("");

	view_each(office, note_resv, &text);
	text_add(&text, "%s%s", world.done ? world.done : "",
		 world.told ? world.told : "");
	return text;
}

/* All that is held, and all bookings. RET free() */
static char *all_there_is(void)
{
	garq_set_t *all = test_set_all(NODES);
	char *text = all_bookings();

	garq_nodes_each(garq_machine_nodes(view_machine(office)), all, NOW,
			GARQ_FOREVER, GARQ_NO_GROUP, note_hold, &text);
	garq_set_destroy(all);
	return text;
}

/* IN flags - of the query. RET as maint_query(); told is the answer */
static int query(uint64_t flags, bool program, uint32_t uid)
{
	char list[NODES + 1], *before = all_there_is(), *after;
	request_t r = { .has_start = true, .has_end = true,
			.start = NOW + maint.from * HOUR,
			.end = NOW + maint.until * HOUR,
			.has_flags = true, .flags = flags };
	ask_t a = { .request = &r, .uid = uid, .now = NOW, .program = program,
		    .limited = users_limited(office, uid) };
	int rc;

	request_set(&r.node_list, letters(maint.nodes, list));
	a.kind = kind_of(office, &r);
	rc = maint_query(office, &a);
	free_null(told);
	told = a.text;
	a.text = NULL;
	ask_free(&a);
	request_free(&r);
	after = all_there_is();
	ck_assert_str_eq(after, before);
	assert_intact(garq_machine_check, view_machine(office));
	assert_intact(lrh_check, view_lrh(office));
	free(before);
	free(after);
	return rc;
}

/* The line about a booking. RET it refers to told; NULL: there is none */
static const char *line_of(const char *name)
{
	char *start = text_printf("garq-hit=1 booking=%s ", name);
	const char *line = strstr(told, start);

	free(start);
	return line;
}

/* The value of a key in a line. RET free(); NULL: it has none */
static char *value_of(const char *line, const char *key)
{
	char *word = text_printf(" %s=", key), *value = NULL;
	const char *at = strstr(line, word), *end = strchr(line, '\n');

	if (at && (!end || (at < end)))
		value = strndup(at + strlen(word),
				strcspn(at + strlen(word), " \n"));
	free(word);
	return value;
}

/* RET how many bookings are hit */
static int look_at_lines(void)
{
	int hits = 0;

	for (int i = 0; i < BOOKINGS; i++) {
		bool hit = meet(&bookings[i], &maint);

		ck_assert_msg(!line_of(bookings[i].name) == !hit, "%s: %s",
			      bookings[i].name, told);
		hits += hit;
	}
	ck_assert(!strstr(told, "garq-hit=1 job=7 ") == !meet(&job, &maint));
	return hits;
}

/* What was foretold of a booking is what it is now. */
static void look_at_outcome(const view_resv_t *v, const char *line)
{
	char *outcome = value_of(line, "outcome"), *start, *nodes;

	start = value_of(line, "start");
	nodes = value_of(line, "nodes");
	if (!nodes)
		nodes = value_of(line, "on");
	ck_assert_msg(v->start == atoll(start), "%s\n%lld", told,
		      (long long) v->start);
	ck_assert_msg(text_same(v->attrs.node_list, nodes), "%s\n%s", told,
		      v->attrs.node_list);
	ck_assert_msg(!v->lost_nodes == (!strcmp(outcome, "moved") ||
					 !strcmp(outcome, "kept")), "%s", told);
	free(outcome);
	free(start);
	free(nodes);
}

/* All that lack nodes are helped. */
static void help(void)
{
	add(&maint, 99, BOOKING_FLAG_MAINT, false, 0);
	do
		(void) repair_all(office, NOW);
	while (repair_goes_on(office));
}

/* IN/OUT alone, several - queries by which one booking is hit, or more */
static void play(rng_t *rng, int *alone, int *several)
{
	int hits;

	setup();
	add_bookings(rng);
	add_job(rng);
	maint = some_thing(rng, "m");
	ck_assert_int_eq(query(BOOKING_FLAG_MAINT | BOOKING_FLAG_IGN_JOBS, true,
			       ROOT), 0);
	hits = look_at_lines();
	if (hits && !world.done && !strstr(told, " cut=1")) {
		*((hits == 1) ? alone : several) += 1;
		help();
		for (int i = 0; i < BOOKINGS; i++)
			if (line_of(bookings[i].name))
				look_at_outcome(view_find(office,
							  bookings[i].name),
						line_of(bookings[i].name));
	}
	teardown();
}

START_TEST(it_is_what_comes)
{
	test_part_t part = test_part(1000, 250, _i);
	int alone = 0, several = 0;

	for (uint64_t n = 0; n < part.rounds; n++)
		play(&part.rng, &alone, &several);
	ck_assert_int_gt(alone, 0);
	ck_assert_int_gt(several, 0);
}
END_TEST

/* IN first - the booking that was noticed first. RET as all_bookings() */
static char *what_comes(rng_t rng, int first)
{
	char *text;

	setup();
	add_bookings(&rng);
	maint = some_thing(&rng, "m");
	for (int i = 0; i < BOOKINGS; i++) {
		view_resv_t *v =
			view_find(office,
				  bookings[(first + i) % BOOKINGS].name);

		if (v) {
			hits_remove(office, v);
			hits_add(office, v);
		}
	}
	help();
	text = all_bookings();
	teardown();
	return text;
}

START_TEST(nobody_is_helped_first_by_chance)
{
	test_part_t part = test_part(1000, 250, _i);

	for (uint64_t n = 0; n < part.rounds; n++) {
		int first = 1 + (int) rng_below(&part.rng, BOOKINGS - 1);
		char *one = what_comes(part.rng, 0);
		char *other = what_comes(part.rng, first);

		ck_assert_str_eq(one, other);
		free(one);
		free(other);
		(void) rng_next(&part.rng);
	}
}
END_TEST

/* --- single cases ------------------------------------------------------------ */

/* A booking b on the nodes "ab" from 2 to 3, and a maintenance of "bc". */
static void one(const char *name, bool named)
{
	thing_t b = { .nodes = 3, .from = 2, .until = 3 };

	snprintf(b.name, sizeof(b.name), "%s", name);
	add(&b, 1, 0, named, 0);
	maint = (thing_t) { .nodes = 6, .from = 1, .until = 4 };
}

static void assert_told(const char *text)
{
	ck_assert_msg(told && strstr(told, text), "%s: %s", text,
		      told ? told : "");
}

START_TEST(sentences)
{
	one("b", true);
	ck_assert_int_eq(query(BOOKING_FLAG_MAINT, false, ROOT), 0);
	assert_told("none, this is what it would meet: 1 booking and 0 jobs\n");
	assert_told(": would stay and be degraded, as its nodes were named");
	ck_assert_ptr_null(strstr(told, "garq-"));
}
END_TEST

START_TEST(a_name_is_one_word)
{
	one("a b\\", false);
	ck_assert_int_eq(query(BOOKING_FLAG_MAINT, true, ROOT), 0);
	assert_told("booking=a\\x20b\\x5c outcome=moved ");
	ck_assert_ptr_null(strstr(told, "none, "));
}
END_TEST

START_TEST(nobody_moves)
{
	one("b", false);
	office->options.maint = OPTIONS_MAINT_PLAIN;
	ck_assert_int_eq(query(BOOKING_FLAG_MAINT, true, ROOT), 0);
	assert_told("(garq_maint=plain)\ngarq-hit=1 booking=b outcome=kept ");
	office->options.maint = OPTIONS_MAINT_REFUSE;
	ck_assert_int_eq(query(BOOKING_FLAG_OVERLAP, true, ROOT), 0);
	assert_told("(garq_maint=refuse)\ngarq-hit=1 booking=b outcome=kept ");
	office->options.maint = OPTIONS_MAINT_MOVE;
	ck_assert_int_eq(query(BOOKING_FLAG_DAILY, true, ROOT), 0);
	assert_told("refused (neither MAINT nor OVERLAP)\n"
		    "garq-hit=1 booking=b outcome=kept ");
}
END_TEST

/* Its occurrences and its floating time are held for a moment, and freed again. */
START_TEST(one_that_recurs_or_floats)
{
	one("b", false);
	maint.from = -24;	/* the occurrence of tomorrow hits it */
	maint.until = -20;
	ck_assert_int_eq(query(BOOKING_FLAG_MAINT | BOOKING_FLAG_DAILY, true,
			       ROOT), REFUSED_TIME);
	maint.from = 1;
	maint.until = 2;
	ck_assert_int_eq(query(BOOKING_FLAG_MAINT | BOOKING_FLAG_HOURLY, true,
			       ROOT), 0);
	assert_told("booking=b outcome=moved ");
	ck_assert_int_eq(query(BOOKING_FLAG_OVERLAP | BOOKING_FLAG_TIME_FLOAT,
			       true, ROOT), 0);
	assert_told("booking=b ");
}
END_TEST

/* A maintenance does to the first two as was told. IN fixed - the named one */
static void see_two(const thing_t *all, int cnt, int fixed, const char *first,
		    const char *second)
{
	for (int i = 0; i < cnt; i++)
		add(&all[i], i + 1, 0, i == fixed, 0);
	ck_assert_int_eq(query(BOOKING_FLAG_MAINT, true, ROOT), 0);
	assert_told(first);
	assert_told(second);
	help();
	for (int i = 0; i < 2; i++)
		look_at_outcome(view_find(office, all[i].name),
				line_of(all[i].name));
}

/*
 * x takes the free node before y, which begins later, may. Also where the order
 * of the paper refuses x: by that i would be where z is.
 */
START_TEST(who_begins_first_takes_what_is_free)
{
	static const thing_t all[] = {
		{ "x", 0x01, 1, 6, 0 }, { "y", 0x02, 5, 6, 0 },
		{ "i", 0x7c, 4, 5, 2 }, { "z", 0x7c, 2, 3, 0 },
		{ "w", 0x7c, 5, 6, 0 },
	};

	office->options.shift = OPTIONS_SHIFT_PAPER;
	maint = (thing_t) { .name = "m", .nodes = 3, .from = 1, .until = 8 };
	see_two(all, 5, 4, "booking=x outcome=moved ",
		"booking=y outcome=degraded ");
}
END_TEST

/* No two nodes are free for x, and so y takes the one that is. */
START_TEST(who_finds_no_room_is_put_off)
{
	static const thing_t all[] = {
		{ "x", 0x03, 1, 5, 0 }, { "y", 0x04, 2, 3, 0 },
		{ "w", 0xb8, 1, 6, 0 },
	};

	maint = (thing_t) { .name = "m", .nodes = 7, .from = 1, .until = 6 };
	see_two(all, 3, 2, "booking=x outcome=degraded ",
		"booking=y outcome=moved ");
}
END_TEST

/* b can have a place if o moves: that is not found where no step is left. */
START_TEST(not_all_ways_are_tried)
{
	const thing_t b = { "b", 0x03, 2, 3, 0 }, o = { "o", 0xfc, 2, 3, 0 };

	maint = (thing_t) { .name = "m", .nodes = 2, .from = 1, .until = 4 };
	add(&b, 1, 0, false, 0);
	add(&o, 2, 0, false, 4);
	ck_assert_int_eq(query(BOOKING_FLAG_MAINT, true, ROOT), 0);
	assert_told("booking=b outcome=moved ");
	ck_assert_ptr_null(strstr(told, "cut="));
	turns_only_begin(office, 1);
	ck_assert_int_eq(query(BOOKING_FLAG_MAINT, true, ROOT), 0);
	assert_told("booking=b outcome=degraded ");
	assert_told(" cut=1");
	ck_assert_int_eq(query(BOOKING_FLAG_MAINT, false, ROOT), 0);
	turns_only_end(office);
	assert_told("; or elsewhere: not all ways were tried");
}
END_TEST

START_TEST(only_operators)
{
	one("b", false);
	ck_assert_int_eq(query(BOOKING_FLAG_MAINT, true, ANN),
			 REFUSED_UNSUPPORTED);
	ck_assert_ptr_null(strstr(told, "booking"));
}
END_TEST

static Suite *_suite(void)
{
	Suite *s = suite_create("maint");
	TCase *tc = tcase_create("single");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, sentences);
	tcase_add_test(tc, a_name_is_one_word);
	tcase_add_test(tc, nobody_moves);
	tcase_add_test(tc, one_that_recurs_or_floats);
	tcase_add_test(tc, who_begins_first_takes_what_is_free);
	tcase_add_test(tc, who_finds_no_room_is_put_off);
	tcase_add_test(tc, not_all_ways_are_tried);
	tcase_add_test(tc, only_operators);
	suite_add_tcase(s, tc);
	tc = test_case(s, "random", 60);
	tcase_add_loop_test(tc, it_is_what_comes, 0, test_part_cnt(1000, 250));
	tcase_add_loop_test(tc, nobody_is_helped_first_by_chance, 0,
			    test_part_cnt(1000, 250));
	return s;
}

int main(void)
{
	return test_run(_suite());
}
