/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lrh_timeline_test.c - many that are alike: what a search takes, counted; and
 * what is known outside its window.
 */

#include "lrh/timeline.h"
#include "test/unit/lrh_plan_world.h"

#define MANY 100

/* The linker puts this in between (--wrap). */
static int asked;

extern void __real_garq_nodes_each_on(const garq_nodes_t *n, uint32_t node,
				      time_t from, garq_nodes_fn fn, void *arg);
extern void __wrap_garq_nodes_each_on(const garq_nodes_t *n, uint32_t node,
				      time_t from, garq_nodes_fn fn, void *arg);

void __wrap_garq_nodes_each_on(const garq_nodes_t *n, uint32_t node,
			       time_t from, garq_nodes_fn fn, void *arg)
{
	asked++;
	__real_garq_nodes_each_on(n, node, from, fn, arg);
}

/* A search goes over all segments there are. */
START_TEST(one_after_the_other_is_one_segment)
{
	struct lrh_meter meter = LRH_METER;
	struct lrh_timeline tl;
	struct plan_world w;

	plan_world_empty(&w, 3, NULL, 1);
	lrh_timeline_open(&tl, w.l, &meter, 0);
	ck_assert_int_eq(lrh_timeline_extend(&tl, 1000), 0);
	ck_assert_uint_eq(tl.line[0].cnt, 1);
	for (time_t t = 100; t < 200; t += 2)
		ck_assert_int_eq(lrh_timeline_add(&tl, 0, t, t + 2, -1), 0);
	ck_assert_uint_eq(tl.line[0].cnt, 3);
	for (time_t t = 198; t >= 100; t -= 2)
		ck_assert_int_eq(lrh_timeline_add(&tl, 0, t, t + 2, 1), 0);
	ck_assert_uint_eq(tl.line[0].cnt, 1);
	ck_assert_int_eq(tl.line[0].segment[0].free, 3);
	lrh_timeline_close(&tl);
	plan_world_free(&w);
}
END_TEST

/* So many in a row, of two seconds each, all of them on node 0. */
static lrh_request_t _row(struct plan_world *w, const garq_set_t *node)
{
	lrh_request_t rq = {
		.num_cn = 1, .t_esr = 10, .t_lsr = 10 + 4 * MANY, .t_e = 2,
		.not_before = 10, .eligible = node, .pinned = true,
	};

	for (rq.id = 1; rq.id <= MANY; rq.id++) {
		time_t start = 8 + 2 * (time_t) rq.id;

		ck_assert_int_eq(garq_machine_hold(w->m, rq.id, rq.id, node,
						   start, start + 2), 0);
		ck_assert_int_eq(lrh_put(w->l, &rq, start, node), 0);
	}
	return rq;
}

/* A shorter one comes before all of them, and each looks past those before. */
START_TEST(pinned_ones_in_a_row_are_passed_at_once)
{
	garq_set_t *node = test_set(2, "0");
	struct plan_world w;
	lrh_request_t rq;
	lrh_plan_t plan;

	plan_world_empty(&w, 2, NULL, 1);
	w.options.policy = LRH_PAPER;
	rq = _row(&w, node);
	rq.t_e = 1;
	asked = 0;
	ck_assert_int_eq(lrh_plan(w.l, &rq, &w.options, &plan), 0);
	ck_assert(plan.fits);
	ck_assert_uint_eq(plan.cnt, MANY);
	ck_assert_int_gt(asked, MANY);
	ck_assert_int_lt(asked, 10 * MANY);
	lrh_plan_free(&plan);
	plan_world_free(&w);
	garq_set_destroy(node);
}
END_TEST

/*
 * One is known where its window [50, 60] is not, and another one is asked for on
 * node 0. It fits if the first has other nodes; or another place in the order,
 * by which it would go back into its window.
 */
static const struct {
	time_t at;
	uint32_t nodes;
	lrh_request_t rq;
} outside[] = {
	{ 30, 2, { .t_esr = 30, .t_lsr = 30, .t_e = 5, .pinned = true } },
	{ 70, 1, { .t_esr = 46, .t_lsr = 53, .t_e = 4 } },
};

static void _known(struct plan_world *w, uint64_t id, time_t t_esr,
		   time_t t_lsr, time_t t_e, time_t at)
{
	garq_set_t *all = test_set_all(w->nodes), *node = test_set(w->nodes, "0");
	lrh_request_t rq = {
		.id = id, .num_cn = 1, .t_esr = t_esr, .t_lsr = t_lsr,
		.t_e = t_e, .not_before = t_esr, .eligible = all,
	};

	ck_assert_int_eq(garq_machine_hold(w->m, id, id, node, at, at + t_e),
			 0);
	ck_assert_int_eq(lrh_put(w->l, &rq, at, node), 0);
	garq_set_destroy(all);
	garq_set_destroy(node);
}

