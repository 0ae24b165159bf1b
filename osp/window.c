/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * window.c - offers in the window of a wish that has no exact solution, or that
 * leaves something open.
 *
 * The profile gives the candidates: maximal rectangles (corners.c), of which
 * the paper's blocks are those with enough nodes. A candidate has to be
 * verified, as the profile of a machine may promise more than there is. The
 * best candidates are verified first, at most OSP_LOOKS of them.
 */
#include <stdlib.h>

#include "osp/front.h"
#include "osp/osp_private.h"

#define ROUNDS 6		/* each verifies one Pareto front */

struct window {
	const struct osp_wish *wish;
	struct osp_list *list;
	struct osp_runs rects;
	struct osp_front known;		/* points already offered */
	struct osp_front next;		/* candidates to verify */
	size_t looks;
};

/* The useful part of rectangle i as a point. RET false if it is too small */
static bool _shape_rect(const struct window *win, size_t i,
			struct osp_point *ret)
{
	const struct osp_wish *w = win->wish;
	const struct osp_run *rect = &win->rects.list[i];

	*ret = (struct osp_point) {
		.len = garq_sooner(rect->t_e - rect->t_s, w->dur),
		.num_cn = osp_fewer(rect->num_free, w->want),
		.mark = i,
	};
	return (ret->len >= w->least_dur) && (ret->num_cn >= w->least_cn);
}

static int _add_offer(struct window *win, time_t t_s, time_t len,
		      uint32_t num_cn)
{
	osp_front_add(&win->known, (struct osp_point) { len, num_cn, 0 });
	return osp_list_add(win->list, t_s, t_s + len, num_cn, OSP_INSIDE);
}

/*
 * Verify a candidate and offer as many nodes as are free throughout. If all
 * nodes were promised but not all are free, offer them for a shorter time, too.
 * The rectangle keeps the verified number, so that it is not verified again.
 */
static int _verify(struct window *win, const struct osp_point *p)
{
	const struct osp_wish *w = win->wish;
	struct osp_run *rect = &win->rects.list[p->mark];
	uint32_t num_free;
	time_t len = 0;

	win->looks++;
	if (w->space->most(w->space->arg, rect->t_s, rect->t_s + p->len,
			   &num_free) < 0)
		return -1;
	num_free = osp_fewer(num_free, p->num_cn);
	rect->num_free = num_free;
	if ((num_free >= w->least_cn) &&
	    (_add_offer(win, rect->t_s, p->len, num_free) < 0))
		return -1;
	if ((num_free == p->num_cn) || (p->num_cn < w->want))
		return 0;
	if (osp_longest(w->space, rect->t_s, w->least_dur, p->len - 1, w->want,
			&len) < 0)
		return -1;
	return len ? _add_offer(win, rect->t_s, len, w->want) : 0;
}

/*
 * Verify rectangles that begin in the window, best first: their start makes no
 * difference.
 */
static int _verify_best(struct window *win)
{
	struct osp_point p;

	for (int round = 0; round < ROUNDS; round++) {
		win->next.cnt = 0;
		for (size_t i = 0; i < win->rects.cnt; i++)
			if ((win->rects.list[i].t_s <= win->wish->last) &&
			    _shape_rect(win, i, &p) &&
			    !osp_front_covers(&win->known, p.len, p.num_cn))
				osp_front_add(&win->next, p);
		for (size_t i = 0; i < win->next.cnt; i++)
			if ((win->looks < OSP_LOOKS) &&
			    (_verify(win, &win->next.at[i]) < 0))
				return -1;
		if (!win->next.cnt)
			break;
	}
	return 0;
}

/*
 * Verify rectangles in order of time: those after the window, which are worse
 * the later they begin, and those that _verify_best() left.
 */
