/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * book.h - make a booking, or refuse it with offers.
 *
 * Locks: site_lock(), after site_sync().
 */
#pragma once

#include "plugin/booking/place/admit.h"
#include "plugin/booking/place/ask.h"

/*
 * Find the best form (forms.h) of a request that there is room for. Nothing is
 * changed.
 * IN/OUT a - shape: num_cn and duration become those of the form, or of that
 *	which ret_refusal is of
 * OUT ret_placement, ret_refusal - as admit(); the refusal is that of the first
 *	form within the limits. dear is set if a form was left out for its
 *	price, beyond for the budget
 * RET as admit()
 */
extern int book_admit(office_t *office, ask_t *a, placement_t *ret_placement,
		       refusal_t *ret_refusal);

/*
 * verb_t.plan of a new booking: find the best form that there is room for
 * (forms.h), place it (kind_t.place) and queue it (verb_t.queue); without room,
 * word the refusal and append offers (verb_t.refused).
 * OUT a->note - of a request with wishes: the booked form
 * RET 0, a code (refused.h) or ESTALE
 */
extern int book_plan(office_t *office, ask_t *a);

/*
 * Make the note of a request for the ledger.
 * IN verb, outcome - short enough for the fields of a note
 * RET owned by the caller
 */
extern ledger_request_t *book_note(office_t *office, const char *verb,
				   const char *outcome, const char *name,
				   uint32_t uid);

/*
 * Make the note of a request that was booked, as v.
 * IN verb - "create", "update", "accept", ...
 * IN set, offer - the offer that was accepted and its set, or NULL
 * RET owned by the caller
 */
extern ledger_request_t *book_note_booked(
	office_t *office, const char *verb, const view_resv_t *v, uint32_t uid,
	const offer_set_t *set, const ledger_offer_t *offer);

/*
 * Make the note of a request that left v its time and nodes, as a rename: it
 * asked for no nodes and has no price, so the price of v stays the one before.
 * RET owned by the caller
 */
extern ledger_request_t *book_note_kept(office_t *office, const char *verb,
					    const view_resv_t *v, uint32_t uid);
