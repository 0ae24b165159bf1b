/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * said.h - what libslurm prints, as text.
 *
 * Where the controller answers with words, or does not answer, libslurm writes
 * them to standard error and returns a number. It ends the process where it
 * finds no slurm.conf.
 */
#ifndef SRESV_SAID_H
#define SRESV_SAID_H

/*
 * Keep what is written to standard error, from now on to said_end(). Where that
 * can't be done it is written as always.
 */
extern void said_begin(void);

/*
 * RET the lines, without what libslurm puts before each; free(). NULL if memory
 * is short or nothing was kept
 */
extern char *said_end(void);

/* Call fn with said_end() if the process ends between the two, and not after. */
extern void said_on_exit(void (*fn)(char *said));

/* Cut "PROGRAM: error: " and the like off each line, in place. */
extern void said_tidy(char *text);

#endif
