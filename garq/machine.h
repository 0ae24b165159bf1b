/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * machine.h - all that holds nodes of one machine, and where a request fits.
 *
 * Combines the two views: the counts of garq.h (a start that the counts rule
 * out needs no second look) and the nodes of nodes.h (exact). Everything that
 * takes nodes is a holder here: bookings, Slurm's other reservations, running
 * jobs up to their time limits, nodes that are down.
 *
 * Interchangeable nodes (same partitions, same features, ...) form a pool, and
 * each pool has counts of its own: a request that only some nodes may serve
 * asks the pools of these nodes. A pool contributes at most as many free nodes
 * as it has eligible ones.
 *
 * The counts are the truth: at every second from now on exactly the held nodes
 * are counted, however holders overlap (a job inside its booking, a node down
 * under one). The exception: if memory runs out while a holder that others
 * overlap is released, less may be counted than is held. That costs more node
 * searches, but never refuses a request that fits.
 *
 * Time as in garq.h. Not thread-safe, not even for queries; failure changes
 * nothing.
 */
#pragma once

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
	uint64_t group;		/* holders to exclude, or GARQ_NO_GROUP */
	uint32_t *looks;	/* the node searches that may be made, and those
				 * that are left, each of GARQ_LOOK_STEPS(): one
				 * that ends early counts for less. NULL: no
				 * limit. GARQ_LOOKS limits those past the
				 * window besides */
} garq_request_t;

/* The answer to a request. Release it with garq_answer_free(). */
typedef struct {
	bool fits;
	/* if the request fits */
	time_t start;		/* the earliest start in the window */
	garq_set_t *free;	/* eligible nodes that are free throughout */
	/* if the request does not fit */
	bool has_later;		/* the same shape fits after t_lsr, and */
	time_t later;		/* its first start there */
	time_t none_before;	/* no start before this fits: later; or */
				/* GARQ_FOREVER if there is none; or as far as */
				/* was searched (GARQ_LOOKS, looks) */
	bool cut;		/* no looks were left: starts of the window from
				 * none_before on may fit */
	/* set by garq_machine_shortage() */
	time_t short_at;	/* first second with too few nodes, seen from */
				/* the earliest start */
	uint32_t missing;	/* nodes missing then; 0: the window has passed */
} garq_answer_t;

/*
 * A search inside the window has the limit of its request. The search for a
 * later start ends after this many node searches: on a crowded machine each of
 * a year's candidates may fail, which is not worth the time.
 */
#ifndef GARQ_LOOKS	/* the tests define fewer */
#define GARQ_LOOKS 200
#endif

/*
 * The steps (lrh/lrh.h) of a whole node search in a machine with this number of
 * nodes: it adds up 64 sets of them, eight words of a set in a step. Most
 * searches end early, as too few nodes are left; one along a long time with
 * many holders may take more.
 */
#define GARQ_LOOK_STEPS(nodes) (16 + (nodes) / 8)

/*
 * Memory with slots of 300 s, 365 days and 4 pools, and bookings all over the
 * year, as malloc() takes it from the system (contrib/bench/bench-machine):
 *	bookings	8 nodes		64 nodes	1,000 nodes
 *	100		 1.4 MB		 1.4 MB		 2.7 MB
 *	10,000		12.8		12.9		39.8
 *	100,000		86.2		83.5		98.6
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
 * Advance now, as garq_advance(). If memory runs out, now and all answers stay
 * as they were, though some of the counts may have advanced.
 */
extern int garq_machine_advance(garq_machine_t *m, time_t now);

/*
 * Holder id takes the nodes of set during [t_s, t_e); seconds before now are
 * dropped, so an interval that has passed changes nothing. Overlaps with other
 * holders are never refused. Several calls with one id add up. Arguments and
 * errors as garq_nodes_hold().
 */
extern int garq_machine_hold(garq_machine_t *m, uint64_t id, uint64_t group,
			     const garq_set_t *set, time_t t_s, time_t t_e);

/*
 * Free all nodes that id holds. An id whose intervals had all passed when they
 * were added is unknown. Never fails for lack of memory: see above.
 * RET 0, or -1 with errno ENOENT
 */
