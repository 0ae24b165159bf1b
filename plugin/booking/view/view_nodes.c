/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * view_nodes.c - nodes that are down, drained or missing; see view.h
 *
 * Such a node is held until it counts as back. That time moves on with the
 * clock: it is put off in steps, so that a node that stays down is not a change
 * at each look.
 */

#include <stdlib.h>
#include <sys/param.h>

#include "plugin/booking/view/hits.h"
#include "plugin/booking/view/view_private.h"
#include "plugin/memory/memory.h"

/*
 * Maximum number of nodes that one look takes over: a node that fails, or comes
 * back, under all of its bookings takes a fifth of a millisecond, and thousands
 * may fail at once.
 */
#define NODES_MAX 8

/*
 * Steps in which the return of a node is put off: of garq_return, seconds.
 * Nodes have theirs at STEP_TURNS different times, so that thousands that are
 * down do not all change in one second.
 */
#define STEPS_OF_RETURN 24
#define STEP_LEAST 600
#define STEP_MOST 3600
#define STEP_TURNS 16

/* A node that is down; all zero: it is available. */
typedef struct {
	time_t since;
	time_t until;		/* it is held up to then: it counts as back */
	time_t said;		/* see view_nodes_see() */
} down_t;

struct seen_nodes_state {
	garq_set_t *avail;	/* nodes that the view has as available */
	down_t *down;		/* of each node */
	uint32_t nodes_cnt;
	bool behind;		/* see view_nodes_are_behind() */
};

void view_nodes_clear(office_t *office)
{
	garq_set_destroy(office->seen_nodes->avail);
	office->seen_nodes->avail = NULL;
	free(office->seen_nodes->down);
	office->seen_nodes->down = NULL;
	office->seen_nodes->nodes_cnt = 0;
	office->seen_nodes->behind = false;
}

void view_nodes_create(office_t *office, uint32_t cnt)
{
	office->seen_nodes->avail = memory_there(garq_set_create(cnt));
	office->seen_nodes->down =
		memory_new(cnt, sizeof(*office->seen_nodes->down));
	office->seen_nodes->nodes_cnt = cnt;
	for (uint32_t i = 0; i < cnt; i++)
		garq_set_add(office->seen_nodes->avail, i);
}

/* When a node counts as back */

/* RET the time from which on a node counts as back, as garq_return has it */
static time_t _return_at(office_t *office, uint32_t node, time_t now)
{
	time_t wait = office->options.node_return;
	time_t step = MAX(STEP_LEAST, MIN(STEP_MOST, wait / STEPS_OF_RETURN));
	time_t turn = node % STEP_TURNS * (step / STEP_TURNS);

	return wait ? (now + wait - turn + step - 1) / step * step + turn :
		      GARQ_FOREVER;
}

/* RET the time from which on a node counts as back, later than now */
static time_t _back_at(office_t *office, uint32_t node, time_t now)
{
	time_t said = office->seen_nodes->down[node].said;

	return (said > now + VIEW_SAID_LEAD) ? said :
					       _return_at(office, node, now);
}

/* Changes */

/*
 * Hold a node from now until a time, as one interval: each further one makes it
 * dearer to release.
 * IN/OUT one - an empty set, also afterwards
 */
static void _hold_until(office_t *office, uint32_t node, garq_set_t *one,
			time_t now, time_t until)
{
	uint64_t id = VIEW_ID(VIEW_ID_NODE, node);

	garq_set_add(one, node);
	view_hold(office, id, id, one, now, until);
	garq_set_del(one, node);
	office->seen_nodes->down[node].until = until;
}

static void _go_down(office_t *office, uint32_t node, time_t said,
		     garq_set_t *one, time_t now)
{
	office->seen_nodes->down[node] = (down_t) {
		.since = now, .said = said,
	};
	garq_set_del(office->seen_nodes->avail, node);
	_hold_until(office, node, one, now, _back_at(office, node, now));
}

static void _come_back(office_t *office, uint32_t node)
{
	view_release(office, VIEW_ID(VIEW_ID_NODE, node), 0, GARQ_FOREVER);
	garq_set_add(office->seen_nodes->avail, node);
	office->seen_nodes->down[node] = (down_t) { .since = 0 };
	hits_relieve(office);
}

/*
 * A node stays down: put off its return, or bring it forward.
 * RET whether the time has changed
 */
