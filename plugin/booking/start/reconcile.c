/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/booking/hold/named_hold.h"
#include "plugin/booking/rights/charge.h"
#include "plugin/booking/park/park.h"
#include "plugin/booking/place/part.h"
#include "plugin/booking/place/remake.h"
#include "plugin/booking/place/kind.h"
#include "plugin/booking/place/stand_in.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/start/reconcile.h"
#include "plugin/booking/start/reconcile_attach.h"
#include "plugin/booking/start/reconcile_cross.h"
#include "plugin/booking/start/reconcile_follow.h"
#include "plugin/booking/start/reconcile_match.h"
#include "plugin/booking/start/revive.h"
#include "plugin/booking/view/host.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/records.h"
#include "plugin/booking/view/say.h"
#include "plugin/booking/view/spent.h"
#include "plugin/ledger/record/content.h"
#include "plugin/memory/memory.h"

typedef struct {
	booking_t **list;
	size_t cnt;
} bookings_t;

typedef struct {
	view_resv_t **list;
	size_t cnt;
} strangers_t;

typedef struct {
	office_t *office;
	time_t now;
	bookings_t absent;	/* without a native record */
	size_t settled;		/* number of them that must be made */
	remakes_t remakes;	/* those of them that are made */
	bookings_t others;	/* whose record has another id */
	follows_t changed_elsewhere;
	bool known;		/* the ledger knows what Slurm has read */
	int made, changed, closed, reopened, adopted, deleted, failed;
	int waiting;		/* records that are made later */
} tally_t;

/* Move b into a list, which owns its bookings, and has room for all there are. */
static void _add_booking(bookings_t *to, booking_t *b)
{
	to->list[to->cnt++] = b;
}

static void _close_booking(office_t *office, booking_t *b, const char *why,
			   tally_t *tally)
{
	say_info(office, "sched/garq: reservation %s: %s", b->name, why);
	if (charge_close(office, b, tally->now))
		ledger_commit_later(office->ledger,
				    ledger_put(office->ledger, b));
	ledger_commit_later(office->ledger,
			    ledger_drop(office->ledger, b->name, why));
	booking_destroy(b);
	tally->closed++;
}

#define WHY_REMOVED "removed while sched/garq was off"

/* b has a record again, which Slurm has just made. */
static void _record_made(office_t *office, booking_t *b, record_t *rec,
			 tally_t *tally)
{
	if (!b->parked)
		say_info(office,
			 "sched/garq: made reservation %s again from the ledger",
			 b->name);
	(void) attach_record(office, b, rec, true, tally->now);
	tally->made++;
}

/*
 * A stand-in takes the place of b. The try at the end of the start gives it the
 * nodes of b that no other booking has.
 */
static void _make_stand_in(office_t *office, booking_t *b, const char *why,
			   tally_t *tally)
{
	attach_stand_in(office, b, stand_in_make(office, b, why), true,
			tally->now);
}

static void _make_record(office_t *office, booking_t *b, tally_t *tally)
{
	record_t *rec = NULL;
	char *err = NULL;
	int rc;

	if (remake_find_room(office, &tally->remakes, b, false, tally->now) ==
	    REMAKE_TAKEN) {
		_make_stand_in(office, b, "other bookings have its nodes",
			       tally);
		return;
	}
	b->remade = true;
	rc = office->host->records->recreate(office, b, &rec, &err);
	if (rc)
		attach_refused(office, b, rc, err, tally->now);
	else
		_record_made(office, b, rec, tally);
	free_null(err);
}

/*
 * Slurm purges records that it would refuse now. A record that it would make
 * was deleted elsewhere, but a reservation that jobs use is kept. RET false: b
 * must be made
 */
static bool _close_if_made(office_t *office, booking_t *b, tally_t *tally)
{
	record_t *rec = NULL;
	char *err = NULL;
	int rc = office->host->records->recreate(office, b, &rec, &err);

	free_null(err);
	if (rc)
		return false;
	b->remade = true;
	if (office->host->records->remove(office, b->name, NULL))
		_record_made(office, b, rec, tally);
	else
		_close_booking(office, b, WHY_REMOVED, tally);
	return true;
}

