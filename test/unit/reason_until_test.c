/* SPDX-License-Identifier: GPL-2.0-or-later */
/* reason_until_test.c - the time in a node's Reason. */

#include <stdlib.h>

#include "plugin/slurm/watch/reason_until.h"
#include "test/unit/test_util.h"

#define DAY 1796083200		/* 2026-12-01T00:00:00 UTC */
#define EIGHT (DAY + (8 * 3600))

static const struct {
	const char *reason;
	time_t want;
} cases[] = {
	{ NULL, 0 },
	{ "", 0 },
	{ "disk", 0 },
	{ "until", 0 },
	{ "until ", 0 },
	{ "until 2026-12-01", DAY },
	{ "disk, until 2026-12-01.", DAY },
	{ "disk (Until 2026-12-01)", DAY },
	{ "UNTIL  2026-12-01T08:00", EIGHT },
	{ "until 2026-12-01T08:00:00 by the vendor", EIGHT },
	{ "until\t2026-12-01T08:00:30", EIGHT + 30 },
	{ "until 2026-12-01 08:00", EIGHT },
	{ "until 2026-12-01 08:00:30.", EIGHT + 30 },
	{ "until 2026-12-01 8 fans", DAY },
	{ "until 2026-12-01 2 of 3", DAY },
	{ "until 2026-12-01/08:00", DAY },
	{ "until 2026-12-01 24:00", 0 },
	{ "until 2026-12-01T08:00Z", 0 },
	{ "until somebody comes, until 2026-12-01", DAY },
	{ "until 2026-12-01, not until 2027-01-01", DAY },
	{ "until 2026-12-01T08", 0 },
	{ "until 2026-12-01T", 0 },
	{ "until 2026-12-01T08:00:", 0 },
	{ "until 2026-12-011", 0 },
	{ "until 2026-13-01", 0 },
	{ "until 2026-00-01", 0 },
	{ "until 2026-12-00", 0 },
	{ "until 2026-12-32", 0 },
	{ "until 2026-12-01T24:00", 0 },
	{ "until 2026-12-01T-1:00", 0 },
	{ "until 2026-12-01T08:60", 0 },
	{ "until 0000-12-01", 0 },
	{ "until -026-12-01", 0 },
	{ "until 99999-12-01", 0 },
	{ "until tomorrow", 0 },
	{ "until2026-12-01", 0 },
	{ "runtil 2026-12-01", 0 },
	{ "2026-12-01", 0 },
};

START_TEST(in_reasons)
{
	ck_assert_int_eq(reason_until(cases[_i].reason), cases[_i].want);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("reason_until");
	TCase *t = test_case(s, "all", 0);

	setenv("TZ", "UTC0", 1);
	tcase_add_loop_test(t, in_reasons, 0, COUNT(cases));
	return test_run(s);
}
