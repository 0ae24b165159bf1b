/* SPDX-License-Identifier: GPL-2.0-or-later */
/* options_test.c - SchedulerParameters, good and bad */

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/booking/request/options.h"
#include "test/unit/options_parsed.h"

typedef struct {
	const char *text;
	const char *error;	/* what the error line must hold; NULL: none */
	struct {
		options_base_t base;
		uint32_t delta;
		uint32_t horizon;
		bool window;
	} want;
} case_t;

#define BACKFILL OPTIONS_BASE_BACKFILL
#define BUILTIN OPTIONS_BASE_BUILTIN

static const case_t cases[] = {
	{ NULL, NULL, { BACKFILL, 300, 365, true } },
	{ "", NULL, { BACKFILL, 300, 365, true } },
	{ "bf_interval=30,defer", NULL, { BACKFILL, 300, 365, true } },
	{ "garq_delta=60", NULL, { BACKFILL, 60, 365, true } },
	{ "bf_interval=30,garq_delta=60,defer", NULL,
	  { BACKFILL, 60, 365, true } },
	{ " garq_delta=60 , garq_horizon=30 ", NULL,
	  { BACKFILL, 60, 30, true } },
	{ "GARQ_DELTA=60", NULL, { BACKFILL, 60, 365, true } },
	{ "garq_delta=1,garq_horizon=1", NULL, { BACKFILL, 1, 1, true } },
	{ "garq_delta=86400,garq_horizon=3650", NULL,
	  { BACKFILL, 86400, 3650, true } },
	{ "garq_base=builtin", NULL, { BUILTIN, 300, 365, true } },
	{ "garq_base=sched/backfill", NULL, { BACKFILL, 300, 365, true } },
	{ "garq_window=none", NULL, { BACKFILL, 300, 365, false } },
	{ "garq_window=MaxStartDelay", NULL, { BACKFILL, 300, 365, true } },
	{ ",,,garq_delta=60,,", NULL, { BACKFILL, 60, 365, true } },
	/* bad: the line says what to write, the option has its default */
	{ "garq_delta=0", "seconds, 1 to 86400", { BACKFILL, 300, 365, true } },
	{ "garq_delta=86401", "86400", { BACKFILL, 300, 365, true } },
	{ "garq_delta=-5", "garq_delta=-5", { BACKFILL, 300, 365, true } },
	{ "garq_delta=+5", "seconds", { BACKFILL, 300, 365, true } },
	{ "garq_delta=5w", "seconds", { BACKFILL, 300, 365, true } },
	{ "garq_delta=", "seconds", { BACKFILL, 300, 365, true } },
	{ "garq_delta", "seconds", { BACKFILL, 300, 365, true } },
	{ "garq_delta=4294967596", "seconds", { BACKFILL, 300, 365, true } },
	{ "garq_delta=99999999999999999999", "seconds",
	  { BACKFILL, 300, 365, true } },
	{ "garq_horizon=0", "days, 1 to 3650", { BACKFILL, 300, 365, true } },
	{ "garq_horizon=3651", "days", { BACKFILL, 300, 365, true } },
	{ "garq_base=wiki", "backfill or builtin",
	  { BACKFILL, 300, 365, true } },
	{ "garq_base=backfil", "backfill or builtin",
	  { BACKFILL, 300, 365, true } },
	{ "garq_window=yes", "maxstartdelay or none",
	  { BACKFILL, 300, 365, true } },
	{ "garq_detla=60", "no such option", { BACKFILL, 300, 365, true } },
	{ "garq_", "no such option", { BACKFILL, 300, 365, true } },
	{ "garq_=5", "no such option", { BACKFILL, 300, 365, true } },
	{ "garq_delta=1,garq_horizon=365", "longer delta",
	  { BACKFILL, 300, 365, true } },
	/*
	 * a bad option does not affect the others; the first error is reported
	 */
	{ "garq_delta=x,garq_horizon=7,garq_base=x", "garq_delta",
	  { BACKFILL, 300, 7, true } },
};

