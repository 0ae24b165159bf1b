/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * clock.c - shifts the time that slurmctld sees by the number of seconds in the
 * file that GARQ_TEST_CLOCK names; the file is read at each call. A wait until
 * such a time ends when this clock says so.
 *
 * To be preloaded:
 * cc -shared -fPIC -o clock.so clock.c
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static long ahead(void)
{
	const char *path = getenv("GARQ_TEST_CLOCK");
	int fd = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
	char text[32] = "";

	if (fd < 0)
		return 0;
	if (read(fd, text, sizeof(text) - 1) < 0)
		text[0] = '\0';
	close(fd);
	return atol(text);
}

time_t time(time_t *ret)
{
	struct timespec ts;

	syscall(SYS_clock_gettime, CLOCK_REALTIME, &ts);
	ts.tv_sec += ahead();
	if (ret)
		*ret = ts.tv_sec;
	return ts.tv_sec;
}

int gettimeofday(struct timeval *tv, void *zone)
{
	struct timespec ts;

	(void) zone;
	syscall(SYS_clock_gettime, CLOCK_REALTIME, &ts);
	tv->tv_sec = ts.tv_sec + ahead();
	tv->tv_usec = ts.tv_nsec / 1000;
	return 0;
}

typedef int (*wait_fn)(pthread_cond_t *, pthread_mutex_t *,
		       const struct timespec *);

/* Seconds. A time of CLOCK_MONOTONIC is smaller: it counts from the boot. */
#define IS_DATE 1000000000

/*
 * From 24.11 on slurmctld's main thread waits until a time that it has from
 * time(): for the kernel that is as far away as this clock is ahead. Times from
 * clock_gettime(), which is not shifted, stay as they are.
 */
int pthread_cond_timedwait(pthread_cond_t *cond, pthread_mutex_t *mutex,
			   const struct timespec *until)
{
	struct timespec now, t = *until;
	long shift = ahead();
	wait_fn wait;

	/* dlsym() may find the first version of this function, of 2001. */
	*(void **) &wait = dlvsym(RTLD_NEXT, "pthread_cond_timedwait",
				  "GLIBC_2.3.2");
	if (!wait)
		*(void **) &wait = dlsym(RTLD_NEXT, "pthread_cond_timedwait");
	syscall(SYS_clock_gettime, CLOCK_REALTIME, &now);
	if ((t.tv_sec >= IS_DATE) &&
	    (labs(t.tv_sec - now.tv_sec - shift) < labs(t.tv_sec - now.tv_sec)))
		t.tv_sec -= shift;
	return wait(cond, mutex, &t);
}
