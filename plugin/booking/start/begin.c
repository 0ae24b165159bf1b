/* SPDX-License-Identifier: GPL-2.0-or-later */
/* begin.c - see begin.h */

#include <stdio.h>

#include "plugin/booking/hold/tombstone.h"
#include "plugin/booking/start/begin.h"
#include "plugin/booking/start/events.h"
#include "plugin/booking/start/reconcile.h"
#include "plugin/booking/view/changes.h"
#include "plugin/booking/view/host.h"
#include "plugin/booking/open/offers.h"
#include "plugin/booking/open/standing.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/view.h"

static void _forget_offers(office_t *office)
{
	offers_fini(office);
	standing_fini(office);
	tombstones_fini(office);
}

/* OUT ret - untouched after an error. RET false: why is set */
static bool _read_ledger(office_t *office, ledger_t *ledger, time_t now,
			 reconcile_read_t *ret, char *why, size_t why_size)
{
	_forget_offers(office);
	return offers_load(office, ledger, why, why_size) &&
	       standing_load(office, ledger, why, why_size) &&
	       tombstones_load(office, ledger, now, why, why_size) &&
	       reconcile_read(office, ledger, now, ret, why, why_size);
}

/* What was seen is forgotten: the host may free its records unseen meanwhile. */
static bool _wait_for_ledger(office_t *office, const char *why)
{
	_forget_offers(office);
	view_init(office, &office->options);
	office->unowned = office->unusable = true;
	snprintf(office->ledger_error, sizeof(office->ledger_error),
		 "the ledger can be opened, and not be read to its end: %s",
		 why);
	return false;
}

bool begin_with(office_t *office, ledger_t *ledger, time_t now)
{
	reconcile_read_t read;
	char why[256];

	changes_note(office);
	office->host->locks->sync(office, now, &booking_events);
	if (ledger &&
	    !_read_ledger(office, ledger, now, &read, why, sizeof(why)))
		return _wait_for_ledger(office, why);
	office->unowned = office->unusable = false;
	office->ledger = ledger;
	office->ready = true;
	if (ledger)
		reconcile(office, &read, now);
	return true;
}
