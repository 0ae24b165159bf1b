/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * still.c - keeps the plugin's own threads from taking a turn: between two
 * requests slurmctld has nothing that moves a booking. They are told by their
 * clock: they wait by CLOCK_MONOTONIC, slurmctld by the time of day.
 *
 * To be preloaded:
 * cc -shared -fPIC -o still.so still.c
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <time.h>

#define DAY 86400
#define LONG_AGO 1000000000	/* the time of day of 2001; no uptime */

typedef int (*wait_fn)(pthread_cond_t *, pthread_mutex_t *,
		       const struct timespec *);

int pthread_cond_timedwait(pthread_cond_t *cond, pthread_mutex_t *mutex,
			   const struct timespec *until)
{
	struct timespec t = *until;
	wait_fn wait;

	/* dlsym() may find the first version of this function, of 2001. */
	*(void **) &wait = dlvsym(RTLD_NEXT, "pthread_cond_timedwait",
				  "GLIBC_2.3.2");
	if (!wait)
		*(void **) &wait = dlsym(RTLD_NEXT, "pthread_cond_timedwait");
	if (t.tv_sec < LONG_AGO)
		t.tv_sec += DAY;
	return wait(cond, mutex, &t);
}
