/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * catch_up.h - what the office has to know before it decides anything.
 *
 * The controller has to own the ledger and to have read it: until then it
 * knows no booking, and would give away what others were promised. And the
 * view has to have seen the host: the host may have changed or purged records
 * since the last look, and the view still points to them.
 *
 * Times are seconds since the epoch. Locks: site_lock().
 */
#pragma once

#include <time.h>

#include "plugin/booking/view/office.h"

/*
 * Bring the view up to date, and follow what the host has changed. No stand-in
 * is tried, so nothing waits. The controller owns the ledger.
 */
extern void catch_up(office_t *office, time_t now);

/*
 * The same before a request is served; stand-ins take the nodes that exist.
 * OUT ret_text - after an error, a text for the user: free(), or NULL
 * RET 0; or nothing can be admitted: REFUSED_UNSUPPORTED (the plugin does not
 *	fit the host), REFUSED_FAILED (another controller has the ledger)
 */
extern int catch_up_to_serve(office_t *office, time_t now, char **ret_text);

/*
 * Return true if the ledger is open and answers, so that bookings can be made
 * durable. Called for a request that needs the ledger before anything is done
 * for it.
 * OUT ret_text - if false, why, and what an administrator can do; free()
 */
extern bool site_durable(office_t *office, char **ret_text);
