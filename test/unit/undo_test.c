/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * undo_test.c - a request whose commit fails is taken back, but for what a later
 * request has been granted meanwhile.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/booking/park/unwritten.h"
#include "plugin/booking/place/stand_in.h"
#include "plugin/booking/request/flags.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/place/place_booking.h"
#include "plugin/booking/serve/serve.h"
#include "plugin/booking/start/events.h"
#include "plugin/booking/view/office.h"
#include "plugin/ledger/ledger_statement.h"
#include "test/unit/ledger_fixture.h"
#include "test/unit/reconcile_world.h"
#include "test/unit/test_office.h"

static ask_t made;

/* Booking "r" was made by a request that is not durable, and never will be. */
static void setup(void)
{
	booking_t *says = booking_create();
	view_resv_t *v;

	ledger_setup();
	world_setup();
	test_clock.at = NOW;
	office->ledger = opened();
	booking_set(&says->name, "r");
	booking_set(&says->nodes, "ab");
	booking_set(&says->users, "ann");
	says->num_cn = 2;
	says->resv_id = 17;
	says->duration_min = 60;
	says->start = says->t_esr = says->t_lsr = NOW + 24 * HOUR;
	says->not_before = says->start;
	says->end = NOW + 25 * HOUR;
	world_add(says, NULL);
	v = view_find(office, "r");
	booking_destroy(view_set_booking(office, v, booking_copy(says)));
	made = (ask_t) {
		.verb = &create_verb, .now = NOW,
		.name = text_dup("r"),
		.resv_id = 17,
		.asked = view_ask(office, v),
	};
}

static void teardown(void)
{
	ask_free(&made);
	ledger_close(office->ledger);
	office->ledger = NULL;
	world_teardown();
	ledger_teardown();
}

/* The request of an operator to let jobs start this much later, seconds. */
static ask_t updated(uint32_t delay)
{
	request_t request = { .has_delay = true, .delay = delay };
	ask_t out = { .verb = &update_verb, .request = &request, .now = NOW };

	request_set(&request.name, "r");
	office->options.window = true;
	(void) serve(office, &out);
	ck_assert_msg(out.rc == 0, "%d %s", out.rc, out.text);
	request_free(&request);
	return out;
}

static void is_durable(ledger_op_t *op)
{
	ck_assert_msg(ledger_commit(office->ledger, op, why, sizeof(why)), "%s",
		      why);
}

static time_t window(void)
{
	const booking_t *b = view_find(office, "r")->booking;

	return b->t_lsr - b->t_esr;
}

START_TEST(a_creation_is_taken_back)
{
	place_take_back(office, &made, "no space");
	ck_assert_ptr_null(view_find(office, "r"));
}
END_TEST

START_TEST(a_creation_stays_that_another_request_has_changed)
{
	ask_t later = updated(60);
	found_t found;

	is_durable(later.op);
	place_take_back(office, &made, "no space");
	ck_assert_ptr_nonnull(view_find(office, "r"));
	ck_assert_int_eq(window(), 60);
	ck_assert(ledger_retry(office->ledger, why, sizeof(why)));
	found = found_all(office->ledger);
	ck_assert_int_eq(found.cnt, 1);
	found_free(&found);
	ask_free(&later);
}
END_TEST

START_TEST(a_creation_is_taken_back_after_the_change_to_it)
{
	ask_t later = updated(60);

	ledger_commit_later(office->ledger, later.op);
	update_undo(office, &later, "no space");
	ck_assert_int_eq(window(), 0);
	place_take_back(office, &made, "no space");
	ck_assert_ptr_null(view_find(office, "r"));
	ask_free(&later);
}
END_TEST

/* An operation that failed may be under way again: the undo is written after it. */
START_TEST(what_an_undo_changes_is_queued)
{
	ask_t later = updated(60);
	found_t found;

	ledger_commit_later(office->ledger, later.op);
	update_undo(office, &later, "no space");
	ck_assert(ledger_retry(office->ledger, why, sizeof(why)));
	found = found_all(office->ledger);
	ck_assert_int_eq(found.cnt, 1);
	ck_assert_int_eq(found.list[0]->t_lsr, found.list[0]->t_esr);
	found_free(&found);
	ask_free(&later);
}
END_TEST

/* The native record is the same with each window. */
START_TEST(a_change_stays_that_another_request_has_changed)
{
	ask_t first = updated(60), later = updated(120);

	ledger_commit_later(office->ledger, first.op);
	is_durable(later.op);
	update_undo(office, &first, "no space");
	ck_assert_int_eq(window(), 120);
	ask_free(&first);
	ask_free(&later);
}
END_TEST

/* A part that was made whole meanwhile is counted as a part, and due, again. */
START_TEST(what_was_a_part_is_tried_again)
{
	view_resv_t *v = view_find(office, "r");
	ask_t later;

	v->booking->part = true;
	later = updated(60);
	ck_assert(later.before->part);
	v->booking->part = false;
	v->retry_at = NOW + HOUR;
	ledger_commit_later(office->ledger, later.op);
	update_undo(office, &later, "no space");
	ck_assert(v->booking->part);
	ck_assert_uint_eq(stand_in_count(office), 1);
	ck_assert_int_eq(v->retry_at, 0);
	ask_free(&later);
}
END_TEST

/* Another booking is next on the nodes of "r", which may be parked. */
static void add_earlier_one(void)
{
	booking_t *says = booking_copy(view_find(office, "r")->booking);

	booking_set(&says->name, "q");
	says->resv_id = 16;
	says->start = NOW + HOUR;
	says->end = NOW + 2 * HOUR;
	world_add(says, NULL);
	booking_destroy(view_set_booking(office, view_find(office, "q"),
					 booking_copy(says)));
}