/* Records enough are made again for now: a stand-in waits for the turn of b. */
static void _wait_turn(office_t *office, booking_t *b, tally_t *tally)
{
	(void) remake_find_room(office, &tally->remakes, b, false, tally->now);
	_make_stand_in(office, b, "it waits for its turn", tally);
	tally->waiting++;
}

/*
 * What becomes of a booking without a native record. What Slurm had may have
 * been older than the last change (was), and over by its end.
 */
static rules_outcome_t _rule_absent(office_t *office, const booking_t *b,
				    const tally_t *tally)
{
	const rules_case_t is = {
		.known = tally->known,
		.lacks = office->host->saved->lacks(office, b->name, b->end),
		.parked = b->parked,
		.seen = (b->seen >= CONTENT_SEEN) && !b->was,
		.stand_in = b->stand_in,
		.record = RULES_ABSENT,
	};

	return rules_booking(&is);
}

/* RET true if b is closed, so that its record is not made again */
static bool _close_absent(office_t *office, booking_t *b, tally_t *tally)
{
	if (b->end <= tally->now)
		_close_booking(office, b,
			       LEDGER_WHY_ENDED " while the controller was down",
			       tally);
	else if (named_hold_over(b, tally->now))
		_close_booking(office, b,
			       "hold ended while the controller was down",
			       tally);
	else if (_rule_absent(office, b, tally) == RULES_CLOSE)
		_close_booking(office, b, WHY_REMOVED, tally);
	else
		return false;
	return true;
}

/*
 * The record of b, which is absent, was a part. Slurm purged it only if it
 * would refuse it now; else it was deleted elsewhere. RET b is settled
 */
static bool _settle_part(office_t *office, booking_t *b, tally_t *tally)
{
	const part_names_t all = { .users = b->users, .groups = b->groups };
	booking_t *part = NULL;
	record_t *rec = NULL;
	char *text = NULL;

	if (part_of(office, b, &all, &part, &text))
		return false;
	free_null(text);
	if (office->host->records->recreate(office, part, &rec, &text)) {
		rec = NULL;
	} else if (!office->host->records->remove(office, b->name, NULL)) {
		_close_booking(office, b, WHY_REMOVED, tally);
	} else { /* jobs use it */
		stand_in_convert(office, b, rec, "it waits for its turn");
		attach_stand_in(office, b, rec, true, tally->now);
	}
	booking_destroy(part);
	free(text);
	return rec;
}

/* Close b, or keep it, if b need not be made. RET false: b must be made */
static bool _is_settled(office_t *office, booking_t *b, tally_t *tally)
{
	if (_close_absent(office, b, tally))
		return true;
	if (_rule_absent(office, b, tally) != RULES_CLOSE_IF_MADE)
		return false;
	if (b->part)
		return _settle_part(office, b, tally);
	b->stand_in = b->part = false;	/* unless _make_record() fails */
	return _close_if_made(office, b, tally);
}

/*
 * Close or keep the absent bookings that need not be made. Other bookings
 * follow their records only after that, so that no record crosses a booking
 * that is kept.
 */
static void _settle_absent(office_t *office, tally_t *tally)
{
	bookings_t *absent = &tally->absent;
	size_t cnt = tally->settled;

	for (size_t i = cnt; i < absent->cnt; i++)
		if (!_is_settled(office, absent->list[i], tally))
			absent->list[cnt++] = absent->list[i];
	absent->cnt = tally->settled = cnt;
}

/* The nodes of a part are not those that were booked: it begins as a stand-in. */
static void _make_absent(office_t *office, booking_t *b, tally_t *tally)
{
	b->stand_in = false;	/* unless _make_record() fails */
	if (b->part || (tally->made >= REMAKE_AT_START) ||
	    stand_in_has_to_wait(office, b->start, tally->now))
		_wait_turn(office, b, tally);
	else
		_make_record(office, b, tally);
}

