/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * rank.c - which offer dominates another, which is listed first, which is
 * selected.
 */
#include "osp/osp_private.h"

static const char *const kind_name[OSP_KINDS] = {
#define KIND_NAME(constant, token, words) [constant] = token,
	OSP_KIND_TABLE(KIND_NAME)
#undef KIND_NAME
};

extern const char *osp_kind_name(osp_kind_t kind)
{
	return kind_name[kind];
}

static time_t _length(const osp_offer_t *o)
{
	return o->t_e - o->t_s;
}

/* Domination */

static bool _soft_covers(const osp_offer_t *a, const osp_offer_t *b)
{
	return (a->t_s <= b->t_s) && (a->t_e >= b->t_e) &&
	       (a->num_cn >= b->num_cn);
}

static bool _hard_covers(const osp_query_t *q, const osp_offer_t *a,
			 const osp_offer_t *b)
{
	time_t last = q->ti_e - q->dur;

	return (garq_sooner(a->t_s, q->ti_s) >= garq_sooner(b->t_s, q->ti_s)) &&
	       (garq_later(a->t_s, last) <= garq_later(b->t_s, last)) &&
	       (garq_sooner(_length(a), q->dur) >=
		garq_sooner(_length(b), q->dur)) &&
	       (osp_fewer(a->num_cn, q->num_cn) >=
		osp_fewer(b->num_cn, q->num_cn));
}

static bool _covers(const osp_query_t *query, const osp_offer_t *a,
		       const osp_offer_t *b)
{
	if (!query->dur || !query->num_cn)
		return _soft_covers(a, b);
	return _hard_covers(query, a, b);
}

static bool _dominates(const osp_query_t *query, const osp_offer_t *a,
			  const osp_offer_t *b)
{
	return _covers(query, a, b) && !_covers(query, b, a);
}

extern bool osp_is_covered(const osp_query_t *query, const osp_offer_t *list,
			   size_t cnt, const osp_offer_t *o)
{
	for (size_t i = 0; i < cnt; i++)
		if (_covers(query, &list[i], o))
			return true;
	return false;
}

static bool _is_dominated(const osp_query_t *query, const osp_offer_t *list,
			  size_t cnt, const osp_offer_t *o)
{
	for (size_t i = 0; i < cnt; i++)
		if (_dominates(query, &list[i], o))
			return true;
	return false;
}

/*
 * A dropped offer need not be compared with later ones: the offer that
 * dominates it dominates these, too.
 */
extern void osp_drop_worse(const osp_query_t *query, osp_offer_t *list,
			   size_t *cnt)
{
	size_t left = 0;

	for (size_t i = 0; i < *cnt; i++) {
		osp_offer_t o = list[i];

		if (!osp_is_covered(query, list, left, &o) &&
		    !_is_dominated(query, list + i + 1, *cnt - i - 1, &o))
			list[left++] = o;
	}
	*cnt = left;
}

/* The order of a list */

static int _compare_values(double a, double b)
{
	return (a > b) - (a < b);
}

/*
 * Exact offers first; then, if something is open, offers with all wanted time
 * and nodes.
 */
static int _offer_class(const struct osp_wish *w, const osp_offer_t *o)
{
	if (o->kind == OSP_EXACT)
		return 0;
	if (w->soft && (o->kind == OSP_INSIDE) && (_length(o) >= w->dur) &&
	    (o->num_cn >= w->want))
		return 1;
	return 2;
}

static time_t _distance(const struct osp_wish *w, const osp_offer_t *o)
{
	if (o->t_s < w->ti_s)
		return w->ti_s - o->t_s;
	return (o->t_s > w->last) ? o->t_s - w->last : 0;
}

static int _by_rank(const struct osp_wish *w, osp_rank_t rank,
		    const osp_offer_t *a, const osp_offer_t *b)
{
	switch (rank) {
	case OSP_RANK_LONGEST:
		return _compare_values((double) _length(b),
				       (double) _length(a));
	case OSP_RANK_NODES:
		return _compare_values(b->num_cn, a->num_cn);
	case OSP_RANK_COST:
		return _compare_values(a->cost, b->cost);
	default:
		return _compare_values((double) _distance(w, a),
				       (double) _distance(w, b));
	}
}

/* A total order: only identical offers compare equal. */
static int _compare(const struct osp_wish *wish, osp_rank_t rank,
		       const osp_offer_t *a, const osp_offer_t *b)
{
	int cmp = _offer_class(wish, a) - _offer_class(wish, b);

	if (!cmp)
		cmp = _by_rank(wish, rank, a, b);
	if (!cmp)
		cmp = _compare_values((double) a->t_s, (double) b->t_s);
	if (!cmp)
		cmp = _compare_values(a->cost, b->cost);
	if (!cmp)
		cmp = _compare_values(b->num_cn, a->num_cn);
	if (!cmp)
		cmp = _compare_values((double) b->t_e, (double) a->t_e);
	return cmp ? cmp : (int) a->kind - (int) b->kind;
}

/* Restore the heap below element i. */
static void _sink_offer(const struct osp_wish *wish, osp_rank_t rank,
			struct osp_list *heap, size_t i)
{
	size_t next;

	for (next = 2 * i + 1; next < heap->cnt; i = next, next = 2 * i + 1) {
		osp_offer_t *list = heap->list, tmp;

		if ((next + 1 < heap->cnt) &&
		    (_compare(wish, rank, &list[next + 1],
				 &list[next]) < 0))
			next++;
		if (_compare(wish, rank, &list[i], &list[next]) <= 0)
			return;
		tmp = list[i];
		list[i] = list[next];
		list[next] = tmp;
	}
}

extern void osp_heap(const struct osp_wish *wish, osp_rank_t rank,
		     struct osp_list *list)
{
	for (size_t i = list->cnt / 2; i-- > 0; )
		_sink_offer(wish, rank, list, i);
}

extern osp_offer_t osp_heap_take(const struct osp_wish *wish, osp_rank_t rank,
				 struct osp_list *heap)
{
	osp_offer_t first = heap->list[0];

	heap->list[0] = heap->list[--heap->cnt];
	_sink_offer(wish, rank, heap, 0);
	return first;
}

/*
 * Paper, algorithm 2. Durations are whole slots there, so dur is at least
 * delta. Here dur may be less than delta; then the minimum is dur.
 */
extern const osp_offer_t *osp_select(const osp_offers_t *offers,
				     const osp_query_t *query, uint32_t delta)
{
	time_t dur = query->dur ? query->dur : (time_t) delta;
	time_t min_dur = garq_sooner(garq_later(dur / 2, delta), dur);
	uint32_t min_cn = (query->num_cn > 1) ? query->num_cn / 2 : 1;
	const osp_offer_t *best = NULL;

	for (size_t i = 0; i < offers->cnt; i++) {
		const osp_offer_t *o = &offers->list[i];

		if (o->kind == OSP_EXACT)
			return o;
		if ((_length(o) >= min_dur) && (o->num_cn >= min_cn) &&
		    (!best || (_length(o) > _length(best))))
			best = o;
	}
	return best;
}
