/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * reconcile.h - at a start: make the ledger and Slurm's own state agree.
 *
 * Slurm saves its reservations some time after it has acknowledged them; the
 * ledger is written before. So for each booking either the ledger or Slurm's
 * state is newer, and the newer one is right:
 *
 *  - the ledger, if its entry was committed at or after the moment at which
 *    Slurm began to write its state file: a missing record is made again, a
 *    record that differs is changed to what the ledger says, and a record whose
 *    deletion the ledger knows is deleted;
 *  - Slurm's state, if it is newer than the entry: the controller ran without
 *    the plugin, and the changes and deletions of that time stay.
 *
 * A record without a booking is adopted if it is a reservation of whole nodes;
 * any other is left to Slurm and counted. All such records are left to Slurm
 * if an entry of the ledger could not be read: it may be that of the record. A booking that ended meanwhile is
 * closed.
 *
 * If Slurm was killed before it saved the end of jobs, it has these jobs again,
 * and does not delete the record of a deleted booking with such jobs: that
 * record is ended (records.h). If a new booking has the same name and jobs wait
 * for it, the record becomes that of the new booking.
 *
 * A missing record means no deletion if Slurm could not read all of its state
 * (an upgrade over too many versions, slurmctld -i), or purged the record while
 * it read the state. Such a record is made again, however old the entry is.
 *
 * A booking whose record Slurm refuses to make or to change gets a stand-in
 * (stand_in.h), and its entry in the ledger stays as it is.
 */
#ifndef PLUGIN_RECONCILE_H
#define PLUGIN_RECONCILE_H

#include <time.h>

/*
 * Reconcile the native records with site.ledger, and link or park each of them.
 * Errors are logged. Locks: site_lock(), after the first controller->sync()
 * that has seen the reservations of the host's saved state.
 */
extern void reconcile(time_t now);

#endif
