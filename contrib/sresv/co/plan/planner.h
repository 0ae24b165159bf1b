/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * planner.h - plans for a request: where and when each part can be, and the best
 * choice.
 *
 *	planner_open()     parts are matched with resources
 *	planner_probe()    the clusters are asked          <---+
 *	planner_solve()    the best plan                       |
 *	planner_place()    of each part: what is to be held    |
 *	planner_denied()   a place was taken meanwhile     ----+
 *
 * Paper, section 4, steps 2 to 5 and 7 (refinement).
 *
 * While parts are held, what a cluster tells is without their nodes. Who holds
 * says so by planner_held(): the nodes are added again where plans are made, and
 * the place of a part stays a choice for it.
 *
 * One thread. planner_probe() and planner_solve() take as long as they need, or as
 * long as their limits say.
 */
#pragma once

#include "contrib/sresv/co/lrs/lrs.h"
#include "contrib/sresv/co/model/ris.h"
#include "srl/search.h"

/* No part begins earlier than that after the clusters were asked. */
#define PLANNER_LEAD 60			/* seconds */
#define PLANNER_HORIZON (30 * 86400)	/* windows without an end, seconds */
#define PLANNER_SKEW_WARN 2		/* seconds between clocks */
#define PLANNER_SKEW_MAX 30

typedef struct {
	int64_t timeout_ms;	/* for each request to a cluster */
	int64_t horizon;	/* seconds */
	int64_t time_ms;	/* of a search, with the reasons why there is no plan;
				 * 0: no limit */
	double gap;		/* a plan within this of the best will do; 0: none */
	uint64_t steps_max;	/* of a search; 0: no limit */
	FILE *progress;		/* told now and then in a long search; or NULL */
	FILE *err;		/* warnings: clocks, clusters that are silent */
} planner_options_t;

#define PLANNER_OPTIONS { .timeout_ms = LRS_TIMEOUT_MS, \
			  .horizon = PLANNER_HORIZON, .time_ms = 10000 }

typedef struct planner planner_t;

/*
 * srl, ris, lrs - stay the caller's, and as they are until planner_close(). The
 *	clusters of lrs are those of ris
 * RET NULL with errno ENOMEM
 */
extern planner_t *planner_open(const srl_t *srl, const ris_t *ris, lrs_t *lrs,
			       const planner_options_t *options);

/* planner may be NULL. */
extern void planner_close(planner_t *planner);

/*
 * Ask the clusters what has not been asked yet, or is to be asked again. Those
 * that do not answer, or whose clocks are off, are told on options->err, and
 * count as without resources until they are asked again.
 *
 * RET 0, or -1 with errno ENOMEM
 */
extern int planner_probe(planner_t *planner);

/*
 * Solve. *ret is the answer of srl_search(), whose plan planner_place() has.
 *
 * RET 0, or -1 with errno: ENOMEM, E2BIG (srl/search.h), or ENOTSUP with
 *	*ret_constraint. ret is untouched on failure
 */
extern int planner_solve(planner_t *planner, srl_answer_t *ret,
			 size_t *ret_constraint);

/* Why the last search has ended. */
typedef enum {
	PLANNER_PROVEN,		/* the plan is the best one, or there is none */
	PLANNER_TIME,		/* options->time_ms were over, or steps_max */
	PLANNER_GAP,		/* the plan is within options->gap of the best */
	PLANNER_STARTS,		/* there are too many possible starts to try all */
} planner_end_t;

extern planner_end_t planner_end(const planner_t *planner);

/*
 * Limits for further searches by the last answer, in the time that planner_solve() has
 * left. They point to the planner
 */
extern srl_limits_t planner_limits(planner_t *planner);

/* What is to be held for a part of the last plan. Texts are the planner's. */
typedef struct {
	size_t cluster;		/* of ris and lrs */
	size_t resource;	/* of ris */
	lrs_shape_t shape;	/* delay 0 */
	double cost;
	size_t choice;		/* nodes that it can have; 0: not known. A cluster
				 * gives any of them: who has the fewest is to be
				 * held first */
} planner_place_t;

/* RET false if there is no plan */
extern bool planner_place(const planner_t *planner, uint32_t part,
			  planner_place_t *ret);

/*
 * This place of a part was denied, and is no choice any more. All that was found
 * on its resource is asked again by the next planner_probe().
 */
extern void planner_denied(planner_t *planner, uint32_t part,
			   const planner_place_t *place);

/* A part is held, or booked, at a place; NULL: not any more. */
extern void planner_held(planner_t *planner, uint32_t part,
			 const planner_place_t *place);

/*
 * From the next plan on the places of parts that are on one cluster at one moment name
 * their nodes, where the cluster tells which are free: then no part is given nodes that
 * another one needs. A booking of named nodes gets no others when they go down.
 */
extern void planner_name_nodes(planner_t *planner);

/*
 * Nothing is held any more, and what was denied is a choice again: the next
 * planner_probe() asks all clusters again.
 */
extern void planner_begin_again(planner_t *planner);

/* A cluster is not asked again: its resources are no choice any more. */
extern void planner_avoid(planner_t *planner, size_t cluster);

/*
 * A part is booked already, and may stay where it is: a choice that takes nothing
 * from what clusters tell to be free, as long as it is not given up. Before
 * planner_probe().
 *
 * cluster - of ris and lrs
 * shape - of the booking; its texts are compared if exact, which needs that they
 *	are known
 * RET false: the place does not fit the request or the resource file, or there is
 *	no memory; the part has to be planned again
 */
extern bool planner_own(planner_t *planner, uint32_t part, size_t cluster,
			const lrs_shape_t *shape, bool exact);

/*
 * Its own place is the only choice of a part, for which no cluster is asked then;
 * or it is one of several again.
 */
extern void planner_fix(planner_t *planner, uint32_t part, bool fixed);

/* Are two places on one cluster at one moment, so that each may have nodes of the other? */
extern bool planner_meet(const planner_place_t *a, const planner_place_t *b);

/* Its own place is no choice any more. */
extern void planner_disown(planner_t *planner, uint32_t part);

/* Does a part stay where it is, in the last plan? */
extern bool planner_stays(const planner_t *planner, uint32_t part);

/* What was found, for plans, programs and pictures. NULL before a probe */
extern const srl_world_t *planner_world(const planner_t *planner);

/*
 * Why a part has no candidate: one line for each resource. RET false if it has
 * some
 */
extern bool planner_why_not(const planner_t *planner, uint32_t part, FILE *to);

/* How many clusters did not answer, or not as they should, when asked last? */
extern size_t planner_silent(const planner_t *planner);
