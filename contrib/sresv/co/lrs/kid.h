/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * kid.h - a child that may run or not, and the bytes to and from it.
 *
 * Requests wait in out until the child has said hello: what was not written was
 * certainly not done.
 */
#pragma once

#include <poll.h>

#include "contrib/sresv/co/lrs/spawn.h"

#define KID_SAID_MAX 240	/* bytes of what it says on standard error */

typedef struct {
	char *data;
	size_t len, room;
} bytes_t;

typedef struct {
	spawn_t process;
	bool greeted;
	bytes_t out, in;
	uint64_t queued, written;	/* bytes, since it was started */
	char said[KID_SAID_MAX];	/* the last line on standard error */
	size_t said_len;
	bool said_ended;		/* its newline has come */
} kid_t;

#define KID_NONE { .process = SPAWN_NONE }

/* Append a line to what the child is to get. RET 0, or -1 with errno ENOMEM */
extern int kid_send(kid_t *k, const char *line);

/* What poll() is to watch: 2 entries, maybe of file -1. */
extern void kid_watch(const kid_t *k, struct pollfd *ret);

typedef enum {
	KID_FINE,
	KID_ENDED,		/* or it has closed its standard output */
	KID_TOO_LONG,		/* a line beyond LRS_LINE_MAX */
	KID_MEMORY,
} kid_state_t;

/* Read and write what poll() says is possible. */
extern kid_state_t kid_move(kid_t *k, const struct pollfd *watched);

/*
 * Take the next whole line out of in. RET it, valid until the next call of
 * kid_move(), without its newline; NULL: there is none yet
 */
extern char *kid_line(kid_t *k, size_t *at);

/* Forget the lines up to at, which kid_line() has given. */
extern void kid_lines_done(kid_t *k, size_t at);

/* Take what it has said last on standard error into said. */
extern void kid_listen(kid_t *k);

/*
 * Close its files and forget all bytes.
 * RET the process, for spawn_is_gone(); 0: there was none
 */
extern pid_t kid_drop(kid_t *k, bool kill);

/* Free the memory of a child that was dropped. */
extern void kid_free(kid_t *k);
