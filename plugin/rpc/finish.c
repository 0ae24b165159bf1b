/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/serve/standby.h"
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

/* Take the change back; without a sync the undo uses the last view. */
static void _undo_change(ask_t *a, const char *why)
{
	char *text = NULL;

	site_lock(true);
	a->now = time(NULL);
	(void) site_sync(a->now, &text);
	a->verb->undo(office, a, why);
	site_unlock(true);
	free_null(text);
}

/* A request that stands by does so once its row is durable. */
static void _commit_standing(ask_t *a)
{
	char why[256];
	bool durable = ledger_commit(office->ledger, a->stand_op, why,
				     sizeof(why));

	site_lock(false);
	standby_settle(office, a, durable ? NULL : why);
	site_unlock(false);
}

/* A question about the past is answered by the events that are read now. */
static void _read_past(ask_t *a)
{
	char why[256];

	if (a->rc)
		return;
	if (site_read_past(&a->past, why, sizeof(why))) {
		a->rc = a->verb->read(office, a);
		return;
	}
	free_null(a->text);
	a->text = text_printf("the history can't be read now: %s; ask again",
			      why);
	a->rc = REFUSED_FAILED;
}

void finish(ask_t *a)
{
	ledger_op_t *op = a->op;
	char why[256];

	if (a->past)
		_read_past(a);
	if (a->stand_op)
		_commit_standing(a);
	if (a->save && (a->rc == 0))
		site_save();
	a->op = NULL;
	if (!op)
		return;
	if (a->stays) {
		if (!ledger_commit_or_keep(office->ledger, op, why,
					   sizeof(why)))
			a->verb->unwritten(office, a, why);
	} else if (a->rc || !a->name) {
		_commit_offers(op, &a->text);
	} else if (ledger_commit(office->ledger, op, why, sizeof(why))) {
		shift_settle(&a->shifted);
	} else {
		_undo_change(a, why);
	}
}
