/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * flags.h - the flags of reservations and of requests.
 *
 * The values are those of Slurm's RESERVE_FLAG_*, since the ledger stores them
 * and scontrol's messages carry them; flags.c does not compile
 * where they differ. A version of Slurm that does not know a flag never sets
 * it.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define BOOKING_FLAG_MAINT		(UINT64_C(1) << 0)
#define BOOKING_FLAG_NO_MAINT		(UINT64_C(1) << 1)
#define BOOKING_FLAG_DAILY		(UINT64_C(1) << 2)
#define BOOKING_FLAG_NO_DAILY		(UINT64_C(1) << 3)
#define BOOKING_FLAG_WEEKLY		(UINT64_C(1) << 4)
#define BOOKING_FLAG_NO_WEEKLY		(UINT64_C(1) << 5)
#define BOOKING_FLAG_IGN_JOBS		(UINT64_C(1) << 6)
#define BOOKING_FLAG_NO_IGN_JOB		(UINT64_C(1) << 7)
#define BOOKING_FLAG_ANY_NODES		(UINT64_C(1) << 8)
#define BOOKING_FLAG_NO_ANY_NODES	(UINT64_C(1) << 9)
#define BOOKING_FLAG_STATIC		(UINT64_C(1) << 10)
#define BOOKING_FLAG_NO_STATIC		(UINT64_C(1) << 11)
#define BOOKING_FLAG_PART_NODES		(UINT64_C(1) << 12)
#define BOOKING_FLAG_NO_PART_NODES	(UINT64_C(1) << 13)
#define BOOKING_FLAG_OVERLAP		(UINT64_C(1) << 14)
#define BOOKING_FLAG_SPEC_NODES		(UINT64_C(1) << 15)
#define BOOKING_FLAG_FIRST_CORES	(UINT64_C(1) << 16)
#define BOOKING_FLAG_TIME_FLOAT		(UINT64_C(1) << 17)
#define BOOKING_FLAG_REPLACE		(UINT64_C(1) << 18)
#define BOOKING_FLAG_ALL_NODES		(UINT64_C(1) << 19)
#define BOOKING_FLAG_PURGE_COMP		(UINT64_C(1) << 20)
#define BOOKING_FLAG_WEEKDAY		(UINT64_C(1) << 21)
#define BOOKING_FLAG_NO_WEEKDAY		(UINT64_C(1) << 22)
#define BOOKING_FLAG_WEEKEND		(UINT64_C(1) << 23)
#define BOOKING_FLAG_NO_WEEKEND		(UINT64_C(1) << 24)
#define BOOKING_FLAG_FLEX		(UINT64_C(1) << 25)
#define BOOKING_FLAG_NO_FLEX		(UINT64_C(1) << 26)
#define BOOKING_FLAG_DUR_PLUS		(UINT64_C(1) << 27)
#define BOOKING_FLAG_DUR_MINUS		(UINT64_C(1) << 28)
#define BOOKING_FLAG_NO_HOLD_JOBS	(UINT64_C(1) << 29)
#define BOOKING_FLAG_REPLACE_DOWN	(UINT64_C(1) << 30)
#define BOOKING_FLAG_NO_PURGE_COMP	(UINT64_C(1) << 31)
#define BOOKING_FLAG_MAGNETIC		(UINT64_C(1) << 32)
#define BOOKING_FLAG_NO_MAGNETIC	(UINT64_C(1) << 33)
#define BOOKING_FLAG_SKIP		(UINT64_C(1) << 34)
#define BOOKING_FLAG_HOURLY		(UINT64_C(1) << 35)
#define BOOKING_FLAG_NO_HOURLY		(UINT64_C(1) << 36)
#define BOOKING_FLAG_USER_DEL		(UINT64_C(1) << 39)
#define BOOKING_FLAG_NO_USER_DEL	(UINT64_C(1) << 40)
#define BOOKING_FLAG_FORCE_START	(UINT64_C(1) << 42)

/* The reservation recurs. */
#define BOOKING_FLAGS_RECURRING \
	(BOOKING_FLAG_HOURLY | BOOKING_FLAG_DAILY | BOOKING_FLAG_WEEKLY | \
	 BOOKING_FLAG_WEEKDAY | BOOKING_FLAG_WEEKEND)

/*
 * Return true if a native reservation with these flags keeps bookings that name
 * its nodes off them. OVERLAP alone does not, as in Slurm: a booking that names
 * the nodes may lie there as well. As long as the native reservation lasts,
 * Slurm lets its jobs onto the nodes, but not those of the booking. Hence a
 * booking by count gets other nodes. No booking lies on nodes that are
 * maintained.
 */
static inline bool booking_flags_keep_off(uint64_t flags)
{
	return (flags & BOOKING_FLAG_MAINT) || !(flags & BOOKING_FLAG_OVERLAP);
}
