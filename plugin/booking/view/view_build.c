/* SPDX-License-Identifier: GPL-2.0-or-later */
/* view_build.c - build and empty the whole view; see view.h and view_feed.h */

#include "plugin/booking/view/hits.h"
#include "plugin/booking/view/view_private.h"

/* Empty all parts of the view except the table of reservations. */
static void _clear(void)
{
	view_lrh_clear();
	view_machine_clear();
	view_licenses_clear();
	view_jobs_clear();
	view_nodes_clear();
}

void view_init(const options_t *options)
{
	view_fini();
	view_freed_clear();
	view_reset(options);
}

void view_fini(void)
{
	_clear();
	view_pending_fini();
	view_table_fini();
	(void) hits_begin(0);
}

void view_reset(const options_t *options)
{
	view_machine_init(options);
	_clear();
	view_see_reset();
}

bool view_build(uint32_t size, const uint32_t *class_of, time_t now)
{
	garq_machine_t *m;

	_clear();
	view_see_reset();
	m = view_machine_create(size, class_of, now);
	if (m && hits_begin(size) && view_lrh_create(m) && view_nodes_create(size) &&
	    view_licenses_create(view_delta(), view_horizon(), now) &&
	    view_pending_enter())
		return true;
	view_lrh_clear();
	view_machine_clear();
	return false;
}

bool view_advance(time_t now)
{
	return view_machine_advance(now) && view_licenses_advance(now);
}

bool view_holder(uint64_t id, view_holder_t *ret)
{
	uint64_t n = id & ((UINT64_C(1) << VIEW_ID_SHIFT) - 1);
	const view_resv_t *v;

	*ret = (view_holder_t) { .group = id };
	switch (id >> VIEW_ID_SHIFT) {
	case VIEW_ID_RESV:
		ret->kind = VIEW_RESV;
		v = view_find_id(id);
		ret->name = v ? v->name : NULL;
		return v != NULL;
	case VIEW_ID_JOB:
		ret->kind = VIEW_JOB;
		ret->job_id = (uint32_t) n;
		return view_jobs_user(ret->job_id, &ret->user_id, &ret->group);
	case VIEW_ID_NODE:
		ret->kind = VIEW_NODE_DOWN;
		ret->node = (uint32_t) n;
		return true;
	case VIEW_ID_PENDING:
		ret->kind = VIEW_PENDING;
		ret->name = view_pending_name(id);
		return ret->name != NULL;
	default:
		return false;
	}
}
