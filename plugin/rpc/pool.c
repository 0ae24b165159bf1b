/* SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE	/* CPU_COUNT() */
#endif
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/param.h>
#include <time.h>

#include "plugin/rpc/pool.h"

#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(24, 11, 0)

#define THREADS_WORD "conmgr_threads="
#define THREADS_MAX 1024	/* Slurm takes no more */
#define TELL_INTERVAL 60	/* seconds between two lines of the log */

/*
 * A disk that answers lets a request go every few milliseconds: others wait
 * that long for their turn, rather than be sent away for a second or more.
 */
#define TURN_MS 100

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t left_one;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static uint32_t inside, waiting, inside_max, waiting_max;
static uint64_t moved;		/* when one entered or left last, in ms */
static time_t told;
static uint32_t sent_away;	/* since then */

/* What Slurm itself takes if slurm.conf does not say. */
static unsigned long _usual_threads(void)
{
#if SLURM_VERSION_NUMBER < SLURM_VERSION_NUM(25, 5, 0)
	return 64;
#else
	cpu_set_t cpus;

	if (sched_getaffinity(0, sizeof(cpus), &cpus))
		return 0;
	return MIN(32, 2 * CPU_COUNT(&cpus));
#endif
}

/* The number of threads in slurmctld's pool; a change needs a start of it. */
static uint32_t _threads(void)
{
	slurm_conf_t *conf = slurm_conf_lock();
	char *at = xstrcasestr(conf->slurmctld_params, THREADS_WORD);
	unsigned long cnt = at ? strtoul(at + strlen(THREADS_WORD), NULL, 10) :
				 0;

	slurm_conf_unlock();
	if (!cnt)
		cnt = _usual_threads();
	return (uint32_t) MIN(MAX(cnt, 2), THREADS_MAX);
}

static void _init_pool(void)
{
	uint32_t threads = _threads();
	pthread_condattr_t attr;

	pthread_condattr_init(&attr);
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	pthread_cond_init(&left_one, &attr);
	pthread_condattr_destroy(&attr);
	inside_max = threads / 2;
	waiting_max = threads - inside_max - 1;
	debug("sched/garq: slurmctld has %u threads for requests: %u of them at most wait for the ledger or for names",
	      threads, inside_max);
}

static uint64_t _now_ms(struct timespec *t)
{
	clock_gettime(CLOCK_MONOTONIC, t);
	return ((uint64_t) t->tv_sec * 1000) + ((uint64_t) t->tv_nsec / 1000000);
}

/*
 * Wait until a request leaves the pool; none waits longer than TURN_MS after
 * the last one entered or left. Locks: lock
 */
static bool _wait_turn(void)
{
	struct timespec t;
	uint64_t now = _now_ms(&t), until = moved + TURN_MS;

	if (waiting >= waiting_max)
		return false;
	waiting++;
	for (; (inside >= inside_max) && (now < until); now = _now_ms(&t)) {
		t.tv_nsec += (long) (until - now) * 1000000;
		t.tv_sec += t.tv_nsec / 1000000000;
		t.tv_nsec %= 1000000000;
		pthread_cond_timedwait(&left_one, &lock, &t);
	}
	waiting--;
	return inside < inside_max;
}

static void _tell_sent_away(void)
{
	struct timespec t;
	time_t now = (time_t) (_now_ms(&t) / 1000);

	sent_away++;
	if (told && (now - told < TELL_INTERVAL))
		return;
	info("sched/garq: %u requests wait for the ledger or for names, half of slurmctld's threads (conmgr_threads); sent away to try again since the last such line: %u",
	     inside, sent_away);
	told = now;
	sent_away = 0;
}

bool pool_enter(slurm_msg_t *msg)
{
	struct timespec t;
	bool may;

	pthread_once(&once, _init_pool);
	slurm_mutex_lock(&lock);
	may = (inside < inside_max) || _wait_turn();
	if (may) {
		inside++;
		moved = _now_ms(&t);
	} else {
		_tell_sent_away();
	}
	slurm_mutex_unlock(&lock);
	if (!may)
		compat_reply(msg, SLURMCTLD_COMMUNICATIONS_BACKOFF, NULL);
	return may;
}

void pool_leave(void)
{
	struct timespec t;

	slurm_mutex_lock(&lock);
	inside--;
	moved = _now_ms(&t);
	pthread_cond_signal(&left_one);
	slurm_mutex_unlock(&lock);
}

#else

bool pool_enter(slurm_msg_t *msg)
{
	(void) msg;
	return true;
}

void pool_leave(void)
{
}

#endif
