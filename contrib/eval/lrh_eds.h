/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lrh_eds.h - FCFS-EDS, what the LRH paper compares with: ejecting based
 * dynamic scheduling (Umar, Agarwal, Rao), as far as that paper tells it.
 *
 * A request gets the first start in its window at which its nodes are free. If
 * there is none, those that were accepted are shifted to the right, each inside
 * its window. The rule below is what gives the starts of Table 4, all eight of
 * them, and the gaps of Fig. 5 (v4 of slot 2, v5 of slot 4), from the order of
 * Table 1:
 *
 *	for each start s in the window, the first one first
 *		for each slot c of [s, s + t_e), while it is full:
 *			shift one that starts in c by one slot, the first that
 *			was accepted first, if there it is free
 *			if none can be shifted: on with s = c + 1
 *		s it is
 *	refused; all shifts are undone
 *
 * Shifts that were made for a start that then could not be are not undone
 * before the next one is tried (userID 5 is moved from 2 to 3 so, for nothing).
 */
#ifndef EVAL_LRH_EDS_H
#define EVAL_LRH_EDS_H

#include "contrib/eval/lrh_method.h"

/* The rule, and others that were tried: LRH.md says how far off they are. */
enum flex_eds_rule {
	FLEX_EDS,
	FLEX_EDS_ATOMIC,	/* undone before the next start is tried */
	FLEX_EDS_LAST,		/* who was accepted last is shifted first */
	FLEX_EDS_COVER,		/* who began before c too, to any start after */
	FLEX_EDS_NONE,		/* nobody is shifted: first fit */
};

/* A flex_method's run. */
extern int flex_eds(const struct flex_work *w, const struct flex_method *method,
		    struct flex_result *result);

#endif
