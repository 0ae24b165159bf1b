/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * gap_flow.c - the maximum flow of gap_bound.h, by Dinic's algorithm.
 *
 * The intervals of a request are neighbours, so an edge is a number of the
 * request and a number in its range, and no lists of edges are kept.
 */
#include <stdlib.h>

#include "contrib/eval/gap/gap_bound.h"

#define UNREACHED UINT32_MAX

struct source {
	uint32_t first, end;	/* intervals of the request */
	uint64_t *flow;		/* to each of them */
	uint64_t left;		/* what the request can still send */
	uint32_t level;
	uint32_t next;		/* interval to be looked at next */
};

struct drain {
	uint64_t length;
	uint64_t left;		/* what the interval can still take */
	uint32_t level;
	uint32_t next;		/* request to be looked at next */
};

struct flow {
	const struct flex_work *w;
	time_t *at;
	struct source *source;	/* by number of the request */
	struct drain *drain;	/* by number of the interval */
	uint32_t drains;
	uint64_t *flows;
	uint32_t *queue;	/* sources, then drains, by number */
	uint64_t sum;
};

static uint64_t _min(uint64_t a, uint64_t b)
{
	return (a < b) ? a : b;
}

/* What request i can still send to interval k. */
static uint64_t _spare(const struct flow *f, uint32_t i, uint32_t k)
{
	const struct source *s = &f->source[i];

	return f->w->request[i].num_cn * f->drain[k].length -
		s->flow[k - s->first];
}

static bool _has(const struct source *s, uint32_t k)
{
	return (s->first <= k) && (k < s->end);
}

/* Levels: breadth first, from the requests that can still send. */

static void _reach_drains(struct flow *f, uint32_t i, uint32_t *tail)
{
	struct source *s = &f->source[i];

	for (uint32_t k = s->first; k < s->end; k++)
		if ((f->drain[k].level == UNREACHED) && _spare(f, i, k)) {
			f->drain[k].level = s->level + 1;
			f->queue[(*tail)++] = f->w->cnt + k;
		}
}

static void _reach_sources(struct flow *f, uint32_t k, uint32_t *tail)
{
	for (uint32_t i = 0; i < f->w->cnt; i++) {
		struct source *s = &f->source[i];

		if ((s->level == UNREACHED) && _has(s, k) &&
		    s->flow[k - s->first]) {
			s->level = f->drain[k].level + 1;
			f->queue[(*tail)++] = i;
		}
	}
}

/* RET whether an interval that can still take something is reached */
static bool _levels(struct flow *f)
{
	uint32_t head = 0, tail = 0;
	bool found = false;

	for (uint32_t k = 0; k < f->drains; k++) {
		f->drain[k].level = UNREACHED;
		f->drain[k].next = 0;
	}
	for (uint32_t i = 0; i < f->w->cnt; i++) {
		f->source[i].level = f->source[i].left ? 0 : UNREACHED;
		f->source[i].next = f->source[i].first;
		if (f->source[i].left)
			f->queue[tail++] = i;
	}
	for (; head < tail; head++) {
		uint32_t x = f->queue[head];

		if (x < f->w->cnt) {
			_reach_drains(f, x, &tail);
		} else if (f->drain[x - f->w->cnt].left) {
			found = true;
		} else {
			_reach_sources(f, x - f->w->cnt, &tail);
		}
	}
	return found;
}

/* Send: depth first, along the levels. */

static uint64_t _send(struct flow *f, uint32_t i, uint64_t most);

/* Interval k takes what it can, or sends back what others sent to it. */
static uint64_t _take(struct flow *f, uint32_t k, uint64_t most)
{
	struct drain *d = &f->drain[k];
	uint64_t sent = _min(most, d->left);

	d->left -= sent;
	for (; (sent < most) && (d->next < f->w->cnt); d->next++) {
		struct source *s = &f->source[d->next];
		uint64_t back;

		if (!_has(s, k) || (s->level != d->level + 1) ||
		    !s->flow[k - s->first])
			continue;
		back = _send(f, d->next,
			     _min(most - sent, s->flow[k - s->first]));
		s->flow[k - s->first] -= back;
		sent += back;
		if (sent == most)
			break;
	}
	return sent;
}

