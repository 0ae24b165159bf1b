/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * osp_slotted.c - a garq_t in whole slots: see osp_offer.h.
 */
#include "contrib/eval/osp/osp_offer.h"

static time_t _down(const garq_t *g, time_t t)
{
	return t / garq_delta(g) * garq_delta(g);
}

static time_t _up(const garq_t *g, time_t t)
{
	return eval_round_up(t, garq_delta(g));
}

static int _most(void *arg, time_t t_s, time_t t_e, uint32_t *ret_free)
{
	const struct sim_slotted *s = arg;

	return garq_least_free(s->g, _down(s->g, t_s), _up(s->g, t_e),
			       ret_free);
}

static int _earliest(void *arg, time_t t_esr, time_t t_lsr, time_t dur,
		     uint32_t num_cn, time_t *ret_start)
{
	const struct sim_slotted *s = arg;

	return sim_first_start(s->g, _up(s->g, t_esr), t_lsr, _up(s->g, dur),
			       num_cn, ret_start);
}

/* Runs of slots: the last one is held back, as it may get shorter. */
struct runs {
	const garq_t *g;
	time_t t_s;
	time_t t_e;		/* == t_s: empty */
	uint32_t num_free;
	garq_profile_fn fn;
	void *arg;
	bool stopped;
};

static void _tell(struct runs *r, time_t t_e)
{
	if (!r->stopped && (r->t_s < t_e))
		r->stopped = !r->fn(r->arg, r->t_s, t_e, r->num_free);
	r->t_s = t_e;
}

/*
 * Add num_free nodes in [t_s, t_e), which follows the previous piece: the slot
 * in which both meet has the smaller of the two numbers.
 */
static bool _piece(void *arg, time_t t_s, time_t t_e, uint32_t num_free)
{
	struct runs *r = arg;

	t_s = _down(r->g, t_s);
	t_e = _up(r->g, t_e);
	if ((t_s < r->t_e) && (num_free >= r->num_free))
		t_s = r->t_e;
	if (t_s >= t_e)
		return true;
	if ((r->t_s == r->t_e) || (num_free != r->num_free)) {
		_tell(r, t_s);
		r->num_free = num_free;
	}
	r->t_e = t_e;
	return !r->stopped;
}

static int _profile(void *arg, time_t t_s, time_t t_e, garq_profile_fn fn,
		    void *fn_arg)
{
	const struct sim_slotted *s = arg;
	struct runs r = { .g = s->g, .fn = fn, .arg = fn_arg };

	t_s = _down(s->g, t_s);
	t_e = _up(s->g, t_e);
	r.t_s = r.t_e = t_s;
	if (garq_profile(s->g, t_s, t_e, _piece, &r) < 0)
		return -1;
	_tell(&r, r.t_e);
	return 0;
}

extern void sim_slotted_init(struct sim_slotted *slotted, const garq_t *g,
			     time_t end)
{
	slotted->g = g;
	slotted->space = (osp_space_t) {
		.arg = slotted, .now = _up(g, garq_now(g)), .end = end,
		.max_cn = garq_max_cn(g), .most = _most, .profile = _profile,
		.earliest = _earliest,
	};
}
