/* SPDX-License-Identifier: GPL-2.0-or-later */
/* saved_kept_test.c - what a start keeps of Slurm's state file */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "plugin/slurm/saved/saved_kept.h"
#include "test/unit/test_util.h"

static char folder[] = "/tmp/saved_kept_test.XXXXXX";

static const char *path(const char *name)
{
	static char full[256];

	snprintf(full, sizeof(full), "%s/%s", folder, name);
	return full;
}

static void write_file(const char *name, const char *text)
{
	FILE *f = fopen(path(name), "w");

	ck_assert_ptr_nonnull(f);
	ck_assert_int_ge(fputs(text, f), 0);
	fclose(f);
}

/* The text of a file; NULL: there is none */
static const char *read_file(const char *name)
{
	static char text[256];
	FILE *f = fopen(path(name), "r");

	if (!f)
		return NULL;
	text[fread(text, 1, sizeof(text) - 1, f)] = '\0';
	fclose(f);
	return text;
}

static void set_up(void)
{
	memcpy(folder + strlen(folder) - 6, "XXXXXX", 6);
	ck_assert_ptr_nonnull(mkdtemp(folder));
}

static void tear_down(void)
{
	static const char *const names[] = {
		SAVED_STATE, SAVED_STATE ".old", SAVED_STATE ".new",
		SAVED_KEPT, SAVED_KEPT ".new",
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		(void) unlink(path(names[i]));
	ck_assert_int_eq(rmdir(folder), 0);
}

START_TEST(the_first_start_keeps_the_file)
{
	write_file(SAVED_STATE, "first");
	ck_assert_int_eq(saved_kept_begin(folder), 0);
	write_file(SAVED_STATE, "second");
	ck_assert_str_eq(read_file(SAVED_KEPT), "first");
	ck_assert_int_eq(saved_kept_begin(folder), 0);
	ck_assert_str_eq(read_file(SAVED_KEPT), "first");
	ck_assert_ptr_null(read_file(SAVED_KEPT ".new"));
}
END_TEST

START_TEST(after_its_end_the_next_start_keeps_another)
{
	write_file(SAVED_STATE, "first");
	ck_assert_int_eq(saved_kept_begin(folder), 0);
	ck_assert_int_eq(saved_kept_end(folder), 0);
	ck_assert_ptr_null(read_file(SAVED_KEPT));
	ck_assert_int_eq(saved_kept_end(folder), 0);
	write_file(SAVED_STATE, "second");
	ck_assert_int_eq(saved_kept_begin(folder), 0);
	ck_assert_str_eq(read_file(SAVED_KEPT), "second");
}
END_TEST

START_TEST(that_there_was_no_file_is_kept)
{
	ck_assert_int_eq(saved_kept_begin(folder), 0);
	write_file(SAVED_STATE, "second");
	ck_assert_int_eq(saved_kept_begin(folder), 0);
	ck_assert_str_eq(read_file(SAVED_KEPT), "");
}
END_TEST

/* What a kill has left of an unfinished copy is no copy. */
START_TEST(a_copy_cut_short_is_none)
{
	write_file(SAVED_STATE, "first");
	write_file(SAVED_KEPT ".new", "a part of something longer");
	ck_assert_int_eq(saved_kept_begin(folder), 0);
	ck_assert_str_eq(read_file(SAVED_KEPT), "first");
}
END_TEST

START_TEST(without_a_folder_nothing_is_kept)
{
	ck_assert_int_ne(saved_kept_begin("/tmp/no/such/folder"), 0);
	ck_assert_int_eq(mkdir(path(SAVED_KEPT ".new"), 0700), 0);
	write_file(SAVED_STATE, "first");
	ck_assert_int_ne(saved_kept_begin(folder), 0);
	ck_assert_ptr_null(read_file(SAVED_KEPT));
	ck_assert_int_eq(rmdir(path(SAVED_KEPT ".new")), 0);
}
END_TEST

START_TEST(the_file_before_is_linked_again)
{
	write_file(SAVED_STATE ".old", "before");
	write_file(SAVED_STATE ".new", "cut short, or not");
	ck_assert(saved_kept_mend(folder));
	ck_assert_str_eq(read_file(SAVED_STATE), "before");
	ck_assert_str_eq(read_file(SAVED_STATE ".old"), "before");
	ck_assert(!saved_kept_mend(folder));
}
END_TEST

START_TEST(a_file_that_is_there_stays)
{
	ck_assert(!saved_kept_mend(folder));
	ck_assert_ptr_null(read_file(SAVED_STATE));
	write_file(SAVED_STATE, "last");
	write_file(SAVED_STATE ".old", "before");
	write_file(SAVED_STATE ".new", "begun");
	ck_assert(!saved_kept_mend(folder));
	ck_assert_str_eq(read_file(SAVED_STATE), "last");
	ck_assert_str_eq(read_file(SAVED_STATE ".new"), "begun");
}
END_TEST

/* Slurm was killed after link(new, file): its next save would empty the file. */
START_TEST(the_next_save_does_not_write_into_the_file)
{
	write_file(SAVED_STATE, "last");
	ck_assert_int_eq(chdir(folder), 0);
	ck_assert_int_eq(link(SAVED_STATE, SAVED_STATE ".new"), 0);
	ck_assert_int_eq(chdir("/"), 0);
	ck_assert(!saved_kept_mend(folder));
	write_file(SAVED_STATE ".new", "");
	ck_assert_str_eq(read_file(SAVED_STATE), "last");
}
END_TEST

int main(void)
{
	Suite *s = suite_create("saved_kept");
	TCase *tc = test_case(s, "saved_kept", 60);

	tcase_add_checked_fixture(tc, set_up, tear_down);
	tcase_add_test(tc, the_first_start_keeps_the_file);
	tcase_add_test(tc, after_its_end_the_next_start_keeps_another);
	tcase_add_test(tc, that_there_was_no_file_is_kept);
	tcase_add_test(tc, a_copy_cut_short_is_none);
	tcase_add_test(tc, without_a_folder_nothing_is_kept);
	tcase_add_test(tc, the_file_before_is_linked_again);
	tcase_add_test(tc, a_file_that_is_there_stays);
	tcase_add_test(tc, the_next_save_does_not_write_into_the_file);
	return test_run(s);
}
