/* SPDX-License-Identifier: GPL-2.0-or-later */
/* child.h - a program that is run for what it prints. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* What it may print, bytes; a program that prints more is ended. */
#define CHILD_OUT 1048576
#define CHILD_ERR 65536

typedef enum {
	CHILD_DONE,		/* it has ended */
	CHILD_NONE,		/* it could not be started: errno */
	CHILD_LATE,		/* it was ended, as it took too long */
	CHILD_LARGE,		/* it was ended, as it printed too much */
} child_rc_t;

typedef struct {
	int status;		/* of exit(), or 128 and more after a signal */
	char *out, *err;	/* owned; never NULL after CHILD_DONE */
} child_t;

extern void child_free(child_t *c);

/*
 * Run a program until it ends. It has no file of this process and no signal
 * blocked, and a process group of its own, which is killed if it takes too long.
 * Any thread may call this.
 * IN file - looked for in PATH if it has no slash
 * IN in - its standard input; NULL: it has none
 * IN wait - milliseconds at most
 * OUT ret - child_free(); CHILD_DONE alone sets it
 */
extern child_rc_t child_run(const char *file, char *const argv[],
			    const char *in, int64_t wait, child_t *ret);
