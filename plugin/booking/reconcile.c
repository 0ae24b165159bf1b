/* SPDX-License-Identifier: GPL-2.0-or-later */
/* reconcile.c - see reconcile.h */

#include <sys/param.h>

#include "garq/grow.h"
#include "plugin/booking/admit.h"
#include "plugin/booking/controller.h"
#include "plugin/booking/flags.h"
#include "plugin/booking/park.h"
#include "plugin/booking/reconcile.h"
#include "plugin/booking/refused.h"
#include "plugin/booking/say.h"
#include "plugin/booking/shape.h"
#include "plugin/booking/site.h"
#include "plugin/booking/stand_in.h"
#include "plugin/booking/text.h"

typedef struct {
	booking_t **list;
	size_t cnt;
	size_t room;
} bookings_t;

typedef struct {
	time_t now;
	bookings_t absent;	/* without a native record */
	bookings_t others;	/* whose name is that of an older record */
	int made, changed, closed, adopted, deleted, failed;
	bool partial;		/* an entry of the ledger was not read */
} tally_t;

/* Move b into a list, which owns its bookings; without memory destroy b. */
static void _add(tally_t *tally, bookings_t *to, booking_t *b)
{
	if (GARQ_GROW(to->list, to->cnt + 1, 64, &to->room)) {
		say_error("sched/garq: out of memory: reservation %s is not reconciled before the next start",
			  b->name);
		booking_destroy(b);
		tally->partial = true;
		return;
	}
	to->list[to->cnt++] = b;
}

static void _commit_later(ledger_op_t *op)
{
	if (op)
		ledger_commit_later(site.ledger, op);
}

/*
 * Attach a booking to its record, which is linked on entry and unlinked on
 * return.
 * IN b - owned by the view from then on
 * IN dirty - read the record into b, and queue b for the ledger
 * RET its entry, or NULL if memory is short: b is destroyed
 */
static view_resv_t *_attach(booking_t *b, record_t *rec, bool dirty,
			    time_t now)
{
	view_resv_t *v;

	controller->records->pin(rec);
	v = controller->refresh(rec, now);
	if (!v) {
		say_error("sched/garq: out of memory: reservation %s is Slurm's own until the next start",
			  b->name);
		booking_destroy(b);
		return NULL;
	}
	booking_destroy(view_set_booking(v, b));
	if (dirty) {
		controller->records->read(rec, b);
		_commit_later(ledger_put(site.ledger, b));
	}
	controller->unlink(v);
	return v;
}

/*
 * Attach a booking to its stand-in.
 * IN tried - the stand-in was made just now; else it is from Slurm's state
 */
static void _attach_stand_in(booking_t *b, record_t *rec, bool dirty,
			     bool tried, time_t now)
{
	view_resv_t *v;

	b->stand_in = true;
	v = _attach(b, rec, dirty, now);
	if (v)
		stand_in_register(v, tried, now);
}

static void _close(booking_t *b, const char *why, tally_t *tally)
{
	say_info("sched/garq: reservation %s: %s", b->name, why);
	_commit_later(ledger_drop(site.ledger, b->name, why));
	booking_destroy(b);
	tally->closed++;
}

/* A garq_nodes_fn: is the holder a reservation that keeps others out? */
static bool _keeps_out(void *arg, uint64_t id, uint32_t node, time_t t_s,
		       time_t t_e)
{
	const view_resv_t *v = view_find_id(id);
	bool *taken = arg;

	(void) node;
	(void) t_s;
	(void) t_e;
	*taken = v && !(v->flags & (BOOKING_FLAG_MAINT |
				    BOOKING_FLAG_OVERLAP));
	return !*taken;
}

/* Has another reservation got nodes of b while sched/garq was off? */
static bool _is_taken(const booking_t *b, time_t now)
{
	garq_set_t *nodes = NULL;
	bool taken = false;

	if (b->nodes && !controller->node_set(b->nodes, &nodes))
		garq_nodes_each(garq_machine_nodes(view_machine()), nodes,
				MAX(b->start, now), b->end, GARQ_NO_GROUP,
				_keeps_out, &taken);
	garq_set_destroy(nodes);
	return taken;
}

