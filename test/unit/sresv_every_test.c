/* SPDX-License-Identifier: GPL-2.0-or-later */
/* sresv_every_test.c - the dates of a rule of RFC 5545. */
#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/ctl/every.h"
#include "plugin/booking/request/text.h"
#include "test/unit/test_util.h"

#define MONDAY 1796634000	/* 2026-12-07T10:00:00+01:00 */
#define SUMMER 1774771200	/* 2026-03-29T10:00:00+02:00 */

static void setup(void)
{
	setenv("TZ", "Europe/Berlin", 1);
	tzset();
}

/* Each start is at 10:00. RET the dates behind the first one; free() */
static char *_dates(const char *rule, const char *except, time_t from,
		    time_t first)
{
	wishes_t w = { .also_cnt = 0 };
	char *why = every(rule, except, &from, &w), *text = text_dup("");

	ck_assert_msg(!why, "%s: %s", rule, why);
	ck_assert_int_eq(from, first);
	for (uint32_t i = 0; i < w.also_cnt; i++) {
		char at[TEXT_TIME];

		text_time(w.also[i].start, at);
		ck_assert_uint_eq(w.also[i].date, 0);
		ck_assert_str_eq(strchr(at, 'T'), "T10:00:00");
		text_add(&text, "%s%.10s", i ? "," : "", at);
	}
	return text;
}

START_TEST(rules_have_dates)
{
	static const struct {
		const char *rule;
		const char *except;
		time_t from, first;
		const char *others;
	} cases[] = {
		{ "FREQ=WEEKLY;COUNT=3", NULL, MONDAY, MONDAY,
		  "2026-12-14,2026-12-21" },
		{ "FREQ=WEEKLY;BYDAY=MO,WE;COUNT=4", NULL, MONDAY, MONDAY,
		  "2026-12-09,2026-12-14,2026-12-16" },
		{ "FREQ=WEEKLY;BYDAY=WE;COUNT=2", NULL, MONDAY,
		  MONDAY + 2 * 86400, "2026-12-16" },
		{ "FREQ=DAILY;UNTIL=20261210", NULL, MONDAY, MONDAY,
		  "2026-12-08,2026-12-09" },
		{ "FREQ=DAILY;UNTIL=20261210T235959", NULL, MONDAY, MONDAY,
		  "2026-12-08,2026-12-09,2026-12-10" },
		{ "FREQ=WEEKLY;COUNT=4", "2026-12-07,2026-12-21", MONDAY,
		  MONDAY + 7 * 86400, "2026-12-28" },
		{ "FREQ=MONTHLY;BYDAY=-1FR;COUNT=2", NULL, MONDAY,
		  MONDAY + 18 * 86400, "2027-01-29" },
		/* 10:00 of Berlin is 09:00 UTC */
		{ "FREQ=WEEKLY;UNTIL=20261221T090000Z", NULL, MONDAY, MONDAY,
		  "2026-12-14,2026-12-21" },
		{ "FREQ=WEEKLY;UNTIL=20261221T085959Z", NULL, MONDAY, MONDAY,
		  "2026-12-14" },
		/* over the change of clocks at its begin and at its end */
		{ "FREQ=WEEKLY;INTERVAL=31;COUNT=2", NULL, SUMMER, SUMMER,
		  "2026-11-01" },
		{ "FREQ=WEEKLY;BYDAY=SU;COUNT=3", "2026-03-22",
		  SUMMER - 7 * 86400 + 3600, SUMMER, "2026-04-05" },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char *text = _dates(cases[i].rule, cases[i].except,
				    cases[i].from, cases[i].first);

		ck_assert_msg(!strcmp(text, cases[i].others), "%s: %s",
			      cases[i].rule, text);
		free(text);
	}
}
END_TEST

START_TEST(what_is_no_series_is_refused)
{
	static const char *const cases[][3] = {
		{ "", NULL, "is no rule" },
		{ "WEEKLY", NULL, "is no rule" },
		{ "FREQ=SOMETIMES;COUNT=2", NULL, "is no rule" },
		{ "FREQ=WEEKLY", NULL, "say where it ends" },
		{ "FREQ=HOURLY;COUNT=2", NULL, "on each date once" },
		{ "FREQ=DAILY;BYHOUR=10,14;COUNT=4", NULL, "on each date once" },
		{ "FREQ=DAILY;BYHOUR=9;COUNT=2", NULL, "without BYHOUR" },
		{ "FREQ=YEARLY;INTERVAL=100;COUNT=3", NULL, "after 2105" },
		{ "FREQ=DAILY;COUNT=65", NULL, "more than 64 dates" },
		{ "FREQ=DAILY;UNTIL=20261201", NULL, "there is no date" },
		{ "FREQ=YEARLY;COUNT=1", NULL, "there is one date" },
		{ "FREQ=DAILY;COUNT=2", "2026-12-07,2026-12-08",
		  "there is no date" },
		{ "FREQ=DAILY;COUNT=2", "2026-12-09", "not all of these" },
		{ "FREQ=DAILY;COUNT=2", "24.12.2026", "no list of dates" },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		wishes_t w = { .also_cnt = 7 };
		time_t start = MONDAY;
		char *why = every(cases[i][0], cases[i][1], &start, &w);

		ck_assert_msg(why && strstr(why, cases[i][2]), "%s: %s",
			      cases[i][0], why);
		ck_assert_int_eq(start, MONDAY);
		ck_assert_uint_eq(w.also_cnt, 7);
		free(why);
	}
	ck_assert(every_dates_ok("2026-12-24"));
	ck_assert(every_dates_ok("2026-12-24,2027-01-01"));
	ck_assert(!every_dates_ok("2026-12-24,"));
	ck_assert(!every_dates_ok("2026-12-4"));
	ck_assert(!every_dates_ok("2026-13-24"));
	ck_assert(!every_dates_ok("2027-02-29"));
	ck_assert(!every_dates_ok(""));
}
END_TEST

int main(void)
{
	Suite *s = suite_create("sresv_every");
	TCase *c = test_case(s, "every", 60);

	tcase_add_checked_fixture(c, setup, NULL);
	tcase_add_test(c, rules_have_dates);
	tcase_add_test(c, what_is_no_series_is_refused);
	return test_run(s);
}
