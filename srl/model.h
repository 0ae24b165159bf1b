/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * model.h - a request and a world as groups, bounds, differences and limits.
 *
 * Private to srl/. The model points into request and world.
 *
 * Invariants:
 *  1 begin of part p = start of its group + offset of p
 *  2 low <= start <= high of each group, in whole seconds
 *  3 objective = base + sum of slope * (start - low) + sum of the prices of the
 *    places, each from an origin near by: seconds since the epoch, or a large cost,
 *    times a factor would lose what SRL_EXACT keeps
 *  4 a lane is usable if its texts and its ends allow it; a run if its cost
 *	does
 */
#pragma once

#include "srl/memory.h"
#include "srl/plan.h"

#define SRL_NO_GROUP UINT32_MAX
#define SRL_NO_SITE UINT32_MAX

/* The price of a place: the sum of factor * (what the place has - origin). */
typedef struct {
	double cost, bandwidth;		/* factors */
	double cost_origin, bandwidth_origin;
} srl_tariff_t;

typedef struct {
	uint32_t group;
	int64_t offset;
	srl_tariff_t tariff;		/* of the objective */
	double cost_least, cost_most;	/* constraints on it alone */
	double bandwidth_least, bandwidth_most;
	bool is_link;
	const uint32_t *lanes;	/* usable; a link's ascend by their sites */
	size_t lane_cnt;
} srl_model_part_t;

typedef struct {
	int64_t low, high;
	double slope;		/* of the objective, for a second */
} srl_group_t;

/* start of a - start of b <= most */
typedef struct {
	uint32_t a, b;
	int64_t most;
} srl_gap_t;

/* start of a - start of b != value; b may be SRL_NO_GROUP: then only a's */
typedef struct {
	uint32_t a, b;
	int64_t value;
} srl_unequal_t;

/* sum over the parts of cost[p] * cost + bandwidth[p] * bandwidth <= most */
typedef struct {
	double cost[SRL_PARTS_MAX], bandwidth[SRL_PARTS_MAX];
	double most;
} srl_budget_t;

typedef struct {
	const srl_t *srl;
	const srl_world_t *world;
	const bool *ignore;	/* as in srl_limits_t */
	srl_memory_t *memory;
	bool impossible;	/* proven while it was made */
	double base;		/* of the objective */
	srl_model_part_t *parts;
	srl_group_t *groups;
	uint32_t group_cnt;
	srl_gap_t *gaps;
	size_t gap_cnt;
	srl_unequal_t *unequals;
	size_t unequal_cnt;
	srl_budget_t *budgets;
	size_t budget_cnt;
	const srl_constraint_t **late;	/* looked at when all is chosen: != of
					 * prices, texts of two parts */
	size_t late_cnt;
	uint32_t *site_of;	/* of each resource */
	uint32_t *ends_of;	/* two of each resource, the lower first */
} srl_model_t;

/*
 * RET 0, or -1 with errno: ENOMEM; ENOTSUP with *ret_constraint. ret_model is to
 * be given to srl_model_clear() in all cases
 */
extern int srl_model_make(const srl_t *srl, const srl_world_t *world,
			  const bool *ignore, srl_model_t *ret_model,
			  size_t *ret_constraint);
extern void srl_model_clear(srl_model_t *model);

/* The steps of srl_model_make(), RET as it */
extern int srl_model_times(srl_model_t *model, size_t *ret_constraint);
extern int srl_model_lanes(srl_model_t *model);

/*
 * Tighten low and high of all groups by the gaps. RET false if nothing is left
 *
 * work - grows by the gaps that were looked at
 */
extern bool srl_model_tighten(const srl_model_t *model, srl_group_t *groups,
			      uint64_t *work);

/* What the start of a group adds to the objective. */
static inline double srl_model_time_price(const srl_model_t *model,
					  uint32_t group, int64_t start)
{
	const srl_group_t *g = &model->groups[group];

	return g->slope * (double) (start - g->low);
}

static inline double srl_tariff_price(const srl_tariff_t *tariff,
				      const srl_lane_t *lane,
				      const srl_run_t *run)
{
	return tariff->cost * (run->cost - tariff->cost_origin) +
	       tariff->bandwidth *
		       (lane->bandwidth - tariff->bandwidth_origin);
}

/* What a place adds to the objective. */
static inline double srl_model_price(const srl_model_t *model,
				     const srl_lane_t *lane,
				     const srl_run_t *run)
{
	return srl_tariff_price(&model->parts[lane->part].tariff, lane, run);
}

static inline bool srl_model_allows(const srl_model_t *model,
				    const srl_lane_t *lane,
				    const srl_run_t *run)
{
	const srl_model_part_t *part = &model->parts[lane->part];

	return (run->cost >= part->cost_least) && (run->cost <= part->cost_most);
}

/* RET the first run of a lane that begins later; run_cnt: none */
extern size_t srl_lane_after(const srl_lane_t *lane, int64_t begin);

/* The run of a lane with this begin. RET run_cnt if there is none */
extern size_t srl_lane_find(const srl_lane_t *lane, int64_t begin);

/*
 * The lanes of a link between two sites, in any order: list[first] to before
 * list[RET], where list is the part's.
 */
extern size_t srl_link_lanes(const srl_model_t *model, uint32_t part,
			     uint32_t a, uint32_t b, size_t *ret_first);
