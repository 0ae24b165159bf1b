/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ledger_tool_test.c - garq-ledger finds the ledger, and prints tables of it */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/garq-ledger/conf.h"
#include "contrib/garq-ledger/rows.h"
#include "plugin/ledger/ledger_tombs.h"
#include "test/unit/ledger_tool_fixture.h"

/* --- slurm.conf ----------------------------------------------------------- */

static const char *write_conf(const char *name, const char *text)
{
	FILE *f = fopen(in_dir(name), "w");

	fputs(text, f);
	fclose(f);
	return in_dir(name);
}

START_TEST(state_location_is_found)
{
	static const struct {
		const char *text, *want;
	} table[] = {
		{ "StateSaveLocation=/a/b\n", "/a/b" },
		{ "statesavelocation=/a", "/a" },
		{ "  StateSaveLocation = /a # /b\n", "/a" },
		{ "#StateSaveLocation=/a\n", "/var/spool" },
		{ "", "/var/spool" },
		{ "StateSaveLocation=/a\nStateSaveLocation=/b\n", "/b" },
		{ "ClusterName=x StateSaveLocation=/a Other=y\n", "/a" },
		{ "ClusterName=\"x StateSaveLocation=/b\"\n", "/var/spool" },
		{ "StateSaveLocation=\"/a b\"\r\n", "/a b" },
		{ "StateSave\\\nLocation=/a\\\n/b\nX=y\n", "/a/b" },
		{ "XStateSaveLocation=/a\nStateSaveLocationX=/a\n",
		  "/var/spool" },
		{ "= broken\n\\\n\nStateSaveLocation=/a", "/a" },
		{ "include other.conf\n", "/other" },
		{ "StateSaveLocation=/a\nInclude other.conf # x\n", "/other" },
		{ "Include other.conf\nStateSaveLocation=/a\n", "/a" },
		{ "IncludeX=other.conf\n", "/var/spool" },
	};
	char *found;

	write_conf("other.conf", "StateSaveLocation=/other");
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		const char *conf = write_conf("slurm.conf", table[i].text);

		ck_assert_msg(conf_state_location(conf, &found, why,
						  sizeof(why)), "%s", why);
		ck_assert_msg(!strcmp(found, table[i].want), "%s: %s, not %s",
			      table[i].text, found, table[i].want);
		free(found);
	}
}
END_TEST

START_TEST(a_conf_that_cant_be_read_is_named)
{
	char *found = NULL;

	ck_assert(!conf_state_location(in_dir("none"), &found, why,
				       sizeof(why)));
	ck_assert_ptr_nonnull(strstr(why, "/none: No such file"));
	write_conf("slurm.conf", "Include gone.conf\n");
	ck_assert(!conf_state_location(in_dir("slurm.conf"), &found, why,
				       sizeof(why)));
	ck_assert_ptr_nonnull(strstr(why, "/gone.conf: No such file"));
	write_conf("slurm.conf", "Include slurm.conf\n");
	ck_assert(!conf_state_location(in_dir("slurm.conf"), &found, why,
				       sizeof(why)));
	ck_assert_ptr_nonnull(strstr(why, "Too many levels"));
	ck_assert_ptr_null(found);
}
END_TEST

/* --- the table ------------------------------------------------------------ */

static ledger_t *with_some(void)
{
	ledger_t *l = opened(path);
	booking_t *b = booking("later");

	put(l, b);
	b = booking("b");
	b->start = NOW;
	put(l, b);
	b = booking("a \"quoted\"");
	b->start = NOW;
	b->parked = true;
	booking_set(&b->users, NULL);
	booking_set(&b->groups, "staff");
	booking_set(&b->accounts, "-red");
	put(l, b);
	put(l, booking("gone"));
	ck_assert(ledger_commit(l, ledger_drop(l, "gone", "deleted"), why,
				sizeof(why)));
	return l;
}

static void assert_table(report_what_t what, const char *want)
{
	char *text = report_of(&(report_query_t) {
		.what = what, .now = NOW }, false);

	ck_assert_str_eq(text, want);
	free(text);
}

