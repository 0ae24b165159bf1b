/* SPDX-License-Identifier: GPL-2.0-or-later */
/* sresv_when_test.c - times and lengths as people write them */

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/text/when.h"
#include "test/unit/test_util.h"

#define NOW 1800000000	/* 2027-01-15T08:00:00 UTC, a Friday */
#define DAY 86400

static void zone(const char *name)
{
	setenv("TZ", name, 1);
	tzset();
}

static void setup(void)
{
	zone("UTC");
}

START_TEST(a_time_of_day_has_no_date)
{
	static const char *const of_day[] = {
		"14:00", " 7:05:30", "11am", "2 PM", "noon", "midnight",
	};
	static const char *const others[] = {
		"", "14", "tomorrow", "tomorrow 11", "noon monday", "now+1h",
		"+1h", "2027-01-31T10:00", "10:00-12:00", "10am-12", "13pm",
	};

	for (size_t i = 0; i < sizeof(of_day) / sizeof(of_day[0]); i++)
		ck_assert_msg(when_is_of_day(of_day[i]), "%s", of_day[i]);
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		ck_assert_msg(!when_is_of_day(others[i]), "%s", others[i]);
}
END_TEST

static const struct {
	const char *text, *want;
} times[] = {
	{ "now", "2027-01-15T08:00:00" },
	{ " NOW ", "2027-01-15T08:00:00" },
	{ "now+90", "2027-01-15T08:01:30" },
	{ "2026-12-01T14:00:00Z", "2026-12-01T14:00:00" },
	{ "2026-12-01T14:00:00.000Z", "2026-12-01T14:00:00" },
	{ "2026-12-01t14:00:00.999z", "2026-12-01T14:00:00" },
	{ "2026-12-01 14:00:00+01:00", "2026-12-01T13:00:00" },
	{ "2026-12-01T14:00:00.5-05:30", "2026-12-01T19:30:00" },
	{ "2027-01-01T00:30:00+01:00", "2026-12-31T23:30:00" },
	{ "now + 90 seconds", "2027-01-15T08:01:30" },
	{ "now+2h", "2027-01-15T10:00:00" },
	{ "-2h", "2027-01-15T06:00:00" },
	{ "now+2hours", "2027-01-15T10:00:00" },
	{ "now+1hour", "2027-01-15T09:00:00" },
	{ "now+5m", "2027-01-15T08:05:00" },
	{ "now+5min", "2027-01-15T08:05:00" },
	{ "now+1day", "2027-01-16T08:00:00" },
	{ "now-1week", "2027-01-08T08:00:00" },
	{ "today", "2027-01-15T00:00:00" },
	{ "tomorrow", "2027-01-16T00:00:00" },
	{ "tomorrow 10:00", "2027-01-16T10:00:00" },
	{ "tomorrowT10:00", "2027-01-16T10:00:00" },
	{ "10:00 tomorrow", "2027-01-16T10:00:00" },
	{ "today noon", "2027-01-15T12:00:00" },
	{ "noon", "2027-01-15T12:00:00" },
	{ "midnight", "2027-01-16T00:00:00" },
	{ "elevenses", "2027-01-15T11:00:00" },
	{ "fika", "2027-01-15T15:00:00" },
	{ "teatime", "2027-01-15T16:00:00" },
	{ "Teatime Tomorrow", "2027-01-16T16:00:00" },
	{ "9:30", "2027-01-15T09:30:00" },
	{ "08:00", "2027-01-16T08:00:00" },
	{ "08:01", "2027-01-15T08:01:00" },
	{ "7:59:59", "2027-01-16T07:59:59" },
	{ "9:30pm", "2027-01-15T21:30:00" },
	{ "12:00 AM", "2027-01-16T00:00:00" },
	{ "12:30 pm", "2027-01-15T12:30:00" },
	{ "0115", "2028-01-15T00:00:00" },
	{ "0115-09:00", "2027-01-15T09:00:00" },
	{ "1224", "2027-12-24T00:00:00" },
	{ "122428", "2028-12-24T00:00:00" },
	{ "12/24", "2027-12-24T00:00:00" },
	{ "1/2", "2028-01-02T00:00:00" },
	{ "12/24/28", "2028-12-24T00:00:00" },
	{ "12.24.28-10:00", "2028-12-24T10:00:00" },
	{ "2028-02-29", "2028-02-29T00:00:00" },
	{ "2027-12-24T10:00", "2027-12-24T10:00:00" },
	{ "2027-12-24T10:00:07", "2027-12-24T10:00:07" },
	{ "2027-12-24 10:00", "2027-12-24T10:00:00" },
	{ "2027-1-2", "2027-01-02T00:00:00" },
	{ "2020-01-01", "2020-01-01T00:00:00" },
	{ "uts1800000001", "2027-01-15T08:00:01" },
	{ "+2h", "2027-01-15T10:00:00" },
	{ "+ 1d", "2027-01-16T08:00:00" },
	{ "+90", "2027-01-15T08:01:30" },
	{ "yesterday", "2027-01-14T00:00:00" },
	{ "yesterday 22:15", "2027-01-14T22:15:00" },
	{ "10am", "2027-01-15T10:00:00" },
	{ "7 AM", "2027-01-16T07:00:00" },
	{ "12am", "2027-01-16T00:00:00" },
	{ "10:30pm", "2027-01-15T22:30:00" },
	{ "tomorrow 10am", "2027-01-16T10:00:00" },
	{ "10pm tomorrow", "2027-01-16T22:00:00" },
	{ "tomorrow 10", "2027-01-16T10:00:00" },
	{ "2027-12-24T10", "2027-12-24T10:00:00" },
	{ "12/24 7", "2027-12-24T07:00:00" },
	{ "monday", "2027-01-18T00:00:00" },
	{ "Monday 14:00", "2027-01-18T14:00:00" },
	{ "14:00 tue", "2027-01-19T14:00:00" },
	{ "thu-9", "2027-01-21T09:00:00" },
	{ "friday", "2027-01-22T00:00:00" },
	{ "friday 8:00", "2027-01-22T08:00:00" },
	{ "friday 8:01", "2027-01-15T08:01:00" },
	{ "+1d 10:00", "2027-01-16T10:00:00" },
	{ "+2 days 10am", "2027-01-17T10:00:00" },
	{ "+1w 9", "2027-01-22T09:00:00" },
	{ "-1d 22:15", "2027-01-14T22:15:00" },
};

