/* SPDX-License-Identifier: GPL-2.0-or-later */
/* sresv_sheet_test.c - rows of cells, as they are printed */

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/text/json.h"
#include "contrib/sresv/text/sheet.h"
#include "contrib/sresv/text/when.h"
#include "test/unit/test_util.h"

#define T0 1800000000	/* 2027-01-15T08:00:00 UTC */

static const sheet_column_t columns[] = {
	{ SHEET_TEXT, "NAME", false },
	{ SHEET_TIME, "START", false },
	{ SHEET_COUNT, "NODES", false },
	{ SHEET_LENGTH, "LONG ENOUGH", false },
	{ SHEET_REAL, "COST", false },
	{ SHEET_FLAG, "ODD", false },
	{ SHEET_TEXT, "MORE", true },
};

static sheet_t *s, *sheets[3];
static char *text;

static void setup(void)
{
	setenv("TZ", "UTC", 1);
	tzset();
	sheets[0] = s = sheet_create("things", columns, 7);
	sheets[1] = NULL;
	text = NULL;
}

static void teardown(void)
{
	sheet_destroy(s);
	free(text);
}

static void row(const char *name, int nodes, int64_t length)
{
	sheet_text(s, name);
	sheet_count(s, T0);
	sheet_count(s, nodes);
	sheet_count(s, length);
	sheet_none(s);
	sheet_count(s, nodes % 2);
	sheet_text(s, "x");
}

static void assert_printed(int how, const char *want)
{
	size_t size;
	FILE *f = open_memstream(&text, &size);

	ck_assert(sheets_print(sheets, f, how));
	fclose(f);
	ck_assert_str_eq(text, want);
	free(text);
	text = NULL;
}

START_TEST(a_table_leaves_out_what_is_empty)
{
	size_t size;
	FILE *f;

	row("r", 4, 5400);
	row("longer", 1001, WHEN_FOREVER);
	assert_printed(SHEET_TABLE | SHEET_HEADS,
		"NAME   START               NODES LONG ENOUGH ODD\n"
		"r      2027-01-15T08:00:00     4    01:30:00 \n"
		"longer 2027-01-15T08:00:00  1001   UNLIMITED yes\n");
	/* the width without heads is the library's choice */
	f = open_memstream(&text, &size);
	ck_assert(sheets_print(sheets, f, SHEET_TABLE));
	fclose(f);
	ck_assert_ptr_null(strstr(text, "NAME"));
	ck_assert_ptr_eq(strstr(text, "r      2027"), text);
}
END_TEST

START_TEST(states_have_colors)
{
	static const sheet_column_t states[] = {
		{ SHEET_TEXT, "NAME", false }, { SHEET_STATE, "STATE", false },
	};
	static const char *const green = "\x1b[32mACTIVE\x1b[0m";
	sheet_t *list[] = { sheet_create("states", states, 2), NULL };
	size_t size;
	FILE *f;

	sheet_text(list[0], "ACTIVE");	/* a name is none */
	sheet_text(list[0], "INACTIVE");
	sheet_text(list[0], "b");
	sheet_text(list[0], "ACTIVE");
	for (int color = 0; color < 2; color++) {
		f = open_memstream(&text, &size);
		ck_assert(sheets_print(list, f, color ? SHEET_COLOR : 0));
		fclose(f);
		ck_assert_int_eq(strstr(text, green) != NULL, color);
		ck_assert_int_eq(strchr(text, '\x1b') != NULL, color);
		ck_assert_ptr_eq(strstr(text, "ACTIVE"), text);
		free(text);
		text = NULL;
	}
	sheet_destroy(list[0]);
}
END_TEST

START_TEST(lines_have_all_cells)
{
	row("r", 4, 5400);
	row(NULL, 5, 0);
	assert_printed(SHEET_LINES | SHEET_HEADS,
		"NAME|START|NODES|LONG ENOUGH|COST|ODD\n"
		"r|2027-01-15T08:00:00|4|01:30:00||\n"
		"|2027-01-15T08:00:00|5|00:00:00||yes\n");
	assert_printed(SHEET_LINES,
		"r|2027-01-15T08:00:00|4|01:30:00||\n"
		"|2027-01-15T08:00:00|5|00:00:00||yes\n");
}
END_TEST

static void assert_sorted(const char *head, const char *want)
{
	char *wrong = sheet_sort(s, head);

	ck_assert_ptr_null(wrong);
	assert_printed(SHEET_LINES, want);
}

START_TEST(rows_are_sorted)
{
	char *wrong;

	row("b", 4, 7200);
	row("c", 4, 3600);
	row(NULL, 9, 60);
	row("a", 10, 60);
	ck_assert_ptr_null(sheet_choose(s, "name"));
	assert_sorted("name", "a\nb\nc\n\n");
	assert_sorted("-NAME", "c\nb\na\n\n");
	assert_sorted("nodes", "c\nb\n\na\n");
	assert_sorted("-nodes", "a\n\nc\nb\n");
	assert_sorted("cost", "a\n\nc\nb\n");
	assert_sorted("Long Enough", "a\n\nc\nb\n");
	wrong = sheet_sort(s, "-price");
	ck_assert_ptr_nonnull(strstr(wrong, "\"price\" is none of NAME, "));
	free(wrong);
	wrong = sheet_sort(s, "-nods");
	ck_assert_str_eq(wrong, "\"nods\" is no column: did you mean NODES?");
	free(wrong);
	ck_assert_ptr_null(sheet_sort(NULL, "name"));
}
END_TEST

