/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * eval.c - what the structures share: see eval.h.
 */
#include <malloc.h>

#include "contrib/eval/slots/eval.h"

uint64_t eval_accessed;

/* The library's own counter; absent if the library does not count. */
extern uint64_t garq_accessed __attribute__((weak));

const struct eval_structure *const eval_structures[] = {
#ifdef EVAL_FORMER
	&eval_garq_s, &eval_garq_u, &former_eval_garq_i, &eval_garq_i, NULL,
#else
	&eval_list, &eval_tree, &eval_scq, &eval_blocks,
#ifdef EVAL_FLUX
	&eval_flux,
#endif
	&eval_garq_s, &eval_garq_u, &eval_garq_i, NULL,
#endif
};

_Static_assert(sizeof(eval_structures) / sizeof(eval_structures[0]) ==
	       EVAL_STRUCTURES + 1, "EVAL_STRUCTURES is their number");

extern int eval_no_advance(void *s, time_t now)
{
	(void) s;
	(void) now;
	return 0;
}

extern bool eval_counts(const struct eval_structure *structure)
{
#ifdef EVAL_FLUX
	if (structure == &eval_flux)
		return false;
#endif
	return (structure != &eval_garq_i) || (&garq_accessed != NULL);
}

extern uint64_t eval_accesses(void)
{
	return eval_accessed + (eval_counts(&eval_garq_i) ? garq_accessed : 0);
}

extern size_t eval_heap(void)
{
	struct mallinfo2 info = mallinfo2();

	return info.uordblks + info.hblkhd;
}
