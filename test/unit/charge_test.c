/* SPDX-License-Identifier: GPL-2.0-or-later */
/* charge_test.c - bookings are charged to the budgets of accounts. */
#include "plugin/booking/rights/charge.h"
#include "plugin/booking/request/budget.h"
#include "plugin/booking/states.h"
#include "plugin/booking/view/spent.h"
#include "plugin/ledger/ledger_use.h"
#include "test/unit/charge_fixture.h"

/* --- accepted ------------------------------------------------------------- */

START_TEST(a_booking_is_charged)
{
	ck_assert_int_eq(book("r", U0, "phys", AT, 4, 2), 0);
	ck_assert_double_eq_tol(spent_by("phys"), 8, 1e-9);
	ck_assert_int_eq(book("s", U0, "chem,phys", AT, 1, 3), 0);
	ck_assert_double_eq_tol(spent_by("chem"), 3, 1e-9);
	ck_assert_double_eq_tol(spent_by("phys"), 8, 1e-9);
	kill_and_restart();
	ck_assert_double_eq_tol(spent_by("phys"), 8, 1e-9);
	ck_assert_double_eq_tol(spent_by("chem"), 3, 1e-9);
}
END_TEST

START_TEST(beyond_the_budget_it_is_refused)
{
	ck_assert_int_eq(book("r", U0, "phys", AT, 8, 10), 0);
	ck_assert_int_eq(book("s", U0, "phys", AT + DAY, 3, 7), REFUSED_DENIED);
	ck_assert_str_eq(answer, "s: account phys has 20.00 node-hours left until 1970-02-01T00:00:00 (garq_budget), and this costs 21.00 node-hours: ask for less, or for another account or period");
	ck_assert(!is_booked("s"));
	live("s", false);
	ck_assert_double_eq_tol(spent_by("phys"), 80, 1e-9);
	ck_assert_int_eq(book("plan:show:s", U0, "phys", AT + DAY, 3, 7),
			 REFUSED_DENIED);
	ck_assert_int_eq(book("s", U0, "phys", AT + DAY, 2, 10), 0);
	ck_assert_int_eq(book("t", U0, "phys", AT + 2 * DAY, 1, 1),
			 REFUSED_DENIED);
	/* another month, another account */
	ck_assert_int_eq(book("t", U0, "phys", AT + 20 * DAY, 1, 1), 0);
	ck_assert_int_eq(book("v", U0, "chem", AT + 2 * DAY, 1, 1), 0);
	/* operators are charged, and not bound */
	ck_assert_int_eq(book("w", 0, "phys", AT + 2 * DAY, 1, 1), 0);
	ck_assert_double_eq_tol(spent_by("phys"), 101, 1e-9);
	ck_assert_int_eq(book("x", U0, "phys", AT + 3 * DAY, 1, 1),
			 REFUSED_DENIED);
	said("account phys has 0.00 node-hours left");
}
END_TEST

START_TEST(somebody_pays)
{
	ck_assert_int_eq(book("r", U0, NULL, AT, 1, 1), REFUSED_DENIED);
	said("give Accounts: the first one pays for the booking (garq_budget), and you belong to phys,chem,once");
	ck_assert_int_eq(book("s", U1, NULL, AT, 1, 1), 0);
	ck_assert_double_eq_tol(spent_by("chem"), 1, 1e-9);
	ck_assert_int_eq(book("t", U2, NULL, AT, 1, 1), 0);
	ck_assert_int_eq(book("v", 0, NULL, AT, 1, 1), 0);
	ck_assert_ptr_null(view_find(office, "v")->booking->payer);
	/* nobody gets rid of it by an update */
	ck_assert_int_eq(book("w", U0, "phys", AT, 1, 1), 0);
	(void) give("w", U0, "-phys");
	ck_assert_double_eq_tol(spent_by("phys"), 1, 1e-9);
}
END_TEST

START_TEST(a_series_is_charged_at_once)
{
	request_t r = request_for("r", "once");

	r.has_start = r.has_minutes = true;
	r.start = AT;
	r.minutes = 60;
	r.wishes.plan = PLAN_SHOW;
	r.wishes.dated = 11;
	request_set_nodes(&r, 2);
	ck_assert_int_eq(serve_once(&create_verb, &r, U0), REFUSED_DENIED);
	said("and this costs 2.00 node-hours on each date");
}
END_TEST

