/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * charge_test.c - bookings are charged to the budgets of accounts.
 *
 *	SEED=n test/unit/charge_test
 *
 * replays a random sequence that failed. Its model is an integral: an account
 * pays the node-hours that its bookings have had, and those that they will
 * have.
 */
#include "plugin/booking/offer/grow.h"
#include "plugin/booking/rights/charge.h"
#include "plugin/booking/jobs/jobs.h"
#include "plugin/booking/request/budget.h"
#include "plugin/booking/states.h"
#include "plugin/booking/view/spent.h"
#include "plugin/ledger/ledger_use.h"
#include "test/unit/standing_fixture.h"

#define U2 (FAKE_UID + 2)
#define BUDGETS "account=phys,chem amount=100\naccount=once period=none amount=20"
#define JANUARY (1970 * 12U)	/* NOW is in it */

/* U0 is in two accounts, U1 in one, U2 in none. */
static char *accounts_of(office_t *of, uint32_t uid, bool coordinated,
			 bool *ret_known)
{
	(void) of;
	*ret_known = true;
	if (coordinated)
		return NULL;
	return (uid == U0) ? text_dup("phys,chem,once") :
	       (uid == U1) ? text_dup("chem,chem") : NULL;
}

static void use_budgets(const char *text)
{
	budgets_destroy(office->budgets);
	office->budgets = budgets_parse(text, why, sizeof(why));
	ck_assert_msg(office->budgets != NULL, "%s", why);
	fake.users.accounts = accounts_of;
}

static void begin_test(void)
{
	ck_assert_int_eq(setenv("TZ", "UTC", 1), 0);
	tzset();
	setup();
	use_budgets(BUDGETS);
}

static void kill_and_restart(void)
{
	restart();
	use_budgets(BUDGETS);
}

/* The sum of an account in January, in whole units. */
static double spent_by(const char *account)
{
	return (double) spent_sum(office, account, JANUARY, JANUARY + 1) / 100;
}

static request_t request_for(const char *name, const char *accounts)
{
	request_t r = { .name = NULL };

	request_set(&r.name, name);
	request_set(&r.accounts, accounts);
	return r;
}

static int serve_once(const verb_t *verb, request_t *r, uint32_t uid)
{
	int rc = serve_as(verb, r, uid);
	const char *reason = NULL;

	request_free(r);
	ck_assert_msg(charge_check(office, &reason), "%s", reason);
	return rc;
}

/* A create of some nodes for some hours. RET 0 or a code */
static int book(const char *name, uint32_t uid, const char *accounts,
		time_t start, uint32_t nodes, uint32_t hours)
{
	request_t r = request_for(name, accounts);

	if (!uid && !accounts)
		request_set(&r.users, "u9");
	r.has_start = r.has_minutes = true;
	r.start = start;
	r.minutes = hours * 60;
	request_set_nodes(&r, nodes);
	return serve_once(serve_verb(name, false), &r, uid);
}

/* Another number of nodes, and another end; 0: as it is. */
static int change(const char *name, uint32_t uid, uint32_t nodes, time_t end)
{
	request_t r = request_for(name, NULL);

	if (nodes)
		request_set_nodes(&r, nodes);
	r.has_end = (end > 0);
	r.end = end;
	return serve_once(&update_verb, &r, uid);
}

static int give(const char *name, uint32_t uid, const char *accounts)
{
	request_t r = request_for(name, accounts);

	return serve_once(&update_verb, &r, uid);
}

/* The record of a booking that has ended is gone. */
static void slurm_purges(const char *name)
{
	fake_record_t *rec = fake_find(&fake, name);

	if (rec && rec->linked)
		fake_delete(&fake, rec);
	agent();
}

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

/* --- what it allows -------------------------------------------------------- */

static void have_prices(const char *budgets, const char *tariff)
{
	options.offers = office->options.offers = 5;
	options.horizon = office->options.horizon = 30;
	options.bcost = office->options.bcost = 1;
	if (tariff)
		office->tariff = tariff_parse(tariff, why, sizeof(why));
	use_budgets(budgets);
}

/* The cost of each open offer is allowed. RET the number of open offers */
static uint32_t offers_within(const char *of, double most)
{
	offer_set_t *set = offers_set_of(office, U0, of);

	for (uint32_t i = 0; set && (i < set->request->offer_cnt); i++)
		ck_assert_double_le(set->request->offers[i].cost, most);
	return set ? set->request->offer_cnt : 0;
}

