/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ledger_tool_history_test.c - made, moved, closed, in that order */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "contrib/garq-ledger/snapshot.h"
#include "plugin/ledger/ledger_history.h"
#include "plugin/ledger/ledger_shifts.h"
#include "test/unit/ledger_tool_fixture.h"

#define HEAD "TIME                NAME EVENT   OLD-START           " \
	     "START               OLD-NODES NODES  WHY\n"

static void make(ledger_t *l, const char *name, time_t created)
{
	booking_t *b = booking(name);

	b->creator = 1000;
	b->created = created;
	put(l, b);
}

/* What is not given stays. */
static void shift(ledger_t *l, const char *name, time_t time, time_t start,
		  const char *nodes, const char *reason)
{
	booking_t *b = booking(name);
	ledger_shift_t s = { .time = time, .old_start = b->start,
			     .why = reason };

	b->creator = 1000;
	b->created = NOW;
	b->start = start;
	if (nodes) {
		s.old_nodes = "n[1-4]";
		booking_set(&b->nodes, nodes);
	}
	ck_assert(ledger_commit(l, ledger_put_shifted(l, b, &s), why,
				sizeof(why)));
	booking_destroy(b);
}

static void drop(ledger_t *l, const char *name, const char *reason)
{
	ck_assert(ledger_commit(l, ledger_drop(l, name, reason), why,
				sizeof(why)));
}

/* Cut trailing blanks, which a table may have. */
static void cut_blanks(char *text)
{
	char *to = text;

	for (char *at = text; *at; at++) {
		while ((*at == '\n') && (to > text) && (to[-1] == ' '))
			to--;
		*to++ = *at;
	}
	*to = '\0';
}

/* RET free() */
static char *history(const char *name, bool json)
{
	report_query_t query = { .what = REPORT_HISTORY, .name = name };
	char *text = report_of(&query, json);

	cut_blanks(text);
	return text;
}

static void assert_history(const char *name, bool json, const char *want)
{
	char *text = history(name, json);

	ck_assert_str_eq(text, want);
	free(text);
}

START_TEST(of_all_by_time)
{
	ledger_t *l = opened(path);

	make(l, "b", NOW);
	make(l, "a", NOW + 60);
	shift(l, "b", NOW + 60, NOW + 9000, NULL, "made room for a");
	shift(l, "b", NOW + 50, NOW + 7200, "n[5-8]", "node down");
	assert_history(NULL, false, HEAD
		"2027-01-15T08:00:00 b    created\n"
		"2027-01-15T08:00:50 b    shifted 2027-01-15T10:00:00 2027-01-15T10:00:00 n[1-4]    n[5-8] node down\n"
		"2027-01-15T08:01:00 a    created\n"
		"2027-01-15T08:01:00 b    shifted 2027-01-15T10:00:00 2027-01-15T10:30:00                  made room for a\n");
	assert_history("a", false,
		"TIME                NAME EVENT\n"
		"2027-01-15T08:01:00 a    created\n");
	assert_history("x", false, "");
	ledger_close(l);
}
END_TEST

START_TEST(closed_ones_have_the_last_word)
{
	ledger_t *l = opened(path);

	make(l, "a", NOW);
	shift(l, "a", NOW + 60, NOW + 9000, NULL, "room");
	drop(l, "a", "deleted");
	ledger_close(l);
	set_closed(NOW + 90);
	l = opened(path);
	make(l, "a", NOW + 90);	/* anew, in the same second */
	assert_history("a", false,
		"TIME                NAME EVENT   OLD-START           START               NODES  WHY\n"
		"2027-01-15T08:00:00 a    created\n"
		"2027-01-15T08:01:00 a    shifted 2027-01-15T10:00:00 2027-01-15T10:30:00        room\n"
		"2027-01-15T08:01:30 a    closed                      2027-01-15T10:30:00 n[1-4] deleted\n"
		"2027-01-15T08:01:30 a    created\n");
	drop(l, "a", "expired");
	ledger_close(l);
	set_closed(NOW + 90);
	assert_history("a", false,
		"TIME                NAME EVENT   OLD-START           START               NODES  WHY\n"
		"2027-01-15T08:00:00 a    created\n"
		"2027-01-15T08:01:00 a    shifted 2027-01-15T10:00:00 2027-01-15T10:30:00        room\n"
		"2027-01-15T08:01:30 a    closed                      2027-01-15T10:30:00 n[1-4] deleted\n"
		"2027-01-15T08:01:30 a    created\n"
		"2027-01-15T08:01:30 a    closed                      2027-01-15T10:00:00 n[1-4] expired\n");
}
END_TEST

