/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lrh_choose.h - rules of others that choose a start of the window once and for
 * all: no booking ever moves, neither in time nor to other nodes.
 *
 * Each is called "after" its source, since not all of the source could be read:
 *
 *  FLEX_WORST_FIT  after Li, Pei, Wu and Shen (arXiv 1203.0740), of which the
 *		abstract could be read: PE-Worst-Fit accepts most of their
 *		policies. Here: the start at which most nodes are free for the
 *		whole length; the earliest of these
 *  FLEX_LATEST	after Rayon (Curino et al., SoCC 2014), whose greedy agent in
 *		Hadoop 2.6 places "from the deadline moving backward towards the
 *		arrival". Here: the latest start at which nodes are free
 *
 * Starts are tried slot by slot. The nodes with the lowest numbers are taken.
 */
#pragma once

#include "contrib/eval/lrh/lrh_method.h"

enum flex_choose_rule {
	FLEX_WORST_FIT,
	FLEX_LATEST,
};

extern flex_run_fn flex_choose;
