/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * standing_test.c - requests that stand by are booked when there is room, in the
 * fair order.
 */
#include "plugin/booking/start/catch_up.h"
#include "plugin/booking/view/counts.h"
#include "plugin/booking/view/turns.h"
#include "test/unit/standing_fixture.h"

/* --- it stands by --------------------------------------------------------- */

START_TEST(with_room_it_is_booked_at_once)
{
	ck_assert_int_eq(ask_hour("standby:book:r", U0, 4), 0);
	ck_assert(is_booked("r"));
	ck_assert_uint_eq(office->has.standing, 0);
	ck_assert_int_eq(rows(), 0);
}
END_TEST

START_TEST(without_room_it_stands_by)
{
	one_stands_by("standby:book:");
	said("4 of 4 nodes are missing");
	said("r stands by: place 1 of 1; it is booked as soon as there is room, until ");
	ck_assert_ptr_nonnull(standing_find(office, "r"));
	ck_assert_int_eq(rows(), 1);
	agent();
	ck_assert(!is_booked("r"));
	ck_assert_uint_eq(office->refused_cnt, 1);
}
END_TEST

START_TEST(without_the_wish_it_does_not)
{
	one_stands_by("");
	ck_assert_uint_eq(office->has.standing, 0);
}
END_TEST

START_TEST(its_latest_start_is_later_than_now)
{
	wanted_t wall = { "wall", 0, NODES, 60, NOW, 0 };
	wanted_t r = { "standby:book:r", U0, 1, 60, NOW, 0 };

	ck_assert_int_eq(create(&wall), 0);
	ck_assert_int_eq(create(&r), REFUSED_BUSY);
	said("r does not stand by: its latest start is now");
	ck_assert_uint_eq(office->has.standing, 0);
}
END_TEST

/* --- room comes ----------------------------------------------------------- */

START_TEST(a_deletion_makes_room)
{
	one_stands_by("standby:book:");
	ck_assert_int_eq(del("wall", 0), 0);
	agent();
	ck_assert(is_booked("r"));
	ck_assert_uint_eq(view_find(office, "r")->owner, U0);
	ck_assert_uint_eq(office->has.standing, 0);
	ck_assert_str_eq(events, "standby-booked r;");
	ck_assert_uint_eq(counts_get(office, COUNT_STANDBY_BOOKED), 1);
	ck_assert_int_eq(rows(), 0);
	live("r", true);
}
END_TEST

START_TEST(a_node_that_is_back_makes_room)
{
	static const uint64_t down = 0xf0;
	fake_words_t up = fake.down;

	fake.down = &down;
	office->options.node_return = 0;
	catch_up(office, clock_at);
	ck_assert_int_eq(ask_hour("wall", 0, 4), 0);
	ck_assert_int_eq(ask_hour("standby:book:r", U0, 4), REFUSED_BUSY);
	agent();
	ck_assert(!is_booked("r"));
	fake.down = up;
	agent();
	ck_assert(is_booked("r"));
}
END_TEST

/* A booking that starts earlier could not make room again a second later. */
START_TEST(it_has_room_before_others_start_earlier)
{
	wanted_t wall = { "wall", 0, NODES, 120, NOW, 0 };
	wanted_t moves = { "moves", 0, NODES, 60, NOW, 6 * HOUR };
	time_t at = NOW + office->options.freeze + 60;
	wanted_t r = { "standby:book:r", U0, NODES, 60, at, 0 };

	ck_assert_int_eq(create(&wall), 0);
	ck_assert_int_eq(create(&moves), 0);
	ck_assert_int_eq(create(&r), REFUSED_BUSY);
	ck_assert_int_eq(del("wall", 0), 0);
	pass_time(NOW + 1);
	agent();
	ck_assert(is_booked("r"));
	ck_assert_int_eq(view_find(office, "moves")->start, at + HOUR);
}
END_TEST

/* The same where nobody is asked: the nodes are back. */
START_TEST(it_has_returned_nodes_before_others_start_earlier)
{
	static const uint64_t down = 0xff;
	fake_words_t up = fake.down;
	wanted_t moves = { "moves", 0, NODES, 60, NOW, 6 * HOUR };
	time_t at = NOW + office->options.freeze + 60;
	wanted_t r = { "standby:book:r", U0, NODES, 60, at, 0 };

	fake.down = &down;
	office->options.node_return = 2 * HOUR;
	catch_up(office, clock_at);
	ck_assert_int_eq(create(&moves), 0);
	ck_assert_int_eq(create(&r), REFUSED_BUSY);
	fake.down = up;
	catch_up(office, clock_at);
	(void) standby_use_room(office, clock_at);
	pass_time(NOW + 1);
	agent();
	ck_assert(is_booked("r"));
	ck_assert_int_eq(view_find(office, "moves")->start, at + HOUR);
}
END_TEST

