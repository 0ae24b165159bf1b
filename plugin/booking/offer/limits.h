/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * limits.h - ReservationName=limits shows the limits of the requester, and the
 * taken part of each.
 *
 * As with "offers", nothing else in the request counts. The limits are those of
 * the site (user_limits.h), for the user and the user's accounts. Operators
 * have none, and see those of other users.
 */
#pragma once

#include "plugin/booking/place/ask.h"

/* The answer is a table for people, or lines for a program (answer.h). */
extern const verb_t limits_verb;
