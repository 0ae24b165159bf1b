/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * reading.c - what a probe has found for a candidate.
 *
 * A child is another program, maybe on another host: nothing that it says is
 * taken for granted.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/co/plan/pool_nodes.h"
#include "srl/memory.h"

#define RUNS_MAX 1000000	/* of a candidate */

static const char no_sense[] = "its answer to a probe is not as it should be";

static bool _number(const json_t *from, size_t i, int64_t *ret)
{
	const json_t *value = json_array_get(from, i);

	if (!json_is_integer(value))
		return false;
	*ret = json_integer_value(value);
	return true;
}

/* --- starts -------------------------------------------------------------------- */

/* The price of the resource file goes before that of the controller. */
static double _cost(const planner_t *p, const candidate_t *c,
		    const json_t *told)
{
	const ris_resource_t *r = &p->ris->resources[c->resource];

	if (r->has_price)
		return r->price * (double) c->match.amount *
			(double) c->match.shape.length;
	return json_is_number(told) ? json_number_value(told) : 0;
}

static bool _run(const planner_t *p, const candidate_t *c, const json_t *from,
		 srl_run_t *ret)
{
	const srl_run_t *before = c->run_cnt ? &c->runs[c->run_cnt - 1] : NULL;

	if (!_number(from, 0, &ret->first) || !_number(from, 1, &ret->last))
		return false;
	ret->cost = _cost(p, c, json_array_get(from, 2));
	return (ret->first >= 0) && (ret->first <= ret->last) &&
	       (ret->last <= SRL_TIME_MAX) &&
	       (!before || (before->last < ret->first)) &&
	       (ret->cost >= -SRL_AMOUNT_MAX) && (ret->cost <= SRL_AMOUNT_MAX);
}

/* Append runs, since an answer may be the second part of an answer that was cut. */
static bool _runs(planner_t *p, candidate_t *c, const json_t *from)
{
	size_t more = json_array_size(from);
	srl_run_t *list;

	if (!json_is_array(from) || (c->run_cnt + more > RUNS_MAX))
		return false;
	list = realloc(c->runs, (c->run_cnt + more + 1) * sizeof(*list));
	if (!list) {
		p->no_memory = true;
		return true;
	}
	c->runs = list;
	for (size_t i = 0; i < more; i++) {
		srl_run_t run;

		if (!_run(p, c, json_array_get(from, i), &run))
			return false;
		list[c->run_cnt++] = run;
	}
	return true;
}

/* --- pools --------------------------------------------------------------------- */

/* Which parts are held on the cluster of a pool, as bits? */
static uint64_t _held_on(const planner_t *p, size_t cluster)
{
	uint64_t held = 0;

	for (uint32_t i = 0; i < p->srl->part_cnt; i++) {
		const held_t *h = &p->held[i];

		if ((h->candidate != SIZE_MAX) &&
		    (p->ris->resources[p->candidates[h->candidate].resource]
			     .cluster == cluster))
			held |= UINT64_C(1) << i;
	}
	return held;
}

static int _by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *) a, *(char *const *) b);
}

/* A pool of one id has the same nodes for ever. Without names it is alone. */
static void _names(planner_t *p, pool_t *pool, const json_t *from)
{
	size_t cnt = json_array_size(from), i;
	json_t *one;
	char **list;

	if (pool->names || !cnt)
		return;
	list = srl_memory_get(p->memory, cnt, sizeof(*list));
	p->no_memory = p->no_memory || !list;
	json_array_foreach(from, i, one) {
		const char *name = json_string_value(one);

		if (!list || !name)
			return;
		list[i] = srl_memory_text(p->memory, name, strlen(name));
		if (!list[i]) {
			p->no_memory = true;
			return;
		}
	}
	qsort(list, cnt, sizeof(*list), _by_name);
	for (i = 1; i < cnt; i++)
		if (!strcmp(list[i - 1], list[i]))
			return;
	pool->names = list;
	pool->name_cnt = cnt;
}

