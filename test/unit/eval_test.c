/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * eval_test.c - the paper's example on every structure of contrib/eval; traces,
 * and scripts of operations made from them.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/eval/slots/replay.h"
#include "contrib/eval/base/workload.h"
#include "test/unit/test_util.h"

/* The paper's example */

static const struct eval_structure *structure;
static void *s;
static time_t unit;		/* length of a second of the figures */
static uint32_t handle[16];	/* by id */

static int _search(time_t t_s, time_t t_e, uint32_t num_cn)
{
	struct eval_booking b = { 0, t_s * unit, t_e * unit, num_cn, NULL };

	return structure->search(s, &b);
}

static void _add(uint64_t id, time_t t_s, time_t t_e, uint32_t num_cn)
{
	struct eval_booking b = { id, t_s * unit, t_e * unit, num_cn,
				  &handle[id] };

	ck_assert_int_eq(structure->search(s, &b), 1);
	ck_assert_int_eq(structure->add(s, &b), 0);
}

static void _delete(uint64_t id, time_t t_s, time_t t_e, uint32_t num_cn)
{
	struct eval_booking b = { id, t_s * unit, t_e * unit, num_cn,
				  &handle[id] };

	ck_assert_int_eq(structure->delete(s, &b), 0);
}

/* The suggested start, or -1 */
static time_t _suggest(time_t t_s, time_t t_e, uint32_t num_cn,
		       time_t max_limit)
{
	struct eval_booking b = { 0, t_s * unit, t_e * unit, num_cn, NULL };
	time_t start = -unit;

	structure->suggest(s, &b, max_limit * unit, &start);
	return start / unit;
}

static const time_t units[] = { 1, 300, 900, 3600 };
#define UNITS 4

/* Figure 3, as test/unit/garq_test.c has it: 3 nodes, User1 to User4. */
static void _figure_3(int i)
{
	struct eval_setup setup = { .max_cn = 3 };

	structure = eval_structures[i / UNITS];
	unit = units[i % UNITS];
	setup.delta = (uint32_t) unit;
	setup.horizon = 28 * unit;
	s = structure->create(&setup, 0);
	ck_assert_ptr_nonnull(s);
	_add(1, 8, 10, 1);
	_add(2, 10, 13, 2);
	_add(3, 9, 12, 1);
	_add(4, 15, 17, 3);
}

/* Figures 4 to 8 all refuse it; [10, 12) is full, "only one is available". */
START_TEST(figures_4_to_8_user5_is_refused)
{
	_figure_3(_i);
	ck_assert_int_eq(_search(11, 13, 2), 0);
	ck_assert_int_eq(_search(11, 12, 1), 0);
	ck_assert_int_eq(_search(12, 13, 1), 1);
	structure->destroy(s);
}
END_TEST

START_TEST(figure_3_user5_is_suggested_13)
{
	_figure_3(_i);
	ck_assert_int_eq(_suggest(11, 13, 2, 12), 13);
	_add(5, 13, 15, 2);
	ck_assert_int_eq(_suggest(11, 13, 2, 12), 17);
	structure->destroy(s);
}
END_TEST

START_TEST(max_limit_bounds_the_end)
{
	_figure_3(_i);
	ck_assert_int_eq(_suggest(11, 13, 2, 4), 13);
	ck_assert_int_eq(_suggest(11, 13, 2, 3), -1);
	structure->destroy(s);
}
END_TEST

START_TEST(deleted_reservations_are_free)
{
	_figure_3(_i);
	_delete(2, 10, 13, 2);
	ck_assert_int_eq(_search(11, 13, 2), 1);
	ck_assert_int_eq(_search(11, 13, 3), 0);
	_delete(3, 9, 12, 1);
	ck_assert_int_eq(_search(10, 15, 3), 1);
	structure->destroy(s);
}
END_TEST

START_TEST(more_than_there_are_never_fit)
{
	_figure_3(_i);
	ck_assert_int_eq(_search(20, 21, 4), 0);
	ck_assert_int_eq(_suggest(20, 21, 4, 5), -1);
	structure->destroy(s);
}
END_TEST

/* Traces */

static const char log_text[] =
	"; Version: 2.2\n"
	"\n"
	"  1  3785 10   61  4 -1 -1  4 100 -1 1 1 1 1 1 -1 -1 -1\n"
	"  2  3900 10  300 -1 -1 -1 99 100 -1 1 1 1 1 1 -1 -1 -1\n"
	"  3  3900 -1   -1  4 -1 -1  4 100 -1 0 1 1 1 1 -1 -1 -1\n"
	"  4  3901 10 3000000 1 -1 -1 1 100 -1 1 1 1 1 1 -1 -1 -1\n"
	"  5  4000 10  901 -1 -1 -1 -1 100 -1 1 1 1 1 1 -1 -1 -1\n"
	"  6 1300000 0 901 2 -1 -1 2 100 -1 1 1 1 1 1 -1 -1 -1\n";

