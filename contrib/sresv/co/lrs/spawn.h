/* SPDX-License-Identifier: GPL-2.0-or-later */
/* spawn.h - a process that reads and writes lines: a child of sresv. */
#pragma once

#include <sys/types.h>

#include "contrib/sresv/co/lrs/lrs_talk.h"

typedef struct {
	pid_t pid;		/* leader of a process group of its own; 0: none */
	int fd;			/* a socket: its standard input and output */
	int err;		/* a pipe: its standard error */
} spawn_t;

#define SPAWN_NONE { .pid = 0, .fd = -1, .err = -1 }

/*
 * Start sresv co-lrs for a cluster. The files do not block.
 *
 * program - the path of sresv
 * ret - untouched on failure
 * RET 0, or -1 with errno
 */
extern int spawn_start(const lrs_cluster_t *cluster, const char *program,
		       spawn_t *ret);

/* Close its files. If it can, it ends when it sees that. */
extern void spawn_close(spawn_t *s);

/* Kill the group, which the process then leaves for spawn_is_gone(). */
extern void spawn_kill(const spawn_t *s);

/* Has the process ended? Never blocks. It is forgotten then. */
extern bool spawn_is_gone(pid_t pid);
