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
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/eval/eval.h"
#include "garq/grow.h"

#define BEGIN_OF_TIME ((time_t) 0)
#define END_OF_TIME ((time_t) INT64_MAX)

/* num_free nodes are free from t up to the next step's t. */
struct step {
	time_t t;
	uint32_t free;
};

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
	struct step *step;
	struct block *block;
	struct block *fresh;	/* scratch: results of _blocks_of() */
	struct block *merged;	/* temporary */
	struct open *open;	/* temporary */
	uint32_t steps;
	uint32_t cnt;		/* of block */
	uint32_t fresh_cnt;
	size_t cap;		/* entries of each array */
	uint32_t max_cn;
};

/* Make room for two more steps, and for as many blocks as there may be then. */
static int _reserve(struct blocks *s)
{
	void *arrays[] = {
		&s->step, &s->block, &s->fresh, &s->merged, &s->open,
	};
	static const size_t size[] = {
		sizeof(*s->step), sizeof(*s->block), sizeof(*s->fresh),
		sizeof(*s->merged), sizeof(*s->open),
	};
	size_t cap = s->cap;

	for (unsigned int i = 0; i < sizeof(size) / sizeof(size[0]); i++) {
		cap = s->cap;
		if (garq_grow(arrays[i], size[i], (size_t) s->steps + 2, 16,
			      &cap) < 0)
			return -1;
	}
	s->cap = cap;
	return 0;
}

static void _destroy(void *arg)
{
	struct blocks *s = arg;

	if (!s)
		return;
	free(s->step);
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
	s->step[0] = (struct step) { BEGIN_OF_TIME, s->max_cn };
	s->steps = 1;
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

/* The first step at t or later; s->steps if there is none. */
static uint32_t _step_at(const struct blocks *s, time_t t)
{
	uint32_t lo = 0, hi = s->steps;

	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;

		if (s->step[mid].t < t)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

static time_t _step_end(const struct blocks *s, uint32_t i)
{
	return (i + 1 < s->steps) ? s->step[i + 1].t : END_OF_TIME;
}

/* Make a step begin at t. Room has been reserved. */
static uint32_t _cut(struct blocks *s, time_t t)
{
	uint32_t i = _step_at(s, t);

	if ((i < s->steps) && (s->step[i].t == t))
		return i;
	EVAL_ACCESS(1);
	memmove(&s->step[i + 1], &s->step[i],
		(s->steps - i) * sizeof(*s->step));
	s->step[i] = (struct step) { t, s->step[i - 1].free };
	s->steps++;
	return i;
}

/* Merge step i into the one before it if both have the same level. */
static void _join(struct blocks *s, uint32_t i)
{
	if (!i || (i >= s->steps) || (s->step[i].free != s->step[i - 1].free))
		return;
	EVAL_ACCESS(1);
	s->steps--;
	memmove(&s->step[i], &s->step[i + 1],
		(s->steps - i) * sizeof(*s->step));
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
		if (s->step[i].t >= b->t_e)
			break;
		if (_step_end(s, i) <= b->t_s)
			continue;
		EVAL_ACCESS(1);
		if (s->step[i].free < lowest)
			lowest = s->step[i].free;
	}
	return lowest;
}

/*
 * May the change affect block b, which meets or touches it? If nodes were
 * taken, b is affected if it is wider than what is left. If nodes were given
 * back, b is affected if the change contains what bounded its width or its
 * length: a second with as few nodes as b has, or, at the ends of b, with
 * fewer.
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
	if (from && (o->t_s == s->step[from].t) &&
	    (s->step[from - 1].free >= o->num_cn))
		return;
	if ((to < s->steps) && (t == s->step[to].t) &&
	    (s->step[to].free >= o->num_cn))
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
		uint32_t level = (i < to) ? s->step[i].free : 0;
		time_t t = (i < s->steps) ? s->step[i].t : END_OF_TIME;
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

static int _apply(struct blocks *s, time_t t_s, time_t t_e, int32_t change)
{
	struct change c = { t_s, t_e, change, 0, 0, s->max_cn };
	time_t from = END_OF_TIME, to = BEGIN_OF_TIME;

	if (_reserve(s) < 0)
		return -1;
	c.from = _cut(s, t_s);
	c.to = _cut(s, t_e);
	EVAL_ACCESS(c.to - c.from);
	for (uint32_t i = c.from; i < c.to; i++) {
		s->step[i].free += (uint32_t) change;
		if (s->step[i].free < c.lowest)
			c.lowest = s->step[i].free;
	}
	if (change > 0) {	/* full time had no block */
		from = t_s;
		to = t_e;
	}
	_drop_changed(s, &c, &from, &to);
	_join(s, c.to);
	_join(s, c.from);
	if (from >= to)
		return 0;
	/*
	 * if a step was merged, only a block that joins both sides begins there
	 */
	_blocks_of(s, _step_at(s, from + 1) - 1, _step_at(s, to));
	_merge(s, s->step[_step_at(s, from + 1) - 1].t, to);
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