START_TEST(offers_are_within_it)
{
	have_prices("account=phys amount=200", NULL);
	ck_assert_int_eq(ask_hour("wall", 0, NODES), 0);
	ck_assert_int_eq(book("r", U0, "phys", AT, 4, 1), REFUSED_DENIED);
	said("r: account phys has 200.00 left until 1970-02-01T00:00:00 (garq_budget), and this costs 260.00");
	ck_assert_uint_gt(offers_within("r", 200), 0);
	have_prices("account=phys amount=300", "2 hours=15-24");
	ck_assert_int_eq(book("q", U0, "phys", AT, 4, 1), REFUSED_BUSY);
	said("account phys has 300.00 left until 1970-02-01T00:00:00 (garq_budget): no offer costs more");
	ck_assert_uint_gt(offers_within("q", 300), 0);
	tariff_destroy(office->tariff);
	office->tariff = NULL;
	use_budgets("account=phys amount=2000");
	ck_assert_int_eq(book("s", U0, "phys", AT, 4, 1), REFUSED_BUSY);
	ck_assert_ptr_null(strstr(answer, "garq_budget"));
	use_budgets("account=phys amount=0");
	ck_assert_int_eq(book("t", U0, "phys", AT, 4, 1), REFUSED_DENIED);
	ck_assert_uint_eq(offers_within("t", 0), 0);
	said("account phys has 0.00 left");
}
END_TEST

START_TEST(a_rigid_one_is_offered_what_it_allows)
{
	/* 4 nodes for 2 hours: 480; nights are cheap */
	time_t noon = AT - AT % DAY + DAY + 12 * HOUR;
	const ledger_offer_t *o;

	have_prices("account=phys amount=250", "0.5 hours=0-4");
	ck_assert_int_eq(book("r", U0, "phys", noon, 4, 2), REFUSED_DENIED);
	ck_assert_ptr_nonnull(strstr(answer, "r: account phys has 250.00 left until 1970-02-01T00:00:00 (garq_budget), and this costs 480.00: ask for less, or for another account or period\n"));
	ck_assert_ptr_eq(strstr(strstr(answer, "garq_budget") + 1,
				"garq_budget"), NULL);
	ck_assert_uint_eq(offers_within("r", 250), 3);
	o = offers_set_of(office, U0, "r")->request->offers;
	ck_assert_int_eq(o[0].t_s, noon + 12 * HOUR);
	ck_assert_uint_eq(o[0].num_cn, 4);
	ck_assert_double_eq_tol(o[0].cost, 240, 1e-9);
	ck_assert_int_eq(o[1].t_s, noon);
	ck_assert_uint_eq(o[1].num_cn, 2);
	ck_assert_int_eq(o[1].t_e - o[1].t_s, 2 * HOUR);
	ck_assert_uint_eq(o[2].num_cn, 4);
	ck_assert_int_eq(o[2].t_e - o[2].t_s, HOUR);
	for (int i = 1; i <= 3; i++) {
		char name[] = { 'r', '.', (char) ('0' + i), '\0' };
		request_t r = request_for(name, NULL);

		ck_assert_int_eq(serve_once(&accept_verb, &r, U0), i > 1 ?
					 REFUSED_NO_SUCH : 0);
	}
	ck_assert_double_eq_tol(spent_by("phys"), 240, 1e-9);
}
END_TEST

START_TEST(a_change_is_offered_what_it_allows)
{
	time_t noon = AT - AT % DAY + DAY + 12 * HOUR;
	const ledger_offer_t *o;

	have_prices("account=phys amount=300", NULL);
	ck_assert_int_eq(book("r", U0, "phys", noon, 2, 2), 0);	/* 240 */
	ck_assert_int_eq(change("r", U0, 0, noon + 4 * HOUR), REFUSED_DENIED);
	said("r: account phys has 300.00 left until 1970-02-01T00:00:00 (garq_budget), and this costs 480.00");
	ck_assert_uint_gt(offers_within("r", 300), 0);
	o = offers_set_of(office, U0, "r")->request->offers;
	ck_assert_int_eq(o->t_e - o->t_s, 150 * 60);
	ck_assert_double_eq_tol(spent_by("phys"), 240, 1e-9);
}
END_TEST

