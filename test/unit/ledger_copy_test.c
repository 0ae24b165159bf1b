/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_copy_test.c - the copy of a ledger has each commit, or says that it
 * has not
 */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "plugin/ledger/ledger_copy.h"
#include "plugin/ledger/ledger_private.h"
#include "test/unit/ledger_damage_fixture.h"

#define HOUR 3600

static bool copied(ledger_t *l)
{
	return ledger_copy(l, 0, why, sizeof(why));
}

static void put_new(ledger_t *l, int n)
{
	char name[32];
	booking_t *b;

	snprintf(name, sizeof(name), "new-%d", n);
	b = booking(name);
	put(l, b);
	booking_destroy(b);
}

static void assert_same(void)
{
	char *ledger = rows_of(path), *copy = rows_of(beside(LEDGER_COPY));

	ck_assert(is_kept());
	ck_assert(!strcmp(ledger, copy));	/* too long to be printed */
	free(ledger);
	free(copy);
}

static off_t size_of(const char *suffix)
{
	struct stat st;

	ck_assert(!stat(beside(suffix), &st));
	return st.st_size;
}

static ino_t inode(const char *suffix)
{
	struct stat st;

	ck_assert(!stat(beside(suffix), &st));
	return st.st_ino;
}

/* Over many checkpoints; the log stays small. */
START_TEST(it_has_each_commit)
{
	ledger_t *l = big_in(started());

	for (int i = 0; i < 300; i++) {
		put_new(l, i);
		if (!(i % 17))
			drop(l, "new-5");
		if (!(i % 10))
			assert_same();
		ck_assert_int_lt(size_of(LEDGER_COPY "-wal"),
				 LEDGER_LOG_PAGES * 3 * PAGE);
	}
	assert_same();
	ledger_close(l);
	assert_same();
	assert_says(beside(LEDGER_COPY), "PRAGMA integrity_check", "ok");
}
END_TEST

START_TEST(it_is_made_once_an_interval)
{
	ledger_t *l = started();
	ino_t first = inode(LEDGER_COPY);

	put_new(l, 1);
	ck_assert(ledger_copy(l, HOUR, why, sizeof(why)));
	ck_assert(inode(LEDGER_COPY) == first);
	ck_assert(copied(l));
	ck_assert(inode(LEDGER_COPY) != first);
	assert_same();
	put_new(l, 2);
	assert_same();
	ledger_close(l);
}
END_TEST

static void remove_file(void)
{
	ck_assert(!unlink(beside(LEDGER_COPY)));
}

static void remove_log(void)
{
	ck_assert(!unlink(beside(LEDGER_COPY "-wal")));
}

static void replace_file(void)
{
	copy_file(path, beside(".other"));
	ck_assert(!rename(beside(".other"), beside(LEDGER_COPY)));
}

static void (*const harms[])(void) = { remove_file, remove_log, replace_file };

START_TEST(it_is_made_again)
{
	ledger_t *l = big_in(started());

	put_new(l, 1);
	harms[_i]();
	ck_assert(ledger_copy(l, HOUR, why, sizeof(why)));
	assert_same();
	for (int i = 2; i < 100; i++)
		put_new(l, i);
	assert_same();
	ledger_close(l);
}
END_TEST

/* It is tried again each time, and not told. */
START_TEST(a_reason_is_told_once)
{
	ledger_t *l = started();

	remove_file();
	ck_assert(!mkdir(beside(LEDGER_COPY_NEW), 0700));
	ck_assert(!ledger_copy(l, HOUR, why, sizeof(why)));
	ck_assert_str_ne(why, "");
	for (int i = 0; i < 3; i++)
		ck_assert(ledger_copy(l, HOUR, why, sizeof(why)));
	ck_assert(!there(LEDGER_COPY));
	ck_assert(!ledger_copy(l, 0, why, sizeof(why)));
	put_new(l, 1);
	ck_assert(!rmdir(beside(LEDGER_COPY_NEW)));
	ck_assert(ledger_copy(l, HOUR, why, sizeof(why)));
	assert_same();
	ledger_close(l);
}
END_TEST

/* The harm is not seen before a checkpoint: the copy is not kept then. */
START_TEST(a_checkpoint_sees_it)
{
	ledger_t *l = started();

	put_new(l, 1);
	ck_assert(!truncate(beside(LEDGER_COPY "-wal"), 5000));
	for (int i = 2; i < 100; i++)
		put_new(l, i);
	ck_assert(!is_kept());
	ck_assert(ledger_copy(l, HOUR, why, sizeof(why)));
	assert_same();
	ledger_close(l);
}
END_TEST

/*
 * Full for good, or one failure: of the ledger a commit fails, the copy has
 * what the ledger has or is marked, and is made again when the disk has room.
 */
