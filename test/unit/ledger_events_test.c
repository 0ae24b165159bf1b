/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_events_test.c - no change of a start, an end or nodes without an event,
 * and no event without a change
 */
#include <stdio.h>
#include <string.h>

#include "plugin/ledger/ledger_history.h"
#include "plugin/ledger/ledger_offers.h"
#include "test/unit/ledger_events_fixture.h"

#define NOBODY ((uint32_t) -1)

static void ask_for(ledger_t *to, const booking_t *b, const char *verb,
		    uint32_t uid)
{
	commit(to, ledger_put_plan(to, b, note_of(verb, uid), NULL, 0));
}

/* r is in the ledger, and nothing has happened. */
static ledger_t *l;
static booking_t *r;

static void setup_r(void)
{
	events_setup();
	l = opened();
	r = booking("r");
	put(l, r);
	forget(l);
}

static void teardown_r(void)
{
	booking_destroy(r);
	ledger_close(l);
	ledger_teardown();
}

/* --- made ----------------------------------------------------------------- */

START_TEST(made_by_a_request)
{
	booking_t *b = booking("x");

	b->creator = 1000;
	ask_for(l, b, "accept", 7);
	assert_told(l, "999995 x accept/7 - " PLACE);
	booking_destroy(b);
}
END_TEST

START_TEST(made_without_a_note)
{
	booking_t *b = booking("x");

	b->creator = 1000;
	put(l, b);
	assert_told(l, "1000000 x create/1000 - " PLACE);
	booking_destroy(b);
}
END_TEST

START_TEST(made_by_plain_slurm)
{
	booking_t *b = booking("x");

	b->creator = NOBODY;
	put(l, b);
	assert_told(l, "1000000 x adopted - " PLACE);
	booking_destroy(b);
}
END_TEST

START_TEST(a_request_that_makes_nothing)
{
	commit(l, ledger_put_request(l, note_of("create", 7)));
	assert_told(l, "");
}
END_TEST

/* --- changed -------------------------------------------------------------- */

START_TEST(an_update_is_an_event_in_any_case)
{
	booking_set(&r->users, "eve");
	ask_for(l, r, "update", 7);
	assert_told(l, "999995 r update/7 - 2000-5600 - > 2000-5600 -\n");
	forget(l);
	place(r, 3000, 4000, "n7");
	ask_for(l, r, "update", 8);
	assert_told(l, "999995 r update/8 - 2000-5600 n[1-4] > 3000-4000 n7\n");
}
END_TEST

START_TEST(changed_by_slurm)
{
	place(r, 2000, 5000, NULL);
	put(l, r);
	place(r, 2000, 5000, "n[1-3]");
	put(l, r);
	place(r, 2001, 5000, NULL);
	put(l, r);
	assert_told(l, "1000000 r changed - 2000-5600 - > 2000-5000 -\n"
		    "1000000 r changed - 2000-5000 n[1-4] > 2000-5000 n[1-3]\n"
		    "1000000 r changed - 2000-5000 - > 2001-5000 -\n");
}
END_TEST

START_TEST(nothing_that_anyone_sees)
{
	put(l, r);
	r->parked = true;
	put(l, r);
	r->t_lsr++;
	r->not_before++;
	r->resv_id++;
	put(l, r);
	put_moved(l, r, "its window");
	ck_assert(ledger_all_native(l, why, sizeof(why)));
	assert_told(l, "");
}
END_TEST

START_TEST(moved_by_the_plugin)
{
	place(r, 3000, 6600, NULL);
	put_moved(l, r, "room");
	place(r, 3000, 6600, "n[3-6]");
	put_moved(l, r, "node down");
	place(r, 3000, 5000, NULL);	/* an elastic one */
	put_moved(l, r, "shorter");
	place(r, 2500, 4000, "n1");
	put_moved(l, r, "all of it");
	assert_told(l, "999991 r moved room 2000-5600 - > 3000-6600 -\n"
		    "999991 r moved node down 3000-6600 n[1-4] > 3000-6600 n[3-6]\n"
		    "999991 r moved shorter 3000-6600 - > 3000-5000 -\n"
		    "999991 r moved all of it 3000-5000 n[3-6] > 2500-4000 n1\n");
}
END_TEST

/* A booking that has lost all its nodes. */
START_TEST(no_nodes_are_nodes_too)
{
	booking_set(&r->nodes, NULL);
	put_moved(l, r, "node down");
	put_moved(l, r, "none");
	place(r, 2000, 5600, "n1");
	put_moved(l, r, "found");
	assert_told(l, "999991 r moved node down 2000-5600 n[1-4] > 2000-5600 \n"
		    "999991 r moved found 2000-5600  > 2000-5600 n1\n");
}
END_TEST

