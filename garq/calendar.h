/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * calendar.h - which nodes are held when: for all nodes at once, slot by slot.
 *
 * One part is one interval during which one holder has a set of nodes. A sheet
 * has FAN entries; an entry of the lowest level is a slot of time, one above it
 * stands for a whole sheet of the level below. Each entry has two sets of
 * nodes:
 *
 *	any	held at some second of it
 *	cover	held throughout by one part, and not said so above it already
 *
 *	level 1	[  any 0-5   |  any 2      | ...   ]	FAN slots an entry
 *		   cover 2      cover 2
 *	         /        \
 *	level 0	[any 0,1  | any 0 | ... ][ ...		a slot an entry
 *		 cover 0  | cover 0
 *	          |
 *	         the parts that start or end inside the slot: 0, 1
 *
 * So a set of nodes that is held for months is put down in a few entries a
 * level, and one look at a few entries a level tells what is held during an
 * interval of any length: the slots at its ends, which it may cover in part,
 * are settled by the parts that start or end there. What it costs does not
 * depend on how many parts there are, nor, but for 64 of them at a time, on how
 * many nodes.
 *
 * The slots begin in 1970 and end in the year 4521, or later: the first one has
 * all the time before it as well, the last one all after it, to GARQ_FOREVER.
 * No slot has to be used again as time goes by: a sheet is there while a part
 * starts or ends below it.
 *
 * Invariants, verified by garq_calendar_check():
 *  1. any of an entry is cover, and any of all entries below it, and for a slot
 *     the sets of the parts that start or end inside it.
 *  2. cover of an entry is the union of the parts that hold all of it and not
 *     all of the entry above it.
 *  3. latest of an entry is the latest end of the parts that start in it, or
 *     INT64_MIN.
 *  4. The parts of a slot are those that start in it, and those that end in it
 *     without holding its last second; in order of (t_s, id of the holder).
 *  5. uses of a sheet is how many starts and ends of parts are below it. It is
 *     not 0 but for the top, and for what keep has left, which goes with the
 *     part that comes back.
 *  6. A part shares a node and a second with another one only if both say that
 *     they overlap (they may say so for one that has gone).
 * Private to this folder.
 */
#ifndef GARQ_CALENDAR_H
#define GARQ_CALENDAR_H

#include <stdbool.h>
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

/* An interval, and the slots that it touches and those that it has whole. */
struct garq_days {
	time_t t_s;
	time_t t_e;
	int64_t first;
	int64_t last;
	int64_t whole;		/* from here */
	int64_t whole_end;	/* up to the one before; may be less than whole */
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
		(uint32_t) ((d->first - s->zero) >> garq_sheet_shift(s->level)) :
		0;
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

/* Frees the sheets, not the parts. Safe on one that is all zero. */
extern void garq_calendar_free(struct garq_calendar *c);

/* Room for a part. RET 0, or -1 with errno ENOMEM */
extern int garq_calendar_reserve(struct garq_calendar *c,
				 const struct garq_part *part);

/* Put in a part for which there is room. */
extern void garq_calendar_put(struct garq_calendar *c, struct garq_part *part);

/*
 * Take a part out. IN keep - it will come back before anything else changes:
 * keep the room for it
 */
extern void garq_calendar_take(struct garq_calendar *c, struct garq_part *part,
			       bool keep);

/*
 * Call fn for each part that shares a second with [t_s, t_e), in order of
 * (t_s, id), until it returns false. fn must not change c.
 * IN node - only those with this node; or GARQ_ANY_NODE
 */
#define GARQ_ANY_NODE UINT32_MAX
typedef bool (*garq_part_fn)(void *arg, struct garq_part *part);
extern void garq_calendar_each(const struct garq_calendar *c, time_t t_s,
			       time_t t_e, uint32_t node, garq_part_fn fn,
			       void *arg);

/*
 * Call fn for all parts that share a node and a second with part, and for some
 * that do not, maybe more than once, and maybe for part.
 */
extern void garq_calendar_each_met(const struct garq_calendar *c,
				   const struct garq_part *part,
				   garq_part_fn fn, void *arg);

/* What is asked, and how far the answer has come. */
struct garq_walk {
	const struct garq_calendar *c;
	const uint64_t *eligible;
	uint64_t *busy;		/* room for a set: who of them is held */
	uint32_t left;		/* how many of eligible are not */
	uint32_t want;		/* so many are to be left; 0 to see all */
};

/* All are free to begin with. */
extern struct garq_walk garq_walk(const struct garq_calendar *c,
				  const uint64_t *eligible, uint64_t *busy,
				  uint32_t want);

/*
 * Are enough left during [t_s, t_e)?
 * RET t_s if they are: busy and left are of the whole interval then. Or else a
 *	later time: they are not during any interval of the same length, or a
 *	longer one, that starts before it
 */
extern time_t garq_walk_back(struct garq_walk *w, time_t t_s, time_t t_e);

/*
 * When are there no more enough, for who is free from t_s on?
 * RET the first such second, and left is of [t_s, that second]; or t_e
 */
extern time_t garq_walk_on(struct garq_walk *w, time_t t_s, time_t t_e);

/*
 * RET NULL if the invariants hold, or what is broken
 * IN each - gives all parts that should be there, with arg as its first one
 */
typedef void (*garq_parts_each)(void *arg, garq_part_fn fn, void *fn_arg);
extern const char *garq_calendar_check(const struct garq_calendar *c,
				       uint32_t node_cnt,
				       garq_parts_each each, void *arg);

#endif
