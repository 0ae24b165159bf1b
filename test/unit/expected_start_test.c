/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * expected_start_test.c - when waiting jobs can start beside bookings.
 */
#include <stdio.h>
#include <string.h>

#include "plugin/booking/jobs/expected_start.h"
#include "plugin/booking/view/view_feed.h"
#include "test/unit/park_fixture.h"
#include "test/unit/test_office.h"

#define MANY (UINT64_C(1) << 40)

static garq_set_t *usable, *planned, *needed, *nodes;

static void setup(void)
{
	park_setup();
	usable = test_set_all(NODES);
	planned = garq_set_create(NODES);
	needed = garq_set_create(NODES);
	nodes = garq_set_create(NODES);
}

static void teardown(void)
{
	garq_set_destroy(usable);
	garq_set_destroy(planned);
	garq_set_destroy(needed);
	garq_set_destroy(nodes);
	park_teardown();
}

/* IN start, length - seconds; start from NOW on */
static expected_plan_t plan_of(uint32_t num_cn, time_t start, time_t length)
{
	return (expected_plan_t) {
		.usable = usable, .planned = planned, .needed = needed,
		.num_cn = num_cn, .start = NOW + start, .length = length,
	};
}

static void add(garq_set_t *set, uint32_t first, uint32_t last)
{
	for (uint32_t i = first; i <= last; i++)
		garq_set_add(set, i);
}

static void see_job(uint32_t job_id, uint32_t node, time_t end)
{
	garq_set_t *set = garq_set_create(NODES);
	view_job_t job = {
		.job_id = job_id, .group = VIEW_ID(VIEW_ID_JOB, job_id),
		.end = NOW + end, .nodes = set, .start = NOW, .alone = true,
	};

	garq_set_add(set, node);
	view_jobs_see(office, &job, NOW);
	garq_set_destroy(set);
}

static bool is_blind(const expected_plan_t *plan)
{
	uint64_t steps = MANY;

	return expected_is_blind(office, plan, &steps);
}

/* RET seconds from NOW; -1: none was found */
static time_t find(const expected_plan_t *plan)
{
	uint64_t steps = MANY;
	time_t start;

	return expected_find(office, plan, &steps, &start, nodes) ?
		       start - NOW :
		       -1;
}

/* On nodes 0 to 5; a is linked, the others are parked. */
static void make_row(void)
{
	const place_t row[] = {
		{ AT("a", "0-5", 1 * HOUR) },
		{ AT("b", "0-5", 3 * HOUR) },
		{ AT("c", "0-5", 5 * HOUR) },
	};

	for (size_t i = 0; i < 3; i++)
		(void) make(&row[i]);
	park_begin(office, NOW);
	ck_assert_str_eq(own(), "a ");
}

START_TEST(a_plan_is_blind_where_bookings_have_its_nodes)
{
	const struct {
		uint32_t first, last;	/* of the plan's nodes */
		time_t start, length;
		bool blind;
	} table[] = {
		{ 0, 1, 2 * HOUR, HOUR, false },	/* between a and b */
		{ 0, 1, 2 * HOUR, HOUR + 1, true },	/* until in b */
		{ 0, 1, 4 * HOUR - 1, HOUR, true },	/* from in b */
		{ 0, 1, 4 * HOUR, HOUR, false },
		{ 5, 6, 3 * HOUR, HOUR, true },
		{ 6, 7, 3 * HOUR, HOUR, false },
		{ 0, 1, 1 * HOUR, HOUR, true },		/* in a, which is linked */
	};

	make_row();
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		expected_plan_t plan =
			plan_of(2, table[i].start, table[i].length);

		garq_set_zero(planned);
		add(planned, table[i].first, table[i].last);
		ck_assert_msg(is_blind(&plan) == table[i].blind, "row %zu", i);
	}
}
END_TEST

START_TEST(without_planned_nodes_too_few_others_make_a_plan_blind)
{
	expected_plan_t two = plan_of(2, 3 * HOUR, HOUR);
	expected_plan_t three = plan_of(3, 3 * HOUR, HOUR);

	make_row();
	ck_assert(!is_blind(&two));
	ck_assert(is_blind(&three));
	garq_set_add(needed, 0);
	ck_assert(is_blind(&two));
}
END_TEST

START_TEST(the_start_is_the_earliest_gap_of_enough_nodes)
{
	expected_plan_t one = plan_of(3, 2 * HOUR, HOUR);
	expected_plan_t two = plan_of(3, 2 * HOUR + 1, HOUR);
	expected_plan_t longer = plan_of(3, 2 * HOUR, 2 * HOUR);
	expected_plan_t free = plan_of(2, 3 * HOUR, 9 * HOUR);

	make_row();
	ck_assert_int_eq(find(&one), 2 * HOUR);
	ck_assert_int_eq(find(&two), 4 * HOUR);
	ck_assert_int_eq(find(&longer), 6 * HOUR);
	ck_assert_int_eq(find(&free), 3 * HOUR);
	ck_assert(garq_set_test(nodes, 6) && garq_set_test(nodes, 7));
	ck_assert_uint_eq(garq_set_count(nodes), 2);
}
END_TEST

