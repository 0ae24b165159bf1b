/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * worker.h - a thread that takes turns, with waits between.
 *
 * Waits use CLOCK_MONOTONIC, so that a clock that is set back delays no turn.
 * Where turns come on the second, its fraction alone is asked of the wall
 * clock. No Slurm header.
 */
#pragma once

#include <pthread.h>
#include <stdbool.h>
#include <time.h>

/* One turn. RET seconds until the next turn; 0: some milliseconds */
typedef time_t (*worker_turn_t)(void);

typedef struct {
	worker_turn_t turn;
	bool on_second;		/* turns come as a second of the wall clock has
				 * just begun, up to one earlier than said */
	/* private from here on */
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t wake;
	pthread_cond_t end;
	time_t first;
	bool running, stop, awake;
	bool ended;
	bool left;		/* the thread was left behind, and is detached */
} worker_t;

/* Initialise a static worker_t. */
#define WORKER(fn) { .turn = (fn), .lock = PTHREAD_MUTEX_INITIALIZER }
#define WORKER_ON_SECOND(fn) \
	{ .turn = (fn), .on_second = true, .lock = PTHREAD_MUTEX_INITIALIZER }

/*
 * Start the thread, also again after worker_stop(). One thread at a time may
 * call worker_start() or worker_stop().
 * IN first - seconds until the first turn
 * RET false if no thread can be made
 */
extern bool worker_start(worker_t *w, time_t first);

/*
 * Take the next turn now, or right after the present one. Any thread may call
 * this; no effect if the worker does not run.
 */
extern void worker_wake(worker_t *w);

/*
 * Stop the thread, and wait for its present turn. Without any lock that a turn
 * takes. No effect if the worker does not run.
 */
extern void worker_stop(worker_t *w);

/*
 * The same, but wait at most this number of seconds for the present turn.
 * RET false: the thread is left behind in its turn, and ends after that (or
 *	goes on, after another worker_start()): its code must stay loaded
 */
extern bool worker_stop_within(worker_t *w, time_t seconds);

/* For a turn: return true if the worker must stop after it. */
extern bool worker_is_stopping(worker_t *w);
