/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * searcher.h - a search at work: what both of its levels know.
 *
 * Private to srl/. starts.c chooses a start for each group, and for each such
 * choice places.c a place for each part.
 */
#ifndef SRL_SEARCHER_H
#define SRL_SEARCHER_H

#include "srl/breakpoints.h"
#include "srl/nodes_fit.h"
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

/* Is there room for the part at this depth beside those before it? */
extern bool srl_pool_room(srl_searcher_t *s, size_t depth);

/* Find what each part takes wherever it is. RET 0, or -1 with errno ENOMEM */
extern int srl_forced_create(srl_searcher_t *s);
extern void srl_forced_destroy(srl_searcher_t *s);

/*
 * Is there room for that, for the parts of the groups up to this one, whose starts are
 * chosen? RET false: no places will do
 */
extern bool srl_forced_room(srl_searcher_t *s, uint32_t group);

#endif
