/* SPDX-License-Identifier: GPL-2.0-or-later */
/* sync.h - bring the office's view of slurmctld up to date. */
#ifndef PLUGIN_SYNC_H
#define PLUGIN_SYNC_H

#include <time.h>

/*
 * Bring the view up to date with slurmctld. The first call after slurmctld has
 * loaded its reservations also calls site_begin(). Locks: site_lock().
 * IN now - seconds since the epoch
 * OUT ret_text - after an error, a text for the user: free(), or NULL
 * RET 0; REFUSED_UNSUPPORTED or ENOMEM: nothing can be admitted
 */
extern int site_sync(time_t now, char **ret_text);

/*
 * site_sync() for a thread that must not wait: no effect before site_begin(),
 * which another thread calls, and no stand-in is tried. Locks: site_lock().
 * RET is the view up to date?
 */
extern bool site_follow(time_t now);

/*
 * Open the ledger, read the open offers from it and reconcile it with Slurm's
 * state. Sets site.ledger, or site.ledger_error, and site.ready; errors are
 * logged. resv_list must be loaded. Locks: site_lock().
 * IN now - seconds since the epoch
 */
extern void site_begin(time_t now);

#endif
