/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * change.c - move, extend, shrink, give, rename, end: updates of a reservation
 * by the difference.
 *
 * The typed lengths and numbers of nodes are added to those of the reservation, or
 * taken from them. The update of a reservation that has not begun has the new
 * length, since a shift may move its end; that of a running one has the new end.
 */

#include <inttypes.h>
#include <slurm/slurm.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/answered.h"
#include "contrib/sresv/ctl/give.h"
#include "contrib/sresv/series.h"
#include "contrib/sresv/text/when.h"
#include "contrib/sresv/verbs.h"
#include "plugin/booking/request/flags.h"
#include "plugin/booking/request/series.h"
#include "plugin/booking/request/text.h"

/* Slurm makes no reservation shorter than that. */
#define SHORTEST 60

typedef struct {
	const options_t *o;
	const reserve_info_t *r;	/* as it is now */
	time_t now;
	wish_t w;			/* as typed; becomes the update */
	char gpus[GPUS_TRES];		/* the wish refers to it */
	answer_t *a;			/* what is wrong with it */
} change_t;

static void _vsay(const change_t *c, const char *format, va_list ap)
{
	char *line = NULL;

	if (vasprintf(&line, format, ap) < 0)
		line = NULL;
	answer_say(c->a, line ? line : "out of memory");
	free(line);
}

__attribute__((format(printf, 2, 3)))
static void _say(const change_t *c, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	_vsay(c, format, ap);
	va_end(ap);
}

/* RET false */
__attribute__((format(printf, 2, 3)))
static bool _bad(change_t *c, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	_vsay(c, format, ap);
	va_end(ap);
	c->a->status = STATUS_BAD;
	return false;
}

static bool _has_begun(const change_t *c)
{
	return c->r->start_time <= c->now;
}

/* Ask for a length by an end, if it is no whole number of minutes. IN start - the
 * new one */
static void _set_length(change_t *c, time_t start, int64_t length)
{
	c->w.end = c->w.duration = -1;
	if (length % 60)
		c->w.end = start + length;
	else
		c->w.duration = length;
}

/* Ask for an end. RET false: that is no change of this kind */
static bool _set_end(change_t *c, time_t end)
{
	bool longer = (c->o->verb == EXTEND);
	char text[WHEN_TEXT];

	if ((longer && (end <= c->r->end_time)) ||
	    (!longer && (end >= c->r->end_time)))
		return _bad(c, "%s ends at %s: %s needs %s end", c->r->name,
			    when_text(c->r->end_time, text),
			    longer ? "extend" : "this",
			    longer ? "a later" : "an earlier");
	if (end - c->r->start_time < SHORTEST)
		return _bad(c, "%s: that would be less than a minute: sresv cancel deletes it",
			    c->r->name);
	_set_length(c, c->r->start_time, end - c->r->start_time);
	if (_has_begun(c)) {
		c->w.duration = -1;
		c->w.end = end;
	}
	return true;
}

/* Ask for what stays of the nodes, cores or GPUs. */
static bool _give_back(change_t *c)
{
	char *why = give_back(c->r, &c->w, c->gpus);
	bool ok = !why || _bad(c, "%s", why);

	free(why);
	return ok;
}

/* Ask for more nodes, or fewer. */
static bool _set_nodes(change_t *c)
{
	if (c->o->verb != EXTEND)
		return _give_back(c);
	c->w.nodes += c->r->node_cnt;
	return true;
}

static bool _set_size(change_t *c)
{
	time_t by = (c->w.duration >= 0) ? (c->w.duration + 59) / 60 * 60 : 0;
	time_t end = c->r->end_time + ((c->o->verb == EXTEND) ? by : -by);

	if (c->o->end)
		end = c->w.end;
	if ((by || c->o->end) && !_set_end(c, end))
		return false;
	return (c->w.nodes < 0) || _set_nodes(c);
}

/* Ask for the shortest length: Slurm lets a reservation that is older end now. */
static bool _end_it(change_t *c)
{
	if (!_has_begun(c))
		return _bad(c, "%s has not begun: sresv cancel deletes it, sresv shrink makes it shorter",
			    c->r->name);
	if (c->r->flags & BOOKING_FLAGS_RECURRING)
		return _bad(c, "%s recurs, and all later times would end as early: scontrol update ReservationName=%s skip leaves out one",
			    c->r->name, c->r->name);
	if (c->o->end)
		return _set_end(c, c->w.end);
	c->w.duration = SHORTEST;
	return true;
}

/* Slurm lets a reservation that has just begun end after its first minute. */
static void _say_rest(const change_t *c)
{
	long long rest = c->r->start_time + SHORTEST - c->now;

	if (rest > 0)
		_say(c, "%s ends in %lld second%s: Slurm makes no reservation shorter than a minute",
		     c->r->name, rest, (rest == 1) ? "" : "s");
}

/* Ask for the length, too: a start alone would move the start, not the end. */
static bool _set_start(change_t *c)
{
	if ((c->w.start >= 0) && !_has_begun(c))
		_set_length(c, c->w.start,
			    c->r->end_time - c->r->start_time);
	return true;
}

static bool _set_name(change_t *c)
{
	return wishes_set_name(&c->w.wishes, c->o->names[1]) ||
	       _bad(c, "a new name has no \":\", and at most %d bytes",
		    WISHES_NAME);
}

static bool _make(change_t *c)
{
	switch (c->o->verb) {
	case RENAME:
		return _set_name(c);
	case MOVE:
		return _set_start(c);
	case EXTEND:
	case SHRINK:
		return _set_size(c);
	case GIVE:
		return _give_back(c);
	case END:
		return _end_it(c);
	default:
		return true;
	}
}

