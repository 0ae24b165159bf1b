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
 *	to put it back or to note it in the ledger, asks lend_is_own() and never
 *	v->linked; whoever parks a record calls lend_unlink() and never
 *	view_unlink().
 *
 * Locks: site_lock().
 */
#ifndef PLUGIN_LOAN_H
#define PLUGIN_LOAN_H

#include "plugin/booking/view.h"

/* Most parked reservations that one request can borrow by their names. */
#define LEND_NAMES_MAX 64

/* Is v in Slurm's list for its own sake? */
extern bool lend_is_own(const view_resv_t *v);

/* Take v out of Slurm's list; while it has borrowers it stays there on loan. */
extern void lend_unlink(view_resv_t *v);

/* Lend all parked records, for native code that looks at all. May be nested. */
extern void lend_all(void);
extern void lend_all_end(void);

/*
 * Lend v to a request that names it; v->named counts these requests. The end
 * of the loan is park_unname(): a job may need the record by then.
 */
extern void lend_named(view_resv_t *v);

/* After a start or before the end: nothing is on loan. */
extern void lend_reset(void);

#endif
