/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include <string.h>
#include <sys/param.h>

#include "garq/nodes.h"
#include "plugin/booking/open/offers.h"
#include "plugin/booking/place/admit.h"
#include "plugin/booking/place/kind.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/view.h"
#include "test/sim/host.h"
#include "test/sim/turns.h"
#include "test/sim/waits.h"

#define WAITS 256
#define LOOKED 128

/* A request that stands by. */
typedef struct {
	int64_t id;
	bool room;		/* that it can use came since its last look */
	bool own;		/* its look comes by a time of its own */
	uint32_t cnt;		/* looks at others since the room came */
	int64_t looked[LOOKED];
} wait_t;

static wait_t waits[WAITS];
static size_t wait_cnt;
static bool pass_begins;

static wait_t *_wait_of(const standing_t *s)
{
	int64_t id = s->row.request->id;

	for (size_t i = 0; i < wait_cnt; i++)
		if (waits[i].id == id)
			return &waits[i];
	if (wait_cnt == WAITS)
		world_fail("more than %d requests stand by", WAITS);
	waits[wait_cnt] = (wait_t) { .id = id };
	return &waits[wait_cnt++];
}

static standing_t *_find_standing(int64_t id)
{
	standing_t *s = NULL;

	while ((s = standing_next(office, s)) && (s->row.request->id != id))
		;
	return s;
}

/* Forget requests that no longer stand by. */
static void _drop_ended(void)
{
	size_t cnt = 0;

	for (size_t i = 0; i < wait_cnt; i++)
		if (_find_standing(waits[i].id))
			waits[cnt++] = waits[i];
	wait_cnt = cnt;
}

void waits_room(time_t from, time_t until)
{
	from = MAX(from, world->now);
	for (standing_t *s = NULL; (s = standing_next(office, s)); )
		if ((s->row.request->t_s < until) &&
		    (s->row.request->t_e > from))
			_wait_of(s)->room = true;
}

/* --- the order ------------------------------------------------------------- */

/* First come, first served needs no age: a clock that is set back counts ages
 * anew, and no arrivals. */
static bool _is_old(const standing_t *s)
{
	return (office->options.standby != OPTIONS_STANDBY_FCFS) &&
	       (world->now - s->row.request->time >
		(time_t) office->options.standby_age);
}

/* The quantity of which garq_standby prefers the smaller. */
static int64_t _burden(const standing_t *s)
{
	switch (office->options.standby) {
	case OPTIONS_STANDBY_SHORT:
		return s->row.duration;
	case OPTIONS_STANDBY_SMALL:
		return s->row.request->num_cn;
	default:
		return 0;
	}
}

static bool _comes_first(const standing_t *a, const standing_t *b)
{
	if (_is_old(a) != _is_old(b))
		return _is_old(a);
	if (!_is_old(a) && (_burden(a) != _burden(b)))
		return _burden(a) < _burden(b);
	return a->row.request->id < b->row.request->id;
}

/* --- a look of the agent ---------------------------------------------------- */

void waits_before(void)
{
	pass_begins = true;
	_drop_ended();
	for (standing_t *s = NULL; (s = standing_next(office, s)); ) {
		bool own = s->look_at && (s->look_at <= world->now);

		/* it may have been due by its own time before */
		if (own || (s->due && !_wait_of(s)->room))
			_wait_of(s)->own = true;
		pass_begins &= !own && !s->due;
	}
}

/* Another request was tried while this one waits. */
static void _count_look(wait_t *w, int64_t id)
{
	uint32_t times = 1;

	for (uint32_t i = 0; i < w->cnt; i++)
		times += (w->looked[i] == id);
	if (times > 2)
		world_fail("%s can use the room that came, and %s is looked at for the third time since then",
			   _find_standing(w->id)->row.request->name,
			   _find_standing(id)->row.request->name);
	if (w->cnt < LOOKED)
		w->looked[w->cnt++] = id;
}

static void _note_look(const standing_t *s)
{
	wait_t *w = _wait_of(s);

	for (size_t i = 0; !w->own && (i < wait_cnt); i++) {
		const standing_t *other = _find_standing(waits[i].id);

		if (waits[i].room && (&waits[i] != w) && !other->unsettled)
			_count_look(&waits[i], w->id);
	}
	world_tell("%s is looked at", s->row.request->name);
	w->room = w->own = false;
	w->cnt = 0;
	world->stats.waits++;
}

static bool _is_taken(const standby_due_t *due, uint32_t cnt, int64_t id)
{
	for (uint32_t i = 0; i < cnt; i++)
		if (due[i].id == id)
			return true;
	return false;
}

