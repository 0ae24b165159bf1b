/* SPDX-License-Identifier: GPL-2.0-or-later */
/* stand_in.c - see stand_in.h */

#include <string.h>
#include <sys/param.h>

#include "garq/grow.h"
#include "plugin/booking/park/owed.h"
#include "plugin/booking/park/park.h"
#include "plugin/booking/park/unwritten.h"
#include "plugin/booking/place/first.h"
#include "plugin/booking/place/job_names.h"
#include "plugin/booking/place/stand_in.h"
#include "plugin/booking/request/flags.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/say.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/request/timing.h"
#include "plugin/booking/view/controller.h"
#include "plugin/booking/view/reread.h"
#include "plugin/booking/view/site.h"
#include "plugin/booking/view/tell_site.h"
#include "plugin/ledger/ledger_shifts.h"

/* How remarks begin: of stand-ins, and of parts. */
#define REMARK "not made again: "
#define REMARK_PART "made in part: "
#define REMARK_END "; it is tried again"

static uint32_t stand_in_cnt;	/* see stand_in_count() */
static bool retry_all;		/* all are due */
static bool jobs_again;		/* see stand_in_jobs_restored() */
static bool left;		/* see stand_in_left() */
/* Bookings whose records Slurm has purged, as the sync has found. */
typedef struct {
	booking_t *b;
	view_waiting_t waiting;
} lost_t;

static struct {
	lost_t *list;
	size_t cnt;
	size_t room;
} lost;

bool stand_in_is(const record_t *rec, const booking_t *b)
{
	const char *remark = controller->records->remark(rec);

	return (text_begins(remark, REMARK) ||
		text_begins(remark, REMARK_PART)) &&
	       !text_same(remark, b->comment);
}

