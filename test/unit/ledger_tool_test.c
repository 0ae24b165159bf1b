/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ledger_tool_test.c - garq-ledger finds the ledger, and prints tables of it */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/garq-ledger/conf.h"
#include "contrib/garq-ledger/rows.h"
#include "contrib/garq-ledger/table.h"
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

static char *table_of(ledger_t *l, rows_which_t which, bool json)
{
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);
	rows_t rows;

	ck_assert(rows_read(l, which, &rows, why, sizeof(why)));
	if (which == ROWS_CLOSED) {
		ck_assert_uint_eq(rows.cnt, 1);
		ck_assert_int_gt(rows.row[0].closed, 1000000);
		rows.row[0].closed = NOW + 1;
	}
	ck_assert(table_print(f, &rows, which == ROWS_CLOSED, json));
	rows_free(&rows);
	fclose(f);
	return text;
}

static void assert_table(ledger_t *l, rows_which_t which, bool json,
			 const char *want)
{
	char *text = table_of(l, which, json);

	ck_assert_str_eq(text, want);
	free(text);
}

START_TEST(a_table_of_the_live_ones)
{
	ledger_t *l = with_some();

	assert_table(l, ROWS_LIVE, false,
		"NAME       START               END                 NODES  WHO                        PARKED\n"
		"a \"quoted\" 2027-01-15T08:00:00 2027-01-15T11:00:00 n[1-4] Groups=staff Accounts=-red yes\n"
		"b          2027-01-15T08:00:00 2027-01-15T11:00:00 n[1-4] Users=ada,bob              no\n"
		"later      2027-01-15T10:00:00 2027-01-15T11:00:00 n[1-4] Users=ada,bob              no\n");
	ledger_close(l);
}
END_TEST

START_TEST(a_table_of_the_parked_ones)
{
	ledger_t *l = with_some();
	rows_t rows;

	ck_assert(rows_read(l, ROWS_PARKED, &rows, why, sizeof(why)));
	ck_assert_uint_eq(rows.cnt, 1);
	ck_assert_str_eq(rows.row[0].booking->name, "a \"quoted\"");
	rows_free(&rows);
	ledger_close(l);
}
END_TEST

START_TEST(a_table_of_the_closed_ones)
{
	ledger_t *l = with_some();

	assert_table(l, ROWS_CLOSED, false,
		"NAME START               END                 NODES  WHO           CLOSED              WHY\n"
		"gone 2027-01-15T10:00:00 2027-01-15T11:00:00 n[1-4] Users=ada,bob 2027-01-15T08:00:01 deleted\n");
	ledger_close(l);
}
END_TEST

START_TEST(json_for_programs)
{
	ledger_t *l = with_some();
	char *text = table_of(l, ROWS_PARKED, true), *to = text;

	/* the layout is the library's choice */
	for (char *from = text; *from; from++)
		if (!strchr(" \n", *from) || ((to > text) && (to[-1] == 'a')))
			*to++ = *from;
	*to = '\0';
	ck_assert_str_eq(text, "{\"bookings\":[{\"name\":\"a \\\"quoted\\\"\","
			 "\"start\":1800000000,\"end\":1800010800,"
			 "\"nodes\":\"n[1-4]\","
			 "\"who\":\"Groups=staffAccounts=-red\","
			 "\"parked\":true}]}");
	free(text);
	ledger_close(l);
}
END_TEST

START_TEST(a_table_of_none)
{
	ledger_t *l = opened(path);
	char *text = table_of(l, ROWS_LIVE, false);

	ck_assert_str_eq(text, "");
	free(text);
	text = table_of(l, ROWS_LIVE, true);
	ck_assert_ptr_nonnull(strstr(text, "\"bookings\""));
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
	tcase_add_test(tc, a_table_of_the_parked_ones);
	tcase_add_test(tc, a_table_of_the_closed_ones);
	tcase_add_test(tc, json_for_programs);
	tcase_add_test(tc, a_table_of_none);
	return test_run(s);
}
