/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * notify_fixture.h - a program to be told, what it has written, what was logged.
 *
 *	tcase_add_checked_fixture(tc, notify_setup, notify_teardown);
 *
 * What does not come ends the test.
 */
#ifndef TEST_NOTIFY_FIXTURE_H
#define TEST_NOTIFY_FIXTURE_H

#include <stdbool.h>
#include <stdint.h>

#include "plugin/notify.h"
#include "test/unit/test_util.h"

#define PATIENCE 5000		/* milliseconds to wait for what has to come */

/* A folder of the test's own; in it the program, and the file that it writes. */
extern char dir[64];
extern char program[96];
extern char out[96];

/* What was logged, since the test began: tests may share a process. */
extern char logged[8192];

extern void notify_setup(void);

/* The program is told no more, and the folder is gone. */
extern void notify_teardown(void);

/* A shell script of these lines, in which $OUT is the file out. */
extern void script(const char *lines);

/* Tell it from now on. */
extern void use(void);

/* Queue an event of a reservation. RET as notify_queue() */
extern bool tell(const char *name);

/* Milliseconds: since some moment; to sleep. */
extern int64_t now_ms(void);
extern void rest(int ms);

/* Log a line: for notify_use() */
extern void say(const char *line);

/* How often the log has this; wait until it has it. */
extern int says(const char *what);
extern void await_line(const char *what);

/* All that the program has written; wait until it is this. */
extern const char *written(void);
extern void await_written(const char *want);

#endif
