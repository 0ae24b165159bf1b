/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * garq_model.c - a naive model of garq_t, and random questions for both.
 */
#include "test/unit/garq_model.h"

extern time_t model_end(const struct model *m)
{
	return m->base + m->seconds;
}

/* Add num_cn to [t_s, t_e) from now on, or subtract it. */
static void _apply(struct model *m, const struct booked *b, bool add)
{
	uint32_t change = add ? b->num_cn : -b->num_cn;
	time_t t_e = test_min(b->t_e, model_end(m));

	for (time_t t = test_max(b->t_s, m->now); t < t_e; t++)
		m->usage[t - m->base] += change;
	if (b->t_e == FOREVER)
		m->usage_after += change;
}

extern uint32_t model_usage(const struct model *m, time_t t)
{
	if (t < m->now)
		return 0;
	return (t < model_end(m)) ? m->usage[t - m->base] : m->usage_after;
}

extern int model_search(const struct model *m, time_t t_s, time_t t_e,
			 uint32_t num_cn)
{
	if ((t_s >= t_e) || (t_e > FOREVER) || !num_cn)
		return -EINVAL;
	if (t_e <= m->now)
		return -ERANGE;
	if (num_cn > m->max_cn)
		return 0;
	for (time_t t = test_max(t_s, m->now);
	     t < test_min(t_e, model_end(m)); t++)
		if (m->usage[t - m->base] > m->max_cn - num_cn)
			return 0;
	if ((t_e > model_end(m)) && (m->usage_after > m->max_cn - num_cn))
		return 0;
	return 1;
}

extern int model_add(struct model *m, int slot, time_t t_s, time_t t_e,
		      uint32_t num_cn)
{
	int rc = model_search(m, t_s, t_e, num_cn);
	struct booked b = { true, t_s, t_e, num_cn };

	if (rc < 0)
		return rc;
	if (m->booked[slot].used)
		return -EEXIST;
	if (!rc)
		return -ENOSPC;
	m->booked[slot] = b;
	_apply(m, &b, true);
	return 0;
}

extern uint32_t model_peak(const struct model *m, time_t t_s, time_t t_e)
{
	uint32_t peak = (t_e > model_end(m)) ? m->usage_after : 0;

	for (time_t t = test_max(t_s, m->now);
	     t < test_min(t_e, model_end(m)); t++)
		if (m->usage[t - m->base] > peak)
			peak = m->usage[t - m->base];
	return peak;
}

extern int model_delete(struct model *m, int slot)
{
	if (!m->booked[slot].used)
		return -ENOENT;
	_apply(m, &m->booked[slot], false);
	m->booked[slot].used = false;
	return 0;
}

/* From the end backwards: for how many seconds it stays free from t on. */
extern int model_suggest(const struct model *m, time_t t_s, time_t t_e,
			  uint32_t num_cn, time_t max_limit, time_t *ret_start)
{
	time_t from = test_max(t_s, m->now), latest = FOREVER - 1;
	time_t run, best = -1;
	__int128 len = (__int128) t_e - t_s;

	if ((t_s >= t_e) || (t_e > FOREVER) || !num_cn)
		return -EINVAL;
	if (num_cn > m->max_cn)
		return 0;
	if ((max_limit >= 0) && (max_limit < (__int128) latest - t_s))
		latest = t_s + max_limit;
	run = (m->usage_after <= m->max_cn - num_cn) ? FOREVER : 0;
	if (run && (test_max(from, model_end(m)) <= latest))
		best = test_max(from, model_end(m));
	for (time_t t = model_end(m) - 1; t >= from; t--) {
		bool ok = (m->usage[t - m->base] <= m->max_cn - num_cn);

		run = ok ? run + 1 : 0;
		if (ok && ((run >= len) || (run >= FOREVER - t)) &&
		    (t <= latest))
			best = t;
	}
	if (best < 0)
		return 0;
	*ret_start = best;
	return 1;
}

extern void model_advance(struct model *m, time_t now)
{
	m->now = test_max(m->now, now);
}

/* Random questions */

/* A second that something is going to begin or end at. */
static time_t _some_edge(rng_t *r, const struct model *m)
{
	const struct booked *b = &m->booked[rng_below(r, ID_CNT)];

	if (!b->used || (b->t_s < m->base))
		return m->now;
	if ((b->t_e > model_end(m)) || rng_one_in(r, 2))
		return b->t_s;
	return b->t_e;
}

/*
 * One of the kinds: short, inside a slot, long, whole slots, across the end of
 * the horizon, beyond it, from before now, without end, touching another,
 * passed, wrong.
 */
extern struct interval some_interval(rng_t *r, const struct model *m)
{
	time_t d = m->delta, end = model_end(m), slot, len;
	time_t t = rng_between(r, m->now, end - 1);
	time_t far = m->now - m->now % d + (m->horizon + d - 1) / d * d;

	switch (rng_below(r, 22)) {
	case 0 ... 3:
		return (struct interval) { t, t + rng_between(r, 1, d / 2 + 1) };
	case 4 ... 5:
		slot = t - t % d;
		t = slot + rng_between(r, 0, d - 1);
		return (struct interval) { t, rng_between(r, t + 1, slot + d) };
	case 6 ... 8:
		t = rng_between(r, m->now, m->now + m->horizon);
		return (struct interval) {
			t, t + rng_between(r, d, m->horizon),
		};
	case 9 ... 11:
		t -= t % d;
		return (struct interval) {
			t, t + d * rng_between(r, 1, m->horizon / d),
		};
	case 12 ... 13:
		len = rng_between(r, 1, 3 * d);
		return (struct interval) {
			far - rng_between(r, 0, len),
			far + rng_between(r, 0, 3 * d),
		};
	case 14:
		t = rng_between(r, far, end);
		return (struct interval) { t, t + rng_between(r, 1, 4 * d) };
	case 15:
		return (struct interval) {
			rng_one_in(r, 20) ? INT64_MIN :
				m->now - rng_between(r, 0, 3 * d),
			m->now + rng_between(r, 1, 3 * d),
		};
	case 16:
		return (struct interval) { t, FOREVER };
	case 17 ... 19:
		t = _some_edge(r, m);
		len = rng_between(r, 1, 2 * d);
		if (rng_one_in(r, 2))
			return (struct interval) { t, t + len };
		return (struct interval) { t - len, t };
	case 20:
		t = m->now - rng_between(r, 0, 2 * d);
		return (struct interval) { t - rng_between(r, 0, d), t };
	default:
		return (struct interval) {
			t, rng_one_in(r, 2) ? t - rng_between(r, 0, 2 * d) :
				FOREVER + rng_between(r, 1, d),
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
	uint32_t max_cn = m->max_cn;

	if (rng_one_in(r, 50))
		return 0;
	if (rng_one_in(r, 30))
		return (max_cn < UINT32_MAX) ? max_cn + 1 : max_cn;
	if (rng_one_in(r, 10))
		return max_cn;
	return (uint32_t) rng_between(r, 1, max_cn / 3 + 1);
}
