/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * turns_test.c - a decision in turns: others make it stale once, twice and each
 * time, and it ends, with the steps that it may take.
 */
#include <errno.h>
#include <string.h>

#include "plugin/booking/place/admit.h"
#include "plugin/booking/request/flags.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/states.h"
#include "plugin/booking/view/changes.h"
#include "plugin/booking/view/host.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/turns.h"
#include "test/unit/test_office.h"
#include "test/unit/test_util.h"
#include "test/unit/view_fixture.h"

#define TURN 200
#define ALWAYS 1000
/* A unit of work on eight nodes and as many bookings. */
#define UNIT 200

/* --- the host ------------------------------------------------------------ */

static int pauses;
static int stale_left;		/* pauses that change something */
static time_t job_end;		/* ... a job that ends then; 0: anything */
static bool synced;
static uint64_t back;		/* what the sync after a pause costs, in steps */
static int backs;		/* ... after so many pauses */
static uint64_t most;		/* steps of a turn */
static uint64_t least;
static uint64_t before;		/* steps before the present turn */

static void turn_is_over(void)
{
	uint64_t steps = phase_steps(office);

	most = test_max(most, steps - before);
	least = test_min(least, steps - before);
	before = steps;
}

static bool let_others_in(office_t *office)
{
	turn_is_over();
	pauses++;
	ck_assert(!turns_are_stale(office));	/* others are served now */
	if (stale_left) {
		stale_left--;
		if (job_end)
			changes_note_until(office, job_end);
		else
			changes_note(office);
	}
	turns_synced(office, 10 * TURN);	/* others */
	turns_resume(office);
	turns_synced(office, (backs-- > 0) ? back : 0);
	return synced;
}

/* --- bookings ------------------------------------------------------------ */

/* See v from start on for an hour, on six nodes; it has no licenses. */
static void see_at(view_resv_t *v, time_t start)
{
	garq_set_t *nodes = set_of(0, 6);
	view_seen_t seen = {
		.start = start, .end = start + HOUR, .nodes = nodes,
		.flags = BOOKING_FLAG_SPEC_NODES,
		.attrs = {
			.first_start = start, .node_cnt = 6,
			.whole_nodes = true,
		},
	};

	view_see(office, v, &seen, NOW);
	garq_set_destroy(nodes);
}

/* Each hour from the second one on, six nodes are booked; they may shift. */
static void begin(void)
{
	setup_states(office_states);
	fake.locks.let_others_in = let_others_in;
	office->options = options;
	office->options.shift = OPTIONS_SHIFT_YES;
	office->options.shift_budget = 20;
	for (uint32_t i = 0; i < 8; i++) {
		char name[] = { (char) ('a' + i), '\0' };
		view_resv_t *v = view_table_add(office, name);
		booking_t *b = booking_of(1000);

		ck_assert_ptr_nonnull(b);
		b->t_esr = b->not_before = NOW + HOUR;
		b->t_lsr = NOW + 10 * HOUR;
		see_at(v, NOW + (1 + i) * HOUR);
		ck_assert_ptr_null(view_set_booking(office, v, b));
	}
	pauses = stale_left = 0;
	job_end = 0;
	synced = true;
	backs = 0;
	most = 0;
	least = INT64_MAX;
	before = phase_steps(office);
}

/* A decision about so many nodes for an hour. */
typedef struct {
	uint32_t num_cn;
	bool changes;		/* it changes something before it searches */
	uint64_t synced;	/* the view was brought up to date before */
	int rc;
	int calls;
	bool cut;
	uint64_t steps;		/* of the last call */
} decision_t;

