/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * blocks.c - Blocks: a list of free blocks. Not in the paper; Schneider and
 * Linnert (SBAC-PAD 2011) found such lists ahead of slots.
 *
 * A free block is a rectangle (num_cn, [t_s, t_e)): num_cn nodes are free in
 * all of [t_s, t_e), and no larger such rectangle contains it. With 3
 * nodes and one reservation of 2 nodes in [10, 12):
 *
 *	3 |------|      |------...	blocks: 3 [0, 10)
 *	2 |  3   |      |  3		        1 [0, end)
 *	1 |------+--1---+------...	        3 [12, end)
 *	  0      10     12
 *
 * An interval is free if one block holds it, so a search is one walk over the
 * list, which is sorted by t_s; the first block that can hold it gives the
 * earliest start. Adding and deleting remove the blocks that the change cuts or
 * lets grow, and rebuild those within their span. For that the steps of the
 * free-node profile are kept beside the list: each step is the level of at most
 * one block, so there are no more blocks than steps.
 *
 * Continuous time, as List. Both are arrays: no node is chased.
 */
#include <stdlib.h>
#include <string.h>

#include "contrib/eval/slots/histogram.h"
#include "garq/grow.h"

#define BEGIN_OF_TIME ((time_t) 0)
#define END_OF_TIME ((time_t) INT64_MAX)

struct block {
	time_t t_s;
	time_t t_e;
	uint32_t num_cn;
};

/* An unfinished level of the sweep: see _blocks_of(). */
struct open {
	time_t t_s;
	uint32_t num_cn;
};

struct blocks {
	struct eval_histogram profile;	/* of the nodes that are used */
	struct block *block;
	struct block *fresh;	/* scratch: results of _blocks_of() */
	struct block *merged;	/* temporary */
	struct open *open;	/* temporary */
	uint32_t cnt;		/* of block */
	uint32_t fresh_cnt;
	uint32_t cap;		/* entries of each array of blocks */
	uint32_t max_cn;
};

/* Make room for two more steps, and for as many blocks as there may be then. */
static int _reserve(struct blocks *s)
{
	void *arrays[] = { &s->block, &s->fresh, &s->merged, &s->open };
	static const size_t size[] = {
		sizeof(*s->block), sizeof(*s->fresh), sizeof(*s->merged),
		sizeof(*s->open),
	};
	uint32_t cnt = s->profile.cnt + 2;
	size_t cap = s->cap;

	if (eval_histogram_reserve(&s->profile, cnt) < 0)
		return -1;
	for (unsigned int i = 0; i < sizeof(size) / sizeof(size[0]); i++) {
		cap = s->cap;
		if (garq_grow(arrays[i], size[i], cnt, 16, &cap) < 0)
			return -1;
	}
	s->cap = (uint32_t) cap;
	return 0;
}

static void _destroy(void *arg)
{
	struct blocks *s = arg;

	if (!s)
		return;
	eval_histogram_free(&s->profile);
	free(s->block);
	free(s->fresh);
	free(s->merged);
	free(s->open);
	free(s);
}

static void *_create(const struct eval_setup *setup, time_t now)
{
	struct blocks *s = calloc(1, sizeof(*s));

	(void) now;
	if (!s)
		return NULL;
	s->max_cn = setup->max_cn;
	if (_reserve(s) < 0) {
		_destroy(s);
		return NULL;
	}
	s->profile.step[0] = (struct eval_step) { BEGIN_OF_TIME, 0 };
	s->profile.cnt = 1;
	s->profile.end = END_OF_TIME;
	s->block[0] = (struct block) { BEGIN_OF_TIME, END_OF_TIME, s->max_cn };
	s->cnt = 1;
	return s;
}

/* Searching */

static int _search(void *arg, const struct eval_booking *rq)
{
	const struct blocks *s = arg;

	for (uint32_t i = 0; i < s->cnt; i++) {
		const struct block *b = &s->block[i];

		EVAL_ACCESS(1);
		if (b->t_s > rq->t_s)
			return 0;
		if ((b->t_e >= rq->t_e) && (b->num_cn >= rq->num_cn))
			return 1;
	}
	return 0;
}

