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
#ifndef GARQ_EDGES_H
#define GARQ_EDGES_H

#include <stdint.h>
#include <time.h>

struct garq_edge {
	time_t t;		/* from this second on */
	uint32_t up;		/* so many nodes more, */
	uint32_t down;		/* and so many less */
};

/* In order of time, one edge a second. All zero is an empty one. */
struct garq_edges {
	struct garq_edge *edge;
	uint32_t cnt;
	uint32_t cap;
};

/* Make room for cnt edges in all. RET 0, or -1 with errno ENOMEM */
extern int garq_edges_reserve(struct garq_edges *es, uint32_t cnt);

/* Free the memory; leaves an empty one. */
extern void garq_edges_free(struct garq_edges *es);

/* The first edge at t or later, by index; cnt if there is none. */
extern uint32_t garq_edges_find(const struct garq_edges *es, time_t t);

/* Nodes up and down at t: one of them 0. Room has been reserved. */
extern void garq_edges_add(struct garq_edges *es, time_t t, uint32_t up,
			   uint32_t down);

/* Take back what garq_edges_add() put there. Cannot fail. */
extern void garq_edges_sub(struct garq_edges *es, time_t t, uint32_t up,
			   uint32_t down);

/* Forget the first cnt edges. */
extern void garq_edges_drop(struct garq_edges *es, uint32_t cnt);

/* The level after the edges from .. to-1, if it was level before them. */
extern uint32_t garq_edges_level(const struct garq_edges *es, uint32_t from,
				 uint32_t to, uint32_t level);

/*
 * The highest level at any second of [t_s, t_e), t_s < t_e, if it is level
 * before the first edge.
 */
extern uint32_t garq_edges_peak(const struct garq_edges *es, uint32_t level,
				time_t t_s, time_t t_e);

/*
 * To verify other edges: append edges in any order, then sort them. The caller
 * keeps invariant 2 of edges.c. RET 0, or -1 with errno ENOMEM
 */
extern int garq_edges_append(struct garq_edges *es, time_t t, uint32_t up,
			     uint32_t down);
extern void garq_edges_sort(struct garq_edges *es);

#endif
