/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_tool_snapshot_test.c - a consistent copy of the ledger, whatever is
 * written meanwhile
 */
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "contrib/garq-ledger/rows.h"
#include "contrib/garq-ledger/snapshot.h"
#include "test/unit/ledger_tool_fixture.h"

/* Names, sizes and times of all files in the folder. */
static char *look(void)
{
	struct dirent **list;
	int cnt = scandir(dir, &list, NULL, alphasort);
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	for (int i = 0; i < cnt; i++) {
		struct stat st;

		ck_assert_int_eq(stat(in_dir(list[i]->d_name), &st), 0);
		if (list[i]->d_name[0] != '.')
			fprintf(f, "%s %lld %lld.%ld %lld\n", list[i]->d_name,
				(long long) st.st_size,
				(long long) st.st_mtim.tv_sec,
				st.st_mtim.tv_nsec, (long long) st.st_ino);
		free(list[i]);
	}
	free(list);
	fclose(f);
	return text;
}

/* Read a snapshot of path, whose folder must stay as it was. */
static rows_t snapshot_rows(void)
{
	char *before = look(), *after;
	snapshot_t s;
	rows_t rows;
	ledger_t *l;

	ck_assert_msg(snapshot_make(path, &s, why, sizeof(why)), "%s", why);
	l = opened(s.path);
	ck_assert(rows_read(l, false, &rows, why, sizeof(why)));
	ledger_close(l);
	snapshot_remove(&s);
	ck_assert_int_ne(access(s.folder, F_OK), 0);
	after = look();
	ck_assert_str_eq(after, before);
	free(before);
	free(after);
	return rows;
}

START_TEST(copy_of_one_that_is_closed)
{
	ledger_t *l = opened(path);
	rows_t rows;

	put(l, booking("r"));
	ledger_close(l);
	rows = snapshot_rows();
	ck_assert_uint_eq(rows.cnt, 1);
	ck_assert_str_eq(rows.list[0]->name, "r");
	rows_free(&rows);
}
END_TEST

START_TEST(copy_of_one_that_is_open)
{
	ledger_t *l = opened(path);
	rows_t rows;

	put(l, booking("r"));
	rows = snapshot_rows();
	ck_assert_uint_eq(rows.cnt, 1);
	rows_free(&rows);
	put(l, booking("x"));
	rows = snapshot_rows();
	ck_assert_uint_eq(rows.cnt, 2);
	rows_free(&rows);
	ledger_close(l);
}
END_TEST

/* All bookings are in the WAL only. */
START_TEST(copy_of_one_that_was_killed)
{
	rows_t rows;
	int status;
	pid_t pid = fork();

	if (!pid) {
		put(opened(path), booking("r"));
		kill(getpid(), SIGKILL);
	}
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	ck_assert(WIFSIGNALED(status));
	rows = snapshot_rows();
	ck_assert_uint_eq(rows.cnt, 1);
	rows_free(&rows);
	ledger_close(opened(path));
}
END_TEST

/*
 * A slurmctld that commits while the file is copied: before any read of the
 * copying, with a probability of one third. All states of the ledger are kept.
 * What changes has no events, with which the ledger, and so the copying, would
 * grow.
 */
#define MANY 150
#define STATES 20000
static ledger_t *written;
static rng_t writer;
static uint8_t history[STATES][MANY];
static int now_at;

static void commit_some(int cnt)
{
	uint8_t *state = history[now_at + 1];
	char users[1500];
	ledger_op_t *op = NULL;

	ck_assert_int_lt(now_at + 1, STATES);
	memcpy(state, history[now_at], MANY);
	memset(users, 'u', sizeof(users) - 1);
	users[sizeof(users) - 1] = '\0';
	for (int i = 0; i < cnt; i++) {
		int which = (cnt == MANY) ? i : (int) rng_below(&writer, MANY);
		booking_t *b;
		char name[16];

		snprintf(name, sizeof(name), "r%d", which);
		b = booking(name);
		b->num_cn = state[which] = (uint8_t) (1 + rng_below(&writer, 250));
		booking_set(&b->users, users);
		if (op)
			ledger_commit_later(written, op);
		op = ledger_put(written, b);
		booking_destroy(b);
	}
	ck_assert(ledger_commit(written, op, why, sizeof(why)));
	now_at++;
}

