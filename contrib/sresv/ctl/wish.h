/* SPDX-License-Identifier: GPL-2.0-or-later */
/* wish.h - a request, completed and explained as sresv does it. */
#pragma once

#include "contrib/sresv/ctl/ctl.h"

/* Return true if something stands in front of the name. */
extern bool wish_has_front(const wish_t *w);

/*
 * The name to send, with what stands in front of it.
 * IN name - NULL: one is made of this user and the time
 * RET a text for free(); NULL: there is nothing in front
 */
extern char *wish_front(const wish_t *w, const char *name);

/* Seconds of the reservation, as the controller rounds them. IN w - complete */
extern int64_t wish_length(const wish_t *w);

/*
 * The first offer that is as large as w, or one of its other forms, in the window
 * and within the ceiling of price: what a booking would get. IN w - complete
 * RET NULL: there is none
 */
extern const offer_t *wish_fit(const wish_t *w, const offers_t *offers);

/*
 * "3 of 8 nodes, 01:00:00 of 02:00:00": how a booking differs from w. IN w -
 * complete
 * RET a text for free(); NULL: it does not
 */
extern char *wish_less(const wish_t *w, int64_t nodes, int64_t seconds);

/*
 * Fill in what query and book have by default: a start of now, a duration within
 * a start and an end as a window, this user.
 * IN/OUT w - not complete on failure; may refer to a constant of me()
 * RET NULL, or what is wrong, a constant that names sresv's options
 */
extern const char *wish_complete(wish_t *w, time_t now);

/*
 * Work out the dates of w->every, if it is given: the first one is the start
 * then, and the others are wishes. IN/OUT w - complete; keeps its length
 * RET the error, free(); NULL: there is none
 */
extern char *wish_dates(wish_t *w);

/*
 * Say of a request that was denied which of its users this machine does not
 * know, if that is why.
 */
extern void wish_explain_denied(const wish_t *w, answer_t *a);