/* IN spans - [[from, to, amount], ...] */
static bool _profile(planner_t *p, size_t pool, const json_t *spans)
{
	size_t cnt = json_array_size(spans);
	span_t *list = malloc((cnt + 1) * sizeof(*list));
	pool_t *to = &p->pools[pool];
	bool ok = json_is_array(spans);

	for (size_t i = 0; list && ok && (i < cnt); i++) {
		const json_t *one = json_array_get(spans, i);

		ok = _number(one, 0, &list[i].from) &&
		     _number(one, 1, &list[i].to) &&
		     _number(one, 2, &list[i].free) &&
		     (list[i].free <= (int64_t) SRL_AMOUNT_MAX);
	}
	if (list && ok && !to->fresh) {
		profile_free(&to->profile);
		pool_nodes_forget(to);
		to->fresh = true;
		to->held = _held_on(p, to->cluster);
	}
	if (list && ok && profile_merge(&to->profile, list, cnt)) {
		ok = (errno != EBADMSG);
		p->no_memory = p->no_memory || ok;
	}
	p->no_memory = p->no_memory || !list;
	free(list);
	return ok;
}

/* The nodes that a candidate takes from. */
static bool _node_pool(planner_t *p, candidate_t *c, const json_t *from)
{
	const char *id = json_string_value(json_object_get(from, "id"));

	if (!c->match.amount) {
		c->pool = POOL_FREE;
		return true;
	}
	if (!id) {
		c->pool = POOL_NONE;
		return !from;
	}
	c->pool = pool_find(p, p->ris->resources[c->resource].cluster, false,
			    id);
	if (c->pool == POOL_NONE)
		return true;
	_names(p, &p->pools[c->pool], json_object_get(from, "names"));
	if (!_profile(p, c->pool, json_object_get(from, "free")))
		return false;
	pool_nodes_read(p, &p->pools[c->pool], from);
	return true;
}

/* RET the pool of a license that a candidate takes, made if need be; or POOL_NONE */
static size_t _license_pool(planner_t *p, candidate_t *c, const char *name)
{
	const ris_resource_t *r = &p->ris->resources[c->resource];

	if (r->license && !strcmp(name, r->license)) {
		c->pool = pool_find(p, r->cluster, true, name);
		return c->pool;
	}
	for (size_t i = 0; i < c->also_cnt; i++)
		if (!strcmp(name, p->pools[c->also[i].pool].id))
			return c->also[i].pool;
	return POOL_NONE;
}

/*
 * The licenses of a link or of storage, which are the candidate's pool, and the licenses
 * that it takes beside. A license that the cluster does not tell of is shared by nobody.
 */
static bool _licenses(planner_t *p, candidate_t *c, const json_t *from)
{
	const json_t *one;
	size_t i;

	json_array_foreach(from, i, one) {
		const char *name = json_string_value(json_object_get(one,
								     "name"));
		size_t pool = name ? _license_pool(p, c, name) : POOL_NONE;

		if ((pool != POOL_NONE) && !_profile(p, pool, json_object_get(one, "left")))
			return false;
	}
	return true;
}

/* --- the answer ------------------------------------------------------------------ */

static bool _read(planner_t *p, candidate_t *c, const json_t *body)
{
	const held_t *h = &p->held[c->part];

	if ((h->candidate != SIZE_MAX) && (&p->candidates[h->candidate] == c)) {
		c->held = h->begin;
		c->held_cost = h->cost;
	}
	c->pool = POOL_NONE;
	return _runs(p, c, json_object_get(body, "runs")) &&
	       (p->ris->resources[c->resource].license ||
		_node_pool(p, c, json_object_get(body, "pool"))) &&
	       _licenses(p, c, json_object_get(body, "licenses"));
}

void candidate_read(planner_t *p, candidate_t *c, const lrs_answer_t *answer,
		    int64_t *ret_next)
{
	bool more = json_is_true(json_object_get(answer->body, "cut"));

	*ret_next = 0;
	if (answer->status != STATUS_DONE) {
		if (!c->run_cnt)
			candidate_why(p, c, answer->why[0] ? answer->why :
				      "it is refused without a reason");
		return;
	}
	if (!_read(p, c, answer->body)) {
		candidate_forget(c);
		candidate_why(p, c, no_sense);
		return;
	}
	if (more && (answer->until > 0))
		*ret_next = answer->until;
	else if (!c->run_cnt && (c->held < 0))
		candidate_why(p, c, "it has no room in the window");
}
