/* SPDX-License-Identifier: GPL-2.0-or-later */
/* site.c - see site.h */

#include "plugin/booking/refused.h"
#include "plugin/booking/say.h"
#include "plugin/booking/text.h"
#include "plugin/office/offers.h"
#include "plugin/office/reconcile.h"
#include "plugin/office/site.h"
#include "plugin/office/stand_in.h"
#include "plugin/slurm/native.h"
#include "plugin/slurm/park.h"

site_t site;

static const slurmctld_lock_t update_locks = {
	.conf = READ_LOCK,
	.job = READ_LOCK,
	.node = WRITE_LOCK,
	.part = READ_LOCK,
};

static const slurmctld_lock_t delete_locks = {
	.conf = READ_LOCK,
	.job = WRITE_LOCK,
	.node = WRITE_LOCK,
	.part = READ_LOCK,
};

static bool may_delete;	/* the node write lock protects it */

bool site_may_delete(void)
{
	return may_delete;
}

void site_lock(bool write_jobs)
{
	lock_slurmctld(write_jobs ? delete_locks : update_locks);
	may_delete = write_jobs;
}

void site_unlock(bool write_jobs)
{
	unlock_slurmctld(write_jobs ? delete_locks : update_locks);
}

/*
 * Slurm removed the native record of a booking: it is over, or Slurm takes it
 * for invalid.
 */
static void _gone(booking_t *b)
{
	time_t now = time(NULL);
	const char *why = (b->end <= now) ? "ended" : "purged by Slurm";
	ledger_op_t *op = NULL;

	if (site.ledger && stand_in_keep(b, now))
		return;
	say_debug("sched/garq: reservation %s %s", b->name, why);
	if (site.ledger && (op = ledger_drop(site.ledger, b->name, why)))
		ledger_commit_later(site.ledger, op);
	offers_forget(b->name);
	booking_destroy(b);
}

/* Slurm may have changed the native record of a booking: keep the ledger. */
static void _changed(const view_resv_t *v)
{
	booking_t *b = v->booking;
	ledger_op_t *op;

	if (b->stand_in)
		return;
	if ((b->start == native_start(v->rec)) && (b->end == v->rec->end_time) &&
	    text_same(b->nodes, v->rec->node_list))
		return;
	say_info("sched/garq: Slurm changed reservation %s: %s", b->name,
	     v->rec->node_list);
	if (native_read(v->rec, b) && site.ledger &&
	    (op = ledger_put(site.ledger, b)))
		ledger_commit_later(site.ledger, op);
}

const view_events_t site_events = { .gone = _gone, .changed = _changed };

int site_sync(time_t now, char **ret_text)
{
	int rc;

	if (site.unfit) {
		*ret_text = text_dup("sched/garq does not fit this slurmctld: see its log");
		return REFUSED_UNSUPPORTED;
	}
	if (!site.ready && resv_list)
		reconcile(now);
	rc = view_sync(now, &site_events);
	if (rc == 0) {
		park_rebuilt();
		if (stand_in_urgent())
			(void) stand_in_look(now);
	} else {
		say_error("sched/garq: out of memory, no reservation can be admitted");
		*ret_text = text_dup("sched/garq is out of memory");
	}
	return rc;
}

void site_save(void)
{
	(void) dump_all_resv_state();
}

bool site_write(void)
{
	char why[256];

	if (!site.ledger || ledger_retry(site.ledger, why, sizeof(why)))
		return true;
	say_error("sched/garq: the ledger can't be written: %s", why);
	return false;
}

bool site_durable(char **ret_text)
{
	if (site.ledger)
		return true;
	*ret_text = text_printf(
		"no reservation can be kept: %s (administrator: mend it, then restart slurmctld)",
		site.ledger_error[0] ? site.ledger_error :
				       "the ledger is not open");
	return false;
}