START_TEST(a_budget_may_be_for_all_times)
{
	ck_assert_int_eq(book("r", U0, "once", AT, 8, 2), 0);
	ck_assert_int_eq(book("s", U0, "once", AT + 40 * DAY, 5, 1),
			 REFUSED_DENIED);
	said("account once has 4.00 node-hours left (garq_budget)");
}
END_TEST

/* --- changed -------------------------------------------------------------- */

START_TEST(a_change_has_its_price)
{
	ck_assert_int_eq(book("r", U0, "phys", AT, 4, 10), 0);
	ck_assert_int_eq(change("r", U0, 2, 0), 0);
	ck_assert_double_eq_tol(spent_by("phys"), 20, 0.02);
	ck_assert_int_eq(change("r", U0, 8, 0), 0);
	ck_assert_double_eq_tol(spent_by("phys"), 80, 0.02);
	ck_assert_int_eq(change("r", U0, 0, AT + 13 * HOUR), REFUSED_DENIED);
	said("r: account phys has 100.00 node-hours left until");
	ck_assert_double_eq_tol(spent_by("phys"), 80, 0.02);
	ck_assert_int_eq(view_find(office, "r")->booking->end, AT + 10 * HOUR);
	ck_assert_int_eq(change("r", 0, 0, AT + 13 * HOUR), 0);
	ck_assert_double_eq_tol(spent_by("phys"), 104, 0.02);
	/* less is allowed, be it too much still */
	ck_assert_int_eq(change("r", U0, 0, AT + 770 * 60), 0);
	ck_assert_double_eq_tol(spent_by("phys"), 102.67, 0.02);
	kill_and_restart();
	ck_assert_double_eq_tol(spent_by("phys"), 102.67, 0.02);
}
END_TEST

START_TEST(a_started_one_pays_what_it_had)
{
	ck_assert_int_eq(book("r", U0, "phys", AT, 8, 10), 0);
	pass_time(AT + HOUR);
	ck_assert_int_eq(change("r", U0, 4, 0), 0);	/* 8 + 36 */
	ck_assert_double_eq_tol(spent_by("phys"), 44, 0.02);
	pass_time(AT + 2 * HOUR);
	ck_assert_int_eq(change("r", U0, 0, AT + 5 * HOUR), 0);
	ck_assert_double_eq_tol(spent_by("phys"), 24, 0.02);
	kill_and_restart();
	ck_assert_int_eq(change("r", U0, 0, AT + 6 * HOUR), 0);
	ck_assert_double_eq_tol(spent_by("phys"), 28, 0.02);
	pass_time(AT + 3 * HOUR);
	ck_assert_int_eq(del("r", U0), 0);
	ck_assert_double_eq_tol(spent_by("phys"), 16, 0.02);
	kill_and_restart();
	ck_assert_double_eq_tol(spent_by("phys"), 16, 0.02);
}
END_TEST

/* What was settled by a clock that was ahead is to come again. */
START_TEST(a_clock_put_back_settles_nothing)
{
	ck_assert_int_eq(book("b", U0, "phys", AT, 4, 10), 0);
	pass_time(AT + 2 * HOUR);
	ck_assert_int_eq(change("b", U0, 2, 0), 0);
	ck_assert_double_eq_tol(spent_by("phys"), 8 + 16, 1e-9);
	pass_time(AT + HOUR);
	ck_assert_int_eq(change("b", U0, 4, 0), 0);
	ck_assert_double_eq_tol(spent_by("phys"), 2.4 + 36, 1e-9);
	pass_time(AT - HOUR);
	ck_assert_int_eq(change("b", U0, 0, AT + 8 * HOUR), 0);
	ck_assert_double_eq_tol(spent_by("phys"), 32, 1e-9);
	pass_time(AT + 2 * HOUR);
	ck_assert_int_eq(change("b", U0, 2, 0), 0);
	ck_assert_double_eq_tol(spent_by("phys"), 8 + 12, 1e-9);
	pass_time(AT - HOUR);
	ck_assert_int_eq(del("b", U0), 0);
	ck_assert_double_eq_tol(spent_by("phys"), 0, 1e-9);
}
END_TEST

