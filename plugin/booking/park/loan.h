/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * loan.h - link parked records for a while.
 *
 * A record is linked for its own sake (park.h says when) or on loan, because
 * code of the host that runs without site_lock() has to find the record. A loan
 * changes nothing durable: the ledger's row still says "parked", and the record
 * is unlinked when its last borrower is done. Other requests are served in the
 * meantime, hence this rule:
 *
 *	A record on loan counts as parked. Code that notes whether a record is
 *	linked, to restore that state or to write it to the ledger, asks
 *	view_is_unparked() and never v->linked. Code that parks a record calls
 *	loan_park() and never list->unlink().
 *
 * Locks: site_lock().
 */
#pragma once

#include "plugin/booking/view/office.h"
#include "plugin/booking/view/view.h"

/* Maximum number of parked records that one request borrows by name. */
#define LOAN_NAMES_MAX 64

/* Park v. While v has borrowers, its record stays linked, on loan. */
extern void loan_park(office_t *office, view_resv_t *v);

/*
 * As loan_park(), for many records: they leave Slurm's list together, in one
 * walk through it, at loan_park_end(), which has to follow before anything
 * else.
 */
extern void loan_park_soon(office_t *office, view_resv_t *v);
extern void loan_park_end(office_t *office);

/*
 * Lend all parked records to code of the host that walks all reservations;
 * loan_all_end() ends the loan. Pairs may be nested.
 */
extern void loan_all(office_t *office);
extern void loan_all_end(office_t *office);

/*
 * Lend v to a request that names it, and count the request in v->requests.
 * park_return_named() ends the loan: by then a job may need the record.
 */
extern void loan_to_request(office_t *office, view_resv_t *v);

/*
 * Slurm has new tables of nodes and partitions: lend it all records, so that it
 * renews the parked records, too. Call loan_rebuild_begin() within a
 * reconfiguration and loan_rebuild_end() after each locks->sync(): the
 * first sync() after the reconfiguration has seen what became of the records.
 */
extern void loan_rebuild_begin(office_t *office);
extern void loan_rebuild_end(office_t *office);

/*
 * Call fn for each booking that a list of names has.
 * IN names - separated by commas
 */
extern void loan_each_named(office_t *office, const char *names,
			    void (*fn)(view_resv_t *v, void *arg), void *arg);

/* Forget all borrowers of loan_all(): at a start and at the end. */
extern void loan_reset(office_t *office);
