/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * calendar_walk.c - looking at the calendar: what is held during an interval,
 * and where too much is.
 *
 * The structure is in calendar.h. A walk adds up who is held, entry by entry,
 * and stops where fewer are left than are wanted. Each way of walking says what
 * that means:
 *
 *	on	from t_s to the right: at this second too few are left of those
 *		that were free from t_s on
 *	back	from t_e to the left: whatever starts before this time, and is as
 *		long, has all of what was added up, and fails as well
 *
 * An entry that the interval has whole is taken by its any. If that leaves too
 * few, or if it is had in part, first its cover is added, as it holds for the
 * part as well, then what is below it is looked at.
 */
#include "garq/calendar.h"
#include "garq/holders.h"

#define FAN GARQ_CALENDAR_FAN
#define TOP (GARQ_CALENDAR_LEVELS - 1)

/* No such time: go on. */
#define GO_ON INT64_MIN

extern struct garq_walk garq_walk(const struct garq_calendar *c,
				  const uint64_t *eligible, uint64_t *busy,
				  uint32_t want)
{
	struct garq_walk w = { c, eligible, busy, 0, want };

	for (uint32_t i = 0; i < c->words; i++) {
		w.left += (uint32_t) __builtin_popcountll(eligible[i]);
		busy[i] = 0;
	}
	return w;
}

/* Adding up */

/* How many of these are eligible and were not busy? */
static uint32_t _new(const struct garq_walk *w, const uint64_t *word,
		     uint32_t first, uint32_t words)
{
	uint32_t cnt = 0;

	for (uint32_t i = 0; i < words; i++) {
		uint64_t news = word[i] & w->eligible[first + i] &
				~w->busy[first + i];

		if (news)
			cnt += (uint32_t) __builtin_popcountll(news);
	}
	return cnt;
}

static void _busy(struct garq_walk *w, const uint64_t *word, uint32_t first,
		  uint32_t words, uint32_t cnt)
{
	if (!cnt)
		return;
	for (uint32_t i = 0; i < words; i++)
		w->busy[first + i] |= word[i] & w->eligible[first + i];
	w->left -= cnt;
}

/* Add a set. RET whether enough are left */
static bool _add(struct garq_walk *w, const uint64_t *set)
{
	uint32_t words = w->c->words;

	_busy(w, set, 0, words, _new(w, set, 0, words));
	return w->left >= w->want;
}

/* Add it if that leaves enough. */
static bool _try(struct garq_walk *w, const uint64_t *set)
{
	uint32_t words = w->c->words, cnt = _new(w, set, 0, words);

	if (w->left < w->want + cnt)
		return false;
	_busy(w, set, 0, words, cnt);
	return true;
}

static bool _add_part(struct garq_walk *w, const struct garq_part *part)
{
	_busy(w, part->word, part->first, part->words,
	      _new(w, part->word, part->first, part->words));
	return w->left >= w->want;
}

/* Slots */

/* Has it a second of [t_s, t_e)? */
static bool _shares(const struct garq_slot_part *p, time_t t_s, time_t t_e)
{
	return (p->t_s < t_e) && (p->t_e > t_s);
}

/* Add all of them if that leaves enough, without asking which are the same. */
static bool _slot_all(struct garq_walk *w, const struct garq_slot_parts *parts,
		      time_t t_s, time_t t_e)
{
	uint32_t cnt = 0;

	for (uint32_t i = 0; w->want && (i < parts->cnt); i++) {
		const struct garq_slot_part *p = &parts->part[i];

		if (_shares(p, t_s, t_e))
			cnt += _new(w, p->part->word, p->part->first,
				    p->part->words);
		if (w->left < w->want + cnt)
			return false;
	}
	for (uint32_t i = 0; i < parts->cnt; i++)
		if (_shares(&parts->part[i], t_s, t_e))
			_add_part(w, parts->part[i].part);
	return true;
}

/*
 * The parts of a slot that share a second with [t_s, t_e), which is all of the
 * interval that lies in the slot, from the last that ends to the first: after
 * which end are enough left?
 * RET that end, or GO_ON if they are with all of the parts
 */
static time_t _slot_back(struct garq_walk *w,
			 const struct garq_slot_parts *parts, time_t t_s,
			 time_t t_e)
{
	time_t end = INT64_MAX;

	if (_slot_all(w, parts, t_s, t_e))
		return GO_ON;
	for (;;) {
		time_t next = GO_ON;

		for (uint32_t i = 0; i < parts->cnt; i++) {
			const struct garq_slot_part *p = &parts->part[i];

			if (_shares(p, t_s, t_e) && (p->t_e < end))
				next = garq_later(next, p->t_e);
		}
		if (next == GO_ON)
			return GO_ON;
		end = next;
		for (uint32_t i = 0; i < parts->cnt; i++) {
			const struct garq_slot_part *p = &parts->part[i];

			if ((p->t_e == end) && _shares(p, t_s, t_e) &&
			    !_add_part(w, p->part))
				return end;
		}
	}
}

