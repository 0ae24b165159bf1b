/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * revive.h - bookings that ended by a clock that was ahead.
 *
 * While the clock is ahead, bookings seem to be over: Slurm removes their
 * records, and they are closed. When the clock is put back, their ends lie
 * ahead again, and they were promised. reconcile() opens them again at a
 * start.
 *
 * Slurm moves the start of a begun record to the time at which the record gets
 * other nodes. If the clock is put back before that time, the record has not
 * begun for Slurm, and jobs of others get the nodes of a booking that has. Such
 * a record gets its first start again.
 */
#pragma once

#include <time.h>

#include "plugin/booking/view/office.h"
#include "plugin/booking/view/view.h"
#include "plugin/ledger/ledger.h"

/*
 * The clock was put back while slurmctld runs: open bookings again. Their
 * records are made again as lost ones (stand_in.h), on other nodes if their own
 * are taken. If its name is taken, a booking stays closed, which is logged.
 * Locks: site_lock(), after site_sync().
 * IN ended - of ledger_take_ended(); freed
 */
extern void revive_all(office_t *office, ledger_ended_t *ended, time_t now);

/*
 * Return true if the clock was put back since revive_looked(), so that
 * revive_all() is due. Locks: site_lock().
 */
extern bool revive_is_due(office_t *office, time_t now);

/* The bookings to revive by now are known, or requested: also at a start. */
extern void revive_looked(office_t *office, time_t now);

/*
 * A booking has ended by the clock of now. A clock that was ahead between two
 * calls of revive_looked() alone is known by that. Locks: site_lock().
 */
extern void revive_ended(office_t *office, time_t now);

/*
 * Give the record of a booking its first start again, if Slurm has moved its
 * start, and that lies ahead. Locks: site_lock(), after site_sync().
 */
extern void revive_start(office_t *office, view_resv_t *v, time_t now);

/* revive_start() for all bookings, for a clock that was put back. Locks:
 * site_lock(), after locks->sync() */
extern void revive_starts(office_t *office, time_t now);
