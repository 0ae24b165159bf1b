/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <string.h>

#include "contrib/sresv/co/book/order.h"

bool order_denied(order_t *o, planner_t *planner, const uint32_t *parts,
		  const planner_place_t *places, uint32_t cnt,
		  const bool *denied)
{
	o->again = false;
	for (uint32_t i = 0; i < cnt; i++) {
		for (uint32_t k = 0; denied[i] && (k < cnt); k++) {
			if (denied[k] || !planner_meet(&places[i], &places[k]))
				continue;
			o->refused[parts[i]]++;
			o->again = (o->fresh < ORDER_FRESH);
			break;
		}
	}
	o->fresh += o->again;
	if (o->again)
		planner_name_nodes(planner);
	return o->again;
}

/*
 * Parts that were refused go first, then those with the fewest nodes to choose from: a
 * pool that is inside another one leaves that one all the rest. Links are last.
 */
static int64_t _rank(const order_t *o, uint32_t part,
		     const planner_place_t *place)
{
	if (o->refused[part])
		return -o->refused[part];
	return place->choice ? (int64_t) place->choice : INT64_MAX;
}

void order_places(const order_t *o, const srl_t *srl, const uint32_t *parts,
		  const planner_place_t *places, uint32_t cnt,
		  commit_place_t *ret)
{
	for (uint32_t i = 0; i < cnt; i++)
		ret[i] = (commit_place_t) {
			.id = srl->parts[parts[i]].id,
			.cluster = places[i].cluster,
			.shape = places[i].shape,
			.rank = _rank(o, parts[i], &places[i]),
		};
}

static int64_t _end(const planner_place_t *place)
{
	return place->shape.start + place->shape.length;
}

void order_number(uint32_t *parts, planner_place_t *places, uint32_t cnt)
{
	uint32_t last = 0, part;
	planner_place_t place;

	for (uint32_t i = 1; i < cnt; i++)
		if (_end(&places[last]) < _end(&places[i]))
			last = i;
	place = places[last];
	part = parts[last];
	memmove(places + 1, places, last * sizeof(place));
	memmove(parts + 1, parts, last * sizeof(part));
	places[0] = place;
	parts[0] = part;
}
