/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdatomic.h>
#include <stdlib.h>
#include <sys/param.h>

#include "plugin/booking/request/text.h"
#include "plugin/booking/view/view_pending.h"
#include "plugin/booking/view/view_private.h"
#include "plugin/memory/memory.h"

/* A part of a place: one node for some time. */
typedef struct {
	uint32_t node;
	time_t start;
	time_t end;
} part_t;

struct view_pending {
	LIST_ENTRY(view_pending) among_all;
	uint64_t id;		/* holder id */
	char *name;		/* of the first booking that has left */
	atomic_bool durable;
	part_t *parts;
	size_t cnt;
};

struct pending_state {
	LIST_HEAD(, view_pending) all;
	uint64_t serial;
};

static view_pending_t *_create(office_t *office, const char *name)
{
	view_pending_t *p = memory_new(1, sizeof(*p));

	p->name = text_dup(name);
	p->id = VIEW_ID(VIEW_ID_PENDING, ++office->pending->serial);
	atomic_init(&p->durable, false);
	LIST_INSERT_HEAD(&office->pending->all, p, among_all);
	office->has.pending++;
	return p;
}

static void _destroy(office_t *office, view_pending_t *p)
{
	office->has.pending--;
	LIST_REMOVE(p, among_all);
	free(p->parts);
	free(p->name);
	free(p);
}

/* A walk along the holds of one node: the gaps between them are kept. */
typedef struct {
	office_t *office;
	view_pending_t *pending;
	uint32_t node;
	time_t at;		/* the place is looked at up to here, ... */
	time_t end;		/* ... and ends here */
} walk_t;

static void _keep_gap(walk_t *walk, time_t until)
{
	view_pending_t *p = walk->pending;

	if (walk->at >= until)
		return;
	p->parts = memory_grow(p->parts, p->cnt + 1, sizeof(*p->parts));
	p->parts[p->cnt++] = (part_t) {
		.node = walk->node, .start = walk->at, .end = until,
	};
}

/* A garq_nodes_fn: the node is held from t_s to t_e. */
static bool _pass_hold(void *arg, uint64_t id, uint32_t node, time_t t_s,
		       time_t t_e)
{
	walk_t *walk = arg;
	const view_resv_t *v = view_find_id(walk->office, id);

	(void) node;
	/* The other cores of the node are free for others. */
	if (v && view_is_by_cores(v))
		return true;
	_keep_gap(walk, MIN(t_s, walk->end));
	walk->at = MAX(walk->at, t_e);
	return walk->at < walk->end;
}

/*
 * Put the nodes of the parts from i on into a set, as long as they are held at
 * the same time. RET the first part that is not
 */
static size_t _at_once(office_t *office, const view_pending_t *p, size_t i,
		       garq_set_t *nodes)
{
	const part_t *part = &p->parts[i];

	for (; (i < p->cnt) && (p->parts[i].start == part->start) &&
	       (p->parts[i].end == part->end); i++)
		if (p->parts[i].node < view_size(office))
			garq_set_add(nodes, p->parts[i].node);
	return i;
}

/*
 * Hold the parts from first on. Mostly all nodes that a booking has left are
 * held for the same time, and get one hold, not one each.
 */
static void _hold_parts(office_t *office, const view_pending_t *p, size_t first)
{
	garq_set_t *nodes = memory_there(garq_set_create(view_size(office)));
	size_t next;

	for (size_t i = first; i < p->cnt; i = next) {
		garq_set_zero(nodes);
		next = _at_once(office, p, i, nodes);
		if (garq_set_count(nodes))
			view_hold(office, p->id, p->id, nodes,
				  p->parts[i].start, p->parts[i].end);
	}
	garq_set_destroy(nodes);
}

static void _hold_gaps(office_t *office, view_pending_t *p,
		       const garq_set_t *nodes, time_t start, time_t end)
{
	const garq_nodes_t *holds = garq_machine_nodes(view_machine(office));
	walk_t walk = { .office = office, .pending = p, .end = end };
	size_t first = p->cnt;

	GARQ_SET_EACH(i, nodes) {
		walk.node = i;
		walk.at = MAX(start, view_now(office));
		garq_nodes_each_on(holds, i, walk.at, _pass_hold, &walk);
		_keep_gap(&walk, end);
	}
	_hold_parts(office, p, first);
}

void view_pending_hold(office_t *office, view_pending_t **pending,
		       const char *name, const garq_set_t *nodes, time_t start,
		       time_t end)
{
	if (!view_machine(office) || !nodes)
		return;
	if (!*pending)
		*pending = _create(office, name);
	_hold_gaps(office, *pending, nodes, start, end);
}

void view_pending_settle(view_pending_t *pending)
{
	if (pending)
		atomic_store(&pending->durable, true);
}

void view_pending_release(office_t *office, view_pending_t *pending)
{
	time_t from = GARQ_FOREVER, until = 0;

	if (!pending)
		return;
	for (size_t i = 0; i < pending->cnt; i++) {
		from = MIN(from, pending->parts[i].start);
		until = MAX(until, pending->parts[i].end);
	}
	view_release(office, pending->id, from, until);
	_destroy(office, pending);
}

void view_pending_sweep(office_t *office)
{
	view_pending_t *p, *next;

	for (p = LIST_FIRST(&office->pending->all); p; p = next) {
		next = LIST_NEXT(p, among_all);
		if (atomic_load(&p->durable))
			view_pending_release(office, p);
	}
}

void view_pending_enter(office_t *office)
{
	view_pending_t *p;

	LIST_FOREACH(p, &office->pending->all, among_all)
		_hold_parts(office, p, 0);
}

const char *view_pending_name(office_t *office, uint64_t id)
{
	view_pending_t *p;

	LIST_FOREACH(p, &office->pending->all, among_all)
		if (p->id == id)
			return p->name;
	return NULL;
}

void view_pending_fini(office_t *office)
{
	while (!LIST_EMPTY(&office->pending->all))
		_destroy(office, LIST_FIRST(&office->pending->all));
}

static void _begin_state(office_t *office)
{
	LIST_INIT(&office->pending->all);
}

const office_state_t pending_state =
	OFFICE_STATE(pending, _begin_state, view_pending_fini);

/* --- places of later ------------------------------------------------------ */

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
