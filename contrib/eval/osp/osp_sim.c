/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * osp_sim.c - the simulator: see osp_sim.h.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/eval/base/events.h"
#include "contrib/eval/osp/osp_audit.h"
#include "contrib/eval/osp/osp_sim.h"

/* garq_check() visits all slots, so it runs rarely, and at the end. */
#define CHECK_EVERY 1024

/* The kinds of events, in their order at one second. */
enum sim_event_kind {
	SIM_RUN_END,		/* a job ends before its reservation does */
	SIM_HOLD_END,		/* nodes are free again; of a job that was
				 * preempted: one of its first ends is stale */
	SIM_BEGIN		/* a reservation begins */
};

struct sim {
	const struct sim_setup *setup;
	const struct sim_jobs *jobs;
	garq_t *g;		/* answers the policy */
	garq_t *nodes;		/* answers the queue: g, or what runs alone */
	uint32_t *handle;	/* by job: in g; in nodes it is the queue's */
	struct sim_fate *fate;
	uint32_t *stale;	/* by job: events that mean nothing any more */
	struct sim_running run;	/* jobs of the queue */
	struct sim_queue queue;
	struct eval_events events;
	time_t now;
	uint32_t running;	/* nodes with a job on them */
	uint64_t busy;
	uint32_t steps;
};

extern void sim_result_free(struct sim_result *result)
{
	free(result->fate);
	free(result->piece);
	memset(result, 0, sizeof(*result));
}

static int _violation(const struct sim *s, uint32_t job, const char *what)
{
	fprintf(stderr, "at %" PRId64 ", job %" PRIu32 ": %s\n",
		(int64_t) s->now, job, what);
	errno = EPROTO;
	return -1;
}

static int _check(const struct sim *s)
{
	const char *reason;

	return (garq_check(s->g, &reason) && garq_check(s->nodes, &reason)) ?
		0 : _violation(s, 0, reason);
}

static int _pass_time(struct sim *s, time_t t)
{
	s->busy += (uint64_t) (t - s->now) * s->running;
	s->now = t;
	if ((s->steps++ % CHECK_EVERY == 0) && (_check(s) < 0))
		return -1;
	if ((s->nodes != s->g) && (garq_advance(s->nodes, t) < 0))
		return -1;
	return garq_advance(s->g, t);
}

static int _push(struct sim *s, time_t t, enum sim_event_kind kind,
		 uint32_t job)
{
	struct eval_event event = { t, kind, job };

	return eval_events_push(&s->events, &event);
}

/* Begin a job, in its reservation or from the queue. */
static int _begin(struct sim *s, uint32_t job)
{
	struct sim_fate *f = &s->fate[job];

	if (f->start != s->now)
		return _violation(s, job, "does not begin when it should");
	s->running += f->num_cn;
	if ((f->run_end < f->hold_end) &&
	    (_push(s, f->run_end, SIM_RUN_END, job) < 0))
		return -1;
	return _push(s, f->hold_end, SIM_HOLD_END, job);
}

/* Does a job run in a reservation, and not from the queue? */
static bool _reserved(const struct sim *s, uint32_t job)
{
	return s->fate[job].ar && (s->fate[job].kind != SIM_REFUSED);
}

/* Free a job's nodes; in a reservation the job may have ended earlier. */
static int _end(struct sim *s, uint32_t job)
{
	const struct sim_fate *f = &s->fate[job];

	if (s->stale[job]) {
		s->stale[job]--;
		return 0;
	}
	if (f->run_end == f->hold_end)
		s->running -= f->num_cn;
	sim_running_remove(&s->run, job);
	if ((garq_deleteReserv(s->nodes, s->queue.handle[job]) < 0) ||
	    ((s->nodes != s->g) && _reserved(s, job) &&
	     (garq_deleteReserv(s->g, s->handle[job]) < 0)))
		return _violation(s, job, "ends, and was not known");
	return 0;
}

/* Preemption, where reservations are admitted against reservations alone */

