/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * machine.h - all that holds nodes of one machine, and where a request fits.
 *
 * Puts the two views together: the counts of garq.h (a "no" of theirs is final,
 * a start that they rule out needs no second look) and the nodes of nodes.h
 * (exact). Everything that takes nodes is a holder here: bookings, Slurm's
 * other reservations, running jobs up to their time limits, nodes that are
 * down.
 *
 * Nodes that no request can tell apart (same partitions, same features, ...)
 * form a pool, and each pool has counts of its own: a request that only some
 * nodes may serve asks the pools that these are in. How many are free of one
 * that has only some of them is not more than those some.
 *
 * The counts are the truth: at no second from now on is more or less counted
 * than is held, however holders overlap (a job inside its booking, a node down
 * under one). Only if there is no memory when one goes that others overlap,
 * less may be counted than is held; which costs a second look, and never
 * refuses what fits.
 *
 * Time as in garq.h. Not thread-safe, and asking is no exception; failure
 * changes nothing.
 */
#ifndef GARQ_MACHINE_H
#define GARQ_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "garq/garq.h"
#include "garq/limits.h"
#include "garq/nodes.h"
#include "garq/nodeset.h"

typedef struct garq_machine garq_machine_t;

/* A request for nodes: the paper's (t_s, t_e, numCN) with a window. */
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
	time_t none_before;	/* it fits at no time before this: later, or if */
				/* there is none GARQ_FOREVER, or else so far was */
				/* looked for one: GARQ_LOOKS */
} garq_answer_t;

/*
 * Within its window a request is searched for however long it takes. A later
 * start is looked for so many times: where each try fails in its turn, a year
 * of short ones is not worth its while.
 */
#ifndef GARQ_LOOKS	/* the tests have fewer */
#define GARQ_LOOKS 200
#endif

/*
 * IN node_cnt - nodes of the machine, >= 1
 * IN pool_of  - node_cnt of them, any numbers: nodes with the same one are of
 *		 one pool; or NULL: all are of one. If there are more than
 *		 GARQ_POOLS_MAX, the smallest ones are put together. Not kept
 * The others as garq_create().
 * RET owned by the caller, or NULL with errno EINVAL or ENOMEM
 */
extern garq_machine_t *garq_machine_create(uint32_t node_cnt,
					   const uint32_t *pool_of,
					   uint32_t delta, time_t horizon,
					   time_t now);

/* garq_machine_destroy(NULL) is safe. */
extern void garq_machine_destroy(garq_machine_t *m);

/*
 * Move now on, as garq_advance(). If there is no memory for it now is what it
 * was, and so are all answers; some of the counts may have been moved on.
 */
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
 * be held is not known. Does not fail for want of memory: see above.
 * RET 0, or -1 with errno ENOENT
 */
extern int garq_machine_release(garq_machine_t *m, uint64_t id);

/*
 * Where does a request fit? The part of the window before now is not used; if
 * all of it has passed the request does not fit. Changes nothing: to book
 * the answer, pick num_cn nodes of answer->free and call garq_machine_hold().
 * (While it is asked rq->group is taken out, and put back before it returns.)
 * OUT ret_answer - overwritten; owns ret_answer->free
 * RET 0; or -1 with errno EINVAL (num_cn 0, duration < 1, reversed window, set
 *	of another size) or ENOMEM. num_cn larger than the number of eligible
 *	nodes is an answer (it does not fit, at any time), not an error.
 */
extern int garq_machine_place(const garq_machine_t *m,
			      const garq_request_t *rq,
			      garq_answer_t *ret_answer);

extern void garq_answer_free(garq_answer_t *answer);

/*
 * Take a group out of the machine for longer than one question, and put it back:
 * all answers between the two are those without the group. Nothing may be
 * changed or advanced meanwhile, and no other group (of a request, too) looked
 * away from. Neither can fail. GARQ_NO_GROUP, or a group without holders: no
 * change.
 */
extern void garq_machine_away(garq_machine_t *m, uint64_t group);
extern void garq_machine_back(garq_machine_t *m, uint64_t group);

/* Does another id hold a node that id holds, at the same second? */
extern bool garq_machine_overlaps(const garq_machine_t *m, uint64_t id);

/* What it was moved on to last. */
extern time_t garq_machine_now(const garq_machine_t *m);

/* The two views, to look at: the nodes, ... */
extern const garq_nodes_t *garq_machine_nodes(const garq_machine_t *m);

/* ... how many pools there are, and which one a node is in, ... */
extern uint32_t garq_machine_pools(const garq_machine_t *m);
extern uint32_t garq_machine_pool(const garq_machine_t *m, uint32_t node);

/* ... and the counts of one, 0 .. garq_machine_pools() - 1. */
extern const garq_t *garq_machine_counts(const garq_machine_t *m,
					 uint32_t pool);

/*
 * Bytes in use, all of it: as garq_memory(). Measured by
 * contrib/bench/bench-machine, with slots of 300 s, 365 days and 4 pools, and
 * bookings all over the year:
 *	bookings	8 nodes		64 nodes	1,000 nodes
 *	100		 7.9 MB		 7.9 MB		 9.2 MB
 *	10,000		16.5		16.8		42.7
 *	100,000		64.4		64.4		92.4
 */
extern size_t garq_machine_memory(const garq_machine_t *m);

/* Verify both views and what is said above, as garq_check(). */
extern bool garq_machine_check(const garq_machine_t *m,
			       const char **ret_reason);

#endif
