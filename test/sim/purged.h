/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * purged.h - records that Slurm has purged before the plugin has looked.
 *
 * If Slurm saves its list before the look, and that file is what the next start
 * reads, its record is missing there as that of a reservation that was deleted
 * without the plugin: the booking may be lost (SECURITY.md, N8). From the look on
 * each file has a stand-in.
 */
#pragma once

#include <stdbool.h>

/* Slurm purges the record of this name, under the plugin. */
extern void purged_note(const char *name);

/* The plugin has looked, or is gone: files that are packed from now on lack no
 * record for that reason. */
extern void purged_seen(void);

/* A controller without the plugin goes on with Slurm's file. */
extern void purged_go_on(void);

/* Is a record missing for that reason in the file that this start has judged? */
extern bool purged_unseen(const char *name);