/* End the run of a job, which queues again for the rest of its time. */
static int _preempt(struct sim *s, uint32_t job)
{
	struct sim_fate *f = &s->fate[job];
	struct sim_piece piece = { job, f->num_cn, f->start, s->now };

	if ((sim_running_keep(&s->run, &piece) < 0) ||
	    (garq_deleteReserv(s->nodes, s->queue.handle[job]) < 0))
		return -1;
	sim_running_remove(&s->run, job);
	s->running -= f->num_cn;
	s->stale[job]++;
	f->done += s->now - f->start;
	s->queue.left[job] -= s->now - f->start;
	sim_queue_push(&s->queue, job);
	return 0;
}

/* Take the nodes of a reservation that begins from jobs, if none are free. */
static int _take(struct sim *s, uint32_t job)
{
	const struct sim_fate *f = &s->fate[job];

	while (s->jobs->max_cn - garq_usage(s->nodes, s->now) < f->num_cn) {
		if (!s->run.cnt)
			return _violation(s, job, "begins without its nodes");
		if (_preempt(s, s->run.job[0]) < 0)
			return -1;
	}
	if (garq_addReserv(s->nodes, f->start, f->hold_end, f->num_cn,
			   &s->queue.handle[job]) < 0)
		return _violation(s, job, "begins, and does not fit");
	s->queue.known = false;	/* the head may begin later than promised */
	return 0;
}

static int _event(struct sim *s, const struct eval_event *event)
{
	switch (event->kind) {
	case SIM_RUN_END:
		s->running -= s->fate[event->number].num_cn;
		return 0;
	case SIM_HOLD_END:
		return _end(s, event->number);
	default:
		if ((s->nodes != s->g) && (_take(s, event->number) < 0))
			return -1;
		return _begin(s, event->number);
	}
}

/* Start the jobs of the queue that can begin. */
static int _schedule(struct sim *s)
{
	if (sim_queue_pass(&s->queue, s->nodes, s->now) < 0)
		return -1;
	for (uint32_t i = 0; i < s->queue.started_cnt; i++) {
		uint32_t number = s->queue.started[i];
		const struct eval_job *job = &s->jobs->job[number];
		struct sim_fate *f = &s->fate[number];

		f->start = s->now;
		f->run_end = f->hold_end = s->now + job->dur - f->done;
		f->num_cn = job->num_cn;
		if ((_begin(s, number) < 0) ||
		    (sim_running_add(&s->run, number) < 0))
			return -1;
	}
	return 0;
}

/* Is a deal within the ask, in whole slots, and not in the past? */
static bool _in_order(const struct sim *s, const struct sim_ask *ask,
		      const struct sim_deal *deal)
{
	time_t delta = s->jobs->delta, length = deal->t_e - deal->t_s;

	if ((deal->t_s % delta) || (deal->t_e % delta) || (length <= 0) ||
	    (deal->t_s < s->now) || !deal->num_cn)
		return false;
	if (deal->kind == SIM_SOLUTION)
		return (length == ask->dur) && (deal->num_cn == ask->num_cn) &&
			(deal->t_s >= ask->ti_s) && (deal->t_e <= ask->ti_e);
	return (length <= ask->dur) && (deal->num_cn <= ask->num_cn);
}

static int _accept(struct sim *s, uint32_t number, const struct sim_deal *deal)
{
	struct sim_fate *f = &s->fate[number];
	time_t dur = s->jobs->job[number].dur;

	/* the job does not run longer than its reservation */
	f->start = deal->t_s;
	f->hold_end = deal->t_e;
	f->run_end = deal->t_s + dur;
	if (f->run_end > f->hold_end)
		f->run_end = f->hold_end;
	f->num_cn = deal->num_cn;
	if (garq_addReserv(s->g, deal->t_s, deal->t_e, deal->num_cn,
			   &s->handle[number]) < 0)
		return (errno == ENOMEM) ? -1 :
			_violation(s, number, "what was offered is not free");
	if (_push(s, deal->t_s, SIM_BEGIN, number) < 0)
		return -1;
	/*
	 * a reservation may delay the head, and free time for others until then;
	 * but not where the queue does not see it
	 */
	if (s->nodes == s->g)
		s->queue.known = false;
	return _schedule(s);
}

static int _enqueue(struct sim *s, uint32_t number)
{
	sim_queue_push(&s->queue, number);
	return _schedule(s);
}

