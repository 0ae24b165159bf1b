/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * replay.h - run a script on a structure, and measure what each kind of
 * operation costs: accesses in the program that counts, time in both.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "contrib/eval/base/clock.h"
#include "contrib/eval/slots/eval.h"
#include "contrib/eval/slots/script.h"

/* By kind. The cost of the passing of time is in that of delete, too. */
struct eval_tally {
	uint64_t ops[EVAL_KINDS_AND_PASS];
	uint64_t accesses[EVAL_KINDS_AND_PASS];
	uint64_t most[EVAL_KINDS_AND_PASS];	/* accesses of one operation */
	double ns[EVAL_KINDS_AND_PASS];
	uint64_t interrupted;	/* operations */
	size_t heap_begin;	/* bytes of the empty structure */
	size_t heap_mean;	/* over the samples */
	size_t heap_max;
};

/*
 * Run the first ops operations of a script. The cost of advancing time is
 * included in delete. Reading the clock takes time, too: the time between two
 * readings in a row is subtracted.
 * IN sample - look at the heap at every sample-th operation; 0 never
 * IN/OUT fastest - ticks of each operation in the fastest of the repetitions so
 *	far, two for each of the script; all 0 before the first; may be NULL.
 *	All repetitions do the same, so an operation that takes 8 times as long
 *	and 5 us more was interrupted, and counts as the fastest
 * RET 0; or -1 with errno EPROTO, where an answer was not that of the model, or
 *	ENOMEM; a message was printed to stderr
 */
extern int eval_replay(const struct eval_structure *structure,
		       const struct eval_script *script, uint32_t ops,
		       uint32_t sample, uint32_t *fastest,
		       struct eval_tally *ret_tally);

/* The finest clock there is, in ticks; and the length of a tick. */
extern double eval_tick_ns(void);

/* Ticks between two readings with nothing in between. */
extern double eval_tick_overhead(void);

static inline uint64_t eval_ticks(void)
{
#if defined(__x86_64__)
	uint64_t t;

	/* fence: earlier instructions are done, later ones have not begun */
	__builtin_ia32_lfence();
	t = __builtin_ia32_rdtsc();
	__builtin_ia32_lfence();
	return t;
#else
	return (uint64_t) eval_clock_ns();
#endif
}
