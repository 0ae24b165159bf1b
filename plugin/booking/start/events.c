/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/booking/rights/charge.h"
#include "plugin/booking/place/stand_in.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/start/events.h"
#include "plugin/booking/start/revive.h"
#include "plugin/booking/open/offers.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/park/reread.h"
#include "plugin/booking/view/say.h"
#include "plugin/memory/memory.h"

/*
 * The host removed the native record of a booking: the booking has ended, or
 * the host found the record invalid. The end by which the booking was over is
 * written, too: by an older one, of before a change that the ledger could not
 * write, a start would take the clock to have been put back (revive.h).
 */
static void _record_gone(office_t *office, booking_t *b,
			 const view_waiting_t *waiting, time_t now)
{
	const char *why = (b->end <= now) ? "ended" : "purged by Slurm";

	if (office->ledger && stand_in_record_lost(office, b, waiting, now))
		return;
	say_debug(office, "sched/garq: reservation %s %s", b->name, why);
	revive_ended(office, now);
	(void) charge_close(office, b, now);
	if (office->ledger) {
		ledger_commit_later(office->ledger,
				    ledger_put(office->ledger, b));
		ledger_commit_later(office->ledger,
				    ledger_drop(office->ledger, b->name, why));
	}
	offers_forget(office, b->name);
	booking_destroy(b);
}

typedef struct {
	office_t *office;
	garq_set_t *nodes;
} keep_t;

/* A garq_nodes_fn: take the node out of a set if another booking has it. */
static bool _is_booked(void *arg, uint64_t id, uint32_t node, time_t t_s,
		       time_t t_e)
{
	const keep_t *keep = arg;
	const view_resv_t *other = view_find_id(keep->office, id);

	(void) t_s;
	(void) t_e;
	if (other && other->booking)
		garq_set_del(keep->nodes, node);
	return true;
}

/*
 * Slurm gives a reservation of ALL nodes those that its partition gets. What
 * other bookings have was promised to these before: v lacks it (taken.h).
 */
static void _leave_to_others(office_t *office, view_resv_t *v)
{
	keep_t keep = { .office = office };
	garq_set_t *before = NULL, *more = NULL;

	if (!v->nodes || !text_same_word(v->booking->asked_nodes, "ALL") ||
	    office->host->nodes->set(office, v->booking->nodes, &before) ||
	    garq_set_is_subset(v->nodes, before))
		goto done;
	keep.nodes = memory_there(garq_set_copy(v->nodes));
	more = memory_there(garq_set_copy(v->nodes));
	garq_set_del_all(more, before);
	garq_nodes_each(garq_machine_nodes(view_machine(office)), more,
			v->start, v->end, v->id, _is_booked, &keep);
	if (!garq_set_equal(keep.nodes, v->nodes)) {
		office->host->fields->bind(office, v->rec, keep.nodes,
					   &(units_t) { .cnt = 0 });
		office->host->list->refresh_moved(office, v, view_now(office));
	}
done:
	garq_set_destroy(more);
	garq_set_destroy(keep.nodes);
	garq_set_destroy(before);
}

/*
 * The host may have changed a native record: bring booking and ledger up to
 * date. Nodes that Slurm removed on its own do not lower the requested number.
 */
static void _changed(office_t *office, view_resv_t *v)
{
	booking_t *b = v->booking;

	if (b->stand_in)
		return;
	_leave_to_others(office, v);
	if ((b->start == v->attrs.first_start) && (b->end == v->end) &&
	    text_same(b->nodes, v->attrs.node_list))
		return;
	say_info(office, "sched/garq: Slurm changed reservation %s: %s",
		 b->name, v->attrs.node_list);
	booking_reread(office, v);
	if (office->ledger)
		ledger_commit_later(office->ledger,
				    ledger_put(office->ledger, b));
}

const view_events_t booking_events = { .gone = _record_gone,
				       .changed = _changed };
