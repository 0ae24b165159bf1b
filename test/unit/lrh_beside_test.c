/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lrh_beside_test.c - whom a plan leaves alone: all others, where there is room
 * beside them; bookings on nodes that the request can't have; and everybody, where
 * no order helps.
 */
#include <stdlib.h>

#include "lrh/lrh.h"
#include "test/unit/test_util.h"

#define NODES 64U
#define HOUR 3600

static struct {
	garq_machine_t *m;
	lrh_t *l;
	uint32_t nodes;
	lrh_options_t options;
} w;

static void _begin(uint32_t nodes, const uint32_t *pool_of)
{
	w.m = garq_machine_create(nodes, pool_of, 60, 30 * 86400, 0);
	ck_assert_ptr_nonnull(w.m);
	w.l = lrh_create(w.m);
	ck_assert_ptr_nonnull(w.l);
	w.nodes = nodes;
	w.options = (lrh_options_t) { .policy = LRH_ALL };
}

static void _end(void)
{
	const char *reason = NULL;

	ck_assert_msg(lrh_check(w.l, &reason), "%s", reason);
	lrh_destroy(w.l);
	garq_machine_destroy(w.m);
}

/* A request for any nodes, or some of these. */
static lrh_request_t _rq(uint64_t id, time_t t_esr, time_t t_lsr, time_t t_e,
			 uint32_t num_cn, const char *nodes)
{
	return (lrh_request_t) {
		.id = id, .num_cn = num_cn, .t_esr = t_esr, .t_lsr = t_lsr,
		.t_e = t_e, .not_before = t_esr,
		.eligible = nodes ? test_set(w.nodes, nodes) :
				    test_set_all(w.nodes),
	};
}

/* Ask, and have it if it fits. RET the plan, without its sets */
static lrh_plan_t _book(lrh_request_t rq)
{
	lrh_plan_t plan, seen;

	ck_assert_int_eq(lrh_plan(w.l, &rq, &w.options, &plan), 0);
	ck_assert_ptr_null(plan.unsound);
	if (plan.fits)
		ck_assert_int_eq(lrh_apply(w.l, w.m, &rq, &plan), 0);
	seen = plan;
	lrh_plan_free(&plan);
	garq_set_destroy((garq_set_t *) rq.eligible);
	return seen;
}

/* Others hold nodes: a job. */
static void _hold(uint64_t id, const char *nodes, time_t t_s, time_t t_e)
{
	garq_set_t *set = test_set(w.nodes, nodes);

	ck_assert_int_eq(garq_machine_hold(w.m, id, id, set, t_s, t_e), 0);
	garq_set_destroy(set);
}

static bool _has(uint64_t id, uint32_t node, time_t t)
{
	garq_set_t *one = garq_set_create(w.nodes);
	bool has;

	garq_set_add(one, node);
	has = !garq_nodes_free(garq_machine_nodes(w.m), one, t, t + 1,
			       GARQ_NO_GROUP, NULL) &&
	      garq_nodes_free(garq_machine_nodes(w.m), one, t, t + 1, id, NULL);
	garq_set_destroy(one);
	return has;
}

/* The steps of a request beside so many flexible bookings of one node each. */
static uint64_t _steps_beside(uint32_t bookings)
{
	lrh_plan_t plan;
	uint64_t steps;

	_begin(NODES, NULL);
	for (uint32_t i = 0; i < bookings; i++)
		ck_assert(_book(_rq(1 + i, HOUR + i, 9 * HOUR, HOUR, 1,
				    NULL)).fits);
	plan = _book(_rq(1000, HOUR, 2 * HOUR, 4 * HOUR, 2, NULL));
	ck_assert(plan.fits && !plan.cnt);
	ck_assert_int_eq(plan.order, LRH_ORDER_INSERTED);
	ck_assert_int_eq(plan.self.start, HOUR);
	steps = plan.steps;
	_end();
	return steps;
}

START_TEST(nobody_is_read_where_there_is_room)
{
	ck_assert_uint_eq(_steps_beside(60), _steps_beside(1));
}
END_TEST

