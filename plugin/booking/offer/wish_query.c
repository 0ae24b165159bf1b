/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <sys/param.h>

#include "plugin/booking/offer/wish_query.h"

/* No offer is less than the least that is of use. */
static void _keep_least(const wishes_t *w, osp_query_t *q)
{
	if (w->least_cn)
		q->least_cn = w->least_cn;
	if (w->least_minutes)
		q->least_dur = MIN(q->dur, (time_t) w->least_minutes * 60);
}

/* The length of the booking of an update; of a started one from ti_s on. */
static time_t _own_length(const wish_t *wish, const osp_query_t *q)
{
	const booking_t *b = wish->own->booking;

	return b->end - (wish->started ? q->ti_s : b->start);
}

bool wish_grows(const shape_t *shape, const wish_t *wish,
		const osp_query_t *q)
{
	const view_resv_t *v = wish->own;
	uint32_t cn;
	time_t dur;

	if (!v || !v->booking || !v->nodes ||
	    (!wish->started && (shape->t_esr != v->booking->t_esr)))
		return false;
	cn = garq_set_count(v->nodes);
	dur = _own_length(wish, q);
	return (q->num_cn >= cn) && (q->dur >= dur) &&
	       ((q->num_cn > cn) || (q->dur > dur));
}

/* No offer for more is less than the booking has. */
static void _keep_own(const shape_t *shape, const wish_t *wish, osp_query_t *q)
{
	if (!wish_grows(shape, wish, q))
		return;
	q->least_cn = MAX(q->least_cn, garq_set_count(wish->own->nodes));
	q->least_dur = MAX(q->least_dur, _own_length(wish, q));
}

void wish_query(office_t *office, const shape_t *shape, const wish_t *wish,
		time_t now, osp_query_t *q)
{
	q->ti_s = MAX(shape->t_esr, now);
	q->ti_e = shape->t_lsr + shape->duration;
	q->dur = wish->any_dur ? 0 : shape->duration;
	/* A start that has just passed does not move the end. */
	if (!wish->any_dur && (q->ti_s + q->dur > q->ti_e))
		q->dur = q->ti_e - q->ti_s;
	q->num_cn = wish->any_cn ? 0 : shape->num_cn;
	/* Nodes that were named, or whose cores are counted, are all wanted. */
	q->least_cn = (shape->pinned || shape->each || shape->group_cnt) &&
		      !wish->any_cn ? shape->num_cn : 0;
	/* Slurm makes no reservation shorter than a minute. */
	q->least_dur = wish->any_dur ? 0 : MIN(q->dur, MAX((time_t) 60,
				(time_t) office->options.delta));
	if (wish->wishes)
		_keep_least(wish->wishes, q);
	_keep_own(shape, wish, q);
}
