/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lrh_recombine.h - from counts to nodes (paper, section 2.3.2), for methods that
 * work in the logical view alone.
 */
#pragma once

#include "contrib/eval/lrh/lrh_method.h"

/*
 * Give each accepted request that has no nodes the same ones for its whole
 * length. In order of start, each gets the free nodes with the lowest numbers;
 * since what has started earlier and not ended is all that can be in the way,
 * this succeeds whenever the counts are kept at each second.
 * IN result - a result in which either all accepted requests have nodes (nothing
 *	is done) or none has
 * RET 0; or -1 with errno ENOMEM, or EPROTO if more nodes are taken than there
 *	are: some requests may have got nodes
 */
extern int flex_recombine(const struct flex_work *w,
			  struct flex_result *result);