/*
 * From the first that starts to the last, as they are in order: which is the
 * second at which too few are left? RET GO_ON if there is none
 */
static time_t _slot_on(struct garq_walk *w,
		       const struct garq_slot_parts *parts, time_t t_s,
		       time_t t_e)
{
	uint32_t i = 0;
	time_t at = t_s;

	for (;;) {
		for (; parts && (i < parts->cnt) &&
		       (parts->part[i].t_s <= at); i++)
			if (parts->part[i].t_e > t_s)
				_add_part(w, parts->part[i].part);
		if (w->left < w->want)
			return at;
		if (!parts || (i == parts->cnt) || (parts->part[i].t_s >= t_e))
			return GO_ON;
		at = parts->part[i].t_s;
	}
}

/* Sheets */

/* Slots of a sheet that begins with slot zero. */
struct piece {
	const struct garq_sheet *sheet;
	uint32_t level;
	int64_t zero;
};

static int64_t _first_slot(const struct piece *p, uint32_t i)
{
	return p->zero + ((int64_t) i << garq_sheet_shift(p->level));
}

static int64_t _last_slot(const struct piece *p, uint32_t i)
{
	return _first_slot(p, i) +
	       (INT64_C(1) << garq_sheet_shift(p->level)) - 1;
}

/* Of the sheet, the entries that the interval touches. */
static uint32_t _from(const struct piece *p, const struct garq_days *d)
{
	return (d->first > p->zero) ?
		(uint32_t) ((d->first - p->zero) >> garq_sheet_shift(p->level)) :
		0;
}

static uint32_t _to(const struct piece *p, const struct garq_days *d)
{
	int64_t i = (d->last - p->zero) >> garq_sheet_shift(p->level);

	return (i < FAN) ? (uint32_t) i : FAN - 1;
}

static bool _whole(const struct piece *p, uint32_t i, const struct garq_days *d)
{
	return (_first_slot(p, i) >= d->whole) &&
	       (_last_slot(p, i) < d->whole_end);
}

static struct piece _below(const struct piece *p, uint32_t i)
{
	return (struct piece) {
		p->sheet->below[i].sheet, p->level - 1, _first_slot(p, i),
	};
}

static time_t _sheet_back(struct garq_walk *w, struct piece p,
			  const struct garq_days *d);

/* RET GO_ON, or as garq_walk_back() */
static time_t _entry_back(struct garq_walk *w, const struct piece *p,
			  uint32_t i, const struct garq_days *d)
{
	const struct garq_calendar *c = w->c;
	time_t begin, end, t;

	if (_whole(p, i, d) && _try(w, garq_sheet_any(c, p->sheet, i)))
		return GO_ON;
	end = garq_calendar_end(c, _last_slot(p, i));
	if (!_add(w, garq_sheet_cover(c, p->sheet, i)))
		return end;
	if (!p->sheet->below[i].sheet)
		return GO_ON;
	if (p->level)
		return _sheet_back(w, _below(p, i), d);
	begin = garq_later(garq_calendar_begin(c, _first_slot(p, i)), d->t_s);
	t = _slot_back(w, p->sheet->below[i].parts, begin,
		       garq_sooner(end, d->t_e));
	return (t == GO_ON) ? GO_ON : garq_sooner(t, end);
}

static time_t _sheet_back(struct garq_walk *w, struct piece p,
			  const struct garq_days *d)
{
	uint32_t from = _from(&p, d);

	for (uint32_t i = _to(&p, d) + 1; i > from; i--) {
		time_t t = _entry_back(w, &p, i - 1, d);

		if (t != GO_ON)
			return t;
	}
	return GO_ON;
}

extern time_t garq_walk_back(struct garq_walk *w, time_t t_s, time_t t_e)
{
	struct piece all = { w->c->top, TOP, 0 };
	struct garq_days d = garq_calendar_days(w->c, t_s, t_e);
	time_t t;

	if (w->left < w->want)
		return GARQ_FOREVER;
	t = _sheet_back(w, all, &d);
	return (t == GO_ON) ? t_s : t;
}

static time_t _sheet_on(struct garq_walk *w, struct piece p,
			const struct garq_days *d);

/*
 * Once too few are left, it goes on down to the very slot, to add up all that
 * is held at that second. RET GO_ON, or that second
 */
