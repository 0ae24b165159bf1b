/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * admit.h - decide whether, when and on which nodes a shape is booked.
 *
 * The placement comes from lrh.h (FCFS-LRH paper, section 2.3): to make room,
 * bookings that have not started may move inside their windows or to other
 * nodes. The plan is part of the placement, and shift.h carries it out once the
 * booking is made. With licenses, or with garq_shift=no, no booking moves: the
 * start is the earliest at which nodes (garq/machine.h) and licenses
 * (licenses.h) both fit. For a shape by cores (share.h) others move only if it
 * is refused beside them; bookings by cores move by share_shift.h. choose.h
 * chooses among the free nodes. A shape that is tight (garq_place, place:) is
 * placed where it leaves the smallest rests (osp paper, algorithm 1) if it fits
 * beside all others, and no booking moves for it then.
 *
 * These functions change nothing, but that an unsound plan (lrh.h) ends all
 * shifts (invariant.h). Locks: those of view.h, after site_sync().
 */
#pragma once

#include "plugin/booking/place/shape.h"
#include "plugin/booking/place/shift.h"
#include "plugin/booking/request/placement.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/view.h"

/* Free what a placement owns; an all zero placement owns nothing. */
extern void placement_free(placement_t *placement);

/* The reasons why a shape is refused. */
typedef struct {
	time_t t_s;		/* seconds; [t_s, t_e) at the earliest start */
	time_t t_e;
	uint64_t group;
	int rc;			/* REFUSED_LICENSES: licenses alone are short;
				 * REFUSED_DENIED: only the budget is;
				 * REFUSED_FAILED: unsound is set; else
				 * REFUSED_BUSY */
	garq_answer_t answer;	/* of the nodes; its later start has licenses */
	lic_short_t *licenses;	/* one for each license of the shape; owned;
				 * NULL: no license is short */
	uint64_t blocked;	/* with garq_shift=paper: the booking that would
				 * lose its place if the shape took a free
				 * place; or 0 */
	bool unsound;		/* an error of sched/garq: there may be room,
				 * but the plan to make it was unsound */
	/* that there is no room is not proven (steps.h); so in answer.cut: */
	bool cut;		/* ways to shift others were left out, as the
				 * steps had run out */
	uint32_t capped;	/* ... and those that change more others than
				 * this: garq_moves; 0: none of them */
	bool on_switches;	/* answer.later is at as few leaf switches as
				 * are wished for */
	double dear;		/* the lowest price of the forms that cost more
				 * than max-cost; 0: there was none */
	char *beyond;		/* the sentence of the budget (bound.h), if it
				 * does not allow a form; owned; or NULL */
} refusal_t;

/*
 * Decide whether a shape can be booked. Where the plan is unsound, or shifts
 * are stopped (invariant.h), the shape is placed without moving others. A new
 * booking that names its nodes may lie on native reservations that do not keep
 * it off (flags.h).
 * IN shape - times in seconds; num_cn may be more than there are eligible
 * IN group - holders to exclude (a booking that is updated, with its jobs), or
 *	GARQ_NO_GROUP
 * IN first, then - preferred nodes, in this order; NULL: none
 * OUT ret_placement - if placed: placement_free(); owns nothing otherwise
 * OUT ret_refusal - if refused: refusal_free(); untouched otherwise
 * RET 0: placed; REFUSED_BUSY: refused; ESTALE (turns.h): nothing of the view
 *	that the caller knew is certain to be there
 */
extern int admit(office_t *office, const shape_t *shape, uint64_t group,
		 const garq_set_t *first, const garq_set_t *then, time_t now,
		 placement_t *ret_placement, refusal_t *ret_refusal);

/* Free what a refusal owns. */
extern void refusal_free(refusal_t *refusal);

/*
 * Set policy, freeze, steps (steps.h) and moves of lrh.h by the options of the
 * site: garq_shift, garq_freeze, garq_shift_budget, garq_moves, and
 * shift_allowed().
 * OUT ret - its pick chooses for bookings that move, as choose.h says
 */
extern void admit_lrh_options(office_t *office, lrh_options_t *ret);

/*
 * Return true if these licenses are free at every second of [t_s, t_e), with
 * the licenses of group (a holder id, or GARQ_NO_GROUP) excluded. An empty
 * interval or set is always free.
 */
extern bool admit_licenses(office_t *office, const lic_set_t *want,
			   uint64_t group, time_t t_s, time_t t_e);

/*
 * Word a refusal: the nodes or licenses that are missing and since when, the
 * conflicting holders, and the earliest later start of the same shape. Or an
 * internal error, if the plan was unsound.
 * IN name - of the reservation, or NULL
 * IN uid - the reader: other users' holders are named only if Slurm would show
 *	them to this user
 * IN program - a program reads it: the same follows in lines of answer.h
 * RET free()
 */
extern char *refusal_text(office_t *office, const char *name,
			  const shape_t *shape, const refusal_t *refusal,
			  uint32_t uid, bool program);
