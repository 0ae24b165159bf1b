/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * edges.h - the seconds at which the number of reserved nodes changes.
 *
 *	level  3   3   5   5   1   1   1
 *	           |       |
 *	           +2      +1 -5
 *
 * An edge keeps what starts and what ends at its second apart, not only their
 * difference: it goes when the last interval that has an end there goes, and
 * so taking an interval out never needs memory. Private to this folder.
 *
 * Both sums are at most the capacity: what starts at one second is all held at
 * that second, what ends there was all held at the one before.
 */
#pragma once

#include <stdint.h>
#include <time.h>

struct garq_edge {
	time_t t;		/* from this second on */
	uint32_t up;		/* nodes that start then */
	uint32_t down;		/* nodes that end then */
};

/* Edges in order of time, at most one per second. All zero: no edges. */
struct garq_edges {
	struct garq_edge *edge;
	uint32_t cnt;
	uint32_t cap;
};

/* Make room for cnt edges in total. RET 0, or -1 with errno ENOMEM */
extern int garq_edges_reserve(struct garq_edges *es, uint32_t cnt);

/* Free the memory; es has no edges afterwards. */
extern void garq_edges_free(struct garq_edges *es);

/* Index of the first edge at t or later; cnt if there is none. */
extern uint32_t garq_edges_find(const struct garq_edges *es, time_t t);

/*
 * Add nodes that start (up) or end (down) at t; one of the two is 0. The caller
 * has reserved room.
 */
extern void garq_edges_add(struct garq_edges *es, time_t t, uint32_t up,
			   uint32_t down);

/* Undo garq_edges_add(). Cannot fail. */
extern void garq_edges_sub(struct garq_edges *es, time_t t, uint32_t up,
			   uint32_t down);

/* Remove the first cnt edges. */
extern void garq_edges_drop(struct garq_edges *es, uint32_t cnt);

/* The level after the edges from .. to-1, given the level before them. */
extern uint32_t garq_edges_level(const struct garq_edges *es, uint32_t from,
				 uint32_t to, uint32_t level);

/*
 * The highest level at any second of [t_s, t_e), t_s < t_e, given the level
 * before the first edge.
 */
extern uint32_t garq_edges_peak(const struct garq_edges *es, uint32_t level,
				time_t t_s, time_t t_e);

/*
 * For checks that build a second list: append edges in any order, then sort
 * them. The caller keeps invariant 2 of edges.c. RET 0, or -1 with errno ENOMEM
 */
extern int garq_edges_append(struct garq_edges *es, time_t t, uint32_t up,
			     uint32_t down);
extern void garq_edges_sort(struct garq_edges *es);