static time_t _entry_on(struct garq_walk *w, const struct piece *p, uint32_t i,
			const struct garq_days *d)
{
	const struct garq_calendar *c = w->c;
	time_t begin, end, at = GO_ON;

	if ((w->left >= w->want) && _whole(p, i, d) &&
	    _try(w, garq_sheet_any(c, p->sheet, i)))
		return GO_ON;
	_add(w, garq_sheet_cover(c, p->sheet, i));
	begin = garq_later(garq_calendar_begin(c, _first_slot(p, i)), d->t_s);
	end = garq_sooner(garq_calendar_end(c, _last_slot(p, i)), d->t_e);
	if (!p->level)
		return _slot_on(w, p->sheet->below[i].parts, begin, end);
	if (p->sheet->below[i].sheet)
		at = _sheet_on(w, _below(p, i), d);
	return ((at == GO_ON) && (w->left < w->want)) ? begin : at;
}

static time_t _sheet_on(struct garq_walk *w, struct piece p,
			const struct garq_days *d)
{
	uint32_t to = _to(&p, d);

	for (uint32_t i = _from(&p, d); i <= to; i++) {
		time_t at = _entry_on(w, &p, i, d);

		if (at != GO_ON)
			return at;
	}
	return GO_ON;
}

extern time_t garq_walk_on(struct garq_walk *w, time_t t_s, time_t t_e)
{
	struct piece all = { w->c->top, TOP, 0 };
	struct garq_days d = garq_calendar_days(w->c, t_s, t_e);
	time_t at = _sheet_on(w, all, &d);

	return (at == GO_ON) ? t_e : at;
}

/* Who holds */

struct each {
	const struct garq_calendar *c;
	time_t t_s;
	time_t t_e;
	uint32_t node;
	garq_part_fn fn;
	void *arg;
};

/* Those that start in a slot that begins then. RET false to end the walk */
static bool _slot_each(const struct each *e,
		       const struct garq_slot_parts *parts, time_t begin)
{
	for (uint32_t i = 0; i < parts->cnt; i++) {
		const struct garq_slot_part *p = &parts->part[i];

		if ((p->t_s < begin) || !_shares(p, e->t_s, e->t_e) ||
		    ((e->node != GARQ_ANY_NODE) &&
		     !garq_part_has(p->part, e->node)))
			continue;
		if (!e->fn(e->arg, p->part))
			return false;
	}
	return true;
}

static bool _has_node(const struct each *e, const uint64_t *set)
{
	return (e->node == GARQ_ANY_NODE) ||
	       ((set[e->node / 64] >> (e->node % 64)) & 1);
}

/* Where nothing ends after t_s, or the node is not held, nothing is missed. */
static bool _sheet_each(const struct each *e, struct piece p,
			const struct garq_days *d)
{
	uint32_t to = _to(&p, d);

	for (uint32_t i = 0; i <= to; i++) {
		if ((p.sheet->latest[i] <= e->t_s) ||
		    !_has_node(e, garq_sheet_any(e->c, p.sheet, i)))
			continue;
		if (p.level ? !_sheet_each(e, _below(&p, i), d) :
		    !_slot_each(e, p.sheet->below[i].parts,
				garq_calendar_begin(e->c, _first_slot(&p, i))))
			return false;
	}
	return true;
}

extern void garq_calendar_each(const struct garq_calendar *c, time_t t_s,
			       time_t t_e, uint32_t node, garq_part_fn fn,
			       void *arg)
{
	struct each e = { c, t_s, t_e, node, fn, arg };
	struct piece all = { c->top, TOP, 0 };
	struct garq_days d = garq_calendar_days(c, t_s, t_e);

	_sheet_each(&e, all, &d);
}

/* One of few nodes is looked for node by node, or else at all parts at once. */
#define FEW 4U

extern void garq_calendar_each_met(const struct garq_calendar *c,
				   const struct garq_part *part,
				   garq_part_fn fn, void *arg)
{
	uint32_t node[FEW], cnt = 0;

	for (uint32_t i = garq_part_next(part, 0);
	     (i != UINT32_MAX) && (cnt <= FEW); i = garq_part_next(part, i + 1))
		if (cnt++ < FEW)
			node[cnt - 1] = i;
	if (cnt > FEW)
		garq_calendar_each(c, part->t_s, part->t_e, GARQ_ANY_NODE, fn,
				   arg);
	for (uint32_t i = 0; (cnt <= FEW) && (i < cnt); i++)
		garq_calendar_each(c, part->t_s, part->t_e, node[i], fn, arg);
}
