/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fault_vfs.h - a disk for SQLite that fails on purpose.
 *
 * It counts what changes a file (open to create, write, truncate, sync,
 * delete), and from the n-th on does what it was armed for.
 */
#ifndef TEST_FAULT_VFS_H
#define TEST_FAULT_VFS_H

typedef enum {
	FAULT_NONE,		/* count only */
	FAULT_ONE,		/* the n-th fails, those after it do not */
	FAULT_FULL,		/* it and all after it fail: the disk is full */
	FAULT_KILL,		/* SIGKILL in its place */
	FAULT_TORN,		/* SIGKILL after half of it is written */
} fault_t;

/* Put it in SQLite's way for the rest of the process. */
extern void fault_vfs_install(void);

/* For tests of what is in files: nothing waits for the disk any more. */
extern void fault_vfs_skip_sync(void);

/* From now on; n counts from 1. */
extern void fault_vfs_arm(fault_t fault, int n);

/* No more faults. RET how many changes there were since it was armed */
extern int fault_vfs_disarm(void);

/* How many of them failed. */
extern int fault_vfs_failures(void);

#endif
