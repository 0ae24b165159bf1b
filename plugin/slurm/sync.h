/* SPDX-License-Identifier: GPL-2.0-or-later */
/* sync.h - bring the office's view of slurmctld up to date. */
#pragma once

#include <time.h>

#include "plugin/booking/view/office.h"
#include "plugin/ledger/ledger.h"

/*
 * Before the office is asked anything: the first call after slurmctld has
 * loaded its reservations calls site_begin(). Locks: site_lock().
 * IN now - seconds since the epoch
 */
extern void site_prepare(time_t now);

/*
 * site_prepare(), then bring the view up to date with slurmctld as
 * catch_up_to_serve() does (catch_up.h); OUT and RET as there.
 * Locks: site_lock().
 */
extern int site_sync(time_t now, char **ret_text);

/*
 * site_sync() for a thread that must not wait: no effect before site_begin(),
 * which another thread calls, and no stand-in is tried. Locks: site_lock().
 * RET true if the view is up to date
 */
extern bool site_follow(time_t now);

/*
 * The controller's let_others_in() (host.h): locks_pass_on(),
 * turns_resume(), then site_follow(). Locks: site_lock(), and no others.
 */
extern bool site_let_others_in(office_t *office);

/*
 * Open the ledger, and site_begin_with() it. If another controller has the
 * ledger, or it can't be used, own_wait() instead. Sets office->ledger_error;
 * errors are logged. resv_list must be loaded. Locks: site_lock().
 * IN now - seconds since the epoch
 */
extern void site_begin(time_t now);

/*
 * begin_with() (begin.h), by the state that Slurm has read. Errors are
 * logged. Locks: as site_begin().
 * IN ledger - as there; NULL: a newer version has written it
 * RET as there; a guard is gone (own_guard.h), so after false the caller has to
 *	own_wait()
 */
extern bool site_begin_with(ledger_t *ledger, time_t now);
