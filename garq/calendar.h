/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * calendar.h - which nodes are held when: for all nodes at once, slot by slot.
 *
 * One part is one interval during which one holder has a set of nodes. A sheet
 * has FAN entries; an entry of the lowest level is a slot of time, one above it
 * stands for a whole sheet of the level below. Each entry has two sets of
 * nodes:
 *
 *	any	held at some second of the entry
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
 * A set of nodes that is held for months is stored in a few entries a level,
 * and a few entries a level give the nodes that are held during an interval of
 * any length: the slots at its ends, which it may cover in part, are settled by
 * the parts that start or end there. The cost does not depend on the number of
 * parts, and on the number of nodes only by words of 64.
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
 *  6. A part overlaps as many parts as share a node and a second with it.
 * Private to this folder.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "garq/nodes.h"
#include "garq/sheet.h"

/* Insert a part. garq_calendar_reserve() has made room for it. */
extern void garq_calendar_put(struct garq_calendar *c, struct garq_part *part);

/*
 * Remove a part. IN keep - true if the caller puts the part back before any
 * other change: its room is kept
 */
extern void garq_calendar_take(struct garq_calendar *c, struct garq_part *part,
			       bool keep);

/*
 * Call fn for each part that shares a second with [t_s, t_e), in order of
 * (t_s, id), until it returns false. fn must not change c.
 * IN node - pass only parts with this node; GARQ_ANY_NODE: pass all parts
 */
#define GARQ_ANY_NODE UINT32_MAX
typedef bool (*garq_part_fn)(void *arg, struct garq_part *part);
extern void garq_calendar_each(const struct garq_calendar *c, time_t t_s,
			       time_t t_e, uint32_t node, garq_part_fn fn,
			       void *arg);

/*
 * Call fn for each node of a set with each part that has it and ends after
 * t_s, in order of (t_s, id), then of node, until fn is done with the node, or
 * ends the walk. fn must not change c.
 * IN/OUT left - the nodes to follow; the walk takes a node out when fn returns
 *	GARQ_FOLLOW_DONE for it
 */
typedef enum garq_follow (*garq_follow_fn)(void *arg, struct garq_part *part,
					   uint32_t node);
extern void garq_calendar_follow(const struct garq_calendar *c, uint64_t *left,
				 time_t t_s, garq_follow_fn fn, void *arg);

/*
 * Call fn once for each other part that shares a node and a second with part,
 * in any order. fn must add and remove no part.
 */
extern void garq_calendar_each_met(const struct garq_calendar *c,
				   const struct garq_part *part,
				   garq_part_fn fn, void *arg);

/* A question about free nodes, and the answer as far as it is worked out. */
struct garq_look {
	const struct garq_calendar *c;
	const uint64_t *eligible;
	uint32_t first;		/* words with an eligible node lie from first ... */
	uint32_t end;		/* ... to before end */
	uint64_t *busy;		/* room for a set: the eligible nodes held */
	uint32_t left;		/* how many eligible nodes are free */
	uint32_t want;		/* nodes wanted; 0: visit the whole interval */
	uint64_t read;		/* words of sets, and parts of slots, so far */
};

/* Start a question: no part is added up yet, so all eligible nodes are free. */
extern struct garq_look garq_look(const struct garq_calendar *c,
				  const uint64_t *eligible, uint64_t *busy,
				  uint32_t want);

/*
 * Check whether enough nodes are free throughout [t_s, t_e).
 * RET t_s if they are, and then busy and left describe the whole interval.
 *	Otherwise a later time: no interval of at least this length that starts
 *	before that time has enough free nodes
 */
extern time_t garq_look_back(struct garq_look *w, time_t t_s, time_t t_e);

/*
 * RET NULL if the invariants hold, or a text that names the broken one
 * IN each - calls a garq_part_fn for every part that should be in the calendar;
 *	arg is its first argument
 */
typedef void (*garq_parts_each)(void *arg, garq_part_fn fn, void *fn_arg);
extern const char *garq_calendar_check(const struct garq_calendar *c,
				       uint32_t node_cnt,
				       garq_parts_each each, void *arg);
