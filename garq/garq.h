/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * garq.h - GarQ, the slot array that answers "is it free, when is it free".
 *
 * Paper: Sulistio, Cibej, Prasad, Buyya, "GarQ: An Efficient Scheduling Data
 * Structure for Advance Reservations of Grid Resources", section 4.
 *
 * The idea. Time is cut into slots of delta seconds. A slot keeps rv, the
 * largest number of nodes that are reserved at any second of it, so a search
 * over a long interval is one comparison per slot:
 *
 *	         now
 *	          |
 *	 slot   k | k+1    k+2    k+3        ...            k+M-1  : the horizon
 *	      +---|--+------+------+------+------+------+------+
 *	 rv   |  3   |  5   |  5   |  2   |  0   |  0   |  1   |   far edges ...
 *	      +------+------+------+------+------+------+------+
 *	 edges  +3     +2 -.    -3           .      .      +1
 *
 * Slot number k = floor(t / delta) lives at array index k mod M (the paper's
 * equation 2, with floor, because an interval starts inside the slot that
 * holds its first second). As now moves on, the slots that have passed are
 * used again for the seconds that come into the horizon, 64 at a time.
 *
 * Where we go beyond the paper: it goes along all slots of an interval. Here
 * slots are kept in chunks of 64 (chunks.h), which are compared, changed or
 * skipped at once.
 *
 * And it rounds every request to whole slots. Here a slot also keeps its edges
 * (the seconds inside it at which the number of reserved nodes changes), and
 * where rv alone would say no for a slot that the interval only partly covers,
 * the edges settle it. Every answer is exact to the second, for every delta.
 * Beyond the horizon there are only edges: the answers are as right, only
 * slower.
 *
 * Time: seconds since the epoch. Intervals are half-open, [t_s, t_e): an
 * interval that ends at 10:00:00 does not touch one that starts at 10:00:00.
 * There is no special value that means "no time"; an interval that never ends
 * has t_e = GARQ_FOREVER, and so has an interval that would end later than
 * that.
 *
 * Memory, measured with slots of 300 s:
 *	empty, 30 days (8,704 slots)		   24,160 bytes, 2.8 a slot
 *	empty, 365 days (105,216 slots)		  274,256, 2.6 a slot
 *	a booking between ends of slots		   17
 *	a booking between any two seconds	   95 to 570: edges, in pieces of
 *						   64 bytes, come to that; the
 *						   more bookings, the less
 *	365 days with 10^6 bookings between ends   17 MB
 *
 * One garq_t counts one capacity (maxCN interchangeable nodes). It does no I/O,
 * reads no clock and has no global state; it is not thread-safe. On failure
 * every function leaves the garq_t and every ret_ argument as they were.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "garq/limits.h"
#include "garq/times.h"

typedef struct garq garq_t;

/*
 * Make an empty GarQ. The array is built once (paper, section 4).
 * IN max_cn  - capacity in nodes, >= 1
 * IN delta   - length of a slot in seconds, GARQ_DELTA_MIN..GARQ_DELTA_MAX
 * IN horizon - seconds that the slots must cover, >= delta; rounded up to
 *		whole slots (at most GARQ_SLOTS_MAX), and by up to 127 slots
 *		where they are many: M of them
 * IN now     - 0..GARQ_FOREVER-1; the horizon begins with the slot of now
 * RET owned by the caller, or NULL with errno EINVAL or ENOMEM
 */
extern garq_t *garq_create(uint32_t max_cn, uint32_t delta, time_t horizon,
			   time_t now);

/* Free a GarQ with its reservations. garq_destroy(NULL) is safe. */
extern void garq_destroy(garq_t *g);

/*
 * Advance now. Slots that have passed are reused at the far end.
 * Reservations that have ended stay known until deleteReserv. A
 * value that is not later than the present now is ignored (a clock that was set
 * back frees and reserves nothing); a value past GARQ_FOREVER - 1 is taken as
 * GARQ_FOREVER - 1.
 * RET 0, or -1 with errno ENOMEM
 */
extern int garq_advance(garq_t *g, time_t now);

/*
 * Paper, algorithm 2, searchReserv: check whether num_cn nodes are free at
 * every second of [t_s, t_e). Seconds before now are ignored.
 * RET 1 yes; 0 no ("too many" is a no as well: num_cn > maxCN);
 *	-1 with errno EINVAL: empty or reversed interval, t_e past GARQ_FOREVER,
 *	num_cn 0; or ERANGE: t_e is not after now
 */
