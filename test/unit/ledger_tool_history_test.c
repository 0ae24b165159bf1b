/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ledger_tool_history_test.c - made, moved, closed, in that order */

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "contrib/garq-ledger/snapshot.h"
#include "plugin/ledger/ledger_history.h"
#include "plugin/ledger/ledger_events.h"
#include "test/unit/ledger_tool_fixture.h"

#define TIMES \
	"OLD-START           START               OLD-END             " \
	"END                 "

/* Its places, in the columns of TIMES. */
#define NONE "                    "
#define START "2027-01-15T10:00:00 "
#define LATER "2027-01-15T10:30:00 "
#define END "2027-01-15T11:00:00 "

/* No user of the machine. */
#define UID 4123456

static booking_t *of_user(const char *name, time_t created)
{
	booking_t *b = booking(name);

	b->creator = UID;
	b->created = created;
	return b;
}

static void run(ledger_t *l, ledger_op_t *op)
{
	ck_assert_msg(ledger_commit(l, op, why, sizeof(why)), "%s", why);
}

/* By a request at some time. */
static void ask_for(ledger_t *l, const booking_t *b, const char *verb,
		    time_t time)
{
	ledger_request_t *r = ledger_request_create(b->name);
	static int64_t id;

	r->id = ++id;
	r->time = time;
	r->uid = UID;
	snprintf(r->verb, sizeof(r->verb), "%s", verb);
	run(l, ledger_put_plan(l, b, r, NULL, 0));
}

static void make(ledger_t *l, const char *name, time_t created)
{
	booking_t *b = of_user(name, created);

	ask_for(l, b, "create", created);
	booking_destroy(b);
}

/* What is not given is as it was made; its end stays. */
static void shift(ledger_t *l, const char *name, time_t time, time_t start,
		  const char *nodes, const char *reason)
{
	booking_t *b = of_user(name, NOW);
	const ledger_moved_t moved = {
		.booking = b, .time = time, .why = reason };

	b->start = start;
	if (nodes)
		booking_set(&b->nodes, nodes);
	run(l, ledger_put_moved(l, &moved));
	booking_destroy(b);
}

static void drop(ledger_t *l, const char *name, const char *reason)
{
	run(l, ledger_drop(l, name, reason));
}

/* Set the time of all closings, of a ledger that is closed. */
static void set_closed_at(time_t t)
{
	char *text = sqlite3_mprintf("PRAGMA locking_mode=EXCLUSIVE;"
				     "UPDATE event SET time = %lld"
				     " WHERE verb IN ('closed', 'ended')",
				     (long long) t);
	sqlite3 *db = NULL;

	ck_assert_int_eq(sqlite3_open(path, &db), SQLITE_OK);
	ck_assert_int_eq(sqlite3_exec(db, text, NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(db);
	sqlite3_free(text);
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
	shift(l, "b", NOW + 50, NOW + 9000, "n[5-8]", "node down");
	assert_history(NULL, false,
		"TIME                NAME EVENT  USER    " TIMES
		"OLD-NODES NODES  WHY\n"
		"2027-01-15T08:00:00 b    create 4123456 " NONE START NONE END
		"          n[1-4]\n"
		"2027-01-15T08:00:50 b    moved          " LATER LATER END END
		"n[1-4]    n[5-8] node down\n"
		"2027-01-15T08:01:00 a    create 4123456 " NONE START NONE END
		"          n[1-4]\n"
		"2027-01-15T08:01:00 b    moved          " START LATER END END
		"                 made room for a\n");
	assert_history("a", false,
		"TIME                NAME EVENT  USER    START               "
		"END                 NODES\n"
		"2027-01-15T08:01:00 a    create 4123456 " START END
		"n[1-4]\n");
	assert_history("x", false, "");
	assert_history("' OR 1 = 1; --", false, "");
	ledger_close(l);
}
END_TEST

/* Within a second in the order in which they were written. */
START_TEST(closed_and_made_again_in_a_second)
{
	ledger_t *l = opened(path);

	make(l, "a", NOW);
	drop(l, "a", "deleted");
	make(l, "a", NOW + 90);
	drop(l, "a", "ended");
	ledger_close(l);
	set_closed_at(NOW + 90);
	assert_history("a", false,
		"TIME                NAME EVENT  USER    " TIMES
		"OLD-NODES NODES  WHY\n"
		"2027-01-15T08:00:00 a    create 4123456 " NONE START NONE END
		"          n[1-4]\n"
		"2027-01-15T08:01:30 a    closed         " START NONE END NONE
		"n[1-4]           deleted\n"
		"2027-01-15T08:01:30 a    create 4123456 " NONE START NONE END
		"          n[1-4]\n"
		"2027-01-15T08:01:30 a    ended          " START NONE END NONE
		"n[1-4]           ended\n");
}
END_TEST

/* Whoever asked for it, by name. */
START_TEST(by_somebody)
{
	ledger_t *l = opened(path);
	booking_t *b = of_user("a", NOW);

	make(l, "a", NOW);
	b->end += 1800;
	ask_for(l, b, "update", NOW + 60);
	run(l, ledger_revoke_by(l, b, 0, "deleted"));
	ledger_close(l);
	set_closed_at(NOW + 90);
	assert_history("a", false,
		"TIME                NAME EVENT  USER    " TIMES
		"OLD-NODES NODES  WHY\n"
		"2027-01-15T08:00:00 a    create 4123456 " NONE START NONE END
		"          n[1-4]\n"
		"2027-01-15T08:01:00 a    update 4123456 " START START END
		"2027-01-15T11:30:00\n"
		"2027-01-15T08:01:30 a    closed root    " START NONE
		"2027-01-15T11:30:00 " NONE "n[1-4]           deleted\n");
	booking_destroy(b);
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
	ck_assert_ptr_nonnull(strstr(text, " r    adopted " START END "n[1-4]\n"));
	ck_assert_ptr_null(strstr(text, "USER"));
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
		" {\"time\":1800000000,"
		"\"time_rfc3339\":\"2027-01-15T08:00:00Z\","
		"\"name\":\"b\",\"event\":\"create\","
		"\"user\":\"4123456\",\"old-start\":null,"
		"\"start\":1800007200,"
		"\"start_rfc3339\":\"2027-01-15T10:00:00Z\","
		"\"old-end\":null,\"end\":1800010800,"
		"\"end_rfc3339\":\"2027-01-15T11:00:00Z\","
		"\"old-nodes\":null,\"nodes\":\"n[1-4]\",\"why\":null},\n"
		" {\"time\":1800000060,"
		"\"time_rfc3339\":\"2027-01-15T08:01:00Z\","
		"\"name\":\"b\",\"event\":\"moved\","
		"\"user\":null,\"old-start\":1800007200,"
		"\"old-start_rfc3339\":\"2027-01-15T10:00:00Z\","
		"\"start\":1800009000,"
		"\"start_rfc3339\":\"2027-01-15T10:30:00Z\","
		"\"old-end\":1800010800,"
		"\"old-end_rfc3339\":\"2027-01-15T11:00:00Z\","
		"\"end\":1800010800,"
		"\"end_rfc3339\":\"2027-01-15T11:00:00Z\","
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
	tcase_add_test(tc, closed_and_made_again_in_a_second);
	tcase_add_test(tc, by_somebody);
	tcase_add_test(tc, one_that_was_there_before);
	tcase_add_test(tc, json_for_programs);
	tcase_add_test(tc, of_many);
	tcase_add_test(tc, of_what_was_moved);
	tcase_add_test(tc, a_bad_history_is_named);
	return test_run(s);
}
