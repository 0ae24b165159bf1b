/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tree.c - Tree: a segment tree over the slots of the ring. Paper, section 3.1
 * and algorithm 1.
 *
 *	            [0, 8640)  rv mv
 *	       [0, 4320)      [4320, 8640)
 *	    [0, 2160) ...
 *
 *	rv  nodes reserved in the whole interval of the tree node, by those
 *	    reservations that cover it and not all of its parent's
 *	mv  the most that is reserved in its children: max(rv + mv) of the two;
 *	    0 in a leaf
 *
 * "The whole tree can be reused for the next month interval": an interval of
 * time is one of slots modulo their number, or two where it wraps. All
 * operations are recursive, as the paper says. A tree node lies before its left
 * subtree, which lies before its right one; a subtree of n leaves has 2n - 1
 * nodes, so there are no pointers.
 *
 * The paper's "user" is kept in a list at the first tree node that
 * the reservation covers.
 */
#include <stdlib.h>

#include "contrib/eval/slots/queue.h"

struct tree_node {
	uint32_t rv;
	uint32_t mv;
	struct eval_node *queue;
};

struct tree {
	struct tree_node *node;
	int64_t slots;
	uint32_t max_cn;
	uint32_t delta;
};

/* A tree node, the paper's N and (l_N, r_N], here [lo, hi). */
struct at {
	int64_t i;
	int64_t lo;
	int64_t hi;
};

static struct at _root(const struct tree *s)
{
	return (struct at) { 0, 0, s->slots };
}

static int64_t _mid(struct at n)
{
	return n.lo + (n.hi - n.lo) / 2;
}

static struct at _left(struct at n)
{
	return (struct at) { n.i + 1, n.lo, _mid(n) };
}

static struct at _right(struct at n)
{
	return (struct at) { n.i + 2 * (_mid(n) - n.lo), _mid(n), n.hi };
}

static bool _is_leaf(struct at n)
{
	return n.hi - n.lo == 1;
}

static struct tree_node *_enter(struct tree *s, struct at n)
{
	EVAL_ACCESS(1);
	return &s->node[n.i];
}

static void *_create(const struct eval_setup *setup, time_t now)
{
	struct tree *s = calloc(1, sizeof(*s));

	(void) now;
	if (!s)
		return NULL;
	s->max_cn = setup->max_cn;
	s->delta = setup->delta;
	s->slots = (setup->horizon + setup->delta - 1) / setup->delta;
	s->node = calloc((size_t) (2 * s->slots - 1), sizeof(*s->node));
	if (!s->node) {
		free(s);
		return NULL;
	}
	return s;
}

static void _destroy(void *arg)
{
	struct tree *s = arg;

	if (!s)
		return;
	for (int64_t i = 0; i < 2 * s->slots - 1; i++)
		eval_queue_free(&s->node[i].queue);
	free(s->node);
	free(s);
}

/* The most that is reserved in n or below it. */
static uint32_t _most(const struct tree *s, struct at n)
{
	return s->node[n.i].rv + s->node[n.i].mv;
}

/* Slots of the ring: [l, r), and [0, wrapped) if the interval wraps. */
struct slots {
	int64_t l;
	int64_t r;
	int64_t wrapped;
};

static struct slots _slots(const struct tree *s, int64_t from, int64_t cnt)
{
	struct slots p = { .l = from % s->slots };

	p.r = p.l + cnt;
	if (p.r > s->slots) {
		p.wrapped = p.r - s->slots;
		p.r = s->slots;
	}
	return p;
}

/* above: rv of all nodes from the root down to n's parent. */
static bool _search_in(struct tree *s, struct at n, int64_t l, int64_t r,
		       uint64_t above)
{
	const struct tree_node *node = _enter(s, n);
	int64_t mid = _mid(n);

	above += node->rv;
	if (above > s->max_cn)
		return false;
	if ((l == n.lo) && (r == n.hi))
		return above + node->mv <= s->max_cn;
	if ((l < mid) && !_search_in(s, _left(n), l, (r < mid) ? r : mid, above))
		return false;
	return (r <= mid) ||
		_search_in(s, _right(n), (l > mid) ? l : mid, r, above);
}

static int _search(void *arg, const struct eval_booking *b)
{
	struct tree *s = arg;
	struct slots p = _slots(s, b->t_s / s->delta,
				(b->t_e - b->t_s) / s->delta);

	return _search_in(s, _root(s), p.l, p.r, b->num_cn) &&
		(!p.wrapped ||
		 _search_in(s, _root(s), 0, p.wrapped, b->num_cn));
}

/*
 * A change on its way down. The first covered node's queue gets the new
 * reservation, or loses b.
 */
struct change {
	const struct eval_booking *b;
	uint32_t num_cn;
	struct eval_node *put;	/* NULL: delete b */
	int rc;			/* of the deletion */
	bool first;
};

static void _first(struct tree_node *node, struct change *c)
{
	c->first = false;
	if (c->put)
		eval_queue_put(&node->queue, EVAL_UNSORTED, c->put);
	else
		c->rc = eval_queue_delete(&node->queue, EVAL_UNSORTED, c->b);
}

