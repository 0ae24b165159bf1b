/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * profile.c - how many nodes are free over an interval.
 *
 * The structure is in slots.h.
 */

#include "garq/at.h"

/* RET 0, or -1 with errno EINVAL or ERANGE */
static int _check_interval(const garq_t *g, time_t t_s, time_t t_e)
{
	return garq_check_interval(g, t_s, t_e, 1);
}

extern int garq_least_free(const garq_t *g, time_t t_s, time_t t_e,
			   uint32_t *ret_free)
{
	struct garq_span s;

	if (_check_interval(g, t_s, t_e) < 0)
		return -1;
	s = garq_span(g, t_s, t_e);
	*ret_free = g->max_cn - garq_span_peak(g, &s);
	return 0;
}

/* The walk: num_free nodes are free from t_s to the second reached. */
struct walk {
	const garq_t *g;
	garq_profile_fn fn;
	void *arg;
	time_t t_s;
	time_t t_e;		/* end of the whole interval */
	uint32_t num_free;
	bool stopped;
};

/* level nodes are reserved from t on: report the interval that ends there. */
static void _report_interval(struct walk *w, time_t t, uint32_t level)
{
	uint32_t num_free = w->g->max_cn - level;

	if (w->stopped || (num_free == w->num_free) || (t >= w->t_e))
		return;
	if (t > w->t_s)
		w->stopped = !w->fn(w->arg, w->t_s, t, w->num_free);
	w->t_s = t;
	w->num_free = num_free;
}

/*
 * True if edge i is the last one of its second: the ends and the starts of one
 * second are a single change.
 */
static bool _last_of_second(const struct garq_inner *in, uint32_t i)
{
	return (i + 1 == in->cnt) ||
	       (garq_inner_at(in, i) != garq_inner_at(in, i + 1));
}

/* Walk the edges of slot k from t on. RET the level at the end of the slot */
static uint32_t _walk_slot(struct walk *w, int64_t k, uint32_t rv, time_t t)
{
	const struct garq_inner *in = garq_slot_inner(w->g, k);
	uint32_t level = garq_inner_begin(in, rv);
	time_t zero = garq_slot_zero(w->g, k);

	if (garq_slot_begin(w->g, k) >= t)
		_report_interval(w, garq_slot_begin(w->g, k), level);
	for (uint32_t i = 0; i < garq_inner_cnt(in); i++) {
		level = garq_inner_level(in, i, i + 1, level);
		if (_last_of_second(in, i) && (zero + garq_inner_at(in, i) > t))
			_report_interval(w, zero + garq_inner_at(in, i), level);
	}
	return level;
}

/* Walk the far edges. */
static void _walk_far(struct walk *w, time_t t)
{
	const struct garq_edges *far = &w->g->far;
	uint32_t level = w->g->far_level;

	for (uint32_t i = 0; i < far->cnt; i++) {
		level = garq_edges_level(far, i, i + 1, level);
		if (far->edge[i].t > t)
			_report_interval(w, far->edge[i].t, level);
	}
}

/* Slots at one level are skipped, however many there are. */
static void _walk_span(struct walk *w, const struct garq_span *s)
{
	const garq_t *g = w->g;
	int64_t k = s->k;

	while ((k <= s->end_bucket) && !w->stopped) {
		uint32_t level = _walk_slot(w, k, garq_slot_rv(g, k), s->t_s);
		struct garq_at at;

		at = garq_at(k + 1, level);
		garq_at_seek(g, &at, s->end_bucket, GARQ_OTHER);
		k = at.k;
	}
	_walk_far(w, s->t_s);
}

extern int garq_profile(const garq_t *g, time_t t_s, time_t t_e,
			garq_profile_fn fn, void *arg)
{
	struct walk w = { .g = g, .fn = fn, .arg = arg, .t_e = t_e };
	struct garq_span s;

	if (_check_interval(g, t_s, t_e) < 0)
		return -1;
	s = garq_span(g, t_s, t_e);
	w.t_s = s.t_s;
	w.num_free = g->max_cn - garq_usage(g, s.t_s);
	_walk_span(&w, &s);
	if (!w.stopped)
		fn(arg, w.t_s, t_e, w.num_free);
	return 0;
}
