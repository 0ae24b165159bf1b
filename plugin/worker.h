/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * worker.h - a thread that takes a turn, waits, and takes the next one.
 *
 * Knows nothing of Slurm. Waits by CLOCK_MONOTONIC: a clock that is set back
 * does not keep it from its turns.
 */
#ifndef PLUGIN_WORKER_H
#define PLUGIN_WORKER_H

#include <pthread.h>
#include <stdbool.h>
#include <time.h>

/* What it does. RET seconds until the next turn; below 1: at once */
typedef time_t (*worker_turn_t)(void);

typedef struct {
	worker_turn_t turn;
	/* private from here on */
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t wake;
	time_t first;
	bool running, stop, awake;
} worker_t;

/* To be static; all that is to be known before worker_start(). */
#define WORKER(fn) { .turn = (fn), .lock = PTHREAD_MUTEX_INITIALIZER }

/*
 * Start it; its first turn is in so many seconds. Again after worker_stop().
 * Start and stop are for one thread at a time.
 * RET false if no thread can be made
 */
extern bool worker_start(worker_t *w, time_t first);

/* The next turn is now; or if one is taken right now, another right after. Any
 * thread; also before the start and after the end, then nothing comes of it. */
extern void worker_wake(worker_t *w);

/* Wait for the turn that is taken, no other one follows. Without any lock that
 * a turn takes. Of one that does not run: nothing. */
extern void worker_stop(worker_t *w);

#endif
