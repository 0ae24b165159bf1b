/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <sys/param.h>

#include "plugin/booking/park/park.h"
#include "plugin/booking/park/park_rule.h"
#include "plugin/booking/park/park_turn.h"
#include "plugin/booking/request/flags.h"
#include "plugin/booking/view/host.h"
#include "plugin/booking/view/occurrence.h"
#include "plugin/booking/view/say.h"
#include "plugin/memory/memory.h"

/* Records with one of these flags are always linked: see park.h. */
#define LINKED_FLAGS (BOOKING_FLAG_MAGNETIC | BOOKING_FLAG_FLEX | \
		      BOOKING_FLAG_ALL_NODES | BOOKING_FLAG_PART_NODES)

struct park_state {
	uint32_t look_cnt;	/* number of the last look, of any kind */
	uint32_t noted;		/* the ledger is written up to this look */
	bool groups_due;		/* see park_take_groups_due() */
	time_t last_look;	/* time of the last park_update_all() */
	uint32_t pass_look;	/* look_cnt as the pass over nodes began */
	time_t pass_began;	/* time of that look */
	time_t passed_as_of;	/* the same of the last pass that has ended */
};

/* A look: a pass that finds the records to be linked, on some or all nodes. */
typedef struct {
	office_t *office;
	time_t now;
	garq_set_t *all;	/* all nodes */
	garq_set_t *asked;	/* nodes whose next one is linked; or NULL */
	const view_resv_t *until;	/* end where this one is linked; or NULL */
	bool looked;	/* the first occurrence has been handled */
	bool visible;	/* a record was linked */
	bool groups;	/* ... and has groups for its users */
	bool unsaved;	/* a record is not in Slurm's saved state */
	bool synced;	/* the view has seen the jobs as they are */
} look_t;

static void _put_parked(office_t *office, view_resv_t *v, bool parked)
{
	if (v->booking->parked == parked)
		return;
	v->booking->parked = parked;
	if (office->ledger)
		ledger_commit_later(office->ledger,
				    ledger_put(office->ledger, v->booking));
}

/* Link v for its own sake: it is needed at this look. */
static void _link_needed(office_t *office, view_resv_t *v, look_t *look)
{
	v->needed_at = office->park->look_cnt;
	v->unneeded_at = 0;
	if (v->booking && (v->queued_at == office->park->look_cnt))
		v->booking->parked = false;
	else if (v->booking)
		_put_parked(office, v, false);
	if (view_is_unparked(v))
		return;
	v->on_loan = v->saved = false;
	office->host->list->link(office, v);
	look->visible = true;
	look->groups |= (v->attrs.groups != NULL);
	say_debug(office,
		  "sched/garq: reservation %s is among Slurm's own from now on",
		  v->name);
}

static bool _may_park(office_t *office)
{
	return office->options.park && !office->federated;
}

/* True if v must never be parked. */
static bool _is_always_linked(office_t *office, const view_resv_t *v)
{
	return !_may_park(office) || !office->ledger || !v->booking ||
	       (v->flags & LINKED_FLAGS) || v->attrs.has_licenses ||
	       !v->nodes || !garq_set_count(v->nodes);
}

/* True if v is linked whatever lies before it. */
static bool _is_needed(office_t *office, const view_resv_t *v, time_t now)
{
	return _is_always_linked(office, v) || v->requests ||
	       view_has_jobs(office, v) || (v->start <= now + PARK_LEAD);
}

/*
 * A garq_nodes_fn, for the holds of a node in order of time: link the next,
 * and go on where it lets jobs past (park_rule.h). All looks that follow the
 * holds of a node link records by this function.
 */
static bool _link_next(look_t *look, uint64_t id, time_t t_s)
{
	office_t *office = look->office;
	view_resv_t *v = view_find_id(office, id);

	if (!v || !v->booking)	/* a job, a failed node, a native reservation */
		return true;
	_link_needed(office, v, look);
	return park_rule_lets_past(v, t_s, look->now + PARK_LEAD) ||
	       view_has_jobs(office, v);
}

