/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * foreseen.h - a query says what a booking of the same words gets.
 *
 * Before a create ReservationName=query is asked with its words, by its user.
 * If the create is admitted, the query has offered that form at that time, and
 * nothing else; if it is refused for want of room, the query has not offered what
 * was asked for.
 *
 * Before a reservation for maintenance is made, it is asked whom it would hit. Each
 * of these bookings must then be where the answer says. The comparison ends at the
 * first booking that waits for a later repair, or whose line says that not all ways
 * were tried. No other booking may lose nodes.
 */
#pragma once

#include "test/sim/asked.h"

/* Ask before a create, which has its names and its verb. */
extern void foreseen_ask(const asked_t *a);

/*
 * The request a was served. If it was booked while nobody moved for it, or is an
 * offer that was accepted: fail if it is at more leaf switches than it wishes
 * for, and there are enough free nodes at as many.
 */
extern void foreseen_switches(const asked_t *a);

/* The request a was served: fail if the query has said otherwise. */
extern void foreseen_check(const asked_t *a);

/* Ask before a native reservation is made. */
extern void foreseen_ask_maint(const asked_t *a);

/* It is made, or not: fail if that hits bookings otherwise than said. */
extern void foreseen_check_maint(const asked_t *a);