START_TEST(parses)
{
	const case_t *c = &cases[_i];
	options_t o = options_parsed(c->text, c->error);

	ck_assert_int_eq(o.base, c->want.base);
	ck_assert_uint_eq(o.delta, c->want.delta);
	ck_assert_uint_eq(o.horizon, c->want.horizon);
	ck_assert_int_eq(o.window, c->want.window);
	ck_assert_uint_eq(o.verify, 0);
}
END_TEST

typedef struct {
	const char *text;
	const char *error;	/* as above */
	uint32_t want;
} verify_case_t;

static const verify_case_t verify_cases[] = {
	{ "garq_verify=1", NULL, 1 },
	{ "garq_verify=86400", NULL, 86400 },
	{ "garq_verify=0", NULL, 0 },
	{ "garq_verify=5,garq_verify=0", NULL, 0 },
	{ "garq_verify=86401", "garq_verify must be seconds, 0 to 86400", 0 },
	{ "garq_verify=-1", "garq_verify must be", 0 },
	{ "garq_verify=yes", "garq_verify must be", 0 },
	{ "garq_verify", "garq_verify must be", 0 },
	{ "garq_verified=1", "there are: garq_account_bookings, garq_account_nodehours, garq_account_standing, garq_base, garq_bcost, garq_budget, garq_delta, garq_freeze, ", 0 },
};

static const verify_case_t return_cases[] = {
	{ "", NULL, 86400 },
	{ "garq_return=1d", NULL, 86400 },
	{ "garq_return=36h", NULL, 129600 },
	{ "garq_return=90m", NULL, 5400 },
	{ "garq_return=7", NULL, 7 },
	{ "garq_return=never", NULL, 0 },
	{ "garq_return=Never", NULL, 0 },
	{ "garq_return=0", NULL, 0 },
	{ "garq_return=nevermore", "garq_return must be seconds, 0 (never) to 31536000", 86400 },
	{ "garq_return=neverd", "garq_return must be", 86400 },
	{ "garq_return=1.5d", "garq_return must be", 86400 },
	{ "garq_return=1dd", "garq_return must be", 86400 },
	{ "garq_return=d", "garq_return must be", 86400 },
	{ "garq_return=never,garq_return=-1", "garq_return must be", 0 },
};

START_TEST(returns)
{
	const verify_case_t *c = &return_cases[_i];
	options_t o = options_parsed(c->text, c->error);

	ck_assert_uint_eq(o.node_return, c->want);
}
END_TEST

START_TEST(verifies)
{
	const verify_case_t *c = &verify_cases[_i];
	options_t o = options_parsed(c->text, c->error);

	ck_assert_uint_eq(o.verify, c->want);
	ck_assert_uint_eq(o.delta, options_default().delta);
}
END_TEST

START_TEST(parks)
{
	char error[512];
	options_t o;

	ck_assert(options_parse("garq_park=no", &o, error, sizeof(error)));
	ck_assert(!o.park);
	ck_assert(options_parse("garq_park=Yes", &o, error, sizeof(error)));
	ck_assert(o.park);
	ck_assert(!options_parse("garq_park=1", &o, error, sizeof(error)));
	ck_assert_ptr_nonnull(strstr(error, "garq_park must be yes or no"));
	ck_assert(o.park);
}
END_TEST

/* Options of offers: defaults, then the given one. */
typedef struct {
	const char *text;
	const char *error;	/* as above */
	uint32_t offers;
	uint32_t ttl;
	double bcost;
	double tau;
	osp_rank_t policy;
} offers_case_t;

