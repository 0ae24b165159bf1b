/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unread.h - a ledger that can be opened, and not be read to its end: SQLite is
 * interrupted in some step of a query, as where a read or malloc() fails there.
 */
#pragma once

#include <stdbool.h>

/* Of each ledger that will be opened. RET false: no memory */
extern bool unread_install(void);

/* A start begins to read: if world->fault is DISK_NO_READ that may fail. */
extern void unread_begin(void);
extern void unread_end(void);
