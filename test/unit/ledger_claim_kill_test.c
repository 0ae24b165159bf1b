/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_claim_kill_test.c - a takeover that is killed, or that the former owner
 * commits into, between any two of its steps
 */
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "plugin/ledger/file/ledger_present.h"
#include "plugin/ledger/ledger_private.h"
#include "test/unit/ledger_claim_fixture.h"
#include "test/unit/test_util.h"

#define KILLED 100
#define STEPS_MAX 1000

/* A second controller on the first one's machine. */
static const ledger_owner_t beside_one = {
	.host = "ctl2", .boot = "b1", .pid = 4,
};

static int steps;		/* system calls of the takeover until now */
static int dies_at;		/* the process ends in the place of this one */
static int (*meanwhile)(void);	/* done before each of them */

static void step(void)
{
	int (*fn)(void) = meanwhile;

	if (++steps == dies_at)
		_exit(KILLED);
	meanwhile = NULL;
	if (fn)
		(void) fn();
	meanwhile = fn;
}

#define WRAP(name, params, args) \
	extern int __real_##name params; \
	extern int __wrap_##name params; \
	extern int __wrap_##name params \
	{ \
		step(); \
		return __real_##name args; \
	}
WRAP(link, (const char *a, const char *b), (a, b))
WRAP(rename, (const char *a, const char *b), (a, b))
WRAP(unlink, (const char *a), (a))
WRAP(fsync, (int fd), (fd))

extern ssize_t __real_read(int fd, void *to, size_t len);
extern ssize_t __wrap_read(int fd, void *to, size_t len);
extern ssize_t __wrap_read(int fd, void *to, size_t len)
{
	step();
	return __real_read(fd, to, len);
}

extern ssize_t __real_pread(int fd, void *to, size_t len, off_t at);
extern ssize_t __wrap_pread(int fd, void *to, size_t len, off_t at);
extern ssize_t __wrap_pread(int fd, void *to, size_t len, off_t at)
{
	step();
	return __real_pread(fd, to, len, at);
}

extern ssize_t __real_pwrite(int fd, const void *from, size_t len, off_t at);
extern ssize_t __wrap_pwrite(int fd, const void *from, size_t len, off_t at);
extern ssize_t __wrap_pwrite(int fd, const void *from, size_t len, off_t at)
{
	step();
	return __real_pwrite(fd, from, len, at);
}

static void setup(void)
{
	ledger_setup();
	lost_cnt = dies_at = 0;
	meanwhile = NULL;
}

/* Take over, and make a booking. RET 0: that is acknowledged */
static int take(const ledger_owner_t *owner, const char *name, int n)
{
	ledger_t *l = NULL;

	steps = 0;
	dies_at = n;
	return (claim_try(owner, ANY, &l) == LEDGER_OK) && put_name(l, name) ?
		0 : 1;
}

static int nth;

static int two_takes(void)
{
	return take(&two, "b", nth);
}

static int beside_one_takes(void)
{
	return take(&beside_one, "b", 0);
}

static int one_takes(void)
{
	return take(&one, "c", nth);
}

/* RET was the child killed before its booking was acknowledged? */
static bool is_killed(int status)
{
	ck_assert(WIFEXITED(status));
	ck_assert(!WEXITSTATUS(status) || (WEXITSTATUS(status) == KILLED));
	return WEXITSTATUS(status) == KILLED;
}

/* The former owner hangs, and goes on after the takeover, or what came of it. */
static bool killed_in_a_copy(void)
{
	ledger_t *hung = claimed(&one, 0), *third;
	bool killed, acked;

	ck_assert(put_name(hung, "a"));
	killed = is_killed(in_child(two_takes));
	acked = put_name(hung, "x");
	ck_assert(killed || !acked);
	third = claimed(&beside_one, ANY);
	ck_assert(has(third, "a"));
	ck_assert(!acked || has(third, "x"));
	ck_assert(killed || has(third, "b"));
	ck_assert(put_name(third, "d") && !put_name(hung, "y"));
	ledger_claim_settle(ledger_its_claim(third));
	ck_assert(put_name(third, "e"));
	ledger_close(hung);
	ledger_close(third);
	return killed;
}

START_TEST(killed_while_it_copies)
{
	for (nth = 1 + test_offset(); killed_in_a_copy();
	     nth += test_stride()) {
		empty_dir();
		ck_assert_int_lt(nth, STEPS_MAX);
	}
	ck_assert_int_gt(nth, 20);
}
END_TEST

/* PATH.2 is the ledger, with a WAL, and all have ended. */
static bool killed_in_a_rename(void)
{
	ledger_t *l = claimed(&one, 0);
	bool killed;

	ck_assert(put_name(l, "a"));
	ck_assert(!is_killed(in_child(beside_one_takes)));
	ledger_close(l);
	ck_assert(there(".2") && there(".2-wal"));
	killed = is_killed(in_child(one_takes));
	ck_assert(killed || !there(".2"));
	l = claimed(&beside_one, 0);
	ck_assert_str_eq(ledger_claim_path(ledger_its_claim(l)), path);
	ck_assert(has(l, "a") && has(l, "b"));
	ck_assert(killed || has(l, "c"));
	ledger_claim_settle(ledger_its_claim(l));
	ledger_close(l);
	l = claimed(&one, 0);
	ck_assert(has(l, "a") && has(l, "b"));
	ledger_close(l);
	return killed;
}

