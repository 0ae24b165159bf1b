/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sheet.c - the memory of a calendar: its sheets, and the lists of its slots.
 *
 * The structures are in sheet.h, their purpose is in calendar.h.
 */
#include <errno.h>
#include <stdlib.h>

#include "garq/sheet.h"

#define FAN GARQ_CALENDAR_FAN
#define TOP (GARQ_CALENDAR_LEVELS - 1)

/*
 * Machines with more nodes than this get longer slots, which bounds the memory:
 * about 50 MB a year.
 */
#define NODES_WITH_SHORT_SLOTS 2048U

#define SLOT_PARTS_MIN 2U

/* Sheets */

static struct garq_sheet *_sheet_create(const struct garq_calendar *c)
{
	struct garq_sheet *sheet =
		calloc(1, sizeof(*sheet) + (size_t) 2 * FAN * c->words *
		       sizeof(sheet->word[0]));

	if (!sheet)
		return NULL;
	for (uint32_t i = 0; i < FAN; i++)
		sheet->latest[i] = INT64_MIN;
	return sheet;
}

static void _sheet_free(struct garq_sheet *sheet, uint32_t level)
{
	if (!sheet)
		return;
	for (uint32_t i = 0; i < FAN; i++) {
		if (level)
			_sheet_free(sheet->below[i].sheet, level - 1);
		else
			free(sheet->below[i].parts);
	}
	free(sheet);
}

extern int garq_calendar_init(struct garq_calendar *c, uint32_t node_cnt)
{
	c->words = (uint32_t) (((uint64_t) node_cnt + 63) / 64);
	c->width = GARQ_CALENDAR_WIDTH;
	for (uint32_t n = node_cnt; n > NODES_WITH_SHORT_SLOTS; n -= n / 2)
		c->width *= 2;
	c->top = _sheet_create(c);
	return c->top ? 0 : -1;
}

extern void garq_calendar_free(struct garq_calendar *c)
{
	_sheet_free(c->top, TOP);
	c->top = NULL;
}

/* Room */

/* Make room for one more part in a slot. RET 0, or -1 with errno ENOMEM */
static int _reserve_parts(struct garq_slot_parts **parts)
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
	p = realloc(*parts, sizeof(*p) + bigger * sizeof(p->part[0]));
	if (!p)
		return -1;
	p->cnt = cnt;
	p->cap = bigger;
	*parts = p;
	return 0;
}

/* Make the sheets down to slot k. RET that of level 0, or NULL with ENOMEM */
static struct garq_sheet *_reserve_way(struct garq_calendar *c, int64_t k)
{
	struct garq_sheet *sheet = c->top;

	for (uint32_t level = TOP; level > 0; level--) {
		struct garq_sheet **below =
			&sheet->below[garq_sheet_entry(k, level)].sheet;

		if (!*below)
			*below = _sheet_create(c);
		if (!*below)
			return NULL;
		sheet = *below;
	}
	return sheet;
}

/*
 * Free the unused sheets above slot k. RET the slot's sheet of level 0, or NULL
 * if that is gone
 */
static struct garq_sheet *_prune_sheets(struct garq_calendar *c, int64_t k)
{
	struct garq_sheet *sheet = c->top;

	for (uint32_t level = TOP; sheet && (level > 0); level--) {
		struct garq_sheet **below =
			&sheet->below[garq_sheet_entry(k, level)].sheet;

		if (*below && !(*below)->uses) {
			_sheet_free(*below, level - 1);
			*below = NULL;
			return NULL;
		}
		sheet = *below;
	}
	return sheet;
}

extern void garq_calendar_tidy(struct garq_calendar *c, int64_t k)
{
	struct garq_sheet *sheet = _prune_sheets(c, k);
	struct garq_slot_parts **parts;

	if (!sheet)
		return;
	parts = &sheet->below[garq_sheet_entry(k, 0)].parts;
	if (!*parts || (*parts)->cnt)
		return;
	free(*parts);
	*parts = NULL;
}

extern int garq_calendar_reserve(struct garq_calendar *c,
				 const struct garq_part *part)
{
	struct garq_days d = garq_calendar_days(c, part->t_s, part->t_e);
	struct garq_sheet *first = _reserve_way(c, d.first);
	struct garq_sheet *last = first ? _reserve_way(c, d.last) : NULL;
	uint32_t i = garq_sheet_entry(d.first, 0);
	uint32_t j = garq_sheet_entry(d.last, 0);

	if (last && !_reserve_parts(&first->below[i].parts) &&
	    (!garq_calendar_ends_inside(&d) ||
	     !_reserve_parts(&last->below[j].parts)))
		return 0;
	_prune_sheets(c, d.first);
	_prune_sheets(c, d.last);
	errno = ENOMEM;
	return -1;
}

