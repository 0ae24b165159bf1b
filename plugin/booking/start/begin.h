/* SPDX-License-Identifier: GPL-2.0-or-later */
/* begin.h - the office begins: it sees the host, and reads the ledger. */
#ifndef PLUGIN_BEGIN_H
#define PLUGIN_BEGIN_H

#include <stdbool.h>
#include <time.h>

#include "plugin/ledger/ledger.h"

/*
 * See the host, read the ledger with its open offers, and only then reconcile them
 * (reconcile.h): site.ready. May be tried again after a failure, with another
 * ledger. Locks: site_lock(), with the reservations of the host's saved state, and
 * without a guard of the host's (own_guard.h).
 * IN ledger - site.ledger from then on; NULL: there is none that can be read by this
 *	version
 * RET false: it can't be read to its end, or memory is short. site.ledger_error says
 *	why; site.unowned and site.unusable are set, no booking is known, and the
 *	caller still owns the ledger
 */
extern bool begin_with(ledger_t *ledger, time_t now);

#endif