START_TEST(times_are_read)
{
	char buf[WHEN_TEXT];
	time_t t;

	for (size_t i = 0; i < COUNT(times); i++) {
		ck_assert_msg(when_time(times[i].text, NOW, &t), "%s",
			      times[i].text);
		ck_assert_msg(!strcmp(when_text(t, buf), times[i].want),
			      "%s is %s", times[i].text, buf);
	}
}
END_TEST

START_TEST(what_is_no_time_is_refused)
{
	static const char *const table[] = {
		"", " ", "-", "T", "soon", "nowt", "now+", "now+h", "now*2",
		"now+2 fortnights", "now+9999999999", "now+99999999w",
		"now 10:00", "todays", "today tomorrow", "10:00 11:00",
		"today10:00x", "24:00", "10:60", "10:00:60", "10:0", "10:000",
		"13:00pm", "0:30am", "1", "11", "111", "11111", "1111111",
		"1301", "0100", "0132", "02/30", "02/29", "13/01", "1/2/2028",
		"0000-02-02", "2027-02-29", "2027-13-01", "2027-00-01",
		"2027-01-00", "2027-01-32", "2027-01", "2027-01-01T",
		"2027-01-01x10:00", "uts", "uts-1", "uts1x",
		"uts99999999999999999999", "uts253402300800", "10:00\n",
		"+", "+x", "-x", "+2h 10:00", "-2h 10:00", "+1d 10:00 11:00",
		"+d 10:00", "+1day2 10", "+1dx 10:00", "+99999d 10:00", "monday +1d", "13am", "0pm", "10a", "10p",
		"10 a", "10xm", "tomorrow 24", "tomorrow 100", "1224271am",
		"mond", "mondays", "monday tuesday", "yesterday today",
		"tomorrow 10-12", "10:00-12:00", "tomorrow 10 12", "10-12",
		"\xff\xff",
	};
	time_t t = 7;

	for (size_t i = 0; i < COUNT(table); i++) {
		ck_assert_msg(!when_time(table[i], NOW, &t), "%s is %lld",
			      table[i], (long long) t);
		ck_assert_int_eq(t, 7);
	}
}
END_TEST

