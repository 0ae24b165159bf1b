/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unwritten_test.c - the mark of a record that the ledger may not know yet, from
 * the request to the moment at which all that was asked is durable.
 */
#include <stdlib.h>

#include "plugin/booking/park/park.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/place/place_booking.h"
#include "plugin/booking/serve/serve.h"
#include "plugin/booking/view/office.h"
#include "test/unit/ledger_fixture.h"
#include "test/unit/reconcile_world.h"
#include "test/unit/test_office.h"

static view_resv_t *v;
static booking_t *b;

/* Booking "r", which its request has just made: nothing is queued yet. */
static void setup(void)
{
	booking_t *says = booking_create();

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
	b = booking_copy(says);
	(void) view_set_booking(office, v, b);
	v->unanswered = true;
}

static void teardown(void)
{
	unwritten_end(office, false);
	ledger_close(office->ledger);
	office->ledger = NULL;
	world_teardown();
	ledger_teardown();
}

static bool is_marked(void)
{
	return office->host->fields->is_marked(office,
					       view_find(office, "r")->rec);
}

/* place_queue() of a request. */
static shifted_t created(void)
{
	shifted_t list = { .cnt = 0 };
	ledger_op_t *op = shift_queue(office, &list, b, NULL);

	ledger_commit_later(office->ledger, op);
	ck_assert(is_marked());
	return list;
}

/* A turn of the agent: what is queued by now is written after its look. */
static void turn(void)
{
	uint32_t look;

	unwritten_sweep(office);
	(void) park_update_all(office, NOW);
	look = park_last_look(office);
	ck_assert(ledger_retry(office->ledger, why, sizeof(why)));
	park_ledger_written(office, look);
}

static ask_t updated(void)
{
	request_t request = { .has_delay = true, .delay = 60 };
	ask_t out = { .verb = &update_verb, .request = &request, .now = NOW };

	request_set(&request.name, "r");
	office->options.window = true;
	(void) serve(office, &out);
	ck_assert_msg(out.rc == 0, "%d %s", out.rc, out.text);
	request_free(&request);
	ledger_commit_later(office->ledger, out.op);
	return out;
}

START_TEST(a_creation_is_marked_until_the_look_after_it_is_durable)
{
	shifted_t list = created();

	turn();			/* a thread waits for it: that decides */
	unwritten_sweep(office);
	ck_assert(is_marked() && v->unanswered);
	shift_settle(&list);
	ck_assert(is_marked());
	unwritten_sweep(office);
	ck_assert(!is_marked() && !v->unanswered);
	shift_free(&list);
}
END_TEST

START_TEST(what_no_thread_waits_for_is_marked_until_the_agent_has_it_written)
{
	shifted_t list = created();

	shift_free(&list);
	park_ledger_written(office, park_last_look(office));
	unwritten_sweep(office);	/* the agent had written before */
	ck_assert(is_marked());
	ck_assert(!v->unanswered);
	turn();
	unwritten_sweep(office);
	ck_assert(!is_marked());
}
END_TEST

START_TEST(a_change_is_marked_and_so_is_one_that_is_taken_back)
{
	shifted_t list = created();
	ask_t out;

	shift_settle(&list);
	unwritten_sweep(office);
	out = updated();
	ck_assert(is_marked() && !v->unanswered);
	shift_settle(&out.shifted);
	unwritten_sweep(office);
	ck_assert(!is_marked());
	ask_free(&out);
	out = updated();
	update_undo(office, &out, "no space");
	unwritten_sweep(office);
	ck_assert(is_marked());	/* the change may be in the ledger */
	turn();
	unwritten_sweep(office);
	ck_assert(!is_marked());
	ask_free(&out);
	shift_free(&list);
}
END_TEST

START_TEST(each_of_several_operations_has_to_be_durable)
{
	shifted_t list = created();
	ask_t out = updated();

	shift_settle(&out.shifted);
	unwritten_sweep(office);
	ck_assert(is_marked() && v->unanswered);
	shift_settle(&list);
	unwritten_sweep(office);
	ck_assert(!is_marked() && !v->unanswered);
	ask_free(&out);
	shift_free(&list);
}
END_TEST

START_TEST(a_creation_that_is_taken_back_leaves_no_trace)
{
	ask_t out = {
		.now = NOW,
		.name = text_dup("r"),
		.resv_id = 17,
		.asked = view_ask(office, v),
		.shifted = created(),
	};

	place_take_back(office, &out, "no space");
	ck_assert_ptr_null(view_find(office, "r"));
	turn();
	unwritten_sweep(office);
	ask_free(&out);
}
END_TEST

START_TEST(a_creation_that_stays_is_marked_until_it_is_written)
{
	ask_t out = {
		.now = NOW,
		.name = text_dup("r"),
		.resv_id = 17,
		.asked = view_ask(office, v),
		.shifted = created(),
	};

	world.in_use = true;
	place_take_back(office, &out, "no space");
	unwritten_sweep(office);
	ck_assert(is_marked() && !v->unanswered);
	turn();
	unwritten_sweep(office);
	ck_assert(!is_marked());
	ask_free(&out);
}
END_TEST

START_TEST(the_end_unmarks_only_what_is_written)
{
	shifted_t list = created();

	list.unwritten = NULL;
	unwritten_end(office, _i);
	ck_assert_int_eq(is_marked(), !_i);
	shift_free(&list);
}
END_TEST

START_TEST(what_is_no_booking_any_more_has_no_mark)
{
	shifted_t list = created();

	booking_destroy(view_set_booking(office, v, NULL));
	unwritten_forget(office, v);
	ck_assert(!is_marked());
	shift_settle(&list);
	unwritten_sweep(office);
	ck_assert_uint_eq(v->unwritten, 0);
	shift_free(&list);
}
END_TEST

static Suite *_suite(void)
{
	Suite *s = suite_create("unwritten");
	TCase *tc = tcase_create("unwritten");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, a_creation_is_marked_until_the_look_after_it_is_durable);
	tcase_add_test(tc, what_no_thread_waits_for_is_marked_until_the_agent_has_it_written);
	tcase_add_test(tc, a_change_is_marked_and_so_is_one_that_is_taken_back);
	tcase_add_test(tc, each_of_several_operations_has_to_be_durable);
	tcase_add_test(tc, a_creation_that_is_taken_back_leaves_no_trace);
	tcase_add_test(tc, a_creation_that_stays_is_marked_until_it_is_written);
	tcase_add_loop_test(tc, the_end_unmarks_only_what_is_written, 0, 2);
	tcase_add_test(tc, what_is_no_booking_any_more_has_no_mark);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_run(_suite());
}
