/* SPDX-License-Identifier: GPL-2.0-or-later */
/* lrh_unsound_test.c - a plan that breaks a rule is dropped, and says so. */

#include "test/unit/lrh_plan_world.h"

static struct plan_world w;

/*
 * lrh_options_t.pick: put in a fault while a plan is made, after the starts were
 * chosen. IN arg - what becomes of booking 1
 */
static bool _fault(void *arg, uint64_t id, bool request,
		   const garq_set_t *free_nodes,
		   uint32_t num_cn, garq_set_t *ret_nodes)
{
	const struct lrh_booking *fault = arg;
	struct lrh_booking *b = lrh_find(w.l, 1);

	(void) id;
	(void) request;
	(void) free_nodes;
	(void) num_cn;
	(void) ret_nodes;
	b->stays = fault->stays;
	b->t_lsr = fault->t_lsr;
	return false;
}

/* Booking 1 moves from 5 to 10 for booking 2, unless a rule is broken so. */
static void _plan_with(const struct lrh_booking *fault, const char *unsound)
{
	garq_set_t *set = test_set_all(3);
	time_t start = 0;
	lrh_plan_t plan;
	lrh_request_t rq = {
		.id = 1, .num_cn = 3, .t_esr = 5, .t_lsr = 20, .t_e = 5,
		.not_before = 5, .eligible = set,
	};

	plan_world_empty(&w, 3, NULL, 1);
	w.options.policy = LRH_PAPER;
	ck_assert_int_eq(lrh_plan(w.l, &rq, &w.options, &plan), 0);
	ck_assert_int_eq(lrh_apply(w.l, w.m, &rq, &plan), 0);
	lrh_plan_free(&plan);
	rq.id = 2;
	rq.num_cn = 1;
	rq.t_lsr = 5;
	w.options.pick = _fault;
	w.options.pick_arg = (void *) fault;
	ck_assert_int_eq(lrh_plan(w.l, &rq, &w.options, &plan), 0);
	ck_assert_pstr_eq(plan.unsound, unsound);
	ck_assert_int_eq(plan.fits, !unsound);
	ck_assert_uint_eq(plan.cnt, unsound ? 0 : 1);
	ck_assert(!unsound || (!plan.moves && !plan.self.nodes));
	ck_assert(lrh_start(w.l, 1, &start));
	ck_assert_int_eq(start, 5);
	lrh_plan_free(&plan);
	garq_set_destroy(set);
	plan_world_free(&w);
}

START_TEST(an_unsound_plan_is_no_refusal)
{
	static const struct lrh_booking none = { .t_lsr = 20 },
		stays = { .t_lsr = 20, .stays = true }, late = { .t_lsr = 9 };

	_plan_with(&none, NULL);
	_plan_with(&stays, "a booking that keeps its time has another start");
	_plan_with(&late, "a booking has a start outside of its window");
}
END_TEST

int main(void)
{
	Suite *s = suite_create("lrh_unsound");
	TCase *c = test_case(s, "facts", 0);

	tcase_add_test(c, an_unsound_plan_is_no_refusal);
	return test_run(s);
}
