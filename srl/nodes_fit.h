/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * nodes_fit.h - test that parts of overlapping pools find nodes of their own.
 *
 *	n1  |=== A ===|             A, B and C want a node each: A of n1 and n2,
 *	n2  ##|== B ==|== C ==|     B and C of n2. ## is taken by others
 *
 * Each part needs a number of nodes of its pool that are free for its whole
 * length, and no node serves two parts at one moment. Nodes that are alike
 * (srl_nodes_t) are counted, not told apart: intervals that are at most n deep
 * at each moment can share n nodes.
 *
 *	1  at the moment at which a part begins, the parts that are there find nodes:
 *	   a flow from parts to nodes. If that fails, no nodes exist
 *	2  all parts are there at one moment: the flow of step 1 is the answer
 *	3  else give nodes to one part after the other, in the order of their begins:
 *	   nodes that few later parts can use come first; step 1 for the rest cuts
 *
 * Step 3 is exact, but may have very many ways to try (the problem is
 * NP-hard): after SRL_FIT_TRIES of them it is left open.
 */
#pragma once

#include "srl/meter.h"
#include "srl/world.h"

#define SRL_FIT_TRIES 500

/* What a part needs, [begin, end). */
typedef struct {
	uint32_t pool;		/* with has_nodes */
	int64_t begin, end;	/* begin < end */
	int64_t amount;		/* >= 0 */
} srl_want_t;

typedef enum {
	SRL_FIT_NO,		/* proven: there are not enough nodes */
	SRL_FIT_YES,		/* srl_fitter_given() returns them */
	SRL_FIT_OPEN,		/* too many ways to try, or stopped */
} srl_fit_t;

typedef struct srl_fitter srl_fitter_t;

/*
 * world - stays the caller's, and as it is cnt_max - of wants in one question,
 * 1 .. SRL_PARTS_MAX meter - counts the work, and ends each question as open
 * once it has stopped; NULL: none
 * RET for srl_fitter_destroy(), or NULL with errno ENOMEM
 */
extern srl_fitter_t *srl_fitter_create(const srl_world_t *world,
				       size_t cnt_max, srl_meter_t *meter);
extern void srl_fitter_destroy(srl_fitter_t *fitter);	/* may be NULL */

/*
 * Test whether all of these find nodes. cnt <= cnt_max; without memory of its
 * own
 */
extern srl_fit_t srl_fit(srl_fitter_t *fitter, const srl_want_t *wants,
			 size_t cnt);

/*
 * After SRL_FIT_YES: RET how many of world->nodes[nodes] a want was given. At
 * each moment the wants of these nodes are at most as many as there are
 */
extern int64_t srl_fitter_given(const srl_fitter_t *fitter, size_t want,
				size_t nodes);

/* Return true if the nodes are in a pool. */
extern bool srl_nodes_in(const srl_nodes_t *nodes, uint32_t pool);

/* Return true if the nodes are free in all of [begin, end). */
extern bool srl_nodes_free(const srl_nodes_t *nodes, int64_t begin,
			   int64_t end);

/*
 * Move wants that are there during a second of one of the first cnt of a list,
 * or of one that was moved, behind them. RET their number: the others do not
 * concern these
 */
extern size_t srl_wants_together(srl_want_t *list, size_t cnt, size_t all);
