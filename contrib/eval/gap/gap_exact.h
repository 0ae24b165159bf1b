/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * gap_exact.h - the optimum of small instances, by exhaustive search: for up to
 * about ten requests whose times are small numbers. The objective is that of
 * gap_bound.h.
 */
#pragma once

#include "contrib/eval/lrh/lrh_method.h"

#define GAP_SMALL_END 64	/* each request ends by then */

/* The most node-seconds that a schedule can have. */
extern uint64_t gap_best(const struct flex_work *w);

/*
 * What is accepted if a request, in order of coming, is refused only if no
 * schedule has all the accepted ones and it: the most that an admission which
 * refuses nobody for the sake of others can do on its way.
 */
extern uint64_t gap_admission(const struct flex_work *w);