/* RET rv + mv of n, for its parent */
static uint32_t _apply(struct tree *s, struct at n, int64_t l, int64_t r,
		       struct change *c)
{
	struct tree_node *node = _enter(s, n);
	int64_t mid = _mid(n);
	uint32_t left, right;

	if ((l == n.lo) && (r == n.hi)) {
		if (c->first)
			_first(node, c);
		node->rv += c->num_cn;
		return _most(s, n);
	}
	left = (l >= mid) ? _most(s, _left(n)) :
		_apply(s, _left(n), l, (r < mid) ? r : mid, c);
	right = (r <= mid) ? _most(s, _right(n)) :
		_apply(s, _right(n), (l > mid) ? l : mid, r, c);
	node->mv = (left > right) ? left : right;
	return _most(s, n);
}

static void _apply_all(struct tree *s, struct change *c)
{
	struct slots p = _slots(s, c->b->t_s / s->delta,
				(c->b->t_e - c->b->t_s) / s->delta);

	_apply(s, _root(s), p.l, p.r, c);
	if (p.wrapped)
		_apply(s, _root(s), 0, p.wrapped, c);
}

static int _add(void *arg, const struct eval_booking *b)
{
	struct change c = { .b = b, .num_cn = b->num_cn, .first = true };

	c.put = eval_node_make(b);
	if (!c.put)
		return -1;
	_apply_all(arg, &c);
	return 0;
}

/* An unknown id is an error of the caller and is reported. */
static int _delete(void *arg, const struct eval_booking *b)
{
	struct change c = { .b = b, .num_cn = -b->num_cn, .first = true };

	_apply_all(arg, &c);
	if (!c.rc)
		return 0;
	c.num_cn = b->num_cn;
	_apply_all(arg, &c);
	return -1;
}

/*
 * Algorithm 1, for the part of the tree below n. RET l if [l, r) is free; or a
 * later slot, before which no start is free for r - l slots.
 *
 * As printed, the algorithm misses starts and contradicts its text. Differences
 * here, with reasons:
 *  - Line 1 returns -1; the text says r_N. The text is followed, where all of N
 *    is full. Where only some of N is (N_availableCN is less than numCN, but
 *    not in every slot), r_N would skip free starts inside N: the recursion
 *    goes on.
 *  - Lines 6 and 13 pass l_Nl as the right end, an empty interval: r_Nl, or r,
 *    is meant.
 *  - Lines 11 and 15 may ask for slots after r_N, which are not N's: they are
 *    cut off and checked by the caller, which repeats its own interval from the
 *    new start (as the text says for the second case), also at the root.
 *  - The algorithm has no MAX_LIMIT: limit, the last slot to start at, is
 *    checked between two descents from the root.
 */
static int64_t _suggest_in(struct tree *s, struct at n, int64_t l, int64_t r,
			   uint64_t above_n)
{
	const struct tree_node *node = _enter(s, n);
	uint64_t above = above_n + node->rv;
	int64_t mid = _mid(n), found, end;

	if (above > s->max_cn)					/* 1 */
		return n.hi;
	if ((l == n.lo) && (r == n.hi) && (above + node->mv <= s->max_cn))
		return l;					/* 2 */
	if (_is_leaf(n))
		return l;					/* 4 */
	if (l >= mid)						/* 16 */
		return _suggest_in(s, _right(n), l, r, above);
	found = _suggest_in(s, _left(n), l, (r < mid) ? r : mid,
			    above);				/* 6, 13 */
	if ((found == l) && (r <= mid))				/* 14 */
		return l;
	if (found == l) {					/* 7-10 */
		found = _suggest_in(s, _right(n), mid, r, above);
		return (found == mid) ? l : found;
	}
	if (found >= n.hi)
		return found;
	end = found + (r - l);					/* 11, 15 */
	return _suggest_in(s, n, found, (end < n.hi) ? end : n.hi, above_n);
}

static int _suggest(void *arg, const struct eval_booking *b, time_t max_limit,
		    time_t *ret_start)
{
	struct tree *s = arg;
	int64_t cnt = (b->t_e - b->t_s) / s->delta, start = b->t_s / s->delta;
	int64_t limit = start + max_limit / s->delta - cnt;

	while (start <= limit) {
		struct slots p = _slots(s, start, cnt);
		int64_t found = _suggest_in(s, _root(s), p.l, p.r, b->num_cn);

		if (found != p.l) {
			start += found - p.l;
			continue;
		}
		found = p.wrapped ? _suggest_in(s, _root(s), 0, p.wrapped,
						b->num_cn) : 0;
		if (!found) {
			*ret_start = start * s->delta;
			return 1;
		}
		start += (s->slots - p.l) + found;
	}
	return 0;
}

const struct eval_structure eval_tree = {
	"Tree", _create, _destroy, eval_no_advance, _search, _add, _delete,
	_suggest,
};
