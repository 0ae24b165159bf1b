/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lock_stats_test.c - percentiles against a sorted list; who may reset; the
 * lines for programs.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/booking/offer/lock_stats.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/states.h"
#include "plugin/booking/view/host.h"
#include "test/unit/test_office.h"
#include "test/unit/test_util.h"

#define OPERATOR 0
#define USER 1000
#define VALUES 2000

static void setup(void)
{
	static const options_t options = { .delta = 300 };

	test_office_begin(8, &options, office_states);
	lock_stats_reset(office, 1000000);
}

static int by_value(const void *x, const void *y)
{
	const uint64_t *a = x, *b = y;

	return (*a > *b) - (*a < *b);
}

/* The smallest value that a share of all, in percent, does not exceed. */
static uint64_t true_percentile(const uint64_t *sorted, size_t cnt,
				uint32_t percent)
{
	return sorted[(((cnt * percent) + 99) / 100) - 1];
}

static void check_percentile(uint64_t got, uint64_t truth)
{
	ck_assert_uint_ge(got, truth);
	ck_assert_uint_le(got, truth + (truth / 8));
}

static int serve(const char *name, uint32_t uid, bool program, char **ret_text)
{
	request_t request = { .name = text_dup(name) };
	ask_t a = { .request = &request, .uid = uid, .now = 1000060,
		    .program = program };
	int rc;

	ck_assert_int_eq(name_form(name, program), NAME_STATS);
	rc = stats_verb.plan(office, &a);
	*ret_text = a.text;
	a.text = NULL;
	ask_free(&a);
	request_free(&request);
	return rc;
}

/* The figures of a line of garq-locks; all zero: there is none. */
typedef struct {
	uint64_t cnt, sum, p50, p99, max;
} figures_t;

static figures_t read_figures(const char *begin)
{
	figures_t f = { .cnt = 0 };
	char *text;
	const char *line;

	ck_assert_int_eq(serve("stats", USER, true, &text), 0);
	line = strstr(text, begin);
	if (line)
		ck_assert_int_eq(sscanf(line + strlen(begin),
					" count=%"SCNu64" sum=%"SCNu64
					" p50=%"SCNu64" p99=%"SCNu64
					" max=%"SCNu64, &f.cnt, &f.sum, &f.p50,
					&f.p99, &f.max), 5);
	free(text);
	return f;
}

START_TEST(percentiles_are_those_of_a_sorted_list_but_for_an_eighth)
{
	rng_t rng = { test_seed() };
	uint64_t values[VALUES], sum = 0;
	figures_t s;

	for (int round = 0; round < 50; round++) {
		size_t cnt = (size_t) rng_between(&rng, 1, VALUES);
		uint64_t most = 1ULL << rng_below(&rng, 35);

		lock_stats_reset(office, 0);
		sum = 0;
		for (size_t i = 0; i < cnt; i++) {
			values[i] = rng_below(&rng, most) /
				    (rng_below(&rng, 100) + 1);
			sum += values[i];
			lock_stats_add(office, LOCK_CREATE, LOCK_HOLD,
				       values[i]);
		}
		qsort(values, cnt, sizeof(*values), by_value);
		s = read_figures(" verb=create part=hold");
		ck_assert_uint_eq(s.cnt, cnt);
		ck_assert_uint_eq(s.sum, sum);
		ck_assert_uint_eq(s.max, values[cnt - 1]);
		check_percentile(s.p50, true_percentile(values, cnt, 50));
		check_percentile(s.p99, true_percentile(values, cnt, 99));
	}
}
END_TEST

START_TEST(values_of_any_size_are_counted)
{
	figures_t s;

	lock_stats_add(office, LOCK_AGENT, LOCK_STEPS, 0);
	lock_stats_add(office, LOCK_AGENT, LOCK_STEPS, UINT64_MAX / 4);
	s = read_figures(" verb=agent part=steps");
	ck_assert_uint_eq(s.cnt, 2);
	ck_assert_uint_eq(s.p50, 0);
	ck_assert_uint_eq(s.max, UINT64_MAX / 4);
	ck_assert_uint_le(s.p99, s.max);
}
END_TEST

START_TEST(a_program_reads_what_was_counted)
{
	char *text;

	lock_stats_add(office, LOCK_UPDATE, LOCK_PLAN, 7);
	ck_assert_int_eq(serve("stats", USER, true, &text), 0);
	ck_assert_ptr_nonnull(strstr(text, "garq-stats=1 since=1000000 now=1000060 "));
	ck_assert_ptr_nonnull(strstr(text, "\ngarq-locks=1 verb=update part=plan count=1 sum=7 p50=7 p99=7 max=7"));
	ck_assert_ptr_null(strstr(text, "verb=create"));
	free(text);
}
END_TEST

START_TEST(only_operators_reset)
{
	figures_t s;
	char *text;

	lock_stats_add(office, LOCK_SHOW, LOCK_HOLD, 7);
	ck_assert_int_eq(serve("STATS:reset", USER, false, &text),
			 REFUSED_DENIED);
	free(text);
	s = read_figures(" verb=show part=hold");
	ck_assert_uint_eq(s.cnt, 1);
	ck_assert_int_eq(serve("stats:reset", OPERATOR, false, &text), 0);
	ck_assert_ptr_nonnull(strstr(text, "\nshow "));
	free(text);
	s = read_figures(" verb=show part=hold");
	ck_assert_uint_eq(s.cnt, 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("lock_stats");
	TCase *tc = tcase_create("lock_stats");

	tcase_add_checked_fixture(tc, setup, NULL);
	tcase_add_test(tc, percentiles_are_those_of_a_sorted_list_but_for_an_eighth);
	tcase_add_test(tc, values_of_any_size_are_counted);
	tcase_add_test(tc, a_program_reads_what_was_counted);
	tcase_add_test(tc, only_operators_reset);
	suite_add_tcase(suite, tc);
	return test_run(suite);
}