/* Nothing is looked at for room at another time. */
START_TEST(room_at_another_time_is_none)
{
	wanted_t other = { "other", 0, NODES, 60, AT + 5 * HOUR, 0 };
	standby_due_t due[STANDBY_TRIES];
	time_t from, until;

	ck_assert_int_eq(create(&other), 0);
	one_stands_by("standby:book:");
	agent();
	ck_assert_int_eq(del("other", 0), 0);
	catch_up(office, clock_at);
	ck_assert(view_freed_take(office, &from, &until));
	standing_room(office, from, until);
	ck_assert_uint_eq(standby_due(office, clock_at, due), 0);
}
END_TEST

/* All of it is one transaction: a kill neither loses it nor books it twice. */
START_TEST(the_booking_and_the_end_of_its_row_are_one_commit)
{
	standby_due_t due[STANDBY_TRIES];

	one_stands_by("standby:book:");
	ck_assert_int_eq(del("wall", 0), 0);
	standing_room(office, 0, GARQ_FOREVER);
	catch_up(office, clock_at);
	ck_assert_uint_eq(standby_due(office, clock_at, due), 1);
	turns_serve(office, 1000000, 1000000, false, see_due, &due[0]);
	standby_due_free(&due[0]);
	ck_assert(is_booked("r"));
	live("r", false);
	ck_assert_int_eq(rows(), 1);
}
END_TEST

/* A window that has begun is as long as its rest. */
START_TEST(its_window_passes)
{
	wanted_t wall = { "wall", 0, NODES, 600, NOW + HOUR, 0 };
	wanted_t r = { "standby:book:r", U0, 4, 60, NOW + HOUR, 5 * HOUR };
	time_t start;

	ck_assert_int_eq(create(&wall), 0);
	ck_assert_int_eq(create(&r), REFUSED_BUSY);
	pass_time(NOW + 3 * HOUR);
	ck_assert_int_eq(del("wall", 0), 0);
	agent();
	ck_assert(is_booked("r"));
	start = view_find(office, "r")->booking->start;
	ck_assert_int_eq(start, NOW + 3 * HOUR);
	ck_assert_int_eq(view_find(office, "r")->booking->t_lsr,
			 NOW + 6 * HOUR);
}
END_TEST

START_TEST(at_its_latest_start_it_ends)
{
	one_stands_by("standby:book:");
	pass_time(AT - 1);
	agent();
	ck_assert_ptr_nonnull(standing_find(office, "r"));
	pass_time(AT);
	agent();
	ck_assert_ptr_null(standing_find(office, "r"));
	ck_assert_str_eq(events, "standby-ended r;");
	ck_assert_int_eq(rows(), 0);
}
END_TEST

/* --- the fair order ------------------------------------------------------- */

#define CROWD 20

typedef struct {
	wanted_t wanted;
	char name[16];
	time_t since;
	bool booked;		/* by the model */
} member_t;

static uint64_t model_rank(const member_t *m)
{
	if (clock_at - m->since > (time_t) options.standby_age)
		return 0;
	return (options.standby == OPTIONS_STANDBY_SHORT) ? m->wanted.minutes :
	       (options.standby == OPTIONS_STANDBY_SMALL) ? m->wanted.nodes : 1;
}

/* All begin at the same time: those before take the nodes. */
static void model_book(member_t *all)
{
	uint32_t left = NODES;
	bool seen[CROWD] = { false };

	for (int turn = 0; turn < CROWD; turn++) {
		int first = -1;

		for (int i = 0; i < CROWD; i++)
			if (!seen[i] && ((first < 0) ||
					 (model_rank(&all[i]) <
					  model_rank(&all[first]))))
				first = i;
		seen[first] = true;
		all[first].booked = all[first].wanted.nodes <= left;
		if (all[first].booked)
			left -= all[first].wanted.nodes;
	}
}

