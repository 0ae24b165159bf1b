/* SPDX-License-Identifier: GPL-2.0-or-later */
/* planner_solve.c - the search, within the time and the gap that are wanted. */
#include <errno.h>
#include <string.h>

#include "contrib/sresv/co/plan/pool_nodes.h"

#define TELL_MS 1000	/* between two lines of progress */
#define REASON_STEPS 2000000	/* of each search for a reason */

static void _say_plan(const planner_t *p, const srl_progress_t *progress,
		      int64_t now)
{
	FILE *to = p->options.progress;
	long long seconds = (now - p->begin) / 1000;
	unsigned long long steps = progress->steps;

	if (progress->value > 1)
		fprintf(to, "sresv: searching for %lld s: no plan yet, %llu steps\n",
			seconds, steps);
	else
		fprintf(to, "sresv: searching for %lld s: a plan of %.6f, none below %.6f, %llu steps\n",
			seconds, progress->value, progress->bound, steps);
}

/* Each second. RET whether it is time */
static bool _tells(planner_t *p, int64_t now)
{
	if (!p->options.progress || (now - p->told < TELL_MS))
		return false;
	p->told = now;
	return true;
}

static bool _in_time(const planner_t *p, int64_t now)
{
	return !p->options.time_ms || (now - p->begin < p->options.time_ms);
}

/* RET false to stop: it takes too long, or the plan is good enough */
static bool _watch(void *arg, const srl_progress_t *progress)
{
	planner_t *p = arg;
	int64_t now = lrs_clock();

	if (_tells(p, now))
		_say_plan(p, progress, now);
	if (!_in_time(p, now))
		return false;
	if ((p->options.gap <= 0) || (progress->value > 1) ||
	    (progress->value - progress->bound > p->options.gap))
		return true;
	p->end = PLANNER_GAP;
	return false;
}

/* The same, of a search for reasons */
static bool _watch_reasons(void *arg, const srl_progress_t *progress)
{
	planner_t *p = arg;
	int64_t now = lrs_clock();

	(void) progress;
	if (_tells(p, now))
		fprintf(p->options.progress,
			"sresv: searching for %lld s: there is no plan; what is in the way?\n",
			(long long) (now - p->begin) / 1000);
	return _in_time(p, now);
}

srl_limits_t planner_limits(planner_t *p)
{
	return (srl_limits_t) {
		.steps_max = REASON_STEPS, .tell = _watch_reasons, .arg = p,
	};
}

planner_end_t planner_end(const planner_t *p)
{
	return p->end;
}

static bool _is_proven(const srl_answer_t *answer)
{
	return (answer->verdict == SRL_OPTIMAL) ||
	       (answer->verdict == SRL_NO_PLAN);
}

int planner_solve(planner_t *p, srl_answer_t *ret, size_t *ret_constraint)
{
	const srl_limits_t limits = {
		.steps_max = p->options.steps_max, .tell = _watch, .arg = p,
	};
	srl_answer_t answer;

	p->begin = p->told = lrs_clock();
	p->end = PLANNER_TIME;
	p->has_plan = false;
	if (!p->has_world) {
		errno = ENOMEM;
		return -1;
	}
	if (srl_search(p->srl, &p->world, &limits, &answer, ret_constraint))
		return -1;
	if (!answer.stopped)
		p->end = _is_proven(&answer) ? PLANNER_PROVEN : PLANNER_STARTS;
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
