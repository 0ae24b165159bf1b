/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * calendar_walk.c - searching the calendar: which nodes are held during an
 * interval, and up to which start too many are.
 *
 * The structure is in calendar.h. A walk goes back from t_e to t_s, adds up the
 * held nodes, entry by entry, and stops where fewer are left than are wanted.
 * Any interval as long that starts before that time has the same nodes held,
 * and fails as well.
 *
 * For an entry that the interval covers whole, its any set is added. If that
 * leaves too few nodes, or if the interval covers the entry in part, the
 * entry's cover set is added first, as it holds for every part of the entry,
 * and the walk descends.
 */
#include "garq/calendar.h"

/* No second was found: continue the walk. */
#define GO_ON INT64_MIN

extern struct garq_look garq_look(const struct garq_calendar *c,
				  const uint64_t *eligible, uint64_t *busy,
				  uint32_t want)
{
	struct garq_look w = {
		.c = c, .eligible = eligible, .busy = busy, .want = want,
		.read = c->words,
	};

	for (uint32_t i = 0; i < c->words; i++) {
		busy[i] = 0;
		if (!eligible[i])
			continue;
		w.left += (uint32_t) __builtin_popcountll(eligible[i]);
		if (!w.end)
			w.first = i;
		w.end = i + 1;
	}
	return w;
}

/* Adding up */

/*
 * RET the number of eligible nodes, not busy yet, in a set's words first ..
 * end-1
 */
static uint32_t _count_new(const struct garq_look *w, const uint64_t *word,
			   uint32_t first, uint32_t end)
{
	uint32_t cnt = 0;

	for (uint32_t i = first; i < end; i++) {
		uint64_t news = word[i - first] & w->eligible[i] & ~w->busy[i];

		if (news)
			cnt += (uint32_t) __builtin_popcountll(news);
	}
	return cnt;
}

static void _mark_busy(struct garq_look *w, const uint64_t *word,
		       uint32_t first, uint32_t end, uint32_t cnt)
{
	if (!cnt)
		return;
	for (uint32_t i = first; i < end; i++)
		w->busy[i] |= word[i - first] & w->eligible[i];
	w->left -= cnt;
}

/* Read only words of a set with eligible nodes. RET how many nodes are new */
static uint32_t _set_new(struct garq_look *w, const uint64_t *set)
{
	w->read += w->end - w->first;
	return _count_new(w, set + w->first, w->first, w->end);
}

static void _set_busy(struct garq_look *w, const uint64_t *set, uint32_t cnt)
{
	_mark_busy(w, set + w->first, w->first, w->end, cnt);
}

/* Add a set to busy. RET whether enough nodes are left */
static bool _add_set(struct garq_look *w, const uint64_t *set)
{
	_set_busy(w, set, _set_new(w, set));
	return w->left >= w->want;
}

/* Add a set to busy only if that leaves enough nodes. RET whether it did */
static bool _try_set(struct garq_look *w, const uint64_t *set)
{
	uint32_t cnt = _set_new(w, set);

	if (w->left < w->want + cnt)
		return false;
	_set_busy(w, set, cnt);
	return true;
}

/*
 * IN p - _meets_part() the eligible nodes: only words that have one are read.
 * RET how many nodes of the part are new
 */
static uint32_t _part_new(struct garq_look *w, const struct garq_slot_part *p)
{
	uint32_t from = (p->first > w->first) ? p->first : w->first;
	uint32_t end = p->first + p->words;

	end = (end < w->end) ? end : w->end;
	w->read += end - from;
	return _count_new(w, p->part->word + (from - p->first), from, end);
}

static bool _add_part(struct garq_look *w, const struct garq_slot_part *p)
{
	uint32_t cnt = _part_new(w, p);

	_mark_busy(w, p->part->word, p->first, p->first + p->words, cnt);
	return w->left >= w->want;
}

/* Slots */

/*
 * True if the part shares a second with [t_s, t_e), and a word with the
 * eligible nodes. For all other parts, including jobs on thousands of nodes,
 * only their entry in the slot is read.
 */