/* A terminal obeys none of it: "?" for each byte, in JSON its number. */
START_TEST(lines_print)
{
	row("a\x1b[31m\xc2\x9b\xe2\x80\xae\xff\xc3\xa9", 4, 0);
	assert_printed(SHEET_LINES,
		"a?[31m??????\xc3\xa9|2027-01-15T08:00:00|4|00:00:00||\n");
	ck_assert_ptr_nonnull(setlocale(LC_CTYPE, "C.UTF-8"));
	assert_printed(SHEET_TABLE,
		       "a?[31m??????\xc3\xa9 2027-01-15T08:00:00     4    00:00:00\n");
}
END_TEST

/* RFC 4180 */
START_TEST(csv_has_quotes)
{
	row("a,b", 4, 0);
	row("say \"a\"", 5, 0);
	row("\"", 6, 0);
	row("=1+1", 7, 0);
	assert_printed(SHEET_CSV | SHEET_HEADS,
		"NAME,START,NODES,LONG ENOUGH,COST,ODD\n"
		"\"a,b\",2027-01-15T08:00:00,4,00:00:00,,\n"
		"\"say \"\"a\"\"\",2027-01-15T08:00:00,5,00:00:00,,yes\n"
		"\"\"\"\",2027-01-15T08:00:00,6,00:00:00,,\n"
		"'=1+1,2027-01-15T08:00:00,7,00:00:00,,yes\n");
}
END_TEST

START_TEST(none_is_nothing)
{
	assert_printed(SHEET_LINES | SHEET_HEADS, "");
	assert_printed(SHEET_TABLE | SHEET_HEADS, "");
	ck_assert_uint_eq(sheet_rows(s), 0);
}
END_TEST

static void assert_json(const char *want)
{
	size_t size;
	FILE *f = open_memstream(&text, &size);

	ck_assert(sheets_json(sheets, f));
	fclose(f);
	ck_assert_str_eq(text, want);
	free(text);
	text = NULL;
}

START_TEST(json_of_rows)
{
	assert_json("\"things\":[]");
	row("r", 4, 5400);
	row("", 5, WHEN_FOREVER);
	assert_json("\"things\":[\n"
		" {\"name\":\"r\",\"start\":1800000000,\"start_rfc3339\":\"2027-01-15T08:00:00Z\",\"nodes\":4,"
		"\"long_enough\":5400,\"cost\":null,\"odd\":false,\"more\":\"x\"},\n"
		" {\"name\":null,\"start\":1800000000,\"start_rfc3339\":\"2027-01-15T08:00:00Z\",\"nodes\":5,"
		"\"long_enough\":null,\"cost\":null,\"odd\":true,\"more\":\"x\"}]");
}
END_TEST

START_TEST(several_are_set_apart)
{
	sheets[1] = s;
	assert_json("\"things\":[],\n\"things\":[]");
	assert_printed(SHEET_LINES, "");
	row("r", 4, 5400);
	assert_printed(SHEET_LINES,
		"r|2027-01-15T08:00:00|4|01:30:00||\n"
		"\n"
		"r|2027-01-15T08:00:00|4|01:30:00||\n");
}
END_TEST

START_TEST(json_is_utf8)
{
	static const struct {
		const char *text, *want;
	} table[] = {
		{ "", "\"\"" },
		{ "a\"b\\c", "\"a\\\"b\\\\c\"" },
		{ "\n\t\x01\x7f", "\"\\u000a\\u0009\\u0001\\u007f\"" },
		{ "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80",
		  "\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\"" },
		{ "\xc2\x9b\xe2\x80\xae\xc2\xa0",
		  "\"\\u009b\\u202e\xc2\xa0\"" },
		{ "\xff", "\"\\ufffd\"" },
		{ "\xc3", "\"\\ufffd\"" },
		{ "\xc3x", "\"\\ufffdx\"" },
		{ "\xc0\x80", "\"\\ufffd\\ufffd\"" },
		{ "\xed\xa0\x80", "\"\\ufffd\\ufffd\\ufffd\"" },
		{ "\xf4\x90\x80\x80", "\"\\ufffd\\ufffd\\ufffd\\ufffd\"" },
		{ NULL, "null" },
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		size_t size;
		FILE *f = open_memstream(&text, &size);

		json_put_string(f, table[i].text);
		fclose(f);
		ck_assert_str_eq(text, table[i].want);
		free(text);
		text = NULL;
	}
}
END_TEST

START_TEST(json_of_lines)
{
	size_t size;
	FILE *f = open_memstream(&text, &size);

	json_put_lines(f, "one\n\ntwo");
	json_put_lines(f, NULL);
	json_put_lines(f, "\n");
	fclose(f);
	ck_assert_str_eq(text, "[\"one\",\"two\"][][]");
}
END_TEST

START_TEST(none_that_is_there_can_be_asked)
{
	sheet_text(NULL, "x");
	sheet_count(NULL, 1);
	ck_assert_uint_eq(sheet_rows(NULL), 0);
	sheet_destroy(NULL);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("sresv_sheet");
	TCase *t = tcase_create("sresv_sheet");

	test_seed();
	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, a_table_leaves_out_what_is_empty);
	tcase_add_test(t, states_have_colors);
	tcase_add_test(t, lines_have_all_cells);
	tcase_add_test(t, rows_are_sorted);
	tcase_add_test(t, lines_print);
	tcase_add_test(t, csv_has_quotes);
	tcase_add_test(t, none_is_nothing);
	tcase_add_test(t, json_of_rows);
	tcase_add_test(t, several_are_set_apart);
	tcase_add_test(t, json_is_utf8);
	tcase_add_test(t, json_of_lines);
	tcase_add_test(t, none_that_is_there_can_be_asked);
	suite_add_tcase(suite, t);
	return test_run(suite);
}
