/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * asking.c - asks all clusters at the same time what each candidate can have.
 *
 * A cluster is greeted first: that costs nothing, tells its clock, and who does
 * not answer is not asked for a hundred probes. Then a few probes at a time are
 * on their way to it.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/co/plan/candidates.h"
#include "contrib/sresv/text/when.h"

#define ASKS_AT_ONCE 16		/* of a cluster */
#define WINDOWS_MAX 64		/* asked for a candidate with very many runs */
#define PATIENCE_MS 120000	/* for clusters that take so many requests a minute */
#define SLURM_END ((int64_t) UINT32_MAX)	/* of time, in 2106 */

/* One probe on its way. */
typedef struct {
	planner_t *p;
	candidate_t *c;
} probe_t;

static void _ask_next(planner_t *p, size_t cluster);

/* --- clusters -------------------------------------------------------------------- */

static void _warn(planner_t *p, size_t cluster, const char *why)
{
	if (p->options.err)
		fprintf(p->options.err, "sresv: cluster %s: %.*s\n",
			p->ris->clusters[cluster].name,
			(int) strcspn(why, "\n"), why);
}

/* Nothing of a cluster is a choice. */
static void _unusable(planner_t *p, size_t cluster, const char *why)
{
	for (size_t i = 0; i < p->candidate_cnt; i++) {
		candidate_t *c = &p->candidates[i];

		if (c->own ||
		    (p->ris->resources[c->resource].cluster != cluster))
			continue;
		candidate_forget(c);
		c->stale = true;
		candidate_why(p, c, why);
	}
	p->clusters[cluster].usable = false;
}

/*
 * How far is the clock of a cluster off, at least? What passed between question
 * and answer can't be told from it.
 */
static int64_t _skew(const lrs_answer_t *a)
{
	if (a->now < a->asked_at)
		return a->now - a->asked_at;
	return (a->now > a->answered_at) ? a->now - a->answered_at : 0;
}

static bool _check_clock(planner_t *p, size_t cluster, const lrs_answer_t *a)
{
	int64_t skew = _skew(a);
	bool off = (skew > PLANNER_SKEW_MAX) || (skew < -PLANNER_SKEW_MAX);
	char why[128];

	if ((skew <= PLANNER_SKEW_WARN) && (skew >= -PLANNER_SKEW_WARN))
		return true;
	snprintf(why, sizeof(why), "its clock is %lld s %s%s",
		 (long long) ((skew < 0) ? -skew : skew),
		 (skew < 0) ? "behind" : "ahead",
		 off ? ": parts would not start together" : "");
	_warn(p, cluster, why);
	if (off)
		_unusable(p, cluster, why);
	return !off;
}

/* An answer to LRS_PING. */
static void _greeted(void *arg, size_t cluster, const lrs_answer_t *a)
{
	planner_t *p = arg;
	const char *why = NULL;

	if (a->status != STATUS_DONE)
		why = a->why[0] ? a->why : "it does not answer";
	else if (a->now < 0)
		why = "it does not tell its time";
	else if (!json_is_true(json_object_get(a->body, "garq")))
		why = "it has no sched/garq";
	if (why) {
		_warn(p, cluster, why);
		_unusable(p, cluster, why);
		return;
	}
	if (!_check_clock(p, cluster, a))
		return;
	p->clusters[cluster].now = a->now;
	p->clusters[cluster].usable = true;
	for (int i = 0; i < ASKS_AT_ONCE; i++)
		_ask_next(p, cluster);
}

/* --- probes ---------------------------------------------------------------------- */

/*
 * The window of a candidate on its cluster's clock, from a start on.
 * RET false if it is over
 */
static bool _window(planner_t *p, const candidate_t *c, int64_t from,
		    lrs_shape_t *ret)
{
	const srl_part_t *part = &p->srl->parts[c->part];
	int64_t now = p->clusters[p->ris->resources[c->resource].cluster].now;
	int64_t start = (part->est > now + PLANNER_LEAD) ? part->est :
							  now + PLANNER_LEAD;
	int64_t last = part->let - part->duration;

	if (part->let == SRL_TIME_MAX)
		last = start + p->options.horizon;
	if (last > SLURM_END - part->duration)
		last = SLURM_END - part->duration;
	if (from > start)
		start = from;
	*ret = c->match.shape;
	ret->start = start;
	ret->delay = last - start;
	return ret->delay >= 0;
}

static void _answered(void *arg, size_t cluster, const lrs_answer_t *a);

/* Ask for a candidate's starts. RET false if there is nothing to be asked */
static bool _ask(planner_t *p, candidate_t *c, int64_t from)
{
	size_t cluster = p->ris->resources[c->resource].cluster;
	lrs_ask_t ask = { .op = LRS_PROBE };
	probe_t *probe;

	if (!_window(p, c, from, &ask.shape)) {
		if (!c->run_cnt)
			candidate_why(p, c, from ? "it has no room in the window" :
				      "its window is over, or too short");
		return false;
	}
	probe = malloc(sizeof(*probe));
	if (!probe) {
		p->no_memory = true;
		return false;
	}
	*probe = (probe_t) { .p = p, .c = c };
	c->asks++;
	if (!lrs_ask(p->lrs, cluster, &ask, p->options.timeout_ms, _answered,
		     probe))
		return true;
	p->no_memory = p->no_memory || (errno != EINVAL);
	candidate_why(p, c, "the request has a text that is not UTF-8");
	free(probe);
	return false;
}

