/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <string.h>
#include <sys/param.h>

#include "plugin/booking/park/park.h"
#include "plugin/booking/park/unwritten.h"
#include "plugin/booking/place/first.h"
#include "plugin/booking/request/name.h"
#include "plugin/booking/place/stand_in.h"
#include "plugin/booking/request/flags.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/request/timing.h"
#include "plugin/booking/view/host.h"
#include "plugin/booking/view/hits.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/park/reread.h"
#include "plugin/booking/view/say.h"
#include "plugin/booking/view/tell_site.h"
#include "plugin/ledger/ledger_events.h"
#include "plugin/memory/memory.h"

/* How remarks begin: of stand-ins, and of parts. */
#define REMARK "not made again: "
#define REMARK_PART "made in part: "
#define REMARK_END "; it is tried again"

/* Bookings whose records Slurm has purged, as the sync has found. */
typedef struct {
	booking_t *b;
	view_waiting_t waiting;
} lost_t;

struct stand_ins_state {
	uint32_t stand_in_cnt;	/* see stand_in_count() */
	bool jobs_again;	/* see stand_in_jobs_restored() */
	bool left;		/* see stand_in_left() */
	lost_t *lost;		/* office_t.has.lost_records */
};

bool stand_in_is(office_t *office, const record_t *rec, const booking_t *b)
{
	const char *remark = office->host->fields->remark(office, rec);

	return (text_begins(remark, REMARK) ||
		text_begins(remark, REMARK_PART)) &&
	       !text_same(remark, b->comment);
}

char *stand_in_reason(office_t *office, const booking_t *b, int rc,
		      const char *err)
{
	const char *reason =
		err ? err : office->host->users->refusal_words(office, rc);

	switch (rc) {
	case REFUSED_USERS:
		return text_printf("%s (Users=%s)", reason, b->users);
	case REFUSED_GROUPS:
		return text_printf("%s (Groups=%s)", reason, b->groups);
	case REFUSED_ACCOUNTS:
		return text_printf("%s (Accounts=%s)", reason, b->accounts);
	case REFUSED_NODES:
		return text_printf("%s (Nodes=%s)", reason, b->nodes);
	case REFUSED_PARTITION:
		return text_printf("%s (PartitionName=%s)", reason,
				   b->partition);
	case REFUSED_LICENSES:
		return text_printf("%s (Licenses=%s)", reason, b->licenses);
	default:
		return text_dup(reason);
	}
}

/* A remark with the reason, made one line: users read it in a field. */
static char *_remark(const char *begins, const char *why)
{
	char *remark = text_printf("%s%s" REMARK_END, begins, why);

	for (char *c = remark; c && *c; c++)
		if (*c == '\n')
			*c = ' ';
	return remark;
}

/* IN part - the record has a part; else it is a stand-in, which is for all its nodes */
static void _mark_booking(booking_t *b, bool part)
{
	if (b->part && !part && b->asked_nodes &&
	    !text_same_word(b->asked_nodes, "ALL"))
		booking_set(&b->nodes, b->asked_nodes);
	b->stand_in = !part;
	b->part = part;
}

record_t *stand_in_make(office_t *office, booking_t *b, const char *why)
{
	char *remark = _remark(REMARK, why);
	garq_set_t *nodes = NULL;
	record_t *rec;

	/* After an error: the nodes that exist. Others may have what a part lacks. */
	if (b->nodes)
		(void) office->host->nodes->set(office, b->nodes, &nodes);
	_mark_booking(b, false);
	rec = office->host->records->make_stand_in(office, b, nodes, remark);
	garq_set_destroy(nodes);
	free_null(remark);
	return rec;
}

void stand_in_convert(office_t *office, booking_t *b, record_t *rec,
		      const char *why)
{
	char *remark = _remark(REMARK, why);

	_mark_booking(b, false);
	office->host->fields->to_stand_in(office, rec, remark);
	free_null(remark);
}

void stand_in_keep(office_t *office, booking_t *b, record_t *rec)
{
	const char *remark = office->host->fields->remark(office, rec);
	char *whole;

	_mark_booking(b, false);
	if (text_begins(remark, REMARK))
		return;
	/* The content of a part may be older than b: make it again. */
	whole = _remark(REMARK, "it waits for its turn");
	office->host->fields->to_stand_in(office, rec, whole);
	free(whole);
}

