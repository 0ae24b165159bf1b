/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * park_turn_test.c - on a large cluster a turn of the periodic pass looks at some
 * of the nodes only, and the pass parks and links the same records all the same.
 * Costs are counted in nodes looked at.
 */

#include <string.h>

#include "plugin/booking/park/park_turn.h"
#include "plugin/booking/request/timing.h"
#include "plugin/booking/view/view_feed.h"
#include "test/unit/park_fixture.h"
#include "test/unit/test_office.h"

#define TURNS (PARK_LEAD / 4 / LINK_INTERVAL)

static uint32_t nodes_seen;

/* Every look at a node counts. */
void __real_garq_nodes_follow(const garq_nodes_t *n, const garq_set_t *set,
			      garq_set_t *done, time_t from,
			      garq_nodes_follow_fn fn, void *arg);
void __wrap_garq_nodes_follow(const garq_nodes_t *n, const garq_set_t *set,
			      garq_set_t *done, time_t from,
			      garq_nodes_follow_fn fn, void *arg);
void __wrap_garq_nodes_follow(const garq_nodes_t *n, const garq_set_t *set,
			      garq_set_t *done, time_t from,
			      garq_nodes_follow_fn fn, void *arg)
{
	nodes_seen += garq_set_count(set);
	__real_garq_nodes_follow(n, set, done, from, fn, arg);
}

/* RET the nodes that were looked at */
static uint32_t _begin(time_t now)
{
	nodes_seen = 0;
	park_begin(office, now);
	return nodes_seen;
}

/* RET the nodes that a turn looked at */
static uint32_t _turn_at(time_t now)
{
	uint32_t sum = 0;

	do {
		nodes_seen = 0;
		(void) park_update_all(office, now);
		ck_assert_uint_le(nodes_seen, PARK_SLICE);
		sum += nodes_seen;
	} while (park_turn_goes_on(office));
	return sum;
}

/* The same, so many turns after the first one. */
static uint32_t _turn(uint32_t number)
{
	return _turn_at(NOW + (time_t) (number * LINK_INTERVAL));
}

START_TEST(a_turn_looks_at_its_part_of_the_nodes)
{
	uint32_t sum = 0;

	ck_assert_uint_eq(_begin(NOW), NODES);
	for (uint32_t i = 1; i <= TURNS; i++) {
		uint32_t seen = _turn(i);

		ck_assert_uint_le(seen, NODES / TURNS);
		sum += seen;
	}
	ck_assert_uint_eq(sum, NODES);
}
END_TEST

START_TEST(after_a_pause_a_turn_looks_at_all)
{
	(void) _begin(NOW);
	(void) _turn(1);
	ck_assert_uint_eq(_turn_at(NOW + LINK_INTERVAL + (PARK_LEAD / 2)),
			  NODES);
}
END_TEST

/* The linker could not look for so long between two slices. */
START_TEST(after_a_pause_in_a_turn_all_are_looked_at)
{
	(void) _begin(NOW);
	(void) park_update_all(office, NOW + 1);
	ck_assert(park_turn_goes_on(office));
	ck_assert_uint_eq(_turn_at(NOW + 1 + (PARK_LEAD / 2)), NODES);
	ck_assert_uint_le(_turn(2 + (PARK_LEAD / 2 / LINK_INTERVAL)),
			  NODES / TURNS);
}
END_TEST

/* Nodes of the first turn of a pass, and of its last one. */
static const char *const where[] = { "10", "5990" };

/* The end of a pass parks what was not needed in any of its turns. */
START_TEST(records_are_parked_after_a_whole_pass)
{
	place_t first = { AT("a", where[_i], 1 * HOUR) };
	place_t later = { AT("b", where[_i], 5 * HOUR) };
	view_resv_t *a = make(&first), *b = make(&later);
	uint32_t i;

	(void) _begin(NOW);
	view_table_set_linked(office, a, true);
	view_table_set_linked(office, b, true);
	for (i = 1; i <= 2 * TURNS; i++) {
		ck_assert(a->linked);
		ck_assert((i > TURNS + 1) || b->linked);
		(void) _turn(i);
		park_ledger_written(office, park_last_look(office));
	}
	ck_assert(a->linked);
	ck_assert_ptr_eq(strstr(done, "p:a "), NULL);
	ck_assert(!b->linked);
}
END_TEST

/* What begins within the lead is linked before it begins, by some turn. */
START_TEST(a_booking_is_linked_before_it_begins)
{
	place_t first = { AT("a", "5990", 600) };
	place_t next = { AT("b", "5990", 1200), .end = 1800 };
	view_resv_t *b;
	uint32_t i;

	(void) make(&first);
	b = make(&next);
	(void) _begin(NOW);
	ck_assert(!b->linked);
	for (i = 1; !b->linked; i++)
		(void) _turn(i);
	ck_assert_uint_le(i * LINK_INTERVAL, 600 - (PARK_LEAD / 2));
}
END_TEST

/* slurm.conf is read again in the middle of a pass. */
START_TEST(a_new_begin_looks_at_all)
{
	place_t soon = { AT("a", where[_i], 30) };
	view_resv_t *a;

	(void) _begin(NOW);
	(void) _turn(1);
	(void) park_update_all(office, NOW + (2 * LINK_INTERVAL));
	a = make(&soon);
	ck_assert_uint_eq(_begin(NOW + (2 * LINK_INTERVAL) + 1), NODES);
	ck_assert(a->linked);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("park_turn");
	TCase *tc = test_case(suite, "turns", 0);

	tcase_add_checked_fixture(tc, park_setup, park_teardown);
	tcase_add_test(tc, a_turn_looks_at_its_part_of_the_nodes);
	tcase_add_test(tc, after_a_pause_a_turn_looks_at_all);
	tcase_add_test(tc, after_a_pause_in_a_turn_all_are_looked_at);
	tcase_add_loop_test(tc, records_are_parked_after_a_whole_pass, 0, 2);
	tcase_add_loop_test(tc, a_new_begin_looks_at_all, 0, 2);
	tcase_add_test(tc, a_booking_is_linked_before_it_begins);
	return test_run(suite);
}
