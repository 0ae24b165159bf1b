/* SPDX-License-Identifier: GPL-2.0-or-later */
/* sresv_options_test.c - the command line of sresv */

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/ctl/wish.h"
#include "contrib/sresv/options.h"
#include "contrib/sresv/text/said.h"
#include "contrib/sresv/text/when.h"
#include "plugin/booking/request/flags.h"
#include "test/unit/test_util.h"

#define NOW 1800000000	/* 2027-01-15T08:00:00 UTC */

static options_t o;
static wish_t w;
static char line[512];
static char *argv[40];

static void setup(void)
{
	setenv("TZ", "UTC", 1);
	tzset();
}

/* A line as a shell without quotes splits it; '' is an empty word. */
static int read_line(const char *text)
{
	char *save = NULL, *word;
	int argc = 1;

	snprintf(line, sizeof(line), "%s", text);
	argv[0] = "sresv";
	for (word = strtok_r(line, " ", &save); word;
	     word = strtok_r(NULL, " ", &save))
		argv[argc++] = strcmp(word, "''") ? word : "";
	argv[argc] = NULL;
	optind = 0;
	return options_read(argc, argv, &o);
}

static void assert_ok(const char *text)
{
	ck_assert_msg(read_line(text) == -1, "%s", text);
}

/* The wish of a line, at NOW. */
static void wish_of(const char *text)
{
	assert_ok(text);
	ck_assert_msg(options_wish(&o, NOW, &w), "%s", text);
}

START_TEST(a_whole_line)
{
	assert_ok("book r -s 10:00 -t 90 -d 4:00:00 -N 4 -w n[1-9] -p main "
		  "-C odd -L sw:2 -u ada,bob --groups g -A red --accept=later "
		  "--wait=2h --interval 10s --json -q");
	ck_assert_int_eq(o.verb, BOOK);
	ck_assert_str_eq(o.names[0], "r");
	ck_assert_ptr_null(o.names[1]);
	ck_assert_str_eq(o.start, "10:00");
	ck_assert_int_eq(o.wish.duration, 5400);
	ck_assert_int_eq(o.wish.delay, 4 * 3600);
	ck_assert_int_eq(o.wish.nodes, 4);
	ck_assert_str_eq(o.wish.nodelist, "n[1-9]");
	ck_assert_str_eq(o.wish.partition, "main");
	ck_assert_str_eq(o.wish.features, "odd");
	ck_assert_str_eq(o.wish.licenses, "sw:2");
	ck_assert_str_eq(o.wish.users, "ada,bob");
	ck_assert_str_eq(o.wish.groups, "g");
	ck_assert_str_eq(o.wish.accounts, "red");
	ck_assert_str_eq(o.accept, "later");
	ck_assert(o.wait && o.json && o.quiet && !o.lines && !o.no_heads);
	ck_assert_int_eq(o.wait_for, 7200);
	ck_assert_int_eq(o.interval, 10);
}
END_TEST

START_TEST(what_is_not_said)
{
	assert_ok("query");
	ck_assert_int_eq(o.verb, QUERY);
	ck_assert_ptr_null(o.names[0]);
	ck_assert_ptr_null(o.start);
	ck_assert_int_eq(o.wish.nodes, -1);
	ck_assert_int_eq(o.wait_for, -1);
	ck_assert_int_eq(o.interval, 10);
	ck_assert_int_eq(o.days, 7);
	assert_ok("book -N1 -t1 --accept --wait -s tomorrow");
	ck_assert_str_eq(o.accept, "first");
	ck_assert(o.wait && (o.wait_for < 0));
}
END_TEST

