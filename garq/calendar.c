/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * calendar.c - which nodes are held when: inserting and removing parts, and
 * visiting those of an interval or of a node.
 *
 * The structure, its picture and its invariants are in calendar.h; its sheets
 * are in sheet.h, and calendar_walk.c looks for free nodes.
 */
#include <string.h>

#include "garq/calendar.h"

#define FAN GARQ_CALENDAR_FAN
#define TOP (GARQ_CALENDAR_LEVELS - 1)

/* The parts of a slot */

/* Index of the first part that is at or after (t_s, id). */
static uint32_t _find_part(const struct garq_slot_parts *parts, time_t t_s,
			   uint64_t id)
{
	uint32_t lo = 0, hi = parts->cnt;

	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;
		const struct garq_slot_part *p = &parts->part[mid];

		if ((p->t_s < t_s) ||
		    ((p->t_s == t_s) && (p->part->holder->id < id)))
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

static void _list_part(struct garq_slot_parts *parts, struct garq_part *part)
{
	uint32_t i = _find_part(parts, part->t_s, part->holder->id);

	memmove(parts->part + i + 1, parts->part + i,
		(parts->cnt - i) * sizeof(parts->part[0]));
	parts->part[i] = (struct garq_slot_part) {
		part->t_s, part->t_e, part, part->first, part->words,
	};
	parts->cnt++;
}

/*
 * Search on from the first match: a holder may have several parts that start at
 * the same second.
 */
static void _unlist(struct garq_slot_parts *parts, const struct garq_part *part)
{
	uint32_t i = _find_part(parts, part->t_s, part->holder->id);

	while (parts->part[i].part != part)
		i++;
	parts->cnt--;
	memmove(parts->part + i, parts->part + i + 1,
		(parts->cnt - i) * sizeof(parts->part[0]));
}

/* Marking */

static void _add_nodes(uint64_t *set, const struct garq_part *part)
{
	for (uint32_t w = 0; w < part->words; w++)
		set[part->first + w] |= part->word[w];
}

static void _mark_part(struct garq_calendar *c, struct garq_stretch s,
		       const struct garq_days *d, const struct garq_part *part)
{
	uint32_t to = garq_stretch_to(&s, d);

	for (uint32_t i = garq_stretch_from(&s, d); i <= to; i++) {
		_add_nodes(garq_sheet_any(c, s.sheet, i), part);
		if (garq_stretch_whole(&s, i, d))
			_add_nodes(garq_sheet_cover(c, s.sheet, i), part);
		else if (s.level)
			_mark_part(c, garq_stretch_below(&s, i), d, part);
	}
}

/* The sheets from the top down to slot k, by level; all of them exist. */
struct way {
	struct garq_sheet *sheet[GARQ_CALENDAR_LEVELS];
};

static struct way _way_to_slot(const struct garq_calendar *c, int64_t k)
{
	struct way way = { .sheet[TOP] = c->top };

	for (uint32_t level = TOP; level > 0; level--)
		way.sheet[level - 1] = way.sheet[level]->below[
			garq_sheet_entry(k, level)].sheet;
	return way;
}

static struct garq_slot_parts **_parts_of_slot(const struct way *way, int64_t k)
{
	return &way->sheet[0]->below[garq_sheet_entry(k, 0)].parts;
}

/* Count a start or end that is added (1) or removed (-1) below these sheets. */
static void _count_use(struct way *way, int more)
{
	for (uint32_t level = 0; level <= TOP; level++)
		way->sheet[level]->uses += (uint32_t) more;
}

/* Record in each entry above slot k that a part starts there. */
static void _record_start(struct garq_calendar *c, struct way *way, int64_t k,
			  const struct garq_part *part)
{
	for (uint32_t level = 0; level <= TOP; level++) {
		uint32_t i = garq_sheet_entry(k, level);
		time_t *latest = &way->sheet[level]->latest[i];

		*latest = garq_later(*latest, part->t_e);
		_add_nodes(garq_sheet_any(c, way->sheet[level], i), part);
	}
}

extern void garq_calendar_put(struct garq_calendar *c, struct garq_part *part)
{
	struct garq_days d = garq_calendar_days(c, part->t_s, part->t_e);
	struct way first = _way_to_slot(c, d.first),
		   last = _way_to_slot(c, d.last);

	_count_use(&first, 1);
	_count_use(&last, 1);
	_list_part(*_parts_of_slot(&first, d.first), part);
	if (garq_calendar_ends_inside(&d))
		_list_part(*_parts_of_slot(&last, d.last), part);
	_record_start(c, &first, d.first, part);
	_mark_part(c, garq_stretch(c), &d, part);
}

/*
 * Visiting parts
 *
 * The latest end of an entry shows whether any part that starts below it is
 * still held at t_s, as in an interval tree; its any set shows whether such a
 * part may have the node.
 */

struct each {
	const struct garq_calendar *c;
	time_t t_s;
	time_t t_e;
	uint32_t node;
	garq_part_fn fn;
	void *arg;
};

/* True if the part may have the node: only its words are compared. */
static bool _is_near(const struct garq_slot_part *p, uint32_t node)
{
	return (node == GARQ_ANY_NODE) || (node / 64 - p->first < p->words);
}

/*
 * Visit the parts that start in a slot; the slot begins at begin. RET false to
 * end the walk
 */
static bool _slot_each(const struct each *e,
		       const struct garq_slot_parts *parts, time_t begin)
{
	for (uint32_t i = 0; i < parts->cnt; i++) {
		const struct garq_slot_part *p = &parts->part[i];

		if (!_is_near(p, e->node) ||
		    (p->t_s < begin) || (p->t_s >= e->t_e) ||
		    (p->t_e <= e->t_s) ||
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

/* Skip entries where every part ends by t_s or the node is not held. */
static bool _sheet_each(const struct each *e, struct garq_stretch s,
			const struct garq_days *d)
{
	uint32_t to = garq_stretch_to(&s, d);

	for (uint32_t i = 0; i <= to; i++) {
		if ((s.sheet->latest[i] <= e->t_s) ||
		    !_has_node(e, garq_sheet_any(e->c, s.sheet, i)))
			continue;
		if (s.level && !_sheet_each(e, garq_stretch_below(&s, i), d))
			return false;
		if (!s.level &&
		    !_slot_each(e, s.sheet->below[i].parts,
				garq_calendar_begin(e->c, s.zero + i)))
			return false;
	}
	return true;
}

extern void garq_calendar_each(const struct garq_calendar *c, time_t t_s,
			       time_t t_e, uint32_t node, garq_part_fn fn,
			       void *arg)
{
	struct each e = { c, t_s, t_e, node, fn, arg };
	struct garq_days d = garq_calendar_days(c, t_s, t_e);

	_sheet_each(&e, garq_stretch(c), &d);
}

/*
 * A part of few nodes is searched for node by node, a larger part by visiting
 * all parts of its interval.
 */
#define FEW 4U

struct met {
	const struct garq_part *part;
	uint32_t node;			/* GARQ_ANY_NODE, or walked along */
	garq_part_fn fn;
	void *arg;
};

/* A garq_part_fn: a part that shares several nodes is passed at the first. */
static bool _pass_met(void *arg, struct garq_part *other)
{
	const struct met *met = arg;
	uint32_t first;

	if (other == met->part)
		return true;
	first = garq_part_first_shared(met->part, other);
	if ((first == UINT32_MAX) ||
	    ((met->node != GARQ_ANY_NODE) && (met->node != first)))
		return true;
	return met->fn(met->arg, other);
}

extern void garq_calendar_each_met(const struct garq_calendar *c,
				   const struct garq_part *part,
				   garq_part_fn fn, void *arg)
{
	struct met met = { part, GARQ_ANY_NODE, fn, arg };
	uint32_t node[FEW], cnt = 0;

	for (uint32_t i = garq_part_next(part, 0);
	     (i != UINT32_MAX) && (cnt <= FEW); i = garq_part_next(part, i + 1))
		if (cnt++ < FEW)
			node[cnt - 1] = i;
	if (cnt > FEW)
		garq_calendar_each(c, part->t_s, part->t_e, GARQ_ANY_NODE,
				   _pass_met, &met);
	for (uint32_t i = 0; (cnt <= FEW) && (i < cnt); i++) {
		met.node = node[i];
		garq_calendar_each(c, part->t_s, part->t_e, node[i], _pass_met,
				   &met);
	}
}

/* Removing */

/*
 * Recompute any of an entry after part was removed. Only the nodes of part can
 * have changed.
 */
static void _any_anew(struct garq_calendar *c, struct garq_sheet *sheet,
		      uint32_t level, uint32_t i, const struct garq_part *part)
{
	const struct garq_slot_parts *parts =
		level ? NULL : sheet->below[i].parts;
	const struct garq_sheet *below = level ? sheet->below[i].sheet : NULL;
	uint64_t *any = garq_sheet_any(c, sheet, i);
	const uint64_t *cover = garq_sheet_cover(c, sheet, i);

	for (uint32_t w = 0; w < part->words; w++) {
		uint32_t at = part->first + w;
		uint64_t held = cover[at];

		for (uint32_t j = 0; below && (j < FAN); j++)
			held |= garq_sheet_any(c, below, j)[at];
		any[at] = (any[at] & ~part->word[w]) | (held & part->word[w]);
	}
	for (uint32_t j = 0; parts && (j < parts->cnt); j++)
		_add_nodes(any, parts->part[j].part);
}

/*
 * Recompute the latest end of the parts that start in entry i; at level 0 that
 * is slot k.
 */
static time_t _latest_anew(const struct garq_calendar *c,
			   const struct garq_sheet *sheet, uint32_t level,
			   uint32_t i, int64_t k)
{
	const struct garq_slot_parts *parts =
		level ? NULL : sheet->below[i].parts;
	const struct garq_sheet *below = level ? sheet->below[i].sheet : NULL;
	time_t latest = INT64_MIN;

	for (uint32_t j = 0; below && (j < FAN); j++)
		latest = garq_later(latest, below->latest[j]);
	for (uint32_t j = 0; parts && (j < parts->cnt); j++)
		if (garq_calendar_slot(c, parts->part[j].t_s) == k)
			latest = garq_later(latest, parts->part[j].t_e);
	return latest;
}

/* Remove part's marks from the sheets, from the lowest level up. */
static void _unmark(struct garq_calendar *c, struct garq_stretch s,
		    const struct garq_days *d, const struct garq_part *part)
{
	uint32_t to = garq_stretch_to(&s, d);

	for (uint32_t i = garq_stretch_from(&s, d); i <= to; i++) {
		uint64_t *cover = garq_sheet_cover(c, s.sheet, i) + part->first;

		if (garq_stretch_whole(&s, i, d))
			for (uint32_t w = 0; w < part->words; w++)
				cover[w] &= ~part->word[w];
		else if (s.level)
			_unmark(c, garq_stretch_below(&s, i), d, part);
		_any_anew(c, s.sheet, s.level, i, part);
	}
}

/* Remove part's start from each entry above slot k, from the slot up. */
static void _unstart(struct garq_calendar *c, struct way *way, int64_t k,
		     const struct garq_part *part)
{
	for (uint32_t level = 0; level <= TOP; level++) {
		struct garq_sheet *sheet = way->sheet[level];
		uint32_t i = garq_sheet_entry(k, level);

		_any_anew(c, sheet, level, i, part);
		if (sheet->latest[i] == part->t_e)
			sheet->latest[i] = _latest_anew(c, sheet, level, i, k);
	}
}

/*
 * A garq_part_fn: set the marks that were removed with part but belong to an
 * overlapping part too.
 */
static bool _mark_again(void *arg, struct garq_part *other)
{
	struct garq_calendar *c = arg;
	struct garq_days d = garq_calendar_days(c, other->t_s, other->t_e);

	_mark_part(c, garq_stretch(c), &d, other);
	return true;
}

extern void garq_calendar_take(struct garq_calendar *c, struct garq_part *part,
			       bool keep)
{
	struct garq_days d = garq_calendar_days(c, part->t_s, part->t_e);
	struct way first = _way_to_slot(c, d.first),
		   last = _way_to_slot(c, d.last);

	_unlist(*_parts_of_slot(&first, d.first), part);
	if (garq_calendar_ends_inside(&d))
		_unlist(*_parts_of_slot(&last, d.last), part);
	_unmark(c, garq_stretch(c), &d, part);
	_unstart(c, &first, d.first, part);
	if (part->overlaps)
		garq_calendar_each_met(c, part, _mark_again, c);
	_count_use(&first, -1);
	_count_use(&last, -1);
	if (keep)
		return;
	garq_calendar_tidy(c, d.first);
	garq_calendar_tidy(c, d.last);
}
