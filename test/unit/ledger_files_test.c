/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ledger_files_test.c - which files of a ledger others may open, and who locks one */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "plugin/ledger/ledger_copy.h"
#include "plugin/ledger/file/ledger_files.h"
#include "plugin/ledger/ledger_history.h"
#include "plugin/ledger/ledger_schema.h"
#include "plugin/ledger/ledger_start.h"
#include "test/unit/ledger_claim_fixture.h"
#include "test/unit/ledger_old.h"

static char seen[4096];	/* the names of the files */

/* Each file of the folder is private. OUT seen */
static void assert_private(void)
{
	DIR *d = opendir(dir);
	struct dirent *e;
	char name[400];
	struct stat st;
	size_t len = 0;

	seen[0] = '\0';
	ck_assert_ptr_nonnull(d);
	while ((e = readdir(d))) {
		snprintf(name, sizeof(name), "%s/%s", dir, e->d_name);
		if (e->d_name[0] == '.')
			continue;
		ck_assert(!stat(name, &st));
		ck_assert_msg((st.st_mode & 0777) == 0600, "%s: %o", e->d_name,
			      st.st_mode & 0777);
		len += (size_t) snprintf(seen + len, sizeof(seen) - len, "%s ",
					 e->d_name);
		ck_assert_uint_lt(len, sizeof(seen));
	}
	closedir(d);
}

static void assert_seen(const char *name)
{
	ck_assert_msg(strstr(seen, name) != NULL, "%s is not among %s", name,
		      seen);
}

static void open_mask(void)
{
	ledger_setup();
	umask(0);
	lost_cnt = 0;
}

START_TEST(a_new_one_with_its_log_claim_copy_and_history)
{
	ledger_t *l = claimed(&one, 0);
	char said[320];

	assert_private();
	assert_seen(LEDGER_FILE "-wal");
	assert_seen(LEDGER_FILE ".at.1");
	for (int i = 0; i < 300; i++)
		ck_assert(put_name(l, i % 2 ? "a" : "b"));
	ck_assert(ledger_copy(l, 0, why, sizeof(why)));
	ledger_move(l, 0, said, sizeof(said));
	assert_private();
	assert_seen(LEDGER_FILE ".copy");
	ledger_close(l);
	assert_private();
}
END_TEST

START_TEST(one_that_is_made_again)
{
	ledger_t *l = claimed(&one, 0);

	ck_assert(put_name(l, "a"));
	ck_assert(!unlink(path) && !unlink(beside(".at.1")));
	ck_assert(put_name(l, "b"));
	assert_private();
	ledger_close(l);
}
END_TEST

START_TEST(a_fenced_one)
{
	ledger_t *l = claimed(&one, 0), *other;

	ck_assert(put_name(l, "a"));
	ck_assert(ledger_copy(l, 0, why, sizeof(why)));
	other = claimed(&two, ANY);
	ck_assert(put_name(other, "b"));
	assert_private();
	assert_seen(LEDGER_FILE ".2-wal");
	ledger_close(l);
	ledger_close(other);
	assert_private();
}
END_TEST

START_TEST(a_salvaged_one)
{
	static const ledger_former_t none;
	ledger_t *l = claimed(&one, 0);
	booking_t *b = booking("a");
	FILE *f;

	put(l, b);
	booking_destroy(b);
	ck_assert(ledger_copy(l, 0, why, sizeof(why)));
	ledger_close(l);
	ck_assert_ptr_nonnull(f = fopen(path, "r+"));
	ck_assert(fputs("no ledger any more", f) >= 0);
	fclose(f);
	ck_assert_int_eq(ledger_start(path, &none, NULL, NULL, &l, why,
				      sizeof(why)), LEDGER_OK);
	ck_assert(has(l, "a"));
	assert_private();
	assert_seen(".damaged.");
	ledger_close(l);
}
END_TEST