static void random_crowd(rng_t *rng, member_t *all)
{
	time_t now = NOW;

	for (int i = 0; i < CROWD; i++) {
		member_t *m = &all[i];
		char name[32];

		now += (time_t) rng_below(rng, 2 * HOUR);
		pass_time(now);
		snprintf(m->name, sizeof(m->name), "r%d", i);
		snprintf(name, sizeof(name), "standby:book:%s", m->name);
		m->since = now;
		m->wanted = (wanted_t) {
			name, 0, 1 + (uint32_t) rng_below(rng, 4),
			10 + (uint32_t) rng_below(rng, 50), AT, 0,
		};
		ck_assert_int_eq(create(&m->wanted), REFUSED_BUSY);
	}
}

START_TEST(room_is_given_in_the_fair_order)
{
	rng_t rng = { test_seed() + (uint64_t) _i };
	member_t all[CROWD];

	options.standby = (options_standby_t) (_i % 3);
	options.standby_age = (uint32_t) rng_below(&rng, 24 * HOUR);
	office->options = options;
	ck_assert_int_eq(ask_hour("wall", 0, NODES), 0);
	random_crowd(&rng, all);
	ck_assert_int_eq(del("wall", 0), 0);
	agent();
	model_book(all);
	for (int i = 0; i < CROWD; i++)
		ck_assert_msg(is_booked(all[i].name) == all[i].booked,
			      "%s: %d", all[i].name, all[i].booked);
}
END_TEST

/* Each one is looked at before the first ones are again. IN timed - these are due
 * again at once */
static void all_are_seen(bool timed)
{
	standing_t *list[STANDBY_TRIES];
	char name[32];
	int seen = 0;

	ck_assert_int_eq(ask_hour("wall", 0, NODES), 0);
	for (int i = 0; i < 3 * STANDBY_TRIES; i++) {
		snprintf(name, sizeof(name), "standby:book:r%d", i);
		ck_assert_int_eq(ask_hour(name, 0, 4), REFUSED_BUSY);
	}
	for (int turn = 0; turn < 3; turn++) {
		uint32_t cnt;

		standing_room(office, AT, AT + HOUR);
		cnt = standing_due(office, NOW, list, STANDBY_TRIES);
		ck_assert_uint_eq(cnt, STANDBY_TRIES);
		snprintf(name, sizeof(name), "r%d", seen);
		ck_assert_str_eq(list[0]->row.request->name, name);
		seen += STANDBY_TRIES;
		for (uint32_t i = 0; timed && (i < cnt); i++)
			standing_look_at(office, list[i], NOW);
	}
}

START_TEST(none_starves_while_room_comes_and_goes)
{
	all_are_seen(false);
}
END_TEST

/* Their users can't be looked up, for instance. */
START_TEST(none_starves_while_the_first_are_tried_again)
{
	all_are_seen(true);
}
END_TEST

START_TEST(its_place_is_told)
{
	wanted_t brief = { "standby:book:brief", U1, 4, 10, AT, 0 };

	options.standby = office->options.standby = OPTIONS_STANDBY_SHORT;
	one_stands_by("standby:book:");
	ck_assert_int_eq(create(&brief), REFUSED_BUSY);
	said("brief stands by: place 1 of 2");
	ck_assert_int_eq(named(serve_verb("standing", false), "standing", 0),
			 0);
	said("NAME");
	said("\nbrief        1 of 2         4    00:10:00");
	said("\nr            2 of 2         4    01:00:00");
	said(" book  u0");
	said("0 booked, 0 offered, 0 ended, 0 withdrawn");
}
END_TEST

static void add_places(Suite *suite)
{
	TCase *tc = test_case(suite, "places", 60);

	tcase_add_checked_fixture(tc, setup, teardown);
	IT_IS(with_room_it_is_booked_at_once);
	IT_IS(without_room_it_stands_by);
	IT_IS(without_the_wish_it_does_not);
	IT_IS(its_latest_start_is_later_than_now);
	IT_IS(a_deletion_makes_room);
	IT_IS(a_node_that_is_back_makes_room);
	IT_IS(it_has_room_before_others_start_earlier);
	IT_IS(it_has_returned_nodes_before_others_start_earlier);
	IT_IS(room_at_another_time_is_none);
	IT_IS(the_booking_and_the_end_of_its_row_are_one_commit);
	IT_IS(its_window_passes);
	IT_IS(at_its_latest_start_it_ends);
	tcase_add_loop_test(tc, room_is_given_in_the_fair_order, 0,
			    test_some(60));
	IT_IS(none_starves_while_room_comes_and_goes);
	IT_IS(none_starves_while_the_first_are_tried_again);
	IT_IS(its_place_is_told);
}

int main(void)
{
	Suite *suite = suite_create("standing");

	add_places(suite);
	return test_run(suite);
}
