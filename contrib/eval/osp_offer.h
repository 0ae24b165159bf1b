/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * osp_offer.h - the policies that make offers, with osp/osp.h. Paper, sections 3
 * and 4.2.
 *
 *	OSP	    algorithm 1 makes the list; its solution, or else what
 *		    algorithm 2 selects
 *	OSP-exact   the same solutions, but no alternative is ever taken: what
 *		    the alternatives gain is the difference
 *	OSP-half    where there is no solution algorithm 1 is asked again, for
 *		    half the nodes: as it skips what has fewer than were asked for,
 *		    that is how "reducing the initial dur and numCN" can be
 *	OSP-around  beyond the paper: where there is no solution the user selects
 *		    by algorithm 2 from all offers that osp has, in the window
 *		    and around it, up to SIM_AROUND later
 *
 * Of an offer that has more nodes than were asked for, as many are taken.
 */
#ifndef EVAL_OSP_OFFER_H
#define EVAL_OSP_OFFER_H

#include "contrib/eval/osp_admit.h"
#include "osp/osp.h"

/* Section 4, of a node for a minute; and how many offers a user looks at. */
#define SIM_BCOST 0.05
#define SIM_TAU 4
#define SIM_OFFERS 10

/* Seconds after ti_e at which an offer around the wish ends at the latest. */
#define SIM_AROUND 86400

extern const struct sim_policy sim_osp;
extern const struct sim_policy sim_osp_exact;
extern const struct sim_policy sim_osp_half;
extern const struct sim_policy sim_osp_around;

/*
 * A garq_t in whole slots, as the paper has it: a node is free in a slot if it
 * is at every second of it. So offers begin and end where slots do.
 */
struct sim_slotted {
	osp_space_t space;
	const garq_t *g;
};

/* From the first slot that begins at now or later, to end. */
extern void sim_slotted_init(struct sim_slotted *slotted, const garq_t *g,
			     time_t end);

#endif