extern int garq_machine_release(garq_machine_t *m, uint64_t id);

/*
 * Find the earliest start at which a request fits. The part of the window
 * before now is not used; a request whose whole window has passed does not fit.
 * Changes nothing: to book the answer, pick num_cn nodes of answer->free and
 * call garq_machine_hold().
 * (Internally rq->group is taken out during the search and put back before the
 * function returns.)
 * OUT ret_answer - overwritten; owns ret_answer->free
 * RET 0; or -1 with errno EINVAL (num_cn 0, duration < 1, reversed window, set
 *	of another size) or ENOMEM. num_cn larger than the number of eligible
 *	nodes is an answer (it does not fit, at any time), not an error.
 */
extern int garq_machine_place(const garq_machine_t *m,
			      const garq_request_t *rq,
			      garq_answer_t *ret_answer);

/*
 * Find when nodes are missing for a start at the earliest, and how many.
 * Separate, since most callers do not report it to a user.
 * IN rq - a valid request that does not fit. IN/OUT answer - its answer
 */
extern void garq_machine_shortage(const garq_machine_t *m,
				  const garq_request_t *rq,
				  garq_answer_t *answer);

extern void garq_answer_free(garq_answer_t *answer);

/*
 * The next starts of a request: the first second of its window at which it
 * fits, and the last one up to which it fits at each second. Each start has
 * num_cn nodes that are free for the whole length, not always the same ones.
 * IN rq - as garq_machine_place(), valid; t_lsr + duration <= GARQ_FOREVER. No
 *	holder is excluded: group is not looked at
 * IN/OUT looks - the whole node searches that may be made (GARQ_LOOK_STEPS());
 *	what remains of them
 * OUT ret_first, ret_last - if true: the starts. Else no start up to ret_last
 *	fits, and ret_first is untouched. Where no looks are left, ret_last is
 *	as far as was searched (t_esr - 1: not at all), and the starts may go on
 *	behind it; else the second behind ret_last does not fit, or is not in
 *	the window
 */
extern bool garq_machine_starts(const garq_machine_t *m,
				const garq_request_t *rq, uint32_t *looks,
				time_t *ret_first, time_t *ret_last);

/*
 * Exclude a group from the machine for longer than one question, and include it
 * again: all answers between the two calls are those without the group.
 * Meanwhile nothing may be changed or advanced, and no other group may be
 * excluded, not by a request either. Neither call can fail. GARQ_NO_GROUP, or a
 * group without holders: no effect.
 */
extern void garq_machine_away(garq_machine_t *m, uint64_t group);
extern void garq_machine_back(garq_machine_t *m, uint64_t group);

/*
 * Call fn, until it returns false, for each interval for which a node is
 * counted with a holder of group while another holder may have it: with the
 * group excluded, the counts lack what others hold there. fn may walk the
 * nodes, and must not change m.
 */
extern void garq_machine_each_claim(const garq_machine_t *m, uint64_t group,
				    garq_nodes_fn fn, void *arg);

/*
 * Return true if another holder has a node of id's at the same second.
 * IN/OUT walks - increased by the walks along the holders of a node
 *	(garq_nodes_each_on()) that were made for it; or NULL
 */
extern bool garq_machine_overlaps(const garq_machine_t *m, uint64_t id,
				  uint64_t *walks);

/* now, as garq_machine_create() or garq_machine_advance() set it last. */
extern time_t garq_machine_now(const garq_machine_t *m);

/* The two views, for queries: the nodes, ... */
extern const garq_nodes_t *garq_machine_nodes(const garq_machine_t *m);

/* ... the number of pools, and the pool of a node, ... */
extern uint32_t garq_machine_pools(const garq_machine_t *m);
extern uint32_t garq_machine_pool(const garq_machine_t *m, uint32_t node);

/* ... and the counts of one pool, 0 .. garq_machine_pools() - 1. */
extern const garq_t *garq_machine_counts(const garq_machine_t *m,
					 uint32_t pool);

/*
 * Verify both views and that the counts agree with the nodes; as garq_check().
 */
extern bool garq_machine_check(const garq_machine_t *m,
			       const char **ret_reason);