START_TEST(lines_that_make_sense)
{
	static const char *const table[] = {
		"offers", "offers r", "accept r.1", "accept r.1 -N2 -t30",
		"accept r.1 -s 10:00 -e 11:00 -t 60", "list", "list a b c",
		"list --mine --all --parsable --noheader", "cancel a b.1",
		"stats", "stats --days 366", "--json list", "list -- -x",
		"book -N1 -t UNLIMITED", "book -w n1 -e now+1h",
		"book --flexible 60 -N1 -t1", "query -d 60 -t 10",
		"book -N4-8 -t30m-2h", "book -N8-8 -t2h-2h --prefer nodes",
		"book -N4-8 -t1h --grow", "book -N4 -t1h --switches 1",
		"book -t1h --tasks 4", "book -N2 -t1h --ntasks 4 --cpus-per-task 3",
		"query -N4-8 -t1 --or 2x4h --max-cost 0 --prefer=time",
		"book -N4 -t1 --accept=fewer --or 1x1 --max-cost 90.50",
		"book -N4 -t30m-UNLIMITED --standby", "book -N4 -t1 --standby=offer",
		"book -N1 -t1 --dry-run", "book -N1 -t2-12",
		"book -N9 -t1 --or 1x1 --or 2x1 --or 3x1 --or 4x1 --or 5x1 "
		"--or 6x1 --or 7x1 --or 8x1",
		"maint -w n1 -s now -t 2h", "maint -w ALL -s now -e now+1h -n m",
		"maint -w n1 -s now -t1 --flags overlap,daily --dry-run",
	};

	for (size_t i = 0; i < COUNT(table); i++)
		assert_ok(table[i]);
}
END_TEST

START_TEST(lines_that_make_none)
{
	static const char *const table[] = {
		"", "foo", "Query", "query r", "book r s -N1 -t1", "book",
		"book r", "book r -N1", "book r -t1", "offers a b", "accept",
		"accept a b", "cancel", "stats x", "list ''", "cancel ''",
		"book r -N0 -t1", "book r -N-1 -t1", "book r -Nx -t1",
		"book r -N1x -t1", "book r -N99999999999999999999 -t1",
		"book r -N1 -t0", "book r -N1 -tx", "book r -N1 -t1 -s soon",
		"book r -N1 -e 25:00", "book r -N1 -t1 -d UNLIMITED",
		"book r -N1 -t1 -d x", "book r -N1 -t1 -u ''",
		"book r -N1 -t1 -w ''", "book r -N1 -t1 --accept=soon",
		"book r -N1 -t1 --wait=x -s 10:00", "book r -N1 -t1 --wait=0",
		"book r -N1 -t1 --wait", "book r -N1 -t1 --wait -s now+1h",
		"book r -N1 -t1 --interval 10", "book r -N1 -t1 --wait=1h --interval 0",
		"book r -N1 -t1 -e 23:00 -d 10", "list --nodes 4",
		"book r -N1 -t1 --accept=late", "book r -N1 -t1 --accept=",
		"book r -N1 -t1 --accept=later,", "book r -N8-4 -t1",
		"book r -N0-4 -t1", "book r -N4- -t1", "book r -N-4 -t1",
		"book r -N4-x -t1", "book r -N4-8-9 -t1", "book r -N4 -t2h-30m",
		"book r -N4 -t0m-2h", "book r -N4 -t90-2h",
		"book r -N4 -t30m-",
		"book r -N4 -tUNLIMITED-UNLIMITED", "accept r.1 -N1-2",
		"accept r.1 -t30m-1h", "maint -w n1 -s now -t30m-1h",
		"book r -N4 -t1 --or 2", "book r -N4 -t1 --or x4h",
		"book r -N4 -t1 --or 2x", "book r -N4 -t1 --or 0x4h",
		"book r -N4 -t1 --or 2x0", "book r -N4 -t1 --or 2xUNLIMITED",
		"book -N9 -t1 --or 1x1 --or 2x1 --or 3x1 --or 4x1 --or 5x1 "
		"--or 6x1 --or 7x1 --or 8x1 --or 9x1",
		"book r -N4 -t1 --max-cost -1", "book r -N4 -t1 --max-cost 1e3",
		"book r -N4 -t1 --max-cost .5", "book r -N4 -t1 --max-cost ''",
		"book r -N4 -t1 --max-cost 123456789012345678901",
		"book r -N4 -t1 --prefer nodes", "book r -N4 -t1 --grow",
		"book -N1 -t1 --cpus-per-task 2", "book -t1 --tasks 2 --cores 2", "book r -N4-8 -t1 --prefer both", "book r -N4 -t1 --place late",
		"book r -N4 -t1 --standby=yes", "query -N4 -t1 --standby",
		"book r -N4 -t1 --standby --wait=2h",
		"book r -N4 -t1 --standby --accept", "query --dry-run",
		"book r -N4 -t1 --dry-run --accept",
		"book r -N4 -t1 --dry-run --wait=2h",
		"list --accept", "query --wait", "query --mine", "stats --days 0",
		"stats --days 367", "cancel r --all", "accept r.1 -p x",
		"accept r.1 -d 10", "list --json --parsable",
		"list --json --noheader", "list --nonsense", "list -x",
		"list --days", "query --start", "maint", "maint -w n1 -s now",
		"maint -w n1 -t1", "maint -s now -t1", "maint x -w n1 -s now -t1",
		"maint -w n1 -s now -t1 -e now+2h", "maint -w n1 -s now -t1 -N1",
		"maint -w n1 -s now -t1 --flags ''",
		"maint -w n1 -s now -t1 --flags MAINT,",
		"maint -w n1 -s now -t1 --flags ,MAINT",
		"maint -w n1 -s now -t1 --flags MAINTS",
		"maint -w n1 -s now -t1 --flags DAILY",
		"maint -w n1 -s now -t1 -n ''", "list --dry-run",
		"query --flags MAINT", "book -n r -N1 -t1",
		"book r -N1 -s 10:00-12 -e 13:00", "move r -s 10:00-12",
		"when -N1 -t1 -s 10:00-12", "query -e 10:00-12",
		"list --past --since 10:00-12", "query -s tomorrow-10-12pm",
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		char *said, *end;
		int rc;

		said_begin();
		rc = read_line(table[i]);
		said = said_end();
		ck_assert_msg(rc == STATUS_BAD, "%s: %d", table[i], rc);
		end = strchr(said, '\n');
		ck_assert_msg(end && !end[1] && strstr(said, "sresv: "),
			      "%s: %s", table[i], said);
		free(said);
	}
}
END_TEST

