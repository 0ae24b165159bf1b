/* SPDX-License-Identifier: GPL-2.0-or-later */
/* unwritten.c - see unwritten.h */

#include <stdatomic.h>
#include <stdlib.h>

#include "plugin/booking/park/park.h"
#include "plugin/booking/park/unwritten.h"
#include "plugin/booking/request/say.h"
#include "plugin/booking/view/controller.h"

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

static LIST_HEAD(, unwritten) all = LIST_HEAD_INITIALIZER(all);

unwritten_t *unwritten_begin(view_resv_t *v)
{
	unwritten_t *u = calloc(1, sizeof(*u));

	if (!u) {
		say_error("sched/garq: out of memory: if slurmctld is killed before the ledger is written, reservation %s may be there although it is refused",
			  v->name);
		v->unanswered = false;
		return NULL;
	}
	u->id = v->id;
	u->creates = v->unanswered && !v->unwritten;
	atomic_init(&u->state, WAITS);
	LIST_INSERT_HEAD(&all, u, among_all);
	v->unwritten++;
	controller->records->mark(v->rec, true);
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

void unwritten_move(const view_waiting_t *from, view_resv_t *v)
{
	unwritten_t *u;

	if (!from->unwritten)
		return;
	LIST_FOREACH(u, &all, among_all)
		if (u->id == from->id)
			u->id = v->id;
	v->unwritten = from->unwritten;
	v->unanswered = from->unanswered;
	if (v->unanswered)
		v->asked = from->asked;
	controller->records->mark(v->rec, true);
}

void unwritten_forget(view_resv_t *v)
{
	v->unanswered = false;
	if (!v->unwritten)
		return;
	v->unwritten = 0;
	controller->records->mark(v->rec, false);
	if (v->linked)
		controller->save();
}

static void _destroy(unwritten_t *u)
{
	LIST_REMOVE(u, among_all);
	free(u);
}

static void _settled(unwritten_t *u)
{
	view_resv_t *v = view_find_id(u->id);

	if (v && u->creates)
		v->unanswered = false;
	if (v && (v->unwritten == 1))
		unwritten_forget(v);
	else if (v && v->unwritten)
		v->unwritten--;
	_destroy(u);
}

/* The operation was queued before this look; the agent has a later one written. */
static bool _is_written(unwritten_t *u)
{
	view_resv_t *v;

	if (u->look)
		return park_is_written(u->look);
	if (u->creates && (v = view_find_id(u->id)))
		v->unanswered = false;
	u->look = park_last_look() + 1;
	return false;
}

void unwritten_sweep(void)
{
	unwritten_t *u, *next;

	for (u = LIST_FIRST(&all); u; u = next) {
		state_t state = atomic_load(&u->state);

		next = LIST_NEXT(u, among_all);
		if ((state == DURABLE) || ((state == LEFT) && _is_written(u)))
			_settled(u);
	}
}

void unwritten_end(bool written)
{
	while (!LIST_EMPTY(&all))
		if (written)
			_settled(LIST_FIRST(&all));
		else
			_destroy(LIST_FIRST(&all));
}
