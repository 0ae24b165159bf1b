/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * users.h - users who book for themselves (garq_users): what is theirs, what
 * they may ask for, how much, and what they may be told.
 *
 * Slurm lets operators alone make, change and delete reservations. Where the
 * site says garq_users=yes, others may, for themselves and the accounts that
 * they belong to, on nodes that they may use, within limits (user_limits.h), and
 * nothing else: what is not known here to concern only themselves is refused.
 * A booking is his who made it. Nothing of this holds operators.
 *
 * Nothing is changed by it but Users= of a request. Locks: site_lock(), synced.
 */
#ifndef PLUGIN_USERS_H
#define PLUGIN_USERS_H

#include "plugin/booking/shape.h"
#include "plugin/booking/user_limits.h"
#include "plugin/booking/view.h"

/* May he ask at all: is he an operator, or does the site let users? */
extern bool users_may_ask(uint32_t uid);

/* Is he held to what follows: no operator? */
extern bool users_limited(uint32_t uid);

/* Is it a booking that he made? v may be NULL */
extern bool users_is_owner(const view_resv_t *v, uint32_t uid);

/*
 * Does the request concern only him: flags, Users, Accounts, Groups, and what
 * can't be limited? After request_check() and request_normalize().
 * IN/OUT request - if it names neither Users nor Accounts, it is for him then
 * OUT ret_text - what is not, and what to write instead; free()
 * RET 0 or an error for the user
 */
extern int users_check_create(request_t *request, uint32_t uid,
			      char **ret_text);

/*
 * The same of a change, of a booking that he made.
 * IN v - NULL: there is none of that name; the same is said then as of one that
 *	is not his
 */
extern int users_check_update(const view_resv_t *v,
			      const request_t *request, uint32_t uid,
			      char **ret_text);

/* Say so of what is not his, to him and the log. rpc - "UPDATE", "DELETE" */
extern int users_deny(const char *name, const char *rpc, uint32_t uid,
		      char **ret_text);

/*
 * May he use these nodes?
 * IN partition - from which they are; NULL or "": from any
 */
extern int users_check_nodes(uint32_t uid, const char *partition,
			     const shape_t *shape, char **ret_text);

/*
 * Is it within the limits? The text has a line for each that it is over.
 * IN name - of the reservation, or NULL
 * IN group - the holder id of the booking that is changed, or GARQ_NO_GROUP
 * IN holds - of what is held for him (holds.h): count that too. A request ends
 *	them, and what is held must keep the limits together with what he has
 */
extern int users_check_limits(uint32_t uid, const char *name, uint64_t group,
			      bool holds, const limits_ask_t *ask, time_t now,
			      char **ret_text);

/*
 * May the user make a booking of this shape: within the limits, on nodes that the
 * user may use? An operator may.
 * IN request - what the shape is of
 * IN holds - as users_check_limits()
 * RET 0 or a code (refused.h) with ret_text; free()
 */
extern int users_check_new(uint32_t uid, const request_t *request,
			   const shape_t *shape, bool holds, time_t now,
			   char **ret_text);

/*
 * Offers that he could accept: those within the limits, cut where the query
 * leaves it open; none is dominated by another. Their cost is not looked at.
 */
extern void users_fit_offers(uint32_t uid, uint64_t group,
			     const osp_query_t *query,
			     const limits_open_t *open, time_t now,
			     osp_offers_t *offers);

/* The latest start that he may have; 0: no limit. */
extern time_t users_last_start(time_t now);

/* Would Slurm show him this? (PrivateData) */
extern bool users_may_see(uint32_t uid, const view_holder_t *who);

#endif
