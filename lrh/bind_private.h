/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bind_private.h - what the files of the binder share.
 *
 *	bind.c		nodes nobody has; and the proof
 *	bind_chart.c	who holds which node, for a piece of time
 *	bind_edge.c	left edge: those that come later are bound again
 *	bind_swap.c	those that lie already change nodes with each other
 *
 * Private to the binder.
 */
#ifndef LRH_BIND_PRIVATE_H
#define LRH_BIND_PRIVATE_H

#include "lrh/bind.h"

#define LRH_NONE UINT32_MAX

/* What is asked. */
struct lrh_bind {
	const struct lrh *l;
	uint64_t away;
	const lrh_options_t *options;
	struct lrh_binding *b;
	struct lrh_lie **order;		/* those asked for, by start, then id */
	struct garq_idmap lies;		/* of them those known: out of the way */
	uint32_t size;			/* nodes of the machine */
	/* where the first phase works */
	time_t *until;			/* for each node: a lie has it */
	garq_set_t *free;
	garq_set_t *taken;
};

/* Is what this holder has out of the way? */
static inline bool lrh_bind_ignores(const struct lrh_bind *bind, uint64_t id)
{
	return ((bind->away != GARQ_NO_GROUP) && (id == bind->away)) ||
	       (bind->lies.cnt && garq_idmap_get(&bind->lies, id));
}

/* Does (a, id_a) come before (b, id_b), in order of start? */
static inline bool lrh_bind_before(time_t a, uint64_t id_a, time_t b,
				   uint64_t id_b)
{
	return (a != b) ? (a < b) : (id_a < id_b);
}

/* So many nodes of each pool, by its number. */
struct lrh_need {
	uint32_t pool[GARQ_POOLS_MAX];
	uint32_t sum;
};

static inline struct lrh_need lrh_need(const struct lrh_class *class,
				       const uint32_t *share)
{
	struct lrh_need need = { .sum = 0 };

	for (uint32_t i = 0; i < class->cnt; i++) {
		need.pool[class->pool[i].pool] = share[i];
		need.sum += share[i];
	}
	return need;
}

/* One that is placed, or will be. */
struct lrh_item {
	uint64_t id;
	time_t t_s;
	time_t t_e;
	const struct lrh_booking *booking;	/* its time stays; or */
	struct lrh_lie *lie;			/* one that was asked for */
	const struct lrh_class *class;
	const uint32_t *share;
	const garq_set_t *own;		/* what it has, or NULL */
	garq_set_t *nodes;		/* what it gets; NULL: its own */
};

/* An interval of a node. */
struct lrh_hold {
	uint64_t id;
	time_t t_s;
	time_t t_e;
	uint32_t node;
	uint32_t next;		/* of the same node, in order of (t_s, id) */
	bool fixed;		/* or the old place of one that may move */
};

/* A node, while time goes on from left to right. */
struct lrh_track {
	uint32_t first;		/* holds */
	uint32_t last;
	uint32_t passed;	/* the last one that starts before now */
	time_t fixed_until;	/* so far those that were passed reach */
	time_t until;		/* and those placed */
	time_t before;		/* until, before the last one placed came */
	uint32_t owner;		/* the last one placed: an item, or LRH_NONE */
	bool seen;		/* in this search for an exchange: */
	uint32_t asker;		/* the item that was the first to ask for it */
	uint32_t leaves;	/* ... and the node that it has to leave */
	uint32_t next;		/* the node whose turn is after this one's */
};

/*
 *	          t0     now     loaded
 *	node 0	fff|..iiii|mmmm.....		f fixed, i placed, m an old
 *	node 1	...|iiii..|...fff...		place of one that may move
 */
struct lrh_chart {
	const struct lrh_bind *bind;
	time_t t0;		/* who starts earlier stays */
	time_t loaded;		/* all holds are here that begin before */
	uint32_t next_lie;	/* of bind->order: not yet among the holds */
	struct lrh_hold *hold;
	uint32_t cnt;
	uint32_t room;
	struct lrh_track *track;
	garq_set_t *all;
};

/* RET 0, or -1 with errno ENOMEM; lrh_chart_free() in any case */
extern int lrh_chart_init(struct lrh_chart *c, const struct lrh_bind *bind,
			  time_t t0);
extern void lrh_chart_free(struct lrh_chart *c);

/* Nothing is placed any more; the holds stay. */
extern void lrh_chart_rewind(struct lrh_chart *c);

/* Have all holds that begin before to. RET 0, or -1 with errno ENOMEM */
extern int lrh_chart_load(struct lrh_chart *c, time_t to);

/*
 * Could an item have a node, with all that start before it placed? What is
 * loaded has to reach to its end. Items are to be asked for in their order.
 * OUT ret_old - when the first old place begins that is hit, or GARQ_FOREVER
 * OUT ret_gap - when the first fixed hold begins, or GARQ_FOREVER
 */
extern bool lrh_chart_look(struct lrh_chart *c, uint32_t node,
			   const struct lrh_item *item, time_t *ret_old,
			   time_t *ret_gap);

/* Has nobody fixed, other than id, a node at any second of [t_s, t_e)? */
extern bool lrh_chart_clear(const struct lrh_chart *c, uint32_t node,
			    uint64_t id, time_t t_s, time_t t_e);

struct lrh_choice {
	uint64_t key[2];
	uint32_t node;
};

/* One run from left to right. */
struct lrh_edge {
	struct lrh_chart chart;
	time_t tight;		/* who starts before goes where it is tight */
	struct lrh_item *item;		/* those placed, in order */
	uint32_t cnt;
	uint32_t room;
	time_t end;		/* from here on all lies as it was */
	struct lrh_choice *choice;	/* one for each node */
};

/* An item, in place, has a node from now on. */
extern void lrh_edge_take(struct lrh_edge *e, uint32_t item, uint32_t node);

/*
 * Find one node more of a pool for an item, the last one, by those that are
 * placed already changing theirs.
 * RET 1; 0 if there is no way; -1 with errno ENOMEM
 */
extern int lrh_edge_swap(struct lrh_edge *e, uint32_t item, uint32_t pool);

/*
 * The second phase, with all that may be bound again and start at t0 or later.
 * RET 1: b is complete; 0, or -1 with errno ENOMEM: b is as it was
 */
extern int lrh_edge_bind(const struct lrh_bind *bind, time_t t0);

#endif
