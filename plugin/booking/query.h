/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * query.h - ReservationName=query: what can be had, without booking it.
 *
 * The paper's queryReserv(ti_s, ti_e, dur?, numCN?): StartTime and EndTime are
 * the window and Duration is left open, or Duration is given and MaxStartDelay
 * says how much longer the window is. Without NodeCnt any number will do.
 *
 * ReservationName=garq-offers=1 of a program: what is offered already, answer.h.
 */
#ifndef PLUGIN_QUERY_H
#define PLUGIN_QUERY_H

#include "plugin/booking/place_booking.h"

/*
 * OUT out->text - the offers, or why there are none; out->op
 * RET 0 if there are some. Locks: site_lock(), synced
 */
extern int query_locked(request_t *request, uint32_t uid, time_t now,
			create_t *out);

/*
 * Write the open offers that uid may see as lines for a program. Users who may
 * not book are answered, too: such a user has no offers.
 * OUT out->text - lines for programs. RET 0 or ENOMEM. Locks: site_lock(), synced
 */
extern int query_open_locked(uint32_t uid, time_t now, create_t *out);

#endif
