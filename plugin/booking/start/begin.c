/* SPDX-License-Identifier: GPL-2.0-or-later */
/* begin.c - see begin.h */

#include <stdio.h>

#include "plugin/booking/hold/tombstone.h"
#include "plugin/booking/start/begin.h"
#include "plugin/booking/start/events.h"
#include "plugin/booking/start/reconcile.h"
#include "plugin/booking/view/changes.h"
#include "plugin/booking/view/controller.h"
#include "plugin/booking/view/offers.h"
#include "plugin/booking/view/site.h"
#include "plugin/booking/view/view.h"

static void _forget_offers(void)
{
	offers_fini();
	offers_init();
	tombstones_fini();
}

/* OUT ret - untouched after an error. RET false: why is set */
static bool _read(ledger_t *ledger, time_t now, reconcile_read_t *ret,
		  char *why, size_t why_size)
{
	_forget_offers();
	return offers_load(ledger, why, why_size) &&
	       tombstones_load(ledger, now, why, why_size) &&
	       reconcile_read(ledger, now, ret, why, why_size);
}

/* What was seen is forgotten: the host may free its records unseen meanwhile. */
static bool _wait(const char *why)
{
	_forget_offers();
	view_init(&site.options);
	site.unowned = site.unusable = true;
	snprintf(site.ledger_error, sizeof(site.ledger_error),
		 "the ledger can be opened, and not be read to its end: %s",
		 why);
	return false;
}

bool begin_with(ledger_t *ledger, time_t now)
{
	reconcile_read_t read;
	char why[256];

	changes_note();
	if (controller->sync(now, &booking_events) != 0)
		return _wait("out of memory");
	if (ledger && !_read(ledger, now, &read, why, sizeof(why)))
		return _wait(why);
	site.unowned = site.unusable = false;
	site.ledger = ledger;
	site.ready = true;
	if (ledger)
		reconcile(&read, now);
	return true;
}
