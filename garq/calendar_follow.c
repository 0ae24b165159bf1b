/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * calendar_follow.c - visiting the parts of many nodes at once, in order of
 * time, until each node is done.
 *
 * The structure is in calendar.h. One walk goes through the calendar with the
 * nodes that are left. An entry is skipped where every part ends by t_s, or
 * where none of these nodes is held.
 */
#include "garq/calendar.h"

/* What a walk is for, and how far it has come. */
struct follow {
	const struct garq_calendar *c;
	time_t t_s;
	uint64_t *left;		/* nodes to follow */
	uint32_t first;		/* words of left that are not 0 lie from first ... */
	uint32_t end;		/* ... to before end */
	garq_follow_fn fn;
	void *arg;
};

/* Leave out words without nodes. RET false if no node is left */
static bool _narrow(struct follow *f)
{
	while ((f->first < f->end) && !f->left[f->first])
		f->first++;
	while ((f->first < f->end) && !f->left[f->end - 1])
		f->end--;
	return f->first < f->end;
}

/* True if a set has one of the nodes that are left to follow. */
static bool _has_node_left(const struct follow *f, const uint64_t *set)
{
	uint64_t both = 0;

	for (uint32_t w = f->first; w < f->end; w++)
		both |= set[w] & f->left[w];
	return both;
}

/* RET false to end the walk */
static bool _follow_word(struct follow *f, struct garq_part *part, uint32_t w)
{
	uint64_t word = part->word[w - part->first] & f->left[w];

	for (; word; word &= word - 1) {
		uint32_t bit = (uint32_t) __builtin_ctzll(word);

		switch (f->fn(f->arg, part, w * 64 + bit)) {
		case GARQ_FOLLOW_ON:
			break;
		case GARQ_FOLLOW_DONE:
			f->left[w] &= ~(UINT64_C(1) << bit);
			break;
		case GARQ_FOLLOW_END:
			return false;
		}
	}
	return true;
}

static bool _follow_part(struct follow *f, struct garq_part *part)
{
	uint32_t from = (part->first > f->first) ? part->first : f->first;
	uint32_t end = part->first + part->words;

	end = (end < f->end) ? end : f->end;
	for (uint32_t w = from; w < end; w++)
		if (!_follow_word(f, part, w))
			return false;
	return true;
}

/* The parts that start in a slot, which begins at begin. */
static bool _follow_slot(struct follow *f, const struct garq_slot_parts *parts,
			 time_t begin)
{
	for (uint32_t i = 0; i < parts->cnt; i++) {
		const struct garq_slot_part *p = &parts->part[i];

		if ((p->t_s < begin) || (p->t_e <= f->t_s) ||
		    (p->first >= f->end) || (p->first + p->words <= f->first))
			continue;
		if (!_follow_part(f, p->part))
			return false;
	}
	return _narrow(f);
}

static bool _follow_sheet(struct follow *f, struct garq_stretch s)
{
	for (uint32_t i = 0; i < GARQ_CALENDAR_FAN; i++) {
		if ((s.sheet->latest[i] <= f->t_s) ||
		    !_has_node_left(f, garq_sheet_any(f->c, s.sheet, i)))
			continue;
		if (s.level && !_follow_sheet(f, garq_stretch_below(&s, i)))
			return false;
		if (!s.level &&
		    !_follow_slot(f, s.sheet->below[i].parts,
				  garq_calendar_begin(f->c, s.zero + i)))
			return false;
	}
	return true;
}

extern void garq_calendar_follow(const struct garq_calendar *c, uint64_t *left,
				 time_t t_s, garq_follow_fn fn, void *arg)
{
	struct follow f = { c, t_s, left, 0, c->words, fn, arg };

	if (_narrow(&f))
		_follow_sheet(&f, garq_stretch(c));
}
