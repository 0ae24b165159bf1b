/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * query.h - names that ask: ReservationName=query finds offers without booking,
 * ReservationName=offers lists the open ones.
 *
 * The query is queryReserv(ti_s, ti_e, dur?, numCN?) of the OSP paper, section
 * 2.1: either StartTime and EndTime are the window and the duration is left
 * open, or Duration is given and MaxStartDelay is how much longer the window
 * is. Without NodeCnt the number of nodes is left open.
 *
 * The list of open offers looks at nothing else in the request: scontrol sends
 * no create request without StartTime, Duration or EndTime, nodes, and users.
 * A program may also ask by ReservationName=garq-offers=1 (answer.h).
 *
 * A reservation that had such a name before the name asked is shown, changed
 * and deleted as any other, but not created: the answers say so.
 *
 * Locks: site_lock(), after site_sync(); site_lock(true) if holds_possible().
 */
#ifndef PLUGIN_QUERY_H
#define PLUGIN_QUERY_H

#include "plugin/booking/place/place_booking.h"
#include "plugin/booking/view/office.h"

/*
 * Return true if a request asks for an answer instead of a reservation: for
 * offers, new or open ones, for all starts (probe.h), or for what the locks
 * cost (lock_stats.h). IN out - with program set. Locks: none
 */
extern bool query_is_asked(const request_t *request, const create_t *out);

/*
 * Return true if a request asks which offers are open: its other fields mean
 * nothing then.
 */
extern bool query_asks_for_open(const request_t *request, const create_t *out);

/*
 * Check the rights of uid, and make offers.
 * IN/OUT request - changed to what an accepted offer will book
 * OUT out - text: the offers, or why there are none; op, for ledger_commit()
 *	before the answer
 * RET 0: there are offers; a code (refused.h) or ENOMEM
 */
extern int query_locked(office_t *office, request_t *request, uint32_t uid,
			time_t now, create_t *out);

/*
 * List the open offers that uid may see. Users without the right to book
 * are answered, too: they have no offers.
 * IN/OUT out->program - the text has lines for programs: always set on return
 * OUT out->text - lines for programs; for people tables before them
 * RET 0 or ENOMEM
 */
extern int query_open_locked(office_t *office, uint32_t uid, time_t now,
			     create_t *out);

/*
 * Mention in text, if uid may see it, that a reservation has a name that asks:
 * it was made before the name asked, or while sched/garq was off.
 */
extern void query_mention_reservation(office_t *office, const char *name,
				      uint32_t uid, char **text);

#endif
