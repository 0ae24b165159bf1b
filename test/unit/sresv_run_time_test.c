/* SPDX-License-Identifier: GPL-2.0-or-later */
/* sresv_run_time_test.c - time limits of the jobs of sresv co run, as sbatch reads them. */
#include <string.h>

#include "contrib/sresv/co/run_time.h"
#include "test/unit/test_util.h"

#define NOT_GIVEN INT64_C(-2)

static const struct {
	const char *script;
	int64_t minutes;
} scripts[] = {
	{ "#!/bin/sh\nsleep 1\n", NOT_GIVEN },
	{ "#!/bin/sh\n#SBATCH -t 5\n", 5 },
	{ "#!/bin/sh\n#SBATCH -t5", 5 },
	{ "#!/bin/sh\n#SBATCH --time=5\n", 5 },
	{ "#!/bin/sh\n#SBATCH --time 5\n", 5 },
	{ "#!/bin/sh\n#SBATCH -N 1 --time='5' -J x\n", 5 },
	{ "#!/bin/sh\n#SBATCH -J \"x -t 5\"\n", NOT_GIVEN },
	{ "#!/bin/sh\n#SBATCH -N 1 # --time=5\n", NOT_GIVEN },
	{ "#!/bin/sh\n#SBATCH --time-min=5\n", NOT_GIVEN },
	{ "#!/bin/sh\n# a comment\n\n  \n  # another\n#SBATCH -t 5\n", 5 },
	{ "#!/bin/sh\n#SBATCH -t 5\n#SBATCH -t 7\n", 7 },
	{ "#!/bin/sh\nsleep 1\n#SBATCH -t 5\n", NOT_GIVEN },
	{ "#!/bin/sh\n##SBATCH -t 5\n", NOT_GIVEN },
	{ "#!/bin/sh\n #SBATCH -t 5\n", NOT_GIVEN },
	{ "#!/bin/sh\n#SBATCH -t\n", NOT_GIVEN },
	{ "#!/bin/sh\n#SBATCH hetjob\n#SBATCH -t 5\n", NOT_GIVEN },
	{ "#!/bin/sh\n#PBS -l walltime=1:0\n", RUN_TIME_UNREAD },
	{ "#!/bin/sh\n#PBS -l nodes=1\n", NOT_GIVEN },
	{ "#!/bin/sh\n#SBATCH -t 5:01\n", 6 },
	{ "#!/bin/sh\n#SBATCH -t 1:5:00\n", 65 },
	{ "#!/bin/sh\n#SBATCH -t 1:00:01\n", 61 },
	{ "#!/bin/sh\n#SBATCH -t 1-2\n", 26 * 60 },
	{ "#!/bin/sh\n#SBATCH -t 1-2:3\n", 26 * 60 + 3 },
	{ "#!/bin/sh\n#SBATCH -t 1-2:3:4\n", 26 * 60 + 4 },
	{ "#!/bin/sh\n#SBATCH -t 0\n", RUN_TIME_NONE },
	{ "#!/bin/sh\n#SBATCH -t infinite\n", RUN_TIME_NONE },
	{ "#!/bin/sh\n#SBATCH -t UNLIMITED\n", RUN_TIME_NONE },
	{ "#!/bin/sh\n#SBATCH -t -1\n", RUN_TIME_NONE },
	{ "#!/bin/sh\n#SBATCH -t soon\n", RUN_TIME_UNREAD },
	{ "#!/bin/sh\n#SBATCH -t 1:2:3:4\n", RUN_TIME_UNREAD },
	{ "#!/bin/sh\n#SBATCH -t 1-\n", RUN_TIME_UNREAD },
	{ "#!/bin/sh\n#SBATCH -t :\n", RUN_TIME_UNREAD },
	{ "#!/bin/sh\n#SBATCH -t 99999999999999999999\n", RUN_TIME_UNREAD },
	{ "#!/bin/sh\n#SBATCH -t 999999999-999999999\n", (999999999LL * 24 + 999999999) * 60 },
	{ "#!/bin/sh\r\n#SBATCH -t 5\r\n", 5 },
	{ "", NOT_GIVEN },
};

START_TEST(as_sbatch_reads_it)
{
	int64_t minutes = NOT_GIVEN;

	ck_assert(run_time_given(scripts[_i].script, 0, &minutes) ==
		  (scripts[_i].minutes != NOT_GIVEN));
	ck_assert_msg(minutes == scripts[_i].minutes, "%s: %lld",
		      scripts[_i].script, (long long) minutes);
}
END_TEST

START_TEST(each_component_has_its_own)
{
	static const char script[] =
		"#!/bin/sh\n#SBATCH -t 5\n#SBATCH hetjob\n#SBATCH -N 1\n"
		"#SBATCH hetjob\n#SBATCH --time=7\nrun\n#SBATCH hetjob\n";
	int64_t minutes = 0;

	ck_assert(run_time_given(script, 0, &minutes));
	ck_assert_int_eq(minutes, 5);
	ck_assert(!run_time_given(script, 1, &minutes));
	ck_assert(run_time_given(script, 2, &minutes));
	ck_assert_int_eq(minutes, 7);
	ck_assert(!run_time_given(script, 3, &minutes));
}
END_TEST

/* A line that is longer than what is looked at ends the search. */
START_TEST(a_long_line_is_no_harm)
{
	static char script[100000];
	int64_t minutes = 0;

	memset(script, 'x', sizeof(script) - 1);
	memcpy(script, "#SBATCH -t 5\n#", 14);
	ck_assert(run_time_given(script, 0, &minutes));
	ck_assert_int_eq(minutes, 5);
	memset(script, ' ', sizeof(script) - 1);
	memcpy(script, "#SBATCH -t 5", 12);
	ck_assert(!run_time_given(script, 0, &minutes));
}
END_TEST

START_TEST(a_job_ends_within_its_part)
{
	const journal_place_t place = {
		.shape = { .start = 1000, .length = 3600 },
	};

	ck_assert_int_eq(run_time_left(&place, 5), 3600);
	ck_assert_int_eq(run_time_left(&place, 1600), 3000);
	ck_assert_int_eq(run_time_left(&place, 5000), -400);
	ck_assert_int_eq(run_time_default(3600), 59);
	ck_assert_int_eq(run_time_default(3605), 60);
	ck_assert_int_eq(run_time_default(75), 1);
	ck_assert_int_eq(run_time_default(60), 1);
	ck_assert_int_eq(run_time_default(-400), 1);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("sresv_run_time");
	TCase *t = test_case(s, "limits", 30);

	tcase_add_loop_test(t, as_sbatch_reads_it, 0, COUNT(scripts));
	tcase_add_test(t, each_component_has_its_own);
	tcase_add_test(t, a_long_line_is_no_harm);
	tcase_add_test(t, a_job_ends_within_its_part);
	return test_run(s);
}
