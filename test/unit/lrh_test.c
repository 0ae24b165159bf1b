/* SPDX-License-Identifier: GPL-2.0-or-later */
/* lrh_test.c - facts about plans, one at a time; and the paper's example. */

#include "test/unit/lrh_plan_world.h"

static struct plan_world w;

static void _start(uint32_t nodes)
{
	plan_world_empty(&w, nodes, NULL, 1);
	w.options.policy = LRH_PAPER;
}

static void _end(void)
{
	plan_world_free(&w);
}

static lrh_request_t _rq(uint64_t id, time_t t_esr, time_t t_lsr, time_t t_e,
			 uint32_t num_cn)
{
	return (lrh_request_t) {
		.id = id, .num_cn = num_cn, .t_esr = t_esr, .t_lsr = t_lsr,
		.t_e = t_e, .not_before = t_esr,
	};
}

/* Ask, and have it if it fits. RET does it? OUT ret_order - unless NULL */
static bool _book_as(lrh_request_t rq, const char *nodes,
		     lrh_order_t *ret_order)
{
	garq_set_t *set = nodes ? test_set(w.nodes, nodes) :
				  test_set_all(w.nodes);
	lrh_plan_t plan;
	bool fits;

	rq.eligible = set;
	ck_assert_int_eq(lrh_plan(w.l, &rq, &w.options, &plan), 0);
	fits = plan.fits;
	if (fits)
		ck_assert_int_eq(lrh_apply(w.l, w.m, &rq, &plan), 0);
	else
		ck_assert(!plan.moves && !plan.cnt && !plan.self.nodes);
	if (fits && ret_order)
		*ret_order = plan.order;
	plan_world_check(&w);
	lrh_plan_free(&plan);
	garq_set_destroy(set);
	return fits;
}

static bool _book(uint64_t id, time_t t_esr, time_t t_lsr, time_t t_e,
		  uint32_t num_cn)
{
	return _book_as(_rq(id, t_esr, t_lsr, t_e, num_cn), NULL, NULL);
}

static time_t _at(uint64_t id)
{
	time_t start = -1;

	ck_assert(lrh_start(w.l, id, &start));
	return start;
}

static void _drop(uint64_t id)
{
	ck_assert_int_eq(garq_machine_release(w.m, id), 0);
	ck_assert(lrh_drop(w.l, id));
}

/* Report free nodes. RET the number of bookings that move */
static size_t _room(time_t t_s, time_t t_e)
{
	lrh_plan_t plan;
	size_t cnt;

	ck_assert_int_eq(lrh_plan_room(w.l, t_s, t_e, &w.options, &plan), 0);
	ck_assert(plan.fits);
	ck_assert_int_eq(lrh_apply(w.l, w.m, NULL, &plan), 0);
	plan_world_check(&w);
	cnt = plan.cnt;
	lrh_plan_free(&plan);
	return cnt;
}

/* The paper: tables 1 and 4 */

static const struct {
	uint64_t id;
	time_t t_esr;
	time_t t_lsr;
	time_t t_e;
	uint32_t num_cn;
	time_t start;		/* figure 3 */
} table[] = {
	{  1, 0, 0, 2, 2, 0 },
	{  2, 0, 3, 3, 2, 0 },
	{  3, 0, 1, 4, 1, 0 },
	{  4, 0, 0, 4, 1, 0 },
	{  5, 1, 5, 5, 1, 2 },
	{  6, 1, 6, 3, 2, 3 },
	{  7, 1, 6, 3, 1, 2 },
	{  8, 2, 9, 5, 2, 7 },
	{  9, 2, 9, 3, 1, 4 },
	{ 10, 3, 8, 3, 2, 7 },
	{ 11, 2, 8, 4, 2, 6 },
	{ 12, 2, 8, 3, 1, 4 },
};

/* Lengths of a slot; the first slot begins now, or a little later. */
static const struct {
	uint32_t delta;
	time_t slot;
	time_t from;
} clocks[] = {
	{ 1, 1, 1 }, { 60, 60, 60 }, { 300, 300, 1200 }, { 300, 60, 7 },
};