START_TEST(wishes)
{
	wish_of("book r -N1 -t90");
	ck_assert_str_eq(w.name, "r");
	ck_assert_int_eq(w.start, NOW);
	ck_assert_int_eq(w.end, -1);
	ck_assert_int_eq(w.duration, 5400);
	ck_assert_int_eq(w.delay, -1);
	ck_assert_ptr_nonnull(w.users);
	wish_of("book r -N1 -s 10:00 -e 12:00 -A red");
	ck_assert_int_eq(w.start, NOW + 7200);
	ck_assert_int_eq(w.end, NOW + 4 * 3600);
	ck_assert_int_eq(w.duration, -1);
	ck_assert_ptr_null(w.users);
	/* in the next 24 hours */
	wish_of("query");
	ck_assert_ptr_null(w.name);
	ck_assert_int_eq(w.start, NOW);
	ck_assert_int_eq(w.end, NOW + 86400);
	/* values that are not given are those of the offer */
	wish_of("accept r.1 -N2");
	ck_assert_int_eq(w.start, -1);
	ck_assert_int_eq(w.end, -1);
	ck_assert_ptr_null(w.users);
}
END_TEST

/* What is sent: the wishes in minutes, in front of the name. */
START_TEST(in_front_of_the_name)
{
	static const struct {
		const char *line;
		const char *sent;
	} table[] = {
		{ "-N8 -t2h", NULL },
		{ "-N4-8 -t2h", "min-nodes:4:r" },
		{ "-N4 -t30m-2h", "min-time:30:r" },
		{ "-N4 -t1-0-2-0", "min-time:1440:r" },
		{ "-N4 -t0:59-2:00", "min-time:1:r" },
		{ "-N4 -t1:00:01-2h", "min-time:61:r" },
		{ "-N4 -t1-00:00:00-2-00:00:00", "min-time:1440:r" },
		{ "-N8 -t2h --or 2x4h --or 1X1-0", "or:2x240:or:1x1440:r" },
		{ "-N8 -t2h --max-cost 90.5", "max-cost:90.500000:r" },
		{ "-N8 -t2h --standby", "standby:book:r" },
		{ "-N8 -t2h --standby=Offer", "standby:offer:r" },
		{ "-N8 -t2h --dry-run", "plan:lines:r" },
		{ "-N8 -t2h --plan 0123456789ab", "plan:0123456789ab:r" },
		{ "-N4-8 -t30m-2h --or 2x4h --max-cost 90 --prefer NODES --grow --switches 2 --place Tight --standby",
		  "min-nodes:4:min-time:30:or:2x240:max-cost:90.000000:prefer:nodes:grow:yes:switches:2:place:tight:standby:book:r" },
	};
	char text[128], *sent;

	for (size_t i = 0; i < COUNT(table); i++) {
		snprintf(text, sizeof(text), "book r %s", table[i].line);
		wish_of(text);
		sent = wish_front(&w, w.name);
		ck_assert_msg(!sent == !table[i].sent, "%s: %s", text, sent);
		if (sent)
			ck_assert_str_eq(sent, table[i].sent);
		free(sent);
	}
}
END_TEST