START_TEST(another_account_pays)
{
	ck_assert_int_eq(book("r", U0, "phys", AT, 4, 10), 0);
	ck_assert_int_eq(give("r", U0, "chem"), 0);
	ck_assert_double_eq_tol(spent_by("phys"), 0, 1e-9);
	ck_assert_double_eq_tol(spent_by("chem"), 40, 1e-9);
	ck_assert_int_eq(give("r", U0, "once"), REFUSED_DENIED);
	said("account once has 20.00 node-hours left");
	ck_assert_double_eq_tol(spent_by("chem"), 40, 1e-9);
	ck_assert_int_eq(give("r", U0, "+phys"), 0);
	ck_assert_double_eq_tol(spent_by("chem"), 40, 1e-9);
	ck_assert_int_eq(give("r", 0, "-chem"), 0);
	ck_assert_double_eq_tol(spent_by("phys"), 40, 1e-9);
}
END_TEST

START_TEST(the_tariff_says_what_a_part_is)
{
	/* the second hour is dear: 12:00 is AT - AT % DAY + 12 h */
	time_t noon = AT - AT % DAY + DAY + 12 * HOUR;

	office->options.bcost = 1;
	options.bcost = 1;
	snprintf(office->options.unit, sizeof(office->options.unit), "EUR");
	office->tariff = tariff_parse("3 hours=13-24", why, sizeof(why));
	use_budgets("account=phys amount=1100");
	ck_assert_int_eq(book("r", U0, "phys", noon, 1, 2), 0);
	ck_assert_double_eq_tol(spent_by("phys"), 60 + 180, 0.02);
	ck_assert_int_eq(book("s", U0, "phys", noon, 2, 3), 0);
	ck_assert_int_eq(change("r", U0, 0, noon + HOUR), 0);
	ck_assert_double_eq_tol(spent_by("phys"), 60 + 840, 0.02);
	ck_assert_int_eq(book("t", U0, "phys", noon, 4, 1), REFUSED_DENIED);
	ck_assert_str_eq(answer, "t: account phys has 200.00 EUR left until 1970-02-01T00:00:00 (garq_budget), and this costs 240.00 EUR: ask for less, or for another account or period");
	pass_time(noon + HOUR);
	ck_assert_int_eq(del("s", U0), 0);
	ck_assert_double_eq_tol(spent_by("phys"), 60 + 120, 0.02);
}
END_TEST

/* --- released ------------------------------------------------------------- */

START_TEST(a_deletion_gives_it_back)
{
	ck_assert_int_eq(book("r", U0, "phys", AT, 4, 10), 0);
	ck_assert_int_eq(del("r", U0), 0);
	ck_assert_double_eq_tol(spent_by("phys"), 0, 1e-9);
	kill_and_restart();
	ck_assert_double_eq_tol(spent_by("phys"), 0, 1e-9);
}
END_TEST

START_TEST(one_that_has_ended_stays_charged)
{
	ck_assert_int_eq(book("r", U0, "phys", AT, 4, 10), 0);
	pass_time(AT + 11 * HOUR);
	agent();
	slurm_purges("r");
	ck_assert(!is_booked("r"));
	ck_assert_double_eq_tol(spent_by("phys"), 40, 1e-9);
	kill_and_restart();
	ck_assert_double_eq_tol(spent_by("phys"), 40, 1e-9);
	/* its row goes, what it cost stays */
	office->ledger = NULL;
	test_office_end();
	ledger_close(l);
	sql_on(path, "DELETE FROM booking WHERE closed IS NOT NULL");
	l = opened();
	test_office_begin(NODES, &options, office_states);
	ck_assert(ledger_each_charge(l, spent_add_closed, office, why,
				     sizeof(why)));
	ck_assert_double_eq_tol(spent_by("phys"), 40, 1e-9);
}
END_TEST

