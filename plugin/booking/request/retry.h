/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * retry.h - when to try again to open a ledger that can't be opened or read.
 *
 * While another controller has it, a try costs little and the next one follows
 * soon. A ledger that can't be used may be damaged, and have to be salvaged at
 * each try: the pauses double. No pause is longer than RETRY_PAUSE_MAX, since
 * no booking is known and no job starts until a try succeeds.
 *
 * Times are seconds of a clock that nobody sets.
 */
#pragma once

#include <stdbool.h>
#include <time.h>

#define RETRY_PAUSE_MIN 1
#define RETRY_PAUSE_MAX 60

/* All 0 before the first try. */
typedef struct {
	time_t due;
	time_t pause;
} retry_t;

/*
 * A try at now has failed: plan the next one.
 * IN grows - the pause is twice the one before it
 */
extern void retry_plan(retry_t *retry, bool grows, time_t now);

extern bool retry_is_due(const retry_t *retry, time_t now);
