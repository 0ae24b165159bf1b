/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * invariant_test.c - what becomes of an unsound plan and of broken counts: who
 * is told what, and what goes on.
 *
 * The fault is put in here: this file has a lrh_plan() and a lrh_plan_room() of
 * its own, in the place of those of lrh/, whose plans are unsound.
 */
#include <string.h>

#include "plugin/booking/place/admit.h"
#include "plugin/booking/place/repair.h"
#include "plugin/booking/place/shift.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/serve/verify.h"
#include "plugin/booking/view/invariant.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/say.h"
#include "plugin/booking/view/view_feed.h"
#include "test/unit/reconcile_world.h"
#include "test/unit/test_office.h"
#include "test/unit/test_util.h"

#define ROOT 0

static int planned;	/* calls of lrh_plan() and lrh_plan_room() */
static char *errors;	/* lines of the log that are errors */

/* --- faults --------------------------------------------------------------- */

int lrh_plan(lrh_t *l, const lrh_request_t *rq, const lrh_options_t *options,
	     lrh_plan_t *ret_plan)
{
	(void) l;
	(void) options;
	planned++;
	*ret_plan = (lrh_plan_t) { .blocked = rq->id, .unsound = "rule 1" };
	return 0;
}

int lrh_plan_room(lrh_t *l, time_t t_s, time_t t_e,
		  const lrh_options_t *options, lrh_plan_t *ret_plan)
{
	(void) l;
	(void) t_s;
	(void) t_e;
	(void) options;
	planned++;
	*ret_plan = (lrh_plan_t) { .unsound = "rule 2" };
	return 0;
}

/* --- the host, which is that of reconcile_world.h and more ---------------- */

static void listen(office_t *office, say_level_t level, const char *line)
{
	(void) office;
	if (level == SAY_ERROR)
		text_add(&errors, "%s\n", line);
}

static void setup(void)
{
	world_setup();
	fake.users.is_operator = test_is_operator;
	fake.locks.say = listen;
	office->options.shift = OPTIONS_SHIFT_YES;
	office->options.shift_budget = 1;
	planned = 0;
}

static void teardown(void)
{
	free_null(errors);
	world_teardown();
}

/* Booking r has these nodes for an hour, an hour from now. */
static view_resv_t *book(const char *nodes)
{
	booking_t *b = booking_create();
	view_resv_t *v;

	booking_set(&b->name, "r");
	booking_set(&b->nodes, nodes);
	booking_set(&b->users, "ann");
	b->num_cn = (uint32_t) strlen(nodes);
	b->resv_id = 1;
	b->duration_min = 60;
	b->start = b->t_esr = b->t_lsr = b->not_before = NOW + HOUR;
	b->end = NOW + 2 * HOUR;
	world_add(booking_copy(b), NULL);
	v = view_find(office, "r");
	ck_assert_ptr_null(view_set_booking(office, v, b));
	return v;
}

/* Ask for two nodes while r has its own. RET as admit(); OUT ret_text - free() */
static int ask(char **ret_text)
{
	shape_t shape = {
		.eligible = test_set_all(view_size(office)), .num_cn = 2,
		.t_esr = NOW + HOUR, .t_lsr = NOW + HOUR, .duration = HOUR,
	};
	placement_t placement;
	refusal_t refusal = { .rc = 0 };
	int rc = admit(office, &shape, GARQ_NO_GROUP, NULL, NULL, NOW,
		       &placement, &refusal);

	if (rc) {
		*ret_text = refusal_text(office, "s", &shape, &refusal, ROOT,
					 false);
		rc = refusal.rc;
		refusal_free(&refusal);
	} else {
		ck_assert_uint_eq(garq_set_count(placement.nodes), 2);
		placement_free(&placement);
	}
	shape_free(&shape);
	return rc;
}

/* How often a text is in the errors */
static int logged(const char *what)
{
	int cnt = 0;

	for (const char *at = errors; at && (at = strstr(at, what)); at++)
		cnt++;
	return cnt;
}

static void assert_stopped(uint64_t faults)
{
	ck_assert_uint_eq(office->fault_cnt, faults);
	ck_assert_int_eq(logged("internal error: "), (int) faults);
	ck_assert_int_eq(logged("no booking is shifted any more"), 1);
	ck_assert_int_eq(shift_allowed(office), OPTIONS_SHIFT_NO);
	ck_assert(invariant_stops_shifts(office));
}

START_TEST(it_is_no_refusal)
{
	char *text = NULL;

	book("abcdefg");
	ck_assert_int_eq(ask(&text), REFUSED_FAILED);
	ck_assert_ptr_eq(strstr(text, "s: internal error of sched/garq: "),
			 text);
	ck_assert_ptr_nonnull(strstr(text, "see slurmctld's log"));
	ck_assert_ptr_null(strstr(text, "missing"));
	assert_stopped(1);
	ck_assert_int_eq(logged("a plan to make room was dropped: rule 1"), 1);
	free(text);
}
END_TEST

START_TEST(what_fits_without_it_is_admitted)
{
	book("abcdef");
	ck_assert_int_eq(ask(NULL), 0);
	assert_stopped(1);
}
END_TEST