static bool _meets_part(const struct garq_look *w,
			const struct garq_slot_part *p, time_t t_s, time_t t_e)
{
	return (p->t_s < t_e) && (p->t_e > t_s) && (p->first < w->end) &&
	       (p->first + p->words > w->first);
}

/*
 * Add all parts if enough nodes are left even when no two of them share a node.
 */
static bool _slot_all(struct garq_look *w, const struct garq_slot_parts *parts,
		      time_t t_s, time_t t_e)
{
	uint32_t cnt = 0;

	w->read += 2 * (uint64_t) parts->cnt;
	for (uint32_t i = 0; w->want && (i < parts->cnt); i++) {
		const struct garq_slot_part *p = &parts->part[i];

		if (_meets_part(w, p, t_s, t_e))
			cnt += _part_new(w, p);
		if (w->left < w->want + cnt)
			return false;
	}
	for (uint32_t i = 0; i < parts->cnt; i++)
		if (_meets_part(w, &parts->part[i], t_s, t_e))
			_add_part(w, &parts->part[i]);
	return true;
}

/*
 * Add the parts of a slot that meet [t_s, t_e) on eligible nodes, latest end
 * first, until too few nodes are left. [t_s, t_e) is the interval cut to the
 * slot.
 * RET the end of the part that was one too many, or GO_ON if enough are left
 */
static time_t _slot_back(struct garq_look *w,
			 const struct garq_slot_parts *parts, time_t t_s,
			 time_t t_e)
{
	time_t end = INT64_MAX;

	if (_slot_all(w, parts, t_s, t_e))
		return GO_ON;
	for (;;) {
		time_t next = GO_ON;

		w->read += 2 * (uint64_t) parts->cnt;
		for (uint32_t i = 0; i < parts->cnt; i++) {
			const struct garq_slot_part *p = &parts->part[i];

			if (_meets_part(w, p, t_s, t_e) && (p->t_e < end))
				next = garq_later(next, p->t_e);
		}
		if (next == GO_ON)
			return GO_ON;
		end = next;
		for (uint32_t i = 0; i < parts->cnt; i++) {
			const struct garq_slot_part *p = &parts->part[i];

			if ((p->t_e == end) && _meets_part(w, p, t_s, t_e) &&
			    !_add_part(w, p))
				return end;
		}
	}
}

/* Sheets */

static time_t _sheet_back(struct garq_look *w, struct garq_stretch s,
			  const struct garq_days *d);

/* RET GO_ON, or as garq_look_back() */
static time_t _entry_back(struct garq_look *w, const struct garq_stretch *s,
			  uint32_t i, const struct garq_days *d)
{
	const struct garq_calendar *c = w->c;
	time_t begin, end, t;

	if (garq_stretch_whole(s, i, d) &&
	    _try_set(w, garq_sheet_any(c, s->sheet, i)))
		return GO_ON;
	end = garq_calendar_end(c, garq_stretch_last(s, i));
	if (!_add_set(w, garq_sheet_cover(c, s->sheet, i)))
		return end;
	if (!s->sheet->below[i].sheet)
		return GO_ON;
	if (s->level)
		return _sheet_back(w, garq_stretch_below(s, i), d);
	begin = garq_later(garq_calendar_begin(c, garq_stretch_first(s, i)), d->t_s);
	t = _slot_back(w, s->sheet->below[i].parts, begin,
		       garq_sooner(end, d->t_e));
	return (t == GO_ON) ? GO_ON : garq_sooner(t, end);
}

static time_t _sheet_back(struct garq_look *w, struct garq_stretch s,
			  const struct garq_days *d)
{
	uint32_t from = garq_stretch_from(&s, d);

	for (uint32_t i = garq_stretch_to(&s, d) + 1; i > from; i--) {
		time_t t = _entry_back(w, &s, i - 1, d);

		if (t != GO_ON)
			return t;
	}
	return GO_ON;
}

extern time_t garq_look_back(struct garq_look *w, time_t t_s, time_t t_e)
{
	struct garq_days d = garq_calendar_days(w->c, t_s, t_e);
	time_t t;

	if (w->left < w->want)
		return GARQ_FOREVER;
	t = _sheet_back(w, garq_stretch(w->c), &d);
	return (t == GO_ON) ? t_s : t;
}
