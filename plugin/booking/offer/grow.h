/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * grow.h - elastic bookings grow into free room.
 *
 * A booking with grow:yes (wishes.h) has the form that was asked for as its
 * most (booking_t.most_cn, most_minutes), and gets more, up to that, when nodes
 * become free: first nodes, then time at its end. The limits of its owner hold.
 *
 * Times are seconds since the epoch. Locks: site_lock(), after site_sync().
 */
#pragma once

#include "plugin/booking/view/office.h"

/*
 * Nodes have become free during [t_s, t_e): the bookings that lie there, or end
 * where it begins, grow, the earliest ones first. The ledger's queue gets the
 * changes.
 * RET true if anything changed that Slurm looks at
 */
extern bool grow_into_room(office_t *office, time_t t_s, time_t t_e,
			   time_t now);
