/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/booking/offer/why_proof.h"
#include "plugin/booking/place/admit.h"
#include "plugin/booking/rights/users.h"
#include "plugin/memory/memory.h"

/* Steps of a proof for one of lrh/lrh.h. */
#define STEPS_EACH 6

bool why_may_see(const why_proof_t *y, uint32_t holder, view_holder_t *ret)
{
	return view_holder(y->office, y->w.id[holder], ret) &&
	       users_may_see(y->office, y->a->uid, ret);
}

static void _find_hidden(why_proof_t *y)
{
	for (uint32_t i = 0; i < y->w.world.holders; i++) {
		view_holder_t who;

		if (why_may_see(y, i, &who))
			continue;
		y->hidden_needed |= y->proof.needed[i];
		y->hidden_leaves |= y->proof.leaves[i];
	}
}

/* Only bookings that may leave are looked for. */
static void _keep_others(why_proof_t *y)
{
	for (uint32_t i = 0; y->may && (i < y->w.world.holders); i++)
		y->w.may_leave[i] = y->w.may_leave[i] &&
				    y->may(y->office,
					   view_find_id(y->office, y->w.id[i]),
					   y->a->now);
}

/* IN steps - limit. RET false: there are too many holders */
static bool _find_proof(why_proof_t *y, uint64_t steps)
{
	phase_t before;

	if (!why_world(y->office, &y->a->shape, y->a->now, &y->w))
		return false;
	_keep_others(y);
	y->w.world.steps = steps;
	before = phase_begin(y->office, PHASE_OFFERS);
	(void) memory_done(lrh_prove(&y->w.world, &y->proof));
	phase_end(y->office, before, y->proof.steps / STEPS_EACH);
	return true;
}

/* RET its number; a new one becomes the last */
static uint32_t _find_or_add_holder(why_proof_t *y, uint64_t id)
{
	uint32_t i = 0;
	size_t cnt;

	while ((i < y->w.world.holders) && (y->w.id[i] != id))
		i++;
	if (i < y->w.world.holders)
		return i;
	cnt = ++y->w.world.holders;
	y->w.id = memory_grow(y->w.id, cnt, sizeof(*y->w.id));
	y->proof.needed = memory_grow(y->proof.needed, cnt, sizeof(bool));
	y->proof.leaves = memory_grow(y->proof.leaves, cnt, sizeof(bool));
	y->w.id[i] = id;
	y->proof.needed[i] = y->proof.leaves[i] = false;
	return i;
}

static void _lift_booking(why_proof_t *y, view_lift_t *lift, uint64_t id)
{
	view_lift(y->office, lift, view_find_id(y->office, id));
}

/*
 * Lift the next bookings that leave no room once those of leaves are lifted:
 * such as share a node with them counted for nothing (why_world.h).
 * RET false: none was found
 */
static bool _add_sharers(why_proof_t *y, view_lift_t *lift)
{
	why_proof_t more = { .office = y->office, .a = y->a, .may = y->may };
	bool found = (y->proof.steps < WHY_STEPS) &&
		     (y->proof.leave_cnt < WHY_LEAVES) &&
		     _find_proof(&more, WHY_STEPS - y->proof.steps) &&
		     more.proof.found && more.proof.leave_cnt;

	for (uint32_t i = 0; found && (i < more.w.world.holders); i++) {
		if (!more.proof.leaves[i])
			continue;
		y->proof.leaves[_find_or_add_holder(y, more.w.id[i])] = true;
		y->proof.leave_cnt++;
		_lift_booking(y, lift, more.w.id[i]);
	}
	y->proof.steps += more.proof.steps;
	why_proof_free(&more);
	return found;
}

static bool _is_room(why_proof_t *y)
{
	refusal_t refusal = { .rc = 0 };
	placement_t placement;
	bool room = !admit(y->office, &y->a->shape, GARQ_NO_GROUP, NULL, NULL,
			   y->a->now, &placement, &refusal);

	if (room)
		placement_free(&placement);
	else
		refusal_free(&refusal);
	return room;
}

static void _lift_leaving(why_proof_t *y, view_lift_t *lift)
{
	for (uint32_t i = 0; i < y->w.world.holders; i++)
		if (y->proof.leaves[i])
			_lift_booking(y, lift, y->w.id[i]);
}

/* Let those stay that need not leave: they were found one after another. */
static void _keep_some(why_proof_t *y)
{
	for (uint32_t i = 0; i < y->w.world.holders; i++) {
		view_lift_t lift = { .cnt = 0 };

		if (!y->proof.leaves[i])
			continue;
		y->proof.leaves[i] = false;
		_lift_leaving(y, &lift);
		y->proof.leaves[i] = !_is_room(y);
		view_return(y->office, &lift);
		y->proof.leave_cnt -= !y->proof.leaves[i];
	}
}

/* Return true if the request is admitted without the bookings of leaves. */
static bool _is_room_without(why_proof_t *y)
{
	view_lift_t lift = { .cnt = 0 };
	uint32_t cnt = y->proof.leave_cnt;
	bool room;

	_lift_leaving(y, &lift);
	do
		room = _is_room(y);
	while (!room && _add_sharers(y, &lift));
	view_return(y->office, &lift);
	room = room && (y->proof.leave_cnt <= WHY_LEAVES);
	if (room && (y->proof.leave_cnt > cnt))
		_keep_some(y);
	return room;
}

/* RET false: there are too many holders, or it is a shape of another kind */
bool why_proof(why_proof_t *y)
{
	const shape_t *shape = &y->a->shape;

	if (shape_is_tried(shape) || shape->each || !shape->num_cn ||
	    !_find_proof(y, WHY_STEPS))
		return false;
	y->proof.found = y->proof.found && y->proof.leave_cnt &&
			 (y->proof.leave_cnt <= WHY_LEAVES) &&
			 _is_room_without(y);
	_find_hidden(y);
	return true;
}

bool why_is_smallest(const why_proof_t *y)
{
	return y->proof.found && (y->proof.leave_cnt == y->proof.least_cnt);
}

void why_proof_free(why_proof_t *y)
{
	lrh_proof_free(&y->proof);
	why_world_free(&y->w);
}