START_TEST(paper_table_1)
{
	time_t slot = clocks[_i].slot, from = clocks[_i].from, waiting = 0;

	plan_world_empty(&w, 6, NULL, clocks[_i].delta);
	w.options.policy = LRH_PAPER;
	for (int i = 0; i < COUNT(table); i++)
		ck_assert_msg(_book(table[i].id, from + table[i].t_esr * slot,
				    from + table[i].t_lsr * slot,
				    table[i].t_e * slot, table[i].num_cn),
			      "%d", i);
	for (int i = 0; i < COUNT(table); i++) {
		ck_assert_msg(_at(table[i].id) ==
			      from + table[i].start * slot,
			      "user %d", (int) table[i].id);
		waiting += (_at(table[i].id) - from) / slot - table[i].t_esr;
	}
	ck_assert_int_eq(waiting, 21);
	_end();
}
END_TEST

/* Facts */

START_TEST(who_comes_later_in_the_order_makes_room)
{
	_start(2);
	ck_assert(_book(1, 11, 14, 2, 1));
	ck_assert(_book(2, 10, 10, 2, 2));
	ck_assert_int_eq(_at(1), 12);
	ck_assert_int_eq(_at(2), 10);
	_end();
}
END_TEST

/*
 * The picture of lrh.h: the paper's order alone places the first request first.
 */
START_TEST(who_comes_earlier_in_it_makes_room_too)
{
	_start(2);
	ck_assert(_book(1, 10, 14, 2, 1));
	ck_assert(!_book(2, 11, 11, 2, 2));
	w.options.policy = LRH_ALL;
	ck_assert(_book(2, 11, 11, 2, 2));
	ck_assert_int_eq(_at(1), 13);
	ck_assert_int_eq(_at(2), 11);
	ck_assert_uint_eq(_room(0, 100), 0);
	_end();
}
END_TEST

START_TEST(nobody_leaves_his_window)
{
	_start(1);
	ck_assert(_book(1, 10, 11, 5, 1));
	ck_assert(!_book(2, 9, 9, 3, 1));
	ck_assert_int_eq(_at(1), 10);
	ck_assert(_book(3, 9, 9, 2, 1));
	ck_assert_int_eq(_at(1), 11);
	_end();
}
END_TEST

START_TEST(who_has_started_stays)
{
	_start(1);
	ck_assert(_book(1, 10, 30, 5, 1));
	plan_world_advance(&w, 10);
	ck_assert(!_book(2, 10, 10, 2, 1));
	ck_assert(_book(3, 10, 20, 2, 1));
	ck_assert_int_eq(_at(1), 10);
	ck_assert_int_eq(_at(3), 15);
	_end();
}
END_TEST

START_TEST(who_freezes_stays)
{
	_start(1);
	w.options.freeze = 5;
	ck_assert(_book(1, 10, 30, 5, 1));
	plan_world_advance(&w, 6);
	ck_assert(!_book(2, 9, 9, 2, 1));
	w.options.freeze = 4;
	ck_assert(_book(2, 9, 9, 2, 1));
	ck_assert_int_eq(_at(1), 11);
	_end();
}
END_TEST

START_TEST(nobody_is_moved_to_where_he_would_freeze)
{
	_start(1);
	ck_assert(_book(1, 5, 5, 5, 1));
	ck_assert(_book(2, 5, 30, 6, 1));
	ck_assert_int_eq(_at(2), 10);
	plan_world_advance(&w, 2);
	_drop(1);
	w.options.freeze = 6;
	ck_assert_uint_eq(_room(5, 10), 1);
	ck_assert_int_eq(_at(2), 8);
	_end();
}
END_TEST

START_TEST(who_is_tight_waits_for_no_room)
{
	lrh_request_t rq = _rq(2, 0, 30, 6, 1);

	_start(1);
	ck_assert(_book(1, 5, 5, 5, 1));
	rq.not_before = 10;
	rq.tight = true;
	ck_assert(_book_as(rq, NULL, NULL));
	ck_assert_int_eq(_at(2), 10);
	_drop(1);
	ck_assert_uint_eq(_room(5, 10), 0);
	/* It moves for another as all do. */
	w.options.policy = LRH_ALL;
	ck_assert(_book(3, 12, 12, 3, 1));
	ck_assert_int_ne(_at(2), 10);
	_end();
}
END_TEST

START_TEST(who_stays_keeps_his_time_and_may_change_nodes)
{
	lrh_request_t rq = _rq(1, 10, 30, 5, 1);

	_start(2);
	rq.stays = true;
	ck_assert(_book_as(rq, NULL, NULL));
	ck_assert(!_book(2, 8, 8, 3, 2));
	rq = _rq(3, 8, 8, 3, 1);
	rq.pinned = true;
	ck_assert(_book_as(rq, "0", NULL));
	ck_assert_int_eq(_at(1), 10);
	_end();
}
END_TEST

