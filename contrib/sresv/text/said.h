/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * said.h - capturing what libslurm prints.
 *
 * If the controller answers with a message, or does not answer, libslurm prints
 * to standard error and returns a number. If libslurm finds no slurm.conf it
 * ends the process.
 */
#pragma once

/*
 * Capture standard error from now on to said_end(). If that fails, output goes
 * to standard error as usual.
 */
extern void said_begin(void);

/*
 * RET the lines without libslurm's prefixes, for free(). NULL if memory is
 *	short or nothing was captured
 */
extern char *said_end(void);

/* If the process exits between begin and end, call fn with said_end(). */
extern void said_on_exit(void (*fn)(char *said));

/* Cut "PROGRAM: error: " and similar prefixes off each line, in place. */
extern void said_tidy(char *text);
