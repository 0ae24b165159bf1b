/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * runs.c - the paper's find_consecutive_slot(): runs of seconds with the same
 * number of free nodes.
 */
#include <stdlib.h>

#include "garq/grow.h"
#include "osp/osp_private.h"

#define RUNS_FIRST 64

struct walk {
	struct osp_runs runs;
	bool failed;
};

/* A garq_profile_fn: append a run, or extend the last run of equal level. */
static bool _add_run(void *arg, time_t t_s, time_t t_e, uint32_t num_free)
{
	struct walk *w = arg;
	struct osp_runs *r = &w->runs;

	if (r->cnt && (r->list[r->cnt - 1].num_free == num_free)) {
		r->list[r->cnt - 1].t_e = t_e;
		return true;
	}
	w->failed = GARQ_GROW(r->list, r->cnt + 1, RUNS_FIRST, &r->cap) < 0;
	if (w->failed)
		return false;
	r->list[r->cnt++] = (struct osp_run) { t_s, t_e, num_free };
	return true;
}

/* The first step is a day; later steps double while there are few runs. */
static time_t _next_step(const struct walk *w, time_t step, size_t max)
{
	return (w->runs.cnt < max / 8) ? 2 * step : step;
}

extern int osp_runs(const osp_space_t *space, time_t t_s, time_t t_e,
		    size_t max, struct osp_runs *ret_runs)
{
	time_t step = (max < SIZE_MAX) ? OSP_STEP : GARQ_FOREVER, end;
	struct walk w = { .failed = false };

	for (; (t_s < t_e) && (w.runs.cnt < max) && !w.failed; t_s = end) {
		end = garq_sooner(t_s + step, t_e);
		if (space->profile(space->arg, t_s, end, _add_run, &w) < 0)
			w.failed = true;
		step = _next_step(&w, step, max);
	}
	if (w.failed) {
		osp_runs_free(&w.runs);
		return -1;
	}
	*ret_runs = w.runs;
	return 0;
}

extern void osp_runs_free(struct osp_runs *runs)
{
	free(runs->list);
	*runs = (struct osp_runs) { .list = NULL };
}
