/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdatomic.h>
#include <stdlib.h>

#include "plugin/booking/park/park.h"
#include "plugin/booking/park/unwritten.h"
#include "plugin/booking/view/host.h"
#include "plugin/memory/memory.h"

typedef enum {
	WAITS,			/* a thread waits for the operation */
	DURABLE,
	LEFT,			/* no thread waits for it */
} state_t;

struct unwritten {
	LIST_ENTRY(unwritten) among_all;
	uint64_t id;		/* holder id of the booking */
	bool creates;		/* ... which it makes */
	_Atomic(state_t) state;
	uint32_t look;		/* LEFT: durable when this look is written; 0:
				 * not known yet */
};

struct unwritten_state {
	LIST_HEAD(, unwritten) all;
};

unwritten_t *unwritten_begin(office_t *office, view_resv_t *v)
{
	unwritten_t *u = memory_new(1, sizeof(*u));

	u->id = v->id;
	u->creates = v->unanswered && !v->unwritten;
	atomic_init(&u->state, WAITS);
	LIST_INSERT_HEAD(&office->unwritten->all, u, among_all);
	office->has.unwritten++;
	v->unwritten++;
	office->host->fields->mark(office, v->rec, true);
	return u;
}

void unwritten_settle(unwritten_t *u)
{
	if (u)
		atomic_store(&u->state, DURABLE);
}

void unwritten_leave(unwritten_t *u)
{
	if (u)
		atomic_store(&u->state, LEFT);
}

bool unwritten_waits(office_t *office, const view_resv_t *v)
{
	unwritten_t *u;

	if (!v->unwritten)
		return false;
	LIST_FOREACH(u, &office->unwritten->all, among_all)
		if ((u->id == v->id) && (atomic_load(&u->state) == WAITS))
			return true;
	return false;
}

void unwritten_move(office_t *office, const view_waiting_t *from,
		    view_resv_t *v)
{
	unwritten_t *u;

	if (!from->unwritten)
		return;
	LIST_FOREACH(u, &office->unwritten->all, among_all)
		if (u->id == from->id)
			u->id = v->id;
	v->unwritten = from->unwritten;
	v->unanswered = from->unanswered;
	if (v->unanswered)
		v->asked = from->asked;
	office->host->fields->mark(office, v->rec, true);
}

void unwritten_forget(office_t *office, view_resv_t *v)
{
	v->unanswered = false;
	if (!v->unwritten)
		return;
	v->unwritten = 0;
	office->host->fields->mark(office, v->rec, false);
	if (v->linked)
		office->host->saved->save(office);
}

static void _destroy(office_t *office, unwritten_t *u)
{
	office->has.unwritten--;
	LIST_REMOVE(u, among_all);
	free(u);
}

static void _settled(office_t *office, unwritten_t *u)
{
	view_resv_t *v = view_find_id(office, u->id);

	if (v && u->creates)
		v->unanswered = false;
	if (v && (v->unwritten == 1))
		unwritten_forget(office, v);
	else if (v && v->unwritten)
		v->unwritten--;
	_destroy(office, u);
}

/* The operation was queued before this look; the agent has a later one written. */
static bool _is_written(office_t *office, unwritten_t *u)
{
	view_resv_t *v;

	if (u->look)
		return park_is_written(office, u->look);
	if (u->creates && (v = view_find_id(office, u->id)))
		v->unanswered = false;
	u->look = park_last_look(office) + 1;
	return false;
}

void unwritten_sweep(office_t *office)
{
	unwritten_t *u, *next;

	for (u = LIST_FIRST(&office->unwritten->all); u; u = next) {
		state_t state = atomic_load(&u->state);

		next = LIST_NEXT(u, among_all);
		if ((state == DURABLE) ||
		    ((state == LEFT) && _is_written(office, u)))
			_settled(office, u);
	}
}

void unwritten_end(office_t *office, bool written)
{
	while (!LIST_EMPTY(&office->unwritten->all))
		if (written)
			_settled(office, LIST_FIRST(&office->unwritten->all));
		else
			_destroy(office, LIST_FIRST(&office->unwritten->all));
}

static void _begin_state(office_t *office)
{
	LIST_INIT(&office->unwritten->all);
}

static void _end_state(office_t *office)
{
	unwritten_end(office, false);
}

const office_state_t unwritten_state =
	OFFICE_STATE(unwritten, _begin_state, _end_state);
