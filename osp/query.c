/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * query.c - the whole answer: offers in the window and around it, none
 * dominated by another, ranked.
 */
#include <errno.h>
#include <stdlib.h>

#include "osp/osp_private.h"

/* Finding offers */

struct answer {
	struct osp_wish wish;
	osp_rank_t rank;
	size_t max;
	struct osp_list list;
	time_t later;		/* start of the LATER offer, or GARQ_FOREVER */
};

/*
 * The earliest start of the wish in its window or later. RET 1, 0; or -1,
 * ENOMEM
 */
static int _earliest(const struct osp_wish *w, time_t *ret_start)
{
	time_t latest = w->space->end - w->dur;

	if (w->from > latest)
		return 0;
	return w->space->earliest(w->space->arg, w->from, latest, w->dur,
				  w->want, ret_start);
}

/*
 * Add the exact solution; the earliest one starts at start. If another rank
 * than the earliest start is wanted, the solution of the paper's algorithm is
 * taken. If fewer nodes exist than are wanted, the offer has all there are and
 * is INSIDE.
 */
static int _add_exact(struct answer *a, time_t start)
{
	const struct osp_wish *w = &a->wish;
	bool all = (w->want == w->num_cn);

	if ((a->rank != OSP_RANK_EARLIEST) && all) {
		if (osp_algorithm1(w, &a->list) < 0)
			return -1;
		if (a->list.cnt && (a->list.list[0].kind == OSP_EXACT)) {
			a->list.cnt = 1;
			return 0;
		}
		a->list.cnt = 0;
	}
	return osp_list_add(&a->list, start, start + w->dur, w->want,
			    all ? OSP_EXACT : OSP_INSIDE);
}

static int _add_later(struct answer *a, time_t start)
{
	const struct osp_wish *w = &a->wish;

	a->later = start;
	return osp_list_add(&a->list, start, start + w->dur, w->want,
			    OSP_LATER);
}

/*
 * Add a solution in the window that osp_window_soft() missed: the profile
 * promised more than there is.
 */
static int _add_missed(struct answer *a, time_t start)
{
	const struct osp_wish *w = &a->wish;

	return osp_list_add(&a->list, start, start + w->dur, w->want,
			    OSP_INSIDE);
}

/* An exact solution dominates all other offers, which are not searched for. */
static int _answer_hard(struct answer *a)
{
	const struct osp_wish *w = &a->wish;
	time_t start;
	int rc = _earliest(w, &start);

	if ((rc > 0) && (start <= w->last))
		return _add_exact(a, start);
	if ((rc < 0) || ((rc > 0) && (_add_later(a, start) < 0)))
		return -1;
	if ((osp_stairs(w, &a->list) < 0) || (osp_earlier(w, &a->list) < 0))
		return -1;
	return osp_window_hard(w, a->later, &a->list);
}

/* True if an offer has all wanted time and nodes. */
static bool _has_all(const struct answer *a)
{
	for (size_t i = 0; i < a->list.cnt; i++) {
		const osp_offer_t *o = &a->list.list[i];

		if ((o->t_e - o->t_s >= a->wish.dur) &&
		    (o->num_cn >= a->wish.want))
			return true;
	}
	return false;
}

static int _answer_soft(struct answer *a)
{
	const struct osp_wish *w = &a->wish;
	time_t start;
	int rc;

	if (osp_window_soft(w, a->rank, a->max, &a->list) < 0)
		return -1;
	if (_has_all(a))
		return 0;
	rc = _earliest(w, &start);
	if ((rc > 0) && (start <= w->last))
		return _add_missed(a, start);
	if ((rc < 0) || ((rc > 0) && (_add_later(a, start) < 0)))
		return -1;
	return osp_earlier(w, &a->list);
}

/* Choosing offers */

/*
 * Heapsort by rank; the heap leaves the best offer last, so reverse the list.
 */
static void _sort_offers(struct answer *a)
{
	struct osp_list heap = a->list;
	osp_offer_t tmp;

	osp_heap(&a->wish, a->rank, &heap);
	while (heap.cnt) {
		tmp = osp_heap_take(&a->wish, a->rank, &heap);
		heap.list[heap.cnt] = tmp;
	}
	for (size_t i = 0; i < a->list.cnt / 2; i++) {
		tmp = a->list.list[i];
		a->list.list[i] = a->list.list[a->list.cnt - 1 - i];
		a->list.list[a->list.cnt - 1 - i] = tmp;
	}
}

/*
 * Keep max offers in their order: the first of each kind, then the best others.
 */
static void _cut_offers(struct answer *a)
{
	size_t firsts = 0, others, cnt = 0;
	bool seen[OSP_KINDS] = { false };

	for (size_t i = 0; i < a->list.cnt; i++) {
		firsts += !seen[a->list.list[i].kind];
		seen[a->list.list[i].kind] = true;
	}
	if (firsts > a->max)
		firsts = a->max;
	others = a->max - firsts;
	for (int kind = 0; kind < OSP_KINDS; kind++)
		seen[kind] = false;
	for (size_t i = 0; i < a->list.cnt; i++) {
		osp_offer_t o = a->list.list[i];
		size_t *left = seen[o.kind] ? &others : &firsts;

		seen[o.kind] = true;
		if (!*left)
			continue;
		(*left)--;
		a->list.list[cnt++] = o;
	}
	a->list.cnt = cnt;
}

static int _answer_query(struct answer *a)
{
	const struct osp_wish *w = &a->wish;

	if ((w->space->max_cn < w->least_cn) || !a->max)
		return 0;
	if ((w->soft ? _answer_soft(a) : _answer_hard(a)) < 0)
		return -1;
	if (!a->list.cnt && (osp_anything(w, &a->list) < 0))
		return -1;
	osp_list_costs(&a->list, w->price);
	_sort_offers(a);
	osp_drop_worse(w->query, a->list.list, &a->list.cnt);
	_cut_offers(a);
	return 0;
}

extern int osp_query(const osp_space_t *space, const osp_query_t *query,
		     const osp_price_t *price, osp_rank_t rank, size_t max,
		     osp_offers_t *ret_offers)
{
	struct answer a = {
		.rank = rank, .max = max, .later = GARQ_FOREVER,
	};

	if (osp_wish(space, query, price, &a.wish) < 0)
		return -1;
	if (_answer_query(&a) < 0) {
		free(a.list.list);
		errno = ENOMEM;
		return -1;
	}
	*ret_offers = (osp_offers_t) { a.list.list, a.list.cnt };
	return 0;
}
