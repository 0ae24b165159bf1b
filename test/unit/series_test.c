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
		.wishes = { .also = { { .date = 20270412 },
				      { .date = 20261214 } },
			    .also_cnt = 2 },
	};
	series = (series_t) { .cnt = 0 };
	why = NULL;
}

static void teardown(void)
{
	request_free(&asked);
	free_null(why);
}

/* The series is on these dates, at these times of the clock on the wall. */
static void _assert_starts(const char *const *starts, uint32_t cnt)
{
	char text[TEXT_TIME];

	ck_assert_int_eq(series_read(&asked, &series, &why), 0);
	ck_assert_uint_eq(series.cnt, cnt);
	for (uint32_t i = 0; i < cnt; i++)
		ck_assert_str_eq(text_time(series.starts[i], text), starts[i]);
}

START_TEST(dates_are_in_their_order)
{
	static const char *const starts[] = {
		"2026-12-07T10:00:00", "2026-12-14T10:00:00",
		"2027-04-12T10:00:00",
	};

	_assert_starts(starts, 3);
	ck_assert_uint_eq(series_dates("also:2026-12-14,2027-04-12:course"), 3);
	ck_assert_uint_eq(series_dates("also:2026-12-32:course"), 1);
	ck_assert_uint_eq(series_dates("course"), 1);
	ck_assert_uint_eq(series_dates(NULL), 1);
}
END_TEST

/* On the days on which clocks change; 02:30 is no time of that night. */
START_TEST(the_clock_on_the_wall_counts)
{
	static const char *const at_ten[] = {
		"2026-10-25T10:00:00", "2026-12-07T10:00:00",
		"2027-03-28T10:00:00",
	};
	static const char *const at_night[] = {
		"2026-10-25T02:30:00", "2026-12-07T02:30:00",
		"2027-03-28T03:30:00",
	};

	asked.wishes.also[0].date = 20261025;
	asked.wishes.also[1].date = 20270328;
	_assert_starts(at_ten, 3);
	asked.start -= 27000;
	_assert_starts(at_night, 3);
}
END_TEST

/* Programs have worked out the times, in another zone. */
START_TEST(starts_are_taken_as_they_are)
{
	static const char *const starts[] = {
		"2026-12-07T10:00:00", "2026-12-08T04:00:00",
		"2026-12-10T23:59:59",
	};

	asked.wishes.also[0].date = asked.wishes.also[1].date = 0;
	asked.wishes.also[0].start = MONDAY + 3 * 86400 + 50399;
	asked.wishes.also[1].start = MONDAY + 18 * 3600;
	_assert_starts(starts, 3);
}
END_TEST

START_TEST(each_date_has_a_request)
{
	request_t one = series_request(&asked, MONDAY + 7 * 86400, 3);

	ck_assert_str_eq(one.name, "course-2026-12-14");
	ck_assert_int_eq(one.start, MONDAY + 7 * 86400);
	ck_assert_int_eq(one.end, MONDAY + 7 * 86400 + 5400);
	ck_assert_uint_eq(one.wishes.also_cnt, 0);
	ck_assert_uint_eq(one.wishes.dated, 3);
	ck_assert(one.wishes.dated && !wishes_place(&one.wishes));
	request_free(&one);
}
END_TEST

START_TEST(what_makes_no_sense_is_refused)
{
	asked.wishes.also[1].date = 20261207;
	ck_assert_int_eq(series_read(&asked, &series, &why), REFUSED_TIME);
	ck_assert_ptr_nonnull(strstr(why, "2026-12-07 is twice"));
	free_null(why);
	asked.wishes.also[1].date = 20261214;
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
	tcase_add_test(c, starts_are_taken_as_they_are);
	tcase_add_test(c, each_date_has_a_request);
	tcase_add_test(c, what_makes_no_sense_is_refused);
	tcase_add_test(c, names_have_a_date_or_none);
	return test_run(s);
}
