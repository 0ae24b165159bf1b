/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * garq.h - GarQ, the slot array that answers "is it free, when is it free".
 *
 * Seed: Sulistio, Cibej, Prasad, Buyya, "GarQ: An Efficient Scheduling Data
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
 * Slot number k = floor(t / delta) lives at array index k mod M (the seed's
 * equation 2, with floor, because an interval starts inside the slot that
 * holds its first second). As now moves on, the slots that have passed are
 * used again for the seconds that come into the horizon.
 *
 * Where we go beyond the seed: it rounds every request to whole slots. Here a
 * slot also keeps its edges (the seconds inside it at which the number of
 * reserved nodes changes), and where rv alone would say no for a slot that the
 * interval only partly covers, the edges settle it. Every answer is exact to
 * the second, for every delta. Beyond the horizon there are only edges: the
 * answers are as right, only slower.
 *
 * Time: seconds since the epoch. Intervals are half-open, [t_s, t_e): one that
 * ends at 10:00:00 does not touch one that starts at 10:00:00. There is no
 * special value that means "no time"; an interval that never ends has
 * t_e = GARQ_FOREVER, and one that would end later for having been moved, or by
 * its duration, does not end either.
 *
 * One garq_t counts one capacity (maxCN nodes that no request can tell apart).
 * It does no I/O, reads no clock and has no global state; it is not
 * thread-safe. On failure every function leaves the garq_t and every ret_
 * argument as they were.
 */
#ifndef GARQ_GARQ_H
#define GARQ_GARQ_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

typedef struct garq garq_t;

/* The end of an interval that does not end, and the last legal time. */
#define GARQ_FOREVER ((time_t) INT64_C(0x3fffffffffff))

/* Bounds of the parameters of garq_create(). */
#define GARQ_DELTA_MIN 1		/* seconds */
#define GARQ_DELTA_MAX 86400		/* seconds */
#define GARQ_SLOTS_MAX (1U << 24)

/*
 * Make an empty GarQ. The array is built once (seed, section 4).
 * IN max_cn  - capacity in nodes, >= 1
 * IN delta   - length of a slot in seconds, GARQ_DELTA_MIN..GARQ_DELTA_MAX
 * IN horizon - seconds that the slots are to cover, >= delta; rounded up to
 *		whole slots (M of them, at most GARQ_SLOTS_MAX)
 * IN now     - 0..GARQ_FOREVER-1; the horizon begins with the slot of now
 * RET owned by the caller, or NULL with errno EINVAL or ENOMEM
 */
extern garq_t *garq_create(uint32_t max_cn, uint32_t delta, time_t horizon,
			   time_t now);

/* Free a GarQ and all that it knows. garq_destroy(NULL) is safe. */
extern void garq_destroy(garq_t *g);

/*
 * Move now on. Slots that have passed are used again at the far end.
 * Reservations that have ended stay known by their id until deleteReserv.
 * A now that is not later than the present one is ignored (a clock that was
 * set back makes nothing free or busy), one past GARQ_FOREVER - 1 is that.
 * RET 0, or -1 with errno ENOMEM
 */
extern int garq_advance(garq_t *g, time_t now);

/*
 * Seed, algorithm 2, searchReserv: are num_cn nodes free at every second of
 * [t_s, t_e)? What lies before now is not looked at.
 * RET 1 yes; 0 no ("too many" is a no as well: num_cn > maxCN);
 *	-1 with errno EINVAL: empty or reversed interval, t_e past GARQ_FOREVER,
 *	num_cn 0; or ERANGE: t_e is not after now
 */
extern int garq_searchReserv(const garq_t *g, time_t t_s, time_t t_e,
			     uint32_t num_cn);

/*
 * Seed, algorithm 3, addReserv, together with the search that the seed assumes
 * was done before. The part before now is accepted and holds nothing.
 * IN id - chosen by the caller, any value that is not in use
 * RET 0; or -1 with errno EINVAL, ERANGE (as searchReserv), EEXIST (id in use),
 *	ENOSPC (does not fit) or ENOMEM
 */
extern int garq_addReserv(garq_t *g, uint64_t id, time_t t_s, time_t t_e,
			  uint32_t num_cn);

/*
 * Seed, section 4, deleteReserv: forget reservation id, free what it still
 * holds from now on. It needs no memory, so what was added can be taken back.
 * RET 0, or -1 with errno ENOENT
 */
extern int garq_deleteReserv(garq_t *g, uint64_t id);

/*
 * Seed, algorithm 4, suggestInterval: the earliest start t >= max(t_s, now) at
 * which [t, t + (t_e - t_s)) has num_cn free nodes at every second.
 * IN max_limit - the seed's MAX_LIMIT: the start may be at most this many
 *	seconds after t_s; a negative one means no limit. (The seed bounds the
 *	last slot that is searched; a bound on the start is what a window
 *	[t_esr, t_lsr] needs.)
 * OUT ret_start - the start; untouched unless 1 is returned
 * RET 1 found; 0 there is none within the limit (always, if num_cn > maxCN);
 *	-1 with errno EINVAL as searchReserv. An interval of the past is not an
 *	error here: it is moved to now or later, if max_limit lets it
 */
extern int garq_suggestInterval(const garq_t *g, time_t t_s, time_t t_e,
				uint32_t num_cn, time_t max_limit,
				time_t *ret_start);

/*
 * Number of nodes reserved at second t. Before now: 0. From GARQ_FOREVER on:
 * those of the reservations that do not end.
 */
extern uint32_t garq_usage(const garq_t *g, time_t t);

/* What garq_create() was given, the present now, and the known reservations. */
extern uint32_t garq_max_cn(const garq_t *g);
extern uint32_t garq_delta(const garq_t *g);
extern time_t garq_horizon(const garq_t *g);
extern time_t garq_now(const garq_t *g);
extern uint32_t garq_count(const garq_t *g);

/*
 * Verify the invariants listed in garq.c. For tests, and on demand.
 * OUT ret_reason - a constant string that says what is broken
 * RET true if all hold
 */
extern bool garq_check(const garq_t *g, const char **ret_reason);

#endif