static int _suggest(void *arg, const struct eval_booking *rq, time_t max_limit,
		    time_t *ret_start)
{
	const struct blocks *s = arg;
	time_t duration = rq->t_e - rq->t_s;
	time_t latest = rq->t_s + max_limit - duration;

	for (uint32_t i = 0; i < s->cnt; i++) {
		const struct block *b = &s->block[i];
		time_t start = (b->t_s > rq->t_s) ? b->t_s : rq->t_s;

		EVAL_ACCESS(1);
		if (start > latest)
			return 0;
		if ((b->num_cn >= rq->num_cn) && (b->t_e - start >= duration)) {
			*ret_start = start;
			return 1;
		}
	}
	return 0;
}

/* The profile */

/* The nodes that are free in step i. */
static uint32_t _free(const struct blocks *s, uint32_t i)
{
	return s->max_cn - (uint32_t) s->profile.step[i].used;
}

/* Merge step i into the one before it if both have the same level. */
static void _join(struct blocks *s, uint32_t i)
{
	struct eval_histogram *h = &s->profile;

	if (!i || (i >= h->cnt) || (h->step[i].used != h->step[i - 1].used))
		return;
	EVAL_ACCESS(1);
	h->cnt--;
	memmove(&h->step[i], &h->step[i + 1], (h->cnt - i) * sizeof(*h->step));
}

/* Adding and deleting */

/* A change: change nodes more are free in [t_s, t_e), steps from .. to - 1. */
struct change {
	time_t t_s;
	time_t t_e;
	int32_t change;
	uint32_t from;
	uint32_t to;
	uint32_t lowest;	/* fewest free nodes in any of the steps */
};

/* Fewest free nodes in the part of the change that block b overlaps. */
static uint32_t _lowest(const struct blocks *s, const struct change *c,
			const struct block *b)
{
	uint32_t lowest = s->max_cn;

	if ((b->t_s <= c->t_s) && (b->t_e >= c->t_e))
		return c->lowest;
	for (uint32_t i = c->from; i < c->to; i++) {
		if (s->profile.step[i].t >= b->t_e)
			break;
		if (eval_histogram_step_end(&s->profile, i) <= b->t_s)
			continue;
		EVAL_ACCESS(1);
		if (_free(s, i) < lowest)
			lowest = _free(s, i);
	}
	return lowest;
}

/*
 * Does the change affect block b, which overlaps or adjoins it? Then b is
 * dropped, and the search for blocks finds it again where it still is one.
 *
 * Where nodes were taken, b is affected if some second that it shares with the
 * change now has fewer free nodes than b is wide.
 *
 * Where nodes were given back, b is affected if it can grow. What keeps a block
 * from being wider is a second inside it with exactly num_cn free nodes; what
 * keeps it from being longer is a second beside it with fewer. So b can only
 * grow if some second of the change had at most num_cn free nodes before.
 */
static bool _changed(const struct blocks *s, const struct change *c,
		     const struct block *b)
{
	bool meets = (b->t_s < c->t_e) && (b->t_e > c->t_s);

	if (c->change < 0)
		return meets && (_lowest(s, c, b) < b->num_cn);
	return c->lowest - (uint32_t) c->change <= b->num_cn;
}

/* Remove affected blocks. OUT *ret_s, *ret_e - widened to their span */
static void _drop_changed(struct blocks *s, const struct change *c,
			  time_t *ret_s, time_t *ret_e)
{
	uint32_t i, left = 0;

	for (i = 0; (i < s->cnt) && (s->block[i].t_s <= c->t_e); i++) {
		struct block *b = &s->block[i];

		EVAL_ACCESS(1);
		if ((b->t_e < c->t_s) || !_changed(s, c, b)) {
			if (left != i)
				s->block[left] = *b;
			left++;
			continue;
		}
		if (b->t_s < *ret_s)
			*ret_s = b->t_s;
		if (b->t_e > *ret_e)
			*ret_e = b->t_e;
	}
	if (left != i)
		memmove(&s->block[left], &s->block[i],
			(s->cnt - i) * sizeof(*s->block));
	s->cnt -= i - left;
}

/*
 * A level of the sweep ends at t. A level that goes on beyond the steps from ..
 * to - 1 makes no block.
 */
static void _close(struct blocks *s, const struct open *o, time_t t,
		   uint32_t from, uint32_t to)
{
	if (!o->num_cn)
		return;
	if (from && (o->t_s == s->profile.step[from].t) &&
	    (_free(s, from - 1) >= o->num_cn))
		return;
	if ((to < s->profile.cnt) && (t == s->profile.step[to].t) &&
	    (_free(s, to) >= o->num_cn))
		return;
	EVAL_ACCESS(1);
	s->fresh[s->fresh_cnt++] = (struct block) { o->t_s, t, o->num_cn };
}