START_TEST(room_is_used)
{
	_start(1);
	ck_assert(_book(1, 10, 10, 5, 1));
	ck_assert(_book(2, 10, 30, 5, 1));
	ck_assert(_book(3, 12, 30, 5, 1));
	ck_assert_int_eq(_at(2), 15);
	ck_assert_int_eq(_at(3), 20);
	_drop(1);
	ck_assert_uint_eq(_room(10, 15), 2);
	ck_assert_int_eq(_at(2), 10);
	ck_assert_int_eq(_at(3), 15);
	ck_assert_uint_eq(_room(10, 15), 0);
	_end();
}
END_TEST

/* The first that is asked again would take the place of a rigid one. */
START_TEST(refused_by_the_seed_is_inserted)
{
	lrh_order_t order;

	_start(1);
	ck_assert(_book(1, 14, 14, 5, 1));
	ck_assert(!_book(2, 10, 10, 5, 1));
	ck_assert(!_book(3, 10, 13, 3, 1) || (_at(3) + 3 <= 14));
	w.options.policy = LRH_ALL;
	ck_assert(_book_as(_rq(4, 10, 40, 6, 1), NULL, &order));
	ck_assert_int_eq(order, LRH_ORDER_INSERTED);
	ck_assert_int_eq(_at(4), 19);
	ck_assert_uint_eq(_room(0, 100), 0);
	_end();
}
END_TEST

/* Two with the same earliest start: the shorter one first is too late. */
START_TEST(who_must_start_first_goes_first)
{
	lrh_order_t order;

	_start(1);
	ck_assert(_book(1, 10, 20, 4, 1));
	ck_assert(_book(3, 15, 15, 5, 1));
	ck_assert(!_book(2, 10, 10, 5, 1));
	w.options.policy = LRH_ALL;
	ck_assert(_book_as(_rq(2, 10, 10, 5, 1), NULL, &order));
	ck_assert_int_eq(order, LRH_ORDER_LATEST);
	ck_assert_int_eq(_at(1), 20);
	ck_assert_uint_eq(_room(0, 100), 0);
	_end();
}
END_TEST

/* ... but not when no steps are left for it; what moves nobody is still found. */
START_TEST(a_budget_is_kept)
{
	lrh_order_t order;

	_start(1);
	ck_assert(_book(1, 10, 20, 4, 1));
	ck_assert(_book(3, 15, 15, 5, 1));
	w.options.policy = LRH_ALL;
	w.options.budget = 1;
	ck_assert(!_book(2, 10, 10, 5, 1));
	ck_assert(_book_as(_rq(4, 10, 40, 6, 1), NULL, &order));
	ck_assert_int_eq(order, LRH_ORDER_INSERTED);
	w.options.budget = (_i == 0) ? 100000 : UINT64_MAX;
	ck_assert(_book(2, 10, 10, 5, 1));
	_end();
}
END_TEST

START_TEST(first_fit_moves_nobody)
{
	_start(2);
	w.options.policy = LRH_FIRST_FIT;
	ck_assert(_book(1, 10, 14, 2, 1));
	ck_assert(!_book(2, 11, 11, 2, 2));
	ck_assert(_book(3, 11, 20, 2, 2));
	ck_assert_int_eq(_at(3), 12);
	_end();
}
END_TEST

START_TEST(who_is_asked_again_is_not_in_his_own_way)
{
	_start(2);
	ck_assert(_book(1, 10, 10, 5, 2));
	ck_assert(_book(2, 10, 30, 6, 1));
	ck_assert_int_eq(_at(2), 15);
	ck_assert(_book(1, 12, 12, 5, 1));
	ck_assert_int_eq(_at(1), 12);
	ck_assert_int_eq(_at(2), 10);
	ck_assert_uint_eq(lrh_count(w.l), 2);
	_end();
}
END_TEST

START_TEST(a_window_that_has_passed_does_not_fit)
{
	_start(1);
	plan_world_advance(&w, 50);
	ck_assert(!_book(1, 10, 40, 5, 1));
	w.options.policy = LRH_ALL;
	ck_assert(!_book(1, 10, 40, 5, 1));
	ck_assert(_book(1, 10, 50, 5, 1));
	ck_assert_int_eq(_at(1), 50);
	_end();
}
END_TEST

