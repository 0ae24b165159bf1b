/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * co_kill.c - for LD_PRELOAD: kills the process with -9 when it has asked the disk
 * for the CO_KILL_AT-th time, from 1 on. What the journal does is then half done.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static void _count(void)
{
	static int at = -1, cnt;

	if (at < 0)
		at = getenv("CO_KILL_AT") ? atoi(getenv("CO_KILL_AT")) : 0;
	if (++cnt == at)
		kill(getpid(), SIGKILL);
}

int fsync(int fd)
{
	static int (*next)(int);

	if (!next)
		*(void **) &next = dlsym(RTLD_NEXT, "fsync");
	_count();
	return next(fd);
}

int fdatasync(int fd)
{
	static int (*next)(int);

	if (!next)
		*(void **) &next = dlsym(RTLD_NEXT, "fdatasync");
	_count();
	return next(fd);
}

int unlink(const char *path)
{
	static int (*next)(const char *);

	if (!next)
		*(void **) &next = dlsym(RTLD_NEXT, "unlink");
	_count();
	return next(path);
}
