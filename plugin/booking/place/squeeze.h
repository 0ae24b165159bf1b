/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * squeeze.h - elastic bookings give nodes or time to a request.
 *
 * An elastic booking (booking_is_elastic()) keeps its freedom until it freezes
 * (garq_freeze): it may have fewer nodes, or less time at its begin or its end,
 * never less than its least (booking_t.least_cn, least_minutes). Who said so
 * gets more when there is room (plugin/booking/offer/grow.h). A booking with
 * waiting jobs keeps its size, as they count on it.
 *
 *	nodes ^			    nodes ^
 *	      | eeeeeeee		  | rrrrr.
 *	      | eeeeeeee   r: 2 nodes	  | rrrrr.
 *	      | eeeeeeee   for 5 s	  | eeeeee..
 *	      | aaaaaaaa		  | aaaaaaaa
 *	      +---------> time		  +---------> time
 *
 * Times are seconds since the epoch. Locks: site_lock(), after site_sync().
 */
#pragma once

#include "plugin/booking/place/admit.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/view.h"

/* The most starts that are tried: the window's ends, and where others end. */
#define SQUEEZE_STARTS 8

/* The nodes of givers that are looked at, of all starts together: some
 * milliseconds. No other giver is asked after that. */
#define SQUEEZE_NODES 65536

/*
 * Find room for a shape that admit() has refused: what elastic bookings give is
 * as little as one start after the other, and one giver after the other, shows
 * (greedy), and never more node-seconds than the shape has. Nothing is changed;
 * the plan of the placement has their gifts as moves (lrh_move_t.end).
 * OUT ret_placement - placement_free(); untouched if false
 * RET false: there is no room so; also where too few licenses are free, which
 *	nobody gives, for a shape by cores, or where no booking may move
 *	(garq_shift=no)
 */
extern bool squeeze_find(office_t *office, const shape_t *shape, time_t now,
			 placement_t *ret_placement);

/* --- the elastic bookings that may change their size now ------------------ */

/* The most bookings of a list, and holders that are looked at for it. */
#define ELASTIC_MAX 64
#define ELASTIC_LOOKS 4096

typedef struct {
	view_resv_t *list[ELASTIC_MAX];	/* in the order of first.h */
	uint32_t cnt;
} elastic_list_t;

/*
 * List the elastic bookings that hold some of these nodes during [t_s, t_e),
 * and whose size may change: that have not begun or frozen (garq_freeze), have
 * all of their nodes, named none of them, and in which no job waits, or may be
 * about to. OUT ret - overwritten
 */
extern void elastic_collect(office_t *office, const garq_set_t *nodes,
			    time_t t_s, time_t t_e, time_t now,
			    elastic_list_t *ret);
