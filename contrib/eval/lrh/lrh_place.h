/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lrh_place.h - the methods that the plugin has: lrh/ on a garq_machine_t, as
 * it is linked there.
 */
#pragma once

#include "contrib/eval/lrh/lrh_method.h"
#include "lrh/lrh.h"

/* A rule is an lrh_policy_t and some of these. */
#define FLEX_RIGID 16	/* use t_esr as t_lsr */
#define FLEX_SORTED 32	/* those that come in one slot, in the paper's order:
			 * with LRH_FIRST_FIT that is the algorithm of Fig. 2
			 * as it is printed, in which nobody moves who was
			 * placed in an earlier slot */

extern flex_run_fn flex_place;
