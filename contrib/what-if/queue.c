/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/param.h>

#include "contrib/what-if/office.h"
#include "contrib/what-if/queue.h"
#include "garq/times.h"

#define YEAR ((time_t) 366 * 86400)

static queue_job_t *jobs;
static uint32_t cnt, room;

/* The place of the first job that can't start. */
typedef struct {
	time_t start;
	garq_set_t *nodes;
} promise_t;

void queue_add(const queue_job_t *job)
{
	if (cnt == room) {
		room = room ? 2 * room : 64;
		jobs = fake_need(realloc(jobs, room * sizeof(jobs[0])));
	}
	jobs[cnt++] = *job;
}

void queue_free(void)
{
	free(jobs);
	jobs = NULL;
	cnt = room = 0;
}

static garq_set_t *_idle(void)
{
	garq_set_t *set = fake_need(garq_set_create(cluster.node_cnt));

	for (uint32_t i = 0; i < cluster.node_cnt; i++)
		garq_set_add(set, i);
	for (uint32_t i = 0; i < cluster.run_cnt; i++)
		garq_set_del_all(set, cluster.runs[i].nodes);
	return set;
}

static const garq_nodes_t *_nodes(void)
{
	return garq_machine_nodes(view_machine(office));
}

/* Move up to n nodes from one set to another. RET how many */
static uint32_t _take(garq_set_t *from, garq_set_t *to, uint32_t n)
{
	uint32_t taken = 0;

	for (uint32_t i = garq_set_next(from, 0);
	     (taken < n) && (i < from->size);
	     i = garq_set_next(from, i + 1), taken++) {
		garq_set_del(from, i);
		garq_set_add(to, i);
	}
	return taken;
}

/*
 * IN/OUT idle - nodes without a job
 * IN promise - of the first job that waits; NULL: there is none
 */
static bool _start(const queue_job_t *job, garq_set_t *idle,
		   const promise_t *promise)
{
	time_t until = cluster.now + job->limit;
	garq_set_t *some = fake_need(garq_set_copy(idle));
	garq_set_t *chosen = fake_need(garq_set_create(idle->size));
	bool fits;

	if (promise && (until > promise->start))
		garq_set_del_all(some, promise->nodes);
	fits = garq_nodes_free(_nodes(), some, cluster.now, until,
			       GARQ_NO_GROUP, some) >= job->num_cn;
	if (fits) {
		(void) _take(some, chosen, job->num_cn);
		garq_set_del_all(idle, chosen);
		cluster_run(job->number, chosen, until, cluster.now + job->run,
			    "");
		printf("ran %u %lld\n", job->number, (long long) cluster.now);
	}
	garq_set_destroy(some);
	garq_set_destroy(chosen);
	return fits;
}

/* A garq_starts_fn */
static bool _first(void *arg, time_t first, time_t last)
{
	(void) last;
	*(time_t *) arg = first;
	return false;
}

/* Nodes that are busy now go first: idle ones may serve others meanwhile. */
static promise_t _promise(const queue_job_t *job, const garq_set_t *idle)
{
	promise_t p = { .start = cluster.now + YEAR };
	garq_set_t *some = fake_need(garq_set_create(idle->size));
	garq_set_t *busy;
	uint64_t steps = UINT64_MAX;
	uint32_t taken;
	time_t until;

	for (uint32_t i = 0; i < idle->size; i++)
		garq_set_add(some, i);
	p.nodes = fake_need(garq_set_create(idle->size));
	if (garq_nodes_starts(_nodes(), some, job->num_cn, cluster.now,
			      p.start, job->limit, &steps, _first, &p.start,
			      &until))
		(void) fake_need(NULL);
	(void) garq_nodes_free(_nodes(), some, p.start, p.start + job->limit,
			       GARQ_NO_GROUP, some);
	busy = fake_need(garq_set_copy(some));
	garq_set_del_all(busy, idle);
	taken = _take(busy, p.nodes, job->num_cn);
	garq_set_del_all(some, p.nodes);
	(void) _take(some, p.nodes, job->num_cn - taken);
	garq_set_destroy(some);
	garq_set_destroy(busy);
	return p;
}

/* Take the jobs out that have started, of which the first is at from. */
static void _close_up(uint32_t from, const bool *started, uint32_t looked)
{
	uint32_t to = from;

	for (uint32_t i = from; i < cnt; i++)
		if ((i >= looked) || !started[i - from])
			jobs[to++] = jobs[i];
	cnt = to;
}

/* Where one job fails, none that wants no less fits: idle nodes become fewer. */
static bool _is_no_less(const queue_job_t *job, const queue_job_t *than)
{
	return (job->num_cn >= than->num_cn) && (job->limit >= than->limit);
}

static void _backfill(garq_set_t *idle)
{
	uint32_t looked = MIN(cnt, QUEUE_DEPTH + 1), left;
	bool started[QUEUE_DEPTH] = { false };
	queue_job_t failed = { .num_cn = UINT32_MAX };
	promise_t p;

	if ((looked < 2) || !(left = garq_set_count(idle)))
		return;
	p = _promise(&jobs[0], idle);
	for (uint32_t i = 1; left && (i < looked); i++) {
		if ((jobs[i].num_cn > left) || _is_no_less(&jobs[i], &failed))
			continue;
		if (!(started[i - 1] = _start(&jobs[i], idle, &p)))
			failed = jobs[i];
		else
			left -= jobs[i].num_cn;
	}
	garq_set_destroy(p.nodes);
	_close_up(1, started, looked);
}

void queue_schedule(void)
{
	garq_set_t *idle;
	uint32_t begun = 0;

	if (!cnt)
		return;
	idle = _idle();
	while ((begun < cnt) && _start(&jobs[begun], idle, NULL))
		begun++;
	memmove(jobs, jobs + begun, (cnt - begun) * sizeof(jobs[0]));
	cnt -= begun;
	if (begun)
		office_sync();
	_backfill(idle);
	garq_set_destroy(idle);
	office_sync();
}
