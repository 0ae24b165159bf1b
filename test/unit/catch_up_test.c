/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * catch_up_test.c - the office decides nothing before it knows its bookings and
 * has seen the host.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "plugin/booking/place/stand_in.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/serve/serve.h"
#include "plugin/booking/start/catch_up.h"
#include "plugin/booking/start/events.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/view_feed.h"
#include "test/unit/reconcile_world.h"
#include "test/unit/test_office.h"
#include "test/unit/test_util.h"

#define ROOT 0

static int synced;		/* calls of sync() */
static bool purges;		/* the next sync() finds r purged */

static void sync_host(office_t *office, time_t now, const view_events_t *events)
{
	view_resv_t *v = view_find(office, "r");
	booking_t *b;

	ck_assert_int_eq(now, NOW);
	ck_assert_ptr_eq(events, &booking_events);
	synced++;
	if (purges) {
		fake_delete(&fake, v->rec);
		b = view_table_remove(office, v);
		ck_assert(!b || stand_in_record_lost(office, b, NULL, now));
	}
}

static void setup(void)
{
	booking_t *says = booking_create();

	world_setup();
	fake.locks.sync = sync_host;
	synced = 0;
	purges = false;
	booking_set(&says->name, "r");
	booking_set(&says->nodes, "ab");
	booking_set(&says->users, "ann");
	says->num_cn = 2;
	says->start = NOW + HOUR;
	says->end = NOW + 2 * HOUR;
	world_add(says, NULL);
}

/* Delete r for root. RET as serve() */
static int delete_r(char **ret_text)
{
	request_t request = { .name = (char *) "r" };
	ask_t a = { .verb = &remove_verb, .request = &request, .uid = ROOT,
		    .now = NOW };
	int rc;

	office->may_delete = true;
	rc = serve(office, &a);
	office->may_delete = false;
	ck_assert_ptr_null(a.op);
	*ret_text = a.text;
	a.text = NULL;
	ask_free(&a);
	return rc;
}

START_TEST(without_the_ledger_nothing_is_served)
{
	char *text = NULL;

	office->unowned = true;
	snprintf(office->ledger_error, sizeof(office->ledger_error), "locked");
	ck_assert_int_eq(catch_up_to_serve(office, NOW, &text), REFUSED_FAILED);
	ck_assert_ptr_nonnull(strstr(text, "(locked)"));
	ck_assert_int_eq(synced, 0);
	free_null(text);
}
END_TEST

START_TEST(without_the_ledger_nothing_is_deleted)
{
	char *text;

	office->unowned = true;
	ck_assert_int_eq(delete_r(&text), REFUSED_FAILED);
	ck_assert_ptr_nonnull(strstr(text, "another controller has the ledger"));
	ck_assert_ptr_null(world.done);
	free(text);
}
END_TEST

START_TEST(while_the_ledger_cant_be_used_nothing_is_served)
{
	char *text = NULL;

	office->unowned = office->unusable = true;
	snprintf(office->ledger_error, sizeof(office->ledger_error),
		 "full disk");
	ck_assert_int_eq(catch_up_to_serve(office, NOW, &text), REFUSED_FAILED);
	ck_assert_ptr_nonnull(strstr(text, ": full disk; no booking is known"));
	ck_assert_ptr_null(strstr(text, "another controller"));
	free_null(text);
	ck_assert_int_eq(delete_r(&text), REFUSED_FAILED);
	ck_assert_int_eq(synced, 0);
	ck_assert_ptr_null(world.done);
	free(text);
}
END_TEST

START_TEST(a_deletion_has_seen_the_host)
{
	char *text;

	ck_assert_int_eq(delete_r(&text), 0);
	ck_assert_int_eq(synced, 1);
	ck_assert_ptr_null(view_find(office, "r"));
	free(text);
}
END_TEST

/* The host has purged the record: no code must touch it. */
START_TEST(a_deletion_finds_what_was_purged)
{
	char *text;

	purges = true;
	(void) delete_r(&text);
	ck_assert_int_eq(synced, 1);
	ck_assert_ptr_null(view_find(office, "r"));
	free(text);
}
END_TEST

/* Under the locks under which that is noticed, Slurm has its name again. */
START_TEST(a_booking_that_was_purged_is_linked_at_once)
{
	const view_resv_t *v = view_find(office, "r");
	booking_t *b = booking_create();

	office->host->records->read(office, v->rec, b);
	ck_assert_ptr_null(view_set_booking(office, view_find(office, "r"), b));
	purges = true;
	catch_up(office, NOW);
	v = view_find(office, "r");
	ck_assert(v && v->linked && v->booking && v->booking->stand_in);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("catch_up");
	TCase *c = test_case(s, "catch_up", 0);

	tcase_add_checked_fixture(c, setup, world_teardown);
	tcase_add_test(c, without_the_ledger_nothing_is_served);
	tcase_add_test(c, without_the_ledger_nothing_is_deleted);
	tcase_add_test(c, while_the_ledger_cant_be_used_nothing_is_served);
	tcase_add_test(c, a_deletion_has_seen_the_host);
	tcase_add_test(c, a_deletion_finds_what_was_purged);
	tcase_add_test(c, a_booking_that_was_purged_is_linked_at_once);
	return test_run(s);
}
