/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * host_watch.c - the list of records, and what the view sees of it; see host.h
 *
 * All of the list, the nodes and the jobs are seen at each sync: what
 * plugin/slurm saves by Slurm's stamps is not simulated.
 */

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/param.h>

#include "plugin/booking/view/view_feed.h"
#include "test/sim/host.h"

#define OVERRUN 60	/* WATCH_OVERRUN of plugin/slurm */

static uint32_t walk_cnt;
static bool other_table;	/* since the last sync */
static time_t update_at_sync;	/* for host_restore_stamp() */
static time_t shown_update;

void host_new_table(void)
{
	other_table = true;
}

static void _users(const char *users, view_seen_t *seen, uint32_t *uids)
{
	seen->attrs.uids = uids;
	while (users && *users) {
		uids[seen->attrs.uid_cnt++] = (users[0] == 'u') ?
			WORLD_UID + (uint32_t) (users[1] - '0') : 0;
		users += strcspn(users, ",");
		users += (*users == ',');
	}
}

static char *_if(char *text)
{
	return text[0] ? text : NULL;
}

/* RET false if memory is short */
static bool _read(view_resv_t *v, record_data_t *rec, time_t now)
{
	char list[HOST_LIST];
	uint32_t uids[WORLD_USERS + 8];
	lic_t lic = { .name = (char *) "sw",
		      .num = slurm_licenses(rec->licenses) };
	view_seen_t seen = {
		.rec = rec,
		.resv_id = rec->resv_id,
		.duration = rec->duration,
		.flags = rec->flags,
		.start = rec->start,
		.end = rec->end,
		.licenses = _if(rec->licenses),
		.attrs = {
			.first_start = rec->first,
			.node_cnt = (uint32_t) __builtin_popcountll(rec->nodes),
			.purge_comp_time = rec->purge,
			.max_start_delay = rec->delay,
			.whole_nodes = true,
			.has_licenses = lic.num,
			.node_list = _if((char *) host_list(rec->nodes, list)),
			.users = _if(rec->users),
			.groups = _if(rec->groups),
			.accounts = _if(rec->accounts),
			.partition = _if(rec->partition),
			.features = _if(rec->features),
			.licenses = { .list = &lic, .cnt = lic.num ? 1 : 0 },
		},
	};
	garq_set_t *nodes = rec->nodes ? host_set(rec->nodes) : NULL;
	bool ok;

	v->walk = walk_cnt;
	_users(rec->users, &seen, uids);
	seen.nodes = nodes;
	ok = (nodes || !rec->nodes) && view_see(office, v, &seen, now);
	garq_set_destroy(nodes);
	return ok;
}

static view_resv_t *_find_or_add(const char *name)
{
	view_resv_t *v = view_find(office, name);

	if (!v)
		v = view_table_add(office, name);
	if (v)
		view_table_set_linked(office, v, true);
	return v;
}

/* --- sync ---------------------------------------------------------------- */

typedef struct {
	view_resv_t *list[WORLD_RECORDS];
	uint32_t cnt;
} unseen_t;

static void _find_unseen(view_resv_t *v, void *arg)
{
	unseen_t *unseen = arg;

	if ((v->walk != walk_cnt) && (unseen->cnt < WORLD_RECORDS))
		unseen->list[unseen->cnt++] = v;
}

static void _drop_unseen(time_t now, const view_events_t *events)
{
	unseen_t unseen = { .cnt = 0 };

	view_each_linked(office, _find_unseen, &unseen);
	for (uint32_t i = 0; i < unseen.cnt; i++) {
		view_waiting_t waiting = view_waiting(unseen.list[i]);
		booking_t *b = view_table_remove(office, unseen.list[i]);

		if (b)
			events->gone(office, b, &waiting, now);
	}
}

typedef struct {
	time_t now;
	bool ok;
} parked_t;

static void _see_parked(view_resv_t *v, void *arg)
{
	parked_t *p = arg;

	if (!v->linked && v->rec && p->ok)
		p->ok = _read(v, v->rec, p->now);
}

static bool _see_records(bool all, time_t now, const view_events_t *events)
{
	parked_t parked = { .now = now, .ok = true };

	if (all)
		view_each(office, _see_parked, &parked);
	walk_cnt++;
	for (uint32_t i = 0; i < slurm_cnt; i++) {
		view_resv_t *v = _find_or_add(slurm_list[i]->name);

		if (!v || !_read(v, slurm_list[i], now))
			return false;
		if (v->booking)
			events->changed(office, v);
	}
	_drop_unseen(now, events);
	shown_update = MAX(shown_update, slurm_last_update);
	return parked.ok;
}

static bool _see_nodes(time_t now)
{
	garq_set_t *up = host_set(world->conf.nodes & ~world->down);
	bool ok = up && view_nodes_see(office, up, now);

	garq_set_destroy(up);
	return ok;
}

