/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bind_swap.h - a run of left edge: the items that are placed, and the exchange
 * of nodes between them.
 *
 * Private to the binder.
 */
#ifndef LRH_BIND_SWAP_H
#define LRH_BIND_SWAP_H

#include "lrh/bind_chart.h"

struct lrh_bind_choice;

/* One run of left edge, from left to right. */
struct lrh_run {
	struct lrh_chart chart;
	time_t tight;		/* items that start earlier fill gaps */
	struct lrh_bind_item *item;	/* the items placed, in order */
	uint32_t cnt;
	size_t room;
	time_t end;		/* from here on nothing has changed */
	struct lrh_bind_choice *choice;	/* where bind_edge.c weighs the nodes:
					 * one for each */
};

/* Give a node to an item that has its place in time. */
extern void lrh_run_take(struct lrh_run *run, uint32_t item, uint32_t node);

/*
 * Find one node more of a pool for an item, the last one: items that are placed
 * already change nodes with each other.
 * RET 1; 0 if there is no way, or it has become too late; -1 with errno ENOMEM
 */
extern int lrh_run_swap(struct lrh_run *run, uint32_t item, uint32_t pool);

#endif