/*
 * The nodes of b are taken. A booking by count gets others for the same time; a
 * named list was promised, so both reservations keep it.
 * RET has b other nodes now?
 */
static bool _find_room(booking_t *b, time_t now)
{
	shape_t shape = {
		.num_cn = b->num_cn,
		.t_esr = MAX(b->start, now), .t_lsr = MAX(b->start, now),
		.duration = b->end - MAX(b->start, now),
		.alone = true,
	};
	placement_t p = { .nodes = NULL };
	refusal_t refusal;
	char *text = NULL, *list = NULL;
	int rc = REFUSED_BUSY;

	if (!b->asked_nodes &&
	    !controller->eligible(NULL, false, b->partition, b->features,
				  b->num_cn, &shape.eligible, &text)) {
		rc = admit(&shape, GARQ_NO_GROUP, NULL, NULL, now, &p,
			   &refusal);
		if (rc == REFUSED_BUSY)
			refusal_free(&refusal);
	}
	if (rc == 0) {
		list = controller->node_list(p.nodes);
		say_info("sched/garq: reservation %s: its nodes %s were taken while sched/garq was off, it is on %s now",
			 b->name, b->nodes, list);
		(void) booking_set(&b->nodes, list);
	} else {
		say_error("sched/garq: reservation %s is not alone on %s: they were taken while sched/garq was off, and no others are free",
			  b->name, b->nodes);
	}
	placement_free(&p);
	shape_free(&shape);
	free_null(list);
	free_null(text);
	return rc == 0;
}

/* Slurm refuses to make the record of b: a stand-in keeps its place. */
static void _stand_in(booking_t *b, bool moved, int rc, const char *err,
		      time_t now)
{
	char *why = stand_in_reason(b, rc, err);

	say_error("sched/garq: reservation %s is in the ledger but can't be made again: %s (it keeps its name, nodes and time, and is tried again)",
		  b->name, why);
	_attach_stand_in(b, stand_in_make(b, why), moved, true, now);
	free_null(why);
}

/*
 * Was b deleted while the controller ran without sched/garq? Not if Slurm's
 * saved state had it: then Slurm purged the record while it read the state.
 */
static bool _was_removed(const booking_t *b)
{
	return !b->parked && (b->changed < controller->saved_begun()) &&
	       controller->saved_lacks(b->name);
}

/* The booking has no native record. */
static void _without_record(booking_t *b, tally_t *tally)
{
	record_t *rec = NULL;
	char *err = NULL;
	bool moved;
	int rc;

	if (b->end <= tally->now) {
		_close(b, "ended while the controller was down", tally);
		return;
	}
	if (_was_removed(b)) {
		_close(b, "removed while sched/garq was off", tally);
		return;
	}
	moved = (b->start > tally->now) && _is_taken(b, tally->now) &&
		_find_room(b, tally->now);
	rc = controller->records->recreate(b, &rec, &err);
	if (rc == 0) {
		if (!b->parked)
			say_info("sched/garq: made reservation %s again from the ledger",
				 b->name);
		(void) _attach(b, rec, moved || record_differs(b, rec),
			       tally->now);
		tally->made++;
	} else {
		_stand_in(b, moved, rc, err, tally->now);
	}
	free_null(err);
}

/* Delete a record and its entry. RET 0; or a code: v is unlinked, as before */
static int _delete_record(view_resv_t *v, time_t now)
{
	int rc;

	park_fetch(v);
	rc = controller->records->remove(v->name, NULL);
	if (rc == 0)
		booking_destroy(controller->forget(v->name, now));
	else
		controller->unlink(v);
	return rc;
}