static void decide(void *arg)
{
	decision_t *d = arg;
	shape_t shape = {
		.eligible = set_of(0, NODES), .num_cn = d->num_cn,
		.t_esr = NOW + 2 * HOUR, .t_lsr = NOW + 7 * HOUR,
		.duration = HOUR,
	};
	refusal_t refusal = { .rc = 0 };
	uint64_t steps = phase_steps(office);
	placement_t p;

	d->calls++;
	turns_synced(office, d->synced);
	turns_begin(office);
	if (d->changes)
		changes_note(office);
	d->rc = admit(office, &shape, GARQ_NO_GROUP, NULL, NULL, NOW, &p,
		      &refusal);
	d->cut = refusal.cut;
	d->steps = phase_steps(office) - steps;
	if (d->rc == REFUSED_BUSY)
		refusal_free(&refusal);
	else if (!d->rc)
		placement_free(&p);
	garq_set_destroy(shape.eligible);
}

static decision_t served(uint32_t num_cn, bool changes)
{
	decision_t d = { .num_cn = num_cn, .changes = changes };

	turns_serve(office, TURN, TURN, true, decide, &d);
	turn_is_over();
	return d;
}

/* --- tests --------------------------------------------------------------- */

START_TEST(a_decision_pauses_after_the_steps_of_a_turn)
{
	decision_t whole = { .num_cn = NODES }, d;

	begin();
	decide(&whole);
	ck_assert_uint_gt(whole.steps, 3 * TURN);
	ck_assert_int_eq(pauses, 0);
	before = phase_steps(office);
	d = served(NODES, false);
	ck_assert_int_eq(d.rc, whole.rc);
	ck_assert_int_eq(d.calls, 1);
	ck_assert_int_ge(pauses, 2);
	ck_assert_uint_eq(d.steps, whole.steps);
	ck_assert_uint_le(most, TURN + UNIT);
	ck_assert_uint_eq(office->stale_cnt, 0);
	teardown();
}
END_TEST

/*
 * The decision has the same result, and takes as many steps. A decision that can't
 * pause has as many steps after a long sync as without one.
 */
START_TEST(after_a_long_sync_a_decision_pauses_earlier)
{
	decision_t soon = { .num_cn = NODES, .synced = TURN - 1 };
	decision_t alone = { .num_cn = NODES, .changes = true };
	decision_t both = alone, d;
	int usual;

	begin();
	d = served(NODES, false);
	usual = pauses;
	pauses = 0;
	turns_serve(office, TURN, TURN, true, decide, &soon);
	ck_assert_int_eq(pauses, usual + 1);
	ck_assert_int_eq(soon.rc, d.rc);
	ck_assert_uint_eq(soon.steps, d.steps);
	both.synced = 2 * TURN;
	pauses = 0;
	turns_serve(office, TURN, TURN, true, decide, &alone);
	turns_serve(office, TURN, TURN, true, decide, &both);
	ck_assert_int_eq(pauses, 0);
	ck_assert_int_eq(both.rc, alone.rc);
	ck_assert_uint_eq(both.steps, alone.steps);
	teardown();
}
END_TEST

/* Others' syncs do not count. A decision that is stale then goes on in the same turn. */
START_TEST(after_a_long_sync_of_a_pause_the_next_comes_earlier)
{
	decision_t usual, d;
	int often;

	begin();
	stale_left = _i;
	usual = served(NODES, false);
	often = pauses;
	pauses = 0;
	back = TURN - 1;
	backs = ALWAYS;
	stale_left = _i;
	d = served(NODES, false);
	ck_assert_int_gt(pauses, often);
	ck_assert_int_eq(d.rc, usual.rc);
	ck_assert_int_eq(d.calls, usual.calls);
	/* a turn is not charged for its last look where that is used in part */
	ck_assert_uint_le(d.steps, usual.steps);
	ck_assert_uint_ge(d.steps + (uint64_t) pauses * GARQ_LOOK_STEPS(NODES),
			  usual.steps);
	teardown();
}
END_TEST

/*
 * The sync after the first pause costs more than a turn, and the decision is stale. The
 * search of its second try pauses after one unit of work.
 */
