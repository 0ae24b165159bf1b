/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "contrib/eval/gap/gap_exact.h"

struct small {
	const struct flex_work *w;
	uint32_t used[GAP_SMALL_END];
	uint64_t best;
};

static uint64_t _work(const struct flex_request *rq)
{
	return (uint64_t) rq->num_cn * (uint64_t) rq->t_e;
}

static bool _fits(const struct small *s, const struct flex_request *rq,
		  time_t start)
{
	for (time_t t = start; t < start + rq->t_e; t++)
		if (s->used[t] + rq->num_cn > s->w->max_cn)
			return false;
	return true;
}

static void _add(struct small *s, const struct flex_request *rq, time_t start)
{
	for (time_t t = start; t < start + rq->t_e; t++)
		s->used[t] += rq->num_cn;
}

static void _remove(struct small *s, const struct flex_request *rq,
		    time_t start)
{
	for (time_t t = start; t < start + rq->t_e; t++)
		s->used[t] -= rq->num_cn;
}

/* Requests from i on; left is their work. */
static void _try_best(struct small *s, uint32_t i, uint64_t work, uint64_t left)
{
	const struct flex_request *rq = &s->w->request[i];

	if (work > s->best)
		s->best = work;
	if ((i == s->w->cnt) || (work + left <= s->best))
		return;
	left -= _work(rq);
	for (time_t t = rq->t_esr; t <= rq->t_lsr; t++) {
		if (!_fits(s, rq, t))
			continue;
		_add(s, rq, t);
		_try_best(s, i + 1, work + _work(rq), left);
		_remove(s, rq, t);
	}
	_try_best(s, i + 1, work, left);
}

extern uint64_t gap_best(const struct flex_work *w)
{
	struct small s = { .w = w };
	uint64_t left = 0;

	for (uint32_t i = 0; i < w->cnt; i++)
		left += _work(&w->request[i]);
	_try_best(&s, 0, 0, left);
	return s.best;
}

/* Is there a schedule with all requests of the set, from i on? */
static bool _all_fit(struct small *s, uint32_t set, uint32_t i)
{
	const struct flex_request *rq = &s->w->request[i];

	if (i == s->w->cnt)
		return true;
	if (!((set >> i) & 1))
		return _all_fit(s, set, i + 1);
	for (time_t t = rq->t_esr; t <= rq->t_lsr; t++) {
		bool found;

		if (!_fits(s, rq, t))
			continue;
		_add(s, rq, t);
		found = _all_fit(s, set, i + 1);
		_remove(s, rq, t);
		if (found)
			return true;
	}
	return false;
}

extern uint64_t gap_admission(const struct flex_work *w)
{
	struct small s = { .w = w };
	uint32_t set = 0;
	uint64_t work = 0;

	for (uint32_t i = 0; i < w->cnt; i++) {
		if (!_all_fit(&s, set | (1U << i), 0))
			continue;
		set |= 1U << i;
		work += _work(&w->request[i]);
	}
	return work;
}
