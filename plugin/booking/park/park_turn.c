/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <sys/param.h>

#include "plugin/booking/park/park_turn.h"
#include "plugin/booking/request/timing.h"

struct park_turn_state {
	uint32_t next;		/* the pass goes on with this node */
	uint32_t left;		/* nodes that the turn has not looked at */
};

static uint32_t _turn_size(uint32_t nodes)
{
	uint32_t turns = MAX(PARK_LEAD / 4 / LINK_INTERVAL, 1);

	return MAX(PARK_SLICE, (nodes + turns - 1) / turns);
}

park_slice_t park_turn_slice(office_t *office, bool whole, uint32_t nodes)
{
	park_slice_t slice;

	if (whole || (office->park_turn->next >= nodes))
		office->park_turn->next = 0;
	if (whole || !office->park_turn->left)
		office->park_turn->left = whole ? nodes : _turn_size(nodes);
	office->park_turn->left = MIN(office->park_turn->left,
				      nodes - office->park_turn->next);
	slice = (park_slice_t) {
		.from = office->park_turn->next,
		.end = office->park_turn->next +
		       MIN(office->park_turn->left, PARK_SLICE),
	};
	office->park_turn->left -= slice.end - slice.from;
	office->park_turn->next = slice.end;
	return slice;
}

bool park_turn_goes_on(office_t *office)
{
	return office->park_turn->left > 0;
}

const office_state_t park_turn_state = OFFICE_STATE(park_turn, NULL, NULL);
