/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * vfs.h - the disk of the world, as SQLite's file system.
 *
 * A file has two contents: what processes see, and what is durable. A sync
 * copies the sectors that were written since the last one. Where power is lost,
 * each of these sectors is lost or not, as the seed says; so is a file that was
 * never synced. A crash of the process alone loses nothing.
 *
 * Each change is a tick of the world (world_tick()): the life may end before
 * it, or in the middle of a write. The real disk is never touched.
 */
#pragma once

#include <stdbool.h>

/* Make this SQLite's default. RET false: SQLite refuses */
extern bool vfs_install(void);

/* The process with the files open is gone: its locks are, too. */
extern void vfs_process_gone(void);

/* Power is lost, and comes back. */
extern void vfs_lose_power(void);

/* The number of a file that is there; -1: there is none. */
extern int vfs_find(const char *name);

/*
 * The number of a file that is created empty where there is none; -1: the disk is
 * full.
 */
extern int vfs_create(const char *name);

/* A file is removed, for good: power loss does not bring it back. */
extern void vfs_forget(int nr);
