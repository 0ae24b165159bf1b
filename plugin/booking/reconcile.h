/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * reconcile.h - at start: the ledger and Slurm's own state become one.
 *
 * Slurm saves its reservations some time after it has acknowledged them; the
 * ledger is written before. So for each booking one of the two is newer, and
 * the newer one is right:
 *
 *  - the ledger, if its entry was committed at or after the moment at which
 *    Slurm's state file was begun: a booking without native record is made
 *    again, one that differs is brought to what the ledger says, a record
 *    whose deletion the ledger knows is deleted;
 *  - Slurm, if its state is newer than the entry: the controller ran without
 *    the plugin, and what was changed or deleted there stays so.
 *
 * A native record without booking is adopted if it is a reservation of whole
 * nodes, and otherwise left to Slurm and counted. A booking that ended
 * meanwhile is closed.
 *
 * Slurm, killed before it had saved the end of jobs, has them again, and does not
 * delete the record that they are in: that reservation is over (records.h). If
 * a later one has its name the record becomes that one's, should jobs wait for it.
 *
 * That a record is not there says nothing if Slurm could not read all of its
 * state: an upgrade over too many versions, or slurmctld -i. Then a booking
 * without native record is made again, however old its entry is. So is one whose
 * record Slurm purged as it read it.
 *
 * A booking whose record Slurm refuses to make, or to bring to what the ledger
 * says, gets a stand-in (stand_in.h), and its entry stays as it is.
 */
#ifndef PLUGIN_RECONCILE_H
#define PLUGIN_RECONCILE_H

#include <time.h>

/*
 * Reconcile the native records, which have been looked at, with site.ledger.
 * Locks: site_lock(), resv_list is loaded.
 */
extern void reconcile(time_t now);

#endif
