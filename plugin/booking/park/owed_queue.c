/* SPDX-License-Identifier: GPL-2.0-or-later */
/* owed_queue.c - see owed.h */

#include "plugin/booking/park/owed.h"
#include "plugin/booking/view/host.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/reread.h"
#include "plugin/booking/view/view.h"

/* What has failed may have been to read the record. */
static bool _queue(office_t *office, view_resv_t *v)
{
	ledger_op_t *op;

	if (!booking_reread(office, v) ||
	    !(op = ledger_put(office->ledger, v->booking)))
		return false;
	ledger_commit_later(office->ledger, op);
	v->booking->owed = false;
	return true;
}

typedef struct {
	office_t *office;
	bool ok;
} look_t;

/* A function for view_each(). */
static void _look(view_resv_t *v, void *arg)
{
	look_t *look = arg;

	if (v->booking && v->booking->owed && !_queue(look->office, v))
		look->ok = false;
}

bool owed_queue(office_t *office)
{
	look_t look = { .office = office, .ok = true };

	if (!owed_any(office) || !office->ledger)
		return true;
	view_each(office, _look, &look);
	if (look.ok)
		owed_none(office);
	return look.ok;
}
