/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * osp_queue.c - FCFS and EASY backfilling: see osp_queue.h.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/eval/osp/osp_queue.h"

extern int sim_queue_init(struct sim_queue *q, enum sim_order order,
			  const struct sim_jobs *jobs)
{
	memset(q, 0, sizeof(*q));
	q->order = order;
	q->jobs = jobs;
	q->job = calloc((size_t) jobs->cnt + 1, sizeof(*q->job));
	q->started = calloc((size_t) jobs->cnt + 1, sizeof(*q->started));
	q->handle = calloc((size_t) jobs->cnt + 1, sizeof(*q->handle));
	q->fails = calloc((size_t) jobs->max_cn + 1, sizeof(*q->fails));
	q->left = calloc((size_t) jobs->cnt + 1, sizeof(*q->left));
	if (q->job && q->started && q->handle && q->fails && q->left) {
		for (uint32_t i = 0; i < jobs->cnt; i++)
			q->left[i] = sim_planned(&jobs->job[i]);
		return 0;
	}
	sim_queue_free(q);
	errno = ENOMEM;
	return -1;
}

extern void sim_queue_free(struct sim_queue *q)
{
	free(q->job);
	free(q->started);
	free(q->handle);
	free(q->fails);
	free(q->left);
	memset(q, 0, sizeof(*q));
}

extern void sim_queue_push(struct sim_queue *q, uint32_t job)
{
	q->job[q->cnt++] = job;
}

/* RET 1 if the job begins; 0 if it does not fit; or -1 with errno ENOMEM */
static int _try(struct sim_queue *q, garq_t *g, time_t now, uint32_t number)
{
	uint32_t num_cn = q->jobs->job[number].num_cn;
	time_t end = now + q->left[number];
	int fits = garq_searchReserv(g, now, end, num_cn);

	if (fits <= 0)
		return fits;
	if (garq_addReserv(g, now, end, num_cn, &q->handle[number]) < 0)
		return -1;
	q->started[q->started_cnt++] = number;
	return 1;
}

/* Check the start promised to the head: it may begin earlier, never later. */
static int _keep(struct sim_queue *q, uint32_t head, time_t start)
{
	if (q->known && (q->head == head) && (start > q->promised)) {
		fprintf(stderr, "job %" PRIu32 ", first of the queue, begins at"
			" %" PRId64 " and not at %" PRId64 "\n", head,
			(int64_t) start, (int64_t) q->promised);
		errno = EPROTO;
		return -1;
	}
	q->head = head;
	q->promised = start;
	q->known = true;
	return 0;
}

/* Start jobs from the front. RET the number of jobs started, or -1 */
static int64_t _heads(struct sim_queue *q, garq_t *g, time_t now)
{
	uint32_t n = 0;

	for (int rc; n < q->cnt; n++) {
		rc = _try(q, g, now, q->job[n]);
		if ((rc < 0) || (rc && (_keep(q, q->job[n], now) < 0)))
			return -1;
		if (!rc)
			break;
	}
	q->cnt -= n;
	memmove(q->job, q->job + n, q->cnt * sizeof(*q->job));
	return n;
}

/*
 * The pass skips a job that needs at least the nodes and the time of a job that
 * it has refused: during a pass the free nodes only get fewer.
 */
static void _refused(struct sim_queue *q, uint32_t number)
{
	uint32_t n = q->jobs->job[number].num_cn;

	for (; n <= q->jobs->max_cn; n++) {
		if (q->fails[n] <= q->left[number])
			break;
		q->fails[n] = q->left[number];
	}
}

/*
 * Start jobs behind the head; with EASY, while the head's shadow is reserved.
 */
static int _behind(struct sim_queue *q, garq_t *g, time_t now)
{
	uint32_t kept = 1;
	int rc = 0;

	for (uint32_t n = 0; n <= q->jobs->max_cn; n++)
		q->fails[n] = GARQ_FOREVER;
	/* more nodes than are free now fail for any duration */
	for (uint32_t n = q->jobs->max_cn - garq_usage(g, now) + 1;
	     n <= q->jobs->max_cn; n++)
		q->fails[n] = 0;
	for (uint32_t i = 1; i < q->cnt; i++) {
		uint32_t job = q->job[i];

		if ((rc >= 0) &&
		    (q->left[job] < q->fails[q->jobs->job[job].num_cn])) {
			rc = _try(q, g, now, job);
			if (rc == 1)
				continue;
			_refused(q, job);
		}
		q->job[kept++] = job;
	}
	q->cnt = kept;
	return (rc < 0) ? -1 : 0;
}

/* The earliest start of the head; there always is one. */
static int _shadow(const struct sim_queue *q, const garq_t *g, time_t now,
		   time_t *ret_start)
{
	uint32_t head = q->job[0];

	return (garq_suggestInterval(g, now, now + q->left[head],
				     q->jobs->job[head].num_cn, -1,
				     ret_start) == 1) ? 0 : -1;
}

static int _backfill(struct sim_queue *q, garq_t *g, time_t now)
{
	uint32_t head = q->job[0], handle;
	time_t shadow;
	int rc;

	if ((_shadow(q, g, now, &shadow) < 0) ||
	    (_keep(q, head, shadow) < 0) ||
	    (garq_addReserv(g, shadow, shadow + q->left[head],
			    q->jobs->job[head].num_cn, &handle) < 0))
		return -1;
	rc = _behind(q, g, now);
	garq_deleteReserv(g, handle);
	/*
	 * no started job delays the head: ask again without the shadow
	 * reservation
	 */
	if ((rc < 0) || (_shadow(q, g, now, &shadow) < 0))
		return -1;
	return _keep(q, head, shadow);
}

extern int sim_queue_pass(struct sim_queue *q, garq_t *g, time_t now)
{
	q->started_cnt = 0;
	if (!q->cnt)
		return 0;
	if (garq_usage(g, now) >= q->jobs->max_cn)
		return 0;	/* no node is free */
	if (_heads(q, g, now) < 0)
		return -1;
	if ((q->order == SIM_FCFS) || (q->cnt < 2))
		return 0;
	if (q->order == SIM_GREEDY)
		return _behind(q, g, now);
	return _backfill(q, g, now);
}
