/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * srl_alloc_test.c - each allocation fails once: the answer is ENOMEM, and
 * nothing is lost.
 */
#include <string.h>

#include "test/unit/fail_alloc.h"
#include "test/unit/srl_texts.h"
#include "test/unit/srl_world.h"

START_TEST(a_request_is_read_or_there_is_no_memory)
{
	srl_errors_t errors;
	int failed = 1, n = 0;

	while (failed) {
		srl_t *srl;

		fail_alloc_arm(++n, _i);
		srl = srl_read(text_example, strlen(text_example), &test_reader,
			       &errors);
		int err = errno;

		failed = fail_alloc_disarm();
		ck_assert((srl != NULL) == !failed);
		ck_assert_uint_eq(errors.cnt, 0);
		if (failed)
			ck_assert_int_eq(err, ENOMEM);
		srl_destroy(srl);
	}
	ck_assert_int_gt(n, 4);
}
END_TEST

/* Two groups, a budget, a shared pool. */
static void _make_world(struct test_world *w)
{
	world_init(w);
	world_resource(w, "a", "x", 8);
	world_resource(w, "b", "y", 8);
	for (uint32_t l = 0; l < 4; l++)
		world_run(w, world_lane(w, l / 2, l % 2, 5, 0), 2000, 90000, l);
}

START_TEST(a_search_ends_or_there_is_no_memory)
{
	srl_errors_t errors;
	srl_t *srl = read_two("A.CON.x = A.RVC.end <= B.RVC.begin\n"
			      "A.CON.c = ALL.RVC.cost <= 9\n", &errors);
	const srl_limits_t limits = { 0 };
	struct test_world w;
	srl_answer_t answer;
	int failed = 1, n = 0;

	ck_assert_ptr_nonnull(srl);
	_make_world(&w);
	while (failed) {
		size_t constraint;
		int rc, err;

		fail_alloc_arm(++n, _i);
		rc = srl_search(srl, &w.world, &limits, &answer, &constraint);
		err = errno;
		failed = fail_alloc_disarm();
		if (rc < 0)
			ck_assert(failed && (err == ENOMEM));
	}
	ck_assert_int_eq(answer.verdict, SRL_OPTIMAL);
	ck_assert_int_gt(n, 10);
	srl_destroy(srl);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("srl_alloc");
	TCase *tc = test_case(suite, "one and all", 0);

	tcase_add_loop_test(tc, a_request_is_read_or_there_is_no_memory, 0, 2);
	tcase_add_loop_test(tc, a_search_ends_or_there_is_no_memory, 0, 2);
	return test_run(suite);
}
