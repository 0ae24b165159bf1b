/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tariff_test.c - prices of a tariff: a table of known ones, random rules
 * against a walk through the minutes, and the errors of a text.
 *
 *	SEED=n test/unit/tariff_test
 *
 * replays a failure.
 */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/booking/request/tariff.h"
#include "test/unit/test_util.h"

#define HOUR ((time_t) 3600)
#define DAY (24 * HOUR)
#define ROUNDS 600

/* Berlin's clocks: Thursday 2026-01-01 0:00, and both changes of 2026. */
#define NEW_YEAR ((time_t) 1767222000)
#define SPRING ((time_t) 1774746000)	/* 02:00 becomes 03:00 */
#define AUTUMN ((time_t) 1792890000)	/* 03:00 becomes 02:00 */

static void use_zone(const char *zone)
{
	ck_assert_int_eq(setenv("TZ", zone, 1), 0);
	tzset();
}

static tariff_t *parsed(const char *text)
{
	char error[TARIFF_ERROR];
	tariff_t *t = tariff_parse(text, error, sizeof(error));

	ck_assert_msg(t != NULL, "%s: %s", text, error);
	ck_assert_str_eq(error, "");
	return t;
}

/* A tariff_in_fn: in one partition, at arg. */
static bool in_one(void *arg, const char *partitions, bool all)
{
	const char *at = strstr(partitions, arg);

	return at && !all;
}

static double paid(const tariff_t *t, time_t lead, time_t t_s, time_t t_e)
{
	return tariff_paid(t, tariff_rules(t, in_one, "gpu", "a100&ib", 0),
			   lead, t_s, t_e);
}

/* --- known prices --- */

static const struct {
	const char *text;
	time_t lead, t_s, t_e;
	double hours;		/* that are paid */
} known[] = {
	{ "", 0, NEW_YEAR, NEW_YEAR + DAY, 24 },
	{ "# nothing\n\n  \n", 0, NEW_YEAR, NEW_YEAR + DAY, 24 },
	{ "2", 0, NEW_YEAR, NEW_YEAR + DAY, 48 },
	{ "0", 0, NEW_YEAR, NEW_YEAR + DAY, 0 },
	{ "0.5 hours=20-8", 0, NEW_YEAR, NEW_YEAR + DAY, 18 },
	{ "0.5 hours=8-18 # days", 0, NEW_YEAR + 17 * HOUR,
	  NEW_YEAR + 19 * HOUR, 1.5 },
	{ "0.5 hours=7:30-8", 0, NEW_YEAR, NEW_YEAR + DAY, 23.75 },
	{ "2 days=Sa-Su", 0, NEW_YEAR, NEW_YEAR + 7 * DAY, 216 },
	{ "2 DAYS=saturday,sun", 0, NEW_YEAR, NEW_YEAR + 7 * DAY, 216 },
	{ "2 days=Su-Mo hours=0-12", 0, NEW_YEAR, NEW_YEAR + 7 * DAY, 192 },
	{ "2 days=Th hours=20-8", 0, NEW_YEAR, NEW_YEAR + 2 * DAY, 60 },
	{ "2 hours=8-18\n3 days=Th", 0, NEW_YEAR, NEW_YEAR + DAY, 102 },
	/* clocks: a day of 23 hours, one of 25 */
	{ "2 hours=0-12", 0, SPRING - HOUR * 2, SPRING + 21 * HOUR, 23 + 11 },
	{ "2 hours=2-3", 0, SPRING - HOUR * 2, SPRING + 21 * HOUR, 23 },
	{ "2 hours=2-3", 0, AUTUMN - HOUR * 3, AUTUMN + 22 * HOUR, 27 },
	{ "2 hours=12-24", 0, NEW_YEAR, NEW_YEAR + 365 * DAY, 8760 * 1.5 },
	/* where and how */
	{ "4 partition=gpu", 0, 0, HOUR, 4 },
	{ "4 partition=cpu", 0, 0, HOUR, 1 },
	{ "4 partition=cpu,gpu feature=ib", 0, 0, HOUR, 4 },
	{ "4 feature=a10", 0, 0, HOUR, 1 },
	{ "4 feature=h100,a100", 0, 0, HOUR, 4 },
	{ "3 lead<1d", DAY - 1, 0, HOUR, 3 },
	{ "3 lead<1d", DAY, 0, HOUR, 1 },
	{ "3 lead>=1d", DAY, 0, HOUR, 3 },
	{ "3 lead>=1d lead<2d", 2 * DAY, 0, HOUR, 1 },
	{ "3 lead<1m", -5, 0, HOUR, 3 },
	{ "3 window>=4h", 0, 0, HOUR, 1 },
	{ "3 window<4h", 0, 0, HOUR, 3 },
};

START_TEST(known_prices)
{
	tariff_t *t;

	use_zone("Europe/Berlin");
	t = parsed(known[_i].text);
	ck_assert_double_eq_tol(paid(t, known[_i].lead, known[_i].t_s,
				     known[_i].t_e),
				known[_i].hours * HOUR, 1e-6);
	tariff_destroy(t);
}
END_TEST

