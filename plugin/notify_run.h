/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * notify_run.h - a program in a process group of its own, that may hang.
 *
 * It waits for the very process that it has started: it takes nobody else's
 * child, and where somebody takes ours (SIGCHLD is ignored, say) its end is
 * seen, but not how it was. No Slurm header. Not thread-safe.
 */
#ifndef PLUGIN_NOTIFY_RUN_H
#define PLUGIN_NOTIFY_RUN_H

#include <sys/types.h>

/*
 * Start path, an absolute one. It has this environment and nothing else, no
 * open file but /dev/null for its input, output and errors, and all signals as
 * a new process has them.
 * OUT ret_pid - of it, and of its process group
 * RET 0, or errno: it does not run
 */
extern int notify_run_start(const char *path, char *const *env,
			    pid_t *ret_pid);

typedef enum {
	NOTIFY_RUNS,
	NOTIFY_ENDED,
	NOTIFY_LOST,		/* it has ended, nobody knows how */
} notify_state_t;

/* Does it still run? Does not wait. OUT ret_status - as waitpid(); if ENDED */
extern notify_state_t notify_run_look(pid_t pid, int *ret_status);

/* Kill it, and all of its group; it has not been seen to end. */
extern void notify_run_kill(pid_t pid);

#endif
