/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/eval/stale/stale_work.h"
#include "contrib/eval/stale/stale_world.h"
#include "garq/grow.h"

#define STEPS_MAX UINT64_C(1000000000)	/* of a probe: never reached */

typedef struct {
	size_t cluster;
	lrs_ask_t ask;
	lrs_done_t done;
	void *arg;
	int64_t asked;
} open_t;

struct lrs {
	stale_world_t *world;
	open_t *open;		/* requests without an answer */
	size_t cnt, cap;
};

static stale_world_t *the_world;

/* --- time ------------------------------------------------------------------- */

int64_t lrs_clock(void)
{
	return the_world->now;
}

/* The world's time passes; nobody sleeps. */
void lrs_sleep_until(int64_t until)
{
	stale_world_pass_to(the_world, until);
}

int64_t stale_world_now(const stale_world_t *w)
{
	return w->now / 1000;
}

void stale_world_pass_to(stale_world_t *w, int64_t t)
{
	if (t <= w->now)
		return;
	w->now = t;
	for (uint32_t i = 0; i < w->cnt; i++)
		stale_cluster_pass(w->clusters[i], stale_world_now(w));
}

void stale_world_pass(stale_world_t *w, int64_t length)
{
	stale_world_pass_to(w, w->now + length);
}

/* --- probes ----------------------------------------------------------------- */

/* A garq_starts_fn, and a garq_profile_fn, that append to a JSON array. */
static bool _add_run(void *arg, time_t first, time_t last)
{
	json_array_append_new(arg, json_pack("[I, I, n]", (json_int_t) first,
					     (json_int_t) last));
	return true;
}

static bool _add_free(void *arg, time_t t_s, time_t t_e, uint32_t nodes)
{
	json_array_append_new(arg, json_pack("[I, I, I]", (json_int_t) t_s,
					     (json_int_t) t_e,
					     (json_int_t) nodes));
	return true;
}

static json_t *_probe(const garq_machine_t *m, const lrs_shape_t *shape)
{
	json_t *runs = stale_need(json_array());
	json_t *steps = stale_need(json_array());
	uint32_t nodes = garq_nodes_size(garq_machine_nodes(m));
	garq_set_t *all = stale_need(garq_set_create(nodes));
	time_t last = shape->start + shape->delay, until;
	uint64_t budget = STEPS_MAX;

	for (uint32_t i = 0; i < nodes; i++)
		garq_set_add(all, i);
	if (garq_nodes_starts(garq_machine_nodes(m), all,
			      (uint32_t) shape->nodes, shape->start, last,
			      shape->length, &budget, _add_run, runs, &until) ||
	    garq_profile(garq_machine_counts(m, 0), shape->start,
			 last + shape->length, _add_free, steps)) {
		perror("co-stale-sim: a probe");
		exit(EXIT_FAILURE);
	}
	garq_set_destroy(all);
	return stale_need(json_pack("{s:b, s:o, s:{s:s, s:i, s:o}}", "cut", 0,
				    "runs", runs, "pool", "id", "all", "nodes",
				    (int) nodes, "free", steps));
}

static json_t *_body(stale_world_t *w, const open_t *o)
{
	stale_cluster_t *c = w->clusters[o->cluster];

	if (o->ask.op != LRS_PROBE)
		return stale_need(json_pack("{s:b}", "garq", 1));
	return _probe((w->source == STALE_VIEW) ? stale_cluster_view(c) :
						  stale_cluster_now(c),
		      &o->ask.shape);
}

static void _answer(stale_world_t *w, const open_t *o)
{
	int64_t now = stale_world_now(w);
	json_t *body = _body(w, o);
	const lrs_answer_t answer = {
		.status = STATUS_DONE, .why = "", .now = now,
		.until = o->ask.shape.start + o->ask.shape.delay + 1,
		.asked = o->asked, .answered = w->now, .asked_at = now,
		.answered_at = now, .body = body,
	};

	o->done(o->arg, o->cluster, &answer);
	json_decref(body);
}

/* --- in place of lrs.c -------------------------------------------------------- */

lrs_t *stale_lrs(stale_world_t *w)
{
	lrs_t *lrs = stale_need(calloc(1, sizeof(*lrs)));

	lrs->world = w;
	return lrs;
}

void lrs_close(lrs_t *lrs)
{
	if (lrs)
		free(lrs->open);
	free(lrs);
}

int lrs_ask(lrs_t *lrs, size_t cluster, const lrs_ask_t *ask,
	    int64_t timeout_ms, lrs_done_t done, void *arg)
{
	(void) timeout_ms;
	if (GARQ_GROW(lrs->open, lrs->cnt + 1, 16, &lrs->cap))
		return -1;
	lrs->open[lrs->cnt++] = (open_t) { cluster, *ask, done, arg,
					   lrs_clock() };
	return 0;
}

/* Requests of one moment are answered together; answers may ask again. */
void lrs_wait(lrs_t *lrs)
{
	stale_world_t *w = lrs->world;

	while (lrs->cnt) {
		size_t cnt = lrs->cnt;
		open_t *open = lrs->open;

		lrs->open = NULL;
		lrs->cnt = lrs->cap = 0;
		if (w->source != STALE_AT_ONCE) {
			w->messages += cnt;
			stale_world_pass(w, w->latency);
		}
		for (size_t i = 0; i < cnt; i++)
			_answer(w, &open[i]);
		free(open);
	}
}

/* --- beginning and end ---------------------------------------------------------- */

static const char *_name(char first, uint32_t number)
{
	char text[16];

	snprintf(text, sizeof(text), "%c%u", first, number);
	return stale_need(strdup(text));
}

static void _resources(stale_world_t *w, uint32_t nodes)
{
	ris_t *ris = &w->ris;

	ris->cluster_cnt = ris->resource_cnt = w->cnt;
	ris->clusters = stale_need(calloc(w->cnt, sizeof(*ris->clusters)));
	ris->resources = stale_need(calloc(w->cnt, sizeof(*ris->resources)));
	for (uint32_t i = 0; i < w->cnt; i++) {
		const char *name = _name('c', i);

		ris->clusters[i].name = name;
		ris->resources[i] = (ris_resource_t) {
			.name = name, .site = name, .cluster = i,
			.types = 1U << SRL_COMPUTE, .nodes = nodes,
			.arch = _name('k', i % STALE_KINDS),
		};
	}
}

void stale_world_begin(stale_world_t *ret, uint32_t cnt, uint32_t nodes,
		       int64_t age, int64_t latency,
		       const stale_others_t *others)
{
	*ret = (stale_world_t) {
		.cnt = cnt, .now = STALE_BEGIN * 1000, .latency = latency,
	};
	the_world = ret;
	ret->clusters = stale_need(calloc(cnt, sizeof(*ret->clusters)));
	for (uint32_t i = 0; i < cnt; i++)
		ret->clusters[i] = stale_cluster_create(nodes, STALE_BEGIN, age,
							&others[i]);
	_resources(ret, nodes);
}

void stale_world_end(stale_world_t *w)
{
	for (uint32_t i = 0; i < w->cnt; i++) {
		stale_cluster_destroy(w->clusters[i]);
		free((char *) w->ris.resources[i].name);
		free((char *) w->ris.resources[i].arch);
	}
	free(w->ris.clusters);
	free(w->ris.resources);
	free(w->clusters);
	the_world = NULL;
}
