/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * own.h - wait for the ledger while another controller has it or it can't be
 * used, and end when another controller has taken it.
 *
 * A controller that takes over may find that the former one, which saves its
 * state or hangs, still has the ledger. Until this controller has opened and
 * read the ledger it knows no booking: the nodes of all of them are kept by a
 * guard (own_guard.h), requests about reservations are refused, and the
 * opening is tried again and again. After OWN_PATIENCE the former controller
 * is fenced (plugin/ledger/claim/ledger_claim.h), and this one goes on with a
 * copy.
 *
 * A start whose disk is full, read-only or fails, or that can open the ledger
 * and not read it to its end, waits in the same way, with growing pauses
 * (retry.h): bookings that are parked are known to the ledger alone, and a
 * part of them is not to be taken for all.
 *
 * A controller that finds itself fenced ends. Nothing that it may still do
 * hurts the other one: it acknowledges no commit; its files of the ledger have
 * other names; and the other one, and the start after that, take what Slurm
 * saved in its name for no proof of anything (site_doubtful()).
 */
#pragma once

#include <stdbool.h>
#include <time.h>

#include "plugin/booking/request/retry.h"
#include "plugin/ledger/ledger.h"

/* Seconds between two tries while another controller has the ledger. */
#define OWN_INTERVAL RETRY_PAUSE_MIN

/*
 * The ledger can't be opened or read yet: set office->unowned and
 * office->unusable, and guard all nodes. Locks: site_lock().
 * IN status - LEDGER_BUSY: another controller has it; LEDGER_UNREADABLE
 */
extern void own_wait(ledger_status_t status, time_t now);

/*
 * One try to open the ledger, if office->unowned and a try is due; when it
 * succeeds the guard is gone, and the ledger reconciled. Waits for the disk.
 * Locks: none.
 * RET false: the ledger is still not read
 */
extern bool own_look(void);

/*
 * Check that a job may ask for these reservations, while the ledger is not
 * read. A record that bears a mark (unwritten.h) may be one of a request that
 * was refused: jobs that ask for it now would keep it there.
 * IN names - separated by commas
 * RET the first name of which that is not known, free(); NULL: none, or the
 *	ledger is read. Locks: site_lock().
 */
extern char *own_find_unpromised(const char *names);

/* A ledger_lost_fn: end slurmctld at once. Any thread; does not return. */
extern void own_lost(void);
