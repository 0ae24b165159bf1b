/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * choose.h - which of the free nodes a request gets, if it says only how many.
 *
 * The first rule by which two choices differ decides:
 *
 *	1. nodes that can be used now before nodes that are down
 *	2. for a booking that keeps some nodes: others of the same kind
 *	   (node_facts.h), then those at the same leaf switches
 *	3. the lowest switch that has enough; under it the fewest leaf switches.
 *	   A booking that wishes for few of these (booking_t.switches) gets the
 *	   fewest of all; this comes before rule 2 if nothing else grants the
 *	   wish
 *	4. the nodes that cost least: the lowest Weight=, the kind with most
 *	   nodes, so that rare nodes are left, the fewest partitions
 *	5. the leaf switch that is left with the fewest free nodes
 *	6. the lowest numbers
 *
 * Without a topology 4 comes before 3, and runs of nodes whose numbers follow
 * each other count as leaf switches. Where the topology is no tree of switches
 * (blocks, rings), the host's choice, if it has one, replaces 3 to 6.
 *
 * The choice depends on the facts and the free nodes alone: no earlier request
 * changes it.
 */
#pragma once

#include "garq/nodeset.h"
#include "plugin/booking/view/office.h"

/*
 * IN free_set - nodes to choose from, as many as the view has
 * IN num_cn - number of nodes; all of them if it has no more
 * IN/OUT chosen - the nodes that the booking keeps; the choice is added. Nodes
 *	of free_set that are in it are not counted
 */
extern void choose_nodes(office_t *office, const garq_set_t *free_set,
			 uint32_t num_cn, garq_set_t *chosen);

/* The same for a booking that wishes for this many leaf switches at most; 0:
 * any number. The wish is granted if it can be beside the nodes in chosen. */
extern void choose_within(office_t *office, uint32_t switches,
			  const garq_set_t *free_set, uint32_t num_cn,
			  garq_set_t *chosen);

/* Return true if it is known at which leaf switches nodes are: in a tree. */
extern bool choose_knows_switches(office_t *office);

/* RET the number of leaf switches at which these nodes are; 0: not known */
extern uint32_t choose_switches(office_t *office, const garq_set_t *nodes);

/* RET the fewest leaf switches that have this many of the nodes; 0: not known;
 * UINT32_MAX: there are fewer nodes */
extern uint32_t choose_fewest(office_t *office, const garq_set_t *nodes,
			      uint32_t num_cn);

/*
 * For users: "switches:1, at 2 leaf switches".
 * IN switches - the wish; nodes - or NULL
 * RET free(); NULL: there is no wish, or nothing is known
 */
extern char *choose_wish_text(office_t *office, uint32_t switches,
			      const garq_set_t *nodes);

/* RET the most of the nodes at this many leaf switches; 0: not known */
extern uint32_t choose_most(office_t *office, const garq_set_t *nodes,
			    uint32_t switches);

/*
 * Take the nodes that cost least out of a set: those with the lowest Weight,
 * and of these the commonest kind. RET these; owned by the caller
 */
extern garq_set_t *choose_cheapest(office_t *office, garq_set_t *nodes);

/*
 * Choose among the nodes of free_set that are in a set, too. A booking that
 * shrinks gives up its dearest nodes by this.
 * IN of - NULL: none is
 * IN/OUT missing - how many are wanted
 */
extern void choose_of(office_t *office, const garq_set_t *of,
		      const garq_set_t *free_set, garq_set_t *chosen,
		      uint32_t *missing);
