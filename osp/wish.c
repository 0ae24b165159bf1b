/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * wish.c - a query with its open values filled in: paper, algorithm 1, lines 1
 * to 6.
 */
#include <errno.h>
#include <stdlib.h>

#include "garq/grow.h"
#include "osp/osp_private.h"

static bool _is_query_valid(const osp_query_t *q, const osp_price_t *price)
{
	time_t window;

	if (!price->delta || (q->ti_s < 0) || (q->ti_e > GARQ_FOREVER) ||
	    (q->ti_e <= q->ti_s) || (q->dur < 0) || (q->least_dur < 0))
		return false;
	window = q->ti_e - q->ti_s;
	return (q->dur <= window) &&
	       (q->least_dur <= (q->dur ? q->dur : window)) &&
	       (!q->num_cn || (q->least_cn <= q->num_cn));
}

/* Fill in open values: the smallest legal ones, within the window. */
static void _fill_open_values(struct osp_wish *w)
{
	const osp_query_t *q = w->query;
	time_t delta = garq_sooner(w->price->delta, q->ti_e - q->ti_s);

	w->soft = !q->dur || !q->num_cn;
	w->dur = q->dur ? q->dur : garq_later(delta, q->least_dur);
	w->least_dur = q->least_dur ? q->least_dur : garq_sooner(delta, w->dur);
	w->least_cn = q->least_cn ? q->least_cn : 1;
	w->num_cn = q->num_cn ? q->num_cn : w->least_cn;
}

extern int osp_wish(const osp_space_t *space, const osp_query_t *query,
		    const osp_price_t *price, struct osp_wish *ret_wish)
{
	struct osp_wish w = {
		.space = space, .query = query, .price = price,
	};

	if (!_is_query_valid(query, price)) {
		errno = EINVAL;
		return -1;
	}
	_fill_open_values(&w);
	w.want = osp_fewer(w.num_cn, space->max_cn);
	w.ti_s = query->ti_s;
	w.last = query->ti_e - w.dur;
	w.from = garq_later(query->ti_s, space->now);
	w.to = garq_sooner(query->ti_e, space->end);
	*ret_wish = w;
	return 0;
}

/* Lists of offers */

#define LIST_FIRST 16

extern int osp_list_add(struct osp_list *list, time_t t_s, time_t t_e,
			uint32_t num_cn, osp_kind_t kind)
{
	if (GARQ_GROW(list->list, list->cnt + 1, LIST_FIRST, &list->cap) < 0)
		return -1;
	list->list[list->cnt++] = (osp_offer_t) {
		.t_s = t_s, .t_e = t_e, .num_cn = num_cn, .kind = kind,
	};
	return 0;
}

extern void osp_list_costs(struct osp_list *list, const osp_price_t *price)
{
	for (size_t i = 0; i < list->cnt; i++) {
		osp_offer_t *o = &list->list[i];

		o->cost = osp_cost(price, o->t_s, o->t_e, o->num_cn);
	}
}

extern void osp_offers_free(osp_offers_t *offers)
{
	free(offers->list);
	*offers = (osp_offers_t) { .list = NULL };
}
