/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * calendar.c - which nodes are held when: putting parts in, taking them out.
 *
 * The structure, its picture and its invariants are in calendar.h; looking is
 * in calendar_walk.c.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "garq/calendar.h"
#include "garq/holders.h"

#define FAN GARQ_CALENDAR_FAN
#define TOP (GARQ_CALENDAR_LEVELS - 1)

/* A slot of more seconds where a set of nodes is large: about 50 MB a year. */
#define NODES_WITH_SHORT_SLOTS 2048U

#define SLOT_PARTS_MIN 2U

/* Sheets */

static size_t _sheet_bytes(const struct garq_calendar *c)
{
	return sizeof(struct garq_sheet) +
	       (size_t) 2 * FAN * c->words * sizeof(uint64_t);
}

static struct garq_sheet *_sheet_create(struct garq_calendar *c)
{
	struct garq_sheet *sheet = calloc(1, _sheet_bytes(c));

	if (!sheet)
		return NULL;
	for (uint32_t i = 0; i < FAN; i++)
		sheet->latest[i] = INT64_MIN;
	c->bytes += _sheet_bytes(c);
	return sheet;
}

static size_t _parts_bytes(uint32_t cap)
{
	return sizeof(struct garq_slot_parts) +
	       cap * sizeof(struct garq_slot_part);
}

static void _parts_free(struct garq_calendar *c, struct garq_slot_parts *parts)
{
	if (parts)
		c->bytes -= _parts_bytes(parts->cap);
	free(parts);
}

static void _sheet_free(struct garq_calendar *c, struct garq_sheet *sheet,
			uint32_t level)
{
	if (!sheet)
		return;
	for (uint32_t i = 0; i < FAN; i++) {
		if (level)
			_sheet_free(c, sheet->below[i].sheet, level - 1);
		else
			_parts_free(c, sheet->below[i].parts);
	}
	free(sheet);
	c->bytes -= _sheet_bytes(c);
}

extern int garq_calendar_init(struct garq_calendar *c, uint32_t node_cnt)
{
	c->words = (uint32_t) (((uint64_t) node_cnt + 63) / 64);
	c->width = GARQ_CALENDAR_WIDTH;
	for (uint32_t n = node_cnt; n > NODES_WITH_SHORT_SLOTS; n -= n / 2)
		c->width *= 2;
	c->bytes = 0;
	c->top = _sheet_create(c);
	return c->top ? 0 : -1;
}

extern void garq_calendar_free(struct garq_calendar *c)
{
	_sheet_free(c, c->top, TOP);
	c->top = NULL;
}

/* Entry of a level that slot k is in. */
static uint32_t _entry(int64_t k, uint32_t level)
{
	return (uint32_t) (k >> garq_sheet_shift(level)) & (FAN - 1);
}

/* Room */

/* One more part in a slot. */
static int _reserve_parts(struct garq_calendar *c,
			  struct garq_slot_parts **parts)
{
	uint32_t cnt = *parts ? (*parts)->cnt : 0;
	uint32_t cap = *parts ? (*parts)->cap : 0, bigger = 2 * cap;
	struct garq_slot_parts *p;

	if (cnt < cap)
		return 0;
	if (cap > UINT32_MAX / 4) {
		errno = ENOMEM;
		return -1;
	}
	if (!cap)
		bigger = SLOT_PARTS_MIN;
	p = realloc(*parts, _parts_bytes(bigger));
	if (!p)
		return -1;
	c->bytes += _parts_bytes(bigger) - (cap ? _parts_bytes(cap) : 0);
	p->cnt = cnt;
	p->cap = bigger;
	*parts = p;
	return 0;
}

/* The sheets on the way to slot k. RET that of level 0, or NULL, ENOMEM */
static struct garq_sheet *_reserve_way(struct garq_calendar *c, int64_t k)
{
	struct garq_sheet *sheet = c->top;

	for (uint32_t level = TOP; level > 0; level--) {
		struct garq_sheet **below =
			&sheet->below[_entry(k, level)].sheet;

		if (!*below)
			*below = _sheet_create(c);
		if (!*below)
			return NULL;
		sheet = *below;
	}
	return sheet;
}

/* Sheets on the way to slot k that nobody uses go. */
static void _prune(struct garq_calendar *c, int64_t k)
{
	struct garq_sheet *sheet = c->top;

	for (uint32_t level = TOP; sheet && (level > 0); level--) {
		struct garq_sheet **below =
			&sheet->below[_entry(k, level)].sheet;

		if (*below && !(*below)->uses) {
			_sheet_free(c, *below, level - 1);
			*below = NULL;
			return;
		}
		sheet = *below;
	}
}

/* The slot of its last second has it in its list, too. */
static bool _ends_inside(const struct garq_days *d)
{
	return (d->last > d->first) && (d->whole_end == d->last);
}

extern int garq_calendar_reserve(struct garq_calendar *c,
				 const struct garq_part *part)
{
	struct garq_days d = garq_calendar_days(c, part->t_s, part->t_e);
	struct garq_sheet *first = _reserve_way(c, d.first);
	struct garq_sheet *last = first ? _reserve_way(c, d.last) : NULL;

	if (last &&
	    !_reserve_parts(c, &first->below[_entry(d.first, 0)].parts) &&
	    (!_ends_inside(&d) ||
	     !_reserve_parts(c, &last->below[_entry(d.last, 0)].parts)))
		return 0;
	_prune(c, d.first);
	_prune(c, d.last);
	errno = ENOMEM;
	return -1;
}

/* The parts of a slot */

