/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * owed_test.c - bookings were moved, and memory is too short to queue that: nothing
 * is placed before it is queued. And nothing is deleted where that can't be queued.
 *
 * Regression: they were never queued where the request was refused for that, and what
 * they had left was another booking's after a crash, too.
 */
#include <errno.h>
#include <string.h>

#include "plugin/booking/park/owed.h"
#include "plugin/booking/place/admit.h"
#include "plugin/booking/place/shift.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/serve/serve.h"
#include "plugin/booking/start/catch_up.h"
#include "plugin/booking/view/office.h"
#include "plugin/ledger/ledger_private.h"
#include "test/unit/ledger_fixture.h"
#include "test/unit/reconcile_world.h"
#include "test/unit/test_office.h"

static bool short_of_memory;

extern ledger_op_t *__real_ledger_put_plan(ledger_t *l, const booking_t *b,
					   ledger_request_t *r,
					   const ledger_moved_t *moved,
					   size_t cnt);
extern ledger_op_t *__real_ledger_put(ledger_t *l, const booking_t *b);
extern ledger_op_t *__wrap_ledger_put_plan(ledger_t *l, const booking_t *b,
					   ledger_request_t *r,
					   const ledger_moved_t *moved,
					   size_t cnt);
extern ledger_op_t *__wrap_ledger_put(ledger_t *l, const booking_t *b);

ledger_op_t *__wrap_ledger_put_plan(ledger_t *l, const booking_t *b,
				    ledger_request_t *r,
				    const ledger_moved_t *moved, size_t cnt)
{
	if (!short_of_memory)
		return __real_ledger_put_plan(l, b, r, moved, cnt);
	ledger_request_destroy(r);
	errno = ENOMEM;
	return NULL;
}

ledger_op_t *__wrap_ledger_put(ledger_t *l, const booking_t *b)
{
	return short_of_memory ? NULL : __real_ledger_put(l, b);
}

extern ledger_op_t *__real_ledger_make_revoke(const booking_t *b,
					      const char *why_closed);
extern ledger_op_t *__wrap_ledger_make_revoke(const booking_t *b,
					      const char *why_closed);

ledger_op_t *__wrap_ledger_make_revoke(const booking_t *b,
				       const char *why_closed)
{
	return short_of_memory ? NULL :
				 __real_ledger_make_revoke(b, why_closed);
}

/* Booking s is in the ledger, and may start hours later. */
static void setup(void)
{
	booking_t *s = world_some("s", 17);

	ledger_setup();
	world_setup();
	test_clock.at = NOW;
	office->ledger = opened();
	s->t_lsr += 5 * HOUR;
	put(office->ledger, s);
	world_add(s, NULL);
	(void) view_set_booking(office, view_find(office, "s"),
				booking_copy(s));
	short_of_memory = true;
}

static void teardown(void)
{
	short_of_memory = false;
	ck_assert(owed_queue(office));
	ledger_close(office->ledger);
	office->ledger = NULL;
	world_teardown();
	ledger_teardown();
}

/* Move s to an hour later, as for another one. */
static void move(shifted_t *list)
{
	view_resv_t *v = view_find(office, "s");
	lrh_move_t to = {
		.id = v->id, .was = v->start, .start = v->start + HOUR,
		.not_before = v->start + HOUR,
	};
	lrh_plan_t plan = { .fits = true, .moves = &to, .cnt = 1 };

	(void) shift_others(office, &plan, "made room for r", NOW, list);
}

/* When the ledger has s, in hours from NOW. */
static int written(void)
{
	found_t found;
	int hours;

	ck_assert(ledger_retry(office->ledger, why, sizeof(why)));
	found = found_all(office->ledger);
	ck_assert_int_eq(found.cnt, 1);
	hours = (int) (found.list[0]->start - NOW) / HOUR;
	found_free(&found);
	return hours;
}

/* Nothing may be placed while memory is short; then s is where it was moved to. */
static void assert_owed(void)
{
	shape_t shape = { .num_cn = 1 };
	placement_t placement;
	refusal_t refusal;
	char *text = NULL;

	ck_assert(owed_any(office));
	ck_assert_int_eq(admit(office, &shape, GARQ_NO_GROUP, NULL, NULL, NOW,
			       &placement, &refusal), ENOMEM);
	ck_assert_int_eq(catch_up_to_serve(office, NOW, &text), ENOMEM);
	free_null(text);
	ck_assert_int_eq(written(), 1);
	short_of_memory = false;
	ck_assert_int_eq(catch_up_to_serve(office, NOW, &text), 0);
	ck_assert(!owed_any(office));
	ck_assert_int_eq(written(), 2);
}

START_TEST(a_plan_that_could_not_be_queued)
{
	shifted_t list = { .cnt = 0 };

	move(&list);
	ck_assert_ptr_null(shift_queue(office, &list, NULL, NULL));
	shift_free(&list);
	assert_owed();
}
END_TEST

START_TEST(moves_that_could_not_be_queued)
{
	shifted_t list = { .cnt = 0 };

	move(&list);
	shift_queue_later(office, &list);
	shift_free(&list);
	assert_owed();
}
END_TEST

START_TEST(moves_that_could_not_be_queued_again)
{
	shifted_t list = { .cnt = 0 };
	ledger_op_t *op;

	move(&list);
	short_of_memory = false;
	ck_assert_ptr_nonnull(op = shift_queue(office, &list, NULL, NULL));
	sql(office->ledger->db, "CREATE TRIGGER no BEFORE UPDATE ON booking"
	    " BEGIN SELECT raise(ABORT, 'no'); END");
	ck_assert(!ledger_commit(office->ledger, op, why, sizeof(why)));
	sql(office->ledger->db, "DROP TRIGGER no");
	short_of_memory = true;
	shift_queue_again(office, &list, NULL, NOW);
	shift_release(office, &list);
	shift_free(&list);
	assert_owed();
}
END_TEST

START_TEST(nothing_is_owed_where_all_is_queued)
{
	shifted_t list = { .cnt = 0 };

	short_of_memory = false;
	move(&list);
	shift_queue_later(office, &list);
	shift_free(&list);
	ck_assert(!owed_any(office));
	ck_assert_int_eq(written(), 2);
}
END_TEST

/*
 * Regression: a deletion that could not be queued was told to be done, and the booking
 * was back after a kill.
 */
START_TEST(nothing_is_deleted_of_which_the_ledger_is_not_told)
{
	request_t request = { .name = (char *) "s" };
	ask_t a = { .verb = &remove_verb, .request = &request, .now = NOW };

	office->may_delete = true;
	ck_assert_int_eq(serve(office, &a), ENOMEM);
	ck_assert_ptr_null(a.op);
	ck_assert_ptr_nonnull(view_find(office, "s"));
	ck_assert(text_same(world.done ? world.done : "", ""));
	short_of_memory = false;
	ck_assert_int_eq(serve(office, &a), 0);
	ck_assert(ledger_commit(office->ledger, a.op, why, sizeof(why)));
	ck_assert_ptr_null(view_find(office, "s"));
	assert_live(office->ledger, 0);
	office->may_delete = false;
	ask_free(&a);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("owed");
	TCase *tc = tcase_create("owed");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, a_plan_that_could_not_be_queued);
	tcase_add_test(tc, moves_that_could_not_be_queued);
	tcase_add_test(tc, moves_that_could_not_be_queued_again);
	tcase_add_test(tc, nothing_is_owed_where_all_is_queued);
	tcase_add_test(tc,
		       nothing_is_deleted_of_which_the_ledger_is_not_told);
	suite_add_tcase(s, tc);
	return test_run(s);
}
