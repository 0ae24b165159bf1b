/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * osp_offer.h - the policies that make offers, with osp/osp.h. Paper, sections 3
 * and 4.2.
 *
 *	OSP	    algorithm 1 makes the list; its solution is taken, or else
 *		    the offer that algorithm 2 selects
 *	OSP-exact   the same solutions, but no alternative is ever taken: the
 *		    difference to OSP is the gain of alternatives
 *	OSP-time, OSP-nodes, OSP-both, OSP-half
 *		    where there is no solution algorithm 1 runs again: as it
 *		    skips runs with fewer nodes than asked for, only this allows
 *		    "reducing the initial dur and numCN values, by up to a
 *		    half". For half the time, half the nodes, half of both: the
 *		    solution of that is taken. OSP-half: for half the nodes, and
 *		    algorithm 2 selects from that list, so the time may be less
 *	OSP-around  beyond the paper: where there is no solution the user selects
 *		    by algorithm 2 from all offers that osp has, in the window
 *		    and around it, up to SIM_AROUND later
 *
 * Of an offer with more nodes than asked for, only the requested number is
 * taken.
 */
#pragma once

#include "contrib/eval/osp/osp_admit.h"
#include "osp/osp.h"

/* Section 4: the price of a node per minute; offers that a user considers. */
#define SIM_BCOST 0.05
#define SIM_TAU 4
#define SIM_OFFERS 10

/* Offers around the wish end at most that many seconds after ti_e. */
#define SIM_AROUND 86400

extern sim_policy sim_osp, sim_osp_exact, sim_osp_time, sim_osp_nodes,
	sim_osp_both, sim_osp_half, sim_osp_around;

/*
 * A garq_t in whole slots, as in the paper: a node is free in a slot if it is
 * free at every second of it. So offers begin and end at slot boundaries.
 */
struct sim_slotted {
	osp_space_t space;
	const garq_t *g;
};

/* A view from the first slot that begins at now or later, to end. */
extern void sim_slotted_init(struct sim_slotted *slotted, const garq_t *g,
			     time_t end);
