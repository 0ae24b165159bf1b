/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ledger_tombs_test.c - tombstones are kept, and bounded */

#include <stdio.h>
#include <string.h>

#include "plugin/ledger/ledger_tombs.h"
#include "test/unit/ledger_fixture.h"

#define NOW 1000000

static void setup(void)
{
	ledger_setup();
	test_clock.at = NOW;
}

typedef struct {
	char text[1024];
	int cnt;
} told_t;

static void tell(void *arg, const char *name, uint32_t uid, time_t until)
{
	told_t *t = arg;
	size_t len = strlen(t->text);

	if (t->cnt++ < 8)
		snprintf(t->text + len, sizeof(t->text) - len, "%s/%u/%lld ",
			 name, uid, (long long) (until - NOW));
}

static told_t told(ledger_t *l, time_t now)
{
	told_t t = { .cnt = 0 };

	ck_assert_msg(ledger_each_tomb(l, now, tell, &t, why, sizeof(why)),
		      "%s", why);
	ck_assert_str_eq(why, "");
	return t;
}

static void bury(ledger_t *l, const char *name, uint32_t uid, time_t until)
{
	commit(l, ledger_bury(l, name, uid, until));
}

START_TEST(in_their_order)
{
	ledger_t *l = opened();

	bury(l, "a", 7, NOW + 10);
	bury(l, "b", 7, NOW + 20);
	bury(l, "a", 8, NOW + 5);
	bury(l, "it's", 7, NOW + 9);
	bury(l, "a", 7, NOW + 30);
	l = reopened(l);
	ck_assert_str_eq(told(l, NOW).text, "b/7/20 a/8/5 it's/7/9 a/7/30 ");
	ck_assert_str_eq(told(l, NOW + 9).text, "b/7/20 a/7/30 ");
	ck_assert_str_eq(told(l, NOW + 30).text, "");
	ledger_close(l);
}
END_TEST

/* Those of others stay, those that ended just now as well. */
START_TEST(old_ones_go)
{
	ledger_t *l = opened();

	bury(l, "a", 7, NOW - 86401);
	bury(l, "b", 7, NOW - 86400);
	bury(l, "a", 8, NOW - 86401);
	bury(l, "c", 7, NOW + 1);
	ledger_close(l);
	assert_says(path, "SELECT group_concat(name || uid, ' ') FROM"
		    " (SELECT * FROM tombstone ORDER BY id)", "b7 c7");
	l = opened();
	bury(l, "d", 8, NOW + 1);
	ledger_close(l);
	assert_says(path, "SELECT group_concat(name || uid, ' ') FROM"
		    " (SELECT * FROM tombstone ORDER BY id)", "b7 c7 d8");
}
END_TEST

static void bury_many(ledger_t *l, int cnt, uint32_t uid)
{
	char name[32];

	for (int i = 0; i < cnt; i++) {
		snprintf(name, sizeof(name), "n%d", i);
		ledger_commit_later(l, ledger_bury(l, name, uid, NOW + 9));
	}
	ck_assert_msg(ledger_retry(l, why, sizeof(why)), "%s", why);
}

START_TEST(so_many_of_a_user)
{
	ledger_t *l = opened();

	bury(l, "other", 8, NOW + 9);
	bury_many(l, LEDGER_TOMBS_USER_MAX, 7);
	ck_assert_int_eq(told(l, NOW).cnt, LEDGER_TOMBS_USER_MAX + 1);
	bury(l, "last", 7, NOW + 9);
	ck_assert_int_eq(told(l, NOW).cnt, LEDGER_TOMBS_USER_MAX + 1);
	ck_assert_str_eq(told(l, NOW).text,
			 "other/8/9 n1/7/9 n2/7/9 n3/7/9 n4/7/9 n5/7/9 n6/7/9 n7/7/9 ");
	ledger_close(l);
}
END_TEST

START_TEST(so_many_of_all)
{
	uint32_t users = LEDGER_TOMBS_MAX / LEDGER_TOMBS_USER_MAX;
	ledger_t *l = opened();

	for (uint32_t uid = 0; uid < users; uid++)
		bury_many(l, LEDGER_TOMBS_USER_MAX, uid);
	ck_assert_int_eq(told(l, NOW).cnt, LEDGER_TOMBS_MAX);
	bury(l, "one more", users, NOW + 9);
	ck_assert_int_eq(told(l, NOW).cnt, LEDGER_TOMBS_MAX);
	ck_assert_ptr_nonnull(strstr(told(l, NOW).text, "n1/0/9 n2/0/9"));
	ledger_close(l);
}
END_TEST

/* What a hold was, and its tombstone, are one transaction. */
START_TEST(nothing_of_a_failed_commit)
{
	booking_t *b = booking("a");
	ledger_op_t *op;
	ledger_t *l;

	fault_vfs_install();
	l = opened();
	put(l, b);
	fault_vfs_arm(FAULT_FULL, 1);
	ledger_commit_later(l, ledger_bury(l, "a", 0, NOW + 9));
	op = ledger_drop(l, "a", "deleted");
	ck_assert(!ledger_commit_or_keep(l, op, why, sizeof(why)));
	(void) fault_vfs_disarm();
	ck_assert_int_eq(told(l, NOW).cnt, 0);
	assert_live(l, 1);
	ck_assert_msg(ledger_retry(l, why, sizeof(why)), "%s", why);
	ck_assert_str_eq(told(l, NOW).text, "a/0/9 ");
	assert_live(l, 0);
	booking_destroy(b);
	ledger_close(l);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("ledger_tombs");
	TCase *tc = test_case(s, "ledger_tombs", 120);

	tcase_add_checked_fixture(tc, setup, ledger_teardown);
	tcase_add_test(tc, in_their_order);
	tcase_add_test(tc, old_ones_go);
	tcase_add_test(tc, so_many_of_a_user);
	tcase_add_test(tc, so_many_of_all);
	tcase_add_test(tc, nothing_of_a_failed_commit);
	return test_run(s);
}
