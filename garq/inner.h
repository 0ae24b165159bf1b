/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * inner.h - the edges inside one slot, in one piece of memory.
 *
 *	begin                                 end of the slot
 *	|            .---.                    |
 *	|    .-------'   |                    |  rise: above the level at begin
 *	|----'           |        .-----------|
 *	|                '--------'           |  dip: below it
 *	    +2      +1  -4       +1
 *
 * An edge is what starts, or what ends, at a second: one entry of 8 bytes. The
 * two are kept apart, and an entry goes when the last interval that has it
 * goes, so taking an interval out never needs memory. At a second that has
 * both, what ends is first; between the two there is no time.
 *
 * The second is given by its distance from where the slot's delta seconds
 * begin. The header keeps how far the level goes up and down. A slot without
 * edges has none of this: NULL is the empty one. Memory is kept until the slot
 * is used again, so that an edge that was taken out can be put back without
 * allocating.
 *
 * Invariants, verified by garq_check():
 *  1. edge[0 .. cnt-1] are in strictly rising order of key; cnt <= cap; no
 *     num_cn is 0.
 *  2. rise is how far the highest level after an edge is above the one before
 *     them all, dip how far the lowest is below it; 0 if it does not go there.
 * Private to this folder.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "garq/memory.h"
#include "garq/pool.h"

enum garq_edge_kind { GARQ_ENDS = 0, GARQ_STARTS = 1 };

struct garq_inner_edge {
	uint32_t key;		/* second * 2 + kind */
	uint32_t num_cn;
};

struct garq_inner {
	uint32_t cnt;
	uint32_t cap;
	uint32_t rise;
	uint32_t dip;
	struct garq_inner_edge edge[];
};

static inline uint32_t garq_inner_key(uint32_t at, enum garq_edge_kind kind)
{
	return at * 2 + kind;
}

/* The second of edge i, counted from the slot's begin. */
static inline uint32_t garq_inner_at(const struct garq_inner *in, uint32_t i)
{
	return in->edge[i].key / 2;
}

/* The change of the level at edge i; modulo 2^32. */
static inline uint32_t garq_inner_step(const struct garq_inner *in, uint32_t i)
{
	return (in->edge[i].key & GARQ_STARTS) ? in->edge[i].num_cn :
		-in->edge[i].num_cn;
}

/* Number of edges; 0 for NULL. */
static inline uint32_t garq_inner_cnt(const struct garq_inner *in)
{
	return in ? in->cnt : 0;
}

/* The level before the first edge, given the highest one. */
static inline uint32_t garq_inner_begin(const struct garq_inner *in,
					uint32_t rv)
{
	return in ? rv - in->rise : rv;
}

/* Size of the memory with room for cap edges, in lines. */
static inline size_t garq_inner_lines(uint32_t cap)
{
	return garq_lines(sizeof(struct garq_inner) +
			  cap * sizeof(struct garq_inner_edge));
}

/* Make room for cnt edges in total. RET 0, or -1 with errno ENOMEM */
extern int garq_inner_reserve(struct garq_inner **in, uint32_t cnt,
			      struct garq_pool *pool);

/* Return the memory to the pool; *in is NULL afterwards. */
extern void garq_inner_free(struct garq_inner **in, struct garq_pool *pool);

/* Index of the first edge whose key is at least key; cnt if there is none. */
extern uint32_t garq_inner_find(const struct garq_inner *in, uint32_t key);

/* RET true if there is an edge with this key */
extern bool garq_inner_has(const struct garq_inner *in, uint32_t key);

/* Remove all edges. */
static inline void garq_inner_clear(struct garq_inner *in)
{
	in->cnt = in->rise = in->dip = 0;
}

/* Add nodes that start or end at a second. The caller has reserved room. */
extern void garq_inner_add(struct garq_inner *in, uint32_t key,
			   uint32_t num_cn);

/* Undo garq_inner_add(). Cannot fail. */
extern void garq_inner_sub(struct garq_inner *in, uint32_t key,
			   uint32_t num_cn);

/* Remove the first cnt edges: the level at begin becomes the one after them. */
extern void garq_inner_drop(struct garq_inner *in, uint32_t cnt);

/* The level after the edges from .. to-1, given the level before them. */
extern uint32_t garq_inner_level(const struct garq_inner *in, uint32_t from,
				 uint32_t to, uint32_t level);

/*
 * The highest level at any second of [at_s, at_e), at_s < at_e, given the level
 * before the first edge.
 */
extern uint32_t garq_inner_peak(const struct garq_inner *in, uint32_t level,
				uint32_t at_s, uint32_t at_e);
