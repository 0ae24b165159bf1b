/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * machine_model.c - a naive model of a machine, second by second.
 */
#include <errno.h>
#include <string.h>

#include "test/unit/machine_model.h"

const uint64_t group_of[GROUP_CNT] = {
	GARQ_NO_GROUP, 1, 2, UINT64_MAX, UINT64_C(1) << 40, 99,
};

extern void model_init(struct model *m, uint32_t node_cnt, time_t base)
{
	memset(m, 0, sizeof(*m));
	m->node_cnt = node_cnt;
	m->base = m->now = base;
}

extern bool model_busy(const struct model *m, uint32_t node, time_t t,
		       int group)
{
	if ((t < m->base) || (t >= FOREVER))
		return false;
	for (int g = 1; g < GROUP_CNT; g++)
		if ((g != group) && m->held[node][model_column(m, t)][g])
			return true;
	return false;
}

/* The last second of [t_s, t_e) that differs from the one before. */
static time_t _last_column_end(const struct model *m, time_t t_s, time_t t_e)
{
	return test_min(t_e, test_max(t_s, model_end(m)) + 1);
}

extern bool model_free(const struct model *m, uint32_t node, time_t t_s,
		       time_t t_e, int group)
{
	for (time_t t = t_s; t < _last_column_end(m, t_s, t_e); t++)
		if (model_busy(m, node, t, group))
			return false;
	return true;
}

/* Holding */

/* Add a part to the matrix, or remove it. */
static void _mark(struct model *m, int group, const struct model_part *part,
		  int change)
{
	time_t from = model_column(m, part->t_s);
	time_t to = model_column(m, part->t_e) + (part->t_e == FOREVER);

	for (time_t c = from; c < to; c++)
		for (uint32_t i = 0; i < m->node_cnt; i++)
			if (part->node[i])
				m->held[i][c][group] += change;
}

static bool _hold_valid(const struct model *m, int who, int group,
			const garq_set_t *set, time_t t_s, time_t t_e)
{
	const struct model_holder *h = &m->holder[who];

	return (t_s < t_e) && (t_e <= FOREVER) && (set->size == m->node_cnt) &&
	       garq_set_count(set) && group &&
	       (!h->part_cnt || (h->group == group));
}

extern int model_hold(struct model *m, int who, int group,
		      const garq_set_t *set, time_t t_s, time_t t_e)
{
	struct model_holder *h = &m->holder[who];
	struct model_part *part = &h->part[h->part_cnt];

	if (h->part_cnt == PARTS_MAX)
		return 1;
	if (!_hold_valid(m, who, group, set, t_s, t_e))
		return -EINVAL;
	if (t_e <= m->now)
		return 0;
	part->t_s = test_max(t_s, m->now);
	part->t_e = t_e;
	for (uint32_t i = 0; i < m->node_cnt; i++)
		part->node[i] = garq_set_test(set, i);
	h->group = group;
	h->part_cnt++;
	_mark(m, group, part, 1);
	return 0;
}

extern int model_release(struct model *m, int who)
{
	struct model_holder *h = &m->holder[who];

	if (!h->part_cnt)
		return -ENOENT;
	for (int i = 0; i < h->part_cnt; i++)
		_mark(m, h->group, &h->part[i], -1);
	h->part_cnt = 0;
	return 0;
}

/* Questions */

/* run[i][c]: number of seconds that node i stays free from column c on. */
static void _runs(const struct model *m, int group, time_t run[][SECONDS + 1])
{
	for (uint32_t i = 0; i < m->node_cnt; i++) {
		bool busy = model_busy(m, i, model_end(m), group);

		run[i][SECONDS] = busy ? 0 : FOREVER;
		for (time_t c = SECONDS - 1; c >= 0; c--)
			run[i][c] = model_busy(m, i, m->base + c, group) ? 0 :
				run[i][c + 1] + 1;
	}
}

extern int model_earliest(const struct model *m, const garq_set_t *eligible,
			  uint32_t num_cn, time_t duration, time_t from,
			  time_t latest, int group, time_t *ret_start)
{
	static time_t run[NODES_MAX][SECONDS + 1];

	_runs(m, group, run);
	latest = test_min(latest, FOREVER - 1);
	for (time_t t = from; t <= test_min(latest, test_max(from, model_end(m)));
	     t++) {
		uint32_t cnt = 0;

		for (uint32_t i = 0; i < m->node_cnt; i++)
			cnt += garq_set_test(eligible, i) &&
				((run[i][model_column(m, t)] >= duration) ||
				 (run[i][model_column(m, t)] >= FOREVER - t));
		if (cnt >= num_cn) {
			*ret_start = t;
			return 1;
		}
	}
	return 0;
}