START_TEST(the_disk_fails)
{
	ledger_t *l = big_in(started());
	int marked = 0, failed = 0;

	for (int n = 1; n < 400; n += 1 + n / 20) {
		fault_vfs_arm(_i ? FAULT_ONE : FAULT_FULL, n);
		for (int i = 0; i < 8; i++) {
			booking_t *b = booking("some");

			b->end += n + i;
			failed += !ledger_commit(l, ledger_put(l, b), why,
						 sizeof(why));
			booking_destroy(b);
			if (!_i && (i == 4))
				(void) copied(l);
		}
		fault_vfs_disarm();
		put_new(l, 1);	/* over frames whose sync failed */
		if (is_kept())
			assert_same();
		else
			marked++;
		ck_assert_msg(ledger_copy(l, HOUR, why, sizeof(why)), "%s", why);
		assert_same();
	}
	ck_assert_int_gt(marked, 0);
	ck_assert_int_gt(failed, 2);
	ledger_close(l);
}
END_TEST

static fault_t fault;
static int fault_n;

static int copy_to_die(void)
{
	ledger_t *l = opened();

	ledger_copy_begin(l);
	put_new(l, 1);
	fault_vfs_arm(fault, fault_n);
	return copied(l) ? 0 : 1;
}

/*
 * Either copy has all that the ledger has, also while one replaces the other.
 */
START_TEST(killed_while_it_is_made)
{
	int how, deaths = 0;

	big();
	fault = _i ? FAULT_TORN : FAULT_KILL;
	fault_n = 1;
	do {
		how = in_child(copy_to_die);
		deaths += WIFSIGNALED(how);
		ledger_copy_resume(path);
		assert_same();
		fault_n++;
	} while (WIFSIGNALED(how));
	ck_assert_int_gt(deaths, 5);
}
END_TEST

static ledger_t *shared;
static bool stop;

static void *copy_all_the_time(void *arg)
{
	char text[256];
	int *cnt = arg;

	for (; !__atomic_load_n(&stop, __ATOMIC_SEQ_CST); usleep(30000))
		*cnt += ledger_copy(shared, 0, text, sizeof(text));
	return NULL;
}

/* Commits and checkpoints go on while it is made. */
START_TEST(commits_go_on)
{
	pthread_t thread;
	int cnt = 0;

	shared = big_in(started());
	ck_assert(!pthread_create(&thread, NULL, copy_all_the_time, &cnt));
	for (int i = 0; (i < 200) || !__atomic_load_n(&cnt, __ATOMIC_SEQ_CST);
	     i++) {
		put_new(shared, i % 40);
		usleep(100);	/* a mutex is not fair */
	}
	__atomic_store_n(&stop, true, __ATOMIC_SEQ_CST);
	ck_assert(!pthread_join(thread, NULL));
	ck_assert(ledger_copy(shared, HOUR, why, sizeof(why)));
	assert_same();
	ledger_close(shared);
}
END_TEST

static void *copy_once(void *arg)
{
	static char text[256];
	bool *ok = arg;

	*ok = ledger_copy(shared, 0, text, sizeof(text));
	return NULL;
}

/* The thread that copies may wait for the disk longer than slurmctld does. */
START_TEST(closed_meanwhile)
{
	pthread_t thread;
	bool ok;

	shared = big_in(started());
	fault_vfs_hang(true);
	ck_assert(!pthread_create(&thread, NULL, copy_once, &ok));
	fault_vfs_wait_hung();
	ck_assert(ledger_close(shared));
	fault_vfs_hang(false);
	ck_assert(!pthread_join(thread, NULL));
	shared = opened();	/* not locked any more */
	assert_live(shared, LIVE);
	ledger_close(shared);
	assert_same();
}
END_TEST

/*
 * Another controller has taken over, and its copy has the name: it is left
 * alone.
 */
START_TEST(the_copy_of_another_stays)
{
	ledger_t *l = started();
	content_t *was;

	put_new(l, 1);
	replace_file();
	was = content(beside(LEDGER_COPY));
	for (int i = 2; i < 100; i++)
		put_new(l, i);
	ledger_close(l);
	assert_unchanged(was, beside(LEDGER_COPY));
	free(was);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("ledger_copy");
	TCase *tc = test_case(s, "ledger_copy", 300);

	test_seed();	/* once, before any fork */
	tcase_add_checked_fixture(tc, damage_setup, ledger_teardown);
	tcase_add_test(tc, it_has_each_commit);
	tcase_add_test(tc, it_is_made_once_an_interval);
	tcase_add_loop_test(tc, it_is_made_again, 0, 3);
	tcase_add_test(tc, a_reason_is_told_once);
	tcase_add_test(tc, a_checkpoint_sees_it);
	tcase_add_loop_test(tc, the_disk_fails, 0, 2);
	tcase_add_loop_test(tc, killed_while_it_is_made, 0, 2);
	tcase_add_test(tc, commits_go_on);
	tcase_add_test(tc, closed_meanwhile);
	tcase_add_test(tc, the_copy_of_another_stays);
	return test_run(s);
}