extern int garq_searchReserv(const garq_t *g, time_t t_s, time_t t_e,
			     uint32_t num_cn);

/* No reservation has this handle. */
#define GARQ_NO_HANDLE UINT32_MAX

/*
 * Paper, algorithm 3, addReserv: reserve num_cn nodes during [t_s, t_e). The
 * paper assumes that a search was done before; here no search is needed, as the
 * change itself finds out whether the nodes are free. Seconds before now are
 * accepted and reserve nothing.
 * OUT ret_handle - the reservation, for garq_deleteReserv(): the lowest number
 *	that is not in use. The paper's "user" is whoever keeps it
 * RET 0; or -1 with errno EINVAL, ERANGE (as searchReserv), ENOSPC (does not
 *	fit) or ENOMEM
 */
extern int garq_addReserv(garq_t *g, time_t t_s, time_t t_e, uint32_t num_cn,
			  uint32_t *ret_handle);

/*
 * Paper, section 4, deleteReserv: remove a reservation and free the nodes that
 * it holds from now on. Needs no memory, nor does adding one reservation again
 * afterwards. The caller forgets the handle: the next add may return it.
 * RET 0, or -1 with errno ENOENT: no reservation has this handle
 */
extern int garq_deleteReserv(garq_t *g, uint32_t handle);

/*
 * Paper, algorithm 4, suggestInterval: the earliest start t >= max(t_s, now) at
 * which [t, t + (t_e - t_s)) has num_cn free nodes at every second.
 * IN max_limit - the paper's MAX_LIMIT: the start may be at most this many
 *	seconds after t_s; a negative one means no limit. (The paper bounds the
 *	last slot that is searched; a bound on the start is what a window
 *	[t_esr, t_lsr] needs.)
 * OUT ret_start - the start; untouched unless 1 is returned
 * RET 1 found; 0 there is none within the limit (always, if num_cn > maxCN); -1
 *	with errno EINVAL as searchReserv. An interval in the past is not an
 *	error here: the start is moved to now or later, as far as max_limit
 *	allows
 */
extern int garq_suggestInterval(const garq_t *g, time_t t_s, time_t t_e,
				uint32_t num_cn, time_t max_limit,
				time_t *ret_start);

/*
 * How many nodes are free at every second of [t_s, t_e); seconds before now are
 * ignored.
 * OUT ret_free - 0 .. maxCN; untouched on failure
 * RET 0, or -1 with errno EINVAL or ERANGE, as searchReserv
 */
extern int garq_least_free(const garq_t *g, time_t t_s, time_t t_e,
			   uint32_t *ret_free);

/*
 * Call fn for each maximal interval of [max(t_s, now), t_e) during which the
 * same number of nodes is free, in order of time; the last one ends at t_e.
 * fn must not change g. The walk ends when fn returns false.
 * RET 0, also if fn ended the walk; or -1 with errno EINVAL or ERANGE, as
 *	searchReserv, without a call of fn
 */
typedef bool (*garq_profile_fn)(void *arg, time_t t_s, time_t t_e,
				uint32_t num_free);
extern int garq_profile(const garq_t *g, time_t t_s, time_t t_e,
			garq_profile_fn fn, void *arg);

/*
 * Number of nodes reserved at second t. Before now: 0. From GARQ_FOREVER on:
 * the reservations that do not end.
 */
extern uint32_t garq_usage(const garq_t *g, time_t t);

/*
 * What garq_create() was given, the present now, and how many reservations are
 * known.
 */
extern uint32_t garq_max_cn(const garq_t *g);
extern uint32_t garq_delta(const garq_t *g);
extern time_t garq_now(const garq_t *g);
extern uint32_t garq_count(const garq_t *g);

/*
 * Verify the invariants listed in slots.h and chunks.h. For tests, and on
 * demand.
 * OUT ret_reason - a constant string that names the broken invariant;
 *	GARQ_CHECK_NO_MEMORY: it is unknown whether one is broken
 * RET true if all hold
 */
#define GARQ_CHECK_NO_MEMORY "there is no memory to verify it"
extern bool garq_check(const garq_t *g, const char **ret_reason);
