/* SPDX-License-Identifier: GPL-2.0-or-later */
/* host_records.c - native records as the office changes them; see cluster.h */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/what-if/cluster.h"
#include "plugin/booking/request/flags.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"

static void _set_nodes(native_t *rec, const garq_set_t *nodes)
{
	garq_set_t *copy = cluster_need(garq_set_copy(nodes));

	garq_set_destroy(rec->nodes);
	rec->nodes = copy;
	rec->flags |= BOOKING_FLAG_SPEC_NODES;
	cluster.records_changed = true;
}

native_t *host_make(const char *name, time_t start, time_t end,
		    const garq_set_t *nodes)
{
	native_t *rec = cluster_add();

	snprintf(rec->name, sizeof(rec->name), "%s", name);
	rec->start = start;
	rec->end = end;
	rec->duration = BOOKING_NO_DURATION;
	_set_nodes(rec, nodes);
	return rec;
}

static int _create(office_t *office, const request_t *request,
		   const placement_t *placement, bool window,
		   record_t **ret_rec, char **ret_err)
{
	time_t end = placement->start + (request->end - request->start);
	native_t *rec;

	(void) office;
	(void) window;
	if (cluster_find(request->name)) {
		*ret_err = text_dup("the name is taken");
		return REFUSED_NAME_TAKEN;
	}
	rec = host_make(request->name, placement->start, end, placement->nodes);
	rec->flags |= request->flags;
	if (request->has_minutes)
		rec->duration = request->minutes;
	snprintf(rec->features, sizeof(rec->features), "%s",
		 request->features ? request->features : "");
	*ret_rec = rec;
	return 0;
}

static int _remove(office_t *office, const char *name, bool *ret_gone)
{
	native_t *rec = cluster_find(name);

	(void) office;
	if (rec)
		cluster_remove(rec);
	if (ret_gone)
		*ret_gone = true;
	return rec ? 0 : REFUSED_NO_SUCH;
}

/* Nobody waits while the jobs are looked at, so records are removed. */
static bool _drop(office_t *office, record_t *rec, bool out_of_reach)
{
	(void) office;
	if (out_of_reach)
		cluster_remove(rec);
	return out_of_reach;
}

static void *_keep(office_t *office, const record_t *rec)
{
	(void) office;
	(void) rec;
	return NULL;
}

static void _put_back(office_t *office, record_t *rec, void *kept, bool again)
{
	(void) office;
	(void) rec;
	(void) kept;
	(void) again;
}

static void _shift(office_t *office, record_t *record, time_t start)
{
	native_t *rec = record;

	(void) office;
	rec->end += start - rec->start;
	rec->start = start;
	rec->shifts++;
	cluster.records_changed = true;
}

static void _no_change(office_t *office, record_t *rec)
{
	(void) office;
	(void) rec;
}

static void _bind(office_t *office, record_t *record, const garq_set_t *nodes)
{
	native_t *rec = record;

	(void) office;
	_set_nodes(rec, nodes);
	rec->binds++;
}

static void _unpin(office_t *office, record_t *rec, const booking_t *b)
{
	(void) office;
	(void) rec;
	(void) b;
}

static void _mark(office_t *office, record_t *rec, bool unwritten)
{
	(void) office;
	((native_t *) rec)->marked = unwritten;
}

static bool _is_marked(office_t *office, const record_t *rec)
{
	(void) office;
	return ((const native_t *) rec)->marked;
}

static bool _read(office_t *office, const record_t *record, booking_t *b)
{
	const native_t *rec = record;
	char *list = host_node_list(office, rec->nodes);
	bool ok = booking_set(&b->nodes, list);

	free(list);
	b->start = rec->start;
	b->end = rec->end;
	b->resv_id = rec->resv_id;
	b->flags = rec->flags;
	b->duration_min = rec->duration;
	b->num_cn = garq_set_count(rec->nodes);
	return ok && booking_set(&b->name, rec->name) &&
	       booking_set(&b->features, rec->features) &&
	       booking_set(&b->users, "root");
}

static const char *_name(office_t *office, const record_t *rec)
{
	(void) office;
	return ((const native_t *) rec)->name;
}

static const char *_remark(office_t *office, const record_t *rec)
{
	(void) office;
	(void) rec;
	return NULL;
}

const host_records_t host_records = {
	.create = _create,
	.keep = _keep,
	.put_back = _put_back,
	.remove = _remove,
	.drop = _drop,
	.read = _read,
};

const host_fields_t host_fields = {
	.shift = _shift,
	.reset_start = _no_change,
	.bind = _bind,
	.pin = _no_change,
	.mark = _mark,
	.is_marked = _is_marked,
	.unpin = _unpin,
	.name = _name,
	.remark = _remark,
};
