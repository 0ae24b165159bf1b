/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * reconcile.h - at a start: make the ledger and Slurm's own state agree.
 *
 * Slurm saves its reservations some time after it has acknowledged them; the
 * ledger is written before. Slurm's state may therefore be older than the
 * ledger, or newer, if the controller ran without the plugin.
 * reconcile_rules.h says which of the two is right about a booking. Where the
 * ledger is, a missing record is made again, a record that differs is changed,
 * and a record whose deletion the ledger knows is deleted; where Slurm's state
 * is, the ledger follows, or the booking is closed. No clock decides that.
 *
 * A record without a booking is adopted if it is a reservation of whole nodes;
 * any other is left to Slurm and counted. One that a request has made which
 * was not acknowledged (unwritten.h) is deleted, unless jobs use it, or rows
 * of the ledger may be missing: then the request may have been acknowledged,
 * and the record is adopted, too; but not where the ledger has a booking
 * (reconcile_cross.h): there it is deleted, or ends if jobs use it. That rows
 * may be missing is durable in the very file whose rows may be missing, until
 * a reconciliation with it has been committed: a file begins without a note
 * that there was one (ledger_reconciled()), and the note is written in one
 * transaction with the adopted bookings, or after it.
 *
 * A booking that ended meanwhile is closed. One that was closed because it had
 * ended, and whose end lies ahead, is live again: the clock was ahead then.
 *
 * If Slurm was killed before it saved the end of jobs, it has these jobs again,
 * and does not delete the record of a deleted booking with such jobs: that
 * record is ended (host.h). If a new booking has the same name and jobs wait
 * for it, the record becomes that of the new booking.
 *
 * A missing record means no deletion if Slurm could not read all of its state
 * (an upgrade over too many versions, slurmctld -i), or purged the record while
 * it read the state. The same holds if Slurm refuses to make the record now:
 * a controller without the plugin may have purged it.
 *
 * A booking whose record Slurm refuses to make or to change gets a stand-in
 * (stand_in.h), and its entry in the ledger stays as it is. If very many
 * records are missing, a start makes the REMAKE_AT_START of them that begin
 * first; the other bookings get stand-ins, from which their records are made
 * later.
 */
#pragma once

#include <time.h>

#include "plugin/booking/start/reconcile_read.h"
#include "plugin/booking/view/office.h"

/*
 * Reconcile the native records with office->ledger, and link or park each of
 * them. Errors are logged. Locks: those of reconcile_read(), which have not
 * been released since.
 * IN read - of office->ledger; freed
 * IN now - as at reconcile_read()
 */
extern void reconcile(office_t *office, reconcile_read_t *read, time_t now);
