/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * host_direct.c - change native records without a check, which can't be
 * refused; see host.h
 */

#include <stdlib.h>
#include <string.h>
#include <sys/param.h>

#include "plugin/booking/request/flags.h"
#include "test/sim/host.h"

void *host_keep(office_t *office, const record_t *rec)
{
	record_data_t *copy = malloc(sizeof(*copy));

	(void) office;
	if (copy)
		*copy = *(const record_data_t *) rec;
	return copy;
}

void host_put_back(office_t *office, record_t *record, void *kept, bool again)
{
	record_data_t *rec = record, *was = kept;

	(void) office;
	if (kept && again)
		memcpy(rec->comment, was->comment, sizeof(rec->comment));
	free(kept);
}

static void _changed(const record_data_t *rec)
{
	if (slurm_has(rec))
		slurm_save_soon();
	world_tick();
}

void host_shift(office_t *office, record_t *record, time_t start)
{
	record_data_t *rec = record;

	(void) office;
	world_tick();
	if (rec->start <= world->now)
		world_fail("%s is shifted, but it has begun", rec->name);
	rec->end += start - rec->first;
	rec->start = rec->first = start;
	world->stats.shifts++;
	_changed(rec);
}

void host_reset_start(office_t *office, record_t *record)
{
	record_data_t *rec = record;

	(void) office;
	world_tick();
	rec->start = rec->first;
	_changed(rec);
}

void host_set_nodes(office_t *office, record_t *record, const garq_set_t *nodes)
{
	record_data_t *rec = record;

	(void) office;
	world_tick();
	rec->nodes = host_mask(nodes);
	rec->flags &= ~(BOOKING_FLAG_ALL_NODES | BOOKING_FLAG_PART_NODES);
	rec->flags |= BOOKING_FLAG_SPEC_NODES;
	_changed(rec);
}

void host_bind(office_t *office, record_t *record, const garq_set_t *nodes)
{
	record_data_t *rec = record;

	(void) office;
	host_set_nodes(office, rec, nodes);
	if (rec->start < world->now)
		rec->start = world->now;
}

void host_pin(office_t *office, record_t *rec)
{
	(void) office;
	((record_data_t *) rec)->flags |= BOOKING_FLAG_SPEC_NODES;
}

void host_mark(office_t *office, record_t *rec, bool unwritten)
{
	(void) office;
	((record_data_t *) rec)->marked = unwritten;
}

bool host_is_marked(office_t *office, const record_t *rec)
{
	(void) office;
	return ((const record_data_t *) rec)->marked;
}

void host_unpin(office_t *office, record_t *record, const booking_t *b)
{
	record_data_t *rec = record;

	(void) office;
	if (!b->asked_nodes && rec->partition[0])
		rec->flags &= ~BOOKING_FLAG_SPEC_NODES;
}

static void _end_jobs(const record_data_t *rec, bool leave, time_t now)
{
	for (int i = 0; i < WORLD_JOBS; i++) {
		world_job_t *job = &world->jobs[i];

		if (!job->id || !job->nodes || strcmp(job->resv, rec->name))
			continue;
		if (rec->end > now)
			job->limit = job->over = MIN(job->limit, now);
		if (leave)
			job->resv[0] = '\0';
	}
}

void host_end(office_t *office, record_t *record, bool jobs_alone, time_t now)
{
	record_data_t *rec = record;

	(void) office;
	world_tick();
	_end_jobs(rec, jobs_alone, now);
	if (jobs_alone)
		return;
	if (rec->start > now)
		rec->start = rec->first = rec->end = now;
	rec->end = MIN(rec->end, now);
	_changed(rec);
}

void host_set_remark(office_t *office, record_t *record, const char *remark)
{
	record_data_t *rec = record;

	(void) office;
	host_copy(rec->comment, sizeof(rec->comment), remark);
}

void host_to_stand_in(office_t *office, record_t *record, const char *remark)
{
	record_data_t *rec = record;

	(void) office;
	host_copy(rec->users, sizeof(rec->users), "root");
	rec->accounts[0] = rec->groups[0] = rec->features[0] =
		rec->partition[0] = '\0';
	rec->purge = rec->delay = 0;
	rec->flags = (rec->flags & BOOKING_FLAG_STATIC) |
		     BOOKING_FLAG_SPEC_NODES;
	host_set_remark(office, rec, remark);
}

record_t *host_make_stand_in(office_t *office, const booking_t *b,
			     const garq_set_t *nodes, const char *remark)
{
	record_data_t *rec = slurm_new();

	(void) office;
	world_tick();
	host_copy(rec->name, sizeof(rec->name), b->name);
	rec->resv_id = host_take_id(b->resv_id);
	rec->flags = b->flags & BOOKING_FLAG_STATIC;
	rec->start = rec->first = b->start;
	rec->end = b->end;
	rec->duration = b->duration_min;
	if (slurm_licenses(b->licenses) <= world->conf.licenses)
		host_copy(rec->licenses, sizeof(rec->licenses), b->licenses);
	host_to_stand_in(office, rec, remark);
	rec->nodes = host_mask(nodes);
	slurm_link(rec);
	_changed(rec);
	world->stats.stand_ins++;
	return rec;
}
