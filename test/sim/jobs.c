/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * jobs.c - the scheduler of the simulated slurmctld, and its jobs; see
 * slurmctld.h
 *
 * A job beside the bookings has a time limit, and starts on idle nodes where
 * each linked record leaves room until the limit. A job in a reservation waits
 * for its start, and gets some of its nodes. A job in a FLEX one waits for nothing,
 * gets any nodes where each other linked record leaves room until its limit, and
 * may end after its reservation. Jobs end early, at their limits, or a little later.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/param.h>

#include "plugin/booking/request/flags.h"
#include "plugin/booking/view/view.h"
#include "test/sim/host.h"
#include "test/sim/own.h"
#include "test/sim/promises.h"
#include "test/sim/slurmctld.h"

#define FLEX_LONGER 12	/* times the length of other jobs */

mask_t slurm_busy(void)
{
	mask_t busy = 0;

	for (int i = 0; i < WORLD_JOBS; i++)
		if (world->jobs[i].id)
			busy |= world->jobs[i].nodes;
	return busy;
}

static void _end_jobs(void)
{
	for (int i = 0; i < WORLD_JOBS; i++) {
		world_job_t *job = &world->jobs[i];

		if (!job->id || !job->nodes || (job->over > world->now))
			continue;
		world_tell("job %u ends", job->id);
		job->id = 0;
		world->stats.moved_events++;
	}
}

/*
 * The nodes that linked records keep jobs off until a time.
 * IN own - the record of the job's reservation; or NULL
 */
static mask_t _reserved(const fake_record_t *own, time_t until)
{
	mask_t nodes = 0;

	for (uint32_t i = 0; i < fake.linked_cnt; i++)
		if ((fake.linked[i] != own) && (fake.linked[i]->start < until) &&
		    (fake.linked[i]->end > world->now))
			nodes |= MASK(fake.linked[i]);
	return nodes;
}

/* When a job with this limit really ends. */
static time_t _over(time_t limit)
{
	time_t length = limit - world->now;

	switch (world_below(4)) {
	case 0:			/* a little late */
		return limit + world_below(50);
	case 1:
		return limit;
	default:
		return world->now + 1 + (time_t) world_below((uint32_t) length);
	}
}

/* Were the nodes of this reservation given away by a controller without the
 * plugin, which had purged the reservation? */
static bool _given_away(const char *resv, const char *later)
{
	return resv[0] && (later[0] == 'p') &&
	       (strtoul(resv + 1, NULL, 10) < strtoul(later + 1, NULL, 10));
}

/* Is the job in a reservation by cores that leaves those of the other one? */
static bool _is_beside(const world_job_t *job, const char *name)
{
	const view_resv_t *in = view_find(office, job->resv);
	const view_resv_t *other = view_find(office, name);

	return in && other &&
	       !units_cross(&in->attrs.units, &other->attrs.units);
}

/* Does the job cross this promise, another one than its own? */
static bool _crosses(const world_job_t *job, const promise_t *p)
{
	time_t start, end;
	mask_t nodes;

	return (p->state == PROMISE_KEPT) && !p->native && !p->revived &&
	       strcmp(p->name, job->resv) &&
	       !promises_both(p->name, job->resv) &&
	       promises_place(p, &start, &end, &nodes) &&
	       (nodes & job->nodes) && (start < job->limit) &&
	       (end > world->now) && !promises_was_over(p->name, end) &&
	       !_given_away(job->resv, p->name) &&
	       !_is_beside(job, p->name);
}

/* A reservation that ended by a clock that was ahead may share nodes. */
static void _check_start(const world_job_t *job)
{
	const view_resv_t *in = view_find(office, job->resv);

	if (in && promises_was_over(job->resv, in->end))
		return;
	for (uint32_t i = 0; i < world->promise_cnt; i++)
		if (_crosses(job, &world->promises[i]))
			world_fail("%s: job %u starts on its nodes that ends in it, or after",
				   world->promises[i].name, job->id);
}

static void _run(world_job_t *job, mask_t nodes, time_t limit)
{
	const fake_record_t *rec = fake_find(&fake, job->resv);

	job->by_cores = rec && rec->by_cores;
	if (job->by_cores)
		memcpy(job->cores, rec->cores, sizeof(job->cores));
	job->nodes = nodes;
	job->limit = limit;
	job->over = _over(limit);
	world->stats.moved_events++;
	world_tell("job %u starts on %llx until %lld, in %s", job->id,
		   (unsigned long long) nodes,
		   (long long) (limit - world->began),
		   job->resv[0] ? job->resv : "none");
	_check_start(job);
}

/* Start a job of a FLEX reservation where there is room for it now. */
static void _start_flex(world_job_t *job, const fake_record_t *rec, mask_t idle)
{
	time_t limit = world->now + (time_t) job->minutes * 60 * FLEX_LONGER;

	idle &= ~_reserved(rec, limit);
	if (idle & MASK(rec))		/* Slurm's choice, too */
		idle &= MASK(rec);
	if (!idle)
		return;
	_run(job, world_some(idle, world_range(1, 3)), limit);
	world->stats.jobs_in++;
}

/* Start a waiting job in its reservation; cancel it if that is gone. */
static void _start_waiting(world_job_t *job, mask_t idle)
{
	const fake_record_t *rec = fake_find(&fake, job->resv);
	time_t limit = world->now + (time_t) job->minutes * 60;

	if (!rec || (rec->end <= world->now)) {
		job->id = 0;
		return;
	}
	if (rec->flags & BOOKING_FLAG_FLEX) {
		_start_flex(job, rec, idle);
		return;
	}
	if ((rec->start > world->now) || !(idle & MASK(rec)))
		return;
	idle &= MASK(rec);
	_run(job, world_some(idle, world_range(1, 3)), MIN(limit, rec->end));
	world->stats.jobs_in++;
}

static world_job_t *_free_job(void)
{
	for (int i = 0; i < WORLD_JOBS; i++)
		if (!world->jobs[i].id)
			return &world->jobs[i];
	return NULL;
}

static void _new_job(mask_t idle)
{
	uint32_t minutes = world_range(5, 240);
	time_t limit = world->now + (time_t) minutes * 60;
	world_job_t *job = _free_job();
	mask_t nodes;

	idle &= ~_reserved(NULL, limit);
	if (!job || !idle)
		return;
	nodes = world_some(idle, world_range(1, 3));
	memset(job, 0, sizeof(*job));
	job->id = ++world->last_job;
	job->uid = WORLD_UID + world_below(WORLD_USERS);
	job->minutes = minutes;
	_run(job, nodes, limit);
}

static mask_t _idle(void)
{
	return world->conf.nodes & ~world->down & ~slurm_busy();
}

void slurm_schedule(void)
{
	_end_jobs();
	if (!world->weather.jobs || own_is_guarded())
		return;
	for (int i = 0; i < WORLD_JOBS; i++)
		if (world->jobs[i].id && !world->jobs[i].nodes)
			_start_waiting(&world->jobs[i], _idle());
	if (world_one_in(16))
		_new_job(_idle());
}
