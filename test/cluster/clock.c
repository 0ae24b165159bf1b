/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * clock.c - shifts the time that slurmctld sees by the number of seconds in the
 * file that GARQ_TEST_CLOCK names; the file is read at each call.
 *
 * To be preloaded:
 * cc -shared -fPIC -o clock.so clock.c
 */
#define _GNU_SOURCE
#include <fcntl.h>
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