/* By count a node of pool 1 is always free, but none for the whole request. */
START_TEST(what_counts_do_not_tell_is_seen)
{
	static const uint32_t pool_of[4] = { 0, 0, 1, 1 };
	lrh_plan_t plan;

	_begin(4, pool_of);
	ck_assert(_book(_rq(1, 100 * HOUR, 100 * HOUR, HOUR, 1, "0-1")).fits);
	ck_assert(_book(_rq(2, 200 * HOUR, 200 * HOUR, HOUR, 1, "2-3")).fits);
	ck_assert(_book(_rq(3, 300 * HOUR, 300 * HOUR, HOUR, 1, "0-1")).fits);
	_hold(10, "2", HOUR, 2 * HOUR);
	_hold(11, "3", 2 * HOUR, 3 * HOUR);
	plan = _book(_rq(4, HOUR, HOUR, 2 * HOUR, 1, NULL));
	ck_assert(plan.fits && !plan.cnt);
	ck_assert_uint_lt(plan.steps, 100);
	ck_assert(_has(4, 0, HOUR) || _has(4, 1, HOUR));
	_end();
}
END_TEST

START_TEST(who_may_have_any_node_leaves_those_that_others_need)
{
	static const uint32_t pool_of[4] = { 0, 0, 1, 1 };

	_begin(4, pool_of);
	ck_assert(_book(_rq(1, 100 * HOUR, 100 * HOUR, HOUR, 1, "0-1")).fits);
	ck_assert(_book(_rq(2, HOUR, HOUR, HOUR, 2, NULL)).fits);
	ck_assert(_has(2, 2, HOUR) && _has(2, 3, HOUR));
	_end();
}
END_TEST

/* Booking 2 waits for nodes of booking 1, and gets them when 1 becomes shorter. */
START_TEST(who_waits_for_the_nodes_gets_them)
{
	lrh_plan_t plan;
	time_t start;

	_begin(2, NULL);
	ck_assert(_book(_rq(1, HOUR, HOUR, 4 * HOUR, 2, NULL)).fits);
	ck_assert(_book(_rq(2, 2 * HOUR, 9 * HOUR, HOUR, 1, NULL)).fits);
	ck_assert(lrh_start(w.l, 2, &start) && (start == 5 * HOUR));
	plan = _book(_rq(1, HOUR, HOUR, 2 * HOUR, 2, NULL));
	ck_assert(plan.fits && (plan.cnt == 1));
	ck_assert(lrh_start(w.l, 2, &start) && (start == 3 * HOUR));
	_end();
}
END_TEST

/*
 * One node of pool 0 is asked for, and one must move for it; pool 1 has so many
 * flexible bookings. RET the plan, without its sets
 */
static lrh_plan_t _move_beside(uint32_t bookings, bool hopeless)
{
	uint32_t pool_of[NODES] = { 0 };
	lrh_plan_t plan;

	for (uint32_t i = 1; i < NODES; i++)
		pool_of[i] = 1;
	_begin(NODES, pool_of);
	for (uint32_t i = 0; i < bookings; i++)
		ck_assert(_book(_rq(10 + i, HOUR + i, 9 * HOUR, HOUR, 1,
				    "1-63")).fits);
	ck_assert(_book(_rq(1, HOUR, (hopeless ? 1 : 9) * HOUR, 2 * HOUR, 1,
			    "0")).fits);
	plan = _book(_rq(2, HOUR, HOUR, 2 * HOUR, 1, "0"));
	_end();
	return plan;
}

START_TEST(who_is_on_other_nodes_stays)
{
	lrh_plan_t few = _move_beside(1, false), many = _move_beside(60, false);

	ck_assert(few.fits && (few.cnt == 1));
	ck_assert(many.fits && (many.cnt == 1));
	/* each is taken out of the counts, and put back where it was */
	ck_assert_uint_lt(many.steps, few.steps + (60 * 150));
}
END_TEST

START_TEST(what_no_order_can_do_is_not_tried)
{
	lrh_plan_t few = _move_beside(1, true), many = _move_beside(60, true);

	ck_assert(!few.fits && !few.cut && !many.fits && !many.cut);
	ck_assert_uint_lt(many.steps, few.steps + (60 * 60));
}
END_TEST

int main(void)
{
	Suite *s = suite_create("lrh_beside");
	TCase *c = test_case(s, "facts", 0);

	tcase_add_test(c, nobody_is_read_where_there_is_room);
	tcase_add_test(c, what_counts_do_not_tell_is_seen);
	tcase_add_test(c, who_may_have_any_node_leaves_those_that_others_need);
	tcase_add_test(c, who_waits_for_the_nodes_gets_them);
	tcase_add_test(c, who_is_on_other_nodes_stays);
	tcase_add_test(c, what_no_order_can_do_is_not_tried);
	return test_run(s);
}
