/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * seen.h - the reservations and the open offers that this user may see.
 *
 * Offers are among the controller's records, too, and are told apart from
 * reservations by the lines for programs (plugin/booking/answer.h), by nothing
 * that a record says.
 */
#ifndef SRESV_SEEN_H
#define SRESV_SEEN_H

#include "contrib/sresv/ctl.h"

typedef struct {
	reserve_info_msg_t *all;	/* records, offers among them */
	offers_t offers;
	offers_t before;		/* those before the records were asked for */
	offer_t **by_name;		/* all of both */
	size_t cnt;
} seen_t;

/*
 * Ask the controller.
 * OUT ret - for seen_free(); ret->all is set, if a->status is STATUS_DONE
 */
extern void seen_load(seen_t *ret, answer_t *a);
extern void seen_free(seen_t *s);

/* The offer that a record stands for; NULL: it is a reservation. */
extern const offer_t *seen_offer(const seen_t *s, const reserve_info_t *r);

#endif
