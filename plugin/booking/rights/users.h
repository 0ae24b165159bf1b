/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * users.h - rights and limits of users who book for themselves (garq_users).
 *
 * Slurm lets only operators make, change and delete reservations. With
 * garq_users=yes any user may, for the user, for some with whom the user shares
 * a Unix group or an account (garq_user_others), and for accounts that the user
 * belongs to, on nodes that the user may use, within limits (user_limits.h). A
 * request that is not known to concern these alone is refused. The creator of a
 * booking is its owner. Operators have all rights and no limits.
 *
 * "The user" below is uid. The functions change only Users= of a request,
 * and the ids of these. Times
 * are seconds since the epoch. Locks: site_lock(), after site_sync().
 */
#pragma once

#include "plugin/booking/place/ask.h"
#include "plugin/booking/place/shape.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/request/user_limits.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/view.h"

/* Return true if the user may make requests (operator, or garq_users=yes). */
extern bool users_may_ask(office_t *office, uint32_t uid);

/* Return true if the checks below apply to the user: not to operators. */
extern bool users_limited(office_t *office, uint32_t uid);

/*
 * Return true if v is a booking that the user made, and is not kept out of. Not
 * that of a job.
 * IN v - NULL: false
 */
extern bool users_is_owner(office_t *office, const view_resv_t *v,
			   uint32_t uid);

/*
 * Return true if Users=-NAME keeps the user out of v. Such a user has none of
 * the rights that others have to a reservation, not even those of an owner.
 * Slurm checks that where jobs want in; up to 25.11 it lets just these users
 * skip, delete and see the reservation where associations are not enforced.
 * IN v - NULL: false
 * RET false for an operator
 */
extern bool users_is_kept_out(office_t *office, const view_resv_t *v,
			      uint32_t uid);

/*
 * verb_t.may of requests for something new: only operators, or all users with
 * garq_users, may ask.
 * RET 0, or REFUSED_USERS, which is logged
 */
extern int users_may_create(office_t *office, ask_t *a);

/* verb_t.early of the same: besides, the name and the syntax. */
extern int users_early_create(office_t *office, ask_t *a);

/*
 * RET the number of names in Users=users, with or without a sign, that are not
 * of uid. No name is looked up. Locks: none.
 */
extern uint32_t users_count_others(office_t *office, const char *users,
				   uint32_t uid);

/*
 * verb_t.check of requests for something new: request_normalize(),
 * request_check(), and of a user with limits whether the request concerns the
 * user and fellows alone: flags, Users, Accounts, Groups, and no resources
 * without a limit.
 * IN/OUT a->request - with user_ids and fellows where it names others; if it
 *	has neither Users nor Accounts, Users is set to a user with limits
 * OUT a - kind; text: the error, and what to write instead
 * RET 0 or a code (refused.h)
 */
extern int users_check_create(office_t *office, ask_t *a);

/*
 * The same of a user with limits for an update of v, which also has to be a
 * booking of the user.
 * IN a - v, NULL: there is no such reservation; kind
 * RET as users_check_create(), or as users_deny()
 */
extern int users_check_update(office_t *office, ask_t *a);

/*
 * Reject a name for a new reservation of uid that is in use, or kept for jobs,
 * or has a request that stands by. The text says only that the name is taken if
 * that is hidden from uid.
 * OUT ret_text - free()
 * RET 0, REFUSED_NAME_TAKEN or REFUSED_NO_SUCH
 */
extern int users_name_free(office_t *office, const char *name, uint32_t uid,
			   time_t now, char **ret_text);

/* The same, but a request that stands by under the name does not count. */
extern int users_name_unused(office_t *office, const char *name, uint32_t uid,
			     time_t now, char **ret_text);

/* What is said of a reservation that is not there, or that is hidden. */
#define USERS_NONE "there is no such reservation"

/*
 * Refuse to change a reservation that is not the user's, and log an attempt. A
 * reservation that PrivateData hides from the user is refused like a name that
 * no reservation has.
 * IN v - NULL: there is no such reservation
 * IN name - of v; may be NULL without v
 * IN rpc - "UPDATE" or "DELETE"
 * OUT ret_text - for the user; free()
 * RET REFUSED_USERS; REFUSED_NO_SUCH if the user can't see v
 */
