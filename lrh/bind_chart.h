/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bind_chart.h - the holds of each node, for a stretch of time.
 *
 * Private to the binder.
 */
#pragma once

#include "lrh/bind_ask.h"

/* A booking that is placed, or will be placed. */
struct lrh_bind_item {
	uint64_t id;
	time_t t_s;
	time_t t_e;
	const struct lrh_booking *booking;	/* keeps its time; or NULL */
	struct lrh_lie *lie;			/* the caller's; or NULL */
	const struct lrh_class *class;
	const uint32_t *share;
	const garq_set_t *own;		/* the nodes that it has, or NULL */
	garq_set_t *nodes;		/* nodes that it gets; NULL: own */
	uint32_t asked;			/* the last search for an exchange in
					 * which it asked; 0: none */
};

/* An interval during which a node is held. */
struct lrh_hold {
	uint64_t id;
	time_t t_s;
	time_t t_e;
	uint32_t node;
	uint32_t next;		/* of the same node, in order of (t_s, id) */
	bool fixed;		/* false: the old place of a booking that may
				 * move */
};

/* The state of a node while a run goes from left to right. */
struct lrh_track {
	uint32_t first;		/* the node's holds */
	uint32_t last;
	uint32_t passed;	/* the last hold that starts before now */
	time_t fixed_until;	/* the latest end of the fixed holds passed */
	time_t until;		/* the latest end of the items placed here */
	time_t before;		/* until, before the last item was placed */
	uint32_t owner;		/* the last item placed here, or LRH_NONE */
	bool seen;		/* node was asked for in this search: */
	uint32_t asker;		/* the first item that asked for the node */
	uint32_t leaves;	/* ... and the node that asker gives up */
	uint32_t next;		/* next node in the queue of the search */
};

/*
 *	          t0     now     loaded
 *	node 0	fff|..iiii|mmmm.....		f fixed, i placed, m an old
 *	node 1	...|iiii..|...fff...		place of one that may move
 */
struct lrh_chart {
	const struct lrh_bind *bind;
	time_t t0;		/* bookings that start earlier stay */
	time_t loaded;		/* all earlier holds are loaded */
	bool cut;		/* ... but some: no step was left. Then the
				 * chart shows nodes free that are not */
	uint32_t next_lie;	/* first of bind->order not loaded */
	struct lrh_hold *hold;
	uint32_t cnt;
	size_t room;
	struct lrh_track *track;
	garq_set_t *all;
};

/* RET 0, or -1 with errno ENOMEM; lrh_chart_free() in any case */
extern int lrh_chart_init(struct lrh_chart *c, const struct lrh_bind *bind,
			  time_t t0);
extern void lrh_chart_free(struct lrh_chart *c);

/* Forget the placed items; the holds stay. */
extern void lrh_chart_rewind(struct lrh_chart *c);

/*
 * Load all holds that begin before to. Others may have their turn meanwhile. If
 * no step is left, c->cut is set, and the items placed by this chart must be
 * dropped. RET 0, or -1 with errno ENOMEM or ESTALE
 */
extern int lrh_chart_load(struct lrh_chart *c, time_t to);

/*
 * Return true if an item can have a node, beside the items placed before it.
 * The holds must be loaded up to the item's end. Ask for items in their order.
 * OUT ret_old - begin of the first old place that the item hits, or
 *	GARQ_FOREVER
 * OUT ret_gap - begin of the next fixed hold, or GARQ_FOREVER
 */
extern bool lrh_chart_look(struct lrh_chart *c, uint32_t node,
			   const struct lrh_bind_item *item, time_t *ret_old,
			   time_t *ret_gap);

/*
 * Return true if no holder other than id has a fixed hold of a node during
 * [t_s, t_e).
 */
extern bool lrh_chart_clear(const struct lrh_chart *c, uint32_t node,
			    uint64_t id, time_t t_s, time_t t_e);
