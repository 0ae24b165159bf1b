/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * notify_fixture.h - a notified program, its output, and the log.
 *
 *	tcase_add_checked_fixture(tc, notify_setup, notify_teardown);
 *
 * A missing result ends the test.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "plugin/notify.h"
#include "test/unit/test_util.h"

#define PATIENCE 60000		/* milliseconds to wait for a result */

/* The test's folder; in it the program, and the file that it writes. */
extern char dir[64];
extern char program[96];
extern char out[96];

/* Lines logged since the test began: tests may share a process. */
extern char logged[8192];

extern void notify_setup(void);

/* Stop notifying the program, and remove the folder. */
extern void notify_teardown(void);

/* A shell script of these lines, in which $OUT is the file out. */
extern void script(const char *lines);

/* Notify the program from now on. */
extern void use(void);

/* Queue an event of a reservation. RET as notify_queue() */
extern bool tell(const char *name);

/* Milliseconds of a clock; sleep for milliseconds. */
extern int64_t now_ms(void);
extern void rest(int ms);

/* Log a line: for notify_use() */
extern void say(const char *line);

/* How often the log has this; wait until it has it. */
extern int says(const char *what);
extern void await_line(const char *what);

/* All that the program has written; wait until it equals want. */
extern const char *written(void);
extern void await_written(const char *want);
