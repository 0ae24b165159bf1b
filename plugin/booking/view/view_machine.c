/* SPDX-License-Identifier: GPL-2.0-or-later */
/* view_machine.c - the machine and its state; see view.h */

#include "plugin/booking/view/changes.h"
#include "plugin/booking/view/hits.h"
#include "plugin/booking/view/view_private.h"
#include "plugin/memory/memory.h"

struct machine_state {
	garq_machine_t *machine;
	uint32_t machine_size;
	uint32_t delta;
	time_t horizon;
	time_t freed_from, freed_until;	/* see view_freed_take() */
};

void view_machine_init(office_t *office, const options_t *options)
{
	office->machine->delta = options->delta;
	office->machine->horizon = (time_t) options->horizon * 86400;
}

void view_machine_clear(office_t *office)
{
	changes_note(office);
	garq_machine_destroy(office->machine->machine);
	office->machine->machine = NULL;
}

garq_machine_t *view_machine_create(office_t *office, uint32_t size,
				    const uint32_t *class_of, time_t now)
{
	office->machine->machine_size = size;
	office->machine->machine = memory_there(
		garq_machine_create(size, class_of, office->machine->delta,
				    office->machine->horizon, now));
	return office->machine->machine;
}

void view_advance(office_t *office, time_t now)
{
	if (now != garq_machine_now(office->machine->machine))
		changes_note(office);
	(void) memory_done(garq_machine_advance(office->machine->machine,
						now));
}

const garq_machine_t *view_machine(office_t *office)
{
	return office->machine->machine;
}

time_t view_now(office_t *office)
{
	return office->machine->machine ?
		       garq_machine_now(office->machine->machine) :
		       0;
}

uint32_t view_size(office_t *office)
{
	return office->machine->machine_size;
}

time_t view_horizon(office_t *office)
{
	return office->machine->horizon;
}

uint32_t view_delta(office_t *office)
{
	return office->machine->delta;
}

/* Note the change of a holder with nodes until a time at the latest. */
static void _note_change(office_t *office, uint64_t id, time_t until)
{
	if ((id >> VIEW_ID_SHIFT) == VIEW_ID_JOB)
		changes_note_until(office, until);
	else
		changes_note(office);
}

void view_hold(office_t *office, uint64_t id, uint64_t group,
	       const garq_set_t *nodes, time_t start, time_t end)
{
	_note_change(office, id, end);
	hits_touch(office, nodes);
	if (nodes && garq_set_count(nodes) && (start < end))
		(void) memory_done(garq_machine_hold(office->machine->machine,
						     id, group, nodes, start,
						     MIN(end, GARQ_FOREVER)));
}

void view_open_away(office_t *office)
{
	if (office->machine->machine)
		garq_machine_away(office->machine->machine, VIEW_GROUP_OPEN);
}

void view_open_back(office_t *office)
{
	if (office->machine->machine)
		garq_machine_back(office->machine->machine, VIEW_GROUP_OPEN);
}

void view_freed_add(office_t *office, time_t from, time_t until)
{
	office->machine->freed_from = office->machine->freed_until ?
					      MIN(office->machine->freed_from,
						  from) :
					      from;
	office->machine->freed_until = MAX(office->machine->freed_until, until);
}

void view_release(office_t *office, uint64_t id, time_t from, time_t until)
{
	if (!office->machine->machine ||
	    garq_machine_release(office->machine->machine, id))
		return;
	_note_change(office, id, until);
	if ((id >> VIEW_ID_SHIFT) == VIEW_ID_JOB)
		hits_job_ended(office);
	view_freed_add(office, from, until);
}

void view_drop(office_t *office, uint64_t id)
{
	if (office->machine->machine &&
	    !garq_machine_release(office->machine->machine, id))
		changes_note(office);
}

void view_freed_clear(office_t *office)
{
	office->machine->freed_from = office->machine->freed_until = 0;
}

bool view_freed(office_t *office, time_t *ret_from, time_t *ret_until)
{
	*ret_from = office->machine->freed_from;
	*ret_until = office->machine->freed_until;
	return *ret_until != 0;
}

bool view_freed_take(office_t *office, time_t *ret_from, time_t *ret_until)
{
	bool any = view_freed(office, ret_from, ret_until);

	view_freed_clear(office);
	return any;
}

static void _begin_state(office_t *office)
{
	view_machine_init(office, &office->options);
}

const office_state_t machine_state =
	OFFICE_STATE(machine, _begin_state, view_machine_clear);

/* --- licenses ------------------------------------------------------------- */

struct licenses_state {
	lic_counts_t *counts;
};

void view_licenses_clear(office_t *office)
{
	lic_destroy(office->licenses->counts);
	office->licenses->counts = NULL;
}

void view_licenses_create(office_t *office, uint32_t delta, time_t horizon,
			  time_t now)
{
	office->licenses->counts = lic_create(delta, horizon, now);
}

/* Most offices have no licenses: their counts move on when one asks. */
const lic_counts_t *view_licenses(office_t *office)
{
	if (office->licenses->counts)
		lic_advance(office->licenses->counts, view_now(office));
	return office->licenses->counts;
}

/* The licenses that count for v. RET lic_set_free() */
static lic_set_t _licenses_of(const view_resv_t *v)
{
	return (view_licenses_of(v) == v->licenses) ?
		lic_set_copy(&v->attrs.licenses) :
		lic_set_read(view_licenses_of(v));
}

void view_licenses_hold(office_t *office, view_resv_t *v, time_t start,
			time_t end)
{
	lic_set_t set = _licenses_of(v);

	if (set.cnt)
		(void) view_licenses(office);
	for (uint32_t i = 0; i < set.cnt; i++)
		(void) lic_hold(office->licenses->counts, &v->held_licenses,
				v->id, set.list[i].name, set.list[i].num,
				start, MIN(end, GARQ_FOREVER));
	lic_set_free(&set);
}

void view_licenses_claim(office_t *office, view_resv_t *v)
{
	if (!office->licenses->counts)
		return;
	lic_release(office->licenses->counts, &v->held_licenses);
	view_licenses_hold(office, v, v->attrs.first_start, v->end);
	view_lrh_update(office, v);
}

void view_licenses_release(office_t *office, view_resv_t *v, time_t from,
			   time_t until)
{
	if (!v->held_licenses.first)
		return;
	view_freed_add(office, from, until);
	lic_release(office->licenses->counts, &v->held_licenses);
}

void view_licenses_exclude(office_t *office, const view_resv_t *v)
{
	lic_exclude(office->licenses->counts, &v->held_licenses);
}

void view_licenses_include(office_t *office, const view_resv_t *v)
{
	lic_include(office->licenses->counts, &v->held_licenses);
}

const office_state_t licenses_state =
	OFFICE_STATE(licenses, NULL, view_licenses_clear);
