/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdatomic.h>
#include <stdlib.h>

#include "garq/grow.h"
#include "plugin/booking/jobs/expected_start.h"
#include "plugin/booking/request/steps.h"
#include "plugin/memory/memory.h"
#include "plugin/slurm/compat/compat.h"
#include "plugin/slurm/compat/ctld_office.h"
#include "plugin/slurm/compat/nodes.h"
#include "plugin/slurm/job_starts.h"
#include "plugin/slurm/locks.h"
#include "plugin/slurm/sync.h"
#include "plugin/slurm/watch/watch.h"

/* Steps that the search for one job may take: no start is shown beyond these. */
#define STEPS_START (2 * STEPS_TURN)

/* Holds of the locks for one call. */
#define HOLDS_MAX 32

/* A time limit that does not end, for backfill and here. */
#define UNLIMITED_MINUTES (365 * 24 * 60)

/*
 * The last job of each slot that was looked at, and its start then. Locks: job
 * READ to read it, site_lock(true) to write it.
 */
#define SEEN_SLOTS 16384
static struct seen {
	uint32_t job_id;
	uint32_t cycle;		/* the number of backfill's cycles by then */
	time_t start;
	time_t at;		/* the time of the look */
} seen[SEEN_SLOTS];

/* When _plan_again() had backfill plan again. Locks: as seen */
static time_t planned_at;

static atomic_bool asked;	/* see job_starts_ask() */

/* The jobs whose starts have changed. */
typedef struct {
	uint32_t *ids;
	size_t cnt, cap;
} changed_t;

/* Read without a lock, as sdiag's answer is made: a late look is made up for. */
static uint32_t _backfill_cycle(void)
{
	return slurmctld_diag_stats.bf_cycle_counter;
}

/* --signal=R: the job may cross bookings with a MaxStartDelay of Slurm's own. */
static bool _ends_for_resv(const job_record_t *job)
{
	return job->warn_flags & KILL_JOB_RESV;
}

static bool _was_seen(const job_record_t *job)
{
	const struct seen *s = &seen[job->job_id % SEEN_SLOTS];

	return (s->job_id == job->job_id) && (s->cycle == _backfill_cycle()) &&
	       (s->start == job->start_time) && (s->at > watch_last_update());
}

static bool _has_changed(const job_record_t *job, time_t now)
{
	return IS_JOB_PENDING(job) && (job->start_time > now) &&
	       !job->resv_name && job->details && !_ends_for_resv(job) &&
	       !_was_seen(job);
}

static void _note_seen(const job_record_t *job, time_t now)
{
	seen[job->job_id % SEEN_SLOTS] = (struct seen) {
		.job_id = job->job_id, .cycle = _backfill_cycle(),
		.start = job->start_time, .at = now,
	};
}

/*
 * Have backfill plan again after a change of a reservation, unless it is in a
 * cycle, which the stamp would end. Locks: site_lock(true)
 */
static void _plan_again(time_t now)
{
	if (slurmctld_diag_stats.bf_active ||
	    (planned_at > watch_last_update()))
		return;
	planned_at = now;
	last_job_update = now;
}

static void _add_job(changed_t *c, uint32_t job_id)
{
	(void) memory_done(GARQ_GROW(c->ids, c->cnt + 1, 64, &c->cap));
	c->ids[c->cnt++] = job_id;
}

static void _collect_all(changed_t *c, time_t now)
{
	list_itr_t *iter = list_iterator_create(job_list);
	const job_record_t *job;

	while ((job = list_next(iter)))
		if (_has_changed(job, now))
			_add_job(c, job->job_id);
	list_iterator_destroy(iter);
}

static void _collect(changed_t *c, uint32_t job_id, time_t now)
{
	const slurmctld_lock_t read_jobs = { .job = READ_LOCK };
	const job_record_t *job;

	lock_slurmctld(read_jobs);
	job = job_id ? find_job_record(job_id) : NULL;
	if (!job || job->array_recs || job->het_job_id ||
	    (job->array_task_id != NO_VAL))
		_collect_all(c, now);
	else if (_has_changed(job, now))
		_add_job(c, job_id);
	unlock_slurmctld(read_jobs);
}

/* The limit by which backfill plans a job, seconds. */
static time_t _length(const job_record_t *job)
{
	uint32_t minutes = job->time_limit;

	if ((minutes == NO_VAL) && job->part_ptr)
		minutes = job->part_ptr->max_time;
	if (job->time_min && (job->time_min < minutes))
		minutes = job->time_min;
	return (time_t) MAX(MIN(minutes, UNLIMITED_MINUTES), 1) * 60;
}

/* A ListForF: add the nodes of a partition. */
static int _add_part(void *part, void *nodes)
{
	const part_record_t *p = part;

	if (p->node_bitmap)
		bit_or(nodes, p->node_bitmap);
	return 0;
}

