/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * remake.h - a booking whose record is made again: are its nodes still free?
 *
 * Times are seconds since the epoch. Locks: site_lock(), after site_sync().
 */
#ifndef PLUGIN_REMAKE_H
#define PLUGIN_REMAKE_H

#include "plugin/ledger/booking.h"

/*
 * b, whose record is to be made, is in no view yet. If another reservation has
 * got some of its nodes meanwhile, and b is by count and has not begun, choose
 * others for the same time; a named list was promised, so both reservations
 * keep it. Logged.
 * IN idle - no job runs in b, which may get other nodes though it has begun
 * RET has b other nodes now?
 */
extern bool remake_find_room(booking_t *b, bool idle, time_t now);

/*
 * Sort bookings: first those whose nodes are free, then those that need other
 * nodes, which could otherwise be given nodes of the former. Within each group
 * the earliest start comes first.
 */
extern void remake_sort(booking_t **list, size_t cnt, time_t now);

#endif
