/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stddef.h>

#include "contrib/garq-ledger/flags.h"

#define BIT(n) (UINT64_C(1) << (n))

const flag_t flags_known[] = {
	{ BIT(25), "FLEX", FLAG_GIVEN },
	{ FLAG_IGNORE_JOBS, "IGNORE_JOBS", FLAG_GIVEN },
	{ BIT(15), "SPEC_NODES", FLAG_IMPLIED },
	{ FLAG_ALL_NODES, "ALL_NODES", FLAG_IMPLIED },
	{ BIT(10), "STATIC", FLAG_GIVEN },
	{ FLAG_PART_NODES, "PART_NODES", FLAG_IMPLIED },
	{ BIT(8), "ANY_NODES", FLAG_GIVEN },
	{ BIT(30), "REPLACE_DOWN", FLAG_WITHOUT_NODES },
	{ FLAG_PURGE_COMP, "PURGE_COMP", FLAG_GIVEN },
	{ BIT(29), "NO_HOLD_JOBS_AFTER_END", FLAG_GIVEN },
	{ BIT(32), "MAGNETIC", FLAG_GIVEN },
	{ BIT(39), "USER_DELETE", FLAG_GIVEN },
	{ BIT(41), "SCHED_FAILED", FLAG_INTERNAL },
	{ 0, NULL, FLAG_INTERNAL },
};