START_TEST(a_hold_is_charged_until_it_ends)
{
	ck_assert_int_eq(book("hold:60:h", U0, "phys", AT, 4, 10), 0);
	ck_assert_double_eq_tol(spent_by("phys"), 40, 1e-9);
	ck_assert_int_eq(book("hold:60:g", U0, "phys", AT, 4, 20),
			 REFUSED_DENIED);
	ck_assert_int_eq(named(&update_verb, "h", U0), 0);
	ck_assert_double_eq_tol(spent_by("phys"), 40, 1e-9);
	ck_assert_int_eq(book("hold:60:g", U0, "phys", AT, 4, 10), 0);
	ck_assert_int_eq(del("g", U0), 0);
	ck_assert_double_eq_tol(spent_by("phys"), 40, 1e-9);
}
END_TEST

START_TEST(another_name_costs_nothing)
{
	request_t r = request_for("name:s:r", NULL);

	ck_assert_int_eq(book("r", U0, "phys", AT, 4, 10), 0);
	ck_assert_int_eq(serve_once(&rename_verb, &r, U0), 0);
	ck_assert_double_eq_tol(spent_by("phys"), 40, 1e-9);
	kill_and_restart();
	ck_assert_double_eq_tol(spent_by("phys"), 40, 1e-9);
}
END_TEST

START_TEST(what_is_not_made_costs_nothing)
{
	request_t r = request_for("r", "phys");
	ask_t a = { .verb = &create_verb, .request = &r, .uid = U0,
		    .now = NOW };

	r.has_start = r.has_minutes = true;
	r.start = AT;
	r.minutes = 60;
	request_set_nodes(&r, 4);
	ck_assert_int_eq(serve(office, &a), 0);
	ck_assert_double_eq_tol(spent_by("phys"), 4, 1e-9);
	ledger_commit_later(l, a.op);
	office->may_delete = true;
	a.verb->undo(office, &a, "no space");
	office->may_delete = false;
	ck_assert_double_eq_tol(spent_by("phys"), 0, 1e-9);
	ck_assert(ledger_retry(l, why, sizeof(why)));
	ask_free(&a);
	request_free(&r);
	kill_and_restart();
	ck_assert_double_eq_tol(spent_by("phys"), 0, 1e-9);
}
END_TEST

START_TEST(who_stands_by_waits_for_money)
{
	request_t r = request_for("standby:book:r", "phys");

	ck_assert_int_eq(ask_hour("wall", 0, NODES), 0);
	r.has_start = r.has_minutes = true;
	r.start = AT;
	r.minutes = 60;
	request_set_nodes(&r, 4);
	ck_assert_int_eq(serve_once(&create_verb, &r, U0), REFUSED_BUSY);
	ck_assert_int_eq(book("s", U0, "phys", AT + DAY, 7, 14), 0);
	ck_assert_int_eq(del("wall", 0), 0);
	agent();
	ck_assert(!is_booked("r"));
	ck_assert_int_eq(named(serve_verb("standing", false), "standing", U0),
			 0);
	said("waits: r: account phys has 2.00 node-hours left");
	ck_assert_int_eq(del("s", U0), 0);
	pass_time(NOW + HOUR);
	agent();
	ck_assert(is_booked("r"));
	ck_assert_double_eq_tol(spent_by("phys"), 4, 1e-9);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("charge");
	TCase *tc = test_case(suite, "charge", 60);

	tcase_add_checked_fixture(tc, charge_setup, teardown);
	IT_IS(a_booking_is_charged);
	IT_IS(beyond_the_budget_it_is_refused);
	IT_IS(somebody_pays);
	IT_IS(a_series_is_charged_at_once);
	IT_IS(a_budget_may_be_for_all_times);
	IT_IS(a_change_has_its_price);
	IT_IS(a_started_one_pays_what_it_had);
	IT_IS(a_clock_put_back_settles_nothing);
	IT_IS(another_account_pays);
	IT_IS(the_tariff_says_what_a_part_is);
	IT_IS(a_deletion_gives_it_back);
	IT_IS(one_that_has_ended_stays_charged);
	IT_IS(a_hold_is_charged_until_it_ends);
	IT_IS(another_name_costs_nothing);
	IT_IS(what_is_not_made_costs_nothing);
	IT_IS(who_stands_by_waits_for_money);
	return test_run(suite);
}
