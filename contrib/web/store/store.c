/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

#include "contrib/web/store/store.h"

#define INTEREST 60000		/* rounds go on for so long after a request */
#define STALE 5			/* rounds after which a snapshot is too old */

typedef struct job {
	struct job *next;
	void (*run)(void *arg);
	void (*drop)(void *arg);
	void *arg;
	bool changes;
	bool begun, done;
	bool left;		/* nobody waits for it */
} job_t;

typedef struct {
	char *name;		/* owned */
	uint64_t revision;
} gone_t;

struct store {
	pthread_t worker;
	pthread_mutex_t lock;	/* of all below */
	pthread_cond_t work;	/* for the worker */
	pthread_cond_t news;	/* for all others */
	bool closed;
	char epoch[17];
	const char *me;
	int64_t pause;

	shared_t *snapshot;	/* or NULL */
	uint64_t revision;
	int64_t fresh_at;	/* the last round that succeeded; 0: none */
	int64_t tried_at;	/* the end of the last round */
	int64_t wanted_at;	/* the last request of a client */
	bool wanted;		/* a client waits for a round */
	status_t status;	/* of the last round */
	char *why;		/* owned, or NULL */
	unsigned int waiters;
	job_t *first, *last;
	unsigned int job_cnt;
	gone_t gone[STORE_GONE];	/* a ring */
	size_t gone_at, gone_cnt;
	uint64_t gone_since;	/* names gone before are not known */

	/* the worker's alone */
	records_t records;
	time_t changes_at;	/* of the last snapshot that was made */
};

int64_t store_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t) t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* Wait for a condition until a time; locked. */
static void _wait_until(store_t *s, pthread_cond_t *cond, int64_t until)
{
	struct timespec t = {
		.tv_sec = until / 1000, .tv_nsec = until % 1000 * 1000000,
	};

	pthread_cond_timedwait(cond, &s->lock, &t);
}

/* --- a round -------------------------------------------------------------------- */

static void _forget(void *arg, const char *name)
{
	store_t *s = arg;
	gone_t *g = &s->gone[s->gone_at];

	free(g->name);
	/* without memory the place is empty: all is sent then */
	*g = (gone_t) { .name = strdup(name), .revision = s->revision };
	s->gone_at = (s->gone_at + 1) % STORE_GONE;
	s->gone_cnt += (s->gone_cnt < STORE_GONE);
}

/* Must entries be shown otherwise, as time has passed? */
static bool _is_over(const store_t *s)
{
	return s->changes_at &&
	       (time(NULL) + s->records.settings.ahead >= s->changes_at);
}

/* Show another snapshot; locked. IN made - is taken over */
static void _publish(store_t *s, snapshot_t *made)
{
	snapshot_t *before = shared_data(s->snapshot);
	shared_t *shared = shared_make(made, snapshot_drop);

	if (!shared)
		return;
	s->revision = made->revision;
	if (before && !snapshot_gone(before, made, _forget, s))
		s->gone_since = s->revision;
	shared_drop(s->snapshot);
	s->snapshot = shared;
}

/* Keep the result of a round; locked. IN a - the reason is taken over */
static void _note_round(store_t *s, answer_t *a)
{
	free(s->why);
	s->why = a->why;
	a->why = NULL;
	s->status = a->status;
	s->tried_at = store_now();
	if (a->status == STATUS_DONE)
		s->fresh_at = s->tried_at;
	s->wanted = false;
	pthread_cond_broadcast(&s->news);
}

/* The worker alone changes the snapshot, so it may read it without the lock. */
static void _round(store_t *s)
{
	const snapshot_t *before = shared_data(s->snapshot);
	snapshot_t *made = NULL;
	bool changed = false;
	answer_t a;

	records_load(&s->records, store_now(), &changed, &a);
	if ((a.status == STATUS_DONE) &&
	    (!before || changed || _is_over(s)) &&
	    !(made = snapshot_make(&s->records, s->me, before, &changed)))
		a.status = STATUS_FAILED;
	pthread_mutex_lock(&s->lock);
	if (made)
		s->changes_at = made->changes_at;
	/* else nobody has seen its revision, which is given again */
	if (made && changed) {
		_publish(s, made);
		made = NULL;
	}
	_note_round(s, &a);
	pthread_mutex_unlock(&s->lock);
	snapshot_drop(made);
	answer_free(&a);
}