static int _verify_rest(struct window *win, time_t before)
{
	struct osp_point p;

	for (size_t i = 0; i < win->rects.cnt; i++) {
		if ((win->looks >= OSP_LOOKS) ||
		    (win->rects.list[i].t_s >= before))
			break;
		if (_shape_rect(win, i, &p) &&
		    !osp_front_covers(&win->known, p.len, p.num_cn) &&
		    (_verify(win, &p) < 0))
			return -1;
	}
	return 0;
}

/*
 * Allocate the fronts; known starts with the offers of the list that begin at
 * the start of the window, as no rectangle begins earlier.
 */
static int _fronts(struct window *win)
{
	const struct osp_list *list = win->list;

	win->known.at = reallocarray(NULL, list->cnt + 2 * OSP_LOOKS,
				     sizeof(*win->known.at));
	win->next.at = reallocarray(NULL, win->rects.cnt + 1,
				    sizeof(*win->next.at));
	if (!win->known.at || !win->next.at)
		return -1;
	for (size_t i = 0; i < list->cnt; i++) {
		const osp_offer_t *o = &list->list[i];

		if (o->t_s == win->wish->from)
			osp_front_add(&win->known, (struct osp_point) {
				o->t_e - o->t_s, o->num_cn, 0,
			});
	}
	return 0;
}

static int _find_rects(const struct osp_wish *wish, size_t max,
		       struct osp_runs *ret_rects)
{
	struct osp_runs runs;
	int rc;

	if (osp_runs(wish->space, wish->from, wish->to, max, &runs) < 0)
		return -1;
	rc = osp_corners(&runs, ret_rects);
	osp_runs_free(&runs);
	return rc;
}

extern int osp_window_hard(const struct osp_wish *wish, time_t before,
			   struct osp_list *list)
{
	struct window win = { .wish = wish, .list = list };
	int rc = -1;

	if ((_find_rects(wish, OSP_RUNS_HARD, &win.rects) == 0) &&
	    (_fronts(&win) == 0) && (_verify_best(&win) == 0))
		rc = _verify_rest(&win, before);
	free(win.known.at);
	free(win.next.at);
	osp_runs_free(&win.rects);
	return rc;
}

/* Wishes that leave something open */

static int _offers(const struct osp_wish *wish, struct osp_list *ret_all)
{
	struct osp_runs rects;
	int rc = 0;

	if (_find_rects(wish, OSP_RUNS_SOFT, &rects) < 0)
		return -1;
	for (size_t i = 0; (i < rects.cnt) && (rc == 0); i++) {
		const struct osp_run *r = &rects.list[i];

		if ((r->t_e - r->t_s >= wish->least_dur) &&
		    (r->num_free >= wish->least_cn))
			rc = osp_list_add(ret_all, r->t_s, r->t_e, r->num_free,
					  OSP_INSIDE);
	}
	osp_runs_free(&rects);
	osp_list_costs(ret_all, wish->price);
	return rc;
}

/* Verify an offer and add it with as many nodes as are free throughout. */
static int _verify_soft(const struct osp_wish *wish, osp_offer_t o,
			struct osp_list *list)
{
	uint32_t num_free;

	if (wish->space->most(wish->space->arg, o.t_s, o.t_e, &num_free) < 0)
		return -1;
	o.num_cn = osp_fewer(o.num_cn, num_free);
	if ((o.num_cn < wish->least_cn) ||
	    osp_is_covered(wish->query, list->list, list->cnt, &o))
		return 0;
	return osp_list_add(list, o.t_s, o.t_e, o.num_cn, o.kind);
}

extern int osp_window_soft(const struct osp_wish *wish, osp_rank_t rank,
			   size_t max, struct osp_list *list)
{
	struct osp_list all = { .cnt = 0 };
	size_t looks = (max < SIZE_MAX / 4) ? 2 * max + OSP_LOOKS : SIZE_MAX;
	int rc = _offers(wish, &all);

	osp_heap(wish, rank, &all);
	for (; (rc == 0) && all.cnt && looks && (list->cnt < max); looks--)
		rc = _verify_soft(wish, osp_heap_take(wish, rank, &all), list);
	free(all.list);
	return rc;
}