/* A name is made of the user and the time, as wishes need one. */
START_TEST(a_name_for_wishes)
{
	char *sent;

	wish_of("book -N4-8 -t2h");
	sent = wish_front(&w, w.name);
	ck_assert_ptr_eq(strstr(sent, "min-nodes:4:"), sent);
	ck_assert_ptr_nonnull(strchr(sent, '_'));
	free(sent);
}
END_TEST

START_TEST(ranges_set_what_is_wanted)
{
	wish_of("book r -N4-8 -t30m-2h");
	ck_assert_int_eq(w.nodes, 8);
	ck_assert_int_eq(w.duration, 7200);
	wish_of("book r -N4 -t2-12");
	ck_assert_int_eq(w.duration, 60 * 3600);
	ck_assert_uint_eq(w.wishes.least_minutes, 0);
	wish_of("book r -N4-8 -N2 -t30m-2h -t1h");
	ck_assert_int_eq(w.nodes, 2);
	ck_assert(!wishes_about(&w.wishes));
}
END_TEST

static void assert_fits(const char *text, uint32_t nodes, int64_t start,
			int64_t length, double cost, bool fits)
{
	offer_t one = { .start = NOW + start, .end = NOW + start + length,
			.nodes = nodes, .has_cost = true, .cost = cost };
	offers_t all = { .list = &one, .cnt = 1 };

	wish_of(text);
	ck_assert_msg((wish_fit(&w, &all) == &one) == fits, "%s: %u, %d, %d",
		      text, nodes, (int) start, (int) length);
}

START_TEST(offers_that_fit)
{
	const char *text = "book r -N4-8 -t30m-2h --or 2x4h --max-cost 90 -d 1h";

	assert_fits(text, 8, 0, 7200, 1, true);
	assert_fits(text, 4, 3600, 1800, 90, true);
	assert_fits(text, 2, 0, 4 * 3600, 1, true);
	assert_fits(text, 3, 0, 7200, 1, false);
	assert_fits(text, 8, 0, 1740, 1, false);
	assert_fits(text, 2, 0, 5 * 3600, 1, false);
	assert_fits(text, 8, 3720, 7200, 1, false);
	assert_fits(text, 8, -120, 7200, 1, false);
	assert_fits(text, 8, 0, 7200, 90.01, false);
	assert_fits("book r -N4 -t1h", 4, 0, 3600, 1, true);
	assert_fits("book r -N4 -t1h", 3, 0, 3600, 1, false);
	assert_fits("book r -N4 -t1h", 4, 0, 1800, 1, false);
	assert_fits("book r -w n1 -t1h", 1, 0, 3600, 1, true);
}
END_TEST

