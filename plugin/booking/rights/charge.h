/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * charge.h - bookings are charged to the budgets of accounts (garq_budget).
 *
 *	accepted	charge_new()	its price, in the month of its start
 *	changed		charge_change()	less of it: that part of the charge;
 *					else the price of the moment, from now
 *					on if it has begun
 *	moved by office			nothing: no price is asked again; of
 *					another size, as dear per node and hour
 *	closed		charge_close()	the part that it had; before its start
 *					nothing
 *
 * An account pays (payer.h), that of a job for its booking, without the
 * seconds for its start (JOBS_LATE). An account without a budget is not
 * charged, nor are offers that are held, and reservations of Slurm's own. A
 * user's request beyond the budget gets a form that it allows, or is refused
 * with offers that it allows (bound.h); operators are not bound, but their
 * bookings for an account are charged.
 *
 * The price is that of price.h, or node-hours where the site has no prices. A
 * part of a charge is as dear as the tariff says now of that part of the time,
 * against all of it: whoever gives up cheap hours is given back little.
 *
 * Locks: those of view.h, after site_sync().
 */
#pragma once

#include "plugin/booking/place/ask.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/view.h"

/* The charge of a booking. All zero: nothing. */
typedef struct {
	char *payer;		/* owned; NULL: nobody is charged */
	booking_charge_t charge;
} charge_t;

extern void charge_free(charge_t *c);

/* A place of a booking. All is borrowed. */
typedef struct {
	time_t start, end;
	const garq_set_t *nodes;	/* NULL: none */
	const units_t *units;	/* of these; none: whole ones */
} charge_place_t;

/*
 * The charge of a new booking of a.
 * OUT ret - charge_free(); untouched if refused
 * RET 0, or REFUSED_DENIED with a->text: the budget does not allow it
 */
extern int charge_new(office_t *office, ask_t *a, const charge_place_t *place,
		      charge_t *ret);

/*
 * The same for a->v after a change: a->shape, a->revision and the accounts of
 * a->request. A change that costs no more than before is never refused.
 */
extern int charge_change(office_t *office, ask_t *a,
			 const charge_place_t *place, charge_t *ret);

/* Return true if a booking is charged to an account, or if neither is. */
extern bool charge_is_of(office_t *office, const booking_t *b,
			 const char *account);

/* Charge a booking of the view. It has to be queued for the ledger after it. */
extern void charge_set(office_t *office, view_resv_t *v, const charge_t *c);

/*
 * A booking that has left the view is closed: the unused part of its charge is
 * given back. It has to be written to the ledger with this charge.
 * RET true if the charge has changed
 */
extern bool charge_close(office_t *office, booking_t *b, time_t now);

/*
 * Return true if the sums of live bookings (spent.h) are those of a walk
 * through all of them.
 * OUT ret_reason - the fault, if false
 */
extern bool charge_check(office_t *office, const char **ret_reason);
