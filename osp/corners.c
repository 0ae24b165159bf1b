/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * corners.c - the largest rectangles below a profile.
 *
 *	free  ^ _____
 *	nodes ||  a  |_____		a, b and c are not covered by another
 *	      || b         |__
 *	      ||_c____________|
 *	      +----------------> time
 *
 * Runs are visited from the last to the first, with a stack of rectangles whose
 * start is still open. A rectangle stays open until a lower run comes, which
 * closes all higher rectangles: these begin after that run. Rectangles
 * therefore close in falling order of their start; the list is reversed at the
 * end.
 */
#include <stdlib.h>

#include "osp/osp_private.h"

struct stack {
	struct osp_run *open;	/* of rising height; t_s is still unknown */
	size_t cnt;
	struct osp_runs *rects;
};

/*
 * Close the rectangles higher than num_free: they begin at t. RET the end of
 * the lowest of these, or t_e if no rectangle was closed
 */
static time_t _close_rects(struct stack *s, uint32_t num_free, time_t t,
			   time_t t_e)
{
	while (s->cnt && (s->open[s->cnt - 1].num_free > num_free)) {
		struct osp_run *rect = &s->open[--s->cnt];

		t_e = rect->t_e;
		rect->t_s = t;
		s->rects->list[s->rects->cnt++] = *rect;
	}
	return t_e;
}

static void _add_run(struct stack *s, const struct osp_run *run)
{
	time_t t_e = _close_rects(s, run->num_free, run->t_e, run->t_e);
	bool open = s->cnt && (s->open[s->cnt - 1].num_free == run->num_free);

	if (run->num_free && !open)
		s->open[s->cnt++] = (struct osp_run) {
			.t_e = t_e, .num_free = run->num_free,
		};
}

static void _reverse(struct osp_runs *rects)
{
	for (size_t i = 0; i < rects->cnt / 2; i++) {
		struct osp_run *a = &rects->list[i];
		struct osp_run *b = &rects->list[rects->cnt - 1 - i];
		struct osp_run tmp = *a;

		*a = *b;
		*b = tmp;
	}
}

/*
 * Reverse groups of equal start: within a group, reversing the list has put the
 * lowest rectangle first.
 */
static void _tallest_first(struct osp_runs *rects)
{
	for (size_t i = 0, next; i < rects->cnt; i = next) {
		struct osp_runs same = { .list = &rects->list[i] };

		for (next = i; (next < rects->cnt) &&
		     (rects->list[next].t_s == rects->list[i].t_s); next++)
			same.cnt++;
		_reverse(&same);
	}
}

extern int osp_corners(const struct osp_runs *runs, struct osp_runs *ret_rects)
{
	struct osp_runs rects = { .cap = runs->cnt };
	struct stack s = { .rects = &rects };

	*ret_rects = rects;
	if (!runs->cnt)
		return 0;
	rects.list = reallocarray(NULL, runs->cnt, sizeof(*rects.list));
	s.open = reallocarray(NULL, runs->cnt, sizeof(*s.open));
	if (!rects.list || !s.open) {
		free(rects.list);
		free(s.open);
		return -1;
	}
	for (size_t i = runs->cnt; i-- > 0; )
		_add_run(&s, &runs->list[i]);
	_close_rects(&s, 0, runs->list[0].t_s, 0);
	free(s.open);
	_reverse(&rects);
	_tallest_first(&rects);
	*ret_rects = rects;
	return 0;
}
