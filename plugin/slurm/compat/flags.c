/* SPDX-License-Identifier: GPL-2.0-or-later */
/* flags.c - the office's flags are Slurm's; see flags.h */

#include "plugin/slurm/compat/flags.h"

/* compat.h defines a flag that this version lacks as 0. */
#define SAME(flag) \
	_Static_assert(!RESERVE_FLAG_##flag || \
		       (RESERVE_FLAG_##flag == BOOKING_FLAG_##flag), \
		       "RESERVE_FLAG_" #flag " has another value")

SAME(MAINT);
SAME(NO_MAINT);
SAME(DAILY);
SAME(NO_DAILY);
SAME(WEEKLY);
SAME(NO_WEEKLY);
SAME(IGN_JOBS);
SAME(NO_IGN_JOB);
SAME(ANY_NODES);
SAME(NO_ANY_NODES);
SAME(STATIC);
SAME(NO_STATIC);
SAME(PART_NODES);
SAME(NO_PART_NODES);
SAME(OVERLAP);
SAME(SPEC_NODES);
SAME(FIRST_CORES);
SAME(TIME_FLOAT);
SAME(REPLACE);
SAME(ALL_NODES);
SAME(PURGE_COMP);
SAME(WEEKDAY);
SAME(NO_WEEKDAY);
SAME(WEEKEND);
SAME(NO_WEEKEND);
SAME(FLEX);
SAME(NO_FLEX);
SAME(DUR_PLUS);
SAME(DUR_MINUS);
SAME(NO_HOLD_JOBS);
SAME(REPLACE_DOWN);
SAME(NO_PURGE_COMP);
SAME(MAGNETIC);
SAME(NO_MAGNETIC);
SAME(SKIP);
SAME(HOURLY);
SAME(NO_HOURLY);
SAME(USER_DEL);
SAME(NO_USER_DEL);
SAME(FORCE_START);
_Static_assert(RESERVE_REOCCURRING == BOOKING_FLAGS_RECURRING,
	       "reservations recur in other ways");
