/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * choose_leaves.h - one choice, and nodes at few leaf switches: rules 3 to 6 of
 * choose.h.
 *
 * Locks: site_lock().
 */
#pragma once

#include "garq/nodeset.h"
#include "plugin/booking/place/choose/choose_facts.h"

typedef struct {
	office_t *office;
	const struct choose_state *s;
	garq_set_t *left;	/* the nodes to choose from */
	uint32_t missing;
	garq_set_t *chosen;
} choice_t;

/* Move a node from left to chosen. */
extern void choice_take(choice_t *c, uint32_t node);

/* Take the lowest numbers of left: as many as are missing. */
extern void choice_take_all(choice_t *c);

/* Use as few leaves as possible: rules 3 to 6. IN c - left has enough nodes */
extern void choose_leaves_take(choice_t *c);

/* The same without a topology: rule 4, then runs of nodes. */
extern void choose_leaves_cheapest(choice_t *c);
