/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_saved_test.c - what the ledger knows of the files that Slurm saves,
 * and the order of what is written
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>

#include "test/unit/ledger_saved_fixture.h"

START_TEST(each_file_in_turn_counts_for_what_it_has)
{
	ledger_t *l = opened();
	booking_t *b = booking("r");

	put(l, b);
	assert_seen(l, 0);
	saved(l, 1, LEDGER_FILE_IN_TURN, "r", NULL);
	assert_seen(l, 1);
	ck_assert(ledger_saved_unproven(l));
	saved(l, 1, LEDGER_FILE_IN_TURN, "r", NULL);	/* the same file */
	assert_seen(l, 1);
	saved(l, 2, LEDGER_FILE_OURS, "r", NULL);
	assert_seen(l, 1);
	l = reopened(l);
	saved(l, 3, LEDGER_FILE_IN_TURN, "r", "s");
	assert_seen(l, 2);
	saved(l, 4, LEDGER_FILE_IN_TURN, "r", "s");
	saved(l, 5, LEDGER_FILE_IN_TURN, "r", "s");
	assert_seen(l, CONTENT_SEEN);
	ck_assert(!ledger_saved_unproven(l));
	saved(l, 6, LEDGER_FILE_OURS, "q", "s");	/* it lacks r */
	assert_seen(l, 0);
	ck_assert(!ledger_saved_unproven(l));
	ledger_close(l);
	booking_destroy(b);
}
END_TEST

START_TEST(the_last_file_proves_all_at_once)
{
	ledger_t *l = opened();
	booking_t *b = booking("r");

	put(l, b);
	b->end++;
	put(l, b);
	saved(l, 1, LEDGER_FILE_LAST, "r", NULL);
	booking_destroy(b);
	b = row(l);
	ck_assert_uint_eq(b->seen, CONTENT_SEEN);
	ck_assert_ptr_null(b->was);
	booking_destroy(b);
	ledger_close(l);
}
END_TEST

/* What happens to a record so that it has to be seen anew. */
static void park(booking_t *b)
{
	b->parked = true;
}

static void remake(booking_t *b)
{
	b->remade = true;
}

static void renumber(booking_t *b)
{
	b->resv_id++;
}

static void in_part(booking_t *b)
{
	b->part = true;
}

static void stand_in(booking_t *b)
{
	b->stand_in = true;
}

static void nothing(booking_t *b)
{
	(void) b;
}

static void extend(booking_t *b)
{
	b->end++;
}

static const struct {
	void (*change)(booking_t *b);
	uint32_t seen;
} changes[] = {
	{ park, 0 }, { remake, 0 }, { renumber, 0 }, { stand_in, 0 },
	{ in_part, 0 },
	{ nothing, CONTENT_SEEN }, { extend, CONTENT_SEEN },
};

START_TEST(a_record_that_was_away_has_to_be_seen_anew)
{
	booking_t *b = booking("r");
	ledger_t *l = with_seen(b);

	changes[_i].change(b);
	put(l, b);
	assert_seen(l, changes[_i].seen);
	ledger_close(l);
	booking_destroy(b);
}
END_TEST

START_TEST(a_parked_one_is_not_counted_and_a_linked_one_begins_at_0)
{
	booking_t *b = booking("r");
	ledger_t *l = with_seen(b);

	b->parked = true;
	put(l, b);
	saved(l, 10, LEDGER_FILE_IN_TURN, "r", NULL);
	assert_seen(l, 0);
	b->parked = false;
	put(l, b);
	assert_seen(l, 0);
	saved(l, 11, LEDGER_FILE_IN_TURN, "r", NULL);
	assert_seen(l, 1);
	b->parked = true;
	put(l, b);
	ck_assert(ledger_all_native(l, why, sizeof(why)));
	assert_seen(l, 0);
	ledger_close(l);
	booking_destroy(b);
}
END_TEST

START_TEST(files_are_known_until_there_are_too_many)
{
	ledger_t *l = opened();

	ck_assert(!ledger_saved_known(l, 1));
	for (int64_t i = 1; i <= LEDGER_SAVED_MAX; i++)
		ledger_commit_later(l, ledger_put_saved(l, file(-i,
			LEDGER_FILE_OURS, NULL, NULL)));
	ck_assert(ledger_retry(l, why, sizeof(why)));
	l = reopened(l);
	ck_assert(ledger_saved_known(l, -1));
	ck_assert(ledger_saved_known(l, -LEDGER_SAVED_MAX));
	saved(l, 7, LEDGER_FILE_OURS, NULL, NULL);
	ck_assert(!ledger_saved_known(l, -1));
	ck_assert(ledger_saved_known(l, -2));
	ck_assert(ledger_saved_known(l, 7));
	ledger_close(l);
	assert_says(path, "SELECT count(*) FROM saved", "4096");
}
END_TEST

/* What is not on the disk does not count; the same file may come again. */
START_TEST(a_file_that_cant_be_noted_counts_for_nothing)
{
	booking_t *b = booking("r");
	ledger_op_t *op;
	ledger_t *l;
	bool ok;
	int n = 0;

	fault_vfs_install();
	l = opened();
	put(l, b);
	b->end++;
	put(l, b);
	do {
		op = ledger_put_saved(l, file(1, LEDGER_FILE_LAST, "r", NULL));
		fault_vfs_arm(FAULT_ONE, ++n);
		ok = ledger_commit(l, op, why, sizeof(why));
		fault_vfs_disarm();
		ck_assert_int_eq(ok, fault_vfs_failures() == 0);
		ck_assert_int_eq(ledger_saved_known(l, 1), ok);
		assert_seen(l, ok ? CONTENT_SEEN : 0);
	} while (!ok);
	ck_assert_int_gt(n, 2);
	ledger_close(l);
	booking_destroy(b);
}
END_TEST

