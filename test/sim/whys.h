/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * whys.h - before a create ReservationName=why is asked with its words: what it
 * answers against what happens then, and the bookings without which there would
 * be room against a slow search.
 *
 *	proven		the create is refused
 *	there is room	... is not
 *	leaves		without them a plan has a place for the request and for
 *			each booking that moves, in its window, and no node has
 *			two holders. Where all others lie, each of them is in
 *			the way: without the rest alone no start has enough
 *			nodes that are free all the time
 *	least=N		no fewer than N bookings make room; in a world with many
 *			not all sets are tried
 *	hopeless	nor do all of them
 */
#pragma once

#include "test/sim/asked.h"

/* Ask, and look at the set of bookings that is named. Nothing changes. */
extern void whys_ask(const asked_t *a);

/* The create was served: was the answer right? */
extern void whys_check(const asked_t *a);