START_TEST(a_table_of_the_live_ones)
{
	ledger_t *l = with_some();

	assert_table(REPORT_LIVE,
		"NAME       START               END                 NODES  WHO                        PARKED\n"
		"a \"quoted\" 2027-01-15T08:00:00 2027-01-15T11:00:00 n[1-4] Groups=staff Accounts=-red yes\n"
		"b          2027-01-15T08:00:00 2027-01-15T11:00:00 n[1-4] Users=ada,bob              no\n"
		"later      2027-01-15T10:00:00 2027-01-15T11:00:00 n[1-4] Users=ada,bob              no\n");
	ledger_close(l);
}
END_TEST

START_TEST(rows_of_the_parked_ones)
{
	ledger_t *l = with_some();
	rows_t rows;

	ck_assert(rows_read(l, true, &rows, why, sizeof(why)));
	ck_assert_uint_eq(rows.cnt, 1);
	ck_assert_str_eq(rows.list[0]->name, "a \"quoted\"");
	rows_free(&rows);
	ck_assert(rows_read(l, false, &rows, why, sizeof(why)));
	ck_assert_uint_eq(rows.cnt, 3);
	ck_assert_str_eq(rows.list[2]->name, "later");
	rows_free(&rows);
	ledger_close(l);
}
END_TEST

START_TEST(a_table_of_the_closed_ones)
{
	ledger_close(with_some());
	set_closed(NOW + 1);
	assert_table(REPORT_CLOSED,
		"NAME START               END                 NODES  WHO           CLOSED              WHY\n"
		"gone 2027-01-15T10:00:00 2027-01-15T11:00:00 n[1-4] Users=ada,bob 2027-01-15T08:00:01 deleted\n");
}
END_TEST

START_TEST(tables_of_holds)
{
	ledger_t *l = with_some();
	booking_t *b = booking("held");

	b->creator = 4000000000;
	b->hold_until = NOW + 60;
	b->start = NOW + 3600;
	b->end = NOW + 7200;
	put(l, b);
	ledger_commit_later(l, ledger_bury(l, "over", 4000000000, NOW));
	ledger_commit_later(l, ledger_bury(l, "co-abc123.1of2.IBM", 4000000001,
					   NOW + 9));
	ledger_close(l);
	assert_table(REPORT_HOLDS,
		"NAME USER       UNTIL               START               END                 NODES\n"
		"held 4000000000 2027-01-15T08:01:00 2027-01-15T09:00:00 2027-01-15T10:00:00 n[1-4]\n"
		"\n"
		"NAME               USER       UNTIL\n"
		"co-abc123.1of2.IBM 4000000001 2027-01-15T08:00:09\n");
}
END_TEST

START_TEST(json_for_programs)
{
	report_query_t query = { .what = REPORT_LIVE, .parked = true };
	ledger_t *l = with_some();
	char *text = report_of(&query, true);

	ck_assert_str_eq(text, "{\"bookings\":[\n {\"name\":\"a \\\"quoted\\\"\","
			 "\"start\":1800000000,"
			 "\"start_rfc3339\":\"2027-01-15T08:00:00Z\","
			 "\"end\":1800010800,"
			 "\"end_rfc3339\":\"2027-01-15T11:00:00Z\","
			 "\"nodes\":\"n[1-4]\","
			 "\"who\":\"Groups=staff Accounts=-red\","
			 "\"parked\":true}]}\n");
	free(text);
	ledger_close(l);
}
END_TEST

START_TEST(a_table_of_none)
{
	report_query_t query = { .what = REPORT_LIVE };
	ledger_t *l = opened(path);
	char *text;

	assert_table(REPORT_LIVE, "");
	text = report_of(&query, true);
	ck_assert_str_eq(text, "{\"bookings\":[]}\n");
	free(text);
	ledger_close(l);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("ledger_tool");
	TCase *tc = test_case(s, "ledger_tool", 60);

	test_seed();	/* once, before any fork */
	tcase_add_checked_fixture(tc, tool_setup, tool_teardown);
	tcase_add_test(tc, state_location_is_found);
	tcase_add_test(tc, a_conf_that_cant_be_read_is_named);
	tcase_add_test(tc, a_table_of_the_live_ones);
	tcase_add_test(tc, rows_of_the_parked_ones);
	tcase_add_test(tc, a_table_of_the_closed_ones);
	tcase_add_test(tc, tables_of_holds);
	tcase_add_test(tc, json_for_programs);
	tcase_add_test(tc, a_table_of_none);
	return test_run(s);
}