START_TEST(killed_while_it_renames)
{
	for (nth = 1 + test_offset(); killed_in_a_rename();
	     nth += test_stride()) {
		empty_dir();
		ck_assert_int_lt(nth, STEPS_MAX);
	}
	ck_assert_int_gt(nth, 20);
}
END_TEST

/* --- the former owner goes on all the time -------------------------------- */

static ledger_t *former;
static int made, acked_cnt, begun_at;
static bool acked[STEPS_MAX];
static bool restarts;		/* its WAL is begun anew each time */

static int commit_one(void)
{
	char name[16];

	if ((steps < begun_at) || (made >= STEPS_MAX))
		return 0;
	snprintf(name, sizeof(name), "x%d", made);
	acked_cnt += acked[made] = put_name(former, name);
	made++;
	if (restarts)
		(void) sqlite3_wal_checkpoint_v2(former->db, NULL,
						 SQLITE_CHECKPOINT_RESTART,
						 NULL, NULL);
	return 0;
}

/* RET did it acknowledge anything? */
static bool commits_from(int at)
{
	char name[16];
	ledger_t *l;

	former = claimed(&one, 0);
	made = acked_cnt = steps = 0;
	begun_at = at;
	ck_assert(put_name(former, "a"));
	meanwhile = commit_one;
	l = claimed(&two, ANY);
	meanwhile = NULL;
	ck_assert(has(l, "a"));
	for (int i = 0; i < made; i++) {
		snprintf(name, sizeof(name), "x%d", i);
		ck_assert_msg(!acked[i] || has(l, name), "%s is lost", name);
	}
	ledger_close(former);
	former = NULL;
	ledger_close(l);
	return acked_cnt;
}

START_TEST(the_former_owner_commits_meanwhile)
{
	int at = 0;

	restarts = _i;
	while (commits_from(at++)) {
		empty_dir();
		ck_assert_int_lt(at, STEPS_MAX);
	}
	ck_assert_int_gt(at, 3);
	for (int i = 0; i < 30; i++) {	/* once it is fenced */
		empty_dir();
		ck_assert(!commits_from(at + i));
	}
}
END_TEST

static int close_it(void)
{
	if (former && (steps >= begun_at)) {
		ledger_close(former);
		former = NULL;
	}
	return 0;
}

/* Its log goes into the database then, and is removed. */
START_TEST(the_former_owner_closes_meanwhile)
{
	ledger_t *l;

	for (begun_at = 0; !former; begun_at++) {
		former = claimed(&one, 0);
		ck_assert(put_name(former, "a"));
		steps = 0;
		meanwhile = close_it;
		l = claimed(&two, ANY);
		meanwhile = NULL;
		ck_assert_msg(has(l, "a"), "lost at step %d", begun_at);
		ledger_close(l);
		if (!former)
			empty_dir();
	}
	ledger_close(former);
	former = NULL;
	ck_assert_int_gt(begun_at, 20);
}
END_TEST

/* --- a controller that hangs while it claims ------------------------------ */

static ledger_t *later;		/* another one, that has claimed meanwhile */
static ledger_name_t its_file;

/* Two starts take place, and the second one removes what the first one left. */
static int others_claim(void)
{
	if (later || (steps < begun_at))
		return 0;
	ledger_close(claimed(&two, ANY));
	later = claimed(&two, ANY);
	snprintf(its_file, sizeof(its_file), "%s",
		 ledger_claim_path(ledger_its_claim(later)));
	ledger_claim_settle(ledger_its_claim(later));
	ck_assert(put_name(later, "later"));
	return 0;
}

/* What it has is not theirs, or they are fenced. */
static void check_overtaken(ledger_claim_t *c)
{
	bool held = c && ledger_claim_held(c);

	ck_assert(!access(its_file, F_OK));
	ck_assert(!c || strcmp(ledger_claim_path(c), its_file));
	ck_assert_int_eq(put_name(later, "x"), !held);
	ledger_claim_end(c);
	ledger_close(later);
	later = claimed(&two, ANY);
	ck_assert(has(later, "a") && has(later, "later"));
	ck_assert(held || has(later, "x"));
	ledger_close(later);
}

/* RET did they claim before it was done? */
static bool is_overtaken(int at, bool renames)
{
	ledger_claim_t *c = NULL;

	former = claimed(&one, 0);
	ck_assert(put_name(former, "a"));
	ledger_close(former);
	if (renames)
		ck_assert(!rename(path, beside(".2")));
	later = NULL;
	begun_at = at;
	steps = 0;
	meanwhile = others_claim;
	(void) ledger_claim(path, &one, ANY, &c, &rival, why, sizeof(why));
	meanwhile = NULL;
	if (later)
		check_overtaken(c);
	else
		ledger_claim_end(c);
	return later;
}

START_TEST(it_hangs_while_it_claims)
{
	int at = 0;

	while (is_overtaken(++at, _i)) {
		empty_dir();
		ck_assert_int_lt(at, STEPS_MAX);
	}
	ck_assert_int_gt(at, 6);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("ledger_claim_kill");
	TCase *tc = tcase_create("kill");

	tcase_set_timeout(tc, 120);
	tcase_add_checked_fixture(tc, setup, ledger_teardown);
	tcase_add_test(tc, killed_while_it_copies);
	tcase_add_test(tc, killed_while_it_renames);
	tcase_add_loop_test(tc, the_former_owner_commits_meanwhile, 0, 2);
	tcase_add_test(tc, the_former_owner_closes_meanwhile);
	tcase_add_loop_test(tc, it_hangs_while_it_claims, 0, 2);
	suite_add_tcase(s, tc);
	return test_run(s);
}
