/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * reconcile_lost_test.c - reconcile.h where the ledger has lost rows, or can't be read
 * to its end.
 */
#include "plugin/booking/offer/holds.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/start/reconcile.h"
#include "plugin/booking/view/office.h"
#include "plugin/ledger/ledger_private.h"
#include "plugin/ledger/ledger_saved.h"
#include "test/unit/ledger_fixture.h"
#include "test/unit/reconcile_world.h"
#include "test/unit/test_office.h"

static const ledger_owner_t owner = { .host = "a", .boot = "b", .pid = 1 };

/* A start; killed when it begins to write. */
static void start(bool killed)
{
	booking_t *b = world_some("r", 17);
	int64_t epoch;

	world_teardown();
	world_setup();
	world_add(b, NULL);
	office->host->fields->mark(office, view_find(office, "r")->rec, true);
	office->ledger = opened();
	ck_assert(ledger_begin_epoch(office->ledger, &owner, &epoch, why,
				     sizeof(why)));
	if (killed)
		fault_vfs_arm(FAULT_FULL, 1);
	world_reconcile();
	ck_assert_int_eq(ledger_behind(office->ledger), killed);
	ledger_close(office->ledger);
	fault_vfs_disarm();
	office->ledger = NULL;
}

/*
 * The row of a booking that was acknowledged is lost, and its record has still the
 * mark. A start may be killed whenever the ledger has its name and the adopted
 * booking is not in it.
 */
START_TEST(that_rows_may_be_missing_outlives_starts_that_are_killed)
{
	fault_vfs_install();
	for (int i = 0; i < 3; i++)
		start(true);
	assert_says(path, "SELECT count(*) FROM booking", "0");
	start(false);
	ck_assert_ptr_null(world.done);
	assert_says(path, "SELECT count(*) FROM booking WHERE closed IS NULL",
		    "1");
	assert_says(path, "SELECT reconciled FROM meta", "1");
}
END_TEST

static int calls_left;

/* A progress handler: the query ends when no call is left. */
static int count(void *arg)
{
	(void) arg;
	return !calls_left || !calls_left--;
}

static bool read_with(int calls, reconcile_read_t *ret)
{
	bool ok;

	calls_left = calls;
	why[0] = '\0';
	sqlite3_progress_handler(office->ledger->db, 1, count, NULL);
	ok = reconcile_read(office, office->ledger, NOW, ret, why, sizeof(why));
	sqlite3_progress_handler(office->ledger->db, 0, NULL, NULL);
	return ok;
}

/* A window, a deletion, and an end by a clock that was ahead, which a start has to
 * know: of "r" and "d" Slurm has records. */
static void write_three(void)
{
	booking_t *r = world_some("r", 17), *d = world_some("d", 18);
	booking_t *e = world_some("e", 19);
	int64_t epoch;

	office->ledger = opened();
	ck_assert(ledger_begin_epoch(office->ledger, &owner, &epoch, why,
				     sizeof(why)));
	r->t_lsr = r->t_esr + HOUR;
	put(office->ledger, r);
	put(office->ledger, d);
	put(office->ledger, e);
	drop(office->ledger, "d");
	ck_assert(ledger_commit(office->ledger,
				ledger_drop(office->ledger, "e",
					    LEDGER_WHY_ENDED),
				why, sizeof(why)));
	booking_destroy(e);
	world_add(r, NULL);
	world_add(d, NULL);
}

/*
 * Whoever went on by a part of the ledger would adopt "r" and lose its window,
 * bring back "d", or forget "e".
 */
START_TEST(what_is_not_read_to_its_end_changes_nothing)
{
	reconcile_read_t read;
	found_t found;
	int failed = 0;

	write_three();
	for (; !read_with(failed, &read); failed++) {
		ck_assert_str_ne(why, "");
		ck_assert_ptr_null(world.done);
		ck_assert_ptr_null(view_find(office, "r")->booking);
		office->ledger->unread = 0;	/* as if opened anew */
	}
	ck_assert_int_gt(failed, 200);
	reconcile(office, &read, NOW);
	ck_assert_str_eq(world.done, " remove recreate");
	ck_assert_ptr_null(view_find(office, "d"));
	ck_assert(ledger_retry(office->ledger, why, sizeof(why)));
	found = found_all(office->ledger);
	ck_assert_int_eq(found.cnt, 2);
	ck_assert_str_eq(found.list[0]->name, "e");
	ck_assert_int_eq(found.list[1]->t_lsr, NOW + 2 * HOUR);
	found_free(&found);
	ledger_close(office->ledger);
	office->ledger = NULL;
	assert_says(path, "SELECT count(*) FROM meta WHERE reconciled", "1");
}
END_TEST

static Suite *_suite(void)
{
	Suite *s = suite_create("reconcile lost");
	TCase *tc = test_case(s, "reconcile lost", 60);

	tcase_add_checked_fixture(tc, ledger_setup, ledger_teardown);
	tcase_add_checked_fixture(tc, world_setup, world_teardown);
	tcase_add_test(tc,
		       that_rows_may_be_missing_outlives_starts_that_are_killed);
	tcase_add_test(tc, what_is_not_read_to_its_end_changes_nothing);
	return s;
}

int main(void)
{
	return test_run(_suite());
}