static void _without_record(office_t *office, tally_t *tally)
{
	bookings_t *absent = &tally->absent;
	booking_t *b;

	_settle_absent(office,
		       tally); /* those whose records were replaced since */
	remakes_begin(office, &tally->remakes, absent->list, absent->cnt,
		      tally->now);
	while ((b = remakes_next(office, &tally->remakes)))
		_make_absent(office, b, tally);
}

/* Delete a record and its entry. RET 0; or a code: v is unlinked, as before */
static int _delete_record(office_t *office, view_resv_t *v, time_t now)
{
	int rc;

	park_fetch(office, v);
	rc = office->host->records->remove(office, v->name, NULL);
	if (rc == 0)
		booking_destroy(
			office->host->list->forget(office, v->name, now));
	else
		office->host->list->unlink(office, v);
	return rc;
}

/* Delete a native reservation that has the name of a booking. */
static void _replace_native(office_t *office, booking_t *b, view_resv_t *v,
			    tally_t *tally)
{
	int rc = _delete_record(office, v, tally->now);

	if (rc == 0) {
		_add_booking(&tally->absent, b);
	} else {
		say_error(
			office,
			"sched/garq: reservation %s is in the ledger, and Slurm has another one of this name: %s",
			b->name,
			office->host->users->refusal_words(office, rc));
		booking_destroy(b);
		tally->failed++;
	}
}

/* b and its record become one: what, the rules say. */
static void _with_record(office_t *office, booking_t *b, view_resv_t *v,
			 rules_outcome_t what, tally_t *tally)
{
	bool differs = record_differs(office, b, v->rec);

	park_fetch(office, v);
	if (what == RULES_FOLLOW)
		follow_record(b, v);
	else if (what == RULES_APPLY)
		match_overrule(office, b, v);
	if ((what == RULES_APPLY) && !follow_ledger(office, b, v->rec)) {
		attach_stand_in(office, b, v->rec, true, tally->now);
		return;
	}
	tally->changed += differs;
	(void) attach_record(office, b, v->rec, differs || b->remade,
			     tally->now);
}

/*
 * The record is that of an older booking of b's name, which was closed: its
 * running jobs, which are not b's, end, and the record is deleted. If jobs that
 * wait for the name prevent that, the record becomes that of b.
 */
static void _replace_older(office_t *office, booking_t *b, view_resv_t *v,
			   tally_t *tally)
{
	office->host->records->end(office, v->rec, true, tally->now);
	if (_delete_record(office, v, tally->now) == 0)
		_add_booking(&tally->absent, b);
	else
		_with_record(office, b, v, RULES_APPLY, tally);
}

static void _decide(office_t *office, booking_t *b, view_resv_t *v,
		    bool of_closed, tally_t *tally)
{
	const rules_case_t is = {
		.known = tally->known,
		.parked = b->parked,
		.seen = (b->seen >= CONTENT_SEEN),
		.record = match_booking(office, b, v),
		.other_id = (b->resv_id != v->resv_id),
		.of_closed = of_closed,
		.marked = office->host->fields->is_marked(office, v->rec),
	};
	rules_outcome_t what = rules_booking(&is);

	if (what == RULES_CLOSE_NATIVE) {
		booking_uncharge(b);
		_close_booking(office, b,
			       LEDGER_WHY_NATIVE " while sched/garq was off",
			       tally);
	} else if ((what == RULES_REPLACE) && (is.record == RULES_NATIVE))
		_replace_native(office, b, v, tally);
	else if (what == RULES_REPLACE)
		_replace_older(office, b, v, tally);
	else if (what == RULES_FOLLOW)
		follow_add(&tally->changed_elsewhere, b, v);
	else
		_with_record(office, b, v, what, tally);
}