START_TEST(one_that_was_there_before)
{
	ledger_t *l = opened(path);
	booking_t *b = booking("r");
	char *text;

	b->creator = (uint32_t) -1;
	b->created = NOW;
	put(l, b);
	text = history(NULL, false);
	ck_assert_ptr_nonnull(strstr(text, "08:00:00 r    adopted\n"));
	free(text);
	ledger_close(l);
}
END_TEST

START_TEST(json_for_programs)
{
	ledger_t *l = opened(path);

	make(l, "b", NOW);
	shift(l, "b", NOW + 60, NOW + 9000, NULL, "made \"room\"");
	assert_history(NULL, true,
		"{\"history\":[\n"
		" {\"time\":1800000000,\"name\":\"b\",\"event\":\"created\","
		"\"old-start\":null,\"start\":null,\"old-nodes\":null,"
		"\"nodes\":null,\"why\":null},\n"
		" {\"time\":1800000060,\"name\":\"b\",\"event\":\"shifted\","
		"\"old-start\":1800007200,\"start\":1800009000,"
		"\"old-nodes\":null,\"nodes\":null,"
		"\"why\":\"made \\\"room\\\"\"}]}\n");
	assert_history("x", true, "{\"history\":[]}\n");
	ledger_close(l);
}
END_TEST

/* More events than the first allocation holds. */
START_TEST(of_many)
{
	ledger_t *l = opened(path);
	char *text, *at;
	int lines = 0;

	make(l, "r", NOW);
	for (int i = 0; i < 300; i++)
		shift(l, "r", NOW + i, NOW + 7201 + i, NULL, "room");
	text = history("r", false);
	for (at = text; (at = strchr(at, '\n')); at++)
		lines++;
	ck_assert_int_eq(lines, 302);
	free(text);
	ledger_close(l);
}
END_TEST

/* What has gone to a file of its own is told as before. */
START_TEST(of_what_was_moved)
{
	ledger_t *l = opened(path);
	char *before, *after;

	make(l, "r", NOW);
	for (int i = 0; i < 30; i++)
		shift(l, "r", NOW + i, NOW + 7201 + i, NULL, "room");
	before = history("r", false);
	ledger_move(l, 0, why, sizeof(why));
	ck_assert_str_eq(why, "");
	after = history("r", false);
	ck_assert_str_eq(after, before);
	ledger_close(l);
	ck_assert_int_eq(access(in_dir(LEDGER_HISTORY), F_OK), 0);
	free(before);
	free(after);
}
END_TEST

START_TEST(a_bad_history_is_named)
{
	const char *file = in_dir(LEDGER_HISTORY);
	snapshot_t copy;
	FILE *f;

	ledger_close(opened(path));
	f = fopen(file, "w");
	fputs("garbage", f);
	fclose(f);
	ck_assert(snapshot_make(path, &copy, why, sizeof(why)));
	ck_assert(!snapshot_add_history(&copy, path, why, sizeof(why)));
	ck_assert_msg(strstr(why, "/garq.history can't be read: "), "%s", why);
	ck_assert_str_eq(copy.history, "");
	snapshot_remove(&copy);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("ledger_tool_history");
	TCase *tc = test_case(s, "ledger_tool_history", 60);

	tcase_add_checked_fixture(tc, tool_setup, tool_teardown);
	tcase_add_test(tc, of_all_by_time);
	tcase_add_test(tc, closed_ones_have_the_last_word);
	tcase_add_test(tc, one_that_was_there_before);
	tcase_add_test(tc, json_for_programs);
	tcase_add_test(tc, of_many);
	tcase_add_test(tc, of_what_was_moved);
	tcase_add_test(tc, a_bad_history_is_named);
	return test_run(s);
}