/* The old file was made by an older version, for all to read. */
START_TEST(an_upgraded_one)
{
	char name[64] = "";
	ledger_t *l;

	from = LEDGER_SCHEMA - 1;
	free(old_ledger());
	ck_assert(!chmod(path, 0644));
	ck_assert_int_eq(ledger_files_make_private(path, name, sizeof(name)), 0);
	l = opened();
	assert_private();
	assert_seen(LEDGER_FILE ".v16");
	ledger_close(l);
}
END_TEST

START_TEST(old_files_are_made_private)
{
	static const char *const made[] = {
		"garq.ledger", "garq.ledger-wal", "garq.ledger-shm",
		"garq.history", "garq.ledger.copy", "garq.ledger.at.7",
	};
	char name[400], bad[64] = "";
	struct stat st;

	for (size_t i = 0; i < 6; i++) {
		snprintf(name, sizeof(name), "%s/%s", dir, made[i]);
		ck_assert_int_eq(ledger_files_create(name), 0);
		ck_assert_int_eq(ledger_files_create(name), EEXIST);
		ck_assert(!chmod(name, 0666));
	}
	snprintf(name, sizeof(name), "%s/job_state", dir);
	ck_assert_int_eq(ledger_files_create(name), 0);
	ck_assert(!chmod(name, 0644));
	ck_assert(!symlink(name, beside(".link")));
	ck_assert_int_eq(ledger_files_make_private(path, bad, sizeof(bad)), 0);
	ck_assert_str_eq(bad, "");
	ck_assert(!stat(name, &st));
	ck_assert_uint_eq(st.st_mode & 0777, 0644);	/* not one of ours */
	ck_assert(!unlink(name) && !unlink(beside(".link")));
	assert_private();
}
END_TEST

/* --- who has a lock ------------------------------------------------------- */

static int ready[2], ended[2];

/* As a backup does: a lock to read. */
static int lock_it(void)
{
	sqlite3 *db = NULL;
	char byte;

	close(ended[1]);
	if (sqlite3_open(path, &db) ||
	    sqlite3_exec(db, "BEGIN; SELECT * FROM sqlite_schema", NULL, NULL,
			 NULL) || (write(ready[1], "x", 1) != 1))
		return 1;
	return (int) read(ended[0], &byte, 1);
}

START_TEST(the_holder_of_a_lock_is_named)
{
	ledger_holder_t h;
	char byte;
	pid_t pid;

	ck_assert(!ledger_files_holder(path, &h));
	ledger_close(opened());
	ck_assert(!ledger_files_holder(path, &h));
	ck_assert(!pipe(ready) && !pipe(ended));
	if (!(pid = fork()))
		_exit(lock_it());
	ck_assert_int_eq(read(ready[0], &byte, 1), 1);
	ck_assert(ledger_files_holder(path, &h));
	ck_assert_int_eq(h.pid, pid);
	ck_assert_uint_eq(h.uid, geteuid());
	ck_assert_str_eq(h.program, "ledger_files_te");	/* the kernel cuts it */
	ck_assert_int_eq(write(ended[1], "x", 1), 1);
	ck_assert_int_eq(waitpid(pid, NULL, 0), pid);
	ck_assert(!ledger_files_holder(path, &h));
}
END_TEST

int main(void)
{
	Suite *s = suite_create("ledger_files");
	TCase *tc = test_case(s, "ledger_files", 60);

	tcase_add_checked_fixture(tc, open_mask, ledger_teardown);
	tcase_add_test(tc, a_new_one_with_its_log_claim_copy_and_history);
	tcase_add_test(tc, one_that_is_made_again);
	tcase_add_test(tc, a_fenced_one);
	tcase_add_test(tc, a_salvaged_one);
	tcase_add_test(tc, an_upgraded_one);
	tcase_add_test(tc, old_files_are_made_private);
	tcase_add_test(tc, the_holder_of_a_lock_is_named);
	return test_run(s);
}
