/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * gantt.h - what lies where and when, as a picture of rows and columns.
 *
 *	columns    0    1    2    3    4    5    6    7
 *	n[1-4]     .    [ demo        ]    .    .    .	a row: nodes that look the
 *	n[5-8]     .    .    [ f      ] ~ window ~	same, or one booking
 *	free       8    4    0    0    4    8    8    8
 *
 * A picture is made of an input, which refers to Slurm's records (gantt_seen.h),
 * and is drawn as characters (gantt_text.h), SVG (gantt_svg.h) or sheets
 * (gantt_sheets.h). Nothing here asks the controller or reads a clock.
 *
 * The columns are equal parts of the span. A column of a row is taken if any
 * second of it is taken on any node of the row, so no column looks free in which
 * nothing fits: taken counts the nodes of the row that are not free in all of the
 * column.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

typedef enum {
	GANTT_BOOKING,
	GANTT_DEGRADED,		/* a booking that lacks failed nodes */
	GANTT_MAINT,
	GANTT_NATIVE,		/* a reservation that Slurm serves itself */
	GANTT_HELD,		/* an offer whose place is held, or a hold */
	GANTT_KINDS
} gantt_kind_t;

/* One occurrence of a reservation, or a held offer. */
typedef struct {
	const char *name;	/* not owned, as all texts of an input */
	const char *users;	/* or NULL */
	gantt_kind_t kind;
	time_t start, end;
	int64_t delay;		/* it may start so much later; 0: rigid */
	const int32_t *inx;	/* Slurm's pairs of node indexes, up to a -1 */
	uint32_t node_cnt;
} gantt_item_t;

typedef struct {
	const char *name;	/* NULL: there is no node of this index */
	const char *partition;	/* the first one that has it, or "" */
	bool down;
} gantt_node_t;

typedef struct {
	gantt_item_t *items;	/* owned, in the order of start, then name */
	size_t item_cnt;
	gantt_node_t *nodes;	/* owned, by Slurm's index; NULL: not known */
	uint32_t node_cnt;
	bool partial;		/* reservations of others may be hidden */
} gantt_input_t;

/* What is said then. */
#define GANTT_PARTIAL \
	"reservations of others may be hidden (PrivateData): less may be free"

/* Add a copy of an item. RET false if memory is short */
extern bool gantt_add(gantt_input_t *in, const gantt_item_t *item);

/* Bring the items into their order, after the last gantt_add(). */
extern void gantt_sort(gantt_input_t *in);

extern void gantt_input_free(gantt_input_t *in);

typedef struct {
	time_t from, to;	/* [from, to) */
	time_t now;
	uint32_t columns;
	uint32_t rows_max;	/* by nodes: more rows are merged; at least 1 */
	bool by_bookings;
} gantt_view_t;

typedef struct {
	uint32_t item;		/* its index */
	uint32_t lane;		/* bars that overlap have different lanes */
} gantt_bar_t;

typedef struct {
	char *label;		/* nodes, or a name; owned */
	const char *group;	/* partition; by bookings "" */
	uint32_t node_cnt;
	uint32_t down_cnt;
	bool mixed;		/* its nodes do not look the same */
	gantt_bar_t *bars;	/* owned; in the order of items */
	uint32_t bar_cnt;
	uint32_t lanes;		/* at least 1, at most GANTT_LANES */
	uint32_t *taken;	/* owned; for each column; by bookings all 0 */
} gantt_row_t;

/* Of more bars that overlap the last lane has several. */
#define GANTT_LANES 8

typedef struct {
	const gantt_input_t *in;
	gantt_view_t view;
	gantt_row_t *rows;	/* by group, then by index of the first node */
	uint32_t row_cnt;
	uint32_t node_cnt;	/* of all rows */
	uint32_t *free;		/* for each column: nodes that are free in all
				 * of it, without held offers; NULL: not known */
} gantt_t;

/*
 * IN view - of as many seconds as columns, or more; columns > 0
 * RET for gantt_free(), refers to in; NULL: memory is short
 */
extern gantt_t *gantt_make(const gantt_input_t *in, const gantt_view_t *view);
extern void gantt_free(gantt_t *g);

/* When a column begins; that of columns is the end of the span. */
extern time_t gantt_column(const gantt_view_t *view, uint32_t column);

/*
 * The columns that any second of [start, end) lies in.
 * OUT ret_first, ret_end - [first, end); untouched if false
 * RET false: it is not in the span
 */
extern bool gantt_columns(const gantt_view_t *view, time_t start, time_t end,
			  uint32_t *ret_first, uint32_t *ret_end);

/* The latest end of a booking inside its window; its end, if it has begun. */
extern time_t gantt_window_end(const gantt_t *g, const gantt_item_t *item);

extern const char *gantt_kind_name(gantt_kind_t kind);
