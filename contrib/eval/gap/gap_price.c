/* SPDX-License-Identifier: GPL-2.0-or-later */
/* gap_price.c - the bound that prices give; see gap_bound.h */

#include <stdlib.h>
#include <string.h>

#include "contrib/eval/gap/gap_bound.h"

extern int gap_prices_make(struct gap_prices *prices, uint32_t cnt)
{
	prices->cnt = cnt;
	prices->at = calloc((size_t) cnt + 1, sizeof(*prices->at));
	prices->price = calloc((size_t) cnt + 1, sizeof(*prices->price));
	if (prices->at && prices->price)
		return 0;
	gap_prices_free(prices);
	return -1;
}

extern void gap_prices_free(struct gap_prices *prices)
{
	free(prices->at);
	free(prices->price);
	memset(prices, 0, sizeof(*prices));
}

static int _by_time(const void *a, const void *b)
{
	const time_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

extern int64_t gap_axis(const struct flex_work *w, time_t **ret_at)
{
	time_t *at = calloc(2 * (size_t) w->cnt + 1, sizeof(*at));
	uint32_t cnt = 0;

	if (!at)
		return -1;
	for (uint32_t i = 0; i < w->cnt; i++) {
		const struct flex_request *rq = &w->request[i];

		at[2 * (size_t) i] = rq->t_esr;
		at[2 * (size_t) i + 1] = rq->t_lsr + rq->t_e;
	}
	qsort(at, 2 * (size_t) w->cnt, sizeof(*at), _by_time);
	for (uint32_t i = 0; i < 2 * w->cnt; i++)
		if (!cnt || (at[i] != at[cnt - 1]))
			at[cnt++] = at[i];
	*ret_at = at;
	return cnt;
}

/* What a node costs from the first change of the price to each change. */
struct cost {
	const struct gap_prices *p;
	uint64_t *until;	/* cnt + 1 of them, in 1 / GAP_ONE */
};

/* The number of the last change at or before t; 0 if t is before all. */
static uint32_t _last(const struct gap_prices *p, time_t t)
{
	uint32_t low = 0, high = p->cnt;

	while (low < high) {
		uint32_t mid = high - (high - low) / 2;

		if (p->at[mid] <= t)
			low = mid;
		else
			high = mid - 1;
	}
	return low;
}

static uint64_t _until(const struct cost *c, time_t t)
{
	uint32_t k = _last(c->p, t);

	if (t <= c->p->at[0])
		return 0;
	if (k == c->p->cnt)
		return c->until[k];
	return c->until[k] + (uint64_t) (t - c->p->at[k]) * c->p->price[k];
}

static void _try(const struct cost *c, const struct flex_request *rq, time_t s,
		 uint64_t *least)
{
	uint64_t cost;

	if ((s < rq->t_esr) || (s > rq->t_lsr))
		return;
	cost = _until(c, s + rq->t_e) - _until(c, s);
	if (cost < *least)
		*least = cost;
}

/* The least that a node costs for the length of a request. */
static uint64_t _least(const struct cost *c, const struct flex_request *rq)
{
	const struct gap_prices *p = c->p;
	uint64_t least = UINT64_MAX;

	_try(c, rq, rq->t_esr, &least);
	_try(c, rq, rq->t_lsr, &least);
	if (rq->t_esr == rq->t_lsr)
		return least;
	for (uint32_t k = _last(p, rq->t_esr);
	     (k <= p->cnt) && (p->at[k] <= rq->t_lsr); k++)
		_try(c, rq, p->at[k], &least);
	for (uint32_t k = _last(p, rq->t_esr + rq->t_e);
	     (k <= p->cnt) && (p->at[k] <= rq->t_lsr + rq->t_e); k++)
		_try(c, rq, p->at[k] - rq->t_e, &least);
	return least;
}

extern int gap_price_bound(const struct flex_work *w,
			   const struct gap_prices *prices, uint64_t *ret_bound)
{
	struct cost c = { .p = prices };
	uint64_t sum;

	c.until = calloc((size_t) prices->cnt + 1, sizeof(*c.until));
	if (!c.until)
		return -1;
	for (uint32_t k = 0; k < prices->cnt; k++)
		c.until[k + 1] = c.until[k] +
			(uint64_t) (prices->at[k + 1] - prices->at[k]) *
			prices->price[k];
	sum = c.until[prices->cnt] * w->max_cn;
	for (uint32_t i = 0; i < w->cnt; i++) {
		const struct flex_request *rq = &w->request[i];
		uint64_t most = (uint64_t) rq->t_e * GAP_ONE;
		uint64_t least = prices->cnt ? _least(&c, rq) : 0;

		if (least < most)
			sum += (most - least) * rq->num_cn;
	}
	free(c.until);
	/* the objective is whole */
	*ret_bound = sum / GAP_ONE;
	return 0;
}