static bool _stay_down(office_t *office, uint32_t node, time_t said,
		       garq_set_t *one, time_t now)
{
	down_t *down = &office->seen_nodes->down[node];
	time_t was = down->until, until;

	down->said = said;
	until = _back_at(office, node, now);
	if (until == was)
		return false;
	if (until < was) {
		view_release(office, VIEW_ID(VIEW_ID_NODE, node), until, was);
		hits_relieve(office);
	} else {
		view_drop(office, VIEW_ID(VIEW_ID_NODE, node));
	}
	_hold_until(office, node, one, now, until);
	return true;
}

/* RET the next node from i on that has changed, or nodes_cnt */
static uint32_t _next_changed(office_t *office, const garq_set_t *is,
			      uint32_t i)
{
	for (; i < office->seen_nodes->nodes_cnt; i = (i / 64 + 1) * 64) {
		uint64_t diff = (is->word[i / 64] ^
				 office->seen_nodes->avail->word[i / 64]) &
				(UINT64_MAX << (i % 64));

		if (diff)
			return (i / 64 * 64) + (uint32_t) __builtin_ctzll(diff);
	}
	return office->seen_nodes->nodes_cnt;
}

/*
 * The next node from i on that is down. Nodes beyond those that the look took
 * over may have come back.
 */
static uint32_t _next_down(office_t *office, uint32_t i)
{
	const garq_set_t *up = office->seen_nodes->avail;

	while ((i < office->seen_nodes->nodes_cnt) && garq_set_test(up, i))
		i = (i % 64 || (~up->word[i / 64])) ? i + 1 : i + 64;
	return i;
}

/* IN/OUT one - as _hold_until(). RET the next node that has changed */
static uint32_t _see_changed(office_t *office, const garq_set_t *is,
			     const time_t *said, garq_set_t *one, time_t now)
{
	uint32_t i = _next_changed(office, is, 0);

	for (uint32_t left = NODES_MAX;
	     left && (i < office->seen_nodes->nodes_cnt); left--) {
		if (garq_set_test(is, i))
			_come_back(office, i);
		else
			_go_down(office, i, said ? said[i] : 0, one, now);
		i = _next_changed(office, is, i + 1);
	}
	return i;
}

/* RET as _see_changed() */
static uint32_t _see_down(office_t *office, const time_t *said,
			  garq_set_t *one, time_t now)
{
	uint32_t i = _next_down(office, 0), left = NODES_MAX;

	for (; left && (i < office->seen_nodes->nodes_cnt);
	     i = _next_down(office, i + 1))
		left -= _stay_down(office, i, said ? said[i] : 0, one, now);
	return i;
}

bool view_nodes_see(office_t *office, const garq_set_t *is, const time_t *said,
		    time_t now)
{
	struct seen_nodes_state *s = office->seen_nodes;
	garq_set_t *one;
	bool other;

	if (!s->nodes_cnt)
		return false;
	other = !garq_set_equal(is, s->avail);
	one = memory_there(garq_set_create(s->nodes_cnt));
	s->behind = _see_changed(office, is, said, one, now) < s->nodes_cnt;
	s->behind |= _see_down(office, said, one, now) < s->nodes_cnt;
	garq_set_destroy(one);
	return other;
}

bool view_nodes_are_behind(office_t *office)
{
	return office->seen_nodes->behind;
}

time_t view_down_since(office_t *office, uint32_t node)
{
	return (node < office->seen_nodes->nodes_cnt) ?
		       office->seen_nodes->down[node].since : 0;
}

time_t view_back_at(office_t *office, uint32_t node)
{
	return (node < office->seen_nodes->nodes_cnt) ?
		       office->seen_nodes->down[node].until : 0;
}

bool view_back_is_said(office_t *office, uint32_t node)
{
	const struct seen_nodes_state *s = office->seen_nodes;

	return (node < s->nodes_cnt) && s->down[node].since &&
	       (s->down[node].until == s->down[node].said);
}

bool view_are_up(office_t *office, const garq_set_t *nodes)
{
	const garq_set_t *up = office->seen_nodes->avail;

	return up && (up->size == nodes->size) &&
	       garq_set_is_subset(nodes, up);
}

const office_state_t seen_nodes_state = OFFICE_STATE(seen_nodes, NULL,
						     view_nodes_clear);