START_TEST(a_query_is_told_what_it_allows)
{
	have_prices("account=chem amount=200", NULL);
	ck_assert_int_eq(book("query", U1, "chem", AT, 4, 1), 0);
	said("account chem has 200.00 left until 1970-02-01T00:00:00 (garq_budget): no offer costs more");
	said(" 3  195.00  fewer nodes");
	said(" 4  200.00  shorter");
	ck_assert_int_eq(book("why", U1, "chem", AT, 4, 1), 0);
	said("account chem has 200.00 left");
}
END_TEST

START_TEST(an_elastic_one_gets_what_it_allows)
{
	const booking_t *b;

	ck_assert_int_eq(book("q", U0, "phys", AT + DAY, 8, 10), 0);
	/* 20 node-hours are left */
	ck_assert_int_eq(book("min-nodes:1:r", U0, "phys", AT, 8, 4), 0);
	b = view_find(office, "r")->booking;
	ck_assert_uint_eq(b->num_cn, 5);
	ck_assert_double_eq_tol(spent_by("phys"), 100, 1e-9);
	ck_assert_int_eq(del("r", U0), 0);
	ck_assert_int_eq(book("min-time:1h:r", U0, "phys", AT, 8, 4), 0);
	b = view_find(office, "r")->booking;
	ck_assert_int_eq(b->end - b->start, 150 * 60);
	ck_assert_int_eq(del("r", U0), 0);
	ck_assert_int_eq(book("or:2x10h:or:1x1h:r", U0, "phys", AT, 8, 4), 0);
	b = view_find(office, "r")->booking;
	ck_assert_uint_eq(b->num_cn, 2);
	ck_assert_int_eq(del("r", U0), 0);
	ck_assert_int_eq(book("min-nodes:6:r", U0, "phys", AT, 8, 4),
			 REFUSED_DENIED);
	said("r: account phys has 20.00 node-hours left until 1970-02-01T00:00:00 (garq_budget), and this costs 24.00 node-hours");
	/* the whole is beyond it: it can't grow to that */
	ck_assert_int_eq(book("min-nodes:1:grow:yes:r", U0, "phys", AT, 8, 4),
			 0);
	ck_assert_uint_eq(view_find(office, "r")->booking->most_cn, 0);
	ck_assert_double_eq_tol(spent_by("phys"), 100, 1e-9);
}
END_TEST

/* As the agent does when something has ended. */
static void grow(void)
{
	const char *reason = NULL;

	(void) grow_into_room(office, clock_at, AT + 40 * DAY, clock_at);
	ck_assert(ledger_retry(l, why, sizeof(why)));
	ck_assert_msg(charge_check(office, &reason), "%s", reason);
}

START_TEST(an_elastic_one_pays_for_its_size)
{
	ck_assert_int_eq(book("min-nodes:2:grow:yes:r", U0, "phys", AT, 8, 4),
			 0);
	ck_assert_double_eq_tol(spent_by("phys"), 32, 1e-9);
	ck_assert_int_eq(book("s", 0, "chem", AT, 5, 4), 0);
	ck_assert_uint_eq(view_find(office, "r")->booking->num_cn, 3);
	ck_assert_double_eq_tol(spent_by("phys"), 12, 1e-9);
	kill_and_restart();
	ck_assert_double_eq_tol(spent_by("phys"), 12, 1e-9);
	/* it can't grow beyond its budget */
	use_budgets("account=phys amount=20");
	ck_assert_int_eq(del("s", 0), 0);
	grow();
	ck_assert_uint_eq(view_find(office, "r")->booking->num_cn, 3);
	use_budgets(BUDGETS);
	grow();
	ck_assert_uint_eq(view_find(office, "r")->booking->num_cn, 8);
	ck_assert_double_eq_tol(spent_by("phys"), 32, 1e-9);
	kill_and_restart();
	ck_assert_double_eq_tol(spent_by("phys"), 32, 1e-9);
}
END_TEST

START_TEST(a_window_reaches_another_period)
{
	request_t r = request_for("r", "phys");

	ck_assert_int_eq(book("q", U0, "phys", AT + DAY, 8, 12), 0);
	r.has_start = r.has_minutes = r.has_delay = true;
	r.start = AT;
	r.minutes = 120;
	r.delay = 40 * DAY;
	request_set_nodes(&r, 4);
	ck_assert_int_eq(serve_once(&create_verb, &r, U0), 0);
	ck_assert_uint_eq(view_find(office, "r")->booking->charge.month,
			  JANUARY + 1);
}
END_TEST