START_TEST(a_note_is_an_event_in_any_case)
{
	ledger_moved_t m = moved_of(r, "n1 is down");

	m.note = "degraded";
	commit(l, ledger_put_moved(l, &m));
	m.note = "mended";
	m.why = NULL;
	commit(l, ledger_put_moved(l, &m));
	assert_told(l, "999991 r degraded n1 is down 2000-5600 - > 2000-5600 -\n"
		    "999991 r mended - 2000-5600 - > 2000-5600 -\n");
}
END_TEST

/* A ledger_event_fn. */
static void print_state(void *arg, const ledger_event_t *e)
{
	char *to = arg;

	snprintf(to + strlen(to), 200 - strlen(to), "%s %s %s\n", e->name,
		 e->verb, e->why ? e->why : "-");
}

static void assert_states(const char *want)
{
	char has[200] = "", why[128];

	ck_assert(ledger_each_state(l, print_state, has, why, sizeof(why)));
	ck_assert_str_eq(has, want);
}

START_TEST(the_last_note_of_each_kind_is_a_state)
{
	ledger_moved_t m = moved_of(r, "n1 is down");

	assert_states("");
	m.note = "degraded";
	commit(l, ledger_put_moved(l, &m));
	m.note = "begins";
	commit(l, ledger_put_moved(l, &m));
	assert_states("r degraded n1 is down\n");
	m.note = "part";
	m.why = NULL;
	commit(l, ledger_put_moved(l, &m));
	assert_states("r degraded n1 is down\nr part -\n");
	m.note = "mended";
	commit(l, ledger_put_moved(l, &m));
	assert_states("r part -\nr mended -\n");
	commit(l, ledger_drop(l, "r", "deleted"));
	assert_states("");
	commit(l, ledger_put(l, r));	/* another one of the name */
	assert_states("");
	ledger_move(l, 0, why, sizeof(why));
	assert_states("");
}
END_TEST

/* The booking is stored with its last state. */
START_TEST(moved_more_than_once_in_one_plan)
{
	ledger_moved_t m[3] = { moved_of(r, "first"), moved_of(r, "second"),
				moved_of(r, "third") };

	place(r, 2500, 6100, "n[5-8]");
	commit(l, ledger_put_plan(l, NULL, NULL, m, 3));
	assert_told(l, "999991 r moved first 2000-5600 n[1-4] > 2500-6100 n[5-8]\n");
	ck_assert_int_eq(count_rows(l, "booking WHERE start = 2500"), 1);
}
END_TEST

START_TEST(moved_for_a_request)
{
	const ledger_events_ask_t hidden = {
		.all = true, .name = "r", .most = 9, .private = true };
	booking_t *b = booking("b");
	ledger_moved_t m[2] = { moved_of(r, "made room for b"),
				moved_of(r, "n1 is down") };

	place(r, 3000, 6600, NULL);
	m[1].note = "degraded";
	commit(l, ledger_put_plan(l, b, note_of("create", 7), m, 2));
	assert_told(l, "999995 b create/7 - " PLACE
		    "999991 r moved/7 made room for b 2000-5600 - > 3000-6600 -\n"
		    "999991 r degraded n1 is down 3000-6600 - > 3000-6600 -\n");
	assert_asked(l, &hidden,
		     "999991 r moved - 2000-5600 - > 3000-6600 -\n"
		     "999991 r degraded - 3000-6600 - > 3000-6600 -\n");
	booking_destroy(b);
}
END_TEST

/* --- closed, and open again ----------------------------------------------- */

START_TEST(dropped)
{
	booking_t *b = booking("b");

	commit(l, ledger_drop(l, "r", "deleted"));
	commit(l, ledger_drop(l, "r", "deleted"));	/* is not there */
	commit(l, ledger_drop(l, "x", "deleted"));
	put(l, b);
	commit(l, ledger_drop(l, "b", "ended at 5600"));
	assert_told(l, "1000000 r closed deleted 2000-5600 n[1-4] > 0-0 -\n"
		    "1000000 b create/0 - " PLACE
		    "1000000 b ended ended at 5600 2000-5600 n[1-4] > 0-0 -\n");
	booking_destroy(b);
}
END_TEST

/* What was not written yet is closed with its last place. */
START_TEST(deleted_by_somebody)
{
	place(r, 3000, 6600, "n7");
	commit(l, ledger_revoke_by(l, r, 7, "deleted"));
	assert_told(l, "1000000 r closed/7 deleted 3000-6600 n7 > 0-0 -\n");
	assert_live(l, 0);
}
END_TEST