void stand_in_register(office_t *office, view_resv_t *v)
{
	office->stand_ins->stand_in_cnt++;
	v->retry_pause = STAND_IN_PAUSE;
	v->retry_at = 0;
}

/* IN why - it may have other nodes; or NULL */
static void _put_moved(office_t *office, const booking_t *b, const char *why,
		       time_t now)
{
	const ledger_moved_t moved = {
		.booking = b, .time = now,
		.why = why ? why : "its nodes are there again, or others",
	};

	if (office->ledger)
		ledger_commit_later(office->ledger,
				    ledger_put_moved(office->ledger, &moved));
}

/* Tell the site, and the history, the reason, which is in the remark. */
static void _tell_reason(office_t *office, view_resv_t *v, time_t now)
{
	const char *remark = office->host->fields->remark(office, v->rec);
	size_t len = remark ? strlen(remark) : 0, end = strlen(REMARK_END);
	char *said, *why;

	if ((len > end) && text_same(remark + len - end, REMARK_END))
		len -= end;
	said = text_printf("%.*s", (int) len, remark ? remark : "");
	why = said;
	if (text_begins(said, REMARK))
		why += strlen(REMARK);
	else if (text_begins(said, REMARK_PART))
		why += strlen(REMARK_PART);
	tell_site(office, v->booking, v->booking->part ? "part" : "stand-in",
		  why, now);
	free_null(said);
	v->told.stale = false;
	v->told.stand_in = true;
}

/* --- records that Slurm has purged --- */

bool stand_in_record_lost(office_t *office, booking_t *b,
			  const view_waiting_t *waiting, time_t now)
{
	static const view_waiting_t none;
	/* PURGE_COMP: Slurm removes the record when no job uses it. */
	bool unused = !b->stand_in && (b->start <= now) &&
		      (b->flags & BOOKING_FLAG_PURGE_COMP);

	if ((b->end <= now) || unused)
		return false;
	office->stand_ins->lost =
		memory_grow(office->stand_ins->lost,
			    office->has.lost_records + 1, sizeof(lost_t));
	office->stand_ins->lost[office->has.lost_records++] = (lost_t) {
		.b = b, .waiting = waiting ? *waiting : none,
	};
	return true;
}

/*
 * Make a stand-in for b, linked. It counts as linked before, too: so it is
 * parked in two steps (park.h), and only once its row, by which no file proves
 * that b was deleted, is durable.
 */
static void _keep_booking(office_t *office, const lost_t *l, time_t now)
{
	booking_t *b = l->b;
	record_t *rec = stand_in_make(office, b, "Slurm has purged it");
	view_resv_t *v;

	say_info(office,
		 "sched/garq: reservation %s was purged by Slurm: it keeps its name, nodes and time until it is made again",
		 b->name);
	office->host->fields->pin(office, rec, PIN_NODES);
	v = office->host->list->refresh(office, rec, now);
	booking_destroy(view_set_booking(office, v, b));
	stand_in_register(office, v);
	unwritten_move(office, &l->waiting, v);
	(void) park_update(office, v, true, NULL, now);
	b->remade = true;
	_put_moved(office, b, NULL, now);
	b->remade = false;
}

static void _forget_lost(office_t *office)
{
	free_null(office->stand_ins->lost);
	office->has.lost_records = 0;
}

void stand_in_keep_lost(office_t *office, time_t now)
{
	for (size_t i = 0; i < office->has.lost_records; i++)
		_keep_booking(office, &office->stand_ins->lost[i], now);
	_forget_lost(office);
	/* A file that was saved meanwhile lacks the records. */
	office->host->saved->save(office);
}

/* --- tries --- */

static void _tell_restored(office_t *office, view_resv_t *v, time_t now)
{
	if (v->told.stand_in)
		tell_site(office, v->booking, "restored",
			  "Slurm has its record again", now);
	v->told.stale = v->told.stand_in = false;
}

void stand_in_recall(office_t *office, view_resv_t *v, time_t now)
{
	v->told.stand_in = true;
	if (!v->booking->stand_in && !v->booking->part)
		_tell_restored(office, v, now);
}

