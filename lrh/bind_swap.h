/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bind_swap.h - a run of left edge: the items that are placed, and the exchange
 * of nodes between them.
 *
 * Private to the binder.
 */
#pragma once

#include "lrh/bind_chart.h"

struct lrh_bind_choice;

/* One run of left edge, from left to right. */
struct lrh_run {
	struct lrh_chart chart;
	time_t tight;		/* items that start earlier fill gaps */
	struct lrh_bind_item *item;	/* the items placed, in order */
	uint32_t cnt;
	size_t room;
	time_t end;		/* after this time no booking has changed */
	uint32_t searches;	/* for exchanges, so far */
	struct lrh_bind_choice *choice;	/* where bind_edge.c weighs the nodes:
					 * one for each */
};

/* Give a node to an item whose time is settled. */
extern void lrh_run_take(struct lrh_run *run, uint32_t item, uint32_t node);

/*
 * Find one more node of a pool for the last item: items that are placed already
 * exchange nodes.
 * RET 1; 0 if there is no way, or the budget is used up; -1 with errno ENOMEM
 */
extern int lrh_run_swap(struct lrh_run *run, uint32_t item, uint32_t pool);
