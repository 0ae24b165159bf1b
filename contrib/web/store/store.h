/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * store.h - the snapshot that is shown, and one thread that talks with the
 * controller: Slurm's library is not made for several.
 *
 *	clients ---> threads of HTTP ---store_get()---> snapshot
 *			     |				    ^
 *			     +---store_do()---> queue ---> worker ---> slurmctld
 *
 * While anybody has asked within the last minute, the worker makes a round a
 * second (records.h), however many ask. A deed goes before the next round, and a
 * round follows it, so that who has done it sees it.
 *
 * Times are milliseconds of CLOCK_MONOTONIC where nothing else is said.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "contrib/sresv/ctl/ctl.h"
#include "contrib/web/store/snapshot.h"

typedef struct store store_t;

/* How many deeds may wait for the worker. */
#define STORE_QUEUE 32

/* How many names of deleted bookings are kept for clients that ask what changed. */
#define STORE_GONE 4096

/*
 * Start the worker.
 * IN me - the user, or NULL; must outlive the store
 * IN pause - between two rounds, > 0
 * RET for store_stop(); NULL: memory is short, or there are no more threads
 */
extern store_t *store_start(const char *me, int64_t pause);

/* Let all threads that wait return, and end the worker. */
extern void store_close(store_t *s);

/* The same, and free it. No other thread may be in the store. IN s - or NULL */
extern void store_stop(store_t *s);

/* A word that is another one after each start. */
extern const char *store_epoch(const store_t *s);

/*
 * The snapshot that is shown. If there is none, or if the last successful round
 * was more than 5 pauses ago, the worker makes a round first, and the call waits
 * for it.
 * IN wait - at most so long
 * OUT ret - shared_drop(); a snapshot_t. NULL on failure
 * OUT a - for answer_free(); why there is none
 */
extern void store_get(store_t *s, int64_t wait, shared_t **ret, answer_t *a);

/*
 * Wait until the snapshot that is shown has another revision than this one.
 * RET false: it has not, or the controller does not answer, or too many wait
 */
extern bool store_wait(store_t *s, uint64_t revision, int64_t wait);

/*
 * Names of bookings that are gone since a revision.
 * IN fn - called with each; must not call the store
 * RET false: more are gone than are remembered
 */
extern bool store_gone(store_t *s, uint64_t revision,
		       void (*fn)(void *arg, const char *name), void *arg);

typedef enum {
	STORE_DONE,
	STORE_FULL,		/* it will not be done */
	STORE_LATE,		/* it has begun, and may be done; arg is not the
				 * caller's any more */
} store_rc_t;

/*
 * Have the worker do something, and wait for it.
 * IN run - what; called by the worker alone
 * IN changes - a round must follow before this returns
 * IN drop - frees arg after STORE_LATE
 * IN wait - at most so long
 */
extern store_rc_t store_do(store_t *s, void (*run)(void *arg), bool changes,
			   void *arg, void (*drop)(void *arg), int64_t wait);

/*
 * The records of the worker: for a function that store_do() runs, as no other
 * thread may use them.
 */
extern records_t *store_records(store_t *s);

/* Now, as all times here. */
extern int64_t store_now(void);
