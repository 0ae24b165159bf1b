/* SPDX-License-Identifier: GPL-2.0-or-later */
/* view_machine.c - the machine and its state; see view.h */

#include "plugin/booking/view/changes.h"
#include "plugin/booking/view/hits.h"
#include "plugin/booking/view/view_private.h"

static garq_machine_t *machine;
static uint32_t machine_size;
static uint32_t delta;
static time_t horizon;
static bool complete;		/* see view_is_complete() */
static time_t freed_from, freed_until;	/* see view_freed_take() */

void view_machine_init(const options_t *options)
{
	delta = options->delta;
	horizon = (time_t) options->horizon * 86400;
}

void view_machine_clear(void)
{
	changes_note();
	garq_machine_destroy(machine);
	machine = NULL;
	complete = false;
}

garq_machine_t *view_machine_create(uint32_t size, const uint32_t *class_of,
				    time_t now)
{
	machine_size = size;
	machine = garq_machine_create(size, class_of, delta, horizon, now);
	return machine;
}

bool view_machine_advance(time_t now)
{
	if (now != garq_machine_now(machine))
		changes_note();
	return !garq_machine_advance(machine, now);
}

const garq_machine_t *view_machine(void)
{
	return machine;
}

time_t view_now(void)
{
	return machine ? garq_machine_now(machine) : 0;
}

uint32_t view_size(void)
{
	return machine_size;
}

time_t view_horizon(void)
{
	return horizon;
}

uint32_t view_delta(void)
{
	return delta;
}

bool view_is_complete(void)
{
	return complete;
}

void view_set_complete(void)
{
	complete = true;
}

void view_set_incomplete(void)
{
	complete = false;
}

/* A holder changes, who has its nodes until a time at the latest. */
static void _note(uint64_t id, time_t until)
{
	if ((id >> VIEW_ID_SHIFT) == VIEW_ID_JOB)
		changes_note_until(until);
	else
		changes_note();
}

bool view_hold(uint64_t id, uint64_t group, const garq_set_t *nodes,
	       time_t start, time_t end)
{
	_note(id, end);
	hits_touch(nodes);
	return !nodes || !garq_set_count(nodes) || (start >= end) ||
	       !garq_machine_hold(machine, id, group, nodes, start, end);
}

void view_open_away(void)
{
	if (machine)
		garq_machine_away(machine, VIEW_GROUP_OPEN);
}

void view_open_back(void)
{
	if (machine)
		garq_machine_back(machine, VIEW_GROUP_OPEN);
}

void view_freed_add(time_t from, time_t until)
{
	freed_from = freed_until ? MIN(freed_from, from) : from;
	freed_until = MAX(freed_until, until);
}

void view_release(uint64_t id, time_t from, time_t until)
{
	if (!machine || garq_machine_release(machine, id))
		return;
	_note(id, until);
	if ((id >> VIEW_ID_SHIFT) == VIEW_ID_JOB)
		hits_job_ended();
	view_freed_add(from, until);
}

void view_freed_clear(void)
{
	freed_from = freed_until = 0;
}

bool view_freed_take(time_t *ret_from, time_t *ret_until)
{
	bool any = freed_until;

	*ret_from = freed_from;
	*ret_until = freed_until;
	view_freed_clear();
	return any;
}