static void _end_stand_in(office_t *office, view_resv_t *v, time_t now)
{
	v->booking->stand_in = v->booking->part = false;
	booking_reread(office, v);
	hits_add(office, v);	/* no stand-in is looked at */
	office->stand_ins->stand_in_cnt--;
	v->retry_at = 0;
	v->retry_pause = 0;
	say_info(office,
		 "sched/garq: reservation %s is made again from the ledger",
		 v->name);
	_tell_restored(office, v, now);
	office->stand_ins->jobs_again |= name_is_job(v->name);
}

static void _retry_later(view_resv_t *v, time_t now)
{
	v->retry_at = now + v->retry_pause;
	v->retry_pause = MIN(2 * v->retry_pause, STAND_IN_PAUSE_MAX);
	if (!v->told.stand_in)
		v->told.stale = true;
}

/* The record is a part, or a stand-in: give it its remark. */
static void _enter_remark(office_t *office, view_resv_t *v,
			  stand_in_made_t made, const char *why, time_t now)
{
	bool part = made != STAND_IN_NONE;
	char *remark = _remark(part ? REMARK_PART : REMARK, why);

	if (!text_same(office->host->fields->remark(office, v->rec), remark)) {
		say_info(office,
			 part ? "sched/garq: reservation %s is made in part: %s" :
			 "sched/garq: reservation %s can't be made again yet: %s",
			 v->name, why);
		office->host->list->stamp_shown(office, now);
		v->told.stale = true;
	}
	_mark_booking(v->booking, part);
	if (part)
		office->host->fields->set_remark(office, v->rec, remark);
	else
		office->host->fields->to_stand_in(office, v->rec, remark);
	free(remark);
}

/*
 * IN known - names were looked up
 * RET true if the record or its mark has changed
 */
static bool _take_outcome(office_t *office, view_resv_t *v,
			  stand_in_made_t made, const char *why, bool known,
			  time_t now)
{
	bool was_part = v->booking->part;
	bool was_stand_in = v->booking->stand_in;

	if (made == STAND_IN_WHOLE) {
		_end_stand_in(office, v, now);
		return true;
	}
	if (known)
		_enter_remark(office, v, made, why, now);
	if (v->booking->part)
		booking_reread(office, v);
	if (was_stand_in && !v->booking->stand_in)
		hits_add(office, v);
	if (known)
		_retry_later(v, now);
	return (made == STAND_IN_PART) || (was_part && !v->booking->part);
}

/*
 * IN there - the names that exist; NULL: that is not known
 * RET true if anything changed that Slurm looks at
 */
static bool _try_record(office_t *office, view_resv_t *v,
			const part_names_t *there, time_t now)
{
	bool was_linked = park_fetch(office, v), took = false, visible;
	garq_set_t *before = v->nodes ?
		memory_there(garq_set_copy(v->nodes)) : NULL;
	char *why = NULL;
	stand_in_made_t made = stand_in_try(office, v, there, now, &took, &why);

	if (!_take_outcome(office, v, made, why, there, now) && before &&
	    !took) {
		park_return(office, v, was_linked);
		visible = false;
	} else {
		office->host->list->refresh(office, v->rec, now);
		view_lrh_update(office, v);
		visible = park_update(office, v, was_linked, before, now);
		_put_moved(office, v->booking, why, now);
	}
	garq_set_destroy(before);
	free_null(why);
	return visible;
}

typedef struct {
	office_t *office;
	time_t now;
	view_resv_t *due[STAND_IN_TRIES];	/* in the order of first.h */
	uint32_t cnt;
	bool left;				/* others are due, too */
	uint32_t told;				/* events of this look */
} look_t;

bool stand_in_has_to_wait(office_t *office, time_t start, time_t now)
{
	return (start > now + STAND_IN_NEAR) &&
	       office->host->locks->accounting_is_behind(office);
}