/* --- jobs ------------------------------------------------------------------ */

static job_request_t job_of(uint32_t nodes, uint32_t hours)
{
	return (job_request_t) {
		.uid = U0, .begin = AT, .num_cn = nodes, .minutes = hours * 60,
		.deadline = AT + (time_t) hours * HOUR + JOBS_LATE,
		.account = "phys",
	};
}

/* OUT ret_name - of the booking, 32 bytes */
static int book_job(const job_request_t *ask, char *ret_name)
{
	ask_t a = { .now = clock_at };
	int rc = jobs_book(office, ask, &a);
	const char *reason;

	snprintf(answer, sizeof(answer), "%s", a.text ? a.text : "");
	if (!rc) {
		snprintf(ret_name, 32, "%s", a.name);
		ledger_commit_later(l, a.op);
		jobs_book_done(office, a.name, clock_at);
	}
	ask_free(&a);
	ck_assert_msg(charge_check(office, &reason), "%s", reason);
	return rc;
}

static int change_job(const char *name, const job_request_t *ask)
{
	ask_t a = { .now = clock_at, .uid = U0 };
	int rc = jobs_change(office, view_find(office, name), ask, true, &a);

	snprintf(answer, sizeof(answer), "%s", a.text ? a.text : "");
	if (a.op)
		ledger_commit_later(l, a.op);
	ask_free(&a);
	return rc;
}

static void drop_job(const char *name)
{
	office->may_delete = true;
	ck_assert_int_eq(jobs_drop(office, view_find(office, name),
				   "its job has ended", clock_at), 0);
	office->may_delete = false;
	ck_assert(ledger_retry(l, why, sizeof(why)));
}

START_TEST(a_job_is_charged)
{
	job_request_t job = job_of(4, 10), more = job_of(4, 10);
	char name[32], other[32];

	ck_assert_int_eq(book_job(&job, name), 0);
	ck_assert_double_eq_tol(spent_by("phys"), 40, 1e-9);
	kill_and_restart();
	ck_assert_double_eq_tol(spent_by("phys"), 40, 1e-9);
	job.num_cn = 3;
	ck_assert_int_eq(change_job(name, &job), 0);
	ck_assert_double_eq_tol(spent_by("phys"), 30, 0.02);
	job.account = "chem";
	ck_assert_int_eq(change_job(name, &job), 0);
	ck_assert_double_eq_tol(spent_by("phys"), 0, 1e-9);
	ck_assert_double_eq_tol(spent_by("chem"), 30, 0.02);
	ck_assert_uint_eq(garq_set_count(view_find(office, name)->nodes), 3);
	ck_assert_int_eq(book_job(&more, other), 0);
	drop_job(other);
	ck_assert_double_eq_tol(spent_by("phys"), 0, 1e-9);
	pass_time(AT + HOUR);
	drop_job(name);
	ck_assert_double_eq_tol(spent_by("chem"), 3, 0.02);
	kill_and_restart();
	ck_assert_double_eq_tol(spent_by("chem"), 3, 0.02);
}
END_TEST

START_TEST(a_job_that_ends_has_paid_its_time)
{
	job_request_t job = job_of(4, 10);
	char name[32];

	ck_assert_int_eq(book_job(&job, name), 0);
	pass_time(AT + 10 * HOUR + 3);
	drop_job(name);
	ck_assert_double_eq_tol(spent_by("phys"), 40, 1e-9);
}
END_TEST

START_TEST(a_job_is_refused_beyond_it)
{
	job_request_t job = job_of(8, 13);
	char name[32];

	options.offers = office->options.offers = 5;
	ck_assert_int_eq(book_job(&job, name), REFUSED_DENIED);
	said("account phys has 100.00 node-hours left until 1970-02-01T00:00:00 (garq_budget), and this costs 104.00 node-hours");
	said("\n-N 7 --time=780 --begin=1970-01-14T13:46:40");
	said("\n-N 8 --time=750 ");
	ck_assert_double_eq_tol(spent_by("phys"), 0, 1e-9);
	job.account = "once";
	job.wanted_cn = 8;
	job.num_cn = 1;
	ck_assert_int_eq(book_job(&job, name), 0);
	ck_assert_uint_eq(view_find(office, name)->booking->num_cn, 1);
	ck_assert_double_eq_tol(spent_by("once"), 13, 1e-9);
	job.minutes = 20 * 60;
	job.deadline += 7 * HOUR;
	ck_assert_int_eq(change_job(name, &job), 0);
	job.minutes++;
	job.deadline += 60;
	ck_assert_int_eq(change_job(name, &job), REFUSED_DENIED);
	ck_assert_double_eq_tol(spent_by("once"), 20, 1e-9);
}
END_TEST

