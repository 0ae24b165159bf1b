/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fault_vfs.h - a disk for SQLite that fails on purpose.
 *
 * It counts changes of files (open to create, write, truncate, sync, delete),
 * and from the n-th on injects the armed fault.
 */
#pragma once

#include <stdbool.h>

typedef enum {
	FAULT_NONE,		/* count only */
	FAULT_ONE,		/* only the n-th fails */
	FAULT_FULL,		/* the n-th and all later fail: disk full */
	FAULT_KILL,		/* SIGKILL instead of the change */
	FAULT_TORN,		/* SIGKILL after half of the write */
} fault_t;

/* Put this disk between SQLite and the real one until the process ends. */
extern void fault_vfs_install(void);

/*
 * Hang from now on: each sync waits, in whichever thread, until the next call
 * with false. fault_vfs_wait_hung() waits until a sync hangs.
 */
extern void fault_vfs_hang(bool hang);
extern void fault_vfs_wait_hung(void);

/* For tests of file contents: skip all syncs from now on. */
extern void fault_vfs_skip_sync(void);

/*
 * Blocks that the disk can't read, from now on: size bytes at at, of files
 * whose names end with suffix; NULL: it reads all again. RET how often it refused
 */
extern int fault_vfs_unreadable(const char *suffix, long at, long size);

/* Arm a fault from now on; n counts from 1. */
extern void fault_vfs_arm(fault_t fault, int n);

/* Disarm. RET the number of changes since fault_vfs_arm() */
extern int fault_vfs_disarm(void);

/* Number of changes that failed. */
extern int fault_vfs_failures(void);