records_t *store_records(store_t *s)
{
	return &s->records;
}

/* --- the worker -------------------------------------------------------------------- */

/* Take the first job; locked. */
static job_t *_take(store_t *s)
{
	job_t *job = s->first;

	if (!job)
		return NULL;
	s->first = job->next;
	if (!s->first)
		s->last = NULL;
	s->job_cnt--;
	job->begun = true;
	return job;
}

static void _do(store_t *s, job_t *job)
{
	bool left;

	job->run(job->arg);
	if (job->changes)
		_round(s);
	pthread_mutex_lock(&s->lock);
	job->done = true;
	left = job->left;
	pthread_cond_broadcast(&s->news);
	pthread_mutex_unlock(&s->lock);
	if (!left)
		return;
	job->drop(job->arg);
	free(job);
}

/* When is the next round due? INT64_MAX: nobody is interested. Locked. */
static int64_t _due(const store_t *s)
{
	int64_t due = s->tried_at + s->pause;

	if (!s->wanted && !s->waiters &&
	    (store_now() - s->wanted_at > INTEREST))
		return INT64_MAX;
	return due;
}

static void *_work(void *arg)
{
	store_t *s = arg;
	job_t *job;

	ctl_init();
	pthread_mutex_lock(&s->lock);
	while (!s->closed) {
		int64_t due = _due(s);

		if (!(job = _take(s)) && (due > store_now())) {
			if (due == INT64_MAX)
				pthread_cond_wait(&s->work, &s->lock);
			else
				_wait_until(s, &s->work, due);
			continue;
		}
		pthread_mutex_unlock(&s->lock);
		if (job)
			_do(s, job);
		else
			_round(s);
		pthread_mutex_lock(&s->lock);
	}
	pthread_mutex_unlock(&s->lock);
	return NULL;
}

/* --- life ----------------------------------------------------------------------------- */

static bool _init(store_t *s)
{
	pthread_condattr_t attr;
	uint64_t epoch;
	bool ok;

	if (getrandom(&epoch, sizeof(epoch), 0) != (ssize_t) sizeof(epoch))
		return false;
	snprintf(s->epoch, sizeof(s->epoch), "%016llx",
		 (unsigned long long) epoch);
	pthread_condattr_init(&attr);
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	ok = !pthread_mutex_init(&s->lock, NULL) &&
	     !pthread_cond_init(&s->work, &attr) &&
	     !pthread_cond_init(&s->news, &attr);
	pthread_condattr_destroy(&attr);
	return ok;
}

store_t *store_start(const char *me, int64_t pause)
{
	store_t *s = calloc(1, sizeof(*s));

	if (!s)
		return NULL;
	s->me = me;
	s->pause = pause;
	s->wanted_at = store_now();
	s->tried_at = s->wanted_at - pause;
	if (_init(s) && !pthread_create(&s->worker, NULL, _work, s))
		return s;
	free(s);
	return NULL;
}

void store_close(store_t *s)
{
	pthread_mutex_lock(&s->lock);
	s->closed = true;
	pthread_cond_broadcast(&s->work);
	pthread_cond_broadcast(&s->news);
	pthread_mutex_unlock(&s->lock);
}

void store_stop(store_t *s)
{
	if (!s)
		return;
	store_close(s);
	pthread_join(s->worker, NULL);
	shared_drop(s->snapshot);
	records_free(&s->records);
	for (size_t i = 0; i < STORE_GONE; i++)
		free(s->gone[i].name);
	free(s->why);
	pthread_cond_destroy(&s->work);
	pthread_cond_destroy(&s->news);
	pthread_mutex_destroy(&s->lock);
	free(s);
}

const char *store_epoch(const store_t *s)
{
	return s->epoch;
}

/* --- reading ----------------------------------------------------------------------------- */

static bool _is_fresh(const store_t *s, int64_t now)
{
	return s->snapshot && (s->status == STATUS_DONE) &&
	       (now - s->fresh_at <= STALE * s->pause);
}