START_TEST(beyond_it_a_request_stands_by)
{
	request_t r = request_for("standby:book:r", "phys");

	ck_assert_int_eq(book("s", U0, "phys", AT + DAY, 7, 14), 0);
	r.has_start = r.has_minutes = true;
	r.start = AT;
	r.minutes = 60;
	request_set_nodes(&r, 4);
	ck_assert_int_eq(serve_once(&create_verb, &r, U0), REFUSED_DENIED);
	said("r: account phys has 2.00 node-hours left");
	agent();
	ck_assert(!is_booked("r"));
	ck_assert_int_eq(del("s", U0), 0);
	pass_time(NOW + HOUR);
	agent();
	ck_assert(is_booked("r"));
	ck_assert_double_eq_tol(spent_by("phys"), 4, 1e-9);
}
END_TEST

START_TEST(limits_show_it)
{
	ck_assert_int_eq(book("r", U0, "phys", AT, 4, 2), 0);
	ck_assert_int_eq(named(serve_verb("limits", false), "limits", U0), 0);
	said("node-hours until 1970-02-01               8        100  garq_budget, account phys");
	said("node-hours                                0         20  garq_budget, account once");
	ck_assert_int_eq(named(serve_verb("limits", false), "limits", 0), 0);
	said("garq_budget, account chem");
}
END_TEST

/* --- random sequences ------------------------------------------------------ */

#define STEPS 120
#define MOST 24

/* A booking of the model; of U1, in chem. */
typedef struct {
	char name[16];
	uint32_t nodes;		/* 0: there is none */
	time_t start, end;
	double past;		/* node-seconds before since ... */
	time_t since;		/* ..., or the start */
} model_t;

static model_t model[MOST];
static double over[4];		/* node-seconds of those that are gone */

static uint32_t month_of(time_t t)
{
	return budget_month(t) - JANUARY;
}

static double model_cost(const model_t *m)
{
	return m->past + (double) m->nodes *
	       (double) (m->end - (m->since ? m->since : m->start));
}

/* The node-seconds that a change at now leaves or adds. */
static model_t model_changed(const model_t *m, uint32_t nodes, time_t end)
{
	model_t to = *m;
	time_t from = m->since ? m->since : m->start;

	if (clock_at >= m->start) {
		to.past += (double) m->nodes * (double) (clock_at - from);
		to.since = clock_at;
	}
	to.nodes = nodes ? nodes : m->nodes;
	to.end = end ? end : m->end;
	return to;
}

static double model_sum(uint32_t month)
{
	double sum = over[month];

	for (int i = 0; i < MOST; i++)
		if (model[i].nodes && (month_of(model[i].start) == month))
			sum += model_cost(&model[i]);
	return sum;
}

static void end_model(model_t *m)
{
	if (clock_at > m->start)
		over[month_of(m->start)] += (clock_at >= m->end) ?
			model_cost(m) : m->past + (double) m->nodes *
			(double) (clock_at - (m->since ? m->since : m->start));
	m->nodes = 0;
}

static void expire_model(void)
{
	for (int i = 0; i < MOST; i++)
		if (model[i].nodes && (model[i].end <= clock_at)) {
			slurm_purges(model[i].name);
			end_model(&model[i]);
		}
}

/* A charge is refused if, and only if, it is beyond the budget. */
static void compare_answer(int rc, double cost, double before, uint32_t month)
{
	double left = 100 * 3600.0 - model_sum(month) + before;

	if ((rc == 0) && (cost > before))
		ck_assert_double_le(cost, left + 600);
	if (rc == REFUSED_DENIED)
		ck_assert_double_ge(cost, left - 600);
}

