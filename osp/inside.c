/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * inside.c - paper, algorithm 1: offers in the window, beginning with the runs
 * that have the fewest free nodes.
 *
 * The paper looks at each run of slots in rising order of its free nodes, adds
 * runs on the left as long as enough nodes are free and the result is too
 * short, then on the right: O(n^2). Here a run is grown by bisection, so the
 * algorithm is O(n log n):
 *
 *	lines 19 to 27	how far to the left: the last run that begins early
 *			enough, by halves; but not past the run that blocks
 *	lines 28 to 36	how far to the right: in the same way
 *	lines 26, 35	the fewest free nodes of these: the space is asked
 *	line 37		a rectangle grown from another run is left out
 *
 * Time is seconds here, and not slots.
 */
#include <stdlib.h>

#include "osp/osp_private.h"

/* A run's nodes and number, for sorting; line 10. */
struct ranked {
	uint32_t num_free;
	size_t index;
};

struct grow {
	const struct osp_wish *wish;
	struct osp_runs runs;
	struct ranked *rank;	/* the paper's indexRank */
	size_t *first;		/* first neighbour with enough nodes, and */
	size_t *last;		/* last one; all between have enough, too */
	bool no_exact;		/* known: the window has no exact solution */
};

/* A stretch of the window: runs head .. tail. */
struct piece {
	size_t index;		/* the run that it was grown from */
	size_t head;
	size_t tail;
};

static bool _enough(const struct grow *g, size_t i)
{
	return g->runs.list[i].num_free >= g->wish->num_cn;
}

static void _grow_free(struct grow *g)
{
	osp_runs_free(&g->runs);
	free(g->rank);
	free(g->first);
	free(g->last);
}

static int _by_free(const void *a, const void *b)
{
	const struct ranked *x = a, *y = b;

	if (x->num_free != y->num_free)
		return (x->num_free > y->num_free) ? 1 : -1;
	return (x->index > y->index) - (x->index < y->index);
}

static void _rank_runs(struct grow *g)
{
	for (size_t i = 0; i < g->runs.cnt; i++)
		g->rank[i] = (struct ranked) { g->runs.list[i].num_free, i };
	qsort(g->rank, g->runs.cnt, sizeof(*g->rank), _by_free);
}

static void _blocks(struct grow *g)
{
	size_t cnt = g->runs.cnt;

	for (size_t i = 0; i < cnt; i++)
		g->first[i] = (i && _enough(g, i - 1)) ? g->first[i - 1] : i;
	for (size_t i = cnt; i-- > 0; )
		g->last[i] = ((i + 1 < cnt) && _enough(g, i + 1)) ?
			g->last[i + 1] : i;
}

/* RET 0, or -1 with errno ENOMEM; g must be freed in both cases */
static int _grow_init(struct grow *g, const struct osp_wish *wish)
{
	*g = (struct grow) { .wish = wish };
	if (osp_runs(wish->space, wish->from, wish->to,
		     wish->exact ? OSP_RUNS_HARD : SIZE_MAX, &g->runs) < 0)
		return -1;
	if (!g->runs.cnt)
		return 0;
	g->rank = reallocarray(NULL, g->runs.cnt, sizeof(*g->rank));
	g->first = reallocarray(NULL, g->runs.cnt, sizeof(*g->first));
	g->last = reallocarray(NULL, g->runs.cnt, sizeof(*g->last));
	if (!g->rank || !g->first || !g->last)
		return -1;
	_rank_runs(g);
	_blocks(g);
	return 0;
}

static time_t _length(const struct grow *g, const struct piece *p)
{
	return g->runs.list[p->tail].t_e - g->runs.list[p->head].t_s;
}

/*
 * Lines 19 to 27: grow to the left, to the nearest run that makes p long
 * enough.
 */
static void _grow_left(const struct grow *g, struct piece *p)
{
	time_t latest = g->runs.list[p->tail].t_e - g->wish->dur;
	size_t lo = g->first[p->index], hi = p->index;

	while (lo < hi) {
		size_t mid = lo + (hi - lo + 1) / 2;

		if (g->runs.list[mid].t_s <= latest)
			lo = mid;
		else
			hi = mid - 1;
	}
	p->head = lo;
}

