/* SPDX-License-Identifier: GPL-2.0-or-later */
/* text_test.c - which texts of users may reach a terminal */

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/booking/request/text.h"
#include "test/unit/test_util.h"

static const struct {
	const char *text;
	bool prints;
} texts[] = {
	{ "", true },
	{ "plain ~ ASCII", true },
	{ "f\xc3\xbcr", true },			/* u with an umlaut */
	{ "\xe6\x97\xa5\xe6\x9c\xac", true },	/* two of three bytes */
	{ "\xf0\x9f\x9a\x80", true },		/* one of four */
	{ "\xc2\xa0", true },			/* the first behind C1 */
	{ "\xf4\x8f\xbf\xbf", true },		/* the last there is */
	{ "a\nb", false },
	{ "\x1b[2J", false },
	{ "\x7f", false },
	{ "\x9b" "2J", false },			/* C1 as a single byte ... */
	{ "\xc2\x9b" "2J", false },		/* ... and in UTF-8 */
	{ "\xc2\x80", false },
	{ "\xe2\x80\xae" "abc", false },	/* right to left from here on */
	{ "\xe2\x81\xa6", false },
	{ "\xe2\x80\xa8", false },		/* line separator */
	{ "\xe2\x80\x8f", false },
	{ "\xd8\x9c", false },
	{ "f\xfcr", false },			/* Latin-1 */
	{ "\xc3", false },			/* ends too early */
	{ "\xe6\x97", false },
	{ "\x80", false },
	{ "\xc0\x9b", false },			/* longer than need be */
	{ "\xe0\x82\x9b", false },
	{ "\xf0\x80\x82\x9b", false },
	{ "\xed\xa0\x80", false },		/* half of a pair of UTF-16 */
	{ "\xf4\x90\x80\x80", false },		/* behind the last */
	{ "\xff", false },
};

START_TEST(only_what_prints_prints)
{
	ck_assert_int_eq(text_prints(texts[_i].text), texts[_i].prints);
}
END_TEST

START_TEST(what_is_shown_prints)
{
	char shown[TEXT_SHOWN];

	ck_assert(text_prints(text_printable(texts[_i].text, shown)));
	if (texts[_i].prints)
		ck_assert_str_eq(shown, texts[_i].text);
}
END_TEST

/* A long text is cut between characters. */
START_TEST(what_is_cut_prints)
{
	char text[128] = "a", shown[TEXT_SHOWN];

	for (int i = 0; i < 40; i++)
		memcpy(text + 1 + 2 * i, "\xc3\xbc", 2);
	(void) text_printable(text, shown);
	ck_assert(!strncmp(shown, text, 59));
	ck_assert_str_eq(shown + 59, "...");
	ck_assert_int_eq(text_columns(text), 41);
}
END_TEST

static const struct {
	const char *text;
	const char *word;
	const char *value;
} words[] = {
	{ "r.1", "r.1", "r.1" },
	{ "", "''", "" },
	{ "a b", "'a b'", "a\\x20b" },
	{ "prof's", "'prof'\\''s'", "prof's" },
	{ "$(x)", "'$(x)'", "$(x)" },
	{ "a\\b", "'a\\b'", "a\\x5cb" },
	{ "f\xc3\xbcr", "'f\xc3\xbcr'", "f\\xc3\\xbcr" },
};

START_TEST(words_for_shells_and_programs)
{
	char *word = text_shell_word(words[_i].text);
	char *value = text_value(words[_i].text);

	ck_assert_str_eq(word, words[_i].word);
	ck_assert_str_eq(value, words[_i].value);
	free(word);
	free(value);
}
END_TEST

/* In a line between others: the rest stays as it is. */
START_TEST(what_is_cleaned_prints)
{
	char line[64], first[] = "first\n", last[] = "\nlast";
	size_t len = strlen(texts[_i].text);

	snprintf(line, sizeof(line), "%s%s%s", first, texts[_i].text, last);
	text_clean(line);
	ck_assert_uint_eq(strlen(line), strlen(first) + len + strlen(last));
	ck_assert(!strncmp(line, first, strlen(first)));
	ck_assert_str_eq(line + strlen(first) + len, last);
	for (char *c = line; (c = strchr(c, '\n')); )
		*c = ' ';
	ck_assert(text_prints(line));
	if (texts[_i].prints)
		ck_assert(!memcmp(line + strlen(first), texts[_i].text, len));
}
END_TEST

START_TEST(cleaning_writes_only_where_it_must)
{
	text_clean((char *) "a text that can't be written to\n");
	text_clean(NULL);
}
END_TEST

static Suite *_suite(void)
{
	Suite *s = suite_create("text");
	TCase *tc = tcase_create("text");
	int cnt = sizeof(texts) / sizeof(texts[0]);

	tcase_add_loop_test(tc, only_what_prints_prints, 0, cnt);
	tcase_add_loop_test(tc, what_is_shown_prints, 0, cnt);
	tcase_add_test(tc, what_is_cut_prints);
	tcase_add_loop_test(tc, words_for_shells_and_programs, 0,
			    sizeof(words) / sizeof(words[0]));
	tcase_add_loop_test(tc, what_is_cleaned_prints, 0, cnt);
	tcase_add_test(tc, cleaning_writes_only_where_it_must);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_run(_suite());
}
