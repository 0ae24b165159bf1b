/* SPDX-License-Identifier: GPL-2.0-or-later */
/* web_marks_test.c - the marks of read events are kept in a file of the user */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "contrib/web/store/marks.h"
#include "test/unit/test_util.h"

static char folder[] = "/tmp/garq-marks-XXXXXX";
static char *path;

static void make_folder(void)
{
	strcpy(folder + strlen(folder) - 6, "XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(folder));
	setenv("XDG_STATE_HOME", folder, 1);
	path = marks_path();
	ck_assert_ptr_nonnull(path);
}

static void remove_folder(void)
{
	char own[64];

	unlink(path);
	snprintf(own, sizeof(own), "%s/garq", folder);
	rmdir(own);
	ck_assert_int_eq(rmdir(folder), 0); /* nothing else is there */
	free(path);
}

static void assert_is(json_t *marks, const char *want)
{
	char *text = json_dumps(marks, JSON_COMPACT);

	ck_assert_str_eq(text, want);
	free(text);
	json_decref(marks);
}

static json_t *add(const char *text)
{
	json_t *more = json_loads(text, 0, NULL), *all = marks_add(path, more);

	json_decref(more);
	return all;
}

START_TEST(they_are_kept_once)
{
	struct stat st;

	assert_is(marks_read(path), "[]");
	assert_is(add("[\"a\",\"b\"]"), "[\"a\",\"b\"]");
	assert_is(add("[\"b\",\"c\",1]"), "[\"a\",\"b\",\"c\"]");
	assert_is(marks_read(path), "[\"a\",\"b\",\"c\"]");
	ck_assert_int_eq(stat(path, &st), 0);
	ck_assert_uint_eq(st.st_mode & 0777, 0600);
}
END_TEST

START_TEST(another_content_is_none)
{
	static const char *const texts[] = { "", "{", "{\"a\":1}", "[1,null]",
					     "\"a\"" };
	json_decref(add("[\"a\"]"));
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		FILE *f = fopen(path, "w");

		fputs(texts[i], f);
		fclose(f);
		assert_is(marks_read(path), "[]");
		assert_is(add("[\"b\"]"), "[\"b\"]");
	}
}
END_TEST

START_TEST(the_oldest_ones_are_dropped)
{
	json_t *more = json_array(), *all;
	char text[MARKS_TEXT + 2];

	for (int i = 0; i < MARKS_MOST + 3; i++)
		json_array_append_new(more, json_sprintf("%d", i));
	memset(text, 'x', MARKS_TEXT + 1);
	text[MARKS_TEXT + 1] = '\0';
	json_array_append_new(more, json_string(text));
	all = marks_add(path, more);
	ck_assert_uint_eq(json_array_size(all), MARKS_MOST);
	ck_assert_str_eq(json_string_value(json_array_get(all, 0)), "3");
	json_decref(all);
	json_decref(more);
}
END_TEST

START_TEST(no_folder_can_be_made)
{
	setenv("XDG_STATE_HOME", "/proc/nowhere", 1);
	free(path);
	path = marks_path();
	ck_assert_ptr_null(add("[\"a\"]"));
	ck_assert_int_ne(errno, 0);
	assert_is(marks_read(path), "[]");
}
END_TEST

START_TEST(where_it_is)
{
	char *found;

	setenv("XDG_STATE_HOME", "relative", 1);
	setenv("HOME", "/home/ada", 1);
	found = marks_path();
	ck_assert_str_eq(found, "/home/ada/.local/state/garq/read.json");
	free(found);
	unsetenv("HOME");
	ck_assert_ptr_null(marks_path());
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("web_marks");
	TCase *tc = tcase_create("marks");

	tcase_add_checked_fixture(tc, make_folder, remove_folder);
	tcase_add_test(tc, they_are_kept_once);
	tcase_add_test(tc, another_content_is_none);
	tcase_add_test(tc, the_oldest_ones_are_dropped);
	tcase_add_test(tc, no_folder_can_be_made);
	tcase_add_test(tc, where_it_is);
	suite_add_tcase(suite, tc);
	return test_run(suite);
}
