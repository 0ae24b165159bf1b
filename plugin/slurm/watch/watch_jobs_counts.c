/* SPDX-License-Identifier: GPL-2.0-or-later */
/* watch_jobs_counts.c - test whether a node has a job that the view lacks. */

#include <stdlib.h>

#include "plugin/memory/memory.h"
#include "plugin/slurm/compat/ctld_office.h"
#include "plugin/slurm/watch/watch_private.h"

static uint32_t *differs;	/* by node: Slurm's count less the view's */
static uint32_t size;		/* nodes; 0: nothing is noted */

/* The records are far apart: each is requested some nodes before it is read. */
#define AHEAD 16

static const node_record_t *_node_at(uint32_t i)
{
	return (i < (uint32_t) node_record_count) ? node_record_table_ptr[i] :
						    NULL;
}

static void _request(uint32_t i)
{
	const node_record_t *node = _node_at(i);

	if (!node)
		return;
	__builtin_prefetch(&node->run_job_cnt);
	__builtin_prefetch(&node->sus_job_cnt);
}

static uint32_t _differ(uint32_t i, const uint32_t *seen)
{
	const node_record_t *node = _node_at(i);
	uint32_t cnt = node ? (uint32_t) node->run_job_cnt + node->sus_job_cnt :
			      0;

	_request(i + AHEAD);
	return cnt - (seen ? seen[i] : 0);
}

void watch_jobs_counts_clear(void)
{
	free(differs);
	differs = NULL;
	size = 0;
}

void watch_jobs_counts_note(void)
{
	const uint32_t *seen = view_jobs_on_nodes(office);

	if (size != view_size(office)) {
		watch_jobs_counts_clear();
		size = view_size(office);
		differs = memory_new(size + 1, sizeof(*differs));
	}
	for (uint32_t i = 0; i < size; i++)
		differs[i] = _differ(i, seen);
}

bool watch_jobs_counts_missing(uint64_t *ret_cnt)
{
	const uint32_t *seen = view_jobs_on_nodes(office);

	*ret_cnt = 0;
	if (!differs || (size != view_size(office)))
		return false;
	for (uint32_t i = 0; i < size; i++) {
		int32_t more = (int32_t) (_differ(i, seen) - differs[i]);

		if (more < 0)
			return false;
		*ret_cnt += (uint32_t) more;
	}
	return true;
}
