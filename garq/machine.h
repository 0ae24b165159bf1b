/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * machine.h - all that holds nodes of one machine, and where a request fits.
 *
 * Puts the two views together: the counts of garq.h (fast: a "no" of theirs is
 * final, a start that they rule out needs no second look) and the node
 * intervals of nodes.h (exact). Everything that takes nodes is a holder here:
 * bookings, Slurm's other reservations, running jobs up to their time limits,
 * nodes that are down.
 *
 * The counts must never be larger than the truth. A holder is counted when, at
 * the time it is added, nobody else holds any of its nodes during its time;
 * one that overlaps another (a job inside its booking, a node down under one)
 * is known to the node intervals alone. So the counts may be too low, which
 * costs a second look, and never too high, which would refuse what fits.
 *
 * Time as in garq.h. Not thread-safe; failure changes nothing.
 */
#ifndef GARQ_MACHINE_H
#define GARQ_MACHINE_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "garq/garq.h"
#include "garq/nodes.h"
#include "garq/nodeset.h"

typedef struct garq_machine garq_machine_t;

/* A request for nodes: the seed's (t_s, t_e, numCN) with a window. */
typedef struct {
	const garq_set_t *eligible;	/* nodes that may serve it */
	uint32_t num_cn;	/* nodes wanted, 1 .. count of eligible */
	time_t t_esr;		/* earliest start */
	time_t t_lsr;		/* latest start, >= t_esr; rigid: == t_esr */
	time_t duration;	/* seconds, >= 1 */
	uint64_t group;		/* holders to look away from, or GARQ_NO_GROUP */
} garq_request_t;

/* The answer to one. Free what it holds with garq_answer_free(). */
typedef struct {
	bool fits;
	/* if it fits */
	time_t start;		/* the earliest start in the window */
	garq_set_t *free;	/* eligible nodes that are free throughout */
	/* if it does not */
	time_t short_at;	/* with the earliest start: when nodes are missing first */
	uint32_t missing;	/* ... and how many; 0 if only the window is over */
	bool has_later;		/* the very same shape fits after t_lsr: */
	time_t later;		/* ... starting here, and not before */
} garq_answer_t;

/*
 * IN node_cnt - nodes of the machine, >= 1; the others as garq_create()
 * RET owned by the caller, or NULL with errno EINVAL or ENOMEM
 */
extern garq_machine_t *garq_machine_create(uint32_t node_cnt, uint32_t delta,
					   time_t horizon, time_t now);

/* garq_machine_destroy(NULL) is safe. */
extern void garq_machine_destroy(garq_machine_t *m);

/* Move now on, as garq_advance(). */
extern int garq_machine_advance(garq_machine_t *m, time_t now);

/*
 * Holder id takes the nodes of set during [t_s, t_e); what it takes before now
 * is forgotten, so an interval that has passed changes nothing. Nothing is
 * refused because it overlaps: what holds nodes, holds them. Several calls
 * with one id add up. Arguments and errors as garq_nodes_hold().
 */
extern int garq_machine_hold(garq_machine_t *m, uint64_t id, uint64_t group,
			     const garq_set_t *set, time_t t_s, time_t t_e);

/*
 * Free all that id holds. An id whose every interval had passed when it was to
 * be held is not known. Needs no memory. RET 0, or -1 with errno ENOENT
 */
extern int garq_machine_release(garq_machine_t *m, uint64_t id);

/*
 * Where does a request fit? The part of the window before now is not used; if
 * all of it has passed the request does not fit. Changes nothing: who takes
 * the answer picks num_cn nodes of answer->free and calls garq_machine_hold().
 * OUT ret_answer - overwritten; owns ret_answer->free
 * RET 0; or -1 with errno EINVAL (num_cn 0, duration < 1, reversed window, set
 *	of another size) or ENOMEM. num_cn larger than the number of eligible
 *	nodes is an answer (it does not fit, at any time), not an error.
 */
extern int garq_machine_place(const garq_machine_t *m,
			      const garq_request_t *rq,
			      garq_answer_t *ret_answer);

extern void garq_answer_free(garq_answer_t *answer);

/* The two views, to look at. */
extern const garq_nodes_t *garq_machine_nodes(const garq_machine_t *m);
extern const garq_t *garq_machine_counts(const garq_machine_t *m);

/* Verify both views and what is said above, as garq_check(). */
extern bool garq_machine_check(const garq_machine_t *m,
			       const char **ret_reason);

#endif