/* A round has failed since this thread began to wait, or shortly before. */
static bool _has_failed(const store_t *s, int64_t now)
{
	return s->tried_at && (s->status != STATUS_DONE) &&
	       (now - s->tried_at <= STALE * s->pause);
}

void store_get(store_t *s, int64_t wait, shared_t **ret, answer_t *a)
{
	int64_t now = store_now(), until = now + wait;

	*ret = NULL;
	*a = (answer_t) { .status = STATUS_DONE };
	pthread_mutex_lock(&s->lock);
	s->wanted_at = now;
	while (!s->closed && !_is_fresh(s, now) && !_has_failed(s, now) &&
	       (now < until)) {
		s->wanted = true;
		pthread_cond_signal(&s->work);
		_wait_until(s, &s->news, until);
		now = store_now();
	}
	if (_is_fresh(s, now)) {
		*ret = shared_keep(s->snapshot);
	} else {
		a->status = (s->status != STATUS_DONE) ? s->status :
							 STATUS_SILENT;
		a->why = s->why ? strdup(s->why) : NULL;
	}
	pthread_mutex_unlock(&s->lock);
}

bool store_wait(store_t *s, uint64_t revision, int64_t wait)
{
	int64_t now = store_now(), until = now + wait;
	bool changed;

	pthread_mutex_lock(&s->lock);
	s->wanted_at = now;
	s->waiters++;
	pthread_cond_signal(&s->work);
	while (!s->closed && (s->revision == revision) && (now < until) &&
	       !_has_failed(s, now)) {
		_wait_until(s, &s->news, until);
		now = store_now();
	}
	s->waiters--;
	s->wanted_at = now;
	changed = (s->revision != revision);
	pthread_mutex_unlock(&s->lock);
	return changed;
}

bool store_gone(store_t *s, uint64_t revision,
		void (*fn)(void *arg, const char *name), void *arg)
{
	bool all;

	pthread_mutex_lock(&s->lock);
	all = (revision >= s->gone_since);
	for (size_t i = 0; i < s->gone_cnt; i++) {
		const gone_t *g = &s->gone[(s->gone_at + STORE_GONE - 1 - i) %
					   STORE_GONE];

		if (g->revision <= revision)
			break;
		all = all && g->name;
		if (g->name)
			fn(arg, g->name);
		if (i == STORE_GONE - 1)
			all = false;
	}
	pthread_mutex_unlock(&s->lock);
	return all;
}

/* --- deeds --------------------------------------------------------------------------------- */

/* Take a job that has not begun out of the queue; locked. */
static void _remove(store_t *s, job_t *job)
{
	job_t **at = &s->first;

	s->last = NULL;
	while (*at) {
		if (*at == job) {
			*at = job->next;
			s->job_cnt--;
			continue;
		}
		s->last = *at;
		at = &(*at)->next;
	}
}

static bool _add(store_t *s, job_t *job)
{
	if (s->closed || (s->job_cnt == STORE_QUEUE))
		return false;
	if (s->last)
		s->last->next = job;
	else
		s->first = job;
	s->last = job;
	s->job_cnt++;
	s->wanted_at = store_now();
	pthread_cond_signal(&s->work);
	return true;
}

/* Wait for a job of the queue; locked. */
static store_rc_t _await(store_t *s, job_t *job, int64_t until)
{
	while (!job->done && (store_now() < until) &&
	       (!s->closed || job->begun))
		_wait_until(s, &s->news, until);
	if (job->done)
		return STORE_DONE;
	if (!job->begun) {
		_remove(s, job);
		return STORE_FULL;
	}
	job->left = true;
	return STORE_LATE;
}

store_rc_t store_do(store_t *s, void (*run)(void *arg), bool changes,
		    void *arg, void (*drop)(void *arg), int64_t wait)
{
	int64_t until = store_now() + wait;
	job_t *job = calloc(1, sizeof(*job));
	store_rc_t rc = STORE_FULL;

	if (!job)
		return rc;
	*job = (job_t) { .run = run, .drop = drop, .arg = arg,
			 .changes = changes };
	pthread_mutex_lock(&s->lock);
	if (_add(s, job))
		rc = _await(s, job, until);
	pthread_mutex_unlock(&s->lock);
	if (rc != STORE_LATE)
		free(job);
	return rc;
}
