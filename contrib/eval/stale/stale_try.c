/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/eval/stale/stale_try.h"

static void _violation(const stale_try_t *t, uint32_t part, const char *what)
{
	fprintf(stderr, "co-stale-sim: at %lld, part %u: %s\n",
		(long long) stale_world_now(t->world), part, what);
	exit(EXIT_FAILURE);
}

/* --- parts ------------------------------------------------------------------- */

bool stale_take(stale_try_t *t, uint32_t part, uint32_t cluster, int64_t start)
{
	stale_part_t *p = &t->parts[part];

	if (p->booking)
		_violation(t, part, "has a place already");
	t->world->messages++;
	*p = (stale_part_t) {
		.cluster = cluster, .start = start, .since = t->world->now,
		.until = INT64_MAX,
		.booking = stale_cluster_book(t->world->clusters[cluster],
					      start, t->ask->length[part],
					      t->ask->nodes[part]),
	};
	t->out.denials += !p->booking;
	return p->booking;
}

void stale_expire(stale_try_t *t, uint32_t part)
{
	stale_part_t *p = &t->parts[part];
	double nodes = t->ask->nodes[part];

	if (!stale_cluster_drop(t->world->clusters[p->cluster], p->booking))
		_violation(t, part, "has ended before it was given back");
	t->out.vain += nodes * (double) t->ask->length[part];
	t->out.kept += nodes * (double) (t->world->now - p->since) / 1000;
	p->booking = 0;
}

bool stale_give_back(stale_try_t *t, uint32_t part)
{
	t->world->messages++;
	if (!t->parts[part].booking)
		return false;
	stale_expire(t, part);
	return true;
}

void stale_give_all_back(stale_try_t *t)
{
	int64_t half = t->world->latency / 2;
	bool any = false;

	for (uint32_t i = 0; i < STALE_KINDS; i++)
		any = any || t->parts[i].booking;
	if (!any)
		return;
	stale_world_pass(t->world, half);
	for (uint32_t i = 0; i < STALE_KINDS; i++)
		if (t->parts[i].booking)
			stale_give_back(t, i);
	stale_world_pass(t->world, t->world->latency - half);
}

/* --- plans -------------------------------------------------------------------- */

planner_t *stale_planner(stale_try_t *t, lrs_t **ret_lrs)
{
	static const planner_options_t options = {
		.timeout_ms = LRS_TIMEOUT_MS, .horizon = PLANNER_HORIZON,
	};

	*ret_lrs = stale_lrs(t->world);
	return stale_need(planner_open(t->srl, &t->world->ris, *ret_lrs,
				       &options));
}

bool stale_plan(stale_try_t *t, planner_t *planner, stale_source_t source)
{
	srl_answer_t answer;
	size_t constraint;

	t->world->source = source;
	if (planner_probe(planner) ||
	    planner_solve(planner, &answer, &constraint)) {
		perror("co-stale-sim: a plan");
		exit(EXIT_FAILURE);
	}
	return answer.verdict == SRL_OPTIMAL;
}

static srl_t *_read(const stale_ask_t *ask)
{
	const srl_reader_t reader = { .now = ask->come };
	char *text = stale_srl(ask);
	srl_errors_t errors;
	srl_t *srl = srl_read(text, strlen(text), &reader, &errors);

	free(text);
	if (!srl || (srl->part_cnt != STALE_KINDS)) {
		fprintf(stderr, "co-stale-sim: the request can't be read\n");
		exit(EXIT_FAILURE);
	}
	return srl;
}

int64_t stale_best(stale_world_t *w, const stale_ask_t *ask)
{
	stale_try_t t = { .world = w, .ask = ask, .srl = _read(ask) };
	int64_t begin = -1;
	planner_place_t place;
	lrs_t *lrs;
	planner_t *planner = stale_planner(&t, &lrs);

	if (stale_plan(&t, planner, STALE_AT_ONCE) &&
	    planner_place(planner, 0, &place))
		begin = place.shape.start;
	planner_close(planner);
	lrs_close(lrs);
	srl_destroy(t.srl);
	return begin;
}

/* --- all or nothing ------------------------------------------------------------ */

static void _audit_part(const stale_try_t *t, uint32_t i)
{
	const stale_part_t *p = &t->parts[i];

	if (!t->out.booked) {
		if (p->booking)
			_violation(t, i, "is left behind");
		return;
	}
	if (!p->booking ||
	    !stale_cluster_holds(t->world->clusters[p->cluster], p->booking))
		_violation(t, i, "has not the nodes that it was given");
	if ((p->cluster % STALE_KINDS != i) || (p->until != INT64_MAX) ||
	    (p->start != t->parts[0].start + t->ask->later[i]))
		_violation(t, i, "is not where or when it was to be");
	if ((p->start < t->ask->come + STALE_LEAD) ||
	    (p->start + t->ask->length[i] >
	     t->ask->come + STALE_LEAD + STALE_WINDOW))
		_violation(t, i, "is outside of its window");
}

stale_outcome_t stale_run(stale_world_t *w, const stale_ask_t *ask,
			  const stale_rules_t *rules, stale_method_t *method)
{
	stale_try_t t = { .world = w, .ask = ask, .rules = rules,
			  .srl = _read(ask) };
	uint64_t messages = w->messages;
	int64_t begun = w->now;

	method(&t);
	for (uint32_t i = 0; i < STALE_KINDS; i++)
		_audit_part(&t, i);
	t.out.begin = t.parts[0].start;
	t.out.messages = w->messages - messages;
	t.out.took = w->now - begun;
	srl_destroy(t.srl);
	return t.out;
}
