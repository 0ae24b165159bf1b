/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * nodes.h - the physical view: who holds which node, from when to when.
 *
 *	node 0  |--- booking 7 ---|      |-- job 12 --|
 *	node 1           |--- booking 7 ---|
 *	node 2  |=============== down, GARQ_FOREVER ===============
 *
 * For each node the intervals during which it is held, in order of their start.
 * Holders may overlap (a job runs inside its booking, a node goes down under
 * one). This view is exact where the counts of garq.h are fast: knowing the
 * nodes, it is right for node lists, partitions and features, and for a booking
 * that stays on the same nodes for its whole length.
 *
 * Time as in garq.h. A holder has an id and a group: a booking and the jobs
 * that run inside it are one group, which a query can exclude to change that
 * booking. Such a query takes the group out and puts it back before it returns:
 * the argument is const for the caller, but nothing here is thread-safe, not
 * even a query. Failure changes nothing.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "garq/nodeset.h"

typedef struct garq_nodes garq_nodes_t;

/* No holder has this group: a question with this group excludes nothing. */
#define GARQ_NO_GROUP UINT64_C(0)

/* IN node_cnt - >= 1. RET owned by the caller, or NULL, EINVAL or ENOMEM */
extern garq_nodes_t *garq_nodes_create(uint32_t node_cnt);

/* garq_nodes_destroy(NULL) is safe. */
extern void garq_nodes_destroy(garq_nodes_t *n);

/* Number of nodes given to garq_nodes_create(). */
extern uint32_t garq_nodes_size(const garq_nodes_t *n);

/*
 * Holder id holds each node of set during [t_s, t_e). May be called several
 * times with one id (a recurring reservation); group must then be the same.
 * RET 0; or -1 with errno EINVAL (empty or reversed interval, t_e past
 *	GARQ_FOREVER, empty set or one of another size, group GARQ_NO_GROUP,
 *	another group than before) or ENOMEM
 */
extern int garq_nodes_hold(garq_nodes_t *n, uint64_t id, uint64_t group,
			   const garq_set_t *set, time_t t_s, time_t t_e);

/* Free all nodes of id. Needs no memory. RET 0, or -1 with errno ENOENT */
extern int garq_nodes_release(garq_nodes_t *n, uint64_t id);

/*
 * The nodes of eligible that are free at every second of [t_s, t_e), with group
 * excluded. t_s < t_e; an empty or reversed interval gives all.
 * OUT ret_free - a set of the same size, overwritten; may be eligible itself,
 *	or NULL if only the number is wanted
 * RET their number
 */
extern uint32_t garq_nodes_free(const garq_nodes_t *n,
				const garq_set_t *eligible, time_t t_s,
				time_t t_e, uint64_t group,
				garq_set_t *ret_free);

/*
 * Where an interval fails: the first second t of [t_s, t_e) such that fewer
 * than num_cn nodes of eligible are free from t_s through t.
 * OUT ret_at - that second; ret_missing - num_cn less the nodes that are
 *	free from t_s through that second, >= 1; both untouched unless 1
 * RET 1, or 0 if num_cn nodes are free throughout; -1 with errno ENOMEM
 */
extern int garq_nodes_shortage(const garq_nodes_t *n,
			       const garq_set_t *eligible, uint32_t num_cn,
			       time_t t_s, time_t t_e, uint64_t group,
			       time_t *ret_at, uint32_t *ret_missing);

/*
 * Call fn for each maximal run of starts first .. last, from .. latest, at each
 * of which num_cn nodes of eligible are free for the duration, not always the
 * same ones; in order of time, until fn returns false. No group is excluded.
 * IN eligible - as large as n; num_cn >= 1; from <= latest; duration >= 1;
 *	latest + duration <= GARQ_FOREVER
 * IN/OUT steps - the number of steps that may be taken; what remains: a step
 *	looks at a node of a holder, or at 64 nodes, and an interval of a
 *	holder takes 8 more; twice each. At 0 the search ends
 * OUT ret_until - all starts before it were told: latest + 1, or less where the
 *	steps did not suffice or fn returned false; from: none was looked at.
 *	If fn returned false, the run that it was given counts as told
 * RET 0, or -1 with errno ENOMEM, maybe after calls of fn
 */
typedef bool (*garq_starts_fn)(void *arg, time_t first, time_t last);
extern int garq_nodes_starts(const garq_nodes_t *n, const garq_set_t *eligible,
			     uint32_t num_cn, time_t from, time_t latest,
			     time_t duration, uint64_t *steps,
			     garq_starts_fn fn, void *arg, time_t *ret_until);

/*
 * Call fn once for each interval of a holder on a node of set that shares a
 * second with [t_s, t_e), with group excluded: in order of start, of id, then
 * of node. fn must not change or query n. The walk ends when fn returns false.
 */
typedef bool (*garq_nodes_fn)(void *arg, uint64_t id, uint32_t node,
			      time_t t_s, time_t t_e);
extern void garq_nodes_each(const garq_nodes_t *n, const garq_set_t *set,
			    time_t t_s, time_t t_e, uint64_t group,
			    garq_nodes_fn fn, void *arg);

/*
 * Call fn for each interval during which the node is held and that ends after
 * from, in order of start, until fn returns false. fn must not change n. The
 * cost of finding the first does not depend on how many there are. A node that
 * does not exist has none.
 */
extern void garq_nodes_each_on(const garq_nodes_t *n, uint32_t node,
			       time_t from, garq_nodes_fn fn, void *arg);

/*
 * Follow each node of a set through the intervals that end after from, in
 * order of start, of id, then of node: with all nodes in one walk. fn must
 * neither change nor query n.
 * IN set - as large as n
 * IN/OUT done - the walk leaves out the nodes of this set, and adds each node
 *	for which fn returns GARQ_FOLLOW_DONE. A walk that fn does not end adds
 *	all of set. NULL: the walk leaves out no node, and adds none
 */
enum garq_follow {
	GARQ_FOLLOW_ON,		/* the next interval of this node is wanted, too */
	GARQ_FOLLOW_DONE,	/* no other one of this node is */
	GARQ_FOLLOW_END,	/* none of any node is */
};
typedef enum garq_follow (*garq_nodes_follow_fn)(void *arg, uint64_t id,
						 uint32_t node, time_t t_s,
						 time_t t_e);
extern void garq_nodes_follow(const garq_nodes_t *n, const garq_set_t *set,
			      garq_set_t *done, time_t from,
			      garq_nodes_follow_fn fn, void *arg);

/*
 * Call fn, until it returns false, for each node and interval of the holders of
 * a group other than the holder id; in no useful order. The group may be
 * excluded meanwhile. fn must not change n.
 */
extern void garq_nodes_each_in(const garq_nodes_t *n, uint64_t group,
			       uint64_t id, garq_nodes_fn fn, void *arg);

/* Verify the invariants listed in holders.h, as garq_check(). */
extern bool garq_nodes_check(const garq_nodes_t *n, const char **ret_reason);
