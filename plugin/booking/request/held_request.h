/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * held_request.h - the request of a named hold, as a text.
 *
 * The text has a line KEY=VALUE for each attribute that was given, in a fixed
 * order, so that two requests are the same if their texts are. It is in the
 * ledger with the hold (booking_t.held), and has the users, groups and accounts
 * for the confirmation. Values have no line breaks (request_check()). No locks.
 */
#pragma once

#include "plugin/booking/request/flags.h"
#include "plugin/booking/request/request.h"

/* Flags that the record of a hold does not have before it is confirmed. */
#define HELD_FLAGS_LATER BOOKING_FLAG_MAGNETIC

/*
 * IN request - normalized and checked; its name does not count
 * IN start, end - of the hold
 * RET free(); never NULL
 */
extern char *held_request_text(const request_t *request, time_t start,
			       time_t end);

/*
 * The request that a confirmation makes of a hold: users, groups and accounts,
 * and flags of HELD_FLAGS_LATER. RET request_free()
 */
extern request_t held_request_read(const char *text);

/* The accounts of the request. RET free(); NULL: none */
extern char *held_request_accounts(const char *text);
