/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * accept.h - "scontrol update ReservationName=r.2" where r.2 is an open offer:
 * it is booked as it stands, or with less of it.
 *
 * With it may be given: NodeCnt, Duration, StartTime and EndTime, within what
 * is offered; and Users, Groups and Accounts, which take the place of those of
 * the request. What was taken meanwhile is refused, with new offers.
 *
 * Locks: site_lock(), synced; site_lock(true) where holds_possible().
 */
#ifndef PLUGIN_ACCEPT_H
#define PLUGIN_ACCEPT_H

#include "plugin/booking/create.h"
#include "plugin/booking/update.h"

/* What came of accepting an offer: one of its halves did it, or refused it. */
typedef struct {
	bool update;		/* it was the half of a change */
	create_t create;
	update_t change;
	char *name;		/* of the reservation, or NULL */
} accept_t;

/* Is name that of an offer, and of no reservation? */
extern bool accept_names_offer(const char *name, time_t now);

/*
 * Accept the offer of which given says the name, and how much of it is taken.
 * IN/OUT given - parts of it are taken out
 * IN/OUT a - program of both halves is set; accept_free(). The half that served
 *	it is to be made durable, as create.h and update.h say
 */
extern void accept_serve(request_t *given, uint32_t uid, time_t now,
			 accept_t *a);

/* What the user is told of it. The text is owned by a. */
static inline int accept_rc(const accept_t *a)
{
	return a->update ? a->change.rc : a->create.rc;
}

static inline const char *accept_text(const accept_t *a)
{
	return a->update ? a->change.text : a->create.text;
}

/* Free what a owns. Locks: none. */
extern void accept_free(accept_t *a);

#endif