extern int model_shortage(const struct model *m, const garq_set_t *eligible,
			  uint32_t num_cn, time_t t_s, time_t t_e, int group,
			  time_t *ret_at, uint32_t *ret_missing)
{
	for (time_t t = t_s; t < _last_column_end(m, t_s, t_e); t++) {
		uint32_t cnt = 0;

		for (uint32_t i = 0; i < m->node_cnt; i++)
			cnt += garq_set_test(eligible, i) &&
				model_free(m, i, t_s, t + 1, group);
		if (cnt < num_cn) {
			*ret_at = t;
			*ret_missing = num_cn - cnt;
			return 1;
		}
	}
	return 0;
}

extern time_t model_end_of(time_t t, time_t duration)
{
	return (duration > FOREVER - t) ? FOREVER : t + duration;
}

extern int model_place(const struct model *m, const garq_request_t *rq,
		       int group, garq_answer_t *a)
{
	time_t from = test_max(rq->t_esr, m->now), start = 0;

	memset(a, 0, sizeof(*a));
	if (!rq->num_cn || (rq->duration < 1) || (rq->t_lsr < rq->t_esr) ||
	    (rq->eligible->size != m->node_cnt))
		return -EINVAL;
	a->has_later = model_earliest(m, rq->eligible, rq->num_cn,
				      rq->duration, from, FOREVER, group,
				      &start);
	a->fits = a->has_later && (start <= rq->t_lsr);
	if (a->fits) {
		a->start = start;
		a->has_later = false;
		return 0;
	}
	a->later = start;
	a->none_before = a->has_later ? start : FOREVER;
	a->short_at = from;
	model_shortage(m, rq->eligible, rq->num_cn, from,
		       model_end_of(from, rq->duration), group, &a->short_at,
		       &a->missing);
	return 0;
}

/* Random questions */

extern garq_set_t *some_set(rng_t *r, const struct model *m, uint64_t one_in)
{
	uint32_t size = m->node_cnt;
	garq_set_t *set = garq_set_create(rng_one_in(r, 60) ? size + 1 : size);

	ck_assert_ptr_nonnull(set);
	if (rng_one_in(r, 60))
		return set;
	for (uint32_t i = 0; i < size; i++)
		if (rng_one_in(r, one_in))
			garq_set_add(set, i);
	return set;
}

extern struct interval some_interval(rng_t *r, const struct model *m)
{
	time_t t = rng_between(r, m->now, model_end(m) - 1);

	switch (rng_below(r, 16)) {
	case 0 ... 5:
		return (struct interval) { t, t + rng_between(r, 1, 10) };
	case 6 ... 8:
		return (struct interval) { t, t + rng_between(r, 1, 120) };
	case 9 ... 10:
		t = m->now + rng_between(r, 0, 40);
		return (struct interval) { t, t + rng_between(r, 1, 40) };
	case 11:
		if (rng_one_in(r, 3))
			return (struct interval) { t, FOREVER };
		return (struct interval) { t, t + rng_between(r, 1, 60) };
	case 12:
		return (struct interval) {
			m->now - rng_between(r, 0, 20),
			m->now + rng_between(r, 1, 20),
		};
	case 13:
		t = m->now - rng_between(r, 0, 10);
		return (struct interval) { t - rng_between(r, 0, 9), t };
	case 14:
		t -= t % 10;
		return (struct interval) { t, t + 10 * rng_between(r, 1, 5) };
	default:
		return (struct interval) {
			t, rng_one_in(r, 3) ? FOREVER + 1 :
				t - rng_between(r, 0, 9),
		};
	}
}

extern struct interval some_fitting(rng_t *r, const struct model *m)
{
	struct interval i = some_interval(r, m);

	if ((i.t_e > model_end(m)) && (i.t_e < FOREVER))
		i.t_e = model_end(m);
	return i;
}

extern uint32_t some_cn(rng_t *r, const struct model *m)
{
	if (rng_one_in(r, 50))
		return 0;
	if (rng_one_in(r, 50))
		return UINT32_MAX;
	return (uint32_t) rng_between(r, 1, m->node_cnt / 3 + 1);
}

extern struct some_hold some_hold(rng_t *r, const struct model *m)
{
	struct some_hold hold = {
		.iv = some_fitting(r, m),
	};
	const struct model_holder *h;

	hold.who = (int) rng_below(r, ID_CNT);
	hold.group = (int) rng_between(r, 1, GROUP_CNT - 2);
	hold.set = some_set(r, m, rng_below(r, 6) + 1);
	h = &m->holder[hold.who];
	if (h->part_cnt && !rng_one_in(r, 10))
		hold.group = h->group;
	if (rng_one_in(r, 50))
		hold.group = 0;
	return hold;
}

extern int some_group(rng_t *r)
{
	return rng_one_in(r, 2) ? 0 : (int) rng_below(r, GROUP_CNT);
}

extern time_t some_duration(rng_t *r)
{
	if (rng_one_in(r, 40))
		return -rng_between(r, 0, 3);
	if (rng_one_in(r, 20))
		return rng_one_in(r, 2) ? FOREVER : INT64_MAX;
	return rng_between(r, 1, rng_one_in(r, 3) ? 100 : 15);
}