START_TEST(bounds)
{
	tariff_t *t = parsed("2 partition=gpu\n3 hours=0-8\n0.5 hours=8-9\n"
			     "0.25 lead>=2d\n5 window>=1h\n6 lead<1d");
	uint32_t rules = tariff_rules(t, in_one, "gpu", NULL, 3600);

	ck_assert_uint_eq(rules, 0x3f);
	ck_assert_int_eq(tariff_next_lead(t, rules, 0), DAY);
	ck_assert_int_eq(tariff_next_lead(t, rules, DAY), 2 * DAY);
	ck_assert_int_eq(tariff_next_lead(t, rules, 2 * DAY), GARQ_FOREVER);
	ck_assert_int_eq(tariff_next_lead(t, 1, 0), GARQ_FOREVER);
	tariff_destroy(t);
	tariff_destroy(NULL);
}
END_TEST

/* --- errors --- */

static const struct {
	const char *text, *error;
} wrong[] = {
	{ "x", "line 1: \"x\" must be a factor, 0 to 1000, as 0.5" },
	{ "1\n\n-1", "line 3: \"-1\" must be a factor" },
	{ "1001", "line 1: \"1001\" must be a factor" },
	{ ".5", "must be a factor" }, { "5.", "must be a factor" },
	{ "1e2", "must be a factor" }, { "1.2.3", "must be a factor" },
	{ "nan", "must be a factor" },
	{ "hours=8-18", "must be a factor" },
	{ "2 foo=1", "line 1: no such condition: foo=1; there are: partition=" },
	{ "2 partition=", "a name is missing" },
	{ "2 feature=,", "a name is missing" },
	{ "2 days=Mo days=Tu", "days=Tu: the condition stands twice" },
	{ "2 days=M", "days=M must be days from Mo to Su" },
	{ "2 days=Mo-", "must be days" }, { "2 days=Mondays", "must be days" },
	{ "2 days=", "must be days" },
	{ "2 hours=8", "hours=8 must be two different times" },
	{ "2 hours=8-8", "must be two" }, { "2 hours=8-25", "must be two" },
	{ "2 hours=8-24:30", "must be two" }, { "2 hours=8:5-9", "must be two" },
	{ "2 hours=8:60-10", "must be two" }, { "2 hours=8-9x", "must be two" },
	{ "2 lead=2d", "lead=2d must be < or >= and a number with m, h or d" },
	{ "2 lead<2", "lead<2 must be" }, { "2 lead>2d", "lead>2d must be" },
	{ "2 lead<2dd", "must be" }, { "2 lead<1d lead<2d", "another limit" },
	{ "2 lead>=2d lead<2d", "nothing is within both limits" },
	{ "2 window<0m", "nothing is within both limits" },
	{ "2 \x1b=1", "line 1: no such condition: ?=1" },
};

START_TEST(wrong_texts)
{
	char error[TARIFF_ERROR];

	ck_assert_ptr_null(tariff_parse(wrong[_i].text, error, sizeof(error)));
	ck_assert_msg(!strncmp(error, "line ", 5) &&
		      strstr(error, wrong[_i].error), "%s", error);
	ck_assert_ptr_null(strchr(error, '\n'));
}
END_TEST

START_TEST(too_many_rules)
{
	char text[4 * TARIFF_RULES + 8] = "", error[TARIFF_ERROR];

	for (int i = 0; i < TARIFF_RULES; i++)
		strcat(text, "2\n");
	tariff_destroy(parsed(text));
	strcat(text, "2\n");
	ck_assert_ptr_null(tariff_parse(text, error, sizeof(error)));
	ck_assert_str_eq(error, "line 33: too many rules: at most 32");
}
END_TEST

/* --- random rules --- */

typedef struct {
	double factor;
	bool day[7];		/* Sunday is the first, as in struct tm */
	bool days, hours;
	int from, to;
	time_t lead;		/* from which on it matches */
} model_rule_t;

typedef struct {
	model_rule_t rules[TARIFF_RULES];
	int cnt;
	char text[4096];
} model_t;

static void add_days(rng_t *rng, model_rule_t *r, char *text)
{
	static const char *const names[] = {
		"Su", "Mo", "Tu", "We", "Th", "Fr", "Sa"
	};
	int from = (int) rng_below(rng, 7), to = (int) rng_below(rng, 7);

	r->days = true;
	for (int d = from; ; d = (d + 1) % 7) {
		r->day[d] = true;
		if (d == to)
			break;
	}
	sprintf(text + strlen(text), " days=%s-%s", names[from], names[to]);
}

static void add_hours(rng_t *rng, model_rule_t *r, char *text)
{
	r->hours = true;
	r->from = (int) rng_below(rng, 1441);
	do {
		r->to = rng_one_in(rng, 2) ? (int) rng_below(rng, 25) * 60 :
					     (int) rng_below(rng, 1441);
	} while (r->to == r->from);
	sprintf(text + strlen(text), " hours=%d:%02d-%d:%02d", r->from / 60,
		r->from % 60, r->to / 60, r->to % 60);
}

