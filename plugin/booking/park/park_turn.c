/* SPDX-License-Identifier: GPL-2.0-or-later */
/* park_turn.c - see park_turn.h */

#include <sys/param.h>

#include "plugin/booking/park/park_turn.h"
#include "plugin/booking/request/timing.h"

static uint32_t next;		/* the pass goes on with this node */
static uint32_t left;		/* nodes that the turn has not looked at */

static uint32_t _turn_size(uint32_t nodes)
{
	uint32_t turns = MAX(PARK_LEAD / 4 / LINK_INTERVAL, 1);

	return MAX(PARK_SLICE, (nodes + turns - 1) / turns);
}

park_slice_t park_turn_slice(bool whole, uint32_t nodes)
{
	park_slice_t slice;

	if (whole || (next >= nodes))
		next = 0;
	if (whole || !left)
		left = whole ? nodes : _turn_size(nodes);
	left = MIN(left, nodes - next);
	slice = (park_slice_t) {
		.from = next, .end = next + MIN(left, PARK_SLICE),
	};
	left -= slice.end - slice.from;
	next = slice.end;
	return slice;
}

bool park_turn_goes_on(void)
{
	return left > 0;
}
