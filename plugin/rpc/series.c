/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/booking/place/place_booking.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/series.h"
#include "plugin/memory/memory.h"
#include "plugin/rpc/series.h"
#include "plugin/slurm/compat/ctld_office.h"
#include "plugin/slurm/locks.h"

/* Maximum number of other hours that are tried for all dates. */
#define HOURS_MAX 4

typedef struct {
	served_t *of;		/* the request for all dates */
	series_t dates;
	served_t *each;		/* decided about, by the last pass; owned */
	uint32_t cnt;
	uint32_t refused;
	bool looked;		/* that pass was a look */
	char *stay;		/* lines, for bookings that stay; owned */
} work_t;

/* --- each date -------------------------------------------------------- */

/* Return true if another date, or another hour, may have room. */
static bool _lacks_room(const ask_t *a)
{
	return (a->rc == REFUSED_BUSY) || (a->rc == REFUSED_OVERLAP) ||
	       (a->rc == REFUSED_LICENSES);
}

/*
 * The request for one date, that is carried out or only looked at. In a look
 * the limits have to allow all of the series, later one more booking of it.
 * IN later - seconds by which it begins later than asked; may be below 0
 */
static served_t _one_of(const work_t *w, uint32_t i, time_t later, bool look)
{
	const served_t *s = w->of;
	served_t one = {
		.msg = s->msg, .verb = s->verb, .program = s->program,
		.asked = series_request(&s->asked, w->dates.starts[i] + later,
					look ? w->dates.cnt : 1),
	};

	if (look)
		one.asked.wishes.plan = s->program ? PLAN_LINES : PLAN_SHOW;
	return one;
}

static void _free_each(work_t *w)
{
	for (uint32_t i = 0; i < w->cnt; i++)
		served_free(&w->each[i]);
	w->cnt = 0;
}

/*
 * A pass: look at all dates, or make the bookings, up to one that is refused
 * for another reason than room, or up to the last one whose refusal is told.
 */
static void _decide_each(work_t *w, bool look)
{
	bool goes_on = true;

	_free_each(w);
	w->looked = look;
	while (goes_on && (w->cnt < w->dates.cnt)) {
		served_t *one = &w->each[w->cnt];

		*one = _one_of(w, w->cnt, 0, look);
		served_decide(one);
		w->cnt++;
		w->refused += (one->ask.rc != 0);
		goes_on = !one->ask.rc || (_lacks_room(&one->ask) &&
					   (w->refused < SERIES_REFUSED_MAX));
	}
}

/*
 * Take a booking back; others that moved for it may move back. Its operation
 * comes before that which ends it.
 * RET the latter, see place_retract(). OUT ret_stays - it can't be taken back
 */
static ledger_op_t *_retract(ask_t *a, bool *ret_stays)
{
	const view_resv_t *v;
	ledger_op_t *op;
	time_t start, end;

	if (a->op)
		ledger_commit_later(office->ledger, a->op);
	a->op = NULL;
	site_lock(true);
	a->now = time(NULL);
	v = view_find(office, a->name);
	start = v ? v->start : 0;
	end = v ? v->end : 0;
	*ret_stays = !place_retract(office, a, &op);
	if (v && !*ret_stays)
		(void) shift_earlier(office, start, end,
				     "a series had no room on other dates",
				     a->now, NULL);
	site_unlock(true);
	return op;
}

/* Take all bookings back, durably: nobody finds them after a kill. */
static void _retract_all(work_t *w)
{
	ledger_op_t *last = NULL, *op;
	char why[256];
	bool stays;

	for (uint32_t i = 0; i < w->cnt; i++) {
		ask_t *a = &w->each[i].ask;

		if (a->rc || !a->name)
			continue;
		op = _retract(a, &stays);
		if (stays)
			text_add(&w->stay, "\n%s is there and is used or changed by now",
				 a->name);
		if (!op)
			continue;
		if (last)
			ledger_commit_later(office->ledger, last);
		last = op;
	}
	/* It is durable with all that were queued before it. */
	if (last &&
	    !ledger_commit_or_keep(office->ledger, last, why, sizeof(why)))
		error("sched/garq: bookings of series %s, which is refused, would be there after a kill: %s",
		      w->of->asked.name, why);
}

/* Make the dates durable, or take them back. */
static void _finish_each(work_t *w)
{
	for (uint32_t i = 0; i < w->cnt; i++) {
		ask_t *a = &w->each[i].ask;
		bool made = !a->rc && a->name;

		if (made && w->refused)
			continue;
		served_make_durable(a);
		w->refused += (made && a->rc);
	}
	if (w->refused)
		_retract_all(w);
}

/* --- another hour ----------------------------------------------------- */

typedef struct {
	time_t later[HOURS_MAX];	/* seconds; the nearest first */
	uint32_t cnt;
} hours_t;

/* Note an hour, if it is a new one, and one of the nearest. */
static void _add_hour(hours_t *h, time_t later)
{
	uint32_t at = 0;

	for (uint32_t i = 0; i < h->cnt; i++) {
		if (h->later[i] == later)
			return;
		at += (llabs(h->later[i]) <= llabs(later));
	}
	if (at == HOURS_MAX)
		return;
	h->cnt += (h->cnt < HOURS_MAX);
	for (uint32_t i = h->cnt - 1; i > at; i--)
		h->later[i] = h->later[i - 1];
	h->later[at] = later;
}

/* Note the hours of a refused date's offers that are for all nodes and all of
 * the time, on that date. Locks: site_lock() */