/* A native reservation has the name of a booking. */
static void _with_native(booking_t *b, view_resv_t *v, tally_t *tally)
{
	int rc;

	if (b->changed < controller->saved_begun()) {
		_close(b, LEDGER_WHY_NATIVE " while sched/garq was off", tally);
	} else if ((rc = _delete_record(v, tally->now)) == 0) {
		_add(tally, &tally->absent, b);
	} else {
		say_error("sched/garq: reservation %s is in the ledger, and Slurm has another one of this name: %s",
			  b->name, controller->refusal_words(rc));
		booking_destroy(b);
		tally->failed++;
	}
}

/*
 * Change the record to what the ledger says.
 * RET false: Slurm refuses that, and the record is a stand-in now
 */
static bool _apply(booking_t *b, record_t *rec)
{
	char *err = NULL, *why;
	int rc = controller->records->apply(rec, b, &err);

	if (rc == 0) {
		say_info("sched/garq: reservation %s brought to what the ledger says",
			 b->name);
		return true;
	}
	why = stand_in_reason(b, rc, err);
	say_error("sched/garq: reservation %s is when the ledger says, but for whom or with what differs from it and can't be changed: %s (it is tried again)",
		  b->name, why);
	stand_in_convert(b, rec, why);
	free_null(why);
	free_null(err);
	return false;
}

/*
 * The record was changed while sched/garq was off: b follows it. A start
 * outside the window makes b rigid; other nodes may have been named.
 */
static void _adopt_change(booking_t *b, const view_resv_t *v)
{
	bool all = v->flags & (BOOKING_FLAG_ALL_NODES |
			       BOOKING_FLAG_PART_NODES);
	const char *list = all ? "ALL" : v->attrs.node_list;
	time_t start = v->attrs.first_start;

	if ((start < b->t_esr) || (start > b->t_lsr))
		b->t_esr = b->t_lsr = b->not_before = start;
	if (!text_same(b->nodes, v->attrs.node_list))
		(void) booking_set(&b->asked_nodes,
				   (v->flags & BOOKING_FLAG_SPEC_NODES) ?
				   list : NULL);
}

static void _with_record(booking_t *b, view_resv_t *v, tally_t *tally)
{
	bool differs = record_differs(b, v->rec);

	park_fetch(v);
	if (stand_in_is(v->rec, b)) {
		_attach_stand_in(b, v->rec, false, false, tally->now);
		return;
	}
	if (differs && (b->changed >= controller->saved_begun())) {
		if (!_apply(b, v->rec)) {
			_attach_stand_in(b, v->rec, false, true, tally->now);
			return;
		}
	} else if (differs) {
		_adopt_change(b, v);
	}
	tally->changed += differs;
	(void) _attach(b, v->rec, differs, tally->now);
}

/* A ledger_match_fn: was b closed after Slurm began to save its state? */
static bool _since(void *arg, const booking_t *b)
{
	(void) arg;
	return b->changed >= controller->saved_begun();
}

static bool _was_closed(const view_resv_t *v)
{
	return ledger_was_closed(site.ledger, v->name, v->resv_id, _since,
				 NULL);
}

/*
 * The record has the name of b and another id. If an older booking of this name
 * was closed, the record is that booking's: its running jobs, which are not
 * b's, end, and the record is deleted. If jobs that wait for the name prevent
 * that, or no such booking was closed, the record becomes that of b.
 */
static void _with_other(booking_t *b, tally_t *tally)
{
	view_resv_t *v = view_find(b->name);

	if (_was_closed(v)) {
		controller->records->end_jobs(v->rec, tally->now);
		if (_delete_record(v, tally->now) == 0) {
			_add(tally, &tally->absent, b);
			return;
		}
	}
	_with_record(b, v, tally);
}

static void _reconcile_booking(void *arg, booking_t *b)
{
	view_resv_t *v = view_find(b->name);
	tally_t *tally = arg;

	if (!v)
		_add(tally, &tally->absent, b);
	else if (!stand_in_is(v->rec, b) && request_is_native_resv(v))
		_with_native(b, v, tally);
	else if ((b->resv_id != v->resv_id) &&
		 (b->changed >= controller->saved_begun()))
		_add(tally, &tally->others, b);
	else
		_with_record(b, v, tally);
}