static void some_rules(rng_t *rng, model_t *m)
{
	memset(m, 0, sizeof(*m));
	m->cnt = (int) rng_between(rng, 0, rng_one_in(rng, 10) ? 32 : 4);
	for (int i = 0; i < m->cnt; i++) {
		model_rule_t *r = &m->rules[i];

		r->factor = (double) rng_between(rng, 0, 40) / 16 + 0.0625;
		sprintf(m->text + strlen(m->text), "%.6f", r->factor);
		if (!rng_one_in(rng, 3))
			add_days(rng, r, m->text);
		if (!rng_one_in(rng, 3))
			add_hours(rng, r, m->text);
		if (rng_one_in(rng, 4)) {
			r->lead = (time_t) rng_below(rng, 5) * HOUR;
			sprintf(m->text + strlen(m->text), " lead>=%dh",
				(int) (r->lead / HOUR));
		}
		strcat(m->text, "\n");
	}
}

static double factor_at(const model_t *m, time_t lead, time_t t)
{
	double factor = 1;
	struct tm tm;

	localtime_r(&t, &tm);
	for (int i = 0; i < m->cnt; i++) {
		const model_rule_t *r = &m->rules[i];
		int at = tm.tm_hour * 60 + tm.tm_min;
		bool in = (r->from < r->to) ? (at >= r->from) && (at < r->to) :
					      (at >= r->from) || (at < r->to);

		if ((!r->days || r->day[tm.tm_wday]) && (!r->hours || in) &&
		    (lead >= r->lead))
			factor *= r->factor;
	}
	return factor;
}

START_TEST(as_minute_by_minute)
{
	static const char *const zones[] = {
		"Europe/Berlin", "America/New_York", "Australia/Lord_Howe",
		"Africa/Casablanca", "Asia/Kathmandu", "UTC",
		"XYZ5:17ABC,M3.2.0,M11.1.0",
	};
	rng_t rng = { test_seed() };
	int changes = 0;

	for (int i = test_some(ROUNDS); i > 0; i--) {
		model_t m;
		time_t at, t_s, t_e, lead = (time_t) rng_below(&rng, 6) * HOUR;
		double sum = 0;
		struct tm first, last;
		tariff_t *t;

		use_zone(zones[rng_below(&rng, 7)]);
		some_rules(&rng, &m);
		/* often about a change of the clocks, in either hemisphere */
		at = rng_one_in(&rng, 2) ? SPRING : AUTUMN;
		if (rng_one_in(&rng, 3))
			at = rng_between(&rng, 0, 40000) * DAY;
		t_s = (at + rng_between(&rng, -20000, 20000) * 60) / 60 * 60;
		t_s = (t_s < 0) ? 0 : t_s;
		t_e = t_s + rng_between(&rng, 0, 40000) * 60;
		for (time_t s = t_s; s < t_e; s += 60)
			sum += 60 * factor_at(&m, lead, s);
		t = parsed(m.text);
		ck_assert_msg(fabs(paid(t, lead, t_s, t_e) - sum) <=
			      1e-9 * (1 + sum), "SEED=%" PRIu64
			      " %s %lld-%lld: %f, not %f:\n%s", test_seed(),
			      getenv("TZ"), (long long) t_s, (long long) t_e,
			      paid(t, lead, t_s, t_e), sum, m.text);
		localtime_r(&t_s, &first);
		localtime_r(&t_e, &last);
		changes += first.tm_gmtoff != last.tm_gmtoff;
		tariff_destroy(t);
	}
	ck_assert_int_gt(changes, 0);
}
END_TEST

/* A year costs what its months cost, at any second. */
START_TEST(adds_up)
{
	rng_t rng = { test_seed() };

	use_zone("Europe/Berlin");
	for (int i = test_some(ROUNDS); i > 0; i--) {
		time_t at[14] = { rng_between(&rng, 0, UINT32_MAX - 365 * DAY) };
		double sum = 0, all;
		model_t m;
		tariff_t *t;

		some_rules(&rng, &m);
		t = parsed(m.text);
		for (int k = 1; k < 14; k++) {
			at[k] = at[k - 1] + rng_between(&rng, 0, 40 * DAY);
			sum += paid(t, 0, at[k - 1], at[k]);
		}
		all = paid(t, 0, at[0], at[13]);
		ck_assert_msg(fabs(all - sum) <= 1e-9 * (1 + sum),
			      "SEED=%" PRIu64, test_seed());
		tariff_destroy(t);
	}
}
END_TEST

int main(void)
{
	Suite *s = suite_create("tariff");
	TCase *t = tcase_create("tariff");

	tcase_set_timeout(t, 120);
	tcase_add_loop_test(t, known_prices, 0,
			    sizeof(known) / sizeof(known[0]));
	tcase_add_test(t, bounds);
	tcase_add_loop_test(t, wrong_texts, 0, sizeof(wrong) / sizeof(wrong[0]));
	tcase_add_test(t, too_many_rules);
	tcase_add_test(t, as_minute_by_minute);
	tcase_add_test(t, adds_up);
	suite_add_tcase(s, t);
	return test_run(s);
}