START_TEST(less_than_wanted)
{
	static const struct {
		int64_t nodes, seconds;
		const char *text;
	} table[] = {
		{ 8, 7200, NULL },
		{ 8, 7170, NULL },
		{ 3, 7200, "3 of 8 nodes" },
		{ 8, 3600, "01:00:00 of 02:00:00" },
		{ 3, 3600, "3 of 8 nodes, 01:00:00 of 02:00:00" },
		{ 2, 14400, "2 of 8 nodes, 04:00:00 instead of 02:00:00" },
	};
	char *less;

	wish_of("book r -N2-8 -t1h-2h");
	for (size_t i = 0; i < COUNT(table); i++) {
		less = wish_less(&w, table[i].nodes, table[i].seconds);
		ck_assert_msg(!less == !table[i].text, "%s", less);
		if (less)
			ck_assert_str_eq(less, table[i].text);
		free(less);
	}
}
END_TEST

START_TEST(a_maintenance)
{
	wish_of("maint -w n[1-2] -s 10:00 -t 90 -n m");
	ck_assert_str_eq(w.name, "m");
	ck_assert_str_eq(w.nodelist, "n[1-2]");
	ck_assert_int_eq(w.start, NOW + 7200);
	ck_assert_int_eq(w.duration, 5400);
	ck_assert_int_eq(w.end, -1);
	ck_assert_int_eq(w.delay, -1);
	ck_assert_ptr_nonnull(w.users);
	ck_assert_uint_eq(w.flags,
			  BOOKING_FLAG_MAINT | BOOKING_FLAG_IGN_JOBS);
	ck_assert(!o.dry_run);
	wish_of("maint -w n1 -s 10:00 -e 11:00 --flags Overlap,WEEKLY --dry-run "
		"-u ada");
	ck_assert_ptr_null(w.name);
	ck_assert_int_eq(w.end, NOW + 3 * 3600);
	ck_assert_str_eq(w.users, "ada");
	ck_assert_uint_eq(w.flags,
			  BOOKING_FLAG_OVERLAP | BOOKING_FLAG_WEEKLY);
	ck_assert(o.dry_run);
	wish_of("book -N1 -t1");
	ck_assert_uint_eq(w.flags, 0);
}
END_TEST

START_TEST(a_duration_between_start_and_end_is_a_window)
{
	wish_of("book r -N1 -s 10:00 -e 18:00 -t 2:00:00");
	ck_assert_int_eq(w.start, NOW + 7200);
	ck_assert_int_eq(w.end, -1);
	ck_assert_int_eq(w.duration, 7200);
	ck_assert_int_eq(w.delay, 6 * 3600);
	wish_of("query -s 10:00 -e 12:00 -t 120");
	ck_assert_int_eq(w.delay, -1);
	/* rounded up to a minute, it still ends in time */
	wish_of("query -s 10:00 -e 12:00 -t 0:30");
	ck_assert_int_eq(w.delay, 7200 - 60);
	/* if a window has begun, its rest is left */
	wish_of("book r -N1 -s 2027-01-15T07:00 -t 60 -d 3:00:00");
	ck_assert_int_eq(w.start, NOW);
	ck_assert_int_eq(w.delay, 7200);
	wish_of("book r -N1 -s 2027-01-15T07:00 -t 60 -d 30");
	ck_assert_int_eq(w.start, NOW - 3600);
	ck_assert_int_eq(w.delay, 1800);
}
END_TEST

START_TEST(a_start_may_have_the_end)
{
	wish_of("book r -N1 -s 10:00-12");
	ck_assert_int_eq(w.start, NOW + 7200);
	ck_assert_int_eq(w.end, NOW + 4 * 3600);
	ck_assert_int_eq(w.duration, -1);
	wish_of("query -s monday-10-18 -t 2h");
	ck_assert_int_eq(w.start, NOW + 3 * 86400 + 7200);
	ck_assert_int_eq(w.delay, 6 * 3600);
	wish_of("accept r.1 -s 10:00-12");
	ck_assert_int_eq(w.end, NOW + 4 * 3600);
	wish_of("maint -w n1 -s 10am-noon");
	ck_assert_int_eq(w.end, NOW + 4 * 3600);
	wish_of("book r -N1 -t1 -s 10:00-12 -s 11:00");
	ck_assert_int_eq(w.end, -1);
}
END_TEST