/* The nodes that suit a job. RET FREE_NULL_BITMAP() */
static bitstr_t *_usable(job_record_t *job)
{
	bitstr_t *nodes = bit_alloc(node_record_count);

	if (job->part_ptr_list)
		(void) list_for_each(job->part_ptr_list, _add_part, nodes);
	else if (job->part_ptr)
		(void) _add_part(job->part_ptr, nodes);
	if (job->details->exc_node_bitmap)
		bit_and_not(nodes, job->details->exc_node_bitmap);
	if (job_req_node_filter(job, nodes, true))
		bit_clear_all(nodes);	/* the planned ones are known to suit */
	return nodes;
}

/* The plan with the sets that it points to. */
typedef struct {
	expected_plan_t plan;
	garq_set_t *usable, *planned, *needed, *nodes;
} start_t;

static void _free_start(start_t *s)
{
	garq_set_destroy(s->usable);
	garq_set_destroy(s->planned);
	garq_set_destroy(s->needed);
	garq_set_destroy(s->nodes);
}

/* RET false: Slurm's plan can't be read. _free_start() in any case */
static bool _read_plan(job_record_t *job, start_t *s)
{
	bitstr_t *usable = _usable(job), *planned = NULL;
	uint32_t cnt;
	int rc = job->sched_nodes ?
		compat_node_bitmap(job->sched_nodes, &planned) : 0;

	s->usable = nodes_from_bitmap(usable);
	s->planned = nodes_from_bitmap(planned);
	s->needed = nodes_from_bitmap(job->details->req_node_bitmap);
	s->nodes = memory_there(garq_set_create(view_size(office)));
	FREE_NULL_BITMAP(usable);
	FREE_NULL_BITMAP(planned);
	if (rc)
		return false;
	garq_set_add_all(s->usable, s->planned);
	garq_set_add_all(s->usable, s->needed);
	cnt = garq_set_count(s->planned);
	s->plan = (expected_plan_t) {
		.usable = s->usable, .planned = s->planned,
		.needed = s->needed,
		.num_cn = cnt ? cnt : MAX(job->details->min_nodes, 1),
		.start = job->start_time, .length = _length(job),
	};
	return true;
}

/* IN start - 0: it is not known. IN nodes - with start */
static void _set_start(job_record_t *job, time_t start, const garq_set_t *nodes)
{
	bitstr_t *bits = start ? nodes_to_bitmap(nodes) : NULL;

	log_flag(RESERVATION, "sched/garq: %pJ is expected to start at %"PRId64", not at %"PRId64", when a booking has its nodes",
		 job, (int64_t) start, (int64_t) job->start_time);
	job->start_time = start;
	xfree(job->sched_nodes);
	if (bits)
		job->sched_nodes = bitmap2node_name(bits);
	FREE_NULL_BITMAP(bits);
}

/* Look at one job. RET the steps that were taken */
static uint64_t _correct(job_record_t *job, time_t now)
{
	uint64_t left = STEPS_START;
	start_t s = { .usable = NULL };
	time_t start = 0;

	if (_read_plan(job, &s) && expected_is_blind(office, &s.plan, &left)) {
		(void) expected_find(office, &s.plan, &left, &start, s.nodes);
		_set_start(job, start, s.nodes);
	}
	_note_seen(job, now);
	_free_start(&s);
	return STEPS_START - left;
}

/* Correct jobs until a hold has taken its steps. RET the next job */
static size_t _correct_some(const changed_t *c, size_t from, time_t now)
{
	uint64_t steps = 0;
	size_t i = from;

	_plan_again(now);
	for (; (i < c->cnt) && (steps < STEPS_PAUSE); i++) {
		job_record_t *job = find_job_record(c->ids[i]);

		if (job && _has_changed(job, now))
			steps += _correct(job, now) +
				 (view_size(office) / 64) * STEPS_RECORD;
	}
	return i;
}

void job_starts_correct(uint32_t job_id)
{
	changed_t c = { .ids = NULL };
	time_t now = time(NULL);
	uint32_t holds = 0;
	size_t i = 0;

	_collect(&c, job_id, now);
	if (c.cnt)
		site_lock(true);
	while ((i < c.cnt) && site_follow(now)) {
		i = _correct_some(&c, i, now);
		if ((i >= c.cnt) || (++holds >= HOLDS_MAX))
			break;
		locks_pass_on();
		now = time(NULL);
	}
	if (c.cnt)
		site_unlock(true);
	free(c.ids);
}

void job_starts_ask(void)
{
	atomic_store(&asked, true);
}

void job_starts_turn(void)
{
	if (atomic_exchange(&asked, false))
		job_starts_correct(0);
}