/* One that was never written has no beginning. */
START_TEST(revoked)
{
	booking_t *b = booking("b"), *other = booking("r");

	commit(l, ledger_revoke(l, b, LEDGER_WHY_NOT_CREATED));
	other->created++;
	commit(l, ledger_revoke_by(l, other, 7, "deleted"));
	assert_told(l, "1000000 b closed not created 2000-5600 n[1-4] > 0-0 -\n");
	booking_destroy(b);
	booking_destroy(other);
}
END_TEST

/* Its row goes on, and leaves one that counts for nothing. */
START_TEST(renamed)
{
	booking_t *was = booking_copy(r), *back = booking_copy(r);

	was->use.held = 60;
	booking_set(&r->name, "x");
	commit(l, ledger_put_renamed(l, r, note_of("rename", 7), was));
	assert_told(l, "999995 x rename/7 it was r " PLACE
		    "999995 r closed/7 renamed to x 2000-5600 n[1-4] > 0-0 -\n");
	assert_live(l, 1);
	forget(l);
	commit(l, ledger_put_renamed(l, back, NULL, r));
	commit(l, ledger_drop(l, "r", "deleted"));
	assert_live(l, 0);
	booking_destroy(was);
	booking_destroy(back);
}
END_TEST

/* The first operation could not be written, the one that takes it back is. */
/* Its users are to learn that it is whole again, also after a start. */
START_TEST(renamed_while_it_lacks_nodes)
{
	booking_t *was = booking_copy(r), *back = booking_copy(r);
	ledger_moved_t m = moved_of(r, "n1 is down");

	m.note = "degraded";
	commit(l, ledger_put_moved(l, &m));
	m.note = "begins";
	commit(l, ledger_put_moved(l, &m));
	booking_set(&r->name, "x");
	commit(l, ledger_put_renamed(l, r, note_of("rename", 7), was));
	assert_told(l, "999991 r degraded n1 is down 2000-5600 - > 2000-5600 -\n"
		    "999991 r begins n1 is down 2000-5600 - > 2000-5600 -\n"
		    "999995 x rename/7 it was r " PLACE
		    "999995 x degraded n1 is down 2000-5600 - > 2000-5600 -\n"
		    "999995 r closed/7 renamed to x 2000-5600 n[1-4] > 0-0 -\n");
	assert_states("x degraded n1 is down\n");
	m = moved_of(r, "other nodes");
	m.note = "mended";
	commit(l, ledger_put_moved(l, &m));
	commit(l, ledger_put_renamed(l, back, NULL, r));
	assert_states("");
	booking_destroy(was);
	booking_destroy(back);
}
END_TEST

START_TEST(renamed_and_back_of_which_the_first_is_lost)
{
	booking_t *other = booking_copy(r);

	booking_set(&other->name, "x");
	commit(l, ledger_put_renamed(l, r, NULL, other));
	assert_told(l, "1000000 x closed renamed to r 2000-5600 n[1-4] > 0-0 -\n");
	assert_live(l, 1);
	booking_destroy(other);
}
END_TEST

START_TEST(reopened_as_it_was)
{
	commit(l, ledger_drop(l, "r", "ended"));
	forget(l);
	commit(l, ledger_reopen(l, r));
	assert_told(l, "1000000 r reopened - " PLACE);
	assert_live(l, 1);
}
END_TEST

START_TEST(reopened_elsewhere)
{
	commit(l, ledger_drop(l, "r", "ended"));
	forget(l);
	place(r, 2000, 5600, "n9");
	commit(l, ledger_reopen(l, r));
	assert_told(l, "1000000 r reopened - " PLACE
		    "1000000 r changed - 2000-5600 n[1-4] > 2000-5600 n9\n");
}
END_TEST

/* --- as a plain model ----------------------------------------------------- */

#define NAMES 4
#define STEPS 300

/* What there is of a name, and what happened to all of them. */
typedef struct {
	booking_t *b;		/* with its last place */
	bool live;
	bool ended;		/* the last one closed, and not before its end */
} one_t;

typedef struct {
	one_t of[NAMES];
	char *told;		/* lines of print_event() */
	char *told_last;	/* where the next one goes */
	rng_t rng;
} model_t;

static const char *const node_lists[] = { "n1", "n[1-2]", "n7" };