static void _add_offered(const work_t *w, uint32_t i, hours_t *h)
{
	const served_t *one = &w->each[i];
	const offer_set_t *set = offers_set_of(office, one->ask.uid,
					       one->asked.name);

	for (uint32_t k = 0; set && (k < set->request->offer_cnt); k++) {
		const ledger_offer_t *o = &set->request->offers[k];
		time_t later = o->t_s - one->asked.start;
		served_t then = _one_of(w, i, later, true);

		if (later && (o->num_cn == one->ask.shape.num_cn) &&
		    (o->t_e - o->t_s == one->ask.shape.duration) &&
		    !strcmp(then.asked.name, one->asked.name))
			_add_hour(h, later);
		served_free(&then);
	}
}

/* Return true if each date, without the others, has room at another hour. */
static bool _have_room(const work_t *w, time_t later)
{
	bool has = true;

	for (uint32_t i = 0; has && (i < w->dates.cnt); i++) {
		served_t one = _one_of(w, i, later, true);

		one.again = true;	/* no offers, and no text */
		served_decide(&one);
		has = one.ask.looked;
		served_free(&one);
	}
	return has;
}

/* RET an hour at which all dates have room, as seconds later than asked; 0:
 * none is known */
static time_t _other_hour(const work_t *w)
{
	hours_t h = { .cnt = 0 };

	site_lock(false);
	for (uint32_t i = 0; i < w->cnt; i++)
		if (w->each[i].ask.offer_cnt)
			_add_offered(w, i, &h);
	site_unlock(false);
	for (uint32_t i = 0; i < h.cnt; i++)
		if (_have_room(w, h.later[i]))
			return h.later[i];
	return 0;
}

/* --- the answer ------------------------------------------------------- */

static void _add_line(char **text, const char *line)
{
	if (line)
		text_add(text, "%s%s", *text ? "\n" : "", line);
}

/* "course: 2 of 12 dates have no room, ...", with the dates */
static char *_no_room(const work_t *w)
{
	uint32_t refused = 0;
	char date[SERIES_DATE];
	char *text;

	if (w->refused == w->dates.cnt)
		return text_printf("%s: none of %"PRIu32" dates has room, and nothing is booked",
				   w->of->asked.name, w->dates.cnt);
	text = text_printf(
		"%s: %"PRIu32" of %"PRIu32" dates ha%s no room, and nothing is booked: leave out",
		w->of->asked.name, w->refused, w->dates.cnt,
		(w->refused == 1) ? "s" : "ve");

	for (uint32_t i = 0; i < w->cnt; i++)
		if (w->each[i].ask.rc)
			text_add(&text, "%s %s", refused++ ? "," : "",
				 series_date_text(w->dates.starts[i], date));
	if (w->cnt < w->dates.cnt)
		text_add(&text, " (those after that were not looked at)");
	return text;
}

/* Where dates have no room beside each other, another hour is of no use. */
static void _add_other_hour(const work_t *w, char **text)
{
	time_t later = w->looked ? _other_hour(w) : 0;
	char at[TEXT_TIME];

	if (later)
		text_add(text, "\nall dates have room with StartTime=%s",
			 text_time(w->of->asked.start + later, at));
}

/* RET the first date that is refused, and for another reason than room if there
 * is one: it is the last one then */
static const ask_t *_first_refused(const work_t *w)
{
	const ask_t *last = &w->each[w->cnt - 1].ask;
	uint32_t i = 0;

	if (last->rc && !_lacks_room(last))
		return last;
	while (!w->each[i].ask.rc)
		i++;
	return &w->each[i].ask;
}

static void _answer_refused(work_t *w)
{
	const ask_t *first = _first_refused(w);
	ask_t *to = &w->of->ask;

	to->rc = first->rc;
	if (!_lacks_room(first)) {
		to->text = text_printf("%s: nothing is booked%s%s%s",
				       w->of->asked.name,
				       w->stay ? w->stay : "",
				       first->text ? "\n" : "",
				       first->text ? first->text : "");
		return;
	}
	site_lock(false);
	office->refused_cnt++;	/* a look counts nothing */
	site_unlock(false);
	to->text = _no_room(w);
	if (w->stay)
		text_add(&to->text, "%s", w->stay);
	_add_other_hour(w, &to->text);
	for (uint32_t i = 0; i < w->cnt; i++)
		if (w->each[i].ask.rc)
			_add_line(&to->text, w->each[i].ask.text);
}

static void _answer_done(work_t *w)
{
	ask_t *to = &w->of->ask;

	for (uint32_t i = 0; i < w->cnt; i++) {
		const ask_t *a = &w->each[i].ask;
		char *note = served_note(a);

		to->looked |= a->looked;
		to->visible |= a->visible;
		_add_line(&to->text, a->looked ? a->text : note);
		free_null(note);
		if (a->name)
			text_add(&to->name, "%s%s", to->name ? "," : "",
				 a->name);
	}
}

void series_serve(served_t *s)
{
	work_t w = { .of = s };

	s->ask.rc = series_read(&s->asked, &w.dates, &s->ask.text);
	if (s->ask.rc)
		return;
	w.each = memory_new(w.dates.cnt, sizeof(*w.each));
	/* A series without room leaves nothing behind, not even in the history:
	 * bookings are taken back only where others were quicker, or where
	 * dates have no room beside each other. */
	_decide_each(&w, true);
	if (!w.refused && !s->asked.wishes.plan)
		_decide_each(&w, false);
	_finish_each(&w);
	if (w.refused)
		_answer_refused(&w);
	else
		_answer_done(&w);
	_free_each(&w);
	free(w.each);
	free_null(w.stay);
}
