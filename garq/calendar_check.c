/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * calendar_check.c - verify that the calendar agrees with its parts.
 *
 * The invariants are in calendar.h. A second calendar is built from the same
 * parts and compared with the first one.
 */
#include <string.h>

#include "garq/calendar.h"
#include "garq/garq.h"

#define FAN GARQ_CALENDAR_FAN
#define TOP (GARQ_CALENDAR_LEVELS - 1)

/* A second calendar, built from the same parts. */
struct making {
	struct garq_calendar *c;
	const char *reason;
};

static bool _put_part(void *arg, struct garq_part *part)
{
	struct making *m = arg;

	if (garq_calendar_reserve(m->c, part) < 0) {
		m->reason = GARQ_CHECK_NO_MEMORY;
		return false;
	}
	garq_calendar_put(m->c, part);
	return true;
}

struct counting {
	const struct garq_part *part;
	uint32_t cnt;
};

/* A garq_part_fn */
static bool _count_met(void *arg, struct garq_part *other)
{
	struct counting *counting = arg;

	counting->cnt += (other != counting->part) &&
			 garq_part_meets(other, counting->part);
	return true;
}

static bool _check_overlaps(void *arg, struct garq_part *part)
{
	struct making *m = arg;
	struct counting counting = { part, 0 };

	garq_calendar_each(m->c, part->t_s, part->t_e, GARQ_ANY_NODE,
			   _count_met, &counting);
	if (counting.cnt != part->overlaps)
		m->reason = "a part overlaps more or fewer parts than it says";
	return !m->reason;
}

static const char *_compare_parts(const struct garq_slot_parts *a,
				  const struct garq_slot_parts *b)
{
	uint32_t a_cnt = a ? a->cnt : 0, b_cnt = b ? b->cnt : 0;

	if (a_cnt != b_cnt)
		return "a slot has not as many parts as start or end in it";
	for (uint32_t i = 0; i < a_cnt; i++) {
		const struct garq_slot_part *p = &a->part[i];

		if ((p->t_s != p->part->t_s) || (p->t_e != p->part->t_e))
			return "a slot says other times than the part";
		if ((p->first != p->part->first) ||
		    (p->words != p->part->words))
			return "a slot says other words than the part";
		/* parts of one holder that start together: any order */
		if ((p->t_s != b->part[i].t_s) ||
		    (p->part->holder != b->part[i].part->holder))
			return "the parts of a slot are not in order";
	}
	return NULL;
}

static const char *_check_any(const struct garq_calendar *c,
			      const struct garq_sheet *sheet, uint32_t level,
			      uint32_t i)
{
	const uint64_t *any = garq_sheet_any(c, sheet, i);
	const uint64_t *cover = garq_sheet_cover(c, sheet, i);
	const struct garq_sheet *below = level ? sheet->below[i].sheet : NULL;

	for (uint32_t w = 0; w < c->words; w++) {
		uint64_t held = cover[w];

		for (uint32_t j = 0; below && (j < FAN); j++)
			held |= garq_sheet_any(c, below, j)[w];
		if (level && (held != any[w]))
			return "any is not what is below it";
		if (held & ~any[w])
			return "any is less than cover";
	}
	return NULL;
}

static const char *_compare(const struct garq_calendar *c,
			    const struct garq_sheet *a,
			    const struct garq_sheet *b, uint32_t level)
{
	size_t bytes = (size_t) 2 * FAN * c->words * sizeof(a->word[0]);
	const char *reason = NULL;

	if (a->uses != b->uses)
		return "a sheet is not used as often as it says";
	if (memcmp(a->latest, b->latest, sizeof(a->latest)))
		return "a latest end is not that of the parts";
	if (memcmp(a->word, b->word, bytes))
		return "what is held is not what the parts hold";
	for (uint32_t i = 0; !reason && (i < FAN); i++) {
		reason = _check_any(c, a, level, i);
		if (reason)
			break;
		if (!level)
			reason = _compare_parts(a->below[i].parts,
						b->below[i].parts);
		else if (!a->below[i].sheet != !b->below[i].sheet)
			reason = "a sheet is there that nobody uses, or is not";
		else if (a->below[i].sheet)
			reason = _compare(c, a->below[i].sheet,
					  b->below[i].sheet, level - 1);
	}
	return reason;
}

extern const char *garq_calendar_check(const struct garq_calendar *c,
				       uint32_t node_cnt,
				       garq_parts_each each, void *arg)
{
	struct garq_calendar made = { .top = NULL };
	struct making m = { &made, NULL };

	if (garq_calendar_init(&made, node_cnt) < 0)
		return GARQ_CHECK_NO_MEMORY;
	if ((made.words != c->words) || (made.width != c->width))
		m.reason = "the calendar is of another size";
	else
		each(arg, _put_part, &m);
	if (!m.reason)
		each(arg, _check_overlaps, &m);
	if (!m.reason)
		m.reason = _compare(c, c->top, made.top, TOP);
	garq_calendar_free(&made);
	return m.reason;
}