static void random_create(rng_t *rng, int i, int step)
{
	model_t m = {
		.nodes = 1 + (uint32_t) rng_below(rng, NODES),
		.start = clock_at + HOUR *
			 (1 + (time_t) rng_below(rng, 24 * 30)),
	};
	uint32_t hours = 1 + (uint32_t) rng_below(rng, 8);
	int rc;

	m.end = m.start + hours * HOUR;
	snprintf(m.name, sizeof(m.name), "b%d", step);
	rc = book(m.name, U1, rng_one_in(rng, 2) ? "chem" : NULL, m.start,
		  m.nodes, hours);
	compare_answer(rc, model_cost(&m), 0, month_of(m.start));
	if (!rc)
		model[i] = m;
}

static void random_change(rng_t *rng, model_t *m)
{
	uint32_t nodes = rng_one_in(rng, 2) ?
				 1 + (uint32_t) rng_below(rng, NODES) : 0;
	time_t end = (!nodes || rng_one_in(rng, 3)) ?
			     m->start + 60 * (1 + (time_t) rng_below(rng, 600)) :
			     0;
	model_t to = model_changed(m, nodes, end);
	int rc;

	if (to.end <= clock_at + 60)
		return;
	rc = change(m->name, U1, nodes, end);
	compare_answer(rc, model_cost(&to), model_cost(m),
		       month_of(m->start));
	if (!rc)
		*m = to;
}

static void random_step(rng_t *rng, int step)
{
	int i = (int) rng_below(rng, MOST);

	if (!model[i].nodes)
		random_create(rng, i, step);
	else if (rng_one_in(rng, 3))
		random_change(rng, &model[i]);
	else if (rng_one_in(rng, 4)) {
		ck_assert_int_eq(del(model[i].name, U1), 0);
		end_model(&model[i]);
	}
	if (rng_one_in(rng, 4)) {
		pass_time(clock_at + (time_t) rng_below(rng, 6 * HOUR));
		agent();
		expire_model();
	}
	if (rng_one_in(rng, 16))
		kill_and_restart();
}

START_TEST(sums_are_those_of_a_model)
{
	rng_t rng = { test_seed() + (uint64_t) _i };

	memset(model, 0, sizeof(model));
	memset(over, 0, sizeof(over));
	for (int step = 0; step < STEPS; step++) {
		random_step(&rng, step);
		for (uint32_t m = 0; m < 3; m++)
			ck_assert_double_eq_tol(
				(double) spent_sum(office, "chem", JANUARY + m,
						   JANUARY + m + 1) * 36,
				model_sum(m), 36.0 * (step + 1));
	}
}
END_TEST

static void add_tests(Suite *suite)
{
	TCase *tc = test_case(suite, "charge", 60);

	tcase_add_checked_fixture(tc, begin_test, teardown);
	IT_IS(a_booking_is_charged);
	IT_IS(beyond_the_budget_it_is_refused);
	IT_IS(somebody_pays);
	IT_IS(a_series_is_charged_at_once);
	IT_IS(a_budget_may_be_for_all_times);
	IT_IS(a_change_has_its_price);
	IT_IS(a_started_one_pays_what_it_had);
	IT_IS(another_account_pays);
	IT_IS(the_tariff_says_what_a_part_is);
	IT_IS(a_deletion_gives_it_back);
	IT_IS(one_that_has_ended_stays_charged);
	IT_IS(a_hold_is_charged_until_it_ends);
	IT_IS(another_name_costs_nothing);
	IT_IS(what_is_not_made_costs_nothing);
	IT_IS(who_stands_by_waits_for_money);
	IT_IS(offers_are_within_it);
	IT_IS(a_rigid_one_is_offered_what_it_allows);
	IT_IS(a_change_is_offered_what_it_allows);
	IT_IS(a_query_is_told_what_it_allows);
	IT_IS(an_elastic_one_gets_what_it_allows);
	IT_IS(an_elastic_one_pays_for_its_size);
	IT_IS(a_window_reaches_another_period);
	IT_IS(beyond_it_a_request_stands_by);
	IT_IS(a_job_is_charged);
	IT_IS(a_job_that_ends_has_paid_its_time);
	IT_IS(a_job_is_refused_beyond_it);
	IT_IS(limits_show_it);
	tcase_add_loop_test(tc, sums_are_those_of_a_model, 0, 20);
}

int main(void)
{
	Suite *suite = suite_create("charge");

	add_tests(suite);
	return test_run(suite);
}
