/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * clock_back.h - a clock that is put back while slurmctld runs; see
 * plugin/booking/revive.h
 */
#ifndef PLUGIN_CLOCK_BACK_H
#define PLUGIN_CLOCK_BACK_H

/*
 * If the clock was put back since the last call, open the bookings again that
 * had ended by it, and make their records. Called by the agent alone, once the
 * ledger's queue is written; waits for the ledger. Locks: none.
 */
extern void clock_back_look(void);

#endif
