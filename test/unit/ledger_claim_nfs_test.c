/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_claim_nfs_test.c - takeovers on a file server that loses an answer after it
 * has done what was asked, forgets a file that is open, or grants no locks
 */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "test/unit/ledger_claim_fixture.h"
#include "test/unit/test_util.h"

#define STEPS_MAX 1000
#define TRIES 3

typedef enum {
	NFS_GOOD,
	LOST_ANSWER,	/* the call is made twice: its second answer is an error */
	STALE,		/* the server does not know the file any more */
	FAILS,		/* the server does not answer in time (mounted soft) */
	NO_LOCKS,	/* there is no server of locks */
} nfs_t;

static nfs_t fault;
static int steps;	/* calls that the fault may hit until now */
static int fails_at;	/* the fault hits this one */

static bool is_hit(nfs_t by)
{
	return (fault == by) && (++steps == fails_at);
}

/* Has the call, which was made, an answer? */
static int answer(int rc, int err)
{
	if (rc || !is_hit(LOST_ANSWER))
		return rc;
	errno = err;
	return -1;
}

static bool is_refused(void)
{
	if (is_hit(STALE))
		errno = ESTALE;
	else if (is_hit(FAILS))
		errno = EIO;
	else
		return false;
	return true;
}

#define TWICE(name, params, args, err) \
	extern int __real_##name params; \
	extern int __wrap_##name params; \
	extern int __wrap_##name params \
	{ \
		return is_refused() ? -1 : answer(__real_##name args, err); \
	}
TWICE(link, (const char *a, const char *b), (a, b), EEXIST)
TWICE(rename, (const char *a, const char *b), (a, b), ENOENT)
TWICE(unlink, (const char *a), (a), ENOENT)

#define ONCE(result, name, params, args) \
	extern result __real_##name params; \
	extern result __wrap_##name params; \
	extern result __wrap_##name params \
	{ \
		return is_refused() ? -1 : __real_##name args; \
	}
ONCE(int, fsync, (int fd), (fd))
ONCE(ssize_t, read, (int fd, void *to, size_t len), (fd, to, len))
ONCE(ssize_t, pread, (int fd, void *to, size_t len, off_t at), (fd, to, len, at))
ONCE(ssize_t, pwrite, (int fd, const void *from, size_t len, off_t at),
     (fd, from, len, at))

extern int __real_fcntl(int fd, int what, void *arg);
extern int __wrap_fcntl(int fd, int what, ...);
extern int __wrap_fcntl(int fd, int what, ...)
{
	va_list args;
	void *arg;

	va_start(args, what);
	arg = va_arg(args, void *);
	va_end(args);
	if (fault != NO_LOCKS)
		return __real_fcntl(fd, what, arg);
	errno = ENOLCK;
	return -1;
}

static void setup(void)
{
	ledger_setup();
	lost_cnt = 0;
	fault = NFS_GOOD;
}

static void teardown(void)
{
	fault = NFS_GOOD;
	ledger_teardown();
}

/* Claim with the fault; a claim that fails is tried again, as own_look() does. */
static ledger_t *taken(const ledger_owner_t *owner, int n, bool *ret_hit)
{
	static const nfs_t faults[] = { LOST_ANSWER, STALE, FAILS };
	ledger_status_t status;
	ledger_t *l = NULL;

	fault = faults[n % 3];
	fails_at = n / 3 + 1;
	steps = 0;
	status = claim_try(owner, ANY, &l);
	*ret_hit = (steps >= fails_at);
	fault = NFS_GOOD;
	for (int i = 0; (i < TRIES) && (status != LEDGER_OK); i++)
		status = claim_try(owner, ANY, &l);
	ck_assert_msg(status == LEDGER_OK, "fault %d: %s", n, why);
	return l;
}

/* The former owner hangs, and goes on after the takeover. RET was a call hit? */
static bool hit_in_a_copy(int n)
{
	ledger_t *hung = claimed(&one, 0), *l;
	bool hit;

	ck_assert(put_name(hung, "a"));
	l = taken(&two, n, &hit);
	ck_assert_msg(!put_name(hung, "x"), "fault %d: both have it", n);
	ck_assert_msg(has(l, "a"), "fault %d: a is lost", n);
	ck_assert(put_name(l, "b"));
	ledger_close(hung);
	ledger_close(l);
	l = claimed(&one, 0);
	ck_assert_msg(has(l, "a") && has(l, "b"), "fault %d: lost", n);
	ledger_close(l);
	return hit;
}

/* PATH.2 is the ledger, and all have ended: it gets its name again, or stays. */
static bool hit_in_a_rename(int n)
{
	ledger_t *former = claimed(&one, 0), *l;
	bool hit;

	ck_assert(put_name(former, "a"));
	l = claimed(&two, ANY);
	ck_assert(put_name(l, "b"));
	ledger_close(former);
	ledger_close(l);
	l = taken(&one, n, &hit);
	ck_assert_msg(has(l, "a") && has(l, "b"), "fault %d: lost", n);
	ck_assert(put_name(l, "c"));
	ledger_claim_settle(ledger_its_claim(l));
	ledger_close(l);
	l = claimed(&two, 0);
	ck_assert_msg(has(l, "a") && has(l, "b") && has(l, "c"),
		      "fault %d: lost after all", n);
	ledger_close(l);
	return hit;
}

/*
 * Each call, or each eighth with sanitizers, is hit by each of three faults,
 * until none has a call to hit.
 */
static void hit_each(bool (*take)(int n))
{
	int hits, at = test_offset();

	do {
		hits = 0;
		for (int n = 3 * at; n < 3 * at + 3; n++) {
			hits += take(n);
			empty_dir();
		}
		at += test_stride();
		ck_assert_int_lt(at, STEPS_MAX);
	} while (hits);
	ck_assert_int_gt(at, 10);
}

START_TEST(in_a_copy)
{
	hit_each(hit_in_a_copy);
}
END_TEST

START_TEST(in_a_rename)
{
	hit_each(hit_in_a_rename);
}
END_TEST

/* Nobody is taken for ended whose lock can't be asked for: it is fenced. */
START_TEST(without_locks)
{
	ledger_t *hung, *l = NULL;

	fault = NO_LOCKS;
	hung = claimed(&one, 0);
	ck_assert(put_name(hung, "a"));
	ck_assert_int_eq(claim_try(&one, 0, &l), LEDGER_BUSY);
	ck_assert_int_eq(rival, 1);
	ck_assert_int_eq(claim_try(&two, 0, &l), LEDGER_BUSY);
	ck_assert(put_name(hung, "b"));
	l = claimed(&two, rival);
	ck_assert(has(l, "a") && has(l, "b"));
	ck_assert(!put_name(hung, "x") && put_name(l, "c"));
	ck_assert_int_eq(lost_cnt, 1);
	ledger_close(hung);
	ledger_close(l);
	l = claimed(&one, 0);
	ck_assert(has(l, "a") && has(l, "b") && has(l, "c") && !has(l, "x"));
	ledger_close(l);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("ledger_claim_nfs");
	TCase *tc = tcase_create("nfs");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_set_timeout(tc, 120);
	tcase_add_test(tc, in_a_copy);
	tcase_add_test(tc, in_a_rename);
	tcase_add_test(tc, without_locks);
	suite_add_tcase(suite, tc);
	return test_run(suite);
}
