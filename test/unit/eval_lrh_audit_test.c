/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * eval_lrh_audit_test.c - contrib/eval/lrh/lrh_audit.c notices invalid schedules,
 * and the methods make no such schedules on random workloads.
 *
 *	SEED=n test/unit/eval_lrh_audit_test
 *
 * replays a failure.
 */
#include <string.h>

#include "contrib/eval/lrh/lrh_audit.h"
#include "contrib/eval/lrh/lrh_sim.h"
#include "contrib/eval/lrh/lrh_work.h"
#include "test/unit/test_util.h"

/* A valid schedule on three nodes, and ways to make it invalid. */
static struct flex_request request[] = {
	{ 0, 10, 20, 10, 2 }, { 5, 10, 10, 5, 1 }, { 5, 20, 30, 5, 2 },
};
static struct flex_fate fate[3];
static struct flex_work w = {
	.request = request, .cnt = 3, .max_cn = 3, .delta = 1
};
static struct flex_result r = { .fate = fate, .cnt = 3 };

static void _setup(void)
{
	fate[0] = (struct flex_fate) { true, 10, test_set(3, "0,1") };
	fate[1] = (struct flex_fate) { true, 10, test_set(3, "2") };
	fate[2] = (struct flex_fate) { true, 20, test_set(3, "1,2") };
}

static void _teardown(void)
{
	for (int i = 0; i < 3; i++)
		garq_set_destroy(fate[i].nodes);
}

START_TEST(a_good_one_is_good)
{
	ck_assert_ptr_null(flex_audit(&w, &r, false));
	fate[1].in = false;
	ck_assert_ptr_null(flex_audit(&w, &r, false));
	ck_assert_ptr_nonnull(flex_audit(&w, &r, true));
}
END_TEST

START_TEST(windows_are_kept)
{
	fate[2].start = 19;
	ck_assert_str_eq(flex_audit(&w, &r, false), "one starts before t_esr");
	fate[2].start = 31;
	ck_assert_str_eq(flex_audit(&w, &r, false), "one starts after t_lsr");
	ck_assert_ptr_null(flex_audit(&w, &r, true));
	fate[2].start = 30;
	ck_assert_ptr_null(flex_audit(&w, &r, false));
	request[2].come = 31;
	ck_assert_str_eq(flex_audit(&w, &r, false), "one starts before he came");
	request[2].come = 5;
}
END_TEST

START_TEST(nodes_are_counted)
{
	request[2].t_esr = 10;
	fate[2].start = 19;
	ck_assert_str_eq(flex_audit(&w, &r, false),
			 "more nodes are taken than there are");
	request[2].t_esr = 20;
}
END_TEST

START_TEST(a_node_has_one_at_a_time)
{
	garq_set_destroy(fate[1].nodes);
	fate[1].nodes = test_set(3, "1");
	ck_assert_str_eq(flex_audit(&w, &r, false),
			 "a node has two bookings at a time");
	/* without nodes, the counts are valid */
	garq_set_destroy(fate[1].nodes);
	fate[1].nodes = NULL;
	ck_assert_ptr_null(flex_audit(&w, &r, false));
	garq_set_del(fate[0].nodes, 0);
	ck_assert_str_eq(flex_audit(&w, &r, false),
			 "one has more or fewer nodes than he asked for");
}
END_TEST

/* Random workloads: flex_run() audits. */

static struct flex_shape _shape(rng_t *rng)
{
	struct flex_shape shape = {
		.cnt = (uint32_t) rng_between(rng, 1, 150),
		.mu = (double) rng_between(rng, 1, 5),
		.max_cn = (uint32_t) rng_between(rng, 1, 12),
		.te_max = (uint32_t) rng_between(rng, 1, 60),
		.flexible = (uint32_t) rng_between(rng, 0, 4) * 25,
		.ahead = rng_one_in(rng, 3),
	};

	shape.cn_max = (uint32_t) rng_between(rng, 1, shape.max_cn);
	return shape;
}

START_TEST(methods_keep_to_it)
{
	rng_t rng = { test_seed() + (uint64_t) _i };
	struct flex_shape shape = _shape(&rng);
	struct flex_result first, again;
	struct flex_work work;

	ck_assert_int_eq(flex_work_make(&shape, rng_next(&rng), &work), 0);
	for (const struct flex_method *m = flex_methods; m->name; m++) {
		ck_assert_msg(!flex_run(&work, m, &first), "%s: %s", m->name,
			      strerror(errno));
		/* the result depends on the workload alone */
		ck_assert_int_eq(flex_run(&work, m, &again), 0);
		for (uint32_t i = 0; i < work.cnt; i++) {
			ck_assert(first.fate[i].in == again.fate[i].in);
			ck_assert(first.fate[i].start == again.fate[i].start);
		}
		flex_result_free(&first);
		flex_result_free(&again);
	}
	flex_work_free(&work);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("lrh_eval_audit");
	TCase *tc = test_case(s, "audit", 0);

	tcase_add_checked_fixture(tc, _setup, _teardown);
	tcase_add_test(tc, a_good_one_is_good);
	tcase_add_test(tc, windows_are_kept);
	tcase_add_test(tc, nodes_are_counted);
	tcase_add_test(tc, a_node_has_one_at_a_time);
	tc = test_case(s, "methods", 120);
	tcase_add_loop_test(tc, methods_keep_to_it, 0, 60);
	return test_run(s);
}