START_TEST(a_span_has_an_end)
{
	static const struct {
		const char *text, *start, *end;
	} table[] = {
		{ "tomorrow 10-12", "2027-01-16T10:00:00",
		  "2027-01-16T12:00:00" },
		{ "+1d 10-12", "2027-01-16T10:00:00",
		  "2027-01-16T12:00:00" },
		{ "tomorrow 10 - 12:30", "2027-01-16T10:00:00",
		  "2027-01-16T12:30:00" },
		{ "mon 9am-5pm", "2027-01-18T09:00:00",
		  "2027-01-18T17:00:00" },
		{ "10:00-12:00", "2027-01-15T10:00:00",
		  "2027-01-15T12:00:00" },
		{ "22:00-2:00", "2027-01-15T22:00:00",
		  "2027-01-16T02:00:00" },
		{ "2027-12-31T22-6", "2027-12-31T22:00:00",
		  "2028-01-01T06:00:00" },
		{ "noon-2pm", "2027-01-15T12:00:00", "2027-01-15T14:00:00" },
		{ "today noon-midnight", "2027-01-15T12:00:00",
		  "2027-01-16T00:00:00" },
	};
	char buf[WHEN_TEXT];

	for (size_t i = 0; i < COUNT(table); i++) {
		time_t start, end = 7;

		ck_assert_msg(when_span(table[i].text, NOW, &start, &end) &&
			      (end != 7), "%s", table[i].text);
		ck_assert_str_eq(when_text(start, buf), table[i].start);
		ck_assert_str_eq(when_text(end, buf), table[i].end);
	}
}
END_TEST

START_TEST(no_span_and_no_time)
{
	static const char *const table[] = {
		"", "tomorrow 10-12pm", "9am-17:00", "tomorrow 10-",
		"tomorrow 10-12-14", "tomorrow 10-25", "10-12",
		"now-10:00", "10:00-11:60",
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		time_t start = 7, end = 7;

		ck_assert_msg(!when_span(table[i], NOW, &start, &end), "%s",
			      table[i]);
		ck_assert_int_eq(start, 7);
		ck_assert_int_eq(end, 7);
	}
}
END_TEST

START_TEST(days_are_those_of_the_calendar)
{
	char buf[WHEN_TEXT];
	time_t t;

	zone("Europe/Berlin");
	/* 23:30 and a day, before the clock goes forward */
	ck_assert(when_time("2027-03-27T23:30", NOW, &t));
	ck_assert(when_time("tomorrow 12:00", t, &t));
	ck_assert_str_eq(when_text(t, buf), "2027-03-28T12:00:00");
	/* before the clock goes back */
	ck_assert(when_time("2027-10-30T23:30", NOW, &t));
	ck_assert(when_time("23:00", t, &t));
	ck_assert_str_eq(when_text(t, buf), "2027-10-31T23:00:00");
}
END_TEST

START_TEST(only_now_moves)
{
	ck_assert(when_moves("now"));
	ck_assert(when_moves(" Now+2h"));
	ck_assert(when_moves(" +2h"));
	ck_assert(!when_moves("10:00"));
	ck_assert(!when_moves("tomorrow"));
	ck_assert(!when_moves("+1d 10:00"));
}
END_TEST

START_TEST(lengths_are_read)
{
	static const struct {
		const char *text;
		int64_t want;
	} table[] = {
		{ "0", 0 },
		{ "90", 90 * 60 },
		{ "0:30", 30 },
		{ "90:30", 90 * 60 + 30 },
		{ "1:30:00", 5400 },
		{ "100:00:00", 360000 },
		{ "1-0", DAY },
		{ "1-12", DAY + 12 * 3600 },
		{ "1-12:30", DAY + 12 * 3600 + 30 * 60 },
		{ "2-12:30:15", 2 * DAY + 12 * 3600 + 30 * 60 + 15 },
		{ "UNLIMITED", WHEN_FOREVER },
		{ "infinite", WHEN_FOREVER },
		{ "2h", 7200 },
		{ "30s", 30 },
		{ "90 minutes", 5400 },
		{ "1d", DAY },
		{ "2weeks", 14 * DAY },
	};
	int64_t s;

	for (size_t i = 0; i < COUNT(table); i++) {
		ck_assert_msg(when_length(table[i].text, &s), "%s",
			      table[i].text);
		ck_assert_msg(s == table[i].want, "%s is %lld", table[i].text,
			      (long long) s);
	}
}
END_TEST

