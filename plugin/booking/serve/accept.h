/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * accept.h - accept an open offer, whole or in part.
 *
 * A user accepts offer r.2 by "scontrol update ReservationName=r.2": the
 * booking, or the change of a booking, that the offer stands for is made. The
 * update may narrow the offer by NodeCnt, Duration, StartTime and EndTime, and
 * may replace the request's Users, Groups and Accounts. If the place was taken
 * meanwhile, the user gets a refusal with new offers. What is accepted ends in
 * the future: an update that ends earlier cuts a booking short, and changes
 * nothing else of it.
 *
 * Locks: site_lock(), synced; site_lock(true) where holds_possible().
 */
#ifndef PLUGIN_ACCEPT_H
#define PLUGIN_ACCEPT_H

#include "plugin/booking/serve/create.h"
#include "plugin/booking/serve/update.h"
#include "plugin/booking/view/office.h"

/* The outcome: either the create or the update half has a result. */
typedef struct {
	bool update;		/* the offer changes a booking: see change */
	create_t create;
	update_t change;
	char *name;		/* of the reservation; owned; or NULL */
	request_t known;	/* users that the caller has looked up:
				 * accept_users(); or all zero */
} accept_t;

/*
 * Return true if an open offer that is not hidden from the user has this name,
 * and no reservation has it. The reservation of a held offer, which has the
 * same name, does not count.
 */
extern bool accept_names_offer(office_t *office, const char *name, uint32_t uid,
			       time_t now);

/*
 * The users for whom an offer was asked, unless given names others: look up
 * their ids, with no lock held, before accept_serve().
 * RET free(); NULL: none, or the offer can't be read
 */
extern char *accept_users(office_t *office, const request_t *given, time_t now);

/*
 * Accept the offer that given->name names, for user uid. The caller makes the
 * operation of the half that served the request (create.op or change.op)
 * durable before the answer, or undoes that half: see create.h and update.h.
 * IN/OUT given - the update request; Users, Groups and Accounts move out of it
 * IN/OUT a - all zero but for program of both halves, and for known;
 *	accept_free()
 * OUT a - the result: accept_rc() and accept_text()
 */
extern void accept_serve(office_t *office, request_t *given, uint32_t uid,
			 time_t now, accept_t *a);

/* The result: 0 or a code (refused.h), and a text for the user, owned by a */
static inline int accept_rc(const accept_t *a)
{
	return a->update ? a->change.rc : a->create.rc;
}

static inline const char *accept_text(const accept_t *a)
{
	return a->update ? a->change.text : a->create.text;
}

/* Free what a owns; a itself belongs to the caller. Locks: none. */
extern void accept_free(accept_t *a);

#endif
