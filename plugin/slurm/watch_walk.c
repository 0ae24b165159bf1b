/* SPDX-License-Identifier: GPL-2.0-or-later */
/* watch_walk.c - a walk through many jobs; see watch_private.h */

#include "plugin/slurm/watch_private.h"

static bool _read(watch_walk_t *walk, const job_record_t *job)
{
	if (job && walk->ok && walk->missing)
		walk->ok = walk->see(job, walk);
	return walk->ok && walk->missing;
}

bool watch_walk_pass(watch_walk_t *walk, const job_record_t *job)
{
	const job_record_t **slot = &walk->next[walk->cnt++ % WATCH_AHEAD];
	const job_record_t *before = *slot;

	__builtin_prefetch(&job->job_state);
	__builtin_prefetch(&job->resv_name);
	*slot = job;
	return _read(walk, before);
}

bool watch_walk_rest(watch_walk_t *walk)
{
	bool go_on = true;

	for (uint32_t i = 0; i < WATCH_AHEAD; i++) {
		const job_record_t **slot =
			&walk->next[(walk->cnt + i) % WATCH_AHEAD];

		go_on = _read(walk, *slot);
		*slot = NULL;
	}
	return go_on;
}