/* A garq_nodes_follow_fn: the same for many nodes. */
static enum garq_follow _link_nexts(void *arg, uint64_t id, uint32_t node,
				    time_t t_s, time_t t_e)
{
	look_t *look = arg;
	bool on = _link_next(look, id, t_s);

	(void) node;
	(void) t_e;
	if (look->until &&
	    (look->until->needed_at == look->office->park->look_cnt))
		return GARQ_FOLLOW_END;
	return on ? GARQ_FOLLOW_ON : GARQ_FOLLOW_DONE;
}

/*
 * Link the next bookings on these nodes. Without a machine none is found, and
 * park_update() parks none.
 */
static void _link_next_on(office_t *office, const garq_set_t *nodes,
			  time_t from, look_t *look)
{
	if (!view_machine(office) || !nodes)
		return;
	look->until = NULL;
	garq_nodes_follow(garq_machine_nodes(view_machine(office)), nodes, NULL,
			  from, _link_nexts, look);
}

/*
 * The same from now on, once for a node in a look.
 * IN v - stop where this one is found to be linked, unless jobs may ignore it
 *	at any time, as then what follows it is needed on each of its nodes; or
 *	NULL
 */
static void _link_next_once(office_t *office, const garq_set_t *nodes,
			    const view_resv_t *v, look_t *look)
{
	if (v && park_rule_is_open(v))
		v = NULL;
	if (!view_machine(office) || !nodes ||
	    (v && (v->needed_at == office->park->look_cnt)))
		return;
	look->until = v;
	garq_nodes_follow(garq_machine_nodes(view_machine(office)), nodes,
			  look->asked, look->now, _link_nexts, look);
}

/* Link v, which jobs ask for, and those behind, as jobs may run past its end. */
static void _link_with_jobs(view_resv_t *v, void *arg)
{
	look_t *look = arg;
	office_t *office = look->office;

	if (!v->booking)
		return;
	if (!view_is_unparked(v))
		_link_needed(office, v, look);
	_link_next_on(office, v->nodes, MAX(v->end, look->now), look);
}

/* A garq_nodes_fn: link the bookings that hold a node. */
static bool _link_if_booking(void *arg, uint64_t id, uint32_t node, time_t t_s,
			     time_t t_e)
{
	look_t *look = arg;
	view_resv_t *v = view_find_id(look->office, id);

	(void) node;
	(void) t_s;
	(void) t_e;
	if (v && v->booking)
		_link_needed(look->office, v, look);
	return true;
}

static void _occurrence(void *arg, time_t start, time_t end)
{
	look_t *look = arg;

	/* Slurm gives other nodes to the first occurrence only. */
	if (!look->looked)
		garq_nodes_each(garq_machine_nodes(view_machine(look->office)),
				look->all, MAX(start, look->now), end,
				GARQ_NO_GROUP, _link_if_booking, look);
	look->looked = true;
}

/*
 * Link the bookings at the time of v if v is a native reservation to which
 * Slurm may give other nodes: Slurm has to see that theirs are taken.
 */
static void _link_beside(view_resv_t *v, void *arg)
{
	occurrence_t when = occurrence_of(v);
	look_t *look = arg;

	look->looked = false;
	if (v->drifts && !v->booking &&
	    !(v->flags & (BOOKING_FLAG_MAINT | BOOKING_FLAG_OVERLAP)))
		occurrence_each(&when, look->now, look->now, _occurrence,
				look);
}

static void _link_others(office_t *office, look_t *look)
{
	view_each_with_jobs(office, _link_with_jobs, look);
	if (!view_machine(office) || !view_drifting(office))
		return;
	look->all = memory_there(garq_set_create(view_size(office)));
	for (uint32_t i = 0; i < look->all->size; i++)
		garq_set_add(look->all, i);
	view_each_linked(office, _link_beside, look);
	garq_set_destroy(look->all);
	look->all = NULL;
}

/*
 * Tell Slurm what a look has linked. Slurm renews the members of groups in
 * linked records only, so those of the new ones are due.
 */
static void _stamp_changes(office_t *office, const look_t *look)
{
	if (look->visible)
		office->host->list->stamp_changed(office, look->now);
	office->park->groups_due |= look->groups;
}

bool park_take_groups_due(office_t *office)
{
	bool due = office->park->groups_due;

	office->park->groups_due = false;
	return due;
}

bool park_fetch(office_t *office, view_resv_t *v)
{
	bool was = view_is_unparked(v);

	office->host->list->fetch(office, v);
	return was;
}

