/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * rebook.h - private to rebook*.c: parts of a co-reservation are planned again.
 *
 *	old   abcdefgh     A  B  C     B has lost nodes
 *	new   abcdefghr1   B'          held, and booked, all or nothing; A and C stay
 *	then  abcdefghr1   B' A  C     journal_switch(); B is dropped
 *
 * The new parts are a co-reservation of their own until they are booked: whatever
 * happens to it, the old one is as it was.
 */
#pragma once

#include "contrib/sresv/co/look.h"
#include "contrib/sresv/co/book/order.h"

typedef struct {
	const commit_args_t *args;
	journal_t *journal;
	journal_co_t old;		/* its lease is ours */
	look_t look;			/* what there is of it */
	const char *file;		/* the name of the request */
	char *text;			/* it; NULL: that of old */
	int64_t asked;
	srl_t *srl;
	ris_t ris;
	lrs_t *lrs;			/* the clusters of ris */
	planner_t *planner;
	srl_answer_t answer;
	uint32_t place_of[SRL_PARTS_MAX];	/* the part of old with the id of a
						 * part of srl, or UINT32_MAX */
	bool loose;			/* all parts may move, from the beginning */
	bool stays[SRL_PARTS_MAX];	/* of srl: where it is, in the plan */
	uint32_t moved;			/* parts that do not, in the order */
	uint32_t order[SRL_PARTS_MAX];	/* of their new names */
	planner_place_t places[SRL_PARTS_MAX];
	order_t holds;			/* which of them is held first */
	char *why;			/* why there is no plan; or NULL */
	status_t status;		/* then */
} rebook_t;

/*
 * Plan it: what is as it was booked stays, if there is a plan with it; else as it comes.
 * RET false: there is none, and why and status say why
 */
extern bool rebook_plan(rebook_t *r);

/*
 * Plan it for another try: nothing is held any more, and the same parts stay. RET as
 * rebook_plan()
 */
extern bool rebook_plan_fresh(rebook_t *r);

/* Another plan for the same parts: commit_plan_t of a rebook_t. */
extern bool rebook_plan_again(void *arg, const bool *denied,
			      commit_place_t *ret_places);