static struct eval_jobs _read(const char *text, uint32_t max)
{
	FILE *f = fmemopen((void *) text, strlen(text), "r");
	struct eval_jobs jobs;

	ck_assert_ptr_nonnull(f);
	ck_assert_int_eq(eval_jobs_read(f, max, &jobs), 0);
	fclose(f);
	return jobs;
}

static struct eval_workload _workload(const struct eval_jobs *jobs,
				      bool shuffled)
{
	struct eval_workload w;

	ck_assert_int_eq(eval_workload_make(jobs, shuffled, 64, 300, 1, &w), 0);
	return w;
}

START_TEST(jobs_that_never_ran_are_left_out)
{
	struct eval_jobs jobs = _read(log_text, 99);

	ck_assert_uint_eq(jobs.cnt, 4);
	ck_assert_uint_eq(jobs.unusable, 2);
	ck_assert_uint_eq(jobs.job[1].num_cn, 99);
	ck_assert_int_eq(jobs.job[3].submit, 1300000);
	ck_assert_int_eq(jobs.job[3].requested, 100);
	eval_jobs_free(&jobs);
}
END_TEST

START_TEST(only_so_many_jobs_are_read)
{
	struct eval_jobs jobs = _read(log_text, 2);

	ck_assert_uint_eq(jobs.cnt, 2);
	eval_jobs_free(&jobs);
}
END_TEST

START_TEST(what_is_no_trace_is_refused)
{
	char text[] = "  1  3785 10   61  4 -1\n";
	FILE *f = fmemopen(text, strlen(text), "r");
	struct eval_jobs jobs;

	ck_assert_ptr_nonnull(f);
	assert_error(eval_jobs_read(f, 9, &jobs), EINVAL);
	fclose(f);
}
END_TEST

/* Section 5.1: 01:03:05 becomes 01:05:00; 5 minutes to 28 days; maxCN. */
START_TEST(section_5_1)
{
	struct eval_jobs jobs = _read(log_text, 99);
	struct eval_workload w = _workload(&jobs, false);

	ck_assert_uint_eq(w.cnt, 4);
	ck_assert_int_eq(w.request[0].submit, 3785);
	ck_assert_int_eq(w.request[0].t_s, 3900);
	ck_assert_int_eq(w.request[0].t_e, 3900 + 300);
	ck_assert_uint_eq(w.request[0].num_cn, 4);
	ck_assert_int_eq(w.request[1].t_s, 3900);
	ck_assert_uint_eq(w.request[1].num_cn, 64);
	ck_assert_int_eq(w.request[2].t_s, 4200);
	ck_assert_int_eq(w.request[2].t_e, 4200 + 28 * 86400);
	ck_assert_int_eq(w.request[3].t_e - w.request[3].t_s, 1200);
	ck_assert_uint_eq(w.fit.too_wide, 1);
	ck_assert_uint_eq(w.fit.too_short, 1);
	ck_assert_uint_eq(w.fit.too_long, 1);
	eval_workload_free(&w);
	eval_jobs_free(&jobs);
}
END_TEST

static int _by_start(const void *a, const void *b)
{
	const struct eval_request *x = a, *y = b;

	return (x->t_s > y->t_s) - (x->t_s < y->t_s);
}

/* Starts stay within their two weeks, durations with their jobs. */
START_TEST(shuffled_within_two_weeks)
{
	struct eval_jobs jobs;
	struct eval_workload w, o;
	uint32_t moved = 0;

	ck_assert_int_eq(eval_jobs_generate(20000, 7, &jobs), 0);
	o = _workload(&jobs, false);
	w = _workload(&jobs, true);
	ck_assert_uint_eq(w.cnt, o.cnt);
	for (uint32_t i = 0; i < w.cnt; i++) {
		const struct eval_request *r = &w.request[i];

		ck_assert_int_eq(r->t_e - r->t_s,
				 o.request[i].t_e - o.request[i].t_s);
		ck_assert_int_ge(r->t_s, r->submit);
		ck_assert_int_lt(r->t_s, r->submit + EVAL_PERIOD + 300);
		ck_assert_int_ge(r->submit, i ? w.request[i - 1].submit : 0);
		moved += (r->t_s != o.request[i].t_s);
	}
	ck_assert_uint_gt(moved, w.cnt / 2);
	ck_assert_int_gt(w.request[w.cnt - 1].submit, w.request[0].submit);
	qsort(w.request, w.cnt, sizeof(w.request[0]), _by_start);
	for (uint32_t i = 0; i < w.cnt; i++)
		ck_assert_int_eq(w.request[i].t_s, o.request[i].t_s);
	eval_workload_free(&w);
	eval_workload_free(&o);
	eval_jobs_free(&jobs);
}
END_TEST

