/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fake_list.c - Slurm's list of records, and what the view sees of it, of nodes
 * and of jobs; see fake.h
 *
 * A sync reads all of them. The savings of plugin/slurm by Slurm's stamps are
 * played by the fields named lazy alone.
 */

#include <stdlib.h>
#include <string.h>
#include <sys/param.h>

#include "contrib/fake/fake.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/view/view_feed.h"

#define OVERRUN 60	/* WATCH_OVERRUN of plugin/slurm */
#define UIDS 32		/* of a record: its users have as many letters, at least */

static void _users(const char *users, uint32_t *uids, uint32_t *ret_cnt)
{
	text_name_t one;

	*ret_cnt = 0;
	while (text_next_name(&users, &one))
		*ret_cnt += fake_uid(one.name, one.len, &uids[*ret_cnt]);
}

static char *_if(char *text)
{
	return text[0] ? text : NULL;
}

static void _see(office_t *office, view_resv_t *v, fake_record_t *rec,
		 time_t now)
{
	fake_t *fake = fake_of(office);
	char *list = fake_text(fake, rec->nodes);
	uint32_t uids[UIDS], cnt = garq_set_count(rec->nodes);
	garq_set_t *nodes = cnt ? fake_set(fake, rec->nodes) : NULL;
	lic_t lic = { .name = (char *) "sw",
		      .num = fake_license_cnt(rec->licenses) };
	view_seen_t seen = {
		.rec = rec,
		.resv_id = rec->resv_id,
		.duration = rec->duration,
		.flags = rec->flags,
		.start = rec->start,
		.end = rec->end,
		.licenses = _if(rec->licenses),
		.cpus = cnt,
		.nodes = nodes,
		.attrs = {
			.first_start = rec->first,
			.node_cnt = cnt,
			.purge_comp_time = rec->purge,
			.max_start_delay = rec->delay,
			.whole_nodes = !rec->by_cores,
			.units = fake_units(fake, rec),
			.has_licenses = lic.num,
			.uids = uids,
			.node_list = _if(list),
			.users = _if(rec->users),
			.groups = _if(rec->groups),
			.accounts = _if(rec->accounts),
			.partition = _if(rec->partition),
			.features = _if(rec->features),
			.licenses = { .list = &lic, .cnt = lic.num ? 1 : 0 },
		},
	};

	v->walk = fake->walks;
	_users(rec->users, uids, &seen.attrs.uid_cnt);
	view_see(office, v, &seen, now);
	garq_set_destroy(nodes);
	units_free(&seen.attrs.units);
	free(list);
}

static view_resv_t *_find_or_add(office_t *office, const char *name)
{
	view_resv_t *v = view_find(office, name);

	if (!v)
		v = view_table_add(office, name);
	view_table_set_linked(office, v, true);
	return v;
}

/* --- sync ----------------------------------------------------------------- */

typedef struct {
	view_resv_t **list;
	uint32_t cnt;
	uint32_t walk;		/* that has not seen them */
} unseen_t;

static void _find_unseen(view_resv_t *v, void *arg)
{
	unseen_t *unseen = arg;

	if (v->walk != unseen->walk)
		unseen->list[unseen->cnt++] = v;
}

static void _drop_unseen(office_t *office, time_t now,
			 const view_events_t *events)
{
	unseen_t unseen = {
		.list = fake_need(calloc(view_count(office) + 1,
					 sizeof(view_resv_t *))),
		.walk = fake_of(office)->walks,
	};

	view_each_linked(office, _find_unseen, &unseen);
	for (uint32_t i = 0; i < unseen.cnt; i++) {
		view_waiting_t waiting = view_waiting(unseen.list[i]);
		booking_t *b = view_table_remove(office, unseen.list[i]);

		if (b)
			events->gone(office, b, &waiting, now);
	}
	free(unseen.list);
}

typedef struct {
	office_t *office;
	time_t now;
} parked_t;

static void _see_parked(view_resv_t *v, void *arg)
{
	parked_t *p = arg;

	if (!v->linked && v->rec)
		_see(p->office, v, v->rec, p->now);
}

static void _see_records(office_t *office, bool all, time_t now,
			 const view_events_t *events)
{
	parked_t parked = { .office = office, .now = now };
	fake_t *fake = fake_of(office);

	if (fake->lazy && !fake->records_changed && !all)
		return;
	if (all)
		view_each(office, _see_parked, &parked);
	fake->walks++;
	for (uint32_t i = 0; i < fake->linked_cnt; i++) {
		fake_record_t *rec = fake->linked[i];
		view_resv_t *v = _find_or_add(office, rec->name);

		_see(office, v, rec, now);
		if (v->booking)
			events->changed(office, v);
	}
	_drop_unseen(office, now, events);
	fake->shown = MAX(fake->shown, fake->last_update);
	fake->records_changed = false;
}

static void _see_nodes(office_t *office, time_t now)
{
	fake_t *fake = fake_of(office);
	garq_set_t *numbers = fake_need(garq_set_create(fake->size)), *up;

	for (uint32_t w = 0; w < (fake->size + 63) / 64; w++)
		numbers->word[w] = fake->there[w] & ~fake->down[w];
	up = fake_set(fake, numbers);
	view_nodes_see(office, up, fake->said, now);
	garq_set_destroy(numbers);
	garq_set_destroy(up);
}