START_TEST(no_more_plans_are_made)
{
	char *text = NULL;

	book("abcdefg");
	(void) shift_earlier(office, NOW, NOW + HOUR, "test", NOW, NULL);
	assert_stopped(1);
	ck_assert_int_eq(logged("a plan to use room was dropped: rule 2"), 1);
	ck_assert(!shift_earlier(office, NOW, NOW + HOUR, "test", NOW, NULL));
	ck_assert_int_eq(ask(&text), REFUSED_BUSY);
	ck_assert_ptr_nonnull(strstr(text, "1 of 2 nodes is missing"));
	ck_assert_ptr_nonnull(strstr(text, "no booking is shifted"));
	ck_assert_int_eq(planned, 1);
	assert_stopped(1);
	free(text);
}
END_TEST

START_TEST(a_reconfigure_begins_anew)
{
	char *text = NULL;

	book("abcdefg");
	invariant_broken(office, "test", "rule 3");
	invariant_forget(office);
	ck_assert_int_eq(shift_allowed(office), OPTIONS_SHIFT_YES);
	ck_assert(!invariant_stops_shifts(office));
	ck_assert_uint_eq(office->fault_cnt, 1);
	ck_assert_int_eq(ask(&text), REFUSED_FAILED);
	ck_assert_int_eq(planned, 1);
	ck_assert_int_eq(logged("no booking is shifted any more"), 2);
	free(text);
}
END_TEST

/* garq_shift=no: no plan is made, so nothing stops. */
START_TEST(where_nothing_shifts_nothing_is_said)
{
	char *text = NULL;

	office->options.shift = OPTIONS_SHIFT_NO;
	book("abcdefg");
	invariant_broken(office, "test", "rule 3");
	ck_assert(!invariant_stops_shifts(office));
	ck_assert_int_eq(ask(&text), REFUSED_BUSY);
	ck_assert_ptr_null(strstr(text, "shifted"));
	ck_assert_int_eq(planned, 0);
	free(text);
}
END_TEST

START_TEST(failed_nodes_are_replaced)
{
	garq_set_t *some = test_set(view_size(office), "1-7");
	view_resv_t *v = book("ab");

	view_nodes_see(office, some, NULL, NOW - HOUR);
	invariant_broken(office, "test", "rule 3");
	(void) repair_all(office, NOW);
	ck_assert_str_eq(v->booking->nodes, "bc");
	ck_assert_int_eq(v->booking->start, NOW + HOUR);
	ck_assert_int_eq(planned, 0);
	garq_set_destroy(some);
}
END_TEST

/* Its partition is gone, say: that is no reason to tell nobody. */
START_TEST(where_no_node_is_eligible_the_booking_is_degraded)
{
	garq_set_t *some = test_set(view_size(office), "1-7");
	view_resv_t *v;

	world.none_eligible = true;
	v = book("ab");
	view_nodes_see(office, some, NULL, NOW - HOUR);
	(void) repair_all(office, NOW);
	ck_assert_str_eq(v->booking->nodes, "ab");
	ck_assert_ptr_nonnull(v->lost_nodes);
	ck_assert_str_eq(v->lost_nodes, "a");
	garq_set_destroy(some);
}
END_TEST

/* A hold that is in no count. */
static void break_counts(void)
{
	garq_nodes_t *nodes =
		(garq_nodes_t *) garq_machine_nodes(view_machine(office));
	garq_set_t *one = test_set(view_size(office), "0");

	ck_assert_int_eq(garq_nodes_hold(nodes, 99, 99, one, NOW + HOUR,
					 NOW + 2 * HOUR), 0);
	garq_set_destroy(one);
}

static char *verify(void)
{
	struct timeval clock = { .tv_sec = NOW };
	size_t size;

	return verify_make_report(office, &clock, &size);
}

START_TEST(counts_that_differ_stop_it_too)
{
	char *report = verify();

	ck_assert_ptr_nonnull(strstr(
		report, "\ncheck ok\nfaults 0\nfiles 0\nshifts ok\n"));
	ck_assert(!invariant_stops_shifts(office));
	free(report);
	break_counts();
	report = verify();
	ck_assert_ptr_null(strstr(report, "\ncheck ok\n"));
	ck_assert_ptr_nonnull(strstr(report, "\nfaults 1\nfiles 0\nshifts stopped\n"));
	assert_stopped(1);
	ck_assert_int_eq(logged("internal error: verify: "), 1);
	free(report);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("invariant");
	TCase *c = test_case(s, "invariant", 0);

	tcase_add_checked_fixture(c, setup, teardown);
	tcase_add_test(c, it_is_no_refusal);
	tcase_add_test(c, what_fits_without_it_is_admitted);
	tcase_add_test(c, no_more_plans_are_made);
	tcase_add_test(c, a_reconfigure_begins_anew);
	tcase_add_test(c, where_nothing_shifts_nothing_is_said);
	tcase_add_test(c, failed_nodes_are_replaced);
	tcase_add_test(c, where_no_node_is_eligible_the_booking_is_degraded);
	tcase_add_test(c, counts_that_differ_stop_it_too);
	return test_run(s);
}
