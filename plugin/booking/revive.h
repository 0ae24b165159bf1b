/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * revive.h - bookings that ended by a clock that was ahead.
 *
 * While the clock is ahead, bookings seem to be over: Slurm removes their
 * records, and they are closed. When the clock is put back, their ends lie ahead
 * again, and they were promised. reconcile() opens them again at a start.
 */
#ifndef PLUGIN_REVIVE_H
#define PLUGIN_REVIVE_H

#include <time.h>

#include "plugin/ledger/booking.h"

/*
 * The clock was put back while slurmctld runs: open a booking again. Its record
 * is made again as a lost one (stand_in.h), on other nodes if its own are taken.
 * If its name is taken, the booking stays closed, which is logged. Locks:
 * site_lock(), after site_sync().
 * IN b - of ledger_each_ended(); owned by this function
 * RET is it open again?
 */
extern bool revive(booking_t *b, time_t now);

#endif