/* A request that was not tried must come after all that were, or not be due. */
static void _check_left(const standing_t *s, const standing_t *last)
{
	if (s->unsettled)
		return;
	if (s->due && last && _comes_first(s, last))
		world_fail("%s is looked at before %s, which comes first",
			   last->row.request->name, s->row.request->name);
	if (pass_begins && last && _wait_of(s)->room && !s->due)
		world_fail("%s can use the room that came, and is not in the pass",
			   s->row.request->name);
}

void waits_after(const standby_due_t *due, uint32_t cnt)
{
	const standing_t *last = NULL;

	for (uint32_t i = 0; i < cnt; i++) {
		const standing_t *s = _find_standing(due[i].id);

		if (last && _comes_first(s, last))
			world_fail("%s is looked at before %s, which comes first",
				   last->row.request->name,
				   s->row.request->name);
		last = s;
	}
	for (standing_t *s = NULL; (s = standing_next(office, s)); )
		if (!_is_taken(due, cnt, s->row.request->id))
			_check_left(s, last);
	for (uint32_t i = 0; i < cnt; i++)
		_note_look(_find_standing(due[i].id));
}

/* --- is one forgotten? ------------------------------------------------------ */

/* Nodes that are held at some second of an interval. */
static mask_t held;
static time_t next_end;	/* the next end of a holder after a start */
static time_t place;	/* the start that was found */

/* A garq_nodes_fn */
static bool _add_held(void *arg, uint64_t id, uint32_t node, time_t t_s,
		      time_t t_e)
{
	const time_t *start = arg;

	(void) id;
	(void) t_s;
	held |= NODE(node);
	if (t_e > *start)
		next_end = MIN(next_end, t_e);
	return true;
}

static garq_set_t *_nodes_for(const request_t *r)
{
	garq_set_t *set = NULL;
	char *text = NULL;

	(void) office->host->nodes->eligible(office, NULL, false, r->partition,
					     r->features, r->num_cn, &set,
					     &text);
	free(text);
	return set;
}

/* Return true if w would be admitted now. In the paper's order free nodes are not
 * enough. */
static bool _is_admitted(request_t *r)
{
	refusal_t refusal = { .rc = 0 };
	placement_t placement;
	char *text = NULL;
	shape_t shape;
	int rc;

	request_begin(r, world->now);
	if (kind_shape(office, kind_of(office, r), r, true, world->now, &shape,
		       &text)) {
		free(text);
		return false;
	}
	rc = admit(office, &shape, GARQ_NO_GROUP, NULL, NULL, world->now,
		   &placement, &refusal);
	if (!rc)
		placement_free(&placement);
	if (rc && refusal.rc)
		refusal_free(&refusal);
	shape_free(&shape);
	return !rc;
}

/* Return true if the request fits into its window while nobody moves. */
static bool _has_place(const request_t *r, const garq_set_t *nodes)
{
	time_t length = (time_t) r->minutes * 60;
	time_t first = MAX(r->start, world->now);
	time_t last = r->start + (time_t) (r->has_delay ? r->delay : 0);

	for (time_t t = first; t <= last; t = next_end) {
		next_end = GARQ_FOREVER;
		held = 0;
		garq_nodes_each(garq_machine_nodes(view_machine(office)), nodes,
				t, t + length, GARQ_NO_GROUP, _add_held, &t);
		if (__builtin_popcountll(held) + r->num_cn <=
		    garq_set_count(nodes)) {
			place = t;
			return true;
		}
	}
	return false;
}

static void _check_forgotten(const standing_t *s)
{
	request_t r = { .name = NULL };
	garq_set_t *nodes;

	if (offers_unpack(office, s->row.request, &r))
		world_fail("%s can't be read any more", s->row.request->name);
	nodes = _nodes_for(&r);
	if (nodes && r.has_start && r.has_nodes && !r.licenses &&
	    _has_place(&r, nodes) &&
	    ((office->options.shift != OPTIONS_SHIFT_PAPER) ||
	     _is_admitted(&r)))
		world_fail("%s stands by, and is not looked at: there is room for it at %lld",
			   s->row.request->name,
			   (long long) (place - world->began));
	garq_set_destroy(nodes);
	request_free(&r);
}

void waits_check(void)
{
	standing_t *s = NULL;
	time_t from, until;

	/* Others are served while one is looked at; and room is used in the
	 * next turn. */
	if (!office->ledger || ledger_behind(office->ledger) ||
	    turns_is_inside() || view_freed(office, &from, &until))
		return;
	while ((s = standing_next(office, s)))
		if (!s->unsettled && !s->due && !s->look_at && !s->why &&
		    !standing_is_offered(s) && !_wait_of(s)->room)
			_check_forgotten(s);
}