static void _see_job(office_t *office, const fake_job_t *job, time_t now)
{
	const view_resv_t *v = view_find(office, job->resv);
	garq_set_t *nodes = fake_set(fake_of(office), job->nodes);
	view_job_t seen = {
		.job_id = job->id,
		.user_id = job->uid,
		.group = v ? v->id : VIEW_ID(VIEW_ID_JOB, job->id),
		.end = (job->limit > now) ? job->limit : now + OVERRUN,
		.nodes = nodes,
	};

	view_jobs_see(office, &seen, now);
	garq_set_destroy(nodes);
}

static void _see_jobs(office_t *office, time_t now)
{
	fake_t *fake = fake_of(office);
	fake_job_t job;
	uint32_t at = 0;
	view_resv_t *v;

	if (fake->lazy && !fake->jobs_changed && !view_jobs_are_stale(office))
		return;
	view_jobs_begin(office);
	while (fake->job && fake->job(&at, &job)) {
		if (job.resv[0] && (v = view_find(office, job.resv)))
			view_jobs_mark_resv(office, v);
		if (job.nodes)
			_see_job(office, &job, now);
	}
	view_jobs_end(office);
	fake->jobs_changed = false;
}

static void _build(office_t *office, time_t now)
{
	fake_t *fake = fake_of(office);
	uint32_t *class_of = fake_need(calloc(fake->size, sizeof(uint32_t)));
	uint32_t size = 0;

	for (uint32_t i = 0; i < fake->size; i++)
		if ((fake->there[i / 64] >> (i % 64)) & 1)
			class_of[size++] = fake_class(fake, i);
	view_build(office, size, class_of, now);
	fake->jobs_changed = true;
	free(class_of);
}

void fake_sync(office_t *office, time_t now, const view_events_t *events)
{
	fake_t *fake = fake_of(office);
	bool all = !view_machine(office) || fake->other_table ||
		   (now < garq_machine_now(view_machine(office)));

	fake_free_retired(fake);
	fake->other_table = false;
	if (all)
		_build(office, now);
	view_advance(office, now);
	_see_records(office, all, now, events);
	_see_nodes(office, now);
	_see_jobs(office, now);
	fake->update_at_sync = fake->last_update;
}

/* --- the office's own changes --------------------------------------------- */

static void _link(office_t *office, view_resv_t *v)
{
	if (v->linked)
		return;
	fake_tick(fake_of(office), "link");
	fake_link(fake_of(office), v->rec);
	view_table_set_linked(office, v, true);
}

/* The list has no order that matters. */
static void _settle(office_t *office, view_resv_t *v)
{
}

static void _unlink(office_t *office, view_resv_t *v)
{
	if (!v->linked)
		return;
	fake_tick(fake_of(office), "unlink");
	fake_unlink(fake_of(office), v->rec);
	view_table_set_linked(office, v, false);
}

typedef struct {
	office_t *office;
	bool (*fn)(view_resv_t *v);
} unlink_t;

static void _unlink_one(view_resv_t *v, void *arg)
{
	unlink_t *some = arg;

	if (some->fn(v))
		some->office->host->list->unlink(some->office, v);
}

static void _unlink_if(office_t *office, bool (*fn)(view_resv_t *v))
{
	view_each_linked(office, _unlink_one,
			 &(unlink_t) { .office = office, .fn = fn });
}

static void _restore_stamp(office_t *office)
{
	fake_of(office)->last_update = fake_of(office)->update_at_sync;
}

static void _stamp_changed(office_t *office, time_t now)
{
	fake_t *fake = fake_of(office);

	fake->last_update = fake->update_at_sync = fake->shown = now;
}

static void _stamp_shown(office_t *office, time_t now)
{
	fake_of(office)->shown = MAX(fake_of(office)->shown, now);
}

ANSWER(time_t, _last_update, (office_t *office),
       MAX(fake_of(office)->shown, fake_of(office)->last_update))

static view_resv_t *_refresh(office_t *office, record_t *record, time_t now)
{
	fake_record_t *rec = record;
	view_resv_t *v = _find_or_add(office, rec->name);

	fake_of(office)->last_update = fake_of(office)->shown = now;
	_see(office, v, rec, now);
	v->saved = false;
	v->rec = rec;
	return v;
}

static void _refresh_moved(office_t *office, view_resv_t *v, time_t now)
{
	if (v->linked)
		fake_of(office)->last_update = fake_of(office)->shown = now;
	_see(office, v, v->rec, now);
}

static booking_t *_forget(office_t *office, const char *name, time_t now)
{
	view_resv_t *v = view_find(office, name);

	fake_of(office)->last_update = fake_of(office)->shown = now;
	return v ? view_table_remove(office, v) : NULL;
}

const host_list_t fake_list = {
	.link = _link,
	.fetch = _link,
	.settle = _settle,
	.unlink = _unlink,
	.unlink_if = _unlink_if,
	.restore_stamp = _restore_stamp,
	.stamp_changed = _stamp_changed,
	.stamp_shown = _stamp_shown,
	.last_update = _last_update,
	.refresh = _refresh,
	.refresh_moved = _refresh_moved,
	.forget = _forget,
};
