/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * slots.h - the inside of a garq_t, and where its slots lie in time.
 *
 * The idea is pictured in garq.h. A slot counts the nodes reserved from now on:
 * in the slot that holds now, the seconds before now are gone (its begin is
 * now), so a slot that is covered from begin to end can always be judged by its
 * rv alone.
 *
 *	begin                    end
 *	|--------------------------|
 *	 level  | level+up-down |         rv the highest of them, low the lowest
 *	      edge            edge
 *
 * rv and low of all slots are max and min in chunks.h. A slot with edges has
 * them in a piece of memory of its own (inner.h), which says how far rv is
 * above level; most slots have none, and rv = level = low. A change at begin
 * itself is in level, not an edge. Past the last slot there are only edges, and
 * the level before them.
 *
 *	place     0      1     ...   at     at+1   ...   slots-1
 *	slot    |     |      |     | first |      |     |      |
 *	          first+slots-at                          first+slots-1-at
 *	chunks  [  max min add   ][   max min add    ][   ...  ]
 *	rv      |  3  |  3   |     |  3    |  5   |     |  0   |
 *	low     |  3  |  3   |     |  3    |  2   |     |  0   |
 *	inner   | NULL| NULL |     | NULL  |  o   |     | NULL |
 *	                                      '-> {rise 2, dip 1, edges}
 *
 * Invariants, verified by garq_check():
 *  1. first == floor(now / delta), 0 <= now < GARQ_FOREVER; slot number k,
 *     first <= k <= last, is at place k mod slots, first at at. Slots that have
 *     passed are reused in groups: last is slots - 1 after the first slot of
 *     first's group; the places of that group before at hold values of passed
 *     slots.
 *  2. The edges of a slot are in strictly rising order and strictly inside
 *     (begin, end); the far ones are in rising order in [end of the last slot,
 *     GARQ_FOREVER). A reservation that does not end has no edge for its end.
 *  3. What starts at an edge's second is the sum of num_cn of the reservations
 *     that start then, what ends of those that end then; not both are 0.
 *  4. rv is the highest and low the lowest level of the slot; level, rv less
 *     rise, is the sum of num_cn of the reservations that hold begin. No level
 *     is above max_cn.
 *  5. handles has every reservation that was added and not deleted, whether it
 *     has ended or not; t_s < t_e <= GARQ_FOREVER.
 *  6. far_level is the sum of num_cn of the reservations that hold the last
 *     second of the last slot.
 *  7. Those of chunks.h, handles.h and inner.h.
 *  8. end is where the last slot ends.
 *
 * Private to this folder; not for machine.c and nodes.c.
 */
#pragma once

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "garq/chunks.h"
#include "garq/edges.h"
#include "garq/garq.h"
#include "garq/handles.h"
#include "garq/inner.h"
#include "garq/ring.h"
#include "garq/times.h"

struct garq {
	uint32_t max_cn;
	uint32_t delta;
	uint32_t slots;		/* the paper's M, and a few */
	uint32_t group;		/* number of slots that are reused at once */
	uint32_t at;		/* place of the slot that holds now */
	time_t now;
	int64_t first;		/* number of the slot that holds now */
	struct garq_chunks chunks;
	struct garq_edges far;
	uint32_t far_level;	/* reserved at the last slot's last second */
	struct garq_handles handles;	/* the reservations */
	time_t end;		/* of the last slot */
	uint64_t reciprocal;	/* of delta: see garq_slot_of() */
};

/* 2^63 / delta, rounded up. */
static inline uint64_t garq_reciprocal(uint32_t delta)
{
	return ((UINT64_C(1) << 63) + delta - 1) / delta;
}

/*
 * Number of the slot that holds t >= 0: the paper's equation 2 without modulo,
 * and without a division. The reciprocal is too large by less than delta, below
 * 2^17, of 2^63 parts; so the product is right for times below 2^46.
 */
_Static_assert((GARQ_DELTA_MAX <= 1 << 17) &&
	       (GARQ_FOREVER < INT64_C(1) << 46), "see garq_slot_of()");
static inline int64_t garq_slot_of(const garq_t *g, time_t t)
{
	if (__builtin_expect((uint64_t) t > (uint64_t) GARQ_FOREVER, 0))
		return t / g->delta;
	return (int64_t) ((unsigned __int128) g->reciprocal *
			  ((uint64_t) t << 1) >> 64);
}

/* First slot of the group with which slot number k is reused. */
static inline int64_t garq_slot_group(const garq_t *g, int64_t k)
{
	return k & -(int64_t) g->group;
}

/* Number of the last slot of the horizon. */
static inline int64_t garq_slot_last(const garq_t *g)
{
	return garq_slot_group(g, g->first) + g->slots - 1;
}

/* The second from which the edges of slot number k are counted. */
static inline time_t garq_slot_zero(const garq_t *g, int64_t k)
{
	return k * g->delta;
}

/* First second of slot number k that counts, and the one after its last. */
static inline time_t garq_slot_begin(const garq_t *g, int64_t k)
{
	return garq_later(garq_slot_zero(g, k), g->now);
}

static inline time_t garq_slot_end(const garq_t *g, int64_t k)
{
	return garq_slot_zero(g, k + 1);
}

