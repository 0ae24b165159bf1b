/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include <string.h>

#include "garq/grow.h"
#include "lrh/timeline.h"

#define ROOM_FIRST 8	/* segments */

void lrh_timeline_open(struct lrh_timeline *tl, const struct lrh *l,
		       struct lrh_meter *meter, time_t lo)
{
	memset(tl, 0, sizeof(*tl));
	tl->l = l;
	tl->meter = meter;
	tl->lo = tl->hi = lo;
	tl->pools = l->pools;
}

void lrh_timeline_close(struct lrh_timeline *tl)
{
	for (uint32_t p = 0; p < tl->pools; p++)
		free(tl->line[p].segment);
}

static bool _grow_line(struct lrh_line *line, size_t more)
{
	return GARQ_GROW(line->segment, line->cnt + more, ROOM_FIRST,
			 &line->room) == 0;
}

struct reader {
	struct lrh_line *line;
	bool ok;
};

static bool _append(struct lrh_line *line, time_t t, int64_t num_free)
{
	if (line->cnt && (line->segment[line->cnt - 1].free == num_free))
		return true;
	if (!_grow_line(line, 1))
		return false;
	line->segment[line->cnt++] = (struct lrh_segment) { t, num_free };
	return true;
}

/* A garq_profile_fn */
static bool _read_interval(void *arg, time_t t_s, time_t t_e, uint32_t num_free)
{
	struct reader *r = arg;

	(void) t_e;
	r->ok = _append(r->line, t_s, num_free);
	return r->ok;
}

/* Add two pieces that begin at the same time. */
static bool _sum_lines(const struct lrh_line *a, const struct lrh_line *b,
		       struct lrh_line *ret)
{
	size_t i = 0, k = 0;
	int64_t x = 0, y = 0;
	time_t t;

	ret->cnt = 0;
	while ((i < a->cnt) || (k < b->cnt)) {
		t = (k >= b->cnt) || ((i < a->cnt) &&
				      (a->segment[i].t < b->segment[k].t)) ?
		    a->segment[i].t : b->segment[k].t;
		if ((i < a->cnt) && (a->segment[i].t == t))
			x = a->segment[i++].free;
		if ((k < b->cnt) && (b->segment[k].t == t))
			y = b->segment[k++].free;
		if (!_append(ret, t, x + y))
			return false;
	}
	return true;
}

static void _swap_lines(struct lrh_line *a, struct lrh_line *b)
{
	struct lrh_line c = *a;

	*a = *b;
	*b = c;
}

/* Sum the free nodes of the machine's pools that form a pool, from tl->hi. */
static bool _read_pool(struct lrh_timeline *tl, uint32_t pool, time_t hi,
		       struct lrh_line *sum)
{
	struct lrh_line one = { .cnt = 0 }, both = { .cnt = 0 };
	struct reader r = { .line = &one, .ok = true };
	const garq_machine_t *m = tl->l->m;
	bool first = true;
	int rc = 1;

	for (uint32_t p = 0; r.ok && (p < garq_machine_pools(m)); p++) {
		if (tl->l->pool_of[p] != pool)
			continue;
		if ((rc = lrh_go_on(tl->meter)) != 1)
			break;
		one.cnt = 0;
		if (garq_profile(garq_machine_counts(m, p), tl->hi, hi,
				 _read_interval, &r))
			r.ok = false;
		lrh_step(tl->meter, 1 + one.cnt);
		if (first) {
			_swap_lines(sum, &one);
			first = false;
		} else if (r.ok && (r.ok = _sum_lines(sum, &one, &both))) {
			lrh_step(tl->meter, both.cnt);
			_swap_lines(sum, &both);
		}
	}
	free(one.segment);
	free(both.segment);
	tl->cut |= (rc == 0);
	return r.ok && (rc >= 0);
}

int lrh_timeline_extend(struct lrh_timeline *tl, time_t hi)
{
	struct lrh_line sum = { .cnt = 0 };
	bool ok = true;

	lrh_reads(tl->meter, tl->hi);
	for (uint32_t p = 0; ok && !tl->cut && (p < tl->pools); p++) {
		sum.cnt = 0;
		ok = _read_pool(tl, p, hi, &sum);
		for (size_t i = 0; ok && (i < sum.cnt); i++)
			ok = _append(&tl->line[p], sum.segment[i].t,
				     sum.segment[i].free);
	}
	free(sum.segment);
	tl->hi = hi;
	return ok ? 0 : -1;
}

/* Index of the segment that contains t. */
static size_t _segment_at(const struct lrh_line *line, time_t t)
{
	size_t low = 0, high = line->cnt;

	while (low + 1 < high) {
		size_t mid = low + (high - low) / 2;

		if (line->segment[mid].t <= t)
			low = mid;
		else
			high = mid;
	}
	return low;
}

