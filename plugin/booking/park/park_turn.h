/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * park_turn.h - the nodes that the periodic pass of park.h looks at next.
 *
 * A pass goes over all nodes, in turns of the linker, and each turn in slices:
 * others may have the locks between two slices. A turn has enough nodes for
 * a pass to end within a quarter of PARK_LEAD. A record that begins within
 * PARK_LEAD is linked by then, whichever turn its nodes have.
 *
 * Locks: site_lock().
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "plugin/booking/view/office.h"

/* Nodes of a slice, at most; a turn has as many, or more. */
#ifndef PARK_SLICE
#define PARK_SLICE 512U
#endif

typedef struct {
	uint32_t from;		/* the first node; 0: a pass begins */
	uint32_t end;		/* the node behind the last one */
} park_slice_t;

/*
 * The next slice.
 * IN whole - a pass begins whose only turn has all nodes
 * IN nodes - of the cluster; it may be another number at each call
 */
extern park_slice_t park_turn_slice(office_t *office, bool whole,
				    uint32_t nodes);

/* Return true if the present turn has more slices. */
extern bool park_turn_goes_on(office_t *office);