START_TEST(a_stale_decision_goes_on_in_the_turn_of_its_sync)
{
	decision_t d = { .num_cn = NODES };

	begin();
	decide(&d);
	before = phase_steps(office);
	stale_left = 1;
	back = d.steps;
	backs = 1;
	turns_serve(office, d.steps / 2, d.steps, true, decide, &d);
	ck_assert_int_eq(d.calls, 3);
	ck_assert_uint_le(least, UNIT);
	teardown();
}
END_TEST

/* Stale n times, it is made again so often, at last in one turn. */
START_TEST(a_stale_decision_is_made_again)
{
	int n = _i ? _i : ALWAYS, times = (n < TURNS_TRIES) ? n : TURNS_TRIES;
	decision_t whole = { .num_cn = 2 }, d;

	begin();
	decide(&whole);
	ck_assert_int_eq(whole.rc, 0);
	before = phase_steps(office);
	stale_left = n;
	d = served(NODES, false);
	ck_assert_int_eq(d.calls, 1 + times);
	ck_assert_uint_eq(office->stale_cnt, (uint64_t) times);
	ck_assert_uint_le(most, TURN + UNIT);
	if (times == TURNS_TRIES) {
		ck_assert_int_eq(d.rc, REFUSED_BUSY);
		ck_assert(d.cut);
		ck_assert_int_eq(pauses, times);
	}
	/* what fits in one turn is found then */
	stale_left = n;
	ck_assert_int_eq(served(2, false).rc, 0);
	teardown();
}
END_TEST

/* Bookings begin in an hour: no plan has read what is before. */
START_TEST(a_job_that_ends_before_leaves_a_plan_as_it_is)
{
	decision_t whole = { .num_cn = NODES }, d;

	begin();
	decide(&whole);
	before = phase_steps(office);
	stale_left = 1;
	job_end = NOW + HOUR;
	d = served(NODES, false);
	ck_assert_int_eq(d.calls, 1);
	ck_assert_int_eq(d.rc, whole.rc);
	ck_assert_uint_eq(d.steps, whole.steps);
	stale_left = 1;
	job_end = NOW + 5 * HOUR;
	ck_assert_int_eq(served(NODES, false).calls, 2);
	teardown();
}
END_TEST

START_TEST(changes_meet_what_is_read_before_their_end)
{
	uint64_t count;

	setup();
	count = changes_count(office);
	ck_assert(!changes_meet(office, count, 0));
	changes_note_until(office, 100);
	ck_assert(changes_meet(office, count, 0));
	ck_assert(changes_meet(office, count, 99));
	ck_assert(!changes_meet(office, count, 100));
	ck_assert(!changes_meet(office, changes_count(office), 0));
	changes_note(office);
	ck_assert(changes_meet(office, count, 100));
	ck_assert(changes_meet(office, count + 1, GARQ_FOREVER));
	count = changes_count(office);
	for (int i = 0; i < 10000; i++)
		changes_note_until(office, 1);
	ck_assert(changes_meet(office, count, 100));	/* too many to know */
	teardown();
}
END_TEST

START_TEST(a_refusal_that_is_stale_is_not_counted)
{
	begin();
	stale_left = ALWAYS;
	(void) served(NODES, false);
	ck_assert_uint_eq(office->untried_cnt, 1);
	teardown();
}
END_TEST

START_TEST(who_has_changed_something_does_not_pause)
{
	decision_t d;

	begin();
	d = served(NODES, true);
	ck_assert_int_eq(pauses, 0);
	ck_assert_int_eq(d.calls, 1);
	ck_assert(d.cut);
	ck_assert_uint_le(most, TURN + UNIT);
	teardown();
}
END_TEST

START_TEST(a_view_that_is_not_synced_makes_it_stale)
{
	decision_t d;

	begin();
	synced = false;
	d = served(NODES, false);
	ck_assert_int_eq(d.calls, 1 + TURNS_TRIES);
	ck_assert_int_eq(pauses, TURNS_TRIES);
	teardown();
}
END_TEST

