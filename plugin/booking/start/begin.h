/* SPDX-License-Identifier: GPL-2.0-or-later */
/* begin.h - the office begins: it sees the host, and reads the ledger. */
#pragma once

#include <stdbool.h>
#include <time.h>

#include "plugin/booking/view/office.h"
#include "plugin/ledger/ledger.h"

/*
 * See the host, read the ledger with its open offers, and only then reconcile
 * them (reconcile.h): office->ready. May be tried again after a failure, with
 * another ledger. Locks: site_lock(), with the reservations of the host's
 * saved state, and without a guard of the host's (own_guard.h).
 * IN ledger - office->ledger from then on; NULL: there is none that can be
 *	read by this version
 * RET false: it can't be read to its end. office->ledger_error says why;
 *	office->unowned and office->unusable are set, no booking is known, and
 *	the caller still owns the ledger
 */
extern bool begin_with(office_t *office, ledger_t *ledger, time_t now);
