/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <errno.h>
#include <time.h>

#include "plugin/worker.h"

#define SECOND 1000000000L	/* nanoseconds */
/*
 * Nanoseconds after which a second has begun by time(), too, which is behind by
 * a tick of the kernel, 10 milliseconds at most.
 */
#define BEGUN 20000000L

/* The end of a wait, on CLOCK_MONOTONIC. */
static struct timespec _end_of_wait(const worker_t *w, time_t seconds)
{
	struct timespec end, wall;

	(void) clock_gettime(CLOCK_MONOTONIC, &end);
	end.tv_sec += seconds;
	if (!w->on_second)
		return end;
	(void) clock_gettime(CLOCK_REALTIME, &wall);
	end.tv_nsec += BEGUN - wall.tv_nsec;
	end.tv_sec += (end.tv_nsec >= SECOND) - (end.tv_nsec < 0);
	end.tv_nsec = (end.tv_nsec + SECOND) % SECOND;
	return end;
}

/* Wait for the next turn. RET false if the thread has to stop */
static bool _wait_for_turn(worker_t *w, time_t seconds)
{
	struct timespec until = _end_of_wait(w, seconds);
	bool go_on;

	pthread_mutex_lock(&w->lock);
	while (!w->stop && !w->awake && (seconds >= 1)) {
		if (pthread_cond_timedwait(&w->wake, &w->lock, &until) ==
		    ETIMEDOUT)
			break;
	}
	w->awake = false;
	go_on = !w->stop;
	w->ended = !go_on;
	if (w->ended)
		pthread_cond_broadcast(&w->end);
	pthread_mutex_unlock(&w->lock);
	return go_on;
}

/*
 * A turn goes on at once. It takes slurmctld's locks again, which glibc gives
 * to the thread that asks first: so leave them to others for several turns.
 */
static void _leave_to_others(void)
{
	const struct timespec pause = { .tv_nsec = 50000000 };

	(void) nanosleep(&pause, NULL);
}

static void *_run_turns(void *arg)
{
	worker_t *w = arg;
	time_t seconds = w->first;

	while (_wait_for_turn(w, seconds)) {
		seconds = w->turn();
		if (!seconds)
			_leave_to_others();
	}
	return NULL;
}

static bool _init_conds(worker_t *w)
{
	pthread_condattr_t attr;
	bool ok;

	if (pthread_condattr_init(&attr))
		return false;
	ok = !pthread_condattr_setclock(&attr, CLOCK_MONOTONIC) &&
	     !pthread_cond_init(&w->wake, &attr);
	if (ok && pthread_cond_init(&w->end, &attr)) {
		pthread_cond_destroy(&w->wake);
		ok = false;
	}
	pthread_condattr_destroy(&attr);
	return ok;
}

static void _destroy_conds(worker_t *w)
{
	pthread_cond_destroy(&w->wake);
	pthread_cond_destroy(&w->end);
}

/* Locks: lock. */
static bool _begin_thread(worker_t *w)
{
	w->ended = w->left = false;
	if (!_init_conds(w))
		return false;
	if (!pthread_create(&w->thread, NULL, _run_turns, w))
		return true;
	_destroy_conds(w);
	return false;
}

bool worker_start(worker_t *w, time_t first)
{
	bool ok;

	pthread_mutex_lock(&w->lock);
	w->stop = w->awake = false;
	w->first = first;
	/* A thread that was left behind goes on. */
	ok = (w->left && !w->ended) || _begin_thread(w);
	w->running = ok;
	pthread_mutex_unlock(&w->lock);
	return ok;
}

void worker_wake(worker_t *w)
{
	pthread_mutex_lock(&w->lock);
	w->awake = true;
	if (w->running)
		pthread_cond_signal(&w->wake);
	pthread_mutex_unlock(&w->lock);
}

/* IN until - on CLOCK_MONOTONIC; NULL: forever. RET true if the thread ended */
static bool _wait_end(worker_t *w, const struct timespec *until)
{
	int rc = 0;

	while (!w->ended && (rc != ETIMEDOUT))
		rc = until ? pthread_cond_timedwait(&w->end, &w->lock, until) :
			     pthread_cond_wait(&w->end, &w->lock);
	return w->ended;
}

static bool _stop_thread(worker_t *w, const struct timespec *until)
{
	bool ended, was_left;

	pthread_mutex_lock(&w->lock);
	if (!w->running) {
		w->stop = true;
		pthread_mutex_unlock(&w->lock);
		return true;
	}
	w->running = false;
	w->stop = true;
	pthread_cond_signal(&w->wake);
	ended = _wait_end(w, until);
	was_left = w->left;
	if (!ended && !was_left)
		pthread_detach(w->thread);
	w->left = was_left || !ended;
	pthread_mutex_unlock(&w->lock);
	if (ended && !was_left)
		pthread_join(w->thread, NULL);
	if (ended)
		_destroy_conds(w);
	return ended;
}

void worker_stop(worker_t *w)
{
	(void) _stop_thread(w, NULL);
}

bool worker_stop_within(worker_t *w, time_t seconds)
{
	struct timespec until;

	(void) clock_gettime(CLOCK_MONOTONIC, &until);
	until.tv_sec += seconds;
	return _stop_thread(w, &until);
}

bool worker_is_stopping(worker_t *w)
{
	bool stop;

	pthread_mutex_lock(&w->lock);
	stop = w->stop;
	pthread_mutex_unlock(&w->lock);
	return stop;
}
