/* SPDX-License-Identifier: GPL-2.0-or-later */
/* finish.c - see finish.h */

#include "plugin/booking/hold/named_hold.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/say.h"
#include "plugin/ledger/ledger_offers.h"
#include "plugin/rpc/finish.h"
#include "plugin/slurm/compat/ctld_office.h"
#include "plugin/slurm/durable.h"
#include "plugin/slurm/locks.h"
#include "plugin/slurm/sync.h"

/*
 * The answer to a request that changes no booking: there is nothing to undo.
 * If the ledger can't be written now, it gets the offers later; a start before
 * that finds those of an earlier request, which may have the same names.
 */
static void _commit_offers(ledger_op_t *op, char **text)
{
	bool offers = ledger_op_has_offers(op);
	char why[256];

	if (ledger_commit_or_keep(office->ledger, op, why, sizeof(why)))
		return;
	say_error(office,
		  "sched/garq: offers were made that the ledger does not have yet: %s",
		  why);
	if (offers)
		text_add(text, "%sthe ledger can't be written: %s; if slurmctld is started again before it can, the names of these offers may stand for older ones: look at them (ReservationName=offers) before you accept one",
			 *text ? "\n" : "", why);
}

/* Sync before an undo; if that fails, the undo uses the last view. RET now */
static time_t _sync(void)
{
	time_t now = time(NULL);
	char *text = NULL;

	(void) site_sync(now, &text);
	free_null(text);
	return now;
}

void create_finish(create_t *out)
{
	char why[256];

	if (out->save && (out->rc == 0))
		site_save();
	if (out->extended) {
		if (!ledger_commit_or_keep(office->ledger, out->op, why,
					   sizeof(why)))
			named_hold_not_extended(office, out, why);
		return;
	}
	if (out->op && (out->rc || !out->name)) {
		_commit_offers(out->op, &out->text);
		return;
	}
	if (!out->op ||
	    ledger_commit(office->ledger, out->op, why, sizeof(why))) {
		shift_settle(&out->shifted);
		return;
	}
	site_lock(true);
	create_undo(office, out, why, _sync());
	site_unlock(true);
}

void update_finish(const char *name, update_t *out)
{
	char why[256];

	if (out->save && (out->rc == 0))
		site_save();
	if (out->op && out->rc) {
		_commit_offers(out->op, &out->text);
		return;
	}
	if (!out->op ||
	    ledger_commit(office->ledger, out->op, why, sizeof(why))) {
		shift_settle(&out->shifted);
		return;
	}
	site_lock(false);
	update_undo(office, name, out, why, _sync());
	site_unlock(false);
}