START_TEST(what_is_no_length_is_refused)
{
	static const char *const table[] = {
		"", "-", ":", "1:", ":1", "1-", "-1", "1--1", "1:2:3:4",
		"1-2:3:4:5", "x", "1x", "1h2", "1 2", "forever", "1.5",
		"9999999999", "999999999", "99999-0", "1-x", "-1:00", "+1",
		"999999999w", " 1 fortnight",
	};
	static const char *const long_ones[] = {
		"9999999999", "999999999", "99999-0", "999999999w", "99999d",
	};
	int64_t s = 7;
	size_t found = 0;

	for (size_t i = 0; i < COUNT(long_ones); i++)
		ck_assert_msg(when_too_long(long_ones[i]), "%s", long_ones[i]);
	for (size_t i = 0; i < COUNT(table); i++) {
		found += when_too_long(table[i]);
		ck_assert_msg(!when_length(table[i], &s), "%s is %lld",
			      table[i], (long long) s);
		ck_assert_int_eq(s, 7);
	}
	ck_assert_uint_eq(found, 4);
}
END_TEST

START_TEST(lengths_are_written_as_they_are_read)
{
	rng_t rng = { test_seed() };
	char buf[WHEN_TEXT];

	for (int i = 0; i < 10000; i++) {
		int64_t s = rng_between(&rng, 0,
					rng_one_in(&rng, 2) ? 200000 :
							      WHEN_LENGTH_MAX);
		int64_t back = -1;

		ck_assert(when_length(when_length_text(s, buf), &back));
		ck_assert_msg(back == s, "%s", buf);
	}
	ck_assert(!when_too_long("0h") && !when_too_long("2:00:00"));
	ck_assert_str_eq(when_length_text(WHEN_FOREVER, buf), "UNLIMITED");
	ck_assert_str_eq(when_length_text(5400, buf), "01:30:00");
	ck_assert_str_eq(when_short_text(30 * 3600 + 59, buf), "1d 6h");
	ck_assert_str_eq(when_short_text(DAY + 59, buf), "1d");
	ck_assert_str_eq(when_short_text(7500, buf), "2h 5m");
	ck_assert_str_eq(when_short_text(659, buf), "10m");
	ck_assert_str_eq(when_short_text(59, buf), "59s");
	ck_assert_str_eq(when_short_text(0, buf), "0s");
	ck_assert_str_eq(when_length_text(DAY, buf), "1-00:00:00");
}
END_TEST

/* --- Slurm's own reader --------------------------------------------------- */

static time_t (*slurm_reads)(const char *text, int past);
static int (*slurm_reads_length)(const char *text);

/* libslurm exports these functions undocumented; a version may lack them. */
static bool find_slurm(void)
{
	void *lib = dlopen(NULL, RTLD_NOW);

	*(void **) &slurm_reads = dlsym(lib, "slurm_parse_time");
	*(void **) &slurm_reads_length = dlsym(lib, "slurm_time_str2secs");
	if (!slurm_reads || !slurm_reads_length)
		puts("libslurm does not export its readers: not compared");
	return slurm_reads && slurm_reads_length;
}

static void random_date(rng_t *rng, char *to, size_t size)
{
	int month = (int) rng_between(rng, 1, 12);
	int day = (int) rng_between(rng, 1, 28);
	int year = (int) rng_between(rng, 27, 36);

	switch (rng_below(rng, 8)) {
	case 0: snprintf(to, size, "today"); break;
	case 1: snprintf(to, size, "tomorrow"); break;
	case 2: snprintf(to, size, "%02d%02d", month, day); break;
	case 3: snprintf(to, size, "%02d%02d%02d", month, day, year); break;
	case 4: snprintf(to, size, "%d/%d", month, day); break;
	case 5: snprintf(to, size, "%02d/%02d/%02d", month, day, year); break;
	case 6: snprintf(to, size, "%02d.%02d.%02d", month, day, year); break;
	case 7: snprintf(to, size, "20%d-%02d-%02d", year, month, day); break;
	}
}