/* The first that is at or after (t_s, id), by index. */
static uint32_t _find(const struct garq_slot_parts *parts, time_t t_s,
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

static void _list(struct garq_slot_parts *parts, struct garq_part *part)
{
	uint32_t i = _find(parts, part->t_s, part->holder->id);

	memmove(parts->part + i + 1, parts->part + i,
		(parts->cnt - i) * sizeof(parts->part[0]));
	parts->part[i] = (struct garq_slot_part) {
		part->t_s, part->t_e, part,
	};
	parts->cnt++;
}

/* A holder may have several parts from one second on. */
static void _unlist(struct garq_slot_parts *parts, const struct garq_part *part)
{
	uint32_t i = _find(parts, part->t_s, part->holder->id);

	while (parts->part[i].part != part)
		i++;
	parts->cnt--;
	memmove(parts->part + i, parts->part + i + 1,
		(parts->cnt - i) * sizeof(parts->part[0]));
}

/* Marking */

static void _or(uint64_t *set, const struct garq_part *part)
{
	for (uint32_t w = 0; w < part->words; w++)
		set[part->first + w] |= part->word[w];
}

static void _mark(struct garq_calendar *c, struct garq_stretch s,
		  const struct garq_days *d, const struct garq_part *part)
{
	uint32_t to = garq_stretch_to(&s, d);

	for (uint32_t i = garq_stretch_from(&s, d); i <= to; i++) {
		_or(garq_sheet_any(c, s.sheet, i), part);
		if (garq_stretch_whole(&s, i, d))
			_or(garq_sheet_cover(c, s.sheet, i), part);
		else if (s.level)
			_mark(c, garq_stretch_below(&s, i), d, part);
	}
}

/* The sheets on the way to slot k, by level: they are all there. */
struct way {
	struct garq_sheet *sheet[GARQ_CALENDAR_LEVELS];
};

static struct way _way(const struct garq_calendar *c, int64_t k)
{
	struct way way = { .sheet[TOP] = c->top };

	for (uint32_t level = TOP; level > 0; level--)
		way.sheet[level - 1] =
			way.sheet[level]->below[_entry(k, level)].sheet;
	return way;
}

static struct garq_slot_parts **_parts(const struct way *way, int64_t k)
{
	return &way->sheet[0]->below[_entry(k, 0)].parts;
}

/* One start or end more, or less, below these sheets. */
static void _use(struct way *way, int more)
{
	for (uint32_t level = 0; level <= TOP; level++)
		way->sheet[level]->uses += (uint32_t) more;
}

/* A part that starts in slot k. */
static void _start(struct garq_calendar *c, struct way *way, int64_t k,
		   const struct garq_part *part)
{
	for (uint32_t level = 0; level <= TOP; level++) {
		uint32_t i = _entry(k, level);
		time_t *latest = &way->sheet[level]->latest[i];

		*latest = garq_later(*latest, part->t_e);
		_or(garq_sheet_any(c, way->sheet[level], i), part);
	}
}

extern void garq_calendar_put(struct garq_calendar *c, struct garq_part *part)
{
	struct garq_days d = garq_calendar_days(c, part->t_s, part->t_e);
	struct way first = _way(c, d.first), last = _way(c, d.last);

	_use(&first, 1);
	_use(&last, 1);
	_list(*_parts(&first, d.first), part);
	if (_ends_inside(&d))
		_list(*_parts(&last, d.last), part);
	_start(c, &first, d.first, part);
	_mark(c, garq_stretch(c), &d, part);
}

/* Taking out */

/*
 * What is left of any in an entry, of the nodes of part: only what changes is
 * looked at.
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
		_or(any, parts->part[j].part);
}

/* The latest end of those that start in slot k, or in an entry above it. */
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

/* Each entry after all that is below it. */
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

/* It does not start in slot k any more. From the slot up. */
static void _unstart(struct garq_calendar *c, struct way *way, int64_t k,
		     const struct garq_part *part)
{
	for (uint32_t level = 0; level <= TOP; level++) {
		struct garq_sheet *sheet = way->sheet[level];
		uint32_t i = _entry(k, level);

		_any_anew(c, sheet, level, i, part);
		if (sheet->latest[i] == part->t_e)
			sheet->latest[i] = _latest_anew(c, sheet, level, i, k);
	}
}

struct others {
	struct garq_calendar *c;
	const struct garq_part *part;
};

/* What part has taken with it, though another one holds it as well. */
static bool _mark_again(void *arg, struct garq_part *other)
{
	struct others *o = arg;
	struct garq_days d = garq_calendar_days(o->c, other->t_s, other->t_e);

	if (garq_part_meets(o->part, other))
		_mark(o->c, garq_stretch(o->c), &d, other);
	return true;
}

/* What nobody uses now goes. */
static void _tidy(struct garq_calendar *c, struct way *way, int64_t k)
{
	struct garq_slot_parts **parts = _parts(way, k);

	if (*parts && !(*parts)->cnt) {
		_parts_free(c, *parts);
		*parts = NULL;
	}
}

extern void garq_calendar_take(struct garq_calendar *c, struct garq_part *part,
			       bool keep)
{
	struct garq_days d = garq_calendar_days(c, part->t_s, part->t_e);
	struct way first = _way(c, d.first), last = _way(c, d.last);
	struct others others = { c, part };

	_unlist(*_parts(&first, d.first), part);
	if (_ends_inside(&d))
		_unlist(*_parts(&last, d.last), part);
	_unmark(c, garq_stretch(c), &d, part);
	_unstart(c, &first, d.first, part);
	if (part->overlaps)
		garq_calendar_each_met(c, part, _mark_again, &others);
	_use(&first, -1);
	_use(&last, -1);
	if (keep)
		return;
	_tidy(c, &first, d.first);
	_tidy(c, &last, d.last);
	_prune(c, d.first);
	_prune(c, d.last);
}
