/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lrh_eds.h - FCFS-EDS, with which the LRH paper compares: ejecting based
 * dynamic scheduling (Umar, Agarwal, Rao), as far as the LRH paper describes
 * it.
 *
 * A request gets the first start in its window at which its nodes are free. If
 * there is none, those that were accepted are shifted to the right, each inside
 * its window. The rule below is what gives the starts of Table 4, all eight of
 * them, and the gaps of Fig. 5 (v4 of slot 2, v5 of slot 4), from the order of
 * Table 1:
 *
 *	for each start s in the window, the first one first
 *		for each slot c of [s, s + t_e), while it is full:
 *			shift a request that starts in c by one slot, if its
 *			nodes are free there; the first accepted is tried first
 *			if none can be shifted: continue with s = c + 1
 *		the start is s
 *	no start: the request is refused, all shifts are undone
 *
 * Shifts made for a start that then proves infeasible are not undone before the
 * next start is tried (so userID 5 is moved from 2 to 3 for nothing).
 */
#pragma once

#include "contrib/eval/lrh/lrh_method.h"

/* The rule, and others that were tried: LRH.md says how far off they are. */
enum flex_eds_rule {
	FLEX_EDS,
	FLEX_EDS_ATOMIC,	/* shifts undone before the next start */
	FLEX_EDS_LAST,		/* last accepted, first shifted */
	FLEX_EDS_COVER,		/* shifts also requests that began before c */
};

extern flex_run_fn flex_eds;
