/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * clock_back.h - a clock that is put back while slurmctld runs; see
 * plugin/booking/start/revive.h
 *
 * The agent alone calls these functions. The bookings that had ended are read
 * by the ledger's writer, which waits for the disk as long as that takes.
 */
#pragma once

#include <stdbool.h>
#include <time.h>

/*
 * If the clock was put back since the last call, or since the start, ask the
 * ledger which bookings had ended by it. No I/O. Locks: site_lock(), after
 * site_sync().
 * RET true if they are not known yet: their resources must not be given to
 *	others
 */
extern bool clock_back_see(time_t now);

/*
 * Once these bookings are read, open them again, and make their records. Waits
 * for the ledger as site_write(). Locks: none.
 */
extern void clock_back_use(void);