/* Make a segment begin at t; there is room. RET its index */
static size_t _split_segment(struct lrh_line *line, time_t t)
{
	size_t i = _segment_at(line, t);
	struct lrh_segment *s = &line->segment[i];

	if (s->t == t)
		return i;
	memmove(s + 2, s + 1, (line->cnt - i - 1) * sizeof(*s));
	s[1] = (struct lrh_segment) { t, s->free };
	line->cnt++;
	return i + 1;
}

/*
 * Merge a segment into the one before it if they are equal now: the cost of a
 * search is the number of segments.
 */
static void _join_segments(struct lrh_line *line, size_t i)
{
	struct lrh_segment *s = &line->segment[i];

	if (!i || (i >= line->cnt) || (s[-1].free != s->free))
		return;
	memmove(s, s + 1, (line->cnt - i - 1) * sizeof(*s));
	line->cnt--;
}

int lrh_timeline_add(struct lrh_timeline *tl, uint32_t pool, time_t t_s,
		     time_t t_e, int64_t num)
{
	struct lrh_line *line = &tl->line[pool];
	size_t from, to;

	t_s = garq_later(t_s, tl->lo);
	t_e = garq_sooner(t_e, tl->hi);
	if (tl->cut || !num || (t_s >= t_e))
		return 0;
	if (!_grow_line(line, 2))
		return -1;
	from = _split_segment(line, t_s);
	to = (t_e < tl->hi) ? _split_segment(line, t_e) : line->cnt;
	for (size_t i = from; i < to; i++)
		line->segment[i].free += num;
	lrh_step(tl->meter, 1 + to - from);
	_join_segments(line, to);
	_join_segments(line, from);
	return 0;
}

int64_t lrh_timeline_least(const struct lrh_timeline *tl, uint32_t pool,
			   time_t t_s, time_t t_e, time_t *ret_after)
{
	const struct lrh_line *line = &tl->line[pool];
	size_t first = _segment_at(line, t_s), i = first;
	int64_t least = INT64_MAX;

	for (; (i < line->cnt) && (line->segment[i].t < t_e); i++) {
		if (line->segment[i].free > least)
			continue;
		least = line->segment[i].free;
		*ret_after = (i + 1 < line->cnt) ? line->segment[i + 1].t :
						   tl->hi;
	}
	lrh_step(tl->meter, 1 + i - first);
	return least;
}

/*
 * What a machine counts with a group is not counted while the group is
 * excluded, even where other holders have the node as well.
 */
struct recount {
	struct lrh_timeline *tl;
	time_t t_s;
	time_t t_e;
	uint32_t pool;		/* of the node of this claim */
	time_t done;		/* the node is counted up to here, ... */
	time_t end;		/* ... until the claim ends */
	bool ok;
};

/* A garq_nodes_fn: holds of one node, in order of start. */
static bool _recount(void *arg, uint64_t id, uint32_t node, time_t t_s,
		     time_t t_e)
{
	struct recount *r = arg;

	(void) id;
	(void) node;
	lrh_step(r->tl->meter, 1);
	if (t_s >= r->end)
		return false;
	t_s = garq_later(t_s, r->done);
	t_e = garq_sooner(t_e, r->end);
	if (t_s < t_e) {
		r->ok = !lrh_timeline_add(r->tl, r->pool, t_s, t_e, -1);
		r->done = t_e;
	}
	return r->ok;
}

/* A garq_nodes_fn: a claim of the group. */
static bool _recount_claim(void *arg, uint64_t id, uint32_t node, time_t t_s,
			   time_t t_e)
{
	struct recount *r = arg;
	const struct lrh *l = r->tl->l;

	(void) id;
	lrh_step(r->tl->meter, 1);
	r->done = garq_later(r->t_s, t_s);
	r->end = garq_sooner(r->t_e, t_e);
	if (r->done >= r->end)
		return true;
	r->pool = lrh_pool(l, node);
	lrh_walks(r->tl->meter, 1);
	lrh_reads(r->tl->meter, r->done);
	garq_nodes_each_on(garq_machine_nodes(l->m), node, r->done, _recount,
			   r);
	return r->ok;
}

int lrh_timeline_recount(struct lrh_timeline *tl, uint64_t group, time_t t_s,
			 time_t t_e)
{
	struct recount r = {
		.tl = tl, .t_s = garq_later(t_s, tl->lo),
		.t_e = garq_sooner(t_e, tl->hi), .ok = true,
	};

	if (r.t_s < r.t_e)
		garq_machine_each_claim(tl->l->m, group, _recount_claim, &r);
	return r.ok ? 0 : -1;
}
