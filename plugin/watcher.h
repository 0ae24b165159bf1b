/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * watcher.h - the thread that looks whether another controller has taken the
 * ledger over (plugin/slurm/own.h), or somebody has removed its files, also
 * when nothing is committed.
 */
#pragma once

#include <stdbool.h>

/* RET false: no thread can be made */
extern bool watcher_start(void);

/* Waits for the disk, for a few seconds at most. Locks: none. */
extern void watcher_stop(void);