void park_return(office_t *office, view_resv_t *v, bool was_linked)
{
	if (!was_linked)
		loan_park(office, v);
	office->host->list->restore_stamp(office);
}

/*
 * Park the record of a change again unless it is needed.
 * RET true if it is linked, or was linked and has been removed
 */
static bool _settle(office_t *office, const park_change_t *change, time_t now)
{
	view_resv_t *v = change->v;
	bool parked = v && !change->was_linked && v->booking &&
		      (v->needed_at != office->park->look_cnt) &&
		      view_machine(office) && !_is_needed(office, v, now);

	if (parked) {
		v->booking->parked = true;
		loan_park(office, v);
	} else if (v) {
		v->on_loan = false;
		if (!change->was_linked)
			office->host->list->settle(office, v);
	}
	if (v && view_is_unparked(v) && v->booking && !v->unneeded_at)
		v->booking->parked = false;
	if (v)
		v->queued_at = 0;
	return !parked && (v || change->was_linked);
}

bool park_update_many(office_t *office, const park_change_t *changes,
		      size_t cnt, time_t now)
{
	look_t look = {
		.office = office,
		.now = now,
		.asked = (cnt > 1) ?
			memory_there(garq_set_create(view_size(office))) : NULL,
	};

	office->park->look_cnt++;
	for (size_t i = 0; i < cnt; i++)
		if (changes[i].v)
			changes[i].v->queued_at = office->park->look_cnt;
	for (size_t i = 0; i < cnt; i++) {
		const view_resv_t *v = changes[i].v;

		/* Who was parked was the next on no node: nobody is instead.
		 * Who else is the next where v is was so before v came. */
		if (changes[i].was_linked)
			_link_next_once(office, changes[i].before, NULL, &look);
		if (v && v->booking)
			_link_next_once(office, v->nodes, v, &look);
	}
	garq_set_destroy(look.asked);
	_link_others(office, &look);
	for (size_t i = 0; i < cnt; i++)
		look.visible |= _settle(office, &changes[i], now);
	if (look.visible)
		_stamp_changes(office, &look);
	else
		office->host->list->restore_stamp(office);
	return look.visible;
}

bool park_update(office_t *office, view_resv_t *v, bool was_linked,
		 const garq_set_t *before, time_t now)
{
	const park_change_t change = {
		.v = v, .was_linked = was_linked, .before = before,
	};

	return park_update_many(office, &change, 1, now);
}

static void _link_named(view_resv_t *v, void *arg)
{
	look_t *look = arg;
	office_t *office = look->office;

	_link_needed(office, v, look);
	v->requests++;
	look->unsaved |= !v->saved;
}

bool park_link_named(office_t *office, const char *names, time_t now)
{
	look_t look = { .office = office, .now = now };

	loan_each_named(office, names, _link_named, &look);
	_stamp_changes(office, &look);
	if (look.groups)	/* the job is about to enter */
		office->host->users->refresh_groups(office);
	return look.unsaved;
}

static void _return_named(view_resv_t *v, void *arg)
{
	look_t *look = arg;
	office_t *office = look->office;

	if (!v->requests)
		return;
	v->requests--;
	v->saved = true;
	/* A walk in slices may have passed the job that has the name by now. */
	if (!look->synced || !v->on_loan)
		view_jobs_mark_named(office, v);
	if (!v->on_loan || v->requests)
		return;
	if (!look->synced || view_has_jobs(office, v))
		_link_needed(office, v, look);
	else
		loan_park(office, v);
}

void park_return_named(office_t *office, const char *names, bool synced,
		       time_t now)
{
	look_t look = { .office = office, .now = now, .synced = synced };

	loan_each_named(office, names, _return_named, &look);
	if (look.visible)
		_stamp_changes(office, &look);
	else if (synced)
		office->host->list->restore_stamp(office);
}

/*
 * Park the linked record v if nothing needs it. The first look that finds so
 * notes it for the ledger; a later look parks v, once that is written.
 */
