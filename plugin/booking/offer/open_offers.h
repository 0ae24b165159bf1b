/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * open_offers.h - ReservationName=offers lists the open offers that the user
 * may see.
 *
 * The list looks at nothing else in the request: scontrol sends no create
 * request without StartTime, Duration or EndTime, nodes, and users. A program
 * may also ask by ReservationName=garq-offers=1 (answer.h). Users without the
 * right to book are answered, too: they have no offers.
 */
#pragma once

#include "plugin/booking/place/ask.h"

/*
 * The answer has lines for programs (ask_t.program is set): of the offers, and,
 * if a program asks, of those that stand by (standing_list.h). For people the
 * tables come first.
 */
extern const verb_t open_offers_verb;
