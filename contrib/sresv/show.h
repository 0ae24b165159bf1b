/* SPDX-License-Identifier: GPL-2.0-or-later */
/* show.h - reservations and offers as rows of sheets. */
#pragma once

#include "contrib/sresv/ctl/ctl.h"
#include "contrib/sresv/log.h"
#include "contrib/sresv/text/sheet.h"

/* Make empty sheets; NULL if memory is short, which the others accept. */
extern sheet_t *show_reservations(void);
extern sheet_t *show_offers(void);
extern sheet_t *show_standers(void);

/* Add a reservation. IN native - NULL: it is a booking; cost - or NULL */
extern void show_reservation(sheet_t *s, const reserve_info_t *r,
			     const native_t *native, const log_cost_t *cost,
			     time_t now);
/* Add an open offer to a sheet of reservations. */
extern void show_as_reservation(sheet_t *s, const offer_t *o);
extern void show_offer(sheet_t *s, const offer_t *o);

/* Add a row for a request that stands by. */
extern void show_stander(sheet_t *s, const stander_t *one);

/* Add a reservation of which only the name is known. */
extern void show_name(sheet_t *s, const char *name);

/* Look up a reservation. IN all - or NULL. RET NULL: it is not there */
extern const reserve_info_t *show_find(const reserve_info_msg_t *all,
				       const char *name);

/* Show where the new reservation lies. IN all - of ctl_load(), or NULL;
 * native - as show_reservation() */
extern void show_new(sheet_t *s, const reserve_info_msg_t *all,
		     const char *name, const native_t *native);

/* The result of --accept: the limits, and the offer that was accepted. */
typedef struct {
	offer_least_t least;
	char *name;	/* name of the offer, NULL: none; owned, as kind */
	char *kind;
} taken_t;

/* A sheet of one row, only for JSON. RET NULL if memory is short */
extern sheet_t *show_taken(const taken_t *taken);

/* Add a row for each offer. */
extern void show_all_offers(sheet_t *s, const offers_t *offers);
