/* SPDX-License-Identifier: GPL-2.0-or-later */
/* view_cores.c - see view_cores.h */

#include "plugin/booking/view/host.h"
#include "plugin/booking/view/view_cores.h"
#include "plugin/memory/memory.h"

bool view_cores_of(office_t *office, uint64_t id, uint32_t node, cores_t *ret)
{
	const cores_t *cores;
	const view_resv_t *v;
	view_holder_t who;

	if (!view_holder(office, id, &who))
		return false;
	if (who.kind == VIEW_JOB)
		return office->host->jobs->cores(office, who.job_id, node, ret);
	v = (who.kind == VIEW_RESV) ? view_find_id(office, id) : NULL;
	cores = v ? units_on(&v->attrs.units, node) : NULL;
	if (cores)
		*ret = *cores;
	return cores != NULL;
}

bool view_cores_left(office_t *office, uint64_t id, uint32_t node,
		     const cores_t *want)
{
	cores_t has;

	return view_cores_of(office, id, node, &has) && !cores_meet(&has, want);
}

bool view_is_of_group(office_t *office, uint64_t id, uint64_t group)
{
	view_holder_t who;

	if ((group == GARQ_NO_GROUP) || !view_holder(office, id, &who))
		return false;
	return (who.group == group) ||
	       ((group == VIEW_GROUP_OPEN) && view_is_open(office, id));
}

typedef struct {
	office_t *office;
	time_t t_e;
	uint64_t group;
	cores_t *cores;
} look_t;

/* A garq_nodes_fn */
static bool _take_away(void *arg, uint64_t id, uint32_t node, time_t t_s,
		       time_t t_e)
{
	const look_t *look = arg;
	cores_t has;

	(void) t_e;
	if (t_s >= look->t_e)
		return false;
	if (view_is_of_group(look->office, id, look->group))
		return true;
	if (!view_cores_of(look->office, id, node, &has))
		has = *look->cores;
	cores_del_all(look->cores, &has);
	return true;
}

cores_t view_cores_free(office_t *office, uint32_t node, time_t t_s,
			time_t t_e, uint64_t group)
{
	cores_t cores = cores_all(office->host->nodes->cores(office, node));
	look_t look = {
		.office = office, .t_e = t_e, .group = group, .cores = &cores,
	};

	garq_nodes_each_on(garq_machine_nodes(view_machine(office)), node, t_s,
			   _take_away, &look);
	return cores;
}

typedef struct {
	office_t *office;
	cores_t *cores;		/* by node */
} all_t;

/* A garq_nodes_fn */
static bool _take_from(void *arg, uint64_t id, uint32_t node, time_t t_s,
		       time_t t_e)
{
	const all_t *all = arg;
	cores_t *left = &all->cores[node], has;

	(void) t_s;
	(void) t_e;
	if (!view_cores_of(all->office, id, node, &has))
		has = *left;
	cores_del_all(left, &has);
	return true;
}

cores_t *view_cores_free_of(office_t *office, const garq_set_t *nodes,
			    time_t t_s, time_t t_e, uint64_t group)
{
	all_t all = {
		.office = office, .cores = memory_new(nodes->size,
						      sizeof(cores_t)),
	};

	GARQ_SET_EACH(i, nodes)
		all.cores[i] = cores_all(office->host->nodes->cores(office, i));
	garq_nodes_each(garq_machine_nodes(view_machine(office)), nodes, t_s,
			t_e, group, _take_from, &all);
	return all.cores;
}

bool view_units_free(office_t *office, const units_t *units, time_t t_s,
		     time_t t_e, uint64_t group)
{
	for (uint32_t i = 0; i < units->cnt; i++) {
		cores_t cores = units->list[i].cores, left;

		left = view_cores_free(office, units->list[i].node, t_s, t_e,
				       group);
		cores_del_all(&cores, &left);
		if (cores_count(&cores))
			return false;
	}
	return true;
}

/* A garq_nodes_fn */
static bool _add_used(void *arg, uint64_t id, uint32_t node, time_t t_s,
		      time_t t_e)
{
	const look_t *look = arg;
	office_t *office = look->office;
	view_holder_t who;
	cores_t has;

	(void) t_e;
	if (t_s > look->t_e)
		return false;
	if (view_holder(office, id, &who) && (who.kind == VIEW_JOB) &&
	    (who.group == look->group) && view_cores_of(office, id, node, &has))
		cores_add_all(look->cores, &has);
	return true;
}

cores_t view_cores_used(office_t *office, uint32_t node, uint64_t group)
{
	cores_t cores = cores_all(0);
	time_t now = view_now(office);
	look_t look = {
		.office = office, .t_e = now, .group = group, .cores = &cores,
	};

	garq_nodes_each_on(garq_machine_nodes(view_machine(office)), node, now,
			   _add_used, &look);
	return cores;
}