/* Lines 28 to 36: the same to the right. */
static void _grow_right(const struct grow *g, struct piece *p)
{
	time_t soonest = g->runs.list[p->head].t_s + g->wish->dur;
	size_t lo = p->index, hi = g->last[p->index];

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (g->runs.list[mid].t_e >= soonest)
			hi = mid;
		else
			lo = mid + 1;
	}
	p->tail = lo;
}

static struct piece _grow_piece(const struct grow *g, size_t index)
{
	struct piece p = { index, index, index };

	_grow_left(g, &p);
	_grow_right(g, &p);
	return p;
}

/*
 * The paper does not say where in a piece that is long enough the exact
 * solution lies. Here it contains the run from which the piece was grown, or as
 * much of that run as fits, and touches an edge of the profile, so that no gap
 * is left between it and its neighbour.
 */
static time_t _exact_start(const struct grow *g, const struct piece *p)
{
	if ((p->head < p->index) && (p->tail == p->index))
		return g->runs.list[p->tail].t_e - g->wish->dur;
	return g->runs.list[p->head].t_s;
}

/*
 * Lines 39 to 42. If the profile promises more nodes than there are, search the
 * whole window; but where nothing else is wanted, go on with the next piece.
 * RET 1 if an exact offer was added, or 0; -1 with errno ENOMEM
 */
static int _add_exact(struct grow *g, const struct piece *p,
		      struct osp_list *list)
{
	const struct osp_wish *w = g->wish;
	time_t start = _exact_start(g, p);
	uint32_t num_free;
	int rc = 1;

	if (w->soft || g->no_exact || (_length(g, p) < w->dur))
		return 0;
	if (w->space->most(w->space->arg, start, start + w->dur,
			   &num_free) < 0)
		return -1;
	if (w->exact)
		rc = (num_free >= w->num_cn);
	else if (num_free < w->num_cn)
		rc = w->space->earliest(w->space->arg, w->from,
					w->to - w->dur, w->dur, w->num_cn,
					&start);
	g->no_exact = !w->exact && (rc == 0);
	if (rc < 1)
		return rc;
	return (osp_list_add(list, start, start + w->dur, w->num_cn,
			     OSP_EXACT) < 0) ? -1 : 1;
}

/*
 * Lines 37, 38. If the profile promises more nodes than there are, shorten the
 * offer to the time during which there are enough.
 */
static int _add_inside(const struct grow *g, const struct piece *p,
		       struct osp_list *list)
{
	const struct osp_wish *w = g->wish;
	time_t t_s = g->runs.list[p->head].t_s, len = _length(g, p);
	uint32_t num_cn;

	if (w->space->most(w->space->arg, t_s, t_s + len, &num_cn) < 0)
		return -1;
	if (num_cn < w->num_cn) {
		num_cn = w->num_cn;
		if (osp_longest(w->space, t_s, garq_sooner(w->least_dur, len),
				len, num_cn, &len) < 0)
			return -1;
	}
	if (!len)
		return 0;
	return osp_list_add(list, t_s, t_s + len, num_cn, OSP_INSIDE);
}

/* Repeated pieces */

struct offered {
	struct piece piece;
	time_t start;		/* of its exact solution, if nothing else is
				 * wanted; else 0 */
	bool again;
};

static int _by_place(const void *a, const void *b)
{
	const struct offered *x = *(struct offered *const *) a;
	const struct offered *y = *(struct offered *const *) b;

	if (x->piece.head != y->piece.head)
		return (x->piece.head > y->piece.head) ? 1 : -1;
	if (x->piece.tail != y->piece.tail)
		return (x->piece.tail > y->piece.tail) ? 1 : -1;
	if (x->start != y->start)
		return (x->start > y->start) ? 1 : -1;
	return (x > y) - (x < y);
}

