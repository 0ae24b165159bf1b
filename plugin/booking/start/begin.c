/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/booking/hold/tombstone.h"
#include "plugin/booking/open/offers.h"
#include "plugin/booking/open/standing.h"
#include "plugin/booking/place/loss/degraded.h"
#include "plugin/booking/place/stand_in.h"
#include "plugin/booking/start/begin.h"
#include "plugin/booking/start/events.h"
#include "plugin/booking/start/reconcile.h"
#include "plugin/booking/view/changes.h"
#include "plugin/booking/view/host.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/spent.h"
#include "plugin/booking/view/view.h"
#include "plugin/ledger/ledger_events.h"
#include "plugin/ledger/ledger_use.h"
#include "plugin/memory/memory.h"

/* What users were told of a booking before. */
typedef struct {
	char *name;
	char *why;
	bool degraded;		/* else it is a stand-in or a part */
} told_t;

typedef struct {
	told_t *list;
	size_t cnt;
} tolds_t;

/* A ledger_event_fn */
static void _note_told(void *arg, const ledger_event_t *e)
{
	tolds_t *t = arg;

	if (!strcmp(e->verb, "mended") || !strcmp(e->verb, "restored"))
		return;
	t->list = memory_grow(t->list, t->cnt + 1, sizeof(*t->list));
	t->list[t->cnt++] = (told_t) {
		.name = memory_text(e->name),
		.why = memory_text(e->why),
		.degraded = !strcmp(e->verb, "degraded"),
	};
}

/* Bookings are where they are: what users were told may be so no more. */
static void _recall_told(office_t *office, const tolds_t *t, time_t now)
{
	for (size_t i = 0; i < t->cnt; i++) {
		view_resv_t *v = view_find(office, t->list[i].name);

		if (!v || !v->booking)
			continue;
		if (t->list[i].degraded)
			degraded_recall(office, v, t->list[i].why);
		else
			stand_in_recall(office, v, now);
	}
}

static void _free_told(tolds_t *t)
{
	for (size_t i = 0; i < t->cnt; i++) {
		free(t->list[i].name);
		free(t->list[i].why);
	}
	free(t->list);
}

static void _forget_offers(office_t *office)
{
	offers_fini(office);
	standing_fini(office);
	tombstones_fini(office);
}

/*
 * OUT ret - untouched after an error; told - _free_told() at any rate
 * RET false: why is set
 */
static bool _read_ledger(office_t *office, ledger_t *ledger, time_t now,
			 reconcile_read_t *ret, tolds_t *told, char *why,
			 size_t why_size)
{
	_forget_offers(office);
	spent_begin(office);
	return ledger_each_state(ledger, _note_told, told, why, why_size) &&
	       offers_load(office, ledger, why, why_size) &&
	       standing_load(office, ledger, why, why_size) &&
	       tombstones_load(office, ledger, now, why, why_size) &&
	       ledger_each_charge(ledger, spent_add_closed, office, why,
				  why_size) &&
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

static bool _begin_with(office_t *office, ledger_t *ledger, tolds_t *told,
			time_t now)
{
	reconcile_read_t read;
	char why[256];

	changes_note(office);
	office->host->locks->sync(office, now, &booking_events);
	if (ledger &&
	    !_read_ledger(office, ledger, now, &read, told, why, sizeof(why)))
		return _wait_for_ledger(office, why);
	office->unowned = office->unusable = false;
	office->ledger = ledger;
	if (ledger)
		reconcile(office, &read, now);
	office->ready = true;
	_recall_told(office, told, now);
	return true;
}

bool begin_with(office_t *office, ledger_t *ledger, time_t now)
{
	tolds_t told = { .cnt = 0 };
	bool ok = _begin_with(office, ledger, &told, now);

	_free_told(&told);
	return ok;
}