char *stand_in_reason(const booking_t *b, int rc, const char *err)
{
	const char *reason = err ? err : controller->refusal_words(rc);

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
static void _mark(booking_t *b, bool part)
{
	if (b->part && !part && b->asked_nodes &&
	    !text_same_word(b->asked_nodes, "ALL"))
		(void) booking_set(&b->nodes, b->asked_nodes);
	b->stand_in = !part;
	b->part = part;
}

record_t *stand_in_make(booking_t *b, const char *why)
{
	char *remark = _remark(REMARK, why);
	garq_set_t *nodes = NULL;
	record_t *rec;

	/* After an error: the nodes that exist. Others may have what a part lacks. */
	if (b->nodes)
		(void) controller->node_set(b->nodes, &nodes);
	_mark(b, false);
	rec = controller->records->make_stand_in(b, nodes, remark);
	garq_set_destroy(nodes);
	free_null(remark);
	return rec;
}

void stand_in_convert(booking_t *b, record_t *rec, const char *why)
{
	char *remark = _remark(REMARK, why);

	_mark(b, false);
	controller->records->to_stand_in(rec, remark);
	free_null(remark);
}

void stand_in_keep(booking_t *b, record_t *rec)
{
	const char *remark = controller->records->remark(rec);
	char *whole;

	_mark(b, false);
	if (text_begins(remark, REMARK))
		return;
	/* What a part says may be older than b: it is made anew. */
	whole = _remark(REMARK, "it waits for its turn");
	controller->records->to_stand_in(rec, whole);
	free(whole);
}

void stand_in_register(view_resv_t *v)
{
	stand_in_cnt++;
	v->retry_pause = STAND_IN_PAUSE;
	v->retry_at = 0;
}

static void _reread(view_resv_t *v)
{
	if (!booking_reread(v))
		owed_note(v->booking);
}

void stand_in_part(view_resv_t *v)
{
	_mark(v->booking, true);
	_reread(v);
	stand_in_register(v);
}

static void _put(const booking_t *b, const ledger_shift_t *note)
{
	ledger_op_t *op = site.ledger ?
		ledger_put_shifted(site.ledger, b, note) : NULL;

	if (op)
		ledger_commit_later(site.ledger, op);
}

/* Note in the history what Slurm's record of b is now. */
static void _note(const booking_t *b, const char *why, time_t now)
{
	_put(b, &(ledger_shift_t) {
		.time = now, .old_start = b->start, .record = true, .why = why,
	});
}

/* IN had - the nodes of b before; why - it has others */
static void _put_moved(const booking_t *b, const char *had, const char *why,
		       time_t now)
{
	_put(b, &(ledger_shift_t) {
		.time = now, .old_start = b->start, .old_nodes = had,
		.why = why ? why : "its nodes are there again, or others",
	});
}

/* Tell the site, and the history, the reason, which is in the remark. */
static void _tell(view_resv_t *v, time_t now)
{
	const char *remark = controller->records->remark(v->rec);
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
	tell_site(v->booking, v->booking->part ? "part" : "stand-in", why);
	_note(v->booking, said, now);
	free_null(said);
	v->stand_in_untold = false;
	v->stand_in_told = true;
}

/* --- records that Slurm has purged --- */

bool stand_in_record_lost(booking_t *b, const view_waiting_t *waiting,
			  time_t now)
{
	static const view_waiting_t none;
	/* PURGE_COMP: Slurm removes the record when no job uses it. */
	bool unused = !b->stand_in && (b->start <= now) &&
		      (b->flags & BOOKING_FLAG_PURGE_COMP);

	if ((b->end <= now) || unused)
		return false;
	if (GARQ_GROW(lost.list, lost.cnt + 1, 16, &lost.room)) {
		say_error("sched/garq: out of memory: reservation %s is not made again before the next start",
			  b->name);
		booking_destroy(b);
		return true;
	}
	lost.list[lost.cnt++] = (lost_t) {
		.b = b, .waiting = waiting ? *waiting : none,
	};
	return true;
}

/*
 * Make a stand-in for b, linked. It counts as linked before, too: so it is parked
 * in two steps (park.h), and only once its row, by which no file proves that b
 * was deleted, is durable.
 */
static void _keep(const lost_t *l, time_t now)
{
	booking_t *b = l->b;
	record_t *rec = stand_in_make(b, "Slurm has purged it");
	view_resv_t *v;

	say_info("sched/garq: reservation %s was purged by Slurm: it keeps its name, nodes and time until it is made again",
		 b->name);
	controller->records->pin(rec);
	v = controller->refresh(rec, now);
	if (!v) {
		say_error("sched/garq: out of memory: reservation %s is Slurm's own until the next start",
			  b->name);
		booking_destroy(b);
		return;
	}
	booking_destroy(view_set_booking(v, b));
	stand_in_register(v);
	unwritten_move(&l->waiting, v);
	(void) park_update(v, true, NULL, now);
	b->remade = true;
	_put_moved(b, NULL, NULL, now);
	b->remade = false;
}

static void _forget_lost(void)
{
	free_null(lost.list);
	lost.cnt = lost.room = 0;
}

void stand_in_keep_lost(time_t now)
{
	if (!lost.cnt)
		return;
	for (size_t i = 0; i < lost.cnt; i++)
		_keep(&lost.list[i], now);
	_forget_lost();
	/* A file that was saved meanwhile lacks the records. */
	controller->save();
}

/* --- tries --- */

static void _end_stand_in(view_resv_t *v, time_t now)
{
	v->booking->stand_in = v->booking->part = false;
	_reread(v);
	stand_in_cnt--;
	v->retry_at = 0;
	v->retry_pause = 0;
	say_info("sched/garq: reservation %s is made again from the ledger",
		 v->name);
	if (v->stand_in_told) {
		tell_site(v->booking, "restored", "Slurm has its record again");
		_note(v->booking, "Slurm has its record again", now);
	}
	v->stand_in_untold = v->stand_in_told = false;
	jobs_again |= job_names_match(v->name);
}

static void _retry_later(view_resv_t *v, time_t now)
{
	v->retry_at = now + v->retry_pause;
	v->retry_pause = MIN(2 * v->retry_pause, STAND_IN_PAUSE_MAX);
	if (!v->stand_in_told)
		v->stand_in_untold = true;
}

/* The record is a part, or a stand-in: give it its remark. */
static void _enter(view_resv_t *v, stand_in_made_t made, const char *why,
		   time_t now)
{
	bool part = made != STAND_IN_NONE;
	char *remark = _remark(part ? REMARK_PART : REMARK, why);

	if (!text_same(controller->records->remark(v->rec), remark)) {
		say_info(part ? "sched/garq: reservation %s is made in part: %s" :
				"sched/garq: reservation %s can't be made again yet: %s",
			 v->name, why);
		controller->stamp_shown(now);
		v->stand_in_untold = true;
	}
	_mark(v->booking, part);
	if (part)
		controller->records->set_remark(v->rec, remark);
	else
		controller->records->to_stand_in(v->rec, remark);
	free(remark);
}

/* RET has the record, or its mark, changed? IN known - names were looked up */
static bool _take(view_resv_t *v, stand_in_made_t made, const char *why,
		  bool known, time_t now)
{
	bool was_part = v->booking->part;

	if (made == STAND_IN_WHOLE) {
		_end_stand_in(v, now);
		return true;
	}
	if (known)
		_enter(v, made, why, now);
	if (v->booking->part)
		_reread(v);
	if (known)
		_retry_later(v, now);
	return (made == STAND_IN_PART) || (was_part && !v->booking->part);
}

/*
 * IN there - the names that exist; NULL: that is not known
 * RET has anything changed that Slurm looks at?
 */
static bool _try(view_resv_t *v, const part_names_t *there, time_t now)
{
	bool was_linked = park_fetch(v), took = false, visible;
	garq_set_t *before = v->nodes ? garq_set_copy(v->nodes) : NULL;
	char *had = text_dup(v->booking->nodes), *why = NULL;
	stand_in_made_t made = stand_in_try(v, there, now, &took, &why);

	if (!_take(v, made, why, there, now) && before && !took) {
		park_return(v, was_linked);
		visible = false;
	} else {
		controller->refresh(v->rec, now);
		view_lrh_update(v);
		visible = park_update(v, was_linked, before, now);
		_put_moved(v->booking, had, why, now);
	}
	garq_set_destroy(before);
	free_null(had);
	free_null(why);
	return visible;
}

typedef struct {
	time_t now;
	view_resv_t *due[STAND_IN_TRIES];	/* in the order of first.h */
	uint32_t cnt;
	bool left;				/* others are due, too */
	uint32_t told;				/* events of this look */
} look_t;

bool stand_in_has_to_wait(time_t start, time_t now)
{
	return (start > now + STAND_IN_NEAR) &&
	       controller->accounting_is_behind();
}

static void _find_due(view_resv_t *v, void *arg)
{
	look_t *look = arg;

	if (!v->booking || !(v->booking->stand_in || v->booking->part))
		return;
	stand_in_cnt++;
	if (v->stand_in_untold && (look->told < STAND_IN_TELLS)) {
		_tell(v, look->now);
		look->told++;
	}
	if (retry_all) {
		v->retry_at = 0;
		v->retry_pause = STAND_IN_PAUSE;
	}
	/* A pause longer than any: the clock was set back, so try now. */
	if (((v->retry_at <= look->now) ||
	     (v->retry_at > look->now + STAND_IN_PAUSE_MAX)) &&
	    !stand_in_has_to_wait(v->start, look->now) &&
	    !first_add(look->due, &look->cnt, STAND_IN_TRIES, v))
		look->left = true;
}

/* Find the stand-ins that are due, and count all. */
static void _find_all_due(look_t *look)
{
	if (stand_in_cnt) {
		stand_in_cnt = 0;
		view_each(_find_due, look);
	}
	retry_all = false;
	left = look->left;
}

static const stand_in_name_t *_find(const stand_in_names_t *names,
				    const char *name)
{
	for (uint32_t i = 0; i < names->cnt; i++)
		if (text_same(names->of[i].name, name))
			return &names->of[i];
	return NULL;
}

static bool _try_with(view_resv_t *v, const stand_in_names_t *names, time_t now)
{
	const booking_t *b = v->booking;
	const stand_in_name_t *one = names ? _find(names, b->name) : NULL;
	const part_names_t there = {
		.users = names ? (one ? one->users : NULL) : b->users,
		.groups = names ? (one ? one->groups : NULL) : b->groups,
	};

	return _try(v, (names && !one) ? NULL : &there, now);
}

bool stand_in_retry_due(time_t now, const stand_in_names_t *names)
{
	look_t look = { .now = now };
	bool visible = false;

	_find_all_due(&look);
	for (uint32_t i = 0; i < look.cnt; i++)
		visible |= _try_with(look.due[i], names, now);
	return visible;
}

/* No name is looked up. */
void stand_in_protect(time_t now)
{
	static const stand_in_names_t none;

	(void) stand_in_retry_due(now, &none);
}

static void _add_names(const booking_t *b, stand_in_names_t *names)
{
	if (names->cnt >= STAND_IN_TRIES)
		return;
	names->of[names->cnt].name = text_dup(b->name);
	names->of[names->cnt].users = text_dup(b->users);
	names->of[names->cnt++].groups = text_dup(b->groups);
}

void stand_in_due(time_t now, stand_in_names_t *ret)
{
	look_t look = { .now = now };

	if (retry_all)
		stand_in_protect(now);
	ret->cnt = 0;
	_find_all_due(&look);
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

void stand_in_retry_soon(void)
{
	retry_all = true;
}

bool stand_in_left(void)
{
	return left;
}

bool stand_in_urgent(void)
{
	return site.ready && retry_all;
}

bool stand_in_jobs_restored(void)
{
	bool again = jobs_again;

	jobs_again = false;
	return again;
}

uint32_t stand_in_count(void)
{
	return stand_in_cnt;
}

void stand_in_fini(void)
{
	for (size_t i = 0; i < lost.cnt; i++)
		booking_destroy(lost.list[i].b);
	_forget_lost();
	stand_in_cnt = 0;
	retry_all = jobs_again = left = false;
}