static void _reconcile_booking(office_t *office, booking_t *b, tally_t *tally)
{
	view_resv_t *v = view_find(office, b->name);

	if (!v) {
		_add_booking(&tally->absent, b);
		return;
	}
	/* The record of a part differs from the booking. */
	if (stand_in_is(office, v->rec, b) ||
	    (b->part && (b->resv_id == v->resv_id) &&
	     (kind_of_resv(v) != &kind_native))) {
		bool known = b->stand_in;

		park_fetch(office, v);
		attach_move(office, b, v, tally->now);
		stand_in_keep(office, b, v->rec);
		attach_stand_in(office, b, v->rec, !known, tally->now);
		return;
	}
	b->remade = b->stand_in || b->part;	/* the record is another one */
	b->stand_in = b->part = false;
	if (b->resv_id != v->resv_id)
		_add_booking(&tally->others, b);
	else
		_decide(office, b, v, false, tally);
}

/* Where all others are is known: let those follow their records that may. */
static void _follow(office_t *office, tally_t *tally)
{
	follows_t *f = &tally->changed_elsewhere;

	for (size_t i = 0; i < tally->absent.cnt; i++)
		follow_yield_to(office, f, tally->absent.list[i]);
	follow_judge(office, f);
	for (follow_t *one = f->list; one < f->list + f->cnt; one++)
		_with_record(office, one->b, one->v,
			     one->refused ? RULES_APPLY : RULES_FOLLOW, tally);
	free(f->list);
}

/*
 * The end of b, which was over, lies ahead again, because the clock was put
 * back. Another reservation may have its name by now.
 */
static void _reopen(office_t *office, booking_t *b, tally_t *tally)
{
	view_resv_t *v = view_find(office, b->name);

	if (v && ((kind_of_resv(v) == &kind_native) ||
		  (v->resv_id != b->resv_id))) {
		say_error(office,
			  "sched/garq: reservation %s ended by a clock that was ahead, and its name is another one's by now",
			  b->name);
		booking_destroy(b);
		return;
	}
	say_info(office,
		 "sched/garq: reservation %s ended by a clock that was ahead: it is kept",
		 b->name);
	b->parked = true;
	spent_reopen(office, b);
	ledger_commit_later(office->ledger, ledger_reopen(office->ledger, b));
	_reconcile_booking(office, b, tally);
	tally->reopened++;
}

/* IN ended - the content that the record had before it was ended here; or 0 */
static void _adopt_record(office_t *office, view_resv_t *v, uint64_t ended,
			  tally_t *tally)
{
	booking_t *b = record_to_booking(office, v->rec, tally->now);

	b->overruled = ended;
	say_info(office, "sched/garq: adopted reservation %s", v->name);
	if (v->was_closed && v->was_counted)
		free_null(b->asked_nodes);
	park_fetch(office, v);
	(void) attach_record(office, b, v->rec, true, tally->now);
	tally->adopted++;
}

static void _find_stranger(view_resv_t *v, void *arg)
{
	strangers_t *found = arg;

	if (v->booking)
		return;
	found->list = memory_grow(found->list, found->cnt + 1,
				  sizeof(view_resv_t *));
	found->list[found->cnt++] = v;
}

/* True if the record is where the ledger has a booking. Absent bookings are
 * made there later. */
static bool _crosses(office_t *office, const view_resv_t *v,
		     const tally_t *tally)
{
	bool crosses = cross_any(office, v, tally->now);

	for (size_t i = 0; (i < tally->absent.cnt) && !crosses; i++)
		crosses = cross_booking(office, v, tally->absent.list[i],
					tally->now);
	return crosses;
}

/*
 * Slurm was killed before it saved the end of the jobs of a record, or has put
 * jobs into it on its own. Others may have its nodes.
 * RET the content that the record had before
 */
static uint64_t _end_record(office_t *office, view_resv_t *v, time_t now)
{
	booking_t *b = record_to_booking(office, v->rec, now);
	uint64_t content = content_of(b);

	booking_destroy(b);
	say_info(office,
		 "sched/garq: reservation %s has jobs that Slurm did not know to be over: it ends now",
		 v->name);
	office->host->records->end(office, v->rec, false, now);
	return content;
}

