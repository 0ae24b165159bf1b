/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * trial.h - a placement by another order than the paper's.
 *
 * The bookings in reach are taken out, others stay, and all are placed in the
 * order that is tried. Private to this folder.
 */
#pragma once

#include "lrh/settle.h"

/* A booking or the request, to be placed by an order. */
struct lrh_entry {
	const struct lrh_booking *b;	/* NULL: the request */
	uint32_t at;		/* position in by_order */
	time_t t_esr;
	time_t from;		/* its present window */
	time_t to;
	time_t t_e;
	uint32_t num_cn;
	uint64_t id;
};

/* For qsort(): in order of their positions. */
extern int lrh_entry_by_position(const void *a, const void *b);

/* The bookings that a request can move, and the request itself. */
struct lrh_reach {
	struct lrh_entry *entry;	/* the last one is the request */
	size_t cnt;
	bool has_all;		/* none is missing that can be in the request's
				 * way */
	bool hopeless;		/* with all of them out of its way the request
				 * finds no start */
};

/*
 * Find the bookings that lie in the request's window, and in theirs.
 * RET 0, or -1 with errno ENOMEM; lrh_reach_free() in any case
 */
extern int lrh_reach_find(const struct lrh_ask *ask,
			  const struct lrh_task *task,
			  struct lrh_reach *ret_reach);
extern void lrh_reach_free(struct lrh_reach *reach);

/*
 * Open a draft of the counts without these entries, which are in order of their
 * positions; the request, if it is among them, is left out.
 * RET 1; 0: it has become too late; or -1 with errno ENOMEM;
 *	lrh_draft_close() in any case
 */
extern int lrh_trial_open(const struct lrh_ask *ask,
			  const struct lrh_task *task,
			  const struct lrh_entry *entry, size_t cnt,
			  struct lrh_draft *d);

/* Place an entry at a start in [from, to]. RET as lrh_place() */
extern int lrh_trial_place(struct lrh_draft *d, const struct lrh_task *task,
			   const struct lrh_entry *e, time_t from, time_t to);

/*
 * All entries are placed: make the plan. IN freed - as lrh_settle()
 * RET as lrh_sketch_bind(); 0 also if it has become too late
 */
extern int lrh_trial_end(const struct lrh_ask *ask, const struct lrh_draft *d,
			 const struct lrh_change *freed, lrh_plan_t *plan);