/* Note an event of b, which was elsewhere before; NULL: it is new. */
static void note(model_t *m, const booking_t *b, const booking_t *old,
		 ledger_event_t e)
{
	bool same = old && !strcmp(old->nodes, b->nodes);

	e.name = b->name;
	e.start = b->start;
	e.end = b->end;
	e.nodes = same ? NULL : b->nodes;
	if (old) {
		e.old_start = old->start;
		e.old_end = old->end;
		e.old_nodes = same ? NULL : old->nodes;
	}
	print_event(m->told_last, 256, &e);
	m->told_last += strlen(m->told_last);
}

static void note_closed(model_t *m, const booking_t *b, ledger_event_t e)
{
	e.name = b->name;
	e.old_start = b->start;
	e.old_end = b->end;
	e.old_nodes = b->nodes;
	print_event(m->told_last, 256, &e);
	m->told_last += strlen(m->told_last);
}

static bool differs(const booking_t *a, const booking_t *b)
{
	return (a->start != b->start) || (a->end != b->end) ||
	       strcmp(a->nodes, b->nodes);
}

/* Some of its place, or nothing. RET what it was; booking_destroy() */
static booking_t *wander(model_t *m, booking_t *b)
{
	booking_t *old = booking_copy(b);

	if (rng_one_in(&m->rng, 3))
		b->start = 2000 + (time_t) rng_below(&m->rng, 3);
	if (rng_one_in(&m->rng, 3))
		b->end = 5000 + (time_t) rng_below(&m->rng, 3);
	if (rng_one_in(&m->rng, 3))
		booking_set(&b->nodes, node_lists[rng_below(&m->rng, 3)]);
	b->parked = rng_one_in(&m->rng, 2);
	b->t_lsr += rng_one_in(&m->rng, 2);
	return old;
}

/* A new booking of its name, by a request or by nobody. RET what to commit */
static ledger_op_t *step_make(model_t *m, one_t *one)
{
	uint32_t by = 1 + (uint32_t) rng_below(&m->rng, 9);

	one->b->created++;
	one->b->creator = rng_one_in(&m->rng, 3) ? NOBODY : 1000;
	one->live = true;
	booking_destroy(wander(m, one->b));
	if (rng_one_in(&m->rng, 2)) {
		note(m, one->b, NULL, (ledger_event_t) {
			.time = NOW - 5, .verb = "create", .has_uid = true,
			.uid = by });
		return ledger_put_plan(l, one->b, note_of("create", by), NULL,
				       0);
	}
	note(m, one->b, NULL, (ledger_event_t) {
		.time = NOW, .uid = 1000,
		.has_uid = one->b->creator != NOBODY,
		.verb = one->b->creator == NOBODY ? "adopted" : "create" });
	return ledger_put(l, one->b);
}

static ledger_op_t *step_change(model_t *m, one_t *one)
{
	booking_t *old = wander(m, one->b);
	ledger_op_t *op;

	if (rng_one_in(&m->rng, 2)) {
		note(m, one->b, old, (ledger_event_t) {
			.time = NOW - 5, .verb = "update", .has_uid = true,
			.uid = 8 });
		op = ledger_put_plan(l, one->b, note_of("update", 8), NULL, 0);
	} else {
		if (differs(one->b, old))
			note(m, one->b, old, (ledger_event_t) {
				.time = NOW, .verb = "changed" });
		op = ledger_put(l, one->b);
	}
	booking_destroy(old);
	return op;
}

static ledger_op_t *step_close(model_t *m, one_t *one)
{
	bool ends = rng_one_in(&m->rng, 2), by = rng_one_in(&m->rng, 2);
	const char *reason = (ends && !by) ? "ended" : "deleted";

	if (by)
		booking_destroy(wander(m, one->b));
	note_closed(m, one->b, (ledger_event_t) {
		.time = NOW, .verb = (ends && !by) ? "ended" : "closed",
		.why = reason, .has_uid = by, .uid = 9 });
	one->live = false;
	one->ended = ends && !by;
	return by ? ledger_revoke_by(l, one->b, 9, reason) :
		    ledger_drop(l, one->b->name, reason);
}

static ledger_op_t *step_reopen(model_t *m, one_t *one)
{
	booking_t *old = wander(m, one->b);

	note(m, old, NULL, (ledger_event_t) {
		.time = NOW, .verb = "reopened" });
	if (differs(one->b, old))
		note(m, one->b, old, (ledger_event_t) {
			.time = NOW, .verb = "changed" });
	one->live = true;
	booking_destroy(old);
	return ledger_reopen(l, one->b);
}

