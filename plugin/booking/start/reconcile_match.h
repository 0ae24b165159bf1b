/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * reconcile_match.h - what Slurm has read, compared with what the ledger knows.
 *
 * Locks: site_lock(), after site_sync(). Functions with a ledger read it,
 * and ledger_was_read() returns whether they could.
 */
#pragma once

#include "plugin/booking/start/reconcile_rules.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/view.h"
#include "plugin/ledger/ledger.h"

/*
 * Return true if the state that Slurm has read is known, or if there was none:
 * that proves nothing either.
 */
extern bool match_state(office_t *office, ledger_t *l);

/*
 * Compare the record of v, which has the name of b and is no stand-in, with b.
 * RET not RULES_ABSENT
 */
extern rules_record_t match_booking(office_t *office, const booking_t *b,
				    const view_resv_t *v);

/*
 * The record of v is about to be brought to b: note in b what the record says
 * now. Slurm's file has that until it is saved again, so a later start may
 * meet it, when b has changed or is closed.
 */
extern void match_overrule(office_t *office, booking_t *b,
			   const view_resv_t *v);

/*
 * A rename that was not acknowledged may be in Slurm's file, and not in the
 * ledger: give each marked record that has the id of a live booking, which has
 * no other record, the name of that booking again. If a job names the record,
 * or another reservation has the old name, the booking gets the new name, as
 * when the rename could not be taken back.
 * IN/OUT live - in no view yet
 */
extern void match_names(office_t *office, booking_t *const *live, size_t cnt);

/*
 * Note in v whether its record, with its id, is that of a booking that was
 * closed, and whether this was by number of nodes (was_closed, was_counted).
 * IN known - match_state()
 */
extern void match_closed(office_t *office, ledger_t *l, view_resv_t *v,
			 bool known);
