/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * payer.h - the account that pays for a booking.
 *
 * The first account of Accounts pays; if a user names none, the user's only
 * one. Locks: those of view.h, after site_sync().
 */
#pragma once

#include <stdint.h>

#include "plugin/booking/view/office.h"

/*
 * The account that pays.
 * IN accounts - as in Accounts; NULL: none are named
 * IN uid - of the booking; or VIEW_NOBODY
 * RET free(); NULL: no account is known to pay
 */
extern char *payer_of(office_t *office, const char *accounts, uint32_t uid);

/* The first account of a list, without the signs. RET free(); NULL: none */
extern char *payer_first_of(const char *accounts);

/*
 * The accounts of a booking after a change.
 * IN given - Accounts of the change, maybe with signs; NULL: not given
 * IN has - the accounts before it, or NULL
 * RET free(); NULL: none
 */
extern char *payer_accounts_after(const char *given, const char *has);