static void _adopt(view_resv_t *v, tally_t *tally)
{
	booking_t *b = record_to_booking(v->rec, tally->now);

	if (!b) {
		say_error("sched/garq: out of memory, reservation %s is not adopted",
			  v->name);
		controller->link(v);
		return;
	}
	say_info("sched/garq: adopted reservation %s", v->name);
	park_fetch(v);
	(void) _attach(b, v->rec, true, tally->now);
	tally->adopted++;
}

typedef struct {
	view_resv_t **list;
	size_t cnt;
	size_t room;
} strangers_t;

/* Without memory the record stays a native reservation until the next start. */
static void _find_stranger(view_resv_t *v, void *arg)
{
	strangers_t *found = arg;

	if (v->booking)
		return;
	if (GARQ_GROW(found->list, found->cnt + 1, 64, &found->room))
		controller->link(v);
	else
		found->list[found->cnt++] = v;
}

/*
 * The booking was deleted, but Slurm was killed before it saved the end of the
 * jobs in it, and keeps the record for them. End the record now: other bookings
 * may have its nodes.
 */
static void _end_deleted(view_resv_t *v, time_t now)
{
	say_info("sched/garq: reservation %s has jobs that Slurm did not know to be over: it ends now",
		 v->name);
	controller->records->end(v->rec, now);
}

/* A record without a live booking: delete or end it as its booking was, or
 * adopt it. */
static void _with_stranger(view_resv_t *v, tally_t *tally)
{
	char *name = v->name;

	if (_was_closed(v)) {
		say_info("sched/garq: reservation %s was deleted: deleting it again",
			 name);
		if (_delete_record(v, tally->now) == 0) {
			tally->deleted++;
			return;
		}
		_end_deleted(v, tally->now);
	}
	if (request_is_native_resv(v))
		controller->link(v);
	else
		_adopt(v, tally);
}

/*
 * A stranger may be a booking whose entry was not read: to adopt it would
 * overwrite the entry, and its window would be lost. Then all of them stay
 * native reservations until the next start.
 */
static void _adopt_or_delete(tally_t *tally)
{
	strangers_t found = { .cnt = 0 };

	view_each(_find_stranger, &found);
	for (size_t i = 0; i < found.cnt; i++)
		if (tally->partial)
			controller->link(found.list[i]);
		else
			_with_stranger(found.list[i], tally);
	free(found.list);
}

static bool _every(view_resv_t *v)
{
	(void) v;
	return true;
}

static void _log_tally(const tally_t *tally)
{
	say_info("sched/garq: ledger reconciled with Slurm: %d made again, %d changed, %d adopted, %d closed, %d deleted, %d failed, %u stand-ins",
		 tally->made, tally->changed, tally->adopted, tally->closed,
		 tally->deleted, tally->failed, stand_in_count());
}

/*
 * Slurm's functions walk its list for each record that they make or change, so
 * the list is emptied first and has one record at a time meanwhile.
 */
static void _go_through(tally_t *tally)
{
	char why[256];

	controller->unlink_if(_every);
	if (!ledger_each(site.ledger, _reconcile_booking, tally, why,
			 sizeof(why))) {
		say_error("sched/garq: the ledger could not be read to its end: %s: reservations that it does not tell of are left to Slurm until the next start",
			  why);
		tally->partial = true;
	}
	for (size_t i = 0; i < tally->others.cnt; i++)
		_with_other(tally->others.list[i], tally);
	_adopt_or_delete(tally);
	for (size_t i = 0; i < tally->absent.cnt; i++)
		_without_record(tally->absent.list[i], tally);
	free(tally->others.list);
	free(tally->absent.list);
}

void reconcile(time_t now)
{
	tally_t tally = { .now = now };
	char why[256];

	_go_through(&tally);
	park_begin(now);
	(void) stand_in_retry_due(now);
	_log_tally(&tally);
	/* The ledger has to say "parked" before Slurm saves its state. */
	if (!ledger_retry(site.ledger, why, sizeof(why))) {
		say_error("sched/garq: the ledger can't be written: %s", why);
		park_end(now);
	}
	controller->save();
}