static void _find_due(view_resv_t *v, void *arg)
{
	look_t *look = arg;
	office_t *office = look->office;

	if (!v->booking || !(v->booking->stand_in || v->booking->part))
		return;
	office->stand_ins->stand_in_cnt++;
	if (v->told.stale && (look->told < STAND_IN_TELLS)) {
		_tell_reason(office, v, look->now);
		look->told++;
	}
	if (office->has.urgent) {
		v->retry_at = 0;
		v->retry_pause = STAND_IN_PAUSE;
	}
	/* A pause longer than any: the clock was set back, so try now. */
	if (((v->retry_at <= look->now) ||
	     (v->retry_at > look->now + STAND_IN_PAUSE_MAX)) &&
	    !stand_in_has_to_wait(office, v->start, look->now) &&
	    !first_add(look->due, &look->cnt, STAND_IN_TRIES, v))
		look->left = true;
}

/* Find the stand-ins that are due, and count all. */
static void _find_all_due(office_t *office, look_t *look)
{
	if (office->stand_ins->stand_in_cnt) {
		office->stand_ins->stand_in_cnt = 0;
		view_each(office, _find_due, look);
	}
	office->has.urgent = false;
	office->stand_ins->left = look->left;
}

static const stand_in_name_t *_find_name(const stand_in_names_t *names,
					 const char *name)
{
	for (uint32_t i = 0; i < names->cnt; i++)
		if (text_same(names->of[i].name, name))
			return &names->of[i];
	return NULL;
}

static bool _try_with(office_t *office, view_resv_t *v,
		      const stand_in_names_t *names, time_t now)
{
	const booking_t *b = v->booking;
	const stand_in_name_t *one = names ? _find_name(names, b->name) : NULL;
	const part_names_t there = {
		.users = names ? (one ? one->users : NULL) : b->users,
		.groups = names ? (one ? one->groups : NULL) : b->groups,
	};

	return _try_record(office, v, (names && !one) ? NULL : &there, now);
}

bool stand_in_retry_due(office_t *office, time_t now,
			const stand_in_names_t *names)
{
	look_t look = { .office = office, .now = now };
	bool visible = false;

	if (!names)
		stand_in_protect(office, now);
	_find_all_due(office, &look);
	for (uint32_t i = 0; i < look.cnt; i++)
		visible |= _try_with(office, look.due[i], names, now);
	return visible;
}

/* No name is looked up. */
void stand_in_protect(office_t *office, time_t now)
{
	static const stand_in_names_t none;

	(void) stand_in_retry_due(office, now, &none);
}

static void _add_names(const booking_t *b, stand_in_names_t *names)
{
	if (names->cnt >= STAND_IN_TRIES)
		return;
	names->of[names->cnt].name = text_dup(b->name);
	names->of[names->cnt].users = text_dup(b->users);
	names->of[names->cnt++].groups = text_dup(b->groups);
}

void stand_in_due(office_t *office, time_t now, stand_in_names_t *ret)
{
	look_t look = { .office = office, .now = now };

	if (office->has.urgent)
		stand_in_protect(office, now);
	ret->cnt = 0;
	_find_all_due(office, &look);
	for (uint32_t i = 0; i < look.cnt; i++)
		_add_names(look.due[i]->booking, ret);
}

void stand_in_names_free(stand_in_names_t *names)
{
	for (uint32_t i = 0; i < names->cnt; i++) {
		free_null(names->of[i].name);
		free_null(names->of[i].users);
		free_null(names->of[i].groups);
	}
	names->cnt = 0;
}

void stand_in_retry_soon(office_t *office)
{
	office->has.urgent = true;
}

bool stand_in_left(office_t *office)
{
	return office->stand_ins->left;
}

bool stand_in_jobs_restored(office_t *office)
{
	bool again = office->stand_ins->jobs_again;

	office->stand_ins->jobs_again = false;
	return again;
}

uint32_t stand_in_count(office_t *office)
{
	return office->stand_ins->stand_in_cnt;
}

/* Free the bookings of lost records; all others belong to the view. */
static void _free_lost(office_t *office)
{
	for (size_t i = 0; i < office->has.lost_records; i++)
		booking_destroy(office->stand_ins->lost[i].b);
	_forget_lost(office);
	office->stand_ins->stand_in_cnt = 0;
	office->has.urgent = office->stand_ins->jobs_again =
		office->stand_ins->left = false;
}

const office_state_t stand_ins_state =
	OFFICE_STATE(stand_ins, NULL, _free_lost);
