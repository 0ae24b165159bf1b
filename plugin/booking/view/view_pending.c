/* SPDX-License-Identifier: GPL-2.0-or-later */
/* view_pending.c - see view_pending.h */

#include <stdatomic.h>
#include <stdlib.h>
#include <sys/param.h>

#include "garq/grow.h"
#include "plugin/booking/request/say.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/view/view_pending.h"
#include "plugin/booking/view/view_private.h"

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
	size_t room;
};

static LIST_HEAD(, view_pending) all = LIST_HEAD_INITIALIZER(all);
static uint64_t serial;

static view_pending_t *_create(const char *name)
{
	view_pending_t *p = calloc(1, sizeof(*p));

	if (!p || !(p->name = text_dup(name))) {
		free(p);
		return NULL;
	}
	p->id = VIEW_ID(VIEW_ID_PENDING, ++serial);
	atomic_init(&p->durable, false);
	LIST_INSERT_HEAD(&all, p, among_all);
	return p;
}

static void _destroy(view_pending_t *p)
{
	LIST_REMOVE(p, among_all);
	free(p->parts);
	free(p->name);
	free(p);
}

/* A walk along the holds of one node: the gaps between them are kept. */
typedef struct {
	view_pending_t *pending;
	uint32_t node;
	time_t at;		/* the place is looked at up to here, ... */
	time_t end;		/* ... and ends here */
	bool ok;
} walk_t;

static void _keep_gap(walk_t *walk, time_t until)
{
	view_pending_t *p = walk->pending;

	if (walk->at >= until)
		return;
	if (GARQ_GROW(p->parts, p->cnt + 1, 16, &p->room)) {
		walk->ok = false;
		return;
	}
	p->parts[p->cnt++] = (part_t) {
		.node = walk->node, .start = walk->at, .end = until,
	};
}

/* A garq_nodes_fn: the node is held from t_s to t_e. */
static bool _pass(void *arg, uint64_t id, uint32_t node, time_t t_s, time_t t_e)
{
	walk_t *walk = arg;

	(void) id;
	(void) node;
	_keep_gap(walk, MIN(t_s, walk->end));
	walk->at = MAX(walk->at, t_e);
	return walk->ok && (walk->at < walk->end);
}

/*
 * Put the nodes of the parts from i on into a set, as long as they are held at
 * the same time. RET the first part that is not
 */
static size_t _at_once(const view_pending_t *p, size_t i, garq_set_t *nodes)
{
	const part_t *part = &p->parts[i];

	for (; (i < p->cnt) && (p->parts[i].start == part->start) &&
	       (p->parts[i].end == part->end); i++)
		if (p->parts[i].node < view_size())
			garq_set_add(nodes, p->parts[i].node);
	return i;
}

/*
 * Hold the parts from first on. Mostly all nodes that a booking has left are held
 * for the same time, and get one hold, not one each.
 * RET false if memory is short
 */
static bool _hold_parts(const view_pending_t *p, size_t first)
{
	garq_set_t *nodes = garq_set_create(view_size());
	bool ok = nodes != NULL;
	size_t next;

	for (size_t i = first; ok && (i < p->cnt); i = next) {
		garq_set_zero(nodes);
		next = _at_once(p, i, nodes);
		if (garq_set_count(nodes))
			ok = view_hold(p->id, p->id, nodes, p->parts[i].start,
				       p->parts[i].end);
	}
	garq_set_destroy(nodes);
	return ok;
}

static bool _hold(view_pending_t *p, const garq_set_t *nodes, time_t start,
		  time_t end)
{
	const garq_nodes_t *holds = garq_machine_nodes(view_machine());
	walk_t walk = { .pending = p, .end = end, .ok = true };
	size_t first = p->cnt;

	for (uint32_t i = garq_set_next(nodes, 0); walk.ok && (i < nodes->size);
	     i = garq_set_next(nodes, i + 1)) {
		walk.node = i;
		walk.at = MAX(start, view_now());
		garq_nodes_each_on(holds, i, walk.at, _pass, &walk);
		if (walk.ok)
			_keep_gap(&walk, end);
	}
	return walk.ok && _hold_parts(p, first);
}

void view_pending_hold(view_pending_t **pending, const char *name,
		       const garq_set_t *nodes, time_t start, time_t end)
{
	if (!view_machine() || !nodes)
		return;
	if ((*pending || (*pending = _create(name))) &&
	    _hold(*pending, nodes, start, end))
		return;
	say_error("sched/garq: out of memory: what reservation %s has left is free before the ledger knows of it",
		  name);
}

void view_pending_settle(view_pending_t *pending)
{
	if (pending)
		atomic_store(&pending->durable, true);
}

void view_pending_release(view_pending_t *pending)
{
	time_t from = GARQ_FOREVER, until = 0;

	if (!pending)
		return;
	for (size_t i = 0; i < pending->cnt; i++) {
		from = MIN(from, pending->parts[i].start);
		until = MAX(until, pending->parts[i].end);
	}
	view_release(pending->id, from, until);
	_destroy(pending);
}

void view_pending_sweep(void)
{
	view_pending_t *p, *next;

	for (p = LIST_FIRST(&all); p; p = next) {
		next = LIST_NEXT(p, among_all);
		if (atomic_load(&p->durable))
			view_pending_release(p);
	}
}

bool view_pending_enter(void)
{
	view_pending_t *p;

	LIST_FOREACH(p, &all, among_all)
		if (!_hold_parts(p, 0))
			return false;
	return true;
}

const char *view_pending_name(uint64_t id)
{
	view_pending_t *p;

	LIST_FOREACH(p, &all, among_all)
		if (p->id == id)
			return p->name;
	return NULL;
}

void view_pending_fini(void)
{
	while (!LIST_EMPTY(&all))
		_destroy(LIST_FIRST(&all));
}
