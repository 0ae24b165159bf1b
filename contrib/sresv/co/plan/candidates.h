/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * candidates.h - the places that each part can have, as probes have found them.
 *
 *	candidate = (part, resource) that match.h lets through
 *	pool      = nodes or licenses of a cluster that several of them take from: a
 *		    part on nodes that wants licenses takes from several pools
 *
 * Private to the planner: planner.h is what others use.
 */
#pragma once

#include "contrib/sresv/co/model/match.h"
#include "contrib/sresv/co/plan/planner.h"
#include "contrib/sresv/co/model/profile.h"
#include "contrib/sresv/co/model/unions.h"

#define POOL_NONE SIZE_MAX	/* no pool is known: the candidate is alone */
#define POOL_FREE (SIZE_MAX - 1)	/* it takes from no pool */
#define POOL_OWN (SIZE_MAX - 2)	/* it has its nodes already */

typedef struct {
	size_t cluster;
	bool is_license;
	char *id;		/* of the controller, or the license */
	char **names;		/* of its nodes, ascending; NULL: not told */
	size_t name_cnt;	/* 0: not told */
	profile_t profile;
	bool fresh;		/* probed in this round: others are merged to it */
	uint64_t held;		/* bits of the parts that were held on its cluster
				 * then */
	profile_t *each;	/* of each name: 1 where it is free, else 0. NULL: it
				 * is not told (pool_nodes.h) */
	bool each_wrong;	/* nor is it to be read in this round */
} pool_t;

/* Licenses that a candidate takes beside its pool. */
typedef struct {
	size_t pool;
	int64_t amount;
} take_t;

typedef struct {
	uint32_t part;
	size_t resource;	/* of ris */
	match_t match;
	int64_t amount;		/* of its pool */
	take_t *also;		/* ascending by pool; has room for also_cnt */
	size_t also_cnt;
	bool own;		/* a booking of ours, which nobody is asked for */
	bool stale;		/* to be asked, or asked again */
	size_t asks;		/* windows asked for since it became stale */
	char *why;		/* why it has no runs; NULL: it has */
	srl_run_t *runs;	/* ascending, as the controller told them */
	size_t run_cnt;
	size_t pool;		/* of pools, or POOL_ above */
	int64_t *denied;	/* begins that are no choice any more */
	size_t denied_cnt;
	int64_t held;		/* its begin, if it was held here when it was
				 * asked; else -1 */
	double held_cost;
} candidate_t;

typedef struct {
	int64_t now;		/* of its clock; -1: it has not answered */
	bool usable;
	bool avoided;		/* it answers no holds: it is not asked */
	bool todo;		/* it has stale candidates in this round */
	size_t next;		/* candidate to be asked next */
	int64_t later;		/* lrs_clock(): it takes no request before; 0: it does */
	bool waited;		/* and it was said in this round */
} cluster_t;

/* What is held of a part; -1: nothing. */
typedef struct {
	size_t candidate;
	int64_t begin;
	double cost;
	const char *list;	/* of its nodes; NULL: any of its pool. The planner's */
} held_t;

struct planner {
	const srl_t *srl;
	const ris_t *ris;
	lrs_t *lrs;
	planner_options_t options;
	srl_memory_t *memory;	/* of the texts of matches */
	candidate_t *candidates;
	size_t candidate_cnt;
	pool_t *pools;
	size_t pool_cnt;
	cluster_t *clusters;
	char **mismatches;	/* of each part: lines why resources don't match */
	held_t held[SRL_PARTS_MAX];
	uint64_t fixed;		/* bits of the parts that stay where they are */
	bool no_memory;		/* in a callback */
	int64_t patience;	/* lrs_clock(): clusters are waited for until then */

	/* of planner_solve() */
	int64_t begin, told;	/* lrs_clock(): of the search, of its last progress */
	planner_end_t end;
	srl_world_t world;
	srl_memory_t *world_memory;	/* has what world points to */
	size_t *world_candidates;	/* of each lane */
	const char ***world_names;	/* of each of the nodes of the world */
	bool has_world;
	bool has_plan;
	srl_place_of_part_t plan[SRL_PARTS_MAX];
	bool names_nodes;	/* planner_name_nodes() */
	const char *lists[SRL_PARTS_MAX];	/* of the nodes of each part */
};

/* Match all parts with all resources. RET false without memory */
extern bool candidates_match(planner_t *p);

/* Free what candidates and pools have. */
extern void candidates_free(planner_t *p);

/*
 * Add a candidate for a part on a resource. RET false without memory; candidates
 * may have other addresses afterwards
 */
extern bool candidates_append(planner_t *p, uint32_t part, size_t resource,
			      const match_t *match);

/* RET how much a candidate takes of a pool itself, or 0 */
extern int64_t candidate_takes(const candidate_t *c, size_t pool);

/*
 * What is known of a candidate may have changed: its cluster is to be asked. Not
 * for a place of our own, which is no cluster's answer, nor for a part that stays.
 */
extern void candidate_doubt(const planner_t *p, candidate_t *c);

/* Forget what is known of a candidate, so that it is asked. */
extern void candidate_forget(candidate_t *c);

/* A line on why it has no starts; replaces the one before. */
extern void candidate_why(planner_t *p, candidate_t *c, const char *why);

/* RET a pool of this id, made if there is none; POOL_NONE without memory */
extern size_t pool_find(planner_t *p, size_t cluster, bool is_license,
			const char *id);

/* Ask the clusters for all stale candidates: asking.c. */
extern int candidates_ask(planner_t *p);

/*
 * Read an answer to a probe: reading.c.
 *
 * ret_next - the next start to ask for, if the answer was cut; else 0
 */
extern void candidate_read(planner_t *p, candidate_t *c,
			   const lrs_answer_t *answer, int64_t *ret_next);

/* Make p->world: world_build.c. RET false without memory */
extern bool candidates_world(planner_t *p);

/* RET how many nodes two pools of a cluster have in common, as far as is known */
extern int64_t pool_common(const planner_t *p, size_t a, size_t b);

/*
 * Add the unions of pools to those of a world: world_unions.c.
 *
 * IN profiles - of each pool of p->pools
 * IN/OUT ret_pools - pools, of which the first p->pool_cnt are those; moved
 * IN/OUT ret_cnt - their number
 * RET false without memory
 */
extern bool candidates_unions(const planner_t *p, const profile_t *profiles,
			      srl_memory_t *memory, srl_pool_t **ret_pools,
			      size_t *ret_cnt);
