/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sresv_co_test.c - sresv co lint: what is printed, and the exit status.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "contrib/sresv/co/co.h"
#include "contrib/sresv/ctl/status.h"
#include "test/unit/test_util.h"

static char *out_text, *err_text;
static size_t out_len, err_len;

static int _run(int argc, char **argv)
{
	FILE *out = open_memstream(&out_text, &out_len);
	FILE *err = open_memstream(&err_text, &err_len);
	int rc;

	ck_assert(out && err);
	rc = co_run(argc, argv, out, err);
	fclose(out);
	fclose(err);
	return rc;
}

static void _forget(void)
{
	free(out_text);
	free(err_text);
}

/* Lint a file with this content. */
static int _lint(const char *content, bool json)
{
	char name[] = "/tmp/sresv-co-XXXXXX";
	char *argv[] = { "co", "lint", name, "--json", NULL };
	int fd = mkstemp(name), rc;
	size_t len = strlen(content);

	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(write(fd, content, len), (ssize_t) len);
	close(fd);
	rc = _run(json ? 4 : 3, argv);
	unlink(name);
	return rc;
}

START_TEST(a_right_file_is_right)
{
	ck_assert_int_eq(_lint("A.TS.duration = 1 h\nA.TS.est = now+1hour\n"
			       "A.TS.let = 2099-12-31T10:00\n", false),
			 STATUS_DONE);
	ck_assert_ptr_nonnull(strstr(out_text, "right; parts: 1"));
	ck_assert_uint_eq(err_len, 0);
	_forget();
}
END_TEST

/* An acceptance case of the language. */
START_TEST(errors_have_their_place)
{
	ck_assert_int_eq(_lint("A.TS.duration = 1 h\nB.TS.duration = 1 h\n"
			       "A.CON.x = A.RVC.begin = B.RVC.begin\n"
			       "A.TS.duration = 3\n"
			       "A.CON.y = A.OBJ.z < 1\n"
			       "A.CON.z = C.RVC.begin < 1\n"
			       "A.TS.est = tomorrowish\n", false), STATUS_BAD);
	ck_assert_ptr_nonnull(strstr(err_text, ":3:23: "));
	ck_assert_ptr_nonnull(strstr(err_text, ":4:1: "));
	ck_assert_ptr_nonnull(strstr(err_text, ":5:13: "));
	ck_assert_ptr_nonnull(strstr(err_text, ":6:11: "));
	ck_assert_ptr_nonnull(strstr(err_text, ":7:12: "));
	ck_assert_uint_eq(out_len, 0);
	_forget();
}
END_TEST

START_TEST(json_has_errors_and_parts)
{
	ck_assert_int_eq(_lint("A.TS.duration = 1 h\n", true), STATUS_DONE);
	ck_assert_ptr_nonnull(strstr(out_text, "\"errors\": [], \"more_errors\": 0, \"parts\": [\"A\"]"));
	_forget();
	ck_assert_int_eq(_lint("A\n", true), STATUS_BAD);
	ck_assert_ptr_nonnull(strstr(out_text, "{\"line\": 1, \"column\": 2, "));
	_forget();
}
END_TEST

START_TEST(what_cannot_be_written_is_a_failure)
{
	FILE *full = fopen("/dev/full", "w");
	char *argv[] = { "co", "--help", NULL };

	ck_assert_ptr_nonnull(full);
	ck_assert_int_eq(co_run(2, argv, full, stdout), STATUS_FAILED);
	fclose(full);
}
END_TEST

static const struct {
	int argc;
	char *argv[5];
	int status;
	const char *word;	/* printed on either */
} commands[] = {
	{ 1, { "co" }, STATUS_BAD, "verb" },
	{ 2, { "co", "dance" }, STATUS_BAD, "verb" },
	{ 2, { "co", "plan" }, STATUS_BAD, "needs a file" },
	{ 2, { "co", "lint" }, STATUS_BAD, "needs a file" },
	{ 4, { "co", "lint", "a", "b" }, STATUS_BAD, "one file" },
	{ 4, { "co", "lint", "--fast", "b" }, STATUS_BAD, "--json" },
	{ 3, { "co", "lint", "/nowhere/at/all" }, STATUS_FAILED, "can't be read" },
	{ 3, { "co", "lint", "/" }, STATUS_FAILED, "can't be read" },
	{ 2, { "co", "--help" }, STATUS_DONE, "Usage" },
};

START_TEST(commands_that_make_no_sense_are_refused)
{
	char *argv[6] = { NULL };

	memcpy(argv, commands[_i].argv, sizeof(commands[_i].argv));
	ck_assert_int_eq(_run(commands[_i].argc, argv), commands[_i].status);
	ck_assert(strstr(out_text, commands[_i].word) ||
		  strstr(err_text, commands[_i].word));
	_forget();
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("sresv_co");
	TCase *tc = test_case(suite, "lint", 0);

	tcase_add_test(tc, a_right_file_is_right);
	tcase_add_test(tc, errors_have_their_place);
	tcase_add_test(tc, json_has_errors_and_parts);
	tcase_add_test(tc, what_cannot_be_written_is_a_failure);
	tcase_add_loop_test(tc, commands_that_make_no_sense_are_refused, 0,
			    COUNT(commands));
	return test_run(suite);
}
