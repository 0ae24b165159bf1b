/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * look.h - a look before the leap: the plan of a request, told and not carried
 * out; and a plan that is carried out only as it was told.
 *
 *	scontrol update ReservationName=plan:show:r NodeCnt=4
 *	    r would be changed: 4 nodes (n[1-4]) from 10:00 to 12:00, now 2 ...
 *	    to make room: b starts 12:00, not 11:00
 *	    plan 3f2a9c01d2e4: nothing was done; ...
 *	scontrol update ReservationName=plan:3f2a9c01d2e4:r NodeCnt=4
 *
 * A request with one of these wishes (wishes.h) goes the way of every request
 * up to its effects, so it is refused for the same reasons. The token is a
 * digest of the plan. Nothing is kept of a look: the request with the token is
 * planned again, and refused if its plan has another token.
 *
 * Verbs that serve it have WISH_PLAN in verb_t.takes.
 *
 * Times are seconds since the epoch. Locks: site_lock(), after site_sync().
 */
#pragma once

#include "plugin/booking/place/ask.h"

/* A plan that is complete, before its effects. All is borrowed. */
typedef struct {
	const view_resv_t *v;	/* changed or deleted; NULL: it is new */
	time_t start;		/* its place then; start 0: it is deleted */
	time_t end;
	const garq_set_t *nodes;
	const units_t *units;	/* of these; NULL: whole ones */
	const lrh_plan_t *plan;	/* the moves of others */
} look_t;

/*
 * Tell a plan, or compare it with the token of the request. If it is carried
 * out, the places that are held for the user are given up.
 * OUT a->text, a->looked - if it is told
 * RET 0: carry it out; ASK_ANSWERED: it was told; REFUSED_BUSY: it is another
 *	plan than that of the token, a->text says which
 */
extern int look_at(office_t *office, ask_t *a, const look_t *look);
