/* SPDX-License-Identifier: GPL-2.0-or-later */
/* view.c - the machine, and what of slurmctld is to be looked at; see view.h */

#include <string.h>

#include "plugin/slurm/view_private.h"

static garq_machine_t *machine;
static uint32_t nodes_cnt;	/* size of the machine */
static uint32_t delta;
static time_t horizon;
static time_t jobs_walked;
static time_t nodes_walked;
static bool complete;		/* the machine holds all that it should */
static time_t freed_from, freed_until;	/* see view_freed() */

void view_init(const options_t *options)
{
	view_fini();
	freed_from = freed_until = 0;
	view_table_init();
	view_resvs_unsee();
	view_reset(options);
}

void view_fini(void)
{
	view_lrh_clear();
	garq_machine_destroy(machine);
	machine = NULL;
	view_licenses_clear();
	view_table_fini();
	view_jobs_clear();
	view_nodes_clear(0);
	view_pools_clear();
	complete = false;
}

void view_reset(const options_t *options)
{
	delta = options->delta;
	horizon = (time_t) options->horizon * 86400;
	view_lrh_clear();
	garq_machine_destroy(machine);
	machine = NULL;
	view_licenses_clear();
	view_jobs_clear();
	view_nodes_clear(0);
	view_resvs_unsee();
	jobs_walked = nodes_walked = 0;
	complete = false;
}

void view_jobs_look_again(void)
{
	jobs_walked = 0;
}

void view_start_anew(void)
{
	complete = false;
}

garq_set_t *view_set(const bitstr_t *nodes)
{
	garq_set_t *set = garq_set_create(nodes_cnt);
	bitoff_t size = nodes ? bit_size((bitstr_t *) nodes) : 0;

	for (bitoff_t i = 0; set && (i < size) && (i < nodes_cnt); i++)
		if (bit_test((bitstr_t *) nodes, i))
			garq_set_add(set, (uint32_t) i);
	return set;
}

bitstr_t *view_bitmap(const garq_set_t *set)
{
	bitstr_t *nodes = bit_alloc(node_record_count);

	for (uint32_t i = garq_set_next(set, 0);
	     (i < set->size) && (i < (uint32_t) node_record_count);
	     i = garq_set_next(set, i + 1))
		bit_set(nodes, i);
	return nodes;
}

bool view_hold(uint64_t id, uint64_t group, const bitstr_t *nodes,
	       time_t start, time_t end)
{
	garq_set_t *set = view_set(nodes);
	bool ok = (set != NULL);

	if (ok && garq_set_count(set) && (start < end))
		ok = !garq_machine_hold(machine, id, group, set, start, end);
	garq_set_destroy(set);
	return ok;
}

void view_release(uint64_t id, time_t from, time_t until)
{
	if (!machine || garq_machine_release(machine, id))
		return;
	freed_from = freed_until ? MIN(freed_from, from) : from;
	freed_until = MAX(freed_until, until);
}

bool view_freed(time_t *ret_from, time_t *ret_until)
{
	bool any = freed_until;

	*ret_from = freed_from;
	*ret_until = freed_until;
	freed_from = freed_until = 0;
	return any;
}

/* All together */

static bool _rebuild(time_t now)
{
	options_t same = {
		.delta = delta, .horizon = (uint32_t) (horizon / 86400)
	};

	view_reset(&same);
	nodes_cnt = (uint32_t) MAX(node_record_count, 1);
	view_nodes_clear(nodes_cnt);
	(void) view_pools_see(nodes_cnt);
	machine = garq_machine_create(nodes_cnt, view_pools(), delta, horizon,
				      now);
	if (machine && view_lrh_create(machine) &&
	    view_licenses_create(delta, horizon, now))
		return true;
	view_lrh_clear();
	garq_machine_destroy(machine);
	machine = NULL;
	return false;
}

/* The clock was put back: when what was seen is another time than it was. */
static bool _is_ahead(void)
{
	return machine && (time(NULL) < garq_machine_now(machine));
}

int view_sync(time_t now, const view_events_t *events)
{
	bool look = (now >= view_jobs_due());

	if (_is_ahead())
		complete = false;
	if (complete && ((last_part_update >= nodes_walked) ||
			 (last_node_update >= nodes_walked)) &&
	    view_pools_see(nodes_cnt))
		complete = false;
	if (!complete || (nodes_cnt != (uint32_t) MAX(node_record_count, 1))) {
		complete = false;
		if (!_rebuild(now))
			return ENOMEM;
		look = true;
	}
	if (garq_machine_advance(machine, now) || !view_licenses_advance(now))
		goto fail;
	if (!view_resvs_sync(now, horizon, events))
		goto fail;
	if (look || (last_node_update >= nodes_walked) || view_nodes_drift()) {
		if (!view_nodes_sync(now))
			goto fail;
		nodes_walked = now;
	}
	if (look || (last_job_update >= jobs_walked)) {
		if (!view_jobs_sync(now))
			goto fail;
		jobs_walked = now;
	}
	complete = true;
	return SLURM_SUCCESS;
fail:
	complete = false;
	return ENOMEM;
}

const garq_machine_t *view_machine(void)
{
	return machine;
}

bool view_holder(uint64_t id, view_holder_t *ret)
{
	uint64_t n = id & ((UINT64_C(1) << VIEW_ID_SHIFT) - 1);
	const view_resv_t *v;

	memset(ret, 0, sizeof(*ret));
	switch (id >> VIEW_ID_SHIFT) {
	case VIEW_ID_RESV:
		ret->kind = VIEW_RESV;
		v = view_find_id(id);
		ret->name = v ? v->name : NULL;
		return v != NULL;
	case VIEW_ID_JOB:
		ret->kind = VIEW_JOB;
		ret->job_id = (uint32_t) n;
		return view_jobs_user(ret->job_id, &ret->user_id);
	case VIEW_ID_NODE:
		ret->kind = VIEW_NODE_DOWN;
		ret->node = (uint32_t) n;
		return true;
	default:
		return false;
	}
}
