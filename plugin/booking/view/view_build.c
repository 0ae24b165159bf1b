/* SPDX-License-Identifier: GPL-2.0-or-later */
/* view_build.c - build and empty the whole view; see view.h and view_feed.h */

#include "plugin/booking/view/hits.h"
#include "plugin/booking/view/view_private.h"
#include "plugin/booking/view/view_cores.h"

/* Empty all parts of the view except the table of reservations. */
static void _clear_parts(office_t *office)
{
	view_lrh_clear(office);
	view_machine_clear(office);
	view_licenses_clear(office);
	view_jobs_clear(office);
	view_nodes_clear(office);
}

void view_init(office_t *office, const options_t *options)
{
	_clear_parts(office);
	view_pending_fini(office);
	view_table_fini(office);
	hits_begin(office, 0);
	view_freed_clear(office);
	view_reset(office, options);
}

void view_reset(office_t *office, const options_t *options)
{
	view_machine_init(office, options);
	_clear_parts(office);
	view_see_reset(office);
}

void view_build(office_t *office, uint32_t size, const uint32_t *class_of,
		time_t now)
{
	_clear_parts(office);
	view_see_reset(office);
	view_sizes_forget(office);
	view_lrh_create(office,
			view_machine_create(office, size, class_of, now));
	hits_begin(office, size);
	view_nodes_create(office, size);
	view_licenses_create(office, view_delta(office), view_horizon(office),
			     now);
	view_pending_enter(office);
	if (office->ready)	/* a partition may have other nodes now */
		view_freed_add(office, now, GARQ_FOREVER);
}

bool view_holder(office_t *office, uint64_t id, view_holder_t *ret)
{
	uint64_t n = id & ((UINT64_C(1) << VIEW_ID_SHIFT) - 1);
	const view_resv_t *v;

	*ret = (view_holder_t) { .group = id };
	switch (id >> VIEW_ID_SHIFT) {
	case VIEW_ID_RESV:
		ret->kind = VIEW_RESV;
		v = view_find_id(office, id);
		ret->name = v ? v->name : NULL;
		return v != NULL;
	case VIEW_ID_JOB:
		ret->kind = VIEW_JOB;
		ret->job_id = (uint32_t) n;
		return view_jobs_user(office, ret->job_id, &ret->user_id,
				      &ret->group);
	case VIEW_ID_NODE:
		ret->kind = VIEW_NODE_DOWN;
		ret->node = (uint32_t) n;
		return true;
	case VIEW_ID_PENDING:
		ret->kind = VIEW_PENDING;
		ret->name = view_pending_name(office, id);
		return ret->name != NULL;
	default:
		return false;
	}
}