static void _park_if_unneeded(view_resv_t *v, void *arg)
{
	look_t *look = arg;
	office_t *office = look->office;

	if (v->on_loan)
		return;
	if ((v->needed_at >= office->park->pass_look) ||
	    _is_needed(office, v, look->now)) {
		_link_needed(office, v, look);
	} else if (!v->unneeded_at) {
		v->unneeded_at = office->park->look_cnt;
		_put_parked(office, v, true);
	} else if (v->unneeded_at <= office->park->noted) {
		v->unneeded_at = 0;
		loan_park_soon(office, v);
		say_debug(office, "sched/garq: reservation %s is parked",
			  v->name);
	}
}

/* Link a parked record that has ended: Slurm must remove it, with its jobs. */
static void _link_ended(view_resv_t *v, void *arg)
{
	look_t *look = arg;
	office_t *office = look->office;

	if (!view_is_unparked(v) && (v->end <= look->now))
		_link_needed(office, v, look);
}

static void _link_resv(view_resv_t *v, void *arg)
{
	look_t *look = arg;

	if (!view_is_unparked(v))
		_link_needed(look->office, v, look);
}

/*
 * Link the bookings that come next on the nodes of a slice.
 * IN whole - see park_turn_slice()
 * RET true if the pass has ended
 */
static bool _link_slice(office_t *office, bool whole, look_t *look)
{
	uint32_t nodes =
		garq_nodes_size(garq_machine_nodes(view_machine(office)));
	park_slice_t slice = park_turn_slice(office, whole, nodes);
	garq_set_t *set = memory_there(garq_set_create(nodes));

	if (!slice.from) {
		office->park->pass_look = office->park->look_cnt;
		office->park->pass_began = look->now;
	}
	for (uint32_t i = slice.from; i < slice.end; i++)
		garq_set_add(set, i);
	_link_next_on(office, set, look->now, look);
	garq_set_destroy(set);
	if (slice.end == nodes)
		office->park->passed_as_of = office->park->pass_began;
	return slice.end == nodes;
}

bool park_update_all(office_t *office, time_t now)
{
	look_t look = { .office = office, .now = now };
	bool late = (now - office->park->last_look >= PARK_LEAD / 2), over;

	office->park->look_cnt++;
	/* Bookings may have ended unseen since the last look. */
	if (late)
		view_each(office, _link_ended, &look);
	office->park->last_look = now;
	over = _link_slice(office, late, &look);
	_link_others(office, &look);
	if (over)
		view_each_linked(office, _park_if_unneeded, &look);
	loan_park_end(office);
	if (!_may_park(office))
		view_each(office, _link_resv, &look);
	_stamp_changes(office, &look);
	return look.visible;
}

bool park_check(office_t *office, time_t now, const char **ret_reason)
{
	return !office->park->passed_as_of || (now < office->park->last_look) ||
	       (now - office->park->last_look >= PARK_LEAD / 2) ||
	       park_rule_check(office, office->park->passed_as_of, ret_reason);
}

uint32_t park_last_look(office_t *office)
{
	return office->park->look_cnt;
}

void park_ledger_written(office_t *office, uint32_t look)
{
	office->park->noted = look;
}

bool park_is_written(office_t *office, uint32_t look)
{
	return look <= office->park->noted;
}

/* At a start the ledger may be wrong about v: note whether it is parked. */
static void _park_at_start(view_resv_t *v, void *arg)
{
	look_t *look = arg;
	office_t *office = look->office;

	if (v->linked || !v->booking)
		return;
	if (_is_needed(office, v, look->now))
		_link_needed(office, v, look);
	else
		_put_parked(office, v, true);
}

void park_begin(office_t *office, time_t now)
{
	look_t look = { .office = office, .now = now };

	office->park->last_look = office->park->passed_as_of =
		0; /* nothing is linked: a whole pass */
	do
		(void) park_update_all(office, now);
	while (park_turn_goes_on(office));
	view_each(office, _park_at_start, &look);
	office->host->list->stamp_changed(office, now);
}

static void _unpark(view_resv_t *v, void *arg)
{
	office_t *office = arg;

	v->on_loan = false;
	v->unneeded_at = 0;
	office->host->list->link(office, v);
	if (v->booking)
		v->booking->parked = false;
}

void park_end(office_t *office, time_t now)
{
	loan_reset(office);
	view_each(office, _unpark, office);
	office->host->list->stamp_changed(office, now);
}

const office_state_t park_state = OFFICE_STATE(park, NULL, NULL);
