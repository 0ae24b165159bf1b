/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * notify_run.h - run a program, which may hang, in its own process group.
 *
 * notify_run_look() waits only for the process that notify_run_start() started,
 * so children of other code are safe. If other code reaps the process (SIGCHLD
 * ignored, for example), its end is seen, but not its status. No Slurm header.
 * Not thread-safe.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/*
 * Start a program. It has only these arguments and this environment, /dev/null
 * as output and errors, no other open file than its input, and the signals of a
 * new process.
 * IN argv, env - end with NULL; argv[0] is the absolute path
 * IN input - a file, which stays open here; -1: /dev/null
 * OUT ret_pid - of the process and of its group; untouched after an error
 * RET 0, or errno: the program does not run
 */
extern int notify_run_start(char *const *argv, char *const *env, int input,
			    pid_t *ret_pid);

typedef enum {
	NOTIFY_RUNS,
	NOTIFY_ENDED,
	NOTIFY_LOST,		/* has ended, with an unknown status */
} notify_state_t;

/*
 * Check whether the process still runs. Does not wait.
 * OUT ret_status - as from waitpid(); only with NOTIFY_ENDED
 */
extern notify_state_t notify_run_look(pid_t pid, int *ret_status);

/* Milliseconds on CLOCK_MONOTONIC */
extern int64_t notify_run_ms(void);

/*
 * Wait for the process until a time, or until stop returns true.
 * IN until - by notify_run_ms(); stop - may be NULL
 * RET, OUT as notify_run_look()
 */
extern notify_state_t notify_run_wait(pid_t pid, int64_t until,
				      bool (*stop)(void), int *ret_status);

/* Kill a process that still runs, as last seen, and all of its group. */
extern void notify_run_kill(pid_t pid);