static void random_clock(rng_t *rng, char *to, size_t size)
{
	int hour = (int) rng_below(rng, 24), minute = (int) rng_below(rng, 60);

	switch (rng_below(rng, 7)) {
	case 0: snprintf(to, size, "midnight"); break;
	case 1: snprintf(to, size, "noon"); break;
	case 2: snprintf(to, size, "fika"); break;
	case 3: snprintf(to, size, "teatime"); break;
	case 4: snprintf(to, size, "%d:%02d", hour, minute); break;
	case 5: snprintf(to, size, "%02d:%02d:%02d", hour, minute,
			 (int) rng_below(rng, 60)); break;
	case 6: snprintf(to, size, "%d:%02d %s", 1 + hour % 12, minute,
			 (hour < 12) ? "am" : "PM"); break;
	}
}

static void random_time(rng_t *rng, char *to, size_t size)
{
	static const char *const units[] = {
		"", "seconds", "second", "minutes", "minute", "hours", "hour",
		"days", "day", "weeks", "week",
	};
	char date[32], at[32];

	random_date(rng, date, sizeof(date));
	random_clock(rng, at, sizeof(at));
	switch (rng_below(rng, 5)) {
	case 0: snprintf(to, size, "%s", date); break;
	case 1: snprintf(to, size, "%s", at); break;
	case 2: snprintf(to, size, "%s %s", date, at); break;
	case 3: snprintf(to, size, "%s%c%s", date,
			 rng_one_in(rng, 2) ? 'T' : '-', at); break;
	case 4: snprintf(to, size, "now%c%d%s", rng_one_in(rng, 2) ? '+' : '-',
			 (int) rng_below(rng, 100),
			 units[rng_below(rng, COUNT(units))]); break;
	}
}

/* All formats that Slurm documents are read as by Slurm. */
START_TEST(times_are_those_of_slurm)
{
	rng_t rng = { test_seed() };
	char text[80];

	if (!find_slurm())
		return;
	for (int i = 0; i < 20000; i++) {
		time_t now, theirs, ours = -1;

		random_time(&rng, text, sizeof(text));
		do {
			now = time(NULL);
			theirs = slurm_reads(text, 0);
		} while (now != time(NULL));
		ck_assert_msg(when_time(text, now, &ours), "%s", text);
		ck_assert_msg(ours == theirs, "%s: %lld, not %lld", text,
			      (long long) ours, (long long) theirs);
	}
}
END_TEST

START_TEST(lengths_are_those_of_slurm)
{
	rng_t rng = { test_seed() };
	static const char signs[] = "0123456789012345:::-";
	char text[16];

	if (!find_slurm())
		return;
	for (int i = 0; i < 200000; i++) {
		size_t len = 1 + rng_below(&rng, 8);
		int64_t ours = -1;

		for (size_t n = 0; n < len; n++)
			text[n] = signs[rng_below(&rng, sizeof(signs) - 1)];
		text[len] = '\0';
		if (when_length(text, &ours) && (ours < INT32_MAX))
			ck_assert_msg(slurm_reads_length(text) == ours,
				      "%s: %lld, not %d", text,
				      (long long) ours,
				      slurm_reads_length(text));
	}
}
END_TEST

int main(void)
{
	Suite *s = suite_create("sresv_when");
	TCase *t = tcase_create("sresv_when");

	test_seed();
	tcase_add_checked_fixture(t, setup, NULL);
	tcase_add_test(t, times_are_read);
	tcase_add_test(t, a_time_of_day_has_no_date);
	tcase_add_test(t, what_is_no_time_is_refused);
	tcase_add_test(t, a_span_has_an_end);
	tcase_add_test(t, no_span_and_no_time);
	tcase_add_test(t, days_are_those_of_the_calendar);
	tcase_add_test(t, only_now_moves);
	tcase_add_test(t, lengths_are_read);
	tcase_add_test(t, what_is_no_length_is_refused);
	tcase_add_test(t, lengths_are_written_as_they_are_read);
	tcase_add_test(t, times_are_those_of_slurm);
	tcase_add_test(t, lengths_are_those_of_slurm);
	suite_add_tcase(s, t);
	return test_run(s);
}