static uint64_t _send(struct flow *f, uint32_t i, uint64_t most)
{
	struct source *s = &f->source[i];
	uint64_t sent = 0;

	for (; (sent < most) && (s->next < s->end); s->next++) {
		uint32_t k = s->next;
		uint64_t now = 0, spare = _spare(f, i, k);

		if ((f->drain[k].level == s->level + 1) && spare)
			now = _take(f, k, _min(most - sent, spare));
		s->flow[k - s->first] += now;
		sent += now;
		if (sent == most)
			break;
	}
	return sent;
}

static void _run(struct flow *f)
{
	while (_levels(f))
		for (uint32_t i = 0; i < f->w->cnt; i++) {
			uint64_t sent;

			if (f->source[i].level)
				continue;
			sent = _send(f, i, f->source[i].left);
			f->source[i].left -= sent;
			f->sum += sent;
		}
}

/* Setting up */

/* The number of a point of the axis; it is there. */
static uint32_t _point(const struct flow *f, time_t t)
{
	uint32_t low = 0, high = f->drains;

	while (f->at[low] != t) {
		uint32_t mid = low + (high - low + 1) / 2;

		if (f->at[mid] <= t)
			low = mid;
		else
			high = mid - 1;
	}
	return low;
}

static int _edges(struct flow *f)
{
	uint64_t edges = 0;

	for (uint32_t i = 0; i < f->w->cnt; i++) {
		const struct flex_request *rq = &f->w->request[i];
		struct source *s = &f->source[i];

		s->first = _point(f, rq->t_esr);
		s->end = _point(f, rq->t_lsr + rq->t_e);
		s->left = (uint64_t) rq->t_e * rq->num_cn;
		edges += s->end - s->first;
	}
	f->flows = calloc(edges + 1, sizeof(*f->flows));
	if (!f->flows)
		return -1;
	edges = 0;
	for (uint32_t i = 0; i < f->w->cnt; i++) {
		f->source[i].flow = f->flows + edges;
		edges += f->source[i].end - f->source[i].first;
	}
	return 0;
}

static int _open(struct flow *f)
{
	int64_t points = gap_axis(f->w, &f->at);

	if (points < 0)
		return -1;
	f->drains = points ? (uint32_t) points - 1 : 0;
	f->source = calloc((size_t) f->w->cnt + 1, sizeof(*f->source));
	f->drain = calloc((size_t) f->drains + 1, sizeof(*f->drain));
	f->queue = calloc((size_t) f->w->cnt + f->drains + 1,
			  sizeof(*f->queue));
	if (!f->source || !f->drain || !f->queue)
		return -1;
	for (uint32_t k = 0; k < f->drains; k++) {
		f->drain[k].length = (uint64_t) (f->at[k + 1] - f->at[k]);
		f->drain[k].left = f->drain[k].length * f->w->max_cn;
	}
	return _edges(f);
}

/* The last search for levels has found the source's side of the cut. */
static int _cut(const struct flow *f, struct gap_prices *ret)
{
	if (gap_prices_make(ret, f->drains) < 0)
		return -1;
	for (uint32_t k = 0; k < f->drains; k++) {
		ret->at[k] = f->at[k];
		ret->at[k + 1] = f->at[k + 1];
		if (f->drain[k].level != UNREACHED)
			ret->price[k] = GAP_ONE;
	}
	return 0;
}

extern int gap_flow_bound(const struct flex_work *w, uint64_t *ret_bound,
			  struct gap_prices *ret_prices)
{
	struct flow f = { .w = w };
	int rc = _open(&f);

	if (!rc) {
		_run(&f);
		rc = _cut(&f, ret_prices);
	}
	if (!rc)
		*ret_bound = f.sum;
	free(f.at);
	free(f.source);
	free(f.drain);
	free(f.flows);
	free(f.queue);
	return rc;
}
