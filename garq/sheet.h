/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sheet.h - the sheets that a calendar is made of, and where they lie in time.
 *
 * The idea, its picture and its invariants are in calendar.h. Here are the
 * structures, the memory that they take, and the way from a time to a slot and
 * from a slot to the entries above it. Private to this folder.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "garq/part.h"

/* The tests define a small fan, and slots of a few seconds. */
#ifndef GARQ_CALENDAR_BITS
#define GARQ_CALENDAR_BITS 4
#endif
#ifndef GARQ_CALENDAR_WIDTH
#define GARQ_CALENDAR_WIDTH 300
#endif
#define GARQ_CALENDAR_FAN (1U << GARQ_CALENDAR_BITS)
#define GARQ_CALENDAR_LEVELS (28U / GARQ_CALENDAR_BITS)
#define GARQ_CALENDAR_SLOTS \
	(INT64_C(1) << (GARQ_CALENDAR_BITS * GARQ_CALENDAR_LEVELS))

/*
 * A part that starts or ends in a slot, with copies of the fields read most: a
 * walk along one node passes by the parts of thousands of nodes that have
 * failed at the same second, and reads none of these.
 */
struct garq_slot_part {
	time_t t_s;
	time_t t_e;
	struct garq_part *part;
	uint32_t first;		/* word */
	uint32_t words;
};

struct garq_slot_parts {
	uint32_t cnt;
	uint32_t cap;
	struct garq_slot_part part[];
};

struct garq_sheet {
	uint32_t uses;
	time_t latest[GARQ_CALENDAR_FAN];
	union {
		struct garq_sheet *sheet;
		struct garq_slot_parts *parts;	/* of level 0 */
	} below[GARQ_CALENDAR_FAN];
	uint64_t word[];	/* any sets, then cover sets */
};

struct garq_calendar {
	uint32_t words;		/* words of a set of nodes */
	uint32_t width;		/* seconds per slot */
	struct garq_sheet *top;
};

/* The any set and the cover set of entry i. */
static inline uint64_t *garq_sheet_any(const struct garq_calendar *c,
				       const struct garq_sheet *sheet,
				       uint32_t i)
{
	return (uint64_t *) sheet->word + (size_t) i * c->words;
}

static inline uint64_t *garq_sheet_cover(const struct garq_calendar *c,
					 const struct garq_sheet *sheet,
					 uint32_t i)
{
	return garq_sheet_any(c, sheet, GARQ_CALENDAR_FAN + i);
}

/* log2 of the number of slots that one entry of a level stands for. */
static inline uint32_t garq_sheet_shift(uint32_t level)
{
	return GARQ_CALENDAR_BITS * level;
}

/* The slot of a time, and the times at which a slot begins and ends. */
static inline int64_t garq_calendar_slot(const struct garq_calendar *c,
					 time_t t)
{
	int64_t k = (t > 0) ? (int64_t) ((uint64_t) t / c->width) : 0;

	return (k < GARQ_CALENDAR_SLOTS) ? k : GARQ_CALENDAR_SLOTS - 1;
}

static inline time_t garq_calendar_begin(const struct garq_calendar *c,
					 int64_t k)
{
	return k ? k * c->width : INT64_MIN;
}

static inline time_t garq_calendar_end(const struct garq_calendar *c,
				       int64_t k)
{
	return (k < GARQ_CALENDAR_SLOTS - 1) ? (k + 1) * c->width :
		GARQ_FOREVER;
}

/* An interval with the slots that it touches and those that it covers whole. */
struct garq_days {
	time_t t_s;
	time_t t_e;
	int64_t first;
	int64_t last;
	int64_t whole;		/* first slot covered whole */
	int64_t whole_end;	/* end of those slots; may be < whole */
};

/* The slots of [t_s, t_e), t_s < t_e <= GARQ_FOREVER. */
static inline struct garq_days garq_calendar_days(const struct garq_calendar *c,
						  time_t t_s, time_t t_e)
{
	struct garq_days d = {
		.t_s = t_s,
		.t_e = t_e,
		.first = garq_calendar_slot(c, t_s),
		.last = garq_calendar_slot(c, t_e - 1),
	};

	d.whole = d.first + (t_s > garq_calendar_begin(c, d.first));
	d.whole_end = d.last + (t_e >= garq_calendar_end(c, d.last));
	return d;
}

/* A sheet of a level, and the first slot of the sheet. */
struct garq_stretch {
	struct garq_sheet *sheet;
	uint32_t level;
	int64_t zero;
};

/* The stretch of all slots: the top sheet. */
static inline struct garq_stretch garq_stretch(const struct garq_calendar *c)
{
	return (struct garq_stretch) { c->top, GARQ_CALENDAR_LEVELS - 1, 0 };
}

/* The first slot of entry i, and the last one. */
static inline int64_t garq_stretch_first(const struct garq_stretch *s,
					 uint32_t i)
{
	return s->zero + ((int64_t) i << garq_sheet_shift(s->level));
}

static inline int64_t garq_stretch_last(const struct garq_stretch *s,
					uint32_t i)
{
	return garq_stretch_first(s, i + 1) - 1;
}

/* The range of entries that an interval touches; it must touch the sheet. */
static inline uint32_t garq_stretch_from(const struct garq_stretch *s,
					 const struct garq_days *d)
{
	return (d->first > s->zero) ?
		(uint32_t) ((d->first - s->zero) >>
			    garq_sheet_shift(s->level)) : 0;
}

static inline uint32_t garq_stretch_to(const struct garq_stretch *s,
				       const struct garq_days *d)
{
	int64_t i = (d->last - s->zero) >> garq_sheet_shift(s->level);

	return (i < GARQ_CALENDAR_FAN) ? (uint32_t) i : GARQ_CALENDAR_FAN - 1;
}

/* True if the interval covers all slots of entry i. */
static inline bool garq_stretch_whole(const struct garq_stretch *s, uint32_t i,
				      const struct garq_days *d)
{
	return (garq_stretch_first(s, i) >= d->whole) &&
	       (garq_stretch_last(s, i) < d->whole_end);
}

/* The stretch below entry i; the level is not the lowest. */
static inline struct garq_stretch garq_stretch_below(
	const struct garq_stretch *s, uint32_t i)
{
	return (struct garq_stretch) {
		s->sheet->below[i].sheet, s->level - 1,
		garq_stretch_first(s, i),
	};
}

/* Make a calendar for sets of node_cnt nodes. RET 0, or -1 with errno ENOMEM */
extern int garq_calendar_init(struct garq_calendar *c, uint32_t node_cnt);

/* Free the sheets, not the parts. Safe on a calendar that is all zero. */
extern void garq_calendar_free(struct garq_calendar *c);

/* Make room for a part. RET 0, or -1 with errno ENOMEM */
extern int garq_calendar_reserve(struct garq_calendar *c,
				 const struct garq_part *part);

/* Free the unused room in slot k and in the sheets above it. */
extern void garq_calendar_tidy(struct garq_calendar *c, int64_t k);

/* The entry of a level that slot k belongs to. */
static inline uint32_t garq_sheet_entry(int64_t k, uint32_t level)
{
	return (uint32_t) (k >> garq_sheet_shift(level)) &
	       (GARQ_CALENDAR_FAN - 1);
}

/* True if the slot of the part's last second lists the part, too. */
static inline bool garq_calendar_ends_inside(const struct garq_days *d)
{
	return (d->last > d->first) && (d->whole_end == d->last);
}
