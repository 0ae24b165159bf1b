/* SPDX-License-Identifier: GPL-2.0-or-later */
/* series_test.c - one request for several dates. */
#include <stdlib.h>
#include <string.h>

#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/series.h"
#include "plugin/booking/request/text.h"
#include "test/unit/test_util.h"

#define MONDAY 1796634000	/* 2026-12-07T10:00:00+01:00 */

static request_t asked;
static series_t series;
static char *why;

static void setup(void)
{
	setenv("TZ", "Europe/Berlin", 1);
	tzset();
	asked = (request_t) {
		.name = text_dup("course"), .has_start = true, .start = MONDAY,
		.has_end = true, .end = MONDAY + 5400,
		.wishes = { .also = { 20270412, 20261214 }, .also_cnt = 2 },
	};
	series = (series_t) { .cnt = 0 };
	why = NULL;
}

static void teardown(void)
{
	request_free(&asked);
	free_null(why);
}

START_TEST(dates_are_in_their_order)
{
	static const uint32_t dates[] = { 20261207, 20261214, 20270412 };

	ck_assert_int_eq(series_read(&asked, &series, &why), 0);
	ck_assert_uint_eq(series.cnt, 3);
	for (uint32_t i = 0; i < series.cnt; i++)
		ck_assert_uint_eq(series.dates[i], dates[i]);
	ck_assert_uint_eq(series_dates("also:2026-12-14,2027-04-12:course"), 3);
	ck_assert_uint_eq(series_dates("also:2026-12-32:course"), 1);
	ck_assert_uint_eq(series_dates("course"), 1);
	ck_assert_uint_eq(series_dates(NULL), 1);
}
END_TEST

/* One date of the series at MONDAY + later is [start, start + 5400). */
static void _assert_one(uint32_t date, time_t later, const char *name,
			const char *start)
{
	request_t one = series_request(&asked, date, later);
	char text[TEXT_TIME];

	ck_assert_str_eq(one.name, name);
	ck_assert_str_eq(text_time(one.start, text), start);
	ck_assert_int_eq(one.end - one.start, 5400);
	ck_assert(!one.wishes.also_cnt && one.wishes.dated);
	ck_assert(wishes_any(&one.wishes) && !wishes_place(&one.wishes));
	request_free(&one);
}

START_TEST(the_clock_on_the_wall_counts)
{
	_assert_one(20261207, 0, "course-2026-12-07", "2026-12-07T10:00:00");
	_assert_one(20261214, 0, "course-2026-12-14", "2026-12-14T10:00:00");
	/* in summer, and on the days on which clocks change */
	_assert_one(20270412, 0, "course-2027-04-12", "2027-04-12T10:00:00");
	_assert_one(20270328, 0, "course-2027-03-28", "2027-03-28T10:00:00");
	_assert_one(20261025, 0, "course-2026-10-25", "2026-10-25T10:00:00");
	_assert_one(20270412, 5400, "course-2027-04-12", "2027-04-12T11:30:00");
	_assert_one(20270412, -36000, "course-2027-04-12",
		    "2027-04-12T00:00:00");
	/* 02:30 is no time of that night */
	_assert_one(20270328, -27000, "course-2027-03-28",
		    "2027-03-28T03:30:00");
}
END_TEST

START_TEST(what_makes_no_sense_is_refused)
{
	asked.wishes.also[1] = 20261207;
	ck_assert_int_eq(series_read(&asked, &series, &why), REFUSED_TIME);
	ck_assert_ptr_nonnull(strstr(why, "2026-12-07 is twice"));
	free_null(why);
	asked.wishes.also[1] = 20261214;
	asked.wishes.standby = STANDBY_BOOK;
	ck_assert_int_eq(series_read(&asked, &series, &why),
			 REFUSED_UNSUPPORTED);
	free_null(why);
	asked.wishes.standby = STANDBY_NO;
	asked.wishes.plan = PLAN_ONLY;
	ck_assert_int_eq(series_read(&asked, &series, &why),
			 REFUSED_UNSUPPORTED);
	free_null(why);
	asked.wishes.plan = PLAN_SHOW;
	asked.has_start = false;
	ck_assert_int_eq(series_read(&asked, &series, &why),
			 REFUSED_UNSUPPORTED);
	free_null(why);
	asked.has_start = true;
	free_null(asked.name);
	ck_assert_int_eq(series_read(&asked, &series, &why),
			 REFUSED_UNSUPPORTED);
	ck_assert_uint_eq(series.cnt, 0);
}
END_TEST

START_TEST(names_have_a_date_or_none)
{
	ck_assert_str_eq(series_date("a-b-2026-12-07"), "2026-12-07");
	ck_assert_ptr_null(series_date("-2026-12-07"));
	ck_assert_ptr_null(series_date("2026-12-07"));
	ck_assert_ptr_null(series_date("course.2026-12-07"));
	ck_assert_ptr_null(series_date("course-2026-12-0x"));
	ck_assert_ptr_null(series_date("course-2026-12-07.1"));
	ck_assert_ptr_null(series_date("r"));
	ck_assert_ptr_null(series_date(""));
}
END_TEST

int main(void)
{
	Suite *s = suite_create("series");
	TCase *c = test_case(s, "series", 60);

	tcase_add_checked_fixture(c, setup, teardown);
	tcase_add_test(c, dates_are_in_their_order);
	tcase_add_test(c, the_clock_on_the_wall_counts);
	tcase_add_test(c, what_makes_no_sense_is_refused);
	tcase_add_test(c, names_have_a_date_or_none);
	return test_run(s);
}