static const offers_case_t offers_cases[] = {
	{ "", NULL, 10, 600, 0, 1, OSP_RANK_EARLIEST },
	{ "garq_offers=0", NULL, 0, 600, 0, 1, OSP_RANK_EARLIEST },
	{ "garq_offers=100,garq_offer_ttl=10", NULL, 100, 10, 0, 1,
	  OSP_RANK_EARLIEST },
	{ "garq_bcost=0.05,garq_tau=4", NULL, 10, 600, 0.05, 4,
	  OSP_RANK_EARLIEST },
	{ "garq_bcost=12,garq_tau=1.5", NULL, 10, 600, 12, 1.5,
	  OSP_RANK_EARLIEST },
	{ "garq_policy=longest", NULL, 10, 600, 0, 1, OSP_RANK_LONGEST },
	{ "garq_policy=Nodes", NULL, 10, 600, 0, 1, OSP_RANK_NODES },
	{ "garq_policy=cost", NULL, 10, 600, 0, 1, OSP_RANK_COST },
	{ "garq_offers=101", "garq_offers must be a number, 0 to 100", 10, 600,
	  0, 1, OSP_RANK_EARLIEST },
	{ "garq_offer_ttl=9", "seconds, 10 to 604800", 10, 600, 0, 1,
	  OSP_RANK_EARLIEST },
	{ "garq_offer_hold=101", "garq_offer_hold must be a number, 0 to 100",
	  10, 600, 0, 1, OSP_RANK_EARLIEST },
	{ "garq_bcost=-1", "garq_bcost must be a decimal", 10, 600, 0, 1,
	  OSP_RANK_EARLIEST },
	{ "garq_bcost=.5", "garq_bcost must be", 10, 600, 0, 1,
	  OSP_RANK_EARLIEST },
	{ "garq_bcost=5.", "garq_bcost must be", 10, 600, 0, 1,
	  OSP_RANK_EARLIEST },
	{ "garq_bcost=1.2.3", "garq_bcost must be", 10, 600, 0, 1,
	  OSP_RANK_EARLIEST },
	{ "garq_bcost=1e3", "garq_bcost must be", 10, 600, 0, 1,
	  OSP_RANK_EARLIEST },
	{ "garq_bcost=1000001", "0 (no prices) to 1000000", 10, 600, 0, 1,
	  OSP_RANK_EARLIEST },
	{ "garq_tau=0.9", "garq_tau must be", 10, 600, 0, 1,
	  OSP_RANK_EARLIEST },
	{ "garq_policy=best", "earliest, longest, nodes or cost", 10, 600, 0,
	  1, OSP_RANK_EARLIEST },
};

START_TEST(offers)
{
	const offers_case_t *c = &offers_cases[_i];
	options_t o = options_parsed(c->text, c->error);

	ck_assert_uint_eq(o.offers, c->offers);
	ck_assert_uint_eq(o.offer_ttl, c->ttl);
	ck_assert_double_eq_tol(o.bcost, c->bcost, 1e-12);
	ck_assert_double_eq_tol(o.tau, c->tau, 1e-12);
	ck_assert_int_eq(o.policy, c->policy);
}
END_TEST

/* Options of shifting: defaults, then the given one. */
typedef struct {
	const char *text;
	const char *error;	/* as above */
	options_shift_t shift;
	uint32_t budget;
	uint32_t freeze;
	const char *notify;
} shift_case_t;

#define YES OPTIONS_SHIFT_YES
#define NOTIFY_MUST "garq_notify must be the absolute path of a program, or none"