START_TEST(half_is_the_least)
{
	static const struct {
		const char *line;
		offer_least_t least;
	} table[] = {
		{ "-N64 -t60", { 32, 1800 } },
		{ "-N7 -t90", { 4, 2700 } },
		{ "-N1 -t1", { 1, 30 } },
		{ "-N1 -t0:01", { 1, 30 } },
		{ "-N2 -e 10:00:01", { 1, 3601 } },
		{ "-w n[1-8] -t60", { 0, 1800 } },
		{ "-N4 -s 10:00 -e 18:00 -t2h", { 2, 3600 } },
		{ "-N4 -t UNLIMITED", { 2, 365 * 86400 / 2 } },
		{ "-N1-64 -t60", { 1, 1800 } },
		{ "-N64 -t1m-60", { 32, 60 } },
		{ "-N64-64 -t1h-1h", { 64, 3600 } },
	};
	offer_least_t least;
	char text[128];

	for (size_t i = 0; i < COUNT(table); i++) {
		snprintf(text, sizeof(text), "book r --accept %s",
			 table[i].line);
		wish_of(text);
		options_least(&w, &least);
		ck_assert_msg((least.nodes == table[i].least.nodes) &&
			      (least.seconds == table[i].least.seconds),
			      "%s: %d nodes, %d s", text, (int) least.nodes,
			      (int) least.seconds);
	}
}
END_TEST

START_TEST(kinds_that_are_not_known)
{
	char *said;

	said_begin();
	ck_assert_int_eq(read_line("book r -N1 -t1 --accept=fewer,lates"),
			 STATUS_BAD);
	said = said_end();
	ck_assert_ptr_nonnull(strstr(said, offer_kinds_known));
	ck_assert_ptr_nonnull(strstr(said, "\"fewer,lates\""));
	free(said);
}
END_TEST

START_TEST(wishes_that_make_no_sense)
{
	static const char *const table[] = {
		"book r -N1 -s 10:00 -e 09:00", "book r -N1 -s 10:00 -e 10:00",
		"query -e 2020-01-01", "query -s 10:00 -e 11:00 -t 61",
		"query -s 10:00 -e 11:00 -t UNLIMITED",
		"query -s 10:00 -e 10:00:30 -t 0:20",
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		char *said;
		bool ok;

		assert_ok(table[i]);
		said_begin();
		ok = options_wish(&o, NOW, &w);
		said = said_end();
		ck_assert_msg(!ok, "%s", table[i]);
		ck_assert_msg(strchr(said, '\n') == strrchr(said, '\n'),
			      "%s: %s", table[i], said);
		free(said);
	}
}
END_TEST

int main(void)
{
	Suite *s = suite_create("sresv_options");
	TCase *t = tcase_create("sresv_options");

	test_seed();
	tcase_add_checked_fixture(t, setup, NULL);
	tcase_add_test(t, a_whole_line);
	tcase_add_test(t, what_is_not_said);
	tcase_add_test(t, lines_that_make_sense);
	tcase_add_test(t, lines_that_make_none);
	tcase_add_test(t, wishes);
	tcase_add_test(t, in_front_of_the_name);
	tcase_add_test(t, a_name_for_wishes);
	tcase_add_test(t, ranges_set_what_is_wanted);
	tcase_add_test(t, offers_that_fit);
	tcase_add_test(t, less_than_wanted);
	tcase_add_test(t, a_maintenance);
	tcase_add_test(t, a_start_may_have_the_end);
	tcase_add_test(t, a_duration_between_start_and_end_is_a_window);
	tcase_add_test(t, half_is_the_least);
	tcase_add_test(t, kinds_that_are_not_known);
	tcase_add_test(t, wishes_that_make_no_sense);
	suite_add_tcase(s, t);
	return test_run(s);
}
