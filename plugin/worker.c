/* SPDX-License-Identifier: GPL-2.0-or-later */
/* worker.c - see worker.h */

#include <errno.h>

#include "plugin/worker.h"

/* Wait for the next turn. RET false if the thread has to stop */
static bool _wait(worker_t *w, time_t seconds)
{
	struct timespec until;
	bool go_on;

	(void) clock_gettime(CLOCK_MONOTONIC, &until);
	until.tv_sec += seconds;
	pthread_mutex_lock(&w->lock);
	while (!w->stop && !w->awake && (seconds >= 1)) {
		if (pthread_cond_timedwait(&w->wake, &w->lock, &until) ==
		    ETIMEDOUT)
			break;
	}
	w->awake = false;
	go_on = !w->stop;
	pthread_mutex_unlock(&w->lock);
	return go_on;
}

static void *_work(void *arg)
{
	worker_t *w = arg;
	time_t seconds = w->first;

	while (_wait(w, seconds))
		seconds = w->turn();
	return NULL;
}

static bool _init_wake(worker_t *w)
{
	pthread_condattr_t attr;
	bool ok;

	if (pthread_condattr_init(&attr))
		return false;
	ok = !pthread_condattr_setclock(&attr, CLOCK_MONOTONIC) &&
	     !pthread_cond_init(&w->wake, &attr);
	pthread_condattr_destroy(&attr);
	return ok;
}

bool worker_start(worker_t *w, time_t first)
{
	bool ok;

	pthread_mutex_lock(&w->lock);
	w->stop = w->awake = false;
	w->first = first;
	ok = _init_wake(w);
	if (ok && pthread_create(&w->thread, NULL, _work, w)) {
		pthread_cond_destroy(&w->wake);
		ok = false;
	}
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

void worker_stop(worker_t *w)
{
	bool was_running;

	pthread_mutex_lock(&w->lock);
	was_running = w->running;
	w->running = false;
	w->stop = true;
	if (was_running)
		pthread_cond_signal(&w->wake);
	pthread_mutex_unlock(&w->lock);
	if (!was_running)
		return;
	pthread_join(w->thread, NULL);
	pthread_cond_destroy(&w->wake);
}
