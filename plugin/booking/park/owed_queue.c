/* SPDX-License-Identifier: GPL-2.0-or-later */
/* owed_queue.c - see owed.h */

#include "plugin/booking/park/owed.h"
#include "plugin/booking/view/controller.h"
#include "plugin/booking/view/reread.h"
#include "plugin/booking/view/site.h"
#include "plugin/booking/view/view.h"

/* What has failed may have been to read the record. */
static bool _queue(view_resv_t *v)
{
	ledger_op_t *op;

	if (!booking_reread(v) ||
	    !(op = ledger_put(site.ledger, v->booking)))
		return false;
	ledger_commit_later(site.ledger, op);
	v->booking->owed = false;
	return true;
}

/* A function for view_each(). */
static void _look(view_resv_t *v, void *arg)
{
	bool *ok = arg;

	if (v->booking && v->booking->owed && !_queue(v))
		*ok = false;
}

bool owed_queue(void)
{
	bool ok = true;

	if (!owed_any() || !site.ledger)
		return true;
	view_each(_look, &ok);
	if (ok)
		owed_none();
	return ok;
}
