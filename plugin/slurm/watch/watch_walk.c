/* SPDX-License-Identifier: GPL-2.0-or-later */
/* watch_walk.c - walks through many jobs; see watch_private.h */

#include <stdlib.h>

#include "plugin/memory/memory.h"
#include "plugin/slurm/watch/watch_private.h"

/*
 * Where the records of the known jobs were at the last look, in its order. Only
 * requested from memory, never read: a job may be gone.
 */
static const job_record_t **last;
static uint32_t last_size;
static uint32_t last_cnt;
static uint32_t at;		/* of the present look */

static bool _read_job(watch_walk_t *walk, const job_record_t *job)
{
	if (job && walk->missing)
		walk->see(job, walk);
	return walk->missing;
}

bool watch_walk_pass(watch_walk_t *walk, const job_record_t *job)
{
	const job_record_t **slot = &walk->next[walk->cnt++ % WATCH_AHEAD];
	const job_record_t *before = *slot;

	__builtin_prefetch(&job->job_state);
	__builtin_prefetch(&job->resv_name);
	*slot = job;
	return _read_job(walk, before);
}

void watch_walk_rest(watch_walk_t *walk)
{
	for (uint32_t i = 0; i < WATCH_AHEAD; i++) {
		const job_record_t **slot =
			&walk->next[(walk->cnt + i) % WATCH_AHEAD];

		(void) _read_job(walk, *slot);
		*slot = NULL;
	}
}

/*
 * What a look reads of a job that is as before: a record is larger than ten
 * cache lines.
 */
static void _request(const job_record_t *job)
{
	if (!job)
		return;
	__builtin_prefetch(&job->job_id);
	__builtin_prefetch(&job->job_state);
	__builtin_prefetch(&job->end_time);
	__builtin_prefetch(&job->start_time);
}

void watch_known_begin(void)
{
	last_cnt = at;
	at = 0;
	for (uint32_t i = 0; i < MIN(last_cnt, WATCH_AHEAD); i++)
		_request(last[i]);
}

const job_record_t *watch_known_find(uint32_t job_id)
{
	const job_record_t *job;

	if (at + WATCH_AHEAD < last_cnt)
		_request(last[at + WATCH_AHEAD]);
	job = find_job_record(job_id);
	if (at == last_size) {
		last_size = MAX(2 * last_size, WATCH_SWEEP);
		last = memory_grow(last, last_size, sizeof(*last));
	}
	last[at++] = job;
	return job;
}

void watch_known_clear(void)
{
	free(last);
	last = NULL;
	last_size = last_cnt = at = 0;
}