START_TEST(what_is_noted_to_be_parked_stays_so)
{
	view_resv_t *v = view_find(office, "r");
	ask_t later;

	office->options.park = true;
	add_earlier_one();
	later = updated(60);
	ck_assert(v->linked);
	v->unneeded_at = 1;
	v->booking->parked = true;
	ledger_commit_later(office->ledger, later.op);
	update_undo(office, &later, "no space");
	ck_assert_int_eq(window(), 0);
	ck_assert_uint_eq(v->unneeded_at, 1);
	ck_assert(v->booking->parked);
	ask_free(&later);
}
END_TEST

/* Slurm may have saved the record, and read it again after a crash. */
START_TEST(a_deletion_is_known_of_what_was_never_written)
{
	request_t request = { .name = (char *) "r" };
	ask_t out = { .verb = &remove_verb, .request = &request, .now = NOW };

	office->may_delete = true;
	ck_assert_int_eq(serve(office, &out), 0);
	is_durable(out.op);
	place_take_back(office, &made, "no space");
	ck_assert_int_eq(ledger_number(
		office->ledger->db, "SELECT count(*) FROM booking"
		" WHERE closed IS NOT NULL AND why = 'deleted'"), 1);
	ask_free(&out);
}
END_TEST

/* The stand-in keeps the mark, and the number of the request. */
START_TEST(a_creation_is_taken_back_whose_record_slurm_has_purged)
{
	view_resv_t *v = view_find(office, "r");
	view_waiting_t waiting;
	booking_t *b;

	v->unanswered = true;
	made.shifted.unwritten = unwritten_begin(office, v);
	waiting = view_waiting(v);
	b = booking_copy(v->booking);
	fake_delete(&fake, v->rec);
	booking_destroy(office->host->list->forget(office, "r", NOW));
	booking_events.gone(office, b, &waiting, NOW);
	stand_in_keep_lost(office, NOW);
	v = view_find(office, "r");
	ck_assert(v && v->booking->stand_in && v->unanswered);
	ck_assert(office->host->fields->is_marked(office, v->rec));
	place_take_back(office, &made, "no space");
	ck_assert_ptr_null(view_find(office, "r"));
	ck_assert_str_eq(world.done, " stand_in remove");
	unwritten_end(office, true);
}
END_TEST

/* After the answer the stand-in is like any other. */
START_TEST(what_slurm_has_purged_is_unmarked_when_it_is_durable)
{
	view_resv_t *v = view_find(office, "r");
	view_waiting_t waiting;
	unwritten_t *u;
	booking_t *b;

	v->unanswered = true;
	u = unwritten_begin(office, v);
	waiting = view_waiting(v);
	b = booking_copy(v->booking);
	fake_delete(&fake, v->rec);
	booking_destroy(office->host->list->forget(office, "r", NOW));
	booking_events.gone(office, b, &waiting, NOW);
	stand_in_keep_lost(office, NOW);
	v = view_find(office, "r");
	unwritten_settle(u);
	unwritten_sweep(office);
	ck_assert(!v->unanswered && !v->unwritten);
	ck_assert(!office->host->fields->is_marked(office, v->rec));
}
END_TEST

static void count(void *arg, booking_t *b)
{
	++*(int *) arg;
	booking_destroy(b);
}

/* A start must not take the clock to have been put back. */
START_TEST(a_change_by_which_it_has_ended_is_known)
{
	view_waiting_t waiting;
	booking_t *b;
	ask_t out;
	int cnt = 0;

	is_durable(ledger_put(office->ledger, view_find(office, "r")->booking));
	out = updated(60);
	ledger_commit_later(office->ledger, out.op);
	b = booking_copy(view_find(office, "r")->booking);
	b->end = NOW - 1;
	waiting = view_waiting(view_find(office, "r"));
	fake_delete(&fake, view_find(office, "r")->rec);
	booking_destroy(office->host->list->forget(office, "r", NOW));
	booking_events.gone(office, b, &waiting, NOW);
	update_undo(office, &out, "no space");
	ck_assert(strstr(out.text, "is over by now"));
	ck_assert(ledger_retry(office->ledger, why, sizeof(why)));
	ck_assert(ledger_each_ended(office->ledger, NOW, count, &cnt, why,
				    sizeof(why)));
	ck_assert_int_eq(cnt, 0);
	ask_free(&out);
}
END_TEST

static Suite *_suite(void)
{
	Suite *s = suite_create("undo");
	TCase *tc = tcase_create("undo");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, a_creation_is_taken_back);
	tcase_add_test(tc, a_creation_stays_that_another_request_has_changed);
	tcase_add_test(tc, a_creation_is_taken_back_after_the_change_to_it);
	tcase_add_test(tc, what_an_undo_changes_is_queued);
	tcase_add_test(tc,
		       a_creation_is_taken_back_whose_record_slurm_has_purged);
	tcase_add_test(tc,
		       what_slurm_has_purged_is_unmarked_when_it_is_durable);
	tcase_add_test(tc, a_change_stays_that_another_request_has_changed);
	tcase_add_test(tc, a_change_by_which_it_has_ended_is_known);
	tcase_add_test(tc, what_was_a_part_is_tried_again);
	tcase_add_test(tc, what_is_noted_to_be_parked_stays_so);
	tcase_add_test(tc, a_deletion_is_known_of_what_was_never_written);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_run(_suite());
}