START_TEST(each_owner_begins_an_epoch)
{
	const ledger_owner_t owners[] = {
		{ "a", "boot-1", 100 }, { "b", "boot-2", 200 },
	};
	int64_t epoch = 0;
	ledger_t *l;

	for (int i = 0; i < 4; i++) {
		l = opened();
		ck_assert(ledger_begin_epoch(l, &owners[i % 2], &epoch, why,
					     sizeof(why)));
		ck_assert_int_eq(epoch, i + 1);
		saved(l, i, LEDGER_FILE_OURS, NULL, NULL);
		ledger_close(l);
	}
	assert_says(path, "SELECT epoch || host || boot || pid FROM meta",
		    "4bboot-2200");
	assert_says(path, "SELECT group_concat(epoch) FROM saved", "1,2,3,4");
}
END_TEST

static const ledger_owner_t somebody = { .host = "a", .boot = "b", .pid = 1 };

/* RET in an epoch of somebody; ledger_close() */
static ledger_t *begun(void)
{
	ledger_t *l = opened();
	int64_t epoch;

	ck_assert(ledger_begin_epoch(l, &somebody, &epoch, why, sizeof(why)));
	return l;
}

/* Until then rows may be missing, however often a start is killed before. */
START_TEST(a_file_begins_without_a_reconciliation)
{
	ledger_t *l;

	for (int i = 0; i < 3; i++) {
		l = begun();
		ck_assert(!ledger_reconciled(l));
		ledger_close(l);
	}
	l = begun();
	commit(l, ledger_put_reconciled(l));
	ledger_close(l);
	for (int i = 0; i < 3; i++) {
		l = begun();
		ck_assert(ledger_reconciled(l));
		ledger_close(l);
	}
}
END_TEST

static int dies_at;

/* A reconciliation that adopts r, killed at a write. */
static int killed_reconciliation(void)
{
	ledger_t *l = begun();
	booking_t *b = booking("r");

	ledger_commit_later(l, ledger_put(l, b));
	ledger_commit_later(l, ledger_put_reconciled(l));
	fault_vfs_arm(FAULT_KILL, dies_at);
	(void) ledger_retry(l, why, sizeof(why));
	booking_destroy(b);
	ledger_close(l);
	return 0;
}

START_TEST(what_was_adopted_is_durable_with_the_reconciliation)
{
	int killed = 0;

	fault_vfs_install();
	for (;;) {
		int how;
		ledger_t *l;

		empty_dir();
		dies_at = killed + 1;
		how = in_child(killed_reconciliation);
		l = begun();
		assert_live(l, ledger_reconciled(l));
		ck_assert(ledger_reconciled(l) || WIFSIGNALED(how));
		ledger_close(l);
		if (!WIFSIGNALED(how))
			break;
		killed++;
	}
	ck_assert_int_gt(killed, 2);
}
END_TEST

static int64_t serial_of(const char *name)
{
	char text[80], *is;
	int64_t serial;

	snprintf(text, sizeof(text),
		 "SELECT max(serial) FROM booking WHERE name = '%s'", name);
	is = ask(path, text);
	serial = strtoll(is, NULL, 10);
	free(is);
	return serial;
}

/* The salvage takes the row of the higher number: a clock is not asked. */
START_TEST(rows_are_numbered_as_they_are_written)
{
	booking_t *b = booking("r"), *other = booking("other");
	int64_t epoch, last = UINT32_MAX, serial;
	ledger_t *l;

	for (int i = 0; i < 6; i++, test_clock.ahead -= 86400) {
		l = opened();
		if (i != 1)
			ck_assert(ledger_begin_epoch(l, &somebody, &epoch, why,
						     sizeof(why)));
		put(l, other);
		if (i == 3)
			drop(l, "r");
		else
			put(l, b);
		ledger_close(l);
		ck_assert_int_gt(serial_of("other"), last);
		serial = serial_of("r");
		ck_assert_int_gt(serial, serial_of("other"));
		last = serial;
	}
	/* rows that are gone, whose pages a salvage may still find */
	sql_on(path, "DELETE FROM booking");
	l = begun();
	put(l, b);
	ledger_close(l);
	ck_assert_int_gt(serial_of("r"), last);
	booking_destroy(b);
	booking_destroy(other);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("ledger_saved");
	TCase *tc = test_case(s, "saved", 60);

	tcase_add_checked_fixture(tc, ledger_setup, ledger_teardown);
	tcase_add_test(tc, each_file_in_turn_counts_for_what_it_has);
	tcase_add_test(tc, the_last_file_proves_all_at_once);
	tcase_add_loop_test(tc, a_record_that_was_away_has_to_be_seen_anew, 0,
			    (int) (sizeof(changes) / sizeof(changes[0])));
	tcase_add_test(tc,
		       a_parked_one_is_not_counted_and_a_linked_one_begins_at_0);
	tcase_add_test(tc, files_are_known_until_there_are_too_many);
	tcase_add_test(tc, a_file_that_cant_be_noted_counts_for_nothing);
	tcase_add_test(tc, each_owner_begins_an_epoch);
	tcase_add_test(tc, a_file_begins_without_a_reconciliation);
	tcase_add_test(tc, what_was_adopted_is_durable_with_the_reconciliation);
	tcase_add_test(tc, rows_are_numbered_as_they_are_written);
	return test_run(s);
}
