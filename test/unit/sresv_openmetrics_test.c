/* SPDX-License-Identifier: GPL-2.0-or-later */
/* sresv_openmetrics_test.c - answers to ReservationName=stats as metrics. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/answer/openmetrics.h"
#include "test/unit/test_util.h"

#define LOCK "garq-locks=1 verb=create part=hold count=2 sum=2500000 p50=7 p99=1000001 max=1000001\n"
#define STEPS "garq-locks=1 verb=agent part=steps count=1 sum=9 p50=9 p99=9 max=9\n"
#define END "garq-answer=1"

static char *text, *out;
static figures_t figures;

static void teardown(void)
{
	figures_free(&figures);
	free(text);
	free(out);
	text = out = NULL;
}

static bool read_text(const char *answer)
{
	free(text);
	figures_free(&figures);
	text = strdup(answer);
	return figures_read(text, &figures);
}

static const char *print(const char *answer, openmetrics_form_t form)
{
	size_t size;
	FILE *f;

	ck_assert(read_text(answer));
	free(out);
	f = open_memstream(&out, &size);
	openmetrics_print(&figures, form, f);
	fclose(f);
	return out;
}

START_TEST(an_answer_becomes_metrics)
{
	const char *answer =
		"for people\ngarq-stats=1 since=5 booked=3\n"
		"garq-counts=1 shifts=1 rebinds=2 used-seconds=7\n"
		"garq-refused=1 reason=no-room count=4\n"
		"garq-refused=1 reason=rate count=0\n" STEPS LOCK END;

	ck_assert_str_eq(print(answer, OPENMETRICS_1_0),
		"# HELP garq_bookings_made Requests that were booked, since the start of slurmctld.\n"
		"# TYPE garq_bookings_made counter\n"
		"garq_bookings_made_total 3\n"
		"# HELP garq_reset_timestamp_seconds When the other counters began at zero.\n"
		"# TYPE garq_reset_timestamp_seconds gauge\n"
		"# UNIT garq_reset_timestamp_seconds seconds\n"
		"garq_reset_timestamp_seconds 5\n"
		"# HELP garq_shifts Changes of bookings inside their windows: another start, or other nodes at the same start.\n"
		"# TYPE garq_shifts counter\n"
		"garq_shifts_total{what=\"start\"} 1\n"
		"garq_shifts_total{what=\"nodes\"} 2\n"
		"# HELP garq_used_node_seconds Node time inside bookings in which jobs of reservations had the node; the rest was idle.\n"
		"# TYPE garq_used_node_seconds counter\n"
		"# UNIT garq_used_node_seconds seconds\n"
		"garq_used_node_seconds_total 7\n"
		"# HELP garq_refusals Requests that were refused, by reason.\n"
		"# TYPE garq_refusals counter\n"
		"garq_refusals_total{reason=\"no-room\"} 4\n"
		"garq_refusals_total{reason=\"rate\"} 0\n"
		"# HELP garq_lock_seconds Holds of slurmctld's locks by the plugin, by what was served and part of the hold.\n"
		"# TYPE garq_lock_seconds summary\n"
		"# UNIT garq_lock_seconds seconds\n"
		"garq_lock_seconds{verb=\"create\",part=\"hold\",quantile=\"0.5\"} 0.000007\n"
		"garq_lock_seconds{verb=\"create\",part=\"hold\",quantile=\"0.99\"} 1.000001\n"
		"garq_lock_seconds{verb=\"create\",part=\"hold\",quantile=\"1\"} 1.000001\n"
		"garq_lock_seconds_sum{verb=\"create\",part=\"hold\"} 2.500000\n"
		"garq_lock_seconds_count{verb=\"create\",part=\"hold\"} 2\n"
		"# HELP garq_plan_steps Steps of plans.\n"
		"# TYPE garq_plan_steps summary\n"
		"garq_plan_steps{verb=\"agent\",quantile=\"0.5\"} 9\n"
		"garq_plan_steps{verb=\"agent\",quantile=\"0.99\"} 9\n"
		"garq_plan_steps{verb=\"agent\",quantile=\"1\"} 9\n"
		"garq_plan_steps_sum{verb=\"agent\"} 9\n"
		"garq_plan_steps_count{verb=\"agent\"} 1\n"
		"# EOF\n");
	ck_assert_str_eq(print("garq-counts=1 shifts=1\n" END,
			       PROMETHEUS_0_0_4),
		"# HELP garq_shifts_total Changes of bookings inside their windows: another start, or other nodes at the same start.\n"
		"# TYPE garq_shifts_total counter\n"
		"garq_shifts_total{what=\"start\"} 1\n");
}
END_TEST

START_TEST(what_is_not_known_is_left_out)
{
	ck_assert_str_eq(print("garq-new=1 a=b\ngarq-counts=2 shifts=1\n"
			       "garq-counts=1 shifts=-1 rebinds=1 new=1\n"
			       "garq-refused=1 reason=a\"b count=1\n"
			       "garq-locks=1 verb=create part=hold count=2\n"
			       END, OPENMETRICS_1_0), "# EOF\n");
}
END_TEST

START_TEST(an_answer_that_is_not_whole_is_refused)
{
	ck_assert(!read_text(""));
	ck_assert(!read_text("none, these are milliseconds"));
	ck_assert(!read_text(LOCK));
	ck_assert(!read_text("garq-answer=2"));
	ck_assert(!read_text("garq-counts=1 shifts\n" END));
	ck_assert(!read_text("garq-counts=1 shifts=\033[2J\n" END));
	ck_assert(read_text(END));
	ck_assert_uint_eq(figures.cnt, 0);
}
END_TEST

START_TEST(any_bytes_can_be_read)
{
	rng_t rng = { test_seed() };
	static const char *const parts[] = {
		"garq-counts=1", "garq-locks=1", "garq-refused=1", " ", "=", "\n",
		"verb=create", "part=hold", "count=1", "sum", "reason=", END, "-1",
		"99999999999999999999", "\xff", "x",
	};

	for (int round = 0; round < 2000; round++) {
		char answer[400] = "";
		uint64_t cnt = rng_below(&rng, 15);
		size_t used = 0;

		for (uint64_t i = 0; i <= cnt; i++)
			used += (size_t) snprintf(
				answer + used, sizeof(answer) - used, "%s",
				(i == cnt) ? "\n" END :
				parts[rng_below(&rng, sizeof(parts) /
						      sizeof(parts[0]))]);
		if (read_text(answer))
			(void) print(answer, OPENMETRICS_1_0);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("sresv_openmetrics");
	TCase *tc = tcase_create("sresv_openmetrics");

	tcase_add_checked_fixture(tc, NULL, teardown);
	tcase_add_test(tc, an_answer_becomes_metrics);
	tcase_add_test(tc, what_is_not_known_is_left_out);
	tcase_add_test(tc, an_answer_that_is_not_whole_is_refused);
	tcase_add_test(tc, any_bytes_can_be_read);
	suite_add_tcase(suite, tc);
	return test_run(suite);
}