static const shift_case_t shift_cases[] = {
	{ "", NULL, YES, 8, 300, "" },
	{ "garq_shift=no", NULL, OPTIONS_SHIFT_NO, 8, 300, "" },
	{ "garq_shift=Paper", NULL, OPTIONS_SHIFT_PAPER, 8, 300, "" },
	{ "garq_shift=seed", NULL, OPTIONS_SHIFT_PAPER, 8, 300, "" },
	{ "garq_shift=paper,garq_shift=yes", NULL, YES, 8, 300, "" },
	{ "garq_shift_budget=0,garq_freeze=0", NULL, YES, 0, 0, "" },
	{ "garq_shift_budget=1000,garq_freeze=31536000", NULL, YES, 1000,
	  31536000, "" },
	{ "garq_notify=/usr/local/sbin/tell", NULL, YES, 8, 300,
	  "/usr/local/sbin/tell" },
	{ "garq_notify=/Tell It ,garq_freeze=1", NULL, YES, 8, 1, "/Tell It" },
	{ "garq_notify=/a,garq_notify=none", NULL, YES, 8, 300, "" },
	{ "garq_notify=/a,garq_notify=/bc", NULL, YES, 8, 300, "/bc" },
	{ "garq_shift=maybe", "garq_shift must be no, paper or yes", YES, 8, 300,
	  "" },
	{ "garq_shift=no,garq_shift=1", "garq_shift must be", OPTIONS_SHIFT_NO,
	  8, 300, "" },
	{ "garq_shifts=no", "no such option", YES, 8, 300, "" },
	{ "garq_shift_budget=1001",
	  "garq_shift_budget must be milliseconds, 0 to 1000", YES, 8, 300,
	  "" },
	{ "garq_shift_budget=1.5", "garq_shift_budget must be", YES, 8, 300,
	  "" },
	{ "garq_freeze=31536001", "garq_freeze must be seconds, 0 to 31536000",
	  YES, 8, 300, "" },
	{ "garq_freeze=5m", NULL, YES, 8, 300, "" },
	{ "garq_freeze=2h", NULL, YES, 8, 7200, "" },
	{ "garq_freeze=365d", NULL, YES, 8, 31536000, "" },
	{ "garq_freeze=366d", "garq_freeze must be", YES, 8, 300, "" },
	{ "garq_freeze=m", "garq_freeze must be", YES, 8, 300, "" },
	{ "garq_freeze=5w", "garq_freeze must be", YES, 8, 300, "" },
	{ "garq_shift_budget=1m", "garq_shift_budget must be", YES, 8, 300,
	  "" },
	{ "garq_notify=tell", NOTIFY_MUST, YES, 8, 300, "" },
	{ "garq_notify=./tell", NOTIFY_MUST, YES, 8, 300, "" },
	{ "garq_notify=", NOTIFY_MUST, YES, 8, 300, "" },
	{ "garq_notify", NOTIFY_MUST, YES, 8, 300, "" },
	{ "garq_notify=/", NOTIFY_MUST, YES, 8, 300, "" },
	{ "garq_notify=/a/", NOTIFY_MUST, YES, 8, 300, "" },
	{ "garq_mail_text=text",
	  "garq_mail_text must be the absolute path of a file, or none", YES,
	  8, 300, "" },
	{ "garq_notify=/a,garq_notify=b", NOTIFY_MUST, YES, 8, 300, "/a" },
	{ "garq_nothing=1", "garq_freeze, garq_hold_max, garq_horizon, garq_jobs, garq_mail, garq_mail_begin, garq_mail_offer, garq_mail_text, garq_mail_unused, garq_maint, garq_moves, garq_notify, ", YES, 8,
	  300, "" },
	{ "garq_nothing=1", "garq_shift_budget, garq_standby, garq_standby_age, garq_standing_max, garq_tariff, garq_tau, ", YES,
	  8, 300, "" },
};

START_TEST(shifts)
{
	const shift_case_t *c = &shift_cases[_i];
	options_t o = options_parsed(c->text, c->error);

	ck_assert_int_eq(o.shift, c->shift);
	ck_assert_uint_eq(o.shift_budget, c->budget);
	ck_assert_uint_eq(o.freeze, c->freeze);
	ck_assert_str_eq(o.notify, c->notify);
}
END_TEST

START_TEST(places)
{
	ck_assert_int_eq(options_parsed("", NULL).place,
			 OPTIONS_PLACE_EARLIEST);
	ck_assert_int_eq(options_parsed("garq_place=Tight", NULL).place,
			 OPTIONS_PLACE_TIGHT);
	ck_assert_int_eq(options_parsed("garq_place=late", "garq_place must be earliest or tight").place,
			 OPTIONS_PLACE_EARLIEST);
}
END_TEST