static bool _see_job(const world_job_t *job, time_t now)
{
	const view_resv_t *v = view_find(office, job->resv);
	garq_set_t *nodes = host_set(job->nodes & world->conf.nodes);
	view_job_t seen = {
		.job_id = job->id,
		.user_id = job->uid,
		.group = v ? v->id : VIEW_ID(VIEW_ID_JOB, job->id),
		.end = (job->limit > now) ? job->limit : now + OVERRUN,
		.nodes = nodes,
	};
	bool ok = nodes && view_jobs_see(office, &seen, now);

	garq_set_destroy(nodes);
	return ok;
}

static bool _see_jobs(time_t now)
{
	bool ok = true;

	view_jobs_begin(office);
	for (int i = 0; ok && (i < WORLD_JOBS); i++) {
		const world_job_t *job = &world->jobs[i];
		view_resv_t *v;

		if (!job->id)
			continue;
		if (job->resv[0] && (v = view_find(office, job->resv)))
			view_jobs_mark_resv(office, v);
		if (job->nodes)
			ok = _see_job(job, now);
	}
	if (ok)
		view_jobs_end(office);
	return ok;
}

static bool _build(time_t now)
{
	uint32_t class_of[WORLD_NODES_MAX] = { 0 };
	uint32_t size = (uint32_t) __builtin_popcountll(world->conf.nodes);

	view_set_incomplete(office);
	for (uint32_t i = 0; i < size; i++) {
		mask_t node = host_index_mask(i);

		class_of[i] = ((node & world->conf.features) ? 1 : 0) |
			      ((node & world->conf.side) ? 2 : 0);
	}
	return view_build(office, size, class_of, now);
}

int host_sync(office_t *office, time_t now, const view_events_t *events)
{
	bool all = false;

	host_free_retired();
	if (!view_is_complete(office) || other_table ||
	    (now < garq_machine_now(view_machine(office)))) {
		if (!_build(now))
			return ENOMEM;
		all = true;
	}
	other_table = false;
	if (!view_advance(office, now) || !_see_records(all, now, events) ||
	    !_see_nodes(now) || !_see_jobs(now)) {
		view_set_incomplete(office);
		return ENOMEM;
	}
	view_set_complete(office);
	update_at_sync = slurm_last_update;
	return 0;
}

/* --- the office's own changes -------------------------------------------- */

void host_link(office_t *office, view_resv_t *v)
{
	if (v->linked)
		return;
	world_tick();
	slurm_link(v->rec);
	view_table_set_linked(office, v, true);
}

/* The simulated list has no order. */
void host_settle(office_t *office, view_resv_t *v)
{
	(void) office;
	(void) v;
}

void host_unlink(office_t *office, view_resv_t *v)
{
	if (!v->linked)
		return;
	world_tick();
	slurm_unlink(v->rec);
	view_table_set_linked(office, v, false);
}

typedef struct {
	view_resv_t *list[WORLD_RECORDS];
	uint32_t cnt;
	bool (*fn)(view_resv_t *v);
} chosen_t;

static void _choose(view_resv_t *v, void *arg)
{
	chosen_t *chosen = arg;

	if (chosen->fn(v) && (chosen->cnt < WORLD_RECORDS))
		chosen->list[chosen->cnt++] = v;
}

void host_unlink_if(office_t *office, bool (*fn)(view_resv_t *v))
{
	chosen_t chosen = { .fn = fn };

	view_each_linked(office, _choose, &chosen);
	for (uint32_t i = 0; i < chosen.cnt; i++)
		host_unlink(office, chosen.list[i]);
}

void host_restore_stamp(office_t *office)
{
	(void) office;
	slurm_last_update = update_at_sync;
}

void host_stamp_changed(office_t *office, time_t now)
{
	(void) office;
	slurm_last_update = update_at_sync = shown_update = now;
}

void host_stamp_shown(office_t *office, time_t now)
{
	(void) office;
	shown_update = MAX(shown_update, now);
}

time_t host_last_update(office_t *office)
{
	(void) office;
	return MAX(shown_update, slurm_last_update);
}

view_resv_t *host_refresh(office_t *office, record_t *record, time_t now)
{
	record_data_t *rec = record;
	view_resv_t *v = _find_or_add(rec->name);

	slurm_last_update = shown_update = now;
	if (!v || !view_machine(office) || !_read(v, rec, now))
		view_set_incomplete(office);
	if (v) {
		v->saved = false;
		v->rec = rec;
	}
	return v;
}

void host_refresh_moved(office_t *office, view_resv_t *v, time_t now)
{
	if (v->linked)
		slurm_last_update = shown_update = now;
	if (!view_machine(office) || !_read(v, v->rec, now))
		view_set_incomplete(office);
}

booking_t *host_forget(office_t *office, const char *name, time_t now)
{
	view_resv_t *v = view_find(office, name);

	slurm_last_update = shown_update = now;
	return v ? view_table_remove(office, v) : NULL;
}