static int _ask(struct sim *s, uint32_t number)
{
	const struct sim_setup *setup = s->setup;
	struct sim_ask ask = sim_ask_of(s->jobs, &s->jobs->job[number],
					setup->bt, setup->slt);
	struct sim_deal deal = { 0 };

	if (setup->policy(s->g, &ask, &deal) < 0)
		return -1;
	s->fate[number].kind = deal.kind;
	if (deal.kind == SIM_REFUSED)
		return setup->requeue ? _enqueue(s, number) : 0;
	if (!_in_order(s, &ask, &deal))
		return _violation(s, number, "a deal that was not asked for");
	return _accept(s, number, &deal);
}

/* Process all events of s->now; arriving jobs come separately. */
static int _events_now(struct sim *s)
{
	const struct eval_event *first;
	bool changed = false;

	while ((first = eval_events_first(&s->events)) &&
	       (first->t <= s->now)) {
		struct eval_event event = eval_events_pop(&s->events);

		if (event.t < s->now)
			return _violation(s, event.number, "was forgotten");
		if (_event(s, &event) < 0)
			return -1;
		changed |= (event.kind == SIM_HOLD_END) ||
			(s->nodes != s->g);
	}
	return changed ? _schedule(s) : 0;
}

static int _arrive(struct sim *s, uint32_t number)
{
	s->fate[number].ar = s->setup->ar[number];
	if (s->fate[number].ar)
		return _ask(s, number);
	return _enqueue(s, number);
}

static int _run(struct sim *s)
{
	uint32_t next = 0;

	for (;;) {
		const struct eval_event *event = eval_events_first(&s->events);
		time_t t = event ? event->t : GARQ_FOREVER;

		if ((next < s->jobs->cnt) && (s->jobs->job[next].submit <= t))
			t = s->jobs->job[next].submit;
		else if (!event)
			break;
		if ((_pass_time(s, t) < 0) || (_events_now(s) < 0))
			return -1;
		while ((next < s->jobs->cnt) &&
		       (s->jobs->job[next].submit == t))
			if (_arrive(s, next++) < 0)
				return -1;
	}
	if (s->queue.cnt)
		return _violation(s, s->queue.job[0], "never begins");
	if (s->running || garq_count(s->g) || garq_count(s->nodes))
		return _violation(s, 0, "nodes are in use at the end");
	if (_check(s) < 0)
		return -1;
	return sim_audit(s->fate, s->jobs->cnt, s->run.piece, s->run.pieces,
			 s->jobs->max_cn);
}

static garq_t *_garq(const struct sim_setup *setup)
{
	return garq_create(setup->jobs->max_cn, setup->jobs->delta,
			   setup->horizon, setup->jobs->begin);
}

static int _init(struct sim *s)
{
	s->g = _garq(s->setup);
	s->nodes = s->setup->alone ? _garq(s->setup) : s->g;
	s->fate = calloc((size_t) s->jobs->cnt + 1, sizeof(*s->fate));
	s->stale = calloc((size_t) s->jobs->cnt + 1, sizeof(*s->stale));
	if (!s->g || !s->nodes || !s->fate || !s->stale ||
	    (sim_queue_init(&s->queue, s->setup->order, s->jobs) < 0))
		return -1;
	s->handle = (s->nodes == s->g) ? s->queue.handle :
		calloc((size_t) s->jobs->cnt + 1, sizeof(*s->handle));
	return s->handle ? 0 : -1;
}

/* What is in the result stays. */
static void _free(struct sim *s)
{
	if (s->nodes != s->g) {
		garq_destroy(s->nodes);
		free(s->handle);
	}
	garq_destroy(s->g);
	sim_queue_free(&s->queue);
	sim_running_free(&s->run);
	eval_events_free(&s->events);
	free(s->fate);
	free(s->stale);
}

extern int sim_run(const struct sim_setup *setup,
		   struct sim_result *ret_result)
{
	struct sim s = {
		.setup = setup, .jobs = setup->jobs, .now = setup->jobs->begin,
	};
	int rc = _init(&s);

	if (!rc)
		rc = _run(&s);
	if (!rc) {
		*ret_result = (struct sim_result) {
			s.fate, s.busy, s.now, s.run.piece, s.run.pieces
		};
		s.fate = NULL;
		s.run.piece = NULL;
	}
	_free(&s);
	return rc;
}