/* End of the last slot: where the far edges begin. */
static inline time_t garq_slots_end(const garq_t *g)
{
	return g->end;
}

/* Place of slot number k: the paper's equation 2, without its division. */
static inline uint32_t garq_slot_place(const garq_t *g, int64_t k)
{
	uint32_t place = g->at + (uint32_t) (k - g->first);

	return (place >= g->slots) ? place - g->slots : place;
}

/* The places of slots k .. to, all in the horizon; none if k > to. */
static inline struct garq_run garq_slots_run(const garq_t *g, int64_t k,
					     int64_t to)
{
	uint32_t cnt = (k <= to) ? (uint32_t) (to - k) + 1 : 0;

	return garq_run(garq_slot_place(g, k), cnt, g->slots);
}

/* The edges of slot number k; NULL if it has none. */
static inline struct garq_inner *garq_slot_inner(const garq_t *g, int64_t k)
{
	return garq_chunks_inner(&g->chunks, garq_slot_place(g, k));
}

/* rv of slot number k. */
static inline uint32_t garq_slot_rv(const garq_t *g, int64_t k)
{
	return garq_chunks_get(&g->chunks, garq_slot_place(g, k), NULL);
}

/*
 * The highest level of [t_s, t_e) in slot number k, given its rv. The interval
 * may reach out of the slot, but must overlap it.
 */
static inline uint32_t garq_slot_peak(const garq_t *g, int64_t k, uint32_t rv,
				      time_t t_s, time_t t_e)
{
	const struct garq_inner *in = garq_slot_inner(g, k);
	time_t zero = garq_slot_zero(g, k);

	return garq_inner_peak(in, garq_inner_begin(in, rv),
			       (uint32_t) (garq_later(t_s, zero) - zero),
			       (uint32_t) (garq_sooner(t_e, zero + g->delta) -
					   zero));
}

/* The part of an interval from now on, and the slots of that part. */
struct garq_span {
	time_t t_s;		/* not before now */
	time_t t_e;		/* INT64_MAX if unending: a slot may */
				/* reach past GARQ_FOREVER */
	int64_t k;		/* first and last slot; k > end_bucket if all */
	int64_t end_bucket;	/* of the span lies beyond the horizon */
};

/*
 * Of [t_s, t_e), t_e after now. Paper, algorithms 2 and 3, lines 1 and 2, but
 * end_bucket is the slot of the last second, not of t_e, as intervals are
 * half-open.
 */
static inline struct garq_span garq_span(const garq_t *g, time_t t_s,
					 time_t t_e)
{
	struct garq_span s = {
		.t_s = garq_later(t_s, g->now),
		.t_e = (t_e == GARQ_FOREVER) ? INT64_MAX : t_e,
	};

	s.k = garq_slot_of(g, s.t_s);
	s.end_bucket = (s.t_e >= garq_slots_end(g)) ? garq_slot_last(g) :
		garq_slot_of(g, s.t_e - 1);
	return s;
}

/* Return true if more than limit is reserved at any second of the span. */
extern bool garq_span_full(const garq_t *g, const struct garq_span *s,
			   uint32_t limit);

/* The largest number of nodes reserved at any second of the span. */
extern uint32_t garq_span_peak(const garq_t *g, const struct garq_span *s);

/* True if the span has no edge at all. Most times are ends of slots. */
static inline bool garq_span_is_whole(const garq_t *g, const struct garq_span *s)
{
	return (s->t_e == garq_slot_zero(g, s->end_bucket + 1)) &&
	       (s->t_e < garq_slots_end(g)) &&
	       (s->t_s <= garq_slot_begin(g, s->k));
}

/*
 * Change the slots of such a span: algorithm 3, lines 5 and 6.
 * RET as garq_chunks_add()
 */
static inline uint32_t garq_span_put_whole(garq_t *g, const struct garq_span *s,
					   uint32_t all)
{
	struct garq_run r = garq_slots_run(g, s->k, s->end_bucket);
	uint32_t most = 0;

	for (; garq_run_has(&r); garq_run_next(&r)) {
		uint32_t max = garq_chunks_add(&g->chunks, r.x, r.y, all);

		most = (max > most) ? max : most;
	}
	return most;
}

/*
 * Make room for those edges of a span that do not exist yet.
 * RET 0, or -1 with errno ENOMEM
 */
extern int garq_span_reserve(garq_t *g, const struct garq_span *s);

/*
 * Reserve num_cn nodes during a span, or free them. Adding needs room from
 * garq_span_reserve(); freeing keeps the room, so it can be undone.
 */
extern void garq_span_put(garq_t *g, const struct garq_span *s, bool add,
			  uint32_t num_cn);

/* True if the interval and the number of nodes are legal. */
static inline bool garq_valid(time_t t_s, time_t t_e, uint32_t num_cn)
{
	return (t_s < t_e) && (t_e <= GARQ_FOREVER) && num_cn;
}

/* searchReserv and addReserv: RET 0, or -1 with errno EINVAL or ERANGE */
static inline int garq_check_interval(const garq_t *g, time_t t_s, time_t t_e,
				      uint32_t num_cn)
{
	if (garq_valid(t_s, t_e, num_cn) && (t_e > g->now))
		return 0;
	errno = garq_valid(t_s, t_e, num_cn) ? ERANGE : EINVAL;
	return -1;
}