/* Say what a name without a reservation is, or which one is meant. */
static void _say_hint(const change_t *c, const reserve_info_msg_t *all)
{
	bool garq = false;
	char *hint = NULL;
	answer_t asked;

	if (ctl_has_garq(&garq, &asked) && garq)
		ctl_offers(&asked);
	if (offers_stander(&asked.offers, c->w.name))
		_say(c, "%s stands by, and can't be changed: sresv cancel withdraws it",
		     c->w.name);
	else if ((hint = series_hint(all, c->w.name)))
		answer_say(c->a, hint);
	free(hint);
	answer_free(&asked);
}

static bool _find(change_t *c, const reserve_info_msg_t *all)
{
	c->r = show_find(all, c->w.name);
	if (c->r)
		return true;
	(void) _bad(c, "there is no reservation %s", c->w.name);
	c->a->status = STATUS_UNKNOWN;
	_say_hint(c, all);
	return false;
}

/* The time of day of a time on the date of another. IN days - that it is later */
static time_t _on_date_of(time_t t, time_t of, int days)
{
	struct tm date, day;

	localtime_r(&of, &date);
	localtime_r(&t, &day);
	date.tm_mday += days;
	date.tm_hour = day.tm_hour;
	date.tm_min = day.tm_min;
	date.tm_sec = day.tm_sec;
	date.tm_isdst = -1;
	return mktime(&date);
}

/* The time of a reservation of a series for which it was booked: a shift may
 * have moved it beyond midnight. */
static time_t _booked_on(const change_t *c)
{
	struct tm tm = { .tm_hour = 12, .tm_isdst = -1 };
	const char *date = series_date(c->r->name);

	if (!date || !strptime(date, "%Y-%m-%d", &tm))
		return c->r->start_time;
	return mktime(&tm);
}

/*
 * One of a series: a time is one of the day. A start is on the date of the name;
 * an end is the next one of this time of day, or the one before, of --shrink.
 */
static void _set_date(change_t *c)
{
	time_t end = c->r->end_time;
	time_t at = c->w.end;

	if (c->w.start >= 0)
		c->w.start = _on_date_of(c->w.start, _booked_on(c), 0);
	if (at < 0)
		return;
	c->w.end = _on_date_of(at, end, 0);
	if ((c->o->verb == EXTEND) && (c->w.end <= end))
		c->w.end = _on_date_of(at, end, 1);
	else if ((c->o->verb == SHRINK) && (c->w.end >= end))
		c->w.end = _on_date_of(at, end, -1);
}

/*
 * Change one reservation.
 * IN look - tell what would be done
 * OUT a - for answer_free()
 */
static void _change(const options_t *o, const reserve_info_msg_t *all,
		    const char *name, const wish_t *typed, bool look,
		    answer_t *a)
{
	change_t c = { .o = o, .now = time(NULL), .w = *typed, .a = a };

	*a = (answer_t) { .status = STATUS_DONE };
	c.w.name = name;
	if (!_find(&c, all))
		return;
	if (o->series)
		_set_date(&c);
	if (!_make(&c))
		return;
	if (look)
		c.w.wishes.plan = PLAN_LINES;
	ctl_update(&c.w, a);
	if ((a->status == STATUS_DONE) && (o->verb == END) && !o->end)
		_say_rest(&c);
	if ((a->status == STATUS_DONE) && !a->lines)
		a->name = strdup((o->verb == RENAME) ? o->names[1] : name);
}

/* Append a text, if there is one. IN/OUT to - free(), or NULL */
static void _add_text(char **to, const char *between, const char *text)
{
	if (text)
		text_add(to, "%s%s", *to ? between : "", text);
}

/* Add the answer about one reservation to that about all, and free it. */
static void _add_answer(answer_t *to, answer_t *one)
{
	if (to->status == STATUS_DONE)
		to->status = one->status;
	_add_text(&to->why, "\n", one->why);
	_add_text(&to->name, ",", one->name);
	_add_text(&to->lines, "\n", one->lines);
	_add_text(&to->said, "\n", one->said);
	for (size_t i = 0; i < one->offers.cnt; i++)
		(void) offers_add(&to->offers, &one->offers.list[i]);
	answer_free(one);
}

/* Change each reservation, or tell what would be done, up to the first error.
 * OUT a - for answer_free() */
static void _change_each(const options_t *o, const reserve_info_msg_t *all,
			 const wish_t *typed, bool look, answer_t *a)
{
	*a = (answer_t) { .status = STATUS_DONE };
	for (char **name = o->names;
	     *name && (look || (a->status == STATUS_DONE)) &&
	     ((o->verb != RENAME) || (name == o->names)); name++) {
		answer_t one;

		_change(o, all, *name, typed, look, &one);
		if (o->dry_run || !look || (one.status != STATUS_DONE))
			_add_answer(a, &one);
		else
			answer_free(&one);
	}
}

int verb_change(const options_t *o)
{
	reserve_info_msg_t *all = NULL;
	wish_t typed;
	answer_t a;
	bool look;

	if (!options_wish(o, time(NULL), &typed))
		return STATUS_BAD;
	/* a series is changed as a whole, as far as a look can tell */
	look = ((o->verb != RENAME) && o->names[1]) || o->dry_run;
	ctl_load(&all, &a);
	if (a.status == STATUS_DONE) {
		answer_free(&a);
		_change_each(o, all, &typed, look, &a);
		if ((a.status != STATUS_DONE) && o->series)
			answer_say(&a, "nothing was changed; --from leaves out those before a time");
	}
	if ((a.status == STATUS_DONE) && look && !o->dry_run) {
		answer_free(&a);
		_change_each(o, all, &typed, false, &a);
	}
	if (all)
		slurm_free_reservation_info_msg(all);
	return answered_print(o, NULL, NULL, &a);
}
