/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * looks.h - a look before the leap (plugin/booking/offer/look.h).
 *
 * Before every other request the same one is asked as a look: that changes no
 * booking, and the request itself then has the token of the plan, so it is
 * refused if that is not what happens. Before other creates ReservationName=why
 * is asked (plugin/booking/offer/why.h): a request is not admitted if that was
 * proven to be impossible, and has room where that was said; or a query
 * (foreseen.h).
 */
#pragma once

#include "test/sim/asked.h"

/* Look before a, which has its names and its verb. IN/OUT a - the name gets the
 * token */
extern void looks_before(asked_t *a);

/* The request a was served: fail if its plan was another one. */
extern void looks_after(const asked_t *a);