static void meanwhile(void)
{
	if (written && rng_one_in(&writer, 3))
		commit_some((int) rng_between(&writer, 1, 12));
}

extern ssize_t __real_read(int fd, void *to, size_t len);
extern ssize_t __wrap_read(int fd, void *to, size_t len);
extern ssize_t __real_pread(int fd, void *to, size_t len, off_t at);
extern ssize_t __wrap_pread(int fd, void *to, size_t len, off_t at);

ssize_t __wrap_read(int fd, void *to, size_t len)
{
	meanwhile();
	return __real_read(fd, to, len);
}

ssize_t __wrap_pread(int fd, void *to, size_t len, off_t at)
{
	meanwhile();
	return __real_pread(fd, to, len, at);
}

/* Was this the state of the ledger at one moment since then? */
static bool was_so(const rows_t *rows, int since)
{
	uint8_t found[MANY] = { 0 };

	for (size_t n = 0; n < rows->cnt; n++) {
		const booking_t *b = rows->list[n];

		found[atoi(b->name + 1)] = (uint8_t) b->num_cn;
	}
	for (int i = since; i <= now_at; i++)
		if (!memcmp(history[i], found, MANY))
			return true;
	return false;
}

START_TEST(copies_of_one_that_is_written)
{
	snapshot_t s;
	rows_t rows;
	ledger_t *l;
	int begun = 0;

	writer.state = test_seed();
	written = opened(path);
	commit_some(MANY);
	for (int i = 0; i < 200; i++) {
		int since = now_at;

		ck_assert_msg(snapshot_make(path, &s, why, sizeof(why)), "%s",
			      why);
		begun += (now_at > since);
		l = opened(s.path);
		ck_assert(rows_read(l, false, &rows, why, sizeof(why)));
		ledger_close(l);
		snapshot_remove(&s);
		ck_assert_msg(was_so(&rows, since), "copy %d: never so", i);
		rows_free(&rows);
	}
	ck_assert_int_gt(begun, 100);
	ledger_close(written);
	written = NULL;
}
END_TEST

START_TEST(what_cant_be_copied_is_named)
{
	snapshot_t s;

	ck_assert(!snapshot_make(path, &s, why, sizeof(why)));
	ck_assert_ptr_nonnull(strstr(why, LEDGER_FILE ": No such file"));
	ck_assert_int_ne(access(s.folder, F_OK), 0);
	ck_assert(!snapshot_make(dir, &s, why, sizeof(why)));
	ck_assert_ptr_nonnull(strstr(why, "Is a directory"));
	ck_assert_int_ne(access(s.folder, F_OK), 0);
	setenv("TMPDIR", in_dir("none"), 1);
	ck_assert(!snapshot_make(path, &s, why, sizeof(why)));
	ck_assert_ptr_nonnull(strstr(why, "/none: No such file"));
}
END_TEST

int main(void)
{
	Suite *s = suite_create("ledger_tool_snapshot");
	TCase *tc = test_case(s, "ledger_tool_snapshot", 60);

	test_seed();	/* once, before any fork */
	tcase_add_checked_fixture(tc, tool_setup, tool_teardown);
	tcase_add_test(tc, copy_of_one_that_is_closed);
	tcase_add_test(tc, copy_of_one_that_is_open);
	tcase_add_test(tc, copy_of_one_that_was_killed);
	tcase_add_test(tc, copies_of_one_that_is_written);
	tcase_add_test(tc, what_cant_be_copied_is_named);
	return test_run(s);
}