START_TEST(moves)
{
	static const struct {
		const char *text;
		bool ok;
		uint32_t moves;
	} cases[] = {
		{ "", true, 64 }, { "garq_moves=0", true, 0 },
		{ "garq_moves=1,GARQ_Moves=7", true, 7 },
		{ "garq_moves=1000000", true, 1000000 },
		{ "garq_moves=1000001", false, 64 },
		{ "garq_moves=-1", false, 64 }, { "garq_moves=", false, 64 },
		{ "garq_moves", false, 64 }, { "garq_moves=all", false, 64 },
		{ "garq_moves=3,garq_moves=1.5", false, 3 },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char error[512];
		options_t o;
		bool ok = options_parse(cases[i].text, &o, error,
					sizeof(error));

		ck_assert_int_eq(ok, cases[i].ok);
		ck_assert_uint_eq(o.moves, cases[i].moves);
		ck_assert(ok || strstr(error, "garq_moves must be a number, 0 (no limit) to 1000000"));
		ck_assert_ptr_null(strchr(error, '\n'));
	}
}
END_TEST

/* Only the word that counts is reported as outdated. */
START_TEST(tells_an_old_word)
{
	char error[200];
	options_t o;

	ck_assert(options_parse("garq_shift=SEED", &o, error, sizeof(error)));
	ck_assert(o.outdated_shift);
	ck_assert(options_parse("garq_shift=seed,garq_shift=paper", &o, error,
				sizeof(error)));
	ck_assert(!o.outdated_shift);
	ck_assert(!options_parse("garq_shift=seed,garq_shift=seeds", &o, error,
				 sizeof(error)));
	ck_assert(o.outdated_shift);
	ck_assert(options_parse("", &o, error, sizeof(error)));
	ck_assert(!o.outdated_shift);
}
END_TEST

/* The longest legal path is accepted, a longer one is not cut. */
START_TEST(takes_no_part_of_a_path)
{
	char text[PATH_MAX + 64] = "garq_notify=", error[200];
	char *path = text + strlen(text);
	options_t o;

	memset(path, 'x', PATH_MAX);
	path[0] = '/';
	ck_assert(!options_parse(text, &o, error, sizeof(error)));
	ck_assert_ptr_nonnull(strstr(error, NOTIFY_MUST));
	ck_assert_str_eq(o.notify, "");
	path[PATH_MAX - 1] = '\0';
	ck_assert(options_parse(text, &o, error, sizeof(error)));
	ck_assert_str_eq(o.notify, path);
}
END_TEST

START_TEST(jobs)
{
	char error[512];
	options_t o;

	ck_assert(options_parse(NULL, &o, error, sizeof(error)));
	ck_assert(!o.jobs);
	ck_assert(options_parse("garq_jobs=deadline", &o, error,
				sizeof(error)));
	ck_assert(o.jobs);
	ck_assert(options_parse("garq_jobs=deadline,garq_jobs=none", &o, error,
				sizeof(error)));
	ck_assert(!o.jobs);
	ck_assert(!options_parse("garq_jobs=yes", &o, error, sizeof(error)));
	ck_assert(!o.jobs);
	ck_assert_ptr_nonnull(strstr(error, "deadline or none"));
}
END_TEST

START_TEST(names_the_base)
{
	ck_assert_str_eq(options_base_name(BACKFILL), "sched/backfill");
	ck_assert_str_eq(options_base_name(BUILTIN), "sched/builtin");
}
END_TEST

START_TEST(cuts_a_long_word)
{
	char text[2000], error[200];
	options_t o;

	memset(text, 'x', sizeof(text));
	memcpy(text, "garq_", 5);
	text[sizeof(text) - 1] = '\0';
	ck_assert(!options_parse(text, &o, error, sizeof(error)));
	ck_assert_ptr_nonnull(strstr(error, "no such option"));
}
END_TEST