/* "Many small jobs", as table 2 says of DAS2 fs0: 11.74 minutes. */
START_TEST(made_up_jobs_are_like_those_of_das2)
{
	struct eval_jobs jobs;
	double sum = 0;
	uint32_t brief = 0;

	ck_assert_int_eq(eval_jobs_generate(100000, (uint64_t) _i + 1, &jobs), 0);
	for (uint32_t i = 0; i < jobs.cnt; i++) {
		sum += (double) jobs.job[i].dur;
		brief += (jobs.job[i].dur < 120);
		ck_assert_uint_ge(jobs.job[i].num_cn, 1);
		ck_assert_uint_le(jobs.job[i].num_cn, 64);
	}
	ck_assert_double_gt(sum / jobs.cnt / 60, 10);
	ck_assert_double_lt(sum / jobs.cnt / 60, 14);
	ck_assert_uint_gt(brief, jobs.cnt / 2);
	eval_jobs_free(&jobs);
}
END_TEST

/* Scripts */

static struct eval_script _script(bool shuffled, bool take)
{
	struct eval_setup setup = {
		.max_cn = 64, .delta = 300, .horizon = 30 * 86400,
		.max_limit = 12 * 3600, .take = take,
	};
	struct eval_jobs jobs;
	struct eval_workload w;
	struct eval_script script;

	ck_assert_int_eq(eval_jobs_generate(3000, test_seed(), &jobs), 0);
	w = _workload(&jobs, shuffled);
	ck_assert_int_eq(eval_script_make(&w, &setup, &script), 0);
	eval_workload_free(&w);
	eval_jobs_free(&jobs);
	return script;
}

START_TEST(scripts_replay_on_all)
{
	struct eval_script script = _script(_i % 2, _i % 4 > 1);
	struct eval_tally tally;

	ck_assert_int_eq(eval_replay(eval_structures[_i / 4], &script,
				     script.cnt, 64, NULL, &tally), 0);
	ck_assert_uint_eq(tally.ops[EVAL_SEARCH], 3000 - script.too_far);
	ck_assert_uint_ge(tally.ops[EVAL_ADD], script.accepted);
	ck_assert_uint_eq(tally.ops[EVAL_ADD], tally.ops[EVAL_DELETE]);
	ck_assert_uint_eq(tally.ops[EVAL_SUGGEST],
			  script.refused - script.too_long);
	eval_script_free(&script);
}
END_TEST

START_TEST(a_part_ends_before_the_next_request)
{
	struct eval_script script = _script(false, false);
	uint32_t ops = eval_script_part(&script, 1000);
	uint64_t last = 0;

	for (uint32_t i = 0; i < ops; i++)
		if (script.op[i].b.id > last)
			last = script.op[i].b.id;
	ck_assert_uint_eq(last, 999);
	ck_assert_uint_eq(eval_script_part(&script, 3000), script.cnt);
	eval_script_free(&script);
}
END_TEST

static int _always(void *arg, const struct eval_booking *b)
{
	(void) arg;
	(void) b;
	return 1;
}

START_TEST(wrong_answers_are_told)
{
	struct eval_script script = _script(true, false);
	struct eval_structure liar = eval_garq_u;
	struct eval_tally tally;

	ck_assert_uint_gt(script.refused, 0);
	liar.search = _always;
	assert_error(eval_replay(&liar, &script, script.cnt, 0, NULL,
				 &tally), EPROTO);
	eval_script_free(&script);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("eval");
	TCase *tc = test_case(suite, "eval", 600);
	int on_all = EVAL_STRUCTURES * UNITS;

	test_seed();	/* once, before any fork */
	tcase_add_loop_test(tc, figures_4_to_8_user5_is_refused, 0, on_all);
	tcase_add_loop_test(tc, figure_3_user5_is_suggested_13, 0, on_all);
	tcase_add_loop_test(tc, max_limit_bounds_the_end, 0, on_all);
	tcase_add_loop_test(tc, deleted_reservations_are_free, 0, on_all);
	tcase_add_loop_test(tc, more_than_there_are_never_fit, 0, on_all);
	tcase_add_test(tc, jobs_that_never_ran_are_left_out);
	tcase_add_test(tc, only_so_many_jobs_are_read);
	tcase_add_test(tc, what_is_no_trace_is_refused);
	tcase_add_test(tc, section_5_1);
	tcase_add_test(tc, shuffled_within_two_weeks);
	tcase_add_loop_test(tc, made_up_jobs_are_like_those_of_das2, 0, 3);
	tcase_add_loop_test(tc, scripts_replay_on_all, 0, EVAL_STRUCTURES * 4);
	tcase_add_test(tc, a_part_ends_before_the_next_request);
	tcase_add_test(tc, wrong_answers_are_told);
	return test_run(suite);
}
