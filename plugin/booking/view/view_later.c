/* SPDX-License-Identifier: GPL-2.0-or-later */
/* view_later.c - see view_later.h */

#include "plugin/booking/view/view_later.h"
#include "plugin/booking/view/view_private.h"

void view_later_hold(office_t *office, size_t number, const garq_set_t *nodes,
		     time_t start, time_t end)
{
	uint64_t id = VIEW_ID(VIEW_ID_LATER, number);

	view_hold(office, id, id, nodes, start, end);
}

bool view_later_is(uint64_t id)
{
	return (id >> VIEW_ID_SHIFT) == VIEW_ID_LATER;
}

void view_later_release(office_t *office, size_t number, time_t start,
			time_t end)
{
	view_release(office, VIEW_ID(VIEW_ID_LATER, number), start, end);
}
