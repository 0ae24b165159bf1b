/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <string.h>
#include <sys/param.h>

#include "plugin/booking/offer/afford.h"
#include "plugin/booking/rights/price.h"
#include "plugin/memory/memory.h"

bool afford_all(const afford_t *f)
{
	return !f->bound || bound_is_none(f->bound);
}

bool afford_offer(const afford_t *f, const osp_offer_t *o)
{
	return !f->bound ||
	       bound_allows(f->bound, f->shape, o->t_s, o->t_e, o->num_cn);
}

/* --- cuts --- */

/* One side of an offer: its nodes, or its minutes. */
static osp_offer_t _with_side(const osp_offer_t *o, bool nodes, uint64_t at)
{
	osp_offer_t cut = *o;

	if (nodes)
		cut.num_cn = (uint32_t) at;
	else
		cut.t_e = o->t_s + (time_t) at * 60;
	return cut;
}

/*
 * Cut a side to the most that is allowed, by halves: less never costs more.
 * IN least - of that side, >= 1
 * OUT ret - untouched if false
 */
static bool _cut_side(const afford_t *f, const osp_offer_t *o, bool nodes,
		      uint64_t least, osp_offer_t *ret)
{
	uint64_t has = least, minutes = (uint64_t) (o->t_e - o->t_s + 59) / 60;
	uint64_t not = nodes ? o->num_cn : minutes;
	osp_offer_t cut = _with_side(o, nodes, least);

	if ((least >= not) || !afford_offer(f, &cut))
		return false;
	while (not - has > 1) {
		uint64_t half = has + (not - has) / 2;

		cut = _with_side(o, nodes, half);
		if (afford_offer(f, &cut))
			has = half;
		else
			not = half;
	}
	*ret = _with_side(o, nodes, has);
	return true;
}

/* The kind of a cut offer. */
static osp_kind_t _kind_of_cut(const osp_query_t *q, const osp_offer_t *o,
			       bool nodes)
{
	if (o->kind != OSP_EXACT)
		return o->kind;
	if (o->t_s != q->ti_s)
		return OSP_INSIDE;
	return nodes ? OSP_FEWER : OSP_SHORTER;
}

/* RET the number of offers, 0 to 2, that o becomes */
static size_t _fit_offer(const afford_t *f, const osp_query_t *q,
			 const osp_offer_t *o, osp_offer_t ret[2])
{
	uint64_t minutes = MAX((uint64_t) (q->least_dur + 59) / 60, 1);
	size_t cnt = 0;

	if (afford_offer(f, o)) {
		ret[0] = *o;
		return 1;
	}
	if (_cut_side(f, o, true, MAX(q->least_cn, 1), &ret[cnt]))
		ret[cnt++].kind = _kind_of_cut(q, o, true);
	if ((!cnt || (o->kind == OSP_EXACT)) &&
	    _cut_side(f, o, false, minutes, &ret[cnt]))
		ret[cnt++].kind = _kind_of_cut(q, o, false);
	return cnt;
}

void afford_fit(const afford_t *f, const osp_query_t *q, osp_offers_t *offers)
{
	osp_offers_t fit = { .cnt = 0 };

	if (afford_all(f) || !offers->cnt)
		return;
	fit.list = memory_new(2 * offers->cnt, sizeof(*fit.list));
	for (size_t i = 0; i < offers->cnt; i++)
		fit.cnt += _fit_offer(f, q, &offers->list[i],
				      &fit.list[fit.cnt]);
	osp_drop_worse(q, fit.list, &fit.cnt);
	osp_offers_free(offers);
	*offers = fit;
}

/* --- another time --- */

bool afford_whole(const osp_offers_t *offers, const osp_query_t *q, time_t t,
		  osp_offer_t *ret)
{
	const osp_offer_t *first = NULL;

	for (size_t i = 0; i < offers->cnt; i++) {
		const osp_offer_t *o = &offers->list[i];

		if ((o->t_s >= t) && (o->num_cn == q->num_cn) &&
		    (o->t_e - o->t_s == q->dur) &&
		    (!first || (o->t_s < first->t_s)))
			first = o;
	}
	if (first)
		*ret = *first;
	return first != NULL;
}

void afford_add(osp_offers_t *offers, const osp_offer_t *o)
{
	offers->list = memory_grow(offers->list, offers->cnt + 1,
				   sizeof(*offers->list));
	memmove(offers->list + 1, offers->list,
		offers->cnt++ * sizeof(*offers->list));
	offers->list[0] = *o;
	offers->list[0].kind = OSP_LATER;
}

typedef struct {
	const afford_t *f;
	const osp_query_t *q;
} whole_t;

/* A price_fits_fn. */
static bool _is_allowed_at(void *arg, time_t start)
{
	const whole_t *w = arg;
	const osp_offer_t o = {
		.t_s = start, .t_e = start + w->q->dur, .num_cn = w->q->num_cn,
	};

	return afford_offer(w->f, &o);
}

time_t afford_from(const afford_t *f, const osp_query_t *q, time_t t,
		   time_t last)
{
	whole_t w = { f, q };
	time_t near = garq_sooner(last, garq_end(t, AFFORD_NEAR));
	time_t found = price_find(f->office, t, near, _is_allowed_at, &w);

	return (found != GARQ_FOREVER) ? found :
		price_find(f->office, near, last, _is_allowed_at, &w);
}
