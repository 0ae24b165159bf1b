/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * late_poll.c - a slurmctld that misses a wakeup as it ends (gq.MAY_HANG).
 *
 * The thread that polls connections is slow between its last look at whether it
 * is wanted elsewhere and epoll_wait(), and the main thread is slow to notice that
 * it is to end: it asks for the former when that is just in between.
 *
 * To be preloaded:
 * cc -shared -fPIC -o late_poll.so late_poll.c
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <unistd.h>

#define POLL_LATE 200000	/* us */
#define MAIN_LATE 450000	/* us: more than twice that, in the next poll */

static pthread_mutex_t *volatile poll_mutex;	/* Slurm's: of pctl, in epoll.c */
static __thread pthread_mutex_t *unlocked;	/* by this thread, as the last one */
static __thread int locked;	/* number of mutexes that this thread has */

typedef int (*mutex_fn)(pthread_mutex_t *);

int pthread_mutex_unlock(pthread_mutex_t *m)
{
	mutex_fn real = (mutex_fn) dlsym(RTLD_NEXT, "pthread_mutex_unlock");

	locked--;
	unlocked = m;
	return real(m);
}

int pthread_mutex_lock(pthread_mutex_t *m)
{
	mutex_fn real = (mutex_fn) dlsym(RTLD_NEXT, "pthread_mutex_lock");
	int rc;

	if ((m == poll_mutex) && (locked <= 0))
		usleep(POLL_LATE);
	rc = real(m);
	locked++;
	return rc;
}

int pthread_cond_timedwait(pthread_cond_t *cond, pthread_mutex_t *m,
			   const struct timespec *until)
{
	int (*real)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *) =
		(int (*)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *))
		dlsym(RTLD_NEXT, "pthread_cond_timedwait");
	int rc = real(cond, m, until);

	if (getpid() == gettid())
		usleep(MAIN_LATE);
	return rc;
}

int epoll_wait(int epoll, struct epoll_event *events, int cnt, int timeout)
{
	int (*real)(int, struct epoll_event *, int, int) =
		(int (*)(int, struct epoll_event *, int, int))
		dlsym(RTLD_NEXT, "epoll_wait");

	if (!poll_mutex)
		poll_mutex = unlocked;
	return real(epoll, events, cnt, timeout);
}
