/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bound.h - what a booking may cost: the ceiling of its request (max-cost), and
 * the budget of its account.
 *
 * Costs are those of price.h, or node-hours where the site has no prices.
 * Locks: those of view.h, after site_sync().
 */
#pragma once

#include "plugin/booking/place/ask.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/view.h"

/*
 * The price of nodes for [t_s, t_e), or their node-hours where the site has no
 * prices.
 * IN rules - as price_of()
 * IN nodes - whole ones, or parts of them
 */
extern double bound_cost(office_t *office, uint32_t rules, time_t t_s,
			 time_t t_e, double nodes);

/* The unit of costs, "" if the site names none. */
extern const char *bound_unit(office_t *office);

/* What the places of a booking may cost. All zero: any cost. */
typedef struct bound {
	office_t *office;
	const wishes_t *wishes;	/* with the ceiling; NULL: none */
	double dear;		/* the lowest cost beyond it; 0: none */
	time_t late;		/* seconds at the end that are not paid */
	char *payer;		/* owned; NULL: no budget binds */
	const booking_t *own;	/* that is changed: its charge does not count,
				 * and it may cost as much as before; or NULL */
	uint32_t dates;		/* bookings of one request; 0 is 1 */
	struct {		/* the lowest cost beyond the budget; 0: none */
		int64_t amount;
		uint32_t month;
	} beyond;
} bound_t;

/* The payer of a new booking. RET free(); NULL: no account is known to pay */
extern char *bound_payer(office_t *office, const ask_t *a);

/* The bound for a new booking of a. RET bound_free() */
extern bound_t bound_new(office_t *office, const ask_t *a);

/*
 * The bound for the offers of a request.
 * IN wishes - of the request; NULL: none
 * IN accounts, uid - the same, and its requester
 * IN own - the booking that they change; or NULL
 * RET bound_free()
 */
extern bound_t bound_of(office_t *office, const wishes_t *wishes,
			const char *accounts, uint32_t uid,
			const view_resv_t *own);

extern void bound_free(bound_t *b);

/* Return true if any cost is allowed. */
extern bool bound_is_none(const bound_t *b);

/*
 * Return true if nodes for a shape may cost their price for [t_s, t_e); if not,
 * b->dear or b->beyond is noted.
 */
extern bool bound_allows(bound_t *b, const shape_t *shape, time_t t_s,
			 time_t t_e, uint32_t num_cn);

/* The same of the budget alone, for an amount, hundredths, in a month. */
extern bool bound_allows_in(bound_t *b, int64_t amount, uint32_t month);

/* What was beyond the budget. RET a sentence, free(); NULL: nothing was */
extern char *bound_beyond_text(const bound_t *b);

/* The same, without the cost: the rest, and that no offer costs more. */
extern char *bound_left_text(const bound_t *b);

/* The name of the option, which these sentences have. */
#define BOUND_OPTION "garq_budget"
