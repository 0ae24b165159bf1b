/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * eval_lrh_work_test.c - contrib/eval/lrh/lrh_work.h: requests drawn by a shape, and
 * read.
 */
#include <errno.h>
#include <string.h>

#include "contrib/eval/lrh/lrh_measure.h"
#include "contrib/eval/lrh/lrh_sim.h"
#include "contrib/eval/lrh/lrh_work.h"
#include "test/unit/test_util.h"

#define SLOT FLEX_DELTA

static struct flex_work w;

static void _teardown(void)
{
	flex_work_free(&w);
}

static const struct flex_shape shape = {
	.cnt = 600, .mu = 2, .max_cn = 20, .cn_max = 5, .te_max = 8,
	.flexible = 75,
};

START_TEST(requests_are_as_the_shape_says)
{
	uint32_t flexible = 0, last = 0;
	double cn = 0, te = 0;

	ck_assert_int_eq(flex_work_make(&shape, 7, &w), 0);
	ck_assert_uint_eq(w.cnt, 600);
	for (uint32_t i = 0; i < w.cnt; i++) {
		const struct flex_request *rq = &w.request[i];
		time_t t_f = rq->t_lsr - rq->t_esr;

		ck_assert(!i || (rq->come >= w.request[i - 1].come));
		ck_assert((rq->t_esr >= rq->come) &&
			  (rq->t_esr <= rq->come + 86400));
		ck_assert(!t_f || ((t_f >= 3600) && (t_f <= 12 * 3600)));
		ck_assert((rq->num_cn >= 1) && (rq->num_cn <= 5));
		ck_assert((rq->t_e >= SLOT) && (rq->t_e <= 8 * SLOT));
		flexible += (t_f > 0);
		cn += rq->num_cn;
		te += (double) rq->t_e / SLOT;
		last = (uint32_t) (rq->come / SLOT);
	}
	ck_assert_uint_eq(flexible, 450);
	ck_assert_double_eq_tol(cn / 600, 3, 0.3);
	ck_assert_double_eq_tol(te / 600, 4.5, 0.4);
	ck_assert_double_eq_tol(600. / (last + 1), 2, 0.3);
}
END_TEST

/* Equal seeds give equal requests, whatever share of them is flexible. */
START_TEST(a_seed_is_one_workload)
{
	struct flex_shape rigid = shape;
	struct flex_work v;

	rigid.flexible = 0;
	ck_assert_int_eq(flex_work_make(&shape, 7, &w), 0);
	ck_assert_int_eq(flex_work_make(&rigid, 7, &v), 0);
	for (uint32_t i = 0; i < w.cnt; i++) {
		ck_assert_int_eq(w.request[i].t_esr, v.request[i].t_esr);
		ck_assert_int_eq(w.request[i].t_e, v.request[i].t_e);
		ck_assert_int_eq(v.request[i].t_lsr, v.request[i].t_esr);
	}
	flex_work_free(&v);
}
END_TEST

/* RET the result of flex_work_read() on a text; the requests are in w */
static int _read(const char *text, FILE **f)
{
	*f = fmemopen((char *) text, strlen(text), "r");
	ck_assert_ptr_nonnull(*f);
	errno = 0;
	return flex_work_read(*f, 4, &w);
}

START_TEST(requests_are_read_part_by_part)
{
	struct flex_result r = { 0 };
	FILE *f;

	ck_assert_int_eq(_read("0 7 7 1 4\n0 5 3605 61 1\n\n3 4 9 2 3\n", &f), 1);
	ck_assert_uint_eq(w.cnt, 2);
	ck_assert_int_eq(w.request[0].t_lsr, 7);
	ck_assert_int_eq(w.request[1].come, 0);
	ck_assert_int_eq(w.request[1].t_esr, 5);
	ck_assert_int_eq(w.request[1].t_lsr, 3605);
	ck_assert_int_eq(w.request[1].t_e, 61);
	ck_assert_uint_eq(w.request[1].num_cn, 1);
	ck_assert_int_eq(flex_run(&w, flex_method("all"), &r), 0);
	ck_assert(r.fate[1].in);
	ck_assert_int_eq(r.fate[1].start, 8);
	flex_result_free(&r);
	flex_work_free(&w);
	ck_assert_int_eq(flex_work_read(f, 4, &w), 1);
	ck_assert_uint_eq(w.cnt, 1);
	ck_assert_int_eq(w.request[0].come, 3);
	flex_work_free(&w);
	ck_assert_int_eq(flex_work_read(f, 4, &w), 0);
	fclose(f);
}
END_TEST

static const char *const bad_lines[] = {
	"1 2 3 4\n", "x\n", "1 2 3 0 1\n", "1 3 2 4 1\n", "2 1 3 4 1\n",
	"1 2 3 4 0\n", "1 2 3 4 5\n", "-1 2 3 4 1\n",
	"5 6 7 1 1\n4 6 7 1 1\n", "1 2 3 9999999999 1\n",
};

START_TEST(no_other_line_is_a_request)
{
	FILE *f;

	ck_assert_int_eq(_read(bad_lines[_i], &f), -1);
	ck_assert_int_eq(errno, EINVAL);
	ck_assert_ptr_null(w.request);
	fclose(f);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("lrh_eval_work");
	TCase *tc = test_case(s, "workloads", 0);

	tcase_add_checked_fixture(tc, NULL, _teardown);
	tcase_add_test(tc, requests_are_as_the_shape_says);
	tcase_add_test(tc, a_seed_is_one_workload);
	tcase_add_test(tc, requests_are_read_part_by_part);
	tcase_add_loop_test(tc, no_other_line_is_a_request, 0,
			    sizeof(bad_lines) / sizeof(bad_lines[0]));
	return test_run(s);
}
