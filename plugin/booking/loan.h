/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * loan.h - parked records that are in Slurm's list for a while.
 *
 * A record is in Slurm's list for its own sake (park.h says when), or on loan:
 * native code that runs without our locks has to find it. A loan changes
 * nothing durable: the ledger's row goes on saying "parked", and the record
 * leaves the list when its last borrower is done. Other requests are served in
 * the meantime, hence the rule that this file keeps:
 *
 *	A record on loan counts as parked. Whoever remembers where a record was,
 *	to put it back or to note it in the ledger, asks loan_is_unparked() and
 *	never v->linked; whoever parks a record calls loan_park() and never
 *	controller->unlink().
 *
 * Locks: site_lock().
 */
#ifndef PLUGIN_LOAN_H
#define PLUGIN_LOAN_H

#include "plugin/booking/view.h"

/* Most parked reservations that one request can borrow by their names. */
#define LOAN_NAMES_MAX 64

/* Is v in Slurm's list for its own sake? */
extern bool loan_is_unparked(const view_resv_t *v);

/* Take v out of Slurm's list; while it has borrowers it stays there on loan. */
extern void loan_park(view_resv_t *v);

/* Lend all parked records, for native code that looks at all. May be nested. */
extern void loan_all(void);
extern void loan_all_end(void);

/*
 * Lend v to a request that names it; v->requests counts these requests. The end
 * of the loan is park_return_named(): a job may need the record by then.
 */
extern void loan_to_request(view_resv_t *v);

/* After a start or before the end: nothing is on loan. */
extern void loan_reset(void);

#endif