/* All that are live are moved, or something is noted of them. */
static ledger_op_t *step_plan(model_t *m)
{
	ledger_moved_t moved[NAMES];
	size_t cnt = 0;

	for (int i = 0; i < NAMES; i++) {
		booking_t *b = m->of[i].b, *old;
		bool noted = rng_one_in(&m->rng, 4);

		if (!m->of[i].live)
			continue;
		old = wander(m, b);
		moved[cnt] = moved_of(b, "room");
		moved[cnt++].note = noted ? "degraded" : NULL;
		if (noted || differs(b, old))
			note(m, b, old, (ledger_event_t) {
				.time = NOW - 9, .why = "room",
				.verb = noted ? "degraded" : "moved" });
		booking_destroy(old);
	}
	return ledger_put_plan(l, NULL, NULL, moved, cnt);
}

static ledger_op_t *step(model_t *m)
{
	one_t *one = &m->of[rng_below(&m->rng, NAMES)];

	if (rng_one_in(&m->rng, 3))
		return step_plan(m);
	if (one->live)
		return rng_one_in(&m->rng, 3) ? step_close(m, one) :
						step_change(m, one);
	if (one->ended && rng_one_in(&m->rng, 2))
		return step_reopen(m, one);
	one->ended = false;
	return step_make(m, one);
}

/*
 * Events lead from each place to the next one, and to where bookings are. What
 * somebody deletes may have changed at once.
 */
static void assert_chain(void)
{
	ck_assert_int_eq(count_rows(l, "(SELECT verb, uid, old_start, old_end,"
		" lag(start) OVER w AS was_start, lag(\"end\") OVER w AS was_end"
		" FROM event WINDOW w AS (PARTITION BY name ORDER BY id)) WHERE"
		" (old_start IS NOT was_start OR old_end IS NOT was_end)"
		" AND (verb != 'closed' OR uid IS NULL)"), 0);
	ck_assert_int_eq(count_rows(l, "booking AS b WHERE closed IS NULL AND"
		" ((start, \"end\") IS NOT (SELECT start, \"end\" FROM event"
		" WHERE name = b.name ORDER BY id DESC LIMIT 1) OR nodes IS NOT"
		" (SELECT nodes FROM event WHERE name = b.name AND nodes NOTNULL"
		" ORDER BY id DESC LIMIT 1))"), 0);
}

START_TEST(as_the_model)
{
	model_t m = { .rng = { test_seed() + (uint64_t) _i } };
	static char told[STEPS * NAMES * 128];

	m.told = m.told_last = told;
	booking_set(&r->nodes, "n1");
	commit(l, ledger_drop(l, "r", "deleted"));
	forget(l);
	for (int i = 0; i < NAMES; i++) {
		m.of[i].b = booking_copy(r);
		booking_set(&m.of[i].b->name, (const char *[]) {
			"a", "b", "c", "r" }[i]);
	}
	for (int i = 0; i < STEPS; i++) {
		/* several in one transaction */
		ledger_commit_later(l, step(&m));
		if (rng_one_in(&m.rng, 3))
			ck_assert(ledger_retry(l, why, sizeof(why)));
	}
	ck_assert(ledger_retry(l, why, sizeof(why)));
	assert_told(l, told);
	assert_chain();
	for (int i = 0; i < NAMES; i++)
		booking_destroy(m.of[i].b);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("ledger_events");
	TCase *tc = test_case(s, "ledger_events", 60);

	test_seed();	/* once, before any fork */
	tcase_add_checked_fixture(tc, setup_r, teardown_r);
	tcase_add_test(tc, made_by_a_request);
	tcase_add_test(tc, made_without_a_note);
	tcase_add_test(tc, made_by_plain_slurm);
	tcase_add_test(tc, a_request_that_makes_nothing);
	tcase_add_test(tc, an_update_is_an_event_in_any_case);
	tcase_add_test(tc, changed_by_slurm);
	tcase_add_test(tc, nothing_that_anyone_sees);
	tcase_add_test(tc, moved_by_the_plugin);
	tcase_add_test(tc, moved_for_a_request);
	tcase_add_test(tc, no_nodes_are_nodes_too);
	tcase_add_test(tc, a_note_is_an_event_in_any_case);
	tcase_add_test(tc, the_last_note_of_each_kind_is_a_state);
	tcase_add_test(tc, moved_more_than_once_in_one_plan);
	tcase_add_test(tc, dropped);
	tcase_add_test(tc, deleted_by_somebody);
	tcase_add_test(tc, revoked);
	tcase_add_test(tc, renamed);
	tcase_add_test(tc, renamed_while_it_lacks_nodes);
	tcase_add_test(tc, renamed_and_back_of_which_the_first_is_lost);
	tcase_add_test(tc, reopened_as_it_was);
	tcase_add_test(tc, reopened_elsewhere);
	tcase_add_loop_test(tc, as_the_model, 0, 20);
	return test_run(s);
}