/* One node of the booking is down: it stays, and others move around it. */
START_TEST(who_is_hurt_stays)
{
	garq_set_t *down = test_set(2, "0");

	_start(2);
	ck_assert(_book(1, 10, 30, 5, 2));
	ck_assert_int_eq(garq_machine_hold(w.m, 99, 99, down, 12, 20), 0);
	ck_assert(!_book(2, 9, 9, 3, 1));
	ck_assert_int_eq(_at(1), 10);
	ck_assert(_book(1, 10, 30, 5, 2));
	ck_assert_int_eq(_at(1), 20);
	garq_set_destroy(down);
	_end();
}
END_TEST

static bool _pick(void *arg, uint64_t id, bool request,
		  const garq_set_t *free_nodes,
		  uint32_t num_cn, garq_set_t *nodes)
{
	int *asked = arg;

	(void) id;
	ck_assert(request);
	(*asked)++;
	for (uint32_t i = free_nodes->size; num_cn && (i-- > 0); ) {
		if (!garq_set_test(free_nodes, i))
			continue;
		garq_set_add(nodes, i);
		num_cn--;
	}
	return true;
}

START_TEST(the_host_may_choose)
{
	int asked = 0;

	_start(4);
	w.options.pick = _pick;
	w.options.pick_arg = &asked;
	for (int p = 0; p <= LRH_ALL; p++) {
		w.options.policy = (lrh_policy_t) p;
		ck_assert(_book((uint64_t) p + 1, 10 * (p + 1), 10 * (p + 1),
				3, 2));
		ck_assert_uint_eq(lrh_find(w.l, (uint64_t) p + 1)->nodes->
				  word[0], 0xc);
	}
	ck_assert_int_eq(asked, 3);
	_end();
}
END_TEST

START_TEST(what_is_wrong_is_told)
{
	lrh_request_t rq = _rq(1, 10, 20, 5, 1);
	garq_set_t *set = test_set_all(3), *other = test_set_all(4);
	lrh_plan_t plan;

	_start(3);
	rq.eligible = other;
	assert_error(lrh_plan(w.l, &rq, &w.options, &plan), EINVAL);
	rq.eligible = set;
	rq.num_cn = 0;
	assert_error(lrh_plan(w.l, &rq, &w.options, &plan), EINVAL);
	rq.num_cn = 1;
	rq.t_e = 0;
	assert_error(lrh_plan(w.l, &rq, &w.options, &plan), EINVAL);
	rq.t_e = 1;
	rq.id = GARQ_NO_GROUP;
	assert_error(lrh_plan(w.l, &rq, &w.options, &plan), EINVAL);
	assert_error(lrh_put(w.l, &rq, 10, set), EINVAL);
	rq.id = 1;
	rq.not_before = 21;
	assert_error(lrh_plan(w.l, &rq, &w.options, &plan), EINVAL);
	rq.not_before = 20;
	rq.num_cn = 4;
	ck_assert_int_eq(lrh_plan(w.l, &rq, &w.options, &plan), 0);
	ck_assert(!plan.fits);
	ck_assert_uint_eq(plan.blocked, 1);
	garq_set_destroy(set);
	garq_set_destroy(other);
	_end();
}
END_TEST

int main(void)
{
	Suite *s = suite_create("lrh");
	TCase *c = test_case(s, "facts", 0);

	tcase_add_loop_test(c, paper_table_1, 0, COUNT(clocks));
	tcase_add_test(c, who_comes_later_in_the_order_makes_room);
	tcase_add_test(c, who_comes_earlier_in_it_makes_room_too);
	tcase_add_test(c, nobody_leaves_his_window);
	tcase_add_test(c, who_has_started_stays);
	tcase_add_test(c, who_freezes_stays);
	tcase_add_test(c, nobody_is_moved_to_where_he_would_freeze);
	tcase_add_test(c, who_is_tight_waits_for_no_room);
	tcase_add_test(c, who_stays_keeps_his_time_and_may_change_nodes);
	tcase_add_test(c, room_is_used);
	tcase_add_test(c, refused_by_the_seed_is_inserted);
	tcase_add_test(c, who_must_start_first_goes_first);
	tcase_add_loop_test(c, a_budget_is_kept, 0, 2);
	tcase_add_test(c, first_fit_moves_nobody);
	tcase_add_test(c, who_is_asked_again_is_not_in_his_own_way);
	tcase_add_test(c, a_window_that_has_passed_does_not_fit);
	tcase_add_test(c, who_is_hurt_stays);
	tcase_add_test(c, the_host_may_choose);
	tcase_add_test(c, what_is_wrong_is_told);
	return test_run(s);
}