START_TEST(who_is_outside_his_window_is_applied)
{
	garq_set_t *node = test_set(outside[_i].nodes, "0");
	lrh_request_t rq = outside[_i].rq;
	struct plan_world w;
	lrh_plan_t plan;
	time_t start;

	plan_world_empty(&w, outside[_i].nodes, NULL, 1);
	w.options.policy = LRH_ALL;
	_known(&w, 1, 50, 60, 5, outside[_i].at);
	_known(&w, 2, 48, 49, 1, 48);
	rq.id = 3;
	rq.num_cn = 1;
	rq.not_before = rq.t_esr;
	rq.eligible = node;
	ck_assert_int_eq(lrh_plan(w.l, &rq, &w.options, &plan), 0);
	ck_assert(plan.fits);
	ck_assert_uint_eq(plan.cnt, 1);
	ck_assert_int_eq(lrh_apply(w.l, w.m, &rq, &plan), 0);
	ck_assert(lrh_start(w.l, 1, &start));
	ck_assert_int_eq(start, outside[_i].at);
	lrh_plan_free(&plan);
	plan_world_free(&w);
	garq_set_destroy(node);
}
END_TEST

/* What holds nodes during an hour: holders of group 1, and others. */
#define SPAN 200

static void _random_holds(const struct plan_world *w, rng_t *r, uint32_t size)
{
	for (uint64_t id = 1; id <= 12; id++) {
		garq_set_t *set = garq_set_create(size);
		time_t t_s = (time_t) rng_below(r, SPAN);

		ck_assert_ptr_nonnull(set);
		for (uint32_t i = 0; i < size; i++)
			if (rng_one_in(r, 2))
				garq_set_add(set, i);
		if (garq_set_count(set))
			ck_assert_int_eq(garq_machine_hold(
				w->m, id, (id % 3) ? id + 100 : 1, set, t_s,
				t_s + rng_between(r, 1, SPAN)), 0);
		/* others take over what it has claimed */
		if (rng_one_in(r, 4))
			(void) garq_machine_release(w->m, 1 + rng_below(r, id));
		garq_set_destroy(set);
	}
}

static int64_t _free_of_pool(const struct plan_world *w, uint32_t pool,
			     uint32_t size, time_t t)
{
	garq_set_t *set = garq_set_create(size);
	uint32_t cnt;

	ck_assert_ptr_nonnull(set);
	for (uint32_t i = 0; i < size; i++)
		if (lrh_pool(w->l, i) == pool)
			garq_set_add(set, i);
	cnt = garq_nodes_free(garq_machine_nodes(w->m), set, t, t + 1,
			      GARQ_NO_GROUP, NULL);
	garq_set_destroy(set);
	return cnt;
}

/* The counts of a draft beside those of the nodes, at each second. */
START_TEST(without_a_group_the_counts_are_those_of_the_nodes)
{
	static const uint32_t pool_of[] = { 0, 1, 0, 1, 0, 1 };
	struct lrh_meter meter = LRH_METER;
	struct lrh_timeline tl;
	rng_t r = { test_seed() + (uint64_t) _i };
	struct plan_world w;
	time_t after;

	plan_world_empty(&w, COUNT(pool_of), pool_of, 1);
	_random_holds(&w, &r, COUNT(pool_of));
	garq_machine_away(w.m, 1);
	lrh_timeline_open(&tl, w.l, &meter, 0);
	for (time_t hi = SPAN / 2; hi <= 2 * SPAN; hi *= 2) {
		time_t was = tl.hi;

		ck_assert_int_eq(lrh_timeline_extend(&tl, hi), 0);
		ck_assert_int_eq(lrh_timeline_recount(&tl, 1, was, hi), 0);
	}
	for (uint32_t p = 0; p < tl.pools; p++)
		for (time_t t = 0; t < tl.hi; t++)
			ck_assert_int_eq(lrh_timeline_least(&tl, p, t, t + 1,
							    &after),
					 _free_of_pool(&w, p, COUNT(pool_of),
						       t));
	lrh_timeline_close(&tl);
	garq_machine_back(w.m, 1);
	plan_world_free(&w);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("lrh_edges");
	TCase *c = test_case(s, "edges", 0);

	tcase_add_test(c, one_after_the_other_is_one_segment);
	tcase_add_test(c, pinned_ones_in_a_row_are_passed_at_once);
	tcase_add_loop_test(c, who_is_outside_his_window_is_applied, 0,
			    COUNT(outside));
	tcase_add_loop_test(c,
			    without_a_group_the_counts_are_those_of_the_nodes,
			    0, 200);
	return test_run(s);
}
