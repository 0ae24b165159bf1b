/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/booking/request/user_limits.h"

static time_t _longest(const options_t *o)
{
	return (time_t) o->user_duration * 60;
}

static time_t _last_start(const options_t *o, time_t now)
{
	return now + ((time_t) o->user_lead * 86400);
}

static uint32_t _count_of(const limits_ask_t *ask)
{
	return ask->dates ? ask->dates : 1;
}

/* Node-seconds as those of whole nodes that only have a part of them. */
static uint64_t _in_parts(uint64_t node_seconds, double part)
{
	return (part > 0) ? (uint64_t) ((double) node_seconds / part) :
			    node_seconds;
}

uint64_t limits_node_seconds(const limits_ask_t *ask)
{
	uint64_t all = (ask->rest > 0) ?
		       ask->num_cn * (uint64_t) ask->rest : 0;

	return (ask->part > 0) ? (uint64_t) ((double) all * ask->part) : all;
}

/* Node-seconds that the user may still book. */
static uint64_t _node_seconds_left(const options_t *o,
				   const limits_have_t *have)
{
	uint64_t all = (uint64_t) o->user_nodehours * 3600;

	return (have->node_seconds < all) ? all - have->node_seconds : 0;
}

static void _check_node_hours(const options_t *o, const limits_have_t *have,
			      const limits_ask_t *ask, limits_verdict_t *v)
{
	uint64_t all = _node_seconds_left(o, have);
	uint64_t left = _in_parts(all, ask->part) / _count_of(ask);
	uint64_t cn = ask->num_cn;
	uint64_t rest = (ask->rest > 0) ? (uint64_t) ask->rest : 0;

	if (cn * rest <= left)
		return;
	v->over |= LIMITS_NODEHOURS;
	v->left = all / _count_of(ask);
	if (v->over & LIMITS_NODES)
		cn = v->num_cn;
	if ((v->over & LIMITS_DURATION) && (rest > (uint64_t) v->length))
		rest = (uint64_t) v->length;
	v->left_cn = (uint32_t) ((left / rest < cn) ? left / rest : cn);
	v->left_rest = (time_t) (left / cn);
	if (v->left_rest > (time_t) rest)
		v->left_rest = (time_t) rest;
	v->left_rest -= v->left_rest % 60;
}

limits_verdict_t limits_check(const options_t *o, const limits_have_t *have,
			      const limits_ask_t *ask, time_t now)
{
	limits_verdict_t v = { .over = 0 };

	if (o->user_bookings && ask->adds &&
	    (have->cnt + _count_of(ask) > o->user_bookings))
		v.over |= LIMITS_BOOKINGS;
	if (o->user_nodes && (ask->num_cn > o->user_nodes)) {
		v.over |= LIMITS_NODES;
		v.num_cn = o->user_nodes;
	}
	if (o->user_duration && (ask->length > _longest(o))) {
		v.over |= LIMITS_DURATION;
		v.length = _longest(o);
	}
	if (o->user_lead && (ask->t_lsr > _last_start(o, now))) {
		v.over |= LIMITS_LEAD;
		v.t_lsr = _last_start(o, now);
	}
	if (o->user_nodehours)
		_check_node_hours(o, have, ask, &v);
	return v;
}

/*
 * Cut an offer to the node-hours that are left: its length before its nodes,
 * since the user can ask again for the missing time.
 */
static bool _fit_node_hours(uint64_t left, const limits_open_t *open,
			    osp_offer_t *f)
{
	uint64_t length = (uint64_t) (f->t_e - f->t_s);
	uint64_t least = (uint64_t) open->least_dur;

	if (f->num_cn * length <= left)
		return true;
	if (open->any_dur && (left / f->num_cn >= least)) {
		length = left / f->num_cn;
		if (length - (length % 60) >= least)
			length -= length % 60;
		else
			length = least;
	} else if (open->any_cn) {
		if (open->any_dur)
			length = least;
		f->num_cn = (uint32_t) (left / length);
	} else {
		return false;
	}
	f->t_e = f->t_s + (time_t) length;
	return f->num_cn > 0;
}

bool limits_fit(const options_t *o, const limits_have_t *have,
		const limits_open_t *open, time_t now, osp_offer_t *offer)
{
	osp_offer_t f = *offer;

	f.t_e -= open->late;
	if ((o->user_bookings && (have->cnt >= o->user_bookings)) ||
	    (o->user_lead && (f.t_s > _last_start(o, now))))
		return false;
	if (o->user_nodes && (f.num_cn > o->user_nodes)) {
		if (!open->any_cn)
			return false;
		f.num_cn = o->user_nodes;
	}
	if (o->user_duration && (f.t_e - f.t_s > _longest(o))) {
		if (!open->any_dur || (_longest(o) < open->least_dur))
			return false;
		f.t_e = f.t_s + _longest(o);
	}
	if (o->user_nodehours &&
	    !_fit_node_hours(_in_parts(_node_seconds_left(o, have), open->part),
			     open, &f))
		return false;
	f.t_e += open->late;
	*offer = f;
	return true;
}
