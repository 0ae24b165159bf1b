/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * accept.h - "scontrol update ReservationName=r.2" where r.2 is an open offer:
 * it is booked as it stands, or with less of it.
 *
 * With it may be given: NodeCnt, Duration, StartTime and EndTime, within what
 * is offered; and Users, Groups and Accounts, which take the place of those of
 * the request. What was taken meanwhile is refused, with new offers.
 */
#ifndef PLUGIN_ACCEPT_H
#define PLUGIN_ACCEPT_H

#include "plugin/booking/request.h"
#include "plugin/slurm/compat.h"

/* Is name one of an offer, and of no reservation? Locks: site_lock(), synced. */
extern bool accept_is(const char *name, time_t now);

/*
 * Serve the message, which says what is given. Parts of that are taken out.
 * IN program - one asks, see answer.h. Locks: none.
 */
extern void accept_serve(slurm_msg_t *msg, request_t *given, bool program);

#endif