START_TEST(what_a_job_needs_decides)
{
	expected_plan_t plan = plan_of(2, 3 * HOUR, HOUR);

	make_row();
	garq_set_add(needed, 0);
	ck_assert_int_eq(find(&plan), 4 * HOUR);
	ck_assert(garq_set_test(nodes, 0));
	garq_set_del(usable, 7);
	garq_set_del(needed, 0);
	ck_assert_int_eq(find(&plan), 4 * HOUR);
}
END_TEST

/* The host has found room beside the jobs of its own plan, not of other nodes. */
START_TEST(jobs_hold_the_nodes_that_are_not_planned)
{
	expected_plan_t plan = plan_of(2, 3 * HOUR, HOUR);

	make_row();
	see_job(1, 6, 9 * HOUR);
	see_job(2, 7, 9 * HOUR);
	ck_assert_int_eq(find(&plan), 4 * HOUR);
	add(planned, 6, 7);
	ck_assert_int_eq(find(&plan), 3 * HOUR);
}
END_TEST

START_TEST(nothing_is_told_for_want_of_steps_or_room)
{
	expected_plan_t plan = plan_of(3, 2 * HOUR + 1, HOUR);
	expected_plan_t large = plan_of(NODES + 1, 0, HOUR);
	uint64_t steps = 10;
	time_t start = 7;

	make_row();
	ck_assert(!expected_find(office, &plan, &steps, &start, nodes));
	ck_assert_uint_eq(steps, 0);
	ck_assert_int_eq(start, 7);
	ck_assert_int_eq(find(&large), -1);
	add(planned, 0, 7);
	steps = 3;
	ck_assert(!expected_is_blind(office, &plan, &steps));
	ck_assert_uint_eq(steps, 0);
}
END_TEST

/* Does a second of [start, start + length) see a holder on the node? */
static bool is_held(const place_t *all, size_t cnt, uint32_t node, time_t start,
		    time_t length)
{
	for (size_t i = 0; i < cnt; i++) {
		time_t end = all[i].end;

		if ((strchr(all[i].nodes, (int) ('0' + node))) &&
		    (all[i].start < start + length) && (start < end))
			return true;
	}
	return false;
}

/* Minute by minute. RET seconds from NOW; -1: none within a day */
static time_t model(const place_t *all, size_t cnt, uint32_t num_cn,
		    time_t start, time_t length)
{
	for (time_t t = start; t < 86400; t += 60) {
		uint32_t free = 0;

		for (uint32_t i = 0; i < NODES; i++)
			free += garq_set_test(usable, i) &&
				!is_held(all, cnt, i, t, length);
		if (free >= num_cn)
			return t;
	}
	return -1;
}

START_TEST(random_plans_are_as_the_model_finds)
{
	static const char *const some[] = {
		"0", "1,2", "3,4,5", "0,7", "2,6", "0,1,2,3,4,5,6,7", "4",
	};
	place_t all[24];
	char names[24][8];
	rng_t rng = { test_seed() + (uint64_t) _i };

	for (size_t i = 0; i < 24; i++) {
		time_t start = (time_t) rng_below(&rng, 1200) * 60;

		snprintf(names[i], sizeof(names[i]), "r%zu", i);
		all[i] = (place_t) {
			AT(names[i], some[rng_below(&rng, 7)], start),
			.end = start + rng_between(&rng, 1, 90) * 60,
		};
		(void) make(&all[i]);
	}
	for (int i = 0; i < 200; i++) {
		uint32_t num_cn = (uint32_t) rng_between(&rng, 1, NODES);
		time_t start = (time_t) rng_below(&rng, 600) * 60;
		time_t length = rng_between(&rng, 1, 200) * 60;
		expected_plan_t plan = plan_of(num_cn, start, length);

		ck_assert_int_eq(find(&plan),
				 model(all, 24, num_cn, start, length));
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("expected_start");
	TCase *tc = test_case(suite, "starts", 0);

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, a_plan_is_blind_where_bookings_have_its_nodes);
	tcase_add_test(tc, without_planned_nodes_too_few_others_make_a_plan_blind);
	tcase_add_test(tc, the_start_is_the_earliest_gap_of_enough_nodes);
	tcase_add_test(tc, what_a_job_needs_decides);
	tcase_add_test(tc, jobs_hold_the_nodes_that_are_not_planned);
	tcase_add_test(tc, nothing_is_told_for_want_of_steps_or_room);
	tcase_add_loop_test(tc, random_plans_are_as_the_model_finds, 0, 20);
	return test_run(suite);
}
