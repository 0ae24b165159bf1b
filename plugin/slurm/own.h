/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * own.h - wait for the ledger while another controller has it, and end when
 * another controller has taken it.
 *
 * A controller that takes over may find that the former one, which saves its
 * state or hangs, still has the ledger. Until this controller has opened and read
 * the ledger it knows no booking: the nodes of all of them are kept by a guard
 * (own_guard.h), requests about reservations are refused, and the opening is tried
 * again and again. After OWN_PATIENCE the former controller is fenced
 * (plugin/ledger/ledger_claim.h), and this one goes on with a copy.
 *
 * A controller that finds itself fenced ends. Nothing that it may still do hurts
 * the other one: it acknowledges no commit; its files of the ledger have other
 * names; and the other one, and the start after that, take what Slurm saved in its
 * name for no proof of anything (site_doubtful()).
 */
#ifndef PLUGIN_OWN_H
#define PLUGIN_OWN_H

#include <stdbool.h>
#include <time.h>

/* Seconds between two tries. */
#define OWN_INTERVAL 1

/*
 * Another controller has the ledger: set site.unowned, and guard all nodes.
 * Locks: site_lock().
 */
extern void own_wait(time_t now);

/*
 * One try to open the ledger, if site.unowned; after it the guard is gone, and
 * the ledger reconciled. Waits for the disk. Locks: none.
 * RET false: another controller still has the ledger
 */
extern bool own_look(void);

/*
 * A ledger_lost_fn: end slurmctld at once. Any thread; does not return.
 */
extern void own_lost(void);

#endif
