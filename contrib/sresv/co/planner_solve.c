/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * planner_solve.c - the search, within the time and the gap that are wanted.
 */
#include <errno.h>
#include <string.h>

#include "contrib/sresv/co/pool_nodes.h"

#define TELL_MS 1000	/* between two lines of progress */

typedef struct {
	const planner_options_t *options;
	int64_t begin, told;	/* lrs_clock() */
} watch_t;

static void _tell(watch_t *w, const srl_progress_t *progress, int64_t now)
{
	FILE *to = w->options->progress;

	w->told = now;
	if (progress->value > 1)
		fprintf(to, "sresv: searching for %lld s: no plan yet, %llu steps\n",
			(long long) (now - w->begin) / 1000,
			(unsigned long long) progress->steps);
	else
		fprintf(to, "sresv: searching for %lld s: a plan of %.6f, none below %.6f, %llu steps\n",
			(long long) (now - w->begin) / 1000, progress->value,
			progress->bound, (unsigned long long) progress->steps);
}

/* RET false to stop: it takes too long, or the plan is good enough */
static bool _watch(void *arg, const srl_progress_t *progress)
{
	watch_t *w = arg;
	const planner_options_t *o = w->options;
	int64_t now = lrs_clock();

	if (o->progress && (now - w->told >= TELL_MS))
		_tell(w, progress, now);
	if (o->time_ms && (now - w->begin >= o->time_ms))
		return false;
	return (o->gap <= 0) || (progress->value > 1) ||
	       (progress->value - progress->bound > o->gap);
}

int planner_solve(planner_t *p, srl_answer_t *ret, size_t *ret_constraint)
{
	watch_t w = { .options = &p->options, .begin = lrs_clock() };
	const srl_limits_t limits = {
		.steps_max = p->options.steps_max, .tell = _watch, .arg = &w,
	};
	srl_answer_t answer;

	w.told = w.begin;
	p->has_plan = false;
	if (!p->has_world) {
		errno = ENOMEM;
		return -1;
	}
	if (srl_search(p->srl, &p->world, &limits, &answer, ret_constraint))
		return -1;
	p->has_plan = (answer.verdict == SRL_OPTIMAL) ||
		      (answer.verdict == SRL_STOPPED);
	if (p->has_plan)
		memcpy(p->plan, answer.places, sizeof(p->plan));
	if (p->has_plan && p->names_nodes && !plan_nodes(p, p->lists)) {
		p->has_plan = false;
		errno = ENOMEM;
		return -1;
	}
	*ret = answer;
	return 0;
}
