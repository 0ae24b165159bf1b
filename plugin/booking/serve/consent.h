/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * consent.h - the owners of bookings are asked to give way to a request that
 * stands by, and if all agree they do.
 *
 *	standby:ask:r	it is refused: consent_find() finds the bookings without
 *			which there is room, QUESTION_MAX at most; the request
 *			stands by with them (open/question.h), and their owners
 *			are told ("asked")
 *	ask:yes:a	by the owner of a or an operator: the row of the request
 *			has that
 *	ask:no:a	the question ends ("ask-ended"), as it does if one of
 *			them is deleted or changed, or begins; the request
 *			stands by as any other
 *	the last yes	the request is looked at. If there is no room beside
 *			them, it is booked without them, and they give way
 *			("gave-way"): one transaction. Their owners get offers,
 *			as if they had been refused
 *
 * The places of the bookings are free for the search alone: if Slurm or a limit
 * refuses the request, all stay, and it is tried again. A booking has one
 * question at a time; the questions of a user are bounded as requests that
 * stand by (garq_user_standing).
 *
 * Who asks, and for which reservation, is told where PrivateData does not hide
 * reservations.
 *
 * Times are seconds since the epoch. Locks: site_lock(), synced.
 */
#pragma once

#include "plugin/booking/open/standing.h"
#include "plugin/booking/place/ask.h"

/*
 * Find the bookings to ask for a refused request.
 * IN a - shape
 * OUT ret - question_free(); untouched on failure
 * RET NULL, or why nobody is asked; free()
 */
extern char *consent_find(office_t *office, ask_t *a, question_t *ret);

/* Tell the owners of the bookings that they are asked. */
extern void consent_tell(office_t *office, const standing_t *s, time_t now);

/*
 * The request stands by no more, which the owners of the bookings that stay are
 * told. A booking that is lifted (view_lift()) leaves.
 */
extern void consent_dismiss(office_t *office, const standing_t *s, time_t now);

/* An update that agrees, or does not. Its operation stays. */
extern const verb_t consent_verb;

/*
 * Return true if all have agreed, the bookings are as they were asked, and no
 * job names one.
 */
extern bool consent_is_ready(office_t *office, const standing_t *s, time_t now);

/* End the questions that can't be answered any more. */
extern void consent_expire(office_t *office, time_t now);

/*
 * verb_t.plan of the look at a request to which all have agreed: book it where
 * the bookings give way.
 * RET as create_verb.plan
 */
extern int consent_plan(office_t *office, ask_t *a);