/*
 * Mark repeated pieces: of those with equal head and tail, and start, the first
 * stays. The same piece may have its exact solution at either edge, by the run
 * from which it was grown, and the nodes of one edge say nothing of the other.
 */
static int _mark_repeats(struct offered *all, size_t cnt)
{
	struct offered **by_place = reallocarray(NULL, cnt, sizeof(*by_place));

	if (!by_place)
		return -1;
	for (size_t i = 0; i < cnt; i++)
		by_place[i] = &all[i];
	qsort(by_place, cnt, sizeof(*by_place), _by_place);
	for (size_t i = 1; i < cnt; i++) {
		const struct offered *a = by_place[i - 1], *b = by_place[i];

		by_place[i]->again = (a->piece.head == b->piece.head) &&
				     (a->piece.tail == b->piece.tail) &&
				     (a->start == b->start);
	}
	free(by_place);
	return 0;
}

static struct offered _offered(const struct grow *g, size_t index)
{
	struct offered one = { .piece = _grow_piece(g, index) };

	if (g->wish->exact)
		one.start = _exact_start(g, &one.piece);
	return one;
}

/* Lines 11 to 43, which end at the first exact solution. */
static int _offers(struct grow *g, const struct offered *all, size_t cnt,
		   struct osp_list *list)
{
	for (size_t i = 0; i < cnt; i++) {
		int rc;

		if (all[i].again)
			continue;
		rc = _add_exact(g, &all[i].piece, list);
		if (rc)
			return (rc < 0) ? -1 : 0;
		if (!g->wish->exact &&
		    (_add_inside(g, &all[i].piece, list) < 0))
			return -1;
	}
	return 0;
}

static void _exact_first(struct osp_list *list)
{
	osp_offer_t *last = &list->list[list->cnt - 1];
	osp_offer_t exact = *last;

	if (exact.kind != OSP_EXACT)
		return;
	for (; last > list->list; last--)
		*last = last[-1];
	*last = exact;
}

extern int osp_algorithm1(const struct osp_wish *wish, struct osp_list *list)
{
	struct offered *all = NULL;
	struct grow g;
	size_t cnt = 0;
	int rc = _grow_init(&g, wish);

	if ((rc < 0) || !g.runs.cnt)
		goto cleanup;
	rc = -1;
	all = reallocarray(NULL, g.runs.cnt, sizeof(*all));
	if (!all)
		goto cleanup;
	for (size_t i = 0; i < g.runs.cnt; i++)
		if (_enough(&g, g.rank[i].index))		/* 14 */
			all[cnt++] = _offered(&g, g.rank[i].index);
	if (cnt && ((_mark_repeats(all, cnt) < 0) ||
		    (_offers(&g, all, cnt, list) < 0)))
		goto cleanup;
	if (list->cnt)
		_exact_first(list);				/* 40 */
	rc = 0;
cleanup:
	free(all);
	_grow_free(&g);
	return rc;
}

extern int osp_inside(const osp_space_t *space, const osp_query_t *query,
		      const osp_price_t *price, osp_offers_t *ret_offers)
{
	struct osp_list list = { .cnt = 0 };
	struct osp_wish wish;

	if (osp_wish(space, query, price, &wish) < 0)
		return -1;
	if (osp_algorithm1(&wish, &list) < 0) {
		free(list.list);
		return -1;
	}
	osp_list_costs(&list, price);				/* 44 */
	*ret_offers = (osp_offers_t) { list.list, list.cnt };
	return 0;
}

extern int osp_tightest(const osp_space_t *space, const osp_query_t *query,
			time_t *ret_start)
{
	const osp_price_t price = { .delta = 1 };
	struct osp_list list = { .cnt = 0 };
	struct osp_wish wish;
	int rc;

	if (osp_wish(space, query, &price, &wish) < 0)
		return -1;
	wish.exact = true;
	rc = osp_algorithm1(&wish, &list);
	if (!rc && list.cnt) {
		*ret_start = list.list[0].t_s;
		rc = 1;
	}
	free(list.list);
	return rc;
}