/* Ask for the next stale candidate of a cluster, if there is one. */
static void _ask_next(planner_t *p, size_t cluster)
{
	cluster_t *of = &p->clusters[cluster];

	while (of->usable && (of->next < p->candidate_cnt)) {
		candidate_t *c = &p->candidates[of->next++];

		if (!c->stale ||
		    (p->ris->resources[c->resource].cluster != cluster))
			continue;
		candidate_forget(c);
		c->stale = false;
		if (_ask(p, c, 0))
			return;
	}
}

/* The window of a candidate goes on, but enough was asked. */
static void _say_cut(const planner_t *p, const candidate_t *c,
		     int64_t until)
{
	char text[WHEN_TEXT];

	if (p->options.err)
		fprintf(p->options.err, "sresv: %s: part %s is looked for before %s only: there are too many starts\n",
			p->ris->resources[c->resource].name,
			p->srl->parts[c->part].id,
			when_text((time_t) until, text));
}

/*
 * The user has asked the cluster too often: all that is not answered is asked again,
 * when the cluster says. RET false: that is too late
 */
static bool _later(planner_t *p, candidate_t *c, size_t cluster,
		   const lrs_answer_t *a)
{
	cluster_t *of = &p->clusters[cluster];
	int64_t later = lrs_clock() + a->wait * 1000;

	if (!a->wait || (later > p->patience))
		return false;
	if (!of->waited)
		_warn(p, cluster, a->why);
	of->waited = true;
	of->later = (later > of->later) ? later : of->later;
	c->stale = true;
	return true;
}

static void _answered(void *arg, size_t cluster, const lrs_answer_t *a)
{
	probe_t probe = *(probe_t *) arg;
	planner_t *p = probe.p;
	int64_t next = 0;

	free(arg);
	if (!p->clusters[cluster].usable)
		return;
	if (a->status == STATUS_SILENT) {
		_warn(p, cluster, a->why);
		_unusable(p, cluster, a->why);
		return;
	}
	if (_later(p, probe.c, cluster, a))
		return;
	candidate_read(p, probe.c, a, &next);
	if (next && (probe.c->asks >= WINDOWS_MAX)) {
		_say_cut(p, probe.c, next);
		next = 0;
	}
	if (!next || !_ask(p, probe.c, next))
		_ask_next(p, cluster);
}

/* --- rounds ---------------------------------------------------------------------- */

/* Mark the clusters that have stale candidates; all pools have to be read again. */
static void _begin(planner_t *p)
{
	p->patience = lrs_clock() + PATIENCE_MS;
	for (size_t i = 0; i < p->ris->cluster_cnt; i++) {
		p->clusters[i].todo = false;
		p->clusters[i].waited = false;
		p->clusters[i].later = 0;
	}
	for (size_t i = 0; i < p->pool_cnt; i++)
		p->pools[i].fresh = false;
	for (size_t i = 0; i < p->candidate_cnt; i++) {
		const candidate_t *c = &p->candidates[i];
		cluster_t *of = &p->clusters[p->ris->resources[c->resource]
						     .cluster];

		of->todo = of->todo || c->stale;
		of->next = 0;
	}
}

/* RET false without memory */
static bool _greet(planner_t *p, size_t cluster)
{
	static const lrs_ask_t ping = { .op = LRS_PING };

	if (!p->clusters[cluster].avoided)
		return !lrs_ask(p->lrs, cluster, &ping, p->options.timeout_ms,
				_greeted, p);
	_unusable(p, cluster, "it did not answer when it was asked to hold");
	return true;
}

/* RET when the next cluster takes requests again; 0: all do */
static int64_t _next_later(const planner_t *p)
{
	int64_t next = 0;

	for (size_t i = 0; i < p->ris->cluster_cnt; i++) {
		const cluster_t *of = &p->clusters[i];

		if (of->later && (!next || (of->later < next)))
			next = of->later;
	}
	return next;
}

/* One request at a time: the next one may be too many again. */
static bool _ask_again(planner_t *p)
{
	int64_t next = _next_later(p);

	if (!next)
		return false;
	lrs_sleep_until(next);
	for (size_t i = 0; i < p->ris->cluster_cnt; i++) {
		cluster_t *of = &p->clusters[i];

		if (!of->later || (of->later > lrs_clock()))
			continue;
		of->later = 0;
		of->next = 0;
		_ask_next(p, i);
	}
	return true;
}

int candidates_ask(planner_t *p)
{
	_begin(p);
	for (size_t i = 0; i < p->ris->cluster_cnt; i++)
		if (p->clusters[i].todo && !_greet(p, i))
			return -1;
	lrs_wait(p->lrs);
	while (_ask_again(p))
		lrs_wait(p->lrs);
	if (!p->no_memory)
		return 0;
	p->no_memory = false;
	errno = ENOMEM;
	return -1;
}