/* What can't pause has all steps of a turn, not those up to a pause. */
START_TEST(a_turn_without_a_pause_is_longer)
{
	decision_t d = { .num_cn = NODES };

	begin();
	turns_serve(office, TURN, 10 * TURN, true, decide, &d);
	turn_is_over();
	ck_assert_int_gt(pauses, 0);
	ck_assert_uint_le(most, TURN + UNIT);
	d.changes = true;
	most = 0;
	turns_serve(office, TURN, 10 * TURN, true, decide, &d);
	turn_is_over();
	ck_assert_uint_gt(most, TURN + UNIT);
	ck_assert_uint_le(most, 10 * TURN + UNIT);
	teardown();
}
END_TEST

START_TEST(other_code_takes_one_turn_or_all_steps)
{
	begin();
	ck_assert_uint_eq(turns_steps(office, 10 * TURN), 10 * TURN);
	ck_assert_uint_eq(turns_first(office), 0);
	turns_only_begin(office, TURN);
	ck_assert_uint_eq(turns_steps(office, 10 * TURN), TURN);
	ck_assert_uint_eq(turns_steps(office, 10), 10);
	ck_assert_uint_eq(turns_first(office), 0);
	phase_end(office, phase_begin(office, PHASE_PLAN), TURN);
	ck_assert_uint_eq(turns_steps(office, 10 * TURN), TURN / 8);
	turns_only_end(office);
	ck_assert_uint_eq(turns_steps(office, 10 * TURN), 10 * TURN);
	teardown();
}
END_TEST

/* Looks in turns are as many as in one. */
static void look_around(void *arg)
{
	uint32_t *cnt = arg;
	const uint64_t each = GARQ_LOOK_STEPS(8);
	phase_t phase = phase_begin(office, PHASE_PLAN);
	turns_looks_t t;

	turns_begin(office);
	t = turns_looks(office, 100 * each, 8);
	*cnt = 0;
	do {
		*cnt += t.looks;
		t.looks = 0;
	} while (turns_looks_more(office, &t));
	ck_assert_uint_eq(turns_looks_steps(&t), *cnt * each);
	phase_end(office, phase, turns_looks_steps(&t));
}

START_TEST(looks_in_turns_are_as_many)
{
	uint32_t in_turns, whole;

	begin();
	look_around(&whole);
	ck_assert_uint_eq(whole, 100);
	ck_assert_int_eq(pauses, 0);
	before = phase_steps(office);
	turns_serve(office, TURN, TURN, true, look_around, &in_turns);
	ck_assert_uint_eq(in_turns, whole);
	ck_assert_int_gt(pauses, 3);
	ck_assert_uint_le(most, TURN + GARQ_LOOK_STEPS(8));
	teardown();
}
END_TEST

int main(void)
{
	Suite *s = suite_create("turns");
	TCase *c = test_case(s, "turns", 60);

	tcase_add_test(c, a_decision_pauses_after_the_steps_of_a_turn);
	tcase_add_loop_test(c, a_stale_decision_is_made_again, 0, 4);
	tcase_add_test(c, after_a_long_sync_a_decision_pauses_earlier);
	tcase_add_loop_test(c, after_a_long_sync_of_a_pause_the_next_comes_earlier,
			    0, 2);
	tcase_add_test(c, a_stale_decision_goes_on_in_the_turn_of_its_sync);
	tcase_add_test(c, a_job_that_ends_before_leaves_a_plan_as_it_is);
	tcase_add_test(c, changes_meet_what_is_read_before_their_end);
	tcase_add_test(c, a_refusal_that_is_stale_is_not_counted);
	tcase_add_test(c, who_has_changed_something_does_not_pause);
	tcase_add_test(c, a_view_that_is_not_synced_makes_it_stale);
	tcase_add_test(c, a_turn_without_a_pause_is_longer);
	tcase_add_test(c, other_code_takes_one_turn_or_all_steps);
	tcase_add_test(c, looks_in_turns_are_as_many);
	return test_run(s);
}