/* A record without a live booking: delete or end it as its booking was, or
 * adopt it. */
static void _with_stranger(office_t *office, view_resv_t *v, tally_t *tally)
{
	bool closed = v->was_closed;
	bool marked = office->host->fields->is_marked(office, v->rec);
	bool crosses = marked && _crosses(office, v, tally);
	uint64_t ended = 0;

	if (closed ||
	    rules_unpromised(marked, ledger_reconciled(office->ledger),
			     crosses)) {
		say_info(office, "sched/garq: reservation %s was %s", v->name,
			 closed ? "deleted: deleting it again" :
				  "never acknowledged: deleting it");
		if (_delete_record(office, v, tally->now) == 0) {
			tally->deleted++;
			return;
		}
	}
	if (closed || crosses)
		ended = _end_record(office, v, tally->now);
	if (kind_of_resv(v) == &kind_native)
		office->host->list->link(office, v);
	else
		_adopt_record(office, v, ended, tally);
}

static void _adopt_or_delete(office_t *office, tally_t *tally)
{
	strangers_t found = { .cnt = 0 };

	view_each(office, _find_stranger, &found);
	for (size_t i = 0; i < found.cnt; i++)
		_with_stranger(office, found.list[i], tally);
	free(found.list);
}

static bool _every_resv(view_resv_t *v)
{
	(void) v;
	return true;
}

static void _log_tally(office_t *office, const tally_t *tally)
{
	if (tally->waiting)
		say_info(office,
			 "sched/garq: %d reservations that begin later are made again one after another; until then they keep name, nodes and time",
			 tally->waiting);
	say_info(office,
		 "sched/garq: ledger reconciled with Slurm: %d made again, %d changed, %d adopted, %d closed, %d opened again, %d deleted, %d failed, %u stand-ins; the state that Slurm has read %s",
		 tally->made, tally->changed, tally->adopted, tally->closed,
		 tally->reopened, tally->deleted, tally->failed,
		 stand_in_count(office),
		 tally->known ? "is known" : "was written later or elsewhere");
}

/*
 * Slurm's functions walk its list for each record that they make or change, so
 * the list is emptied first and has one record at a time meanwhile.
 */
static void _go_through(office_t *office, const reconcile_read_t *read,
			tally_t *tally)
{
	office->host->list->unlink_if(office, _every_resv);
	match_names(office, read->live.list, read->live.cnt);
	for (size_t i = 0; i < read->live.cnt; i++)
		_reconcile_booking(office, read->live.list[i], tally);
	for (size_t i = 0; i < read->ended.cnt; i++)
		_reopen(office, read->ended.list[i], tally);
	for (size_t i = 0; i < tally->others.cnt; i++) {
		booking_t *b = tally->others.list[i];
		view_resv_t *v = view_find(office, b->name);

		_decide(office, b, v, v->was_closed, tally);
	}
	_settle_absent(office, tally);
	_follow(office, tally);
	_adopt_or_delete(office, tally);
	_without_record(office, tally);
}

void reconcile(office_t *office, reconcile_read_t *read, time_t now)
{
	tally_t tally = { .office = office, .now = now,
			  .known = read->known, .absent.list = read->absent,
			  .others.list = read->others };
	char why[256];

	_go_through(office, read, &tally);
	reconcile_read_free(read);
	revive_looked(office, now);
	park_begin(office, now);
	named_holds_note(office, 0);
	(void) stand_in_retry_due(office, now, NULL);
	_log_tally(office, &tally);
	/* Behind all that the reconciliation has queued, in one transaction. */
	if (!ledger_reconciled(office->ledger))
		ledger_commit_later(office->ledger,
				    ledger_put_reconciled(office->ledger));
	/* The ledger has to say "parked" before Slurm saves its state. */
	if (!ledger_retry(office->ledger, why, sizeof(why))) {
		say_error(office, "sched/garq: the ledger can't be written: %s",
			  why);
		park_end(office, now);
	}
	office->host->saved->save(office);
}