static const struct {
	const char *text, *error, *tariff, *unit;
} price_cases[] = {
	{ "garq_tariff=/etc/slurm/tariff,garq_unit=EUR", NULL,
	  "/etc/slurm/tariff", "EUR" },
	{ "garq_unit=\u20ac", NULL, "", "\u20ac" },
	{ "garq_unit=EUR,garq_unit=None,garq_tariff=none", NULL, "", "" },
	{ "garq_unit=EUR,garq_unit=a b", "garq_unit must be a word of less than 16 bytes, or none", "", "EUR" },
	{ "garq_unit=0123456789abcdef", "garq_unit must be", "", "" },
	{ "garq_unit=\x1b", "garq_unit must be", "", "" },
	{ "garq_unit=\xc3", "garq_unit must be", "", "" },
	{ "garq_unit=", "garq_unit must be", "", "" },
	{ "garq_budget=/etc/slurm/budgets,garq_tariff=/t", NULL, "/t", "" },
	{ "garq_budget=budgets", "garq_budget must be the absolute path of a file, or none", "", "" },
	{ "garq_tariff=prices", "garq_tariff must be the absolute path of a file, or none", "", "" },
};

START_TEST(prices)
{
	options_t o = options_parsed(price_cases[_i].text,
				     price_cases[_i].error);

	ck_assert_str_eq(o.tariff, price_cases[_i].tariff);
	ck_assert_str_eq(o.unit, price_cases[_i].unit);
}
END_TEST

/* What is told of an option is true: its default parses, and changes nothing. */
START_TEST(rows)
{
	char before[32] = "", text[80], why[OPTIONS_ERROR];
	const options_t want = options_default();
	options_row_t row;
	size_t cnt = 0;
	options_t o;

	for (; options_row(cnt, &row); cnt++) {
		ck_assert_int_lt(strcmp(before, row.name), 0);
		snprintf(before, sizeof(before), "%s", row.name);
		snprintf(text, sizeof(text), "%s=%s", row.name, row.preset);
		ck_assert_msg(options_parse(text, &o, why, sizeof(why)), "%s",
			      why);
		ck_assert_mem_eq(&o, &want, sizeof(o));
		snprintf(text, sizeof(text), "%s=?", row.name);
		ck_assert(!options_parse(text, &o, why, sizeof(why)));
		ck_assert_ptr_nonnull(strstr(why, row.values));
		ck_assert_uint_gt(strlen(row.help), 10);
	}
	ck_assert_uint_gt(cnt, 40);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("options");
	TCase *t = tcase_create("options");

	tcase_add_loop_test(t, parses, 0, sizeof(cases) / sizeof(cases[0]));
	tcase_add_test(t, parks);
	tcase_add_loop_test(t, verifies, 0,
			    sizeof(verify_cases) / sizeof(verify_cases[0]));
	tcase_add_loop_test(t, returns, 0,
			    sizeof(return_cases) / sizeof(return_cases[0]));
	tcase_add_loop_test(t, offers, 0,
			    sizeof(offers_cases) / sizeof(offers_cases[0]));
	tcase_add_loop_test(t, shifts, 0,
			    sizeof(shift_cases) / sizeof(shift_cases[0]));
	tcase_add_test(t, places);
	tcase_add_test(t, moves);
	tcase_add_test(t, tells_an_old_word);
	tcase_add_test(t, takes_no_part_of_a_path);
	tcase_add_test(t, jobs);
	tcase_add_test(t, names_the_base);
	tcase_add_test(t, cuts_a_long_word);
	tcase_add_loop_test(t, prices, 0,
			    sizeof(price_cases) / sizeof(price_cases[0]));
	tcase_add_test(t, rows);
	suite_add_tcase(s, t);
	return test_run(s);
}
