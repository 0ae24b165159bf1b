/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * remake.h - check the nodes of a booking whose record is made again.
 *
 * Times are seconds since the epoch. Locks: site_lock(), after site_sync().
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

#include "plugin/booking/view/office.h"
#include "plugin/ledger/record/booking.h"

/*
 * Bookings whose records are made one after another. A booking that needs
 * other nodes gets no node of a booking that is made later: that one would
 * have to share a node which it was promised alone.
 */
typedef struct {
	booking_t **list;	/* the caller's */
	size_t cnt;
	size_t next;
	bool holds;		/* the places of the bookings from next on are held */
} remakes_t;

/*
 * Sort bookings: first those whose nodes are free. Within each group those come
 * first that can't get other nodes, then the earliest start.
 * IN list - kept until remakes_next() returns NULL
 */
extern void remakes_begin(office_t *office, remakes_t *r, booking_t **list,
			  size_t cnt, time_t now);

/* RET the next booking, for the caller to make or destroy; NULL at the end */
extern booking_t *remakes_next(office_t *office, remakes_t *r);

/* The nodes of a booking whose record is made again. */
typedef enum {
	REMAKE_OWN,	/* those that it had, for itself */
	REMAKE_MOVED,	/* others, for the same time */
	REMAKE_BESIDE,	/* those that it had. One of Slurm's own reservations
			 * shares some nodes, or some nodes have fewer cores */
	REMAKE_TAKEN,	/* another booking has some of those that it had: b must
			 * become a stand-in, which leaves them (stand_in.h) */
} remake_room_t;

/*
 * b, whose record will be made, is in no view yet: remakes_next() has just
 * returned it. If another reservation has got some of its nodes meanwhile, and
 * b is by count and has not begun, choose others for the same time. Logged.
 * IN idle - no job runs in b, which may get other nodes though it has begun
 */
extern remake_room_t remake_find_room(office_t *office, remakes_t *r,
				      booking_t *b, bool idle, time_t now);
