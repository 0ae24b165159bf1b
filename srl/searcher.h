/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * searcher.h - a search at work: what both of its levels know.
 *
 * Private to srl/. starts.c chooses a start for each group, and for each such
 * choice places.c a place for each part.
 */
#pragma once

#include "srl/breakpoints.h"
#include "srl/nodes_first.h"
#include "srl/search.h"

typedef struct {
	uint32_t lane, run;
	double price;
} srl_choice_t;

typedef struct {
	const srl_model_t *model;
	srl_meter_t meter;

	srl_breakpoints_t *points;	/* of each group */
	bool all_points;	/* none was left out */
	double **price_low;	/* [part][breakpoint] */
	double **budget_low;	/* [budget * parts + part][breakpoint]; NULL:
				 * the part is not in the budget */

	/* the starts that are tried now */
	size_t at[SRL_PARTS_MAX];	/* breakpoint of each group */
	double time_price;	/* of all starts */

	/* the places that are tried now, in the order of parts below */
	uint32_t order[SRL_PARTS_MAX];	/* links behind both their ends */
	size_t late_depth[SRL_PAIRS_MAX];	/* where all parts of model->late
						 * are placed */
	srl_choice_t *choices[SRL_PARTS_MAX];	/* of each part that is no link,
						 * cheapest first */
	size_t choice_cnt[SRL_PARTS_MAX];
	double price_rest[SRL_PARTS_MAX + 1];	/* least, from a depth on */
	double *budget_rest;	/* [budget * (parts + 1) + depth] */
	double *budget_used;	/* [budget * (parts + 1) + depth] */
	srl_place_of_part_t places[SRL_PARTS_MAX];

	bool *pool_shared;	/* of each pool: several parts may be there */
	srl_take_t *forced[SRL_PARTS_MAX];	/* of shared pools: the least that each
						 * part takes, wherever it is */
	size_t forced_cnt[SRL_PARTS_MAX];
	srl_fitter_t *fitter;	/* NULL: the world has no nodes */
	srl_giver_t *giver;	/* the same */

	double best;		/* without model->base; HUGE_VAL: none */
	srl_place_of_part_t plan[SRL_PARTS_MAX];	/* with value best */
} srl_searcher_t;

/* The places of s are a better plan, with this value. */
extern void srl_found(srl_searcher_t *s, double value);

/* Prepare the lists of places. RET 0, or -1 with errno ENOMEM */
extern int srl_places_create(srl_searcher_t *s);
extern void srl_places_destroy(srl_searcher_t *s);

/* Try all places for the starts of s: exact. */
extern void srl_places(srl_searcher_t *s);

/* RET false if a lane has no run at that begin that is allowed */
extern bool srl_choice(const srl_searcher_t *s, uint32_t lane, int64_t begin,
		       srl_choice_t *ret_choice);

/*
 * List the choices of a part, which is no link, at a begin, in s->choices:
 * those with the least price first, or those with the least cost.
 */
extern void srl_list_choices(srl_searcher_t *s, uint32_t part, int64_t begin,
			     bool by_cost);

/*
 * Return true if a constraint of model->late holds. All its parts must have
 * places.
 */
extern bool srl_late_holds(const srl_searcher_t *s, const srl_constraint_t *c);

/* Start number i of a group. RET false if there is none */
typedef bool (*srl_starts_t)(void *arg, uint32_t group, size_t i,
			     int64_t *ret_start);

/*
 * Look for a plan that is better than the best so far: one group after the
 * other, at its first start that has room. Needs srl_places_create(),
 * pool_shared and giver.
 *
 * starts - the starts in the order in which they are tried. NULL: by time, the
 * best first work - at most, and a little
 */
extern void srl_greedy(srl_searcher_t *s, srl_starts_t starts, void *arg,
		       uint64_t work);

/* Return true if the part at this depth has room beside those before it. */
extern bool srl_pool_room(srl_searcher_t *s, size_t depth);

/*
 * The same, quickly, with nodes that are given to the part permanently: a
 * refused part may have room. Each part before it was asked in this way, too
 */
extern bool srl_pool_room_first(srl_searcher_t *s, size_t depth);

/* Find what each part takes wherever it is. RET 0, or -1 with errno ENOMEM */
extern int srl_forced_create(srl_searcher_t *s);
extern void srl_forced_destroy(srl_searcher_t *s);

/*
 * Return true if there is room for that, for the parts of the groups up to this
 * one, whose starts are chosen. RET false: no places will do
 */
extern bool srl_forced_room(srl_searcher_t *s, uint32_t group);
