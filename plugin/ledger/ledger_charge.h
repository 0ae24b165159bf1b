/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_charge.h - what accounts were charged for bookings that are closed.
 *
 * A row keeps the charge of its booking (booking_charge_t) when it is closed. A
 * row that is deleted, or moved to the history, leaves its charge in a table of
 * sums, so that the sums of an account are right however long a period is.
 */
#pragma once

#include "plugin/ledger/ledger.h"

/*
 * Call fn for each account and month in which closed bookings count, once or
 * twice.
 * IN amount - hundredths
 * RET false with error set if they can't be read to their end
 */
typedef void (*ledger_charge_fn)(void *arg, const char *account,
				 uint32_t month, int64_t amount);
extern bool ledger_each_charge(ledger_t *l, ledger_charge_fn fn, void *arg,
			       char *error, size_t error_size);
