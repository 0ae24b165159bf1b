/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/co/model/licenses.h"
#include "contrib/sresv/co/plan/pool_nodes.h"
#include "srl/memory.h"

/* The take of a pool, put in where it belongs if there is none; there is room. */
static take_t *_take(candidate_t *c, size_t pool)
{
	size_t at = c->also_cnt;

	while (at && (c->also[at - 1].pool > pool))
		at--;
	if (at && (c->also[at - 1].pool == pool))
		return &c->also[at - 1];
	memmove(&c->also[at + 1], &c->also[at],
		(c->also_cnt - at) * sizeof(*c->also));
	c->also_cnt++;
	c->also[at] = (take_t) { .pool = pool };
	return &c->also[at];
}

/*
 * The pools of the licenses that a candidate asks for. Those of a link or of storage are
 * what its resource gives, and may be asked for twice. RET false without memory
 */
static bool _licenses(planner_t *p, candidate_t *c)
{
	const ris_resource_t *r = &p->ris->resources[c->resource];
	const char *list = c->match.shape.licenses;
	license_t l;
	size_t cnt = 0;

	for (const char *at = list; at && license_next(&at, &l);)
		cnt++;
	c->also = srl_memory_get(p->memory, cnt + 1, sizeof(*c->also));
	if (!c->also)
		return false;
	if (r->license)
		c->amount = 0;
	while (list && license_next(&list, &l)) {
		const char *name = srl_memory_text(p->memory, l.name, l.len);
		size_t pool;

		if (!name)
			return false;
		if (r->license && !strcmp(name, r->license)) {
			c->amount += l.count;
			continue;
		}
		pool = pool_find(p, r->cluster, true, name);
		if (pool == POOL_NONE)
			return false;
		_take(c, pool)->amount += l.count;
	}
	return true;
}

int64_t candidate_takes(const candidate_t *c, size_t pool)
{
	for (size_t i = 0; i < c->also_cnt; i++)
		if (c->also[i].pool == pool)
			return c->also[i].amount;
	return (c->pool == pool) ? c->amount : 0;
}

bool candidates_append(planner_t *p, uint32_t part, size_t resource,
		       const match_t *m)
{
	size_t cnt = p->candidate_cnt;
	candidate_t *list = p->candidates;

	/* it grows by doubling */
	if (!(cnt & (cnt - 1))) {
		list = realloc(list, (cnt ? 2 * cnt : 1) * sizeof(*list));
		if (!list)
			return false;
		p->candidates = list;
	}
	list[cnt] = (candidate_t) {
		.part = part, .resource = resource, .match = *m,
		.amount = m->amount, .stale = true, .pool = POOL_NONE,
		.held = -1,
	};
	if (!_licenses(p, &list[cnt]))
		return false;
	p->candidate_cnt++;
	return true;
}

/* Write down why resources do not match a part: a line for each. */
static bool _match_part(planner_t *p, uint32_t part)
{
	size_t size;
	FILE *to = open_memstream(&p->mismatches[part], &size);
	bool ok = (to != NULL);

	for (size_t i = 0; ok && (i < p->ris->resource_cnt); i++) {
		const ris_resource_t *r = &p->ris->resources[i];
		const char *why;
		match_t m;

		if (match(&p->srl->parts[part], r, p->memory, &m, &why))
			ok = candidates_append(p, part, i, &m);
		else
			fprintf(to, "%s: %s\n", r->name, why);
	}
	return to && !fclose(to) && ok && !srl_memory_failed(p->memory);
}

bool candidates_match(planner_t *p)
{
	for (uint32_t part = 0; part < p->srl->part_cnt; part++)
		if (!_match_part(p, part))
			return false;
	return true;
}

void candidate_doubt(const planner_t *p, candidate_t *c)
{
	c->stale = !c->own && !(p->fixed & (UINT64_C(1) << c->part));
}

void candidate_forget(candidate_t *c)
{
	free(c->why);
	free(c->runs);
	c->why = NULL;
	c->runs = NULL;
	c->run_cnt = 0;
	c->asks = 0;
	c->held = -1;
}

void candidate_why(planner_t *p, candidate_t *c, const char *why)
{
	free(c->why);
	c->why = strndup(why, strcspn(why, "\n"));
	p->no_memory = p->no_memory || !c->why;
}

size_t pool_find(planner_t *p, size_t cluster, bool is_license, const char *id)
{
	pool_t *list;

	for (size_t i = 0; i < p->pool_cnt; i++)
		if ((p->pools[i].cluster == cluster) &&
		    (p->pools[i].is_license == is_license) &&
		    !strcmp(p->pools[i].id, id))
			return i;
	list = realloc(p->pools, (p->pool_cnt + 1) * sizeof(*list));
	if (list) {
		p->pools = list;
		list[p->pool_cnt] = (pool_t) {
			.cluster = cluster, .is_license = is_license,
			.id = strdup(id),
		};
	}
	if (!list || !list[p->pool_cnt].id) {
		p->no_memory = true;
		return POOL_NONE;
	}
	return p->pool_cnt++;
}

void candidates_free(planner_t *p)
{
	for (size_t i = 0; i < p->candidate_cnt; i++) {
		candidate_forget(&p->candidates[i]);
		free(p->candidates[i].denied);
	}
	for (size_t i = 0; i < p->pool_cnt; i++) {
		free(p->pools[i].id);
		pool_nodes_forget(&p->pools[i]);
		profile_free(&p->pools[i].profile);
	}
	free(p->candidates);
	free(p->pools);
}
