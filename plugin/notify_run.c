/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * notify_run.c - see notify_run.h
 *
 * posix_spawn() avoids the costs of fork() in slurmctld: gigabytes of memory,
 * threads that hold locks, and handlers that run at a fork.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE	/* posix_spawn_file_actions_addclosefrom_np() */
#endif

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "plugin/notify_run.h"

#define LOOK_MIN 2000000	/* nanoseconds between two looks, at first */
#define LOOK_MAX 50000000	/* and at most */

/* A test sets 0, to test the other implementation, too. */
#ifndef NOTIFY_CLOSEFROM
#if defined(__GLIBC_PREREQ)
#define NOTIFY_CLOSEFROM __GLIBC_PREREQ(2, 34)
#else
#define NOTIFY_CLOSEFROM 0
#endif
#endif

/* Have the new process close all but its first three files. RET 0 or errno */
#if NOTIFY_CLOSEFROM
static int _close_all(posix_spawn_file_actions_t *actions)
{
	return posix_spawn_file_actions_addclosefrom_np(actions, 3);
}
#else
/* A file that is closed before the start, as the folder's, does no harm. */
static int _close_all(posix_spawn_file_actions_t *actions)
{
	DIR *d = opendir("/proc/self/fd");
	struct dirent *e;
	int rc = d ? 0 : errno;

	while (d && !rc && (e = readdir(d))) {
		int fd = atoi(e->d_name);

		if (fd > 2)
			rc = posix_spawn_file_actions_addclose(actions, fd);
	}
	if (d)
		closedir(d);
	return rc;
}
#endif

static int _set_files(posix_spawn_file_actions_t *actions, int input)
{
	int rc = 0;

	if (input >= 0)
		rc = posix_spawn_file_actions_adddup2(actions, input, 0);
	for (int fd = (input >= 0); (fd < 3) && !rc; fd++)
		rc = posix_spawn_file_actions_addopen(actions, fd, "/dev/null",
						      fd ? O_WRONLY : O_RDONLY,
						      0);
	return rc ? rc : _close_all(actions);
}

static int _set_attributes(posix_spawnattr_t *attr)
{
	sigset_t none, all;
	int rc;

	sigemptyset(&none);
	sigfillset(&all);
	rc = posix_spawnattr_setsigmask(attr, &none);
	if (!rc)
		rc = posix_spawnattr_setsigdefault(attr, &all);
	if (!rc)
		rc = posix_spawnattr_setpgroup(attr, 0);
	if (rc)
		return rc;
	return posix_spawnattr_setflags(attr, POSIX_SPAWN_SETSIGMASK |
					POSIX_SPAWN_SETSIGDEF |
					POSIX_SPAWN_SETPGROUP);
}

int notify_run_start(char *const *argv, char *const *env, int input,
		     pid_t *ret_pid)
{
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attr;
	pid_t pid;
	int rc;

	if ((rc = posix_spawn_file_actions_init(&actions)))
		return rc;
	if ((rc = posix_spawnattr_init(&attr)))
		goto destroy_actions;
	rc = _set_files(&actions, input);
	if (!rc)
		rc = _set_attributes(&attr);
	if (!rc)
		rc = posix_spawn(&pid, argv[0], &actions, &attr, argv, env);
	if (!rc)
		*ret_pid = pid;
	posix_spawnattr_destroy(&attr);
destroy_actions:
	posix_spawn_file_actions_destroy(&actions);
	return rc;
}

notify_state_t notify_run_look(pid_t pid, int *ret_status)
{
	int status;
	pid_t rc;

	do {
		rc = waitpid(pid, &status, WNOHANG);
	} while ((rc < 0) && (errno == EINTR));
	if (!rc)
		return NOTIFY_RUNS;
	if (rc < 0)
		return NOTIFY_LOST;
	*ret_status = status;
	return NOTIFY_ENDED;
}

int64_t notify_run_ms(void)
{
	struct timespec ts;

	(void) clock_gettime(CLOCK_MONOTONIC, &ts);
	return ((int64_t) ts.tv_sec * 1000) + (ts.tv_nsec / 1000000);
}

notify_state_t notify_run_wait(pid_t pid, int64_t until, bool (*stop)(void),
			       int *ret_status)
{
	struct timespec pause = { .tv_nsec = LOOK_MIN };
	notify_state_t state;

	state = notify_run_look(pid, ret_status);
	while ((state == NOTIFY_RUNS) && (notify_run_ms() < until) &&
	       !(stop && stop())) {
		(void) nanosleep(&pause, NULL);
		pause.tv_nsec = (2 * pause.tv_nsec < LOOK_MAX) ?
				2 * pause.tv_nsec : LOOK_MAX;
		state = notify_run_look(pid, ret_status);
	}
	return state;
}

void notify_run_kill(pid_t pid)
{
	(void) kill(-pid, SIGKILL);
}
