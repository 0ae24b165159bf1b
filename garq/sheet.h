/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sheet.h - the sheets that a calendar is made of, and where they lie in time.
 *
 * The idea, its picture and its invariants are in calendar.h. Here are the
 * structures, the memory that they take, and the way from a time to a slot and
 * from a slot to the entries above it. Private to this folder.
 */
#ifndef GARQ_SHEET_H
#define GARQ_SHEET_H

#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "garq/part.h"

/* The tests have a small fan, and slots of a few seconds. */
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

/* The parts that start or end in a slot, with what is most asked of them. */
struct garq_slot_part {
	time_t t_s;
	time_t t_e;
	struct garq_part *part;
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
	uint64_t word[];	/* any of each entry, then cover of each */
};

struct garq_calendar {
	uint32_t words;		/* of a set of nodes */
	uint32_t width;		/* seconds of a slot */
	struct garq_sheet *top;
	size_t bytes;		/* all that was asked for */
};

/* any and cover of entry i. */
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

/* So many slots are one entry of a level, by powers of two. */
static inline uint32_t garq_sheet_shift(uint32_t level)
{
	return GARQ_CALENDAR_BITS * level;
}

/* Where a slot lies in time. */
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

/* An interval, the slots that it touches, and the slots that it has whole. */
struct garq_days {
	time_t t_s;
	time_t t_e;
	int64_t first;
	int64_t last;
	int64_t whole;		/* from here */
	int64_t whole_end;	/* up to the slot before; may be < whole */
};

/* Of [t_s, t_e), t_s < t_e <= GARQ_FOREVER. */
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

/* A sheet of a level, and the slot that it begins with. */
struct garq_stretch {
	struct garq_sheet *sheet;
	uint32_t level;
	int64_t zero;
};

/* All slots. */
static inline struct garq_stretch garq_stretch(const struct garq_calendar *c)
{
	return (struct garq_stretch) { c->top, GARQ_CALENDAR_LEVELS - 1, 0 };
}

/* The first slot of entry i, and its last one. */
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

/* The entries that an interval touches, which touches the sheet. */
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

/* Has it all slots of entry i, from begin to end? */
static inline bool garq_stretch_whole(const struct garq_stretch *s, uint32_t i,
				      const struct garq_days *d)
{
	return (garq_stretch_first(s, i) >= d->whole) &&
	       (garq_stretch_last(s, i) < d->whole_end);
}

/* What is below entry i of a level that is not the lowest. */
static inline struct garq_stretch garq_stretch_below(
	const struct garq_stretch *s, uint32_t i)
{
	return (struct garq_stretch) {
		s->sheet->below[i].sheet, s->level - 1,
		garq_stretch_first(s, i),
	};
}

/* For sets of node_cnt nodes. RET 0, or -1 with errno ENOMEM */
extern int garq_calendar_init(struct garq_calendar *c, uint32_t node_cnt);

/* Free the sheets, not the parts. Safe on a calendar that is all zero. */
extern void garq_calendar_free(struct garq_calendar *c);

/* Room for a part. RET 0, or -1 with errno ENOMEM */
extern int garq_calendar_reserve(struct garq_calendar *c,
				 const struct garq_part *part);

/* Free the unused room in slot k and in the sheets above it. */
extern void garq_calendar_tidy(struct garq_calendar *c, int64_t k);

/* Entry of a level that slot k is in. */
static inline uint32_t garq_sheet_entry(int64_t k, uint32_t level)
{
	return (uint32_t) (k >> garq_sheet_shift(level)) &
	       (GARQ_CALENDAR_FAN - 1);
}

/* Has the slot of the part's last second the part in its list, too? */
static inline bool garq_calendar_ends_inside(const struct garq_days *d)
{
	return (d->last > d->first) && (d->whole_end == d->last);
}

#endif
