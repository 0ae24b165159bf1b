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

static int _create(const request_t *request, const placement_t *placement,
		   bool window, record_t **ret_rec, char **ret_err)
{
	time_t end = placement->start + (request->end - request->start);
	native_t *rec;

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

static int _remove(const char *name, bool *ret_gone)
{
	native_t *rec = cluster_find(name);

	if (rec)
		cluster_remove(rec);
	if (ret_gone)
		*ret_gone = true;
	return rec ? 0 : REFUSED_NO_SUCH;
}

static bool _drop(record_t *rec)
{
	cluster_remove(rec);
	return true;
}

/* Nobody waits while the jobs are looked at. */
static bool _retire(record_t *rec)
{
	(void) rec;
	return false;
}

static void *_keep(const record_t *rec)
{
	(void) rec;
	return NULL;
}

static void _put_back(record_t *rec, void *kept, bool again)
{
	(void) rec;
	(void) kept;
	(void) again;
}

static void _shift(record_t *record, time_t start)
{
	native_t *rec = record;

	rec->end += start - rec->start;
	rec->start = start;
	rec->shifts++;
	cluster.records_changed = true;
}

static void _no_change(record_t *rec)
{
	(void) rec;
}

static void _bind(record_t *record, const garq_set_t *nodes)
{
	native_t *rec = record;

	_set_nodes(rec, nodes);
	rec->binds++;
}

static void _unpin(record_t *rec, const booking_t *b)
{
	(void) rec;
	(void) b;
}

static void _mark(record_t *rec, bool unwritten)
{
	((native_t *) rec)->marked = unwritten;
}

static bool _is_marked(const record_t *rec)
{
	return ((const native_t *) rec)->marked;
}

static bool _read(const record_t *record, booking_t *b)
{
	const native_t *rec = record;
	char *list = host_node_list(rec->nodes);
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

static const char *_name(const record_t *rec)
{
	return ((const native_t *) rec)->name;
}

static const char *_remark(const record_t *rec)
{
	(void) rec;
	return NULL;
}

const records_t host_records = {
	.create = _create,
	.keep = _keep,
	.put_back = _put_back,
	.remove = _remove,
	.drop = _drop,
	.retire = _retire,
	.shift = _shift,
	.reset_start = _no_change,
	.bind = _bind,
	.pin = _no_change,
	.mark = _mark,
	.is_marked = _is_marked,
	.unpin = _unpin,
	.read = _read,
	.name = _name,
	.remark = _remark,
};
