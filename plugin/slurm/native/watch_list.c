/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>

#include "garq/grow.h"
#include "plugin/memory/memory.h"
#include "plugin/slurm/compat/ctld_office.h"
#include "plugin/slurm/native/record_gpus.h"
#include "plugin/slurm/native/watch_list.h"

/* Records between one request for what belongs to a record and the next one. */
#define STEP 6

typedef struct {
	slurmctld_resv_t *rec;
	view_resv_t *known;
} entry_t;

static entry_t *entries;	/* kept from walk to walk */
static size_t room;

/* RET the number of entries */
static size_t _gather(void)
{
	size_t want = (size_t) list_count(resv_list), cnt = 0;
	slurmctld_resv_t *rec;
	list_itr_t *iter;

	if (want)
		(void) memory_done(GARQ_GROW(entries, want, 64, &room));
	iter = list_iterator_create(resv_list);
	while ((cnt < want) && (rec = list_next(iter)))
		entries[cnt++].rec = rec;
	list_iterator_destroy(iter);
	return cnt;
}

static void _request_record(const entry_t *e)
{
	const slurmctld_resv_t *rec = e->rec;

	__builtin_prefetch(&rec->resv_id);
	__builtin_prefetch(&rec->accounts);
	__builtin_prefetch(&rec->end_time);
	__builtin_prefetch(&rec->license_list);
	__builtin_prefetch(&rec->node_bitmap);
	__builtin_prefetch(&rec->start_time);
	__builtin_prefetch(&rec->user_list);
}

static void _request_entry(entry_t *e)
{
	const view_resv_t *v = e->known = view_find_resv_id(office,
							    e->rec->resv_id);

	__builtin_prefetch(e->rec->node_list);
	__builtin_prefetch(e->rec->users);
	__builtin_prefetch(e->rec->name);
	if (!v)
		return;
	__builtin_prefetch(&v->name);
	__builtin_prefetch(&v->linked);
	__builtin_prefetch(&v->resv_id);
	__builtin_prefetch(&v->nodes);
	__builtin_prefetch(&v->attrs.node_list);
	__builtin_prefetch(&v->attrs.licenses);
	__builtin_prefetch(&v->walk);
}

static void _request_texts(const entry_t *e)
{
	const view_resv_t *v = e->known;

	if (!v)
		return;
	__builtin_prefetch(v->name);
	__builtin_prefetch(v->attrs.node_list);
	__builtin_prefetch(v->attrs.users);
	__builtin_prefetch(v->booking);
}

void watch_list_each(watch_list_fn fn, void *arg)
{
	size_t cnt = _gather();

	for (size_t i = 0; i < cnt + (3 * STEP); i++) {
		if (i < cnt)
			_request_record(&entries[i]);
		if ((i >= STEP) && (i - STEP < cnt))
			_request_entry(&entries[i - STEP]);
		if ((i >= 2 * STEP) && (i - (2 * STEP) < cnt))
			_request_texts(&entries[i - (2 * STEP)]);
		if (i >= 3 * STEP)
			fn(entries[i - (3 * STEP)].rec,
			   entries[i - (3 * STEP)].known, arg);
	}
}

void watch_list_push(slurmctld_resv_t *rec)
{
	record_gpus_resize(rec);
	(void) list_push(resv_list, rec);
}

void watch_list_settle(slurmctld_resv_t *rec)
{
	if (list_peek(resv_list) == rec)
		(void) list_append(resv_list, list_pop(resv_list));
}

void watch_list_clear(void)
{
	free(entries);
	entries = NULL;
	room = 0;
}
