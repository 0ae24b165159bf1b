/* SPDX-License-Identifier: GPL-2.0-or-later */
/* charge_within_test.c - offers, elastic bookings and jobs within a budget. */
#include "plugin/booking/offer/grow.h"
#include "plugin/booking/rights/charge.h"
#include "plugin/booking/jobs/jobs.h"
#include "plugin/booking/request/budget.h"
#include "plugin/booking/view/spent.h"
#include "test/unit/charge_fixture.h"

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

int main(void)
{
	Suite *suite = suite_create("charge_within");
	TCase *tc = test_case(suite, "charge_within", 60);

	tcase_add_checked_fixture(tc, charge_setup, teardown);
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
	return test_run(suite);
}
