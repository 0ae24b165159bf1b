/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * taken.h - which nodes a booking has no more, and who took them.
 *
 * This is the one judge of all that can take nodes from a booking: nodes that
 * failed, are drained or gone; reservations of Slurm's own, of any kind, that
 * came to lie on them; jobs that got more time, overrun, or started there;
 * partitions and features that changed; cores or GPUs that a node has no more,
 * or no more of the type that was asked for; another booking that can't move.
 * Only repair.h acts on its judgement.
 *
 * Times are seconds since the epoch. Locks: those of view.h, after site_sync().
 */
#pragma once

#include "plugin/booking/view/office.h"
#include "plugin/booking/view/view.h"

typedef struct {
	garq_set_t *nodes;	/* those of its nodes that it can't have in all of
				 * its time; of the size of the view; owned */
	uint32_t cnt;		/* their number */
	uint32_t gone;		/* nodes that it asked for, and that its record
				 * has no more */
	uint32_t node;		/* the first of nodes */
	uint64_t by;		/* holder id that has it; 0: the node is none
				 * that it asked for any more, or ... */
	bool less;		/* ... it has fewer cores, or other GPUs */
	time_t since;		/* BY_NODE alone: the last of them failed then */
	bool by_node, by_job, by_other;	/* failed nodes, jobs, all else */
} taken_t;

/*
 * What has been taken from a booking. A booking that has begun keeps nodes
 * that its partition lacks by now. Nothing is taken from a stand-in, and of a
 * part only nodes that it has.
 * IN v - has a booking
 * OUT ret - taken_free()
 */
extern void taken_from(office_t *office, const view_resv_t *v, time_t now,
		       taken_t *ret);
extern void taken_free(taken_t *taken);

static inline bool taken_any(const taken_t *taken)
{
	return taken->cnt || taken->gone;
}

/*
 * The nodes that a booking should have, and that its record lacks: those of its
 * list that exist; with ALL those of its partition or of the cluster.
 * RET owned by the caller; NULL: none, or it is by count
 */
extern garq_set_t *taken_to_give_back(office_t *office, const view_resv_t *v);

/*
 * For users: the nodes that it lacks ("n5"), and why ("n5 failed"). Where
 * Slurm hides reservations or jobs from others (PrivateData), these are not
 * named.
 * RET free()
 */
extern char *taken_nodes(office_t *office, const view_resv_t *v,
			 const taken_t *taken);
extern char *taken_why(office_t *office, const view_resv_t *v,
		       const taken_t *taken);

/*
 * For users: those of a booking's nodes that are down now and have not been
 * taken from it, as they count as back by its start (view_back_at()): "n5, not
 * available now".
 * RET free(); NULL: there are none
 */
extern char *taken_awaited(office_t *office, const view_resv_t *v);