extern int users_deny(office_t *office, const view_resv_t *v, const char *name,
		      const char *rpc, uint32_t uid, char **ret_text);

/*
 * Check that the user may use the nodes of a shape, by their partitions.
 * IN partition - that was asked for; NULL or "": the default one for a count of
 *	nodes, any for named nodes
 * OUT ret_text - why not; free()
 * RET 0 or REFUSED_DENIED
 */
extern int users_check_nodes(office_t *office, uint32_t uid,
			     const char *partition, const shape_t *shape,
			     char **ret_text);

/*
 * Check that a request is within the limits. The bookings of the user's jobs
 * count as the user's own, without the seconds for their start (JOBS_LATE).
 * IN name - of the reservation, or NULL
 * IN group - the holder id of the booking that is changed, or GARQ_NO_GROUP
 * IN holds - count also nodes held for the user (holds.h). A request releases
 *	the user's holds, so it does not count them; a new hold does
 * OUT ret_text - a line for each limit that is exceeded; free()
 * RET 0, REFUSED_NODE_COUNT, REFUSED_TIME or REFUSED_DENIED
 */
extern int users_check_limits(office_t *office, uint32_t uid, const char *name,
			      uint64_t group, bool holds,
			      const limits_ask_t *ask, time_t now,
			      char **ret_text);

/*
 * Check that a request is within the limits of accounts (garq_account_*). All
 * bookings of an account count, whoever made them, and those of its jobs.
 * IN accounts - of the request; names may have a "+" in front; those with a "-"
 *	are not looked at; NULL or "": none
 * IN name, group, ask - as users_check_limits(); without the limits of users
 * RET 0, or REFUSED_DENIED with ret_text; free()
 */
extern int users_check_accounts(office_t *office, const char *name,
				const char *accounts, uint64_t group,
				const limits_ask_t *ask, time_t now,
				char **ret_text);

/*
 * Check that the number of each license in set is within the user's limit for a
 * booking (garq_user_licenses).
 * OUT ret_text - why not; free()
 * RET 0 or REFUSED_DENIED
 */
extern int users_check_licenses(office_t *office, uint32_t uid,
				const lic_set_t *set, char **ret_text);

/* The bookings of the user that count in the limits. */
extern limits_have_t users_have(office_t *office, uint32_t uid, time_t now);

/* Those of an account. */
extern limits_have_t users_account_have(office_t *office,
					const text_name_t *account, time_t now);

/* Return true if there are limits of accounts. */
extern bool users_limit_accounts(office_t *office);

/*
 * Check that the user may make a booking of this shape: within the limits, and
 * on nodes that the user may use. An operator may.
 * IN request - that the shape was made of
 * IN holds - as users_check_limits()
 * RET 0 or a code (refused.h) with ret_text; free()
 */
extern int users_check_new(office_t *office, uint32_t uid,
			   const request_t *request, const shape_t *shape,
			   bool holds, time_t now, char **ret_text);

/* The same as verb_t.limits. */
extern int users_check_limits_new(office_t *office, ask_t *a);

/*
 * Keep the offers that the user could accept: cut to the limits where the query
 * leaves a side open, and without those that another offer dominates.
 * IN group - as users_check_limits()
 * IN/OUT offers - costs are not updated
 */
extern void users_fit_offers(office_t *office, uint32_t uid, uint64_t group,
			     const osp_query_t *query,
			     const limits_open_t *open, time_t now,
			     osp_offers_t *offers);

/* The latest start that garq_user_lead allows; 0: no limit. */
extern time_t users_last_start(office_t *office, time_t now);

/*
 * Return true if Slurm shows this reservation to the user (PrivateData).
 * IN v - NULL: false
 */
extern bool users_sees_resv(office_t *office, const view_resv_t *v,
			    uint32_t uid);

/* Return true if name is the booking of a job, and the user sees that. */
extern bool users_sees_job_booking(office_t *office, const char *name,
				   uint32_t uid);

/* Return true if Slurm would show this holder to the user (PrivateData). */
extern bool users_may_see(office_t *office, uint32_t uid,
			  const view_holder_t *who);