static int _by_start(const void *a, const void *b)
{
	const struct block *x = a, *y = b;

	if (x->t_s != y->t_s)
		return (x->t_s > y->t_s) - (x->t_s < y->t_s);
	return (x->t_e > y->t_e) - (x->t_e < y->t_e);
}

/*
 * Put the blocks within the steps from .. to - 1, sorted, into s->fresh: a
 * sweep with a stack of levels, each lower level having begun earlier.
 */
static void _blocks_of(struct blocks *s, uint32_t from, uint32_t to)
{
	uint32_t depth = 0;

	s->fresh_cnt = 0;
	for (uint32_t i = from; i <= to; i++) {
		uint32_t level = (i < to) ? _free(s, i) : 0;
		time_t t = (i < s->profile.cnt) ? s->profile.step[i].t :
			END_OF_TIME;
		time_t t_s = t;

		EVAL_ACCESS(i < to);
		while (depth && (s->open[depth - 1].num_cn > level)) {
			depth--;
			_close(s, &s->open[depth], t, from, to);
			t_s = s->open[depth].t_s;
		}
		if (!depth || (s->open[depth - 1].num_cn < level))
			s->open[depth++] = (struct open) { t_s, level };
	}
	qsort(s->fresh, s->fresh_cnt, sizeof(*s->fresh), _by_start);
}

/* The first block that starts at t or later. */
static uint32_t _block_at(const struct blocks *s, time_t t)
{
	uint32_t lo = 0, hi = s->cnt;

	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;

		if (s->block[mid].t_s < t)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

/*
 * Merge s->fresh, whose blocks start in [t_s, t_e), into the list; skip known
 * ones.
 */
static void _merge(struct blocks *s, time_t t_s, time_t t_e)
{
	uint32_t lo = _block_at(s, t_s), hi = _block_at(s, t_e), cnt = 0;

	for (uint32_t i = lo, j = 0; (i < hi) || (j < s->fresh_cnt); ) {
		int order = (i == hi) ? 1 : (j == s->fresh_cnt) ? -1 :
			_by_start(&s->block[i], &s->fresh[j]);

		EVAL_ACCESS(1);
		s->merged[cnt++] = (order <= 0) ? s->block[i] : s->fresh[j];
		i += (order <= 0);
		j += (order >= 0);
	}
	memmove(&s->block[lo + cnt], &s->block[hi],
		(s->cnt - hi) * sizeof(*s->block));
	memcpy(&s->block[lo], s->merged, cnt * sizeof(*s->block));
	s->cnt += cnt - (hi - lo);
}

/*
 * Find all blocks within [from, to) and put them into the list. If the step at
 * from was merged, only a block that joins both sides begins there.
 */
static void _rebuild(struct blocks *s, time_t from, time_t to)
{
	uint32_t first = eval_histogram_at(&s->profile, from + 1) - 1;

	_blocks_of(s, first, eval_histogram_at(&s->profile, to));
	_merge(s, s->profile.step[first].t, to);
}

static int _apply(struct blocks *s, time_t t_s, time_t t_e, int32_t change)
{
	struct change c = { t_s, t_e, change, 0, 0, s->max_cn };
	time_t from = END_OF_TIME, to = BEGIN_OF_TIME;

	if (_reserve(s) < 0)
		return -1;
	c.from = eval_histogram_cut(&s->profile, t_s);
	c.to = eval_histogram_cut(&s->profile, t_e);
	EVAL_ACCESS(c.to - c.from);
	for (uint32_t i = c.from; i < c.to; i++) {
		s->profile.step[i].used -= (uint64_t) (int64_t) change;
		if (_free(s, i) < c.lowest)
			c.lowest = _free(s, i);
	}
	if (change > 0) {	/* full time had no block */
		from = t_s;
		to = t_e;
	}
	_drop_changed(s, &c, &from, &to);
	_join(s, c.to);
	_join(s, c.from);
	if (from < to)
		_rebuild(s, from, to);
	return 0;
}

static int _add(void *s, const struct eval_booking *b)
{
	return _apply(s, b->t_s, b->t_e, -(int32_t) b->num_cn);
}

static int _delete(void *s, const struct eval_booking *b)
{
	return _apply(s, b->t_s, b->t_e, (int32_t) b->num_cn);
}

const struct eval_structure eval_blocks = {
	"Blocks", _create, _destroy, eval_no_advance, _search, _add, _delete,
	_suggest,
};
