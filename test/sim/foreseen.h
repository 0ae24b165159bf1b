/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * foreseen.h - a query says what a booking of the same words gets.
 *
 * Before a create ReservationName=query is asked with its words, by its user.
 * If the create is admitted, the query has offered that form at that time, and
 * nothing else; if it is refused for want of room, the query has not offered what
 * was asked for.
 */
#pragma once

#include "test/sim/asked.h"

/* Ask before a create, which has its names and its verb. */
extern void foreseen_ask(const asked_t *a);

/* The request a was served: fail if the query has said otherwise. */
extern void foreseen_check(const asked_t *a);
