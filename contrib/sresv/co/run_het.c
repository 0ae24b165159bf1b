/* SPDX-License-Identifier: GPL-2.0-or-later */
/* run_het.c - which parts have one heterogeneous job: see run.h */
#include <stdio.h>
#include <string.h>

#include "contrib/sresv/co/run.h"
#include "contrib/sresv/co/verbs.h"

/* One --het, and the parts that it has named so far. */
typedef struct {
	const run_host_t *host;
	const char *list;
	run_component_t *all;
	uint32_t first;
	uint32_t cnt;
} het_t;

static bool _bad(const het_t *h, const char *what)
{
	co_bad(h->host->args->err, "co run: --het=%s: %s", h->list, what);
	return false;
}

/* RET the part with this name, or part_cnt: none of its parts with nodes has it */
static uint32_t _part(const run_host_t *host, const char *name, size_t len)
{
	uint32_t i = 0;

	for (; i < host->co->part_cnt; i++) {
		const journal_place_t *place = run_place_of(host->co, i);

		if (place && (strlen(place->id) == len) &&
		    !strncmp(place->id, name, len))
			break;
	}
	return i;
}

static bool _has_script(const run_host_t *host, const char *part)
{
	size_t len = strlen(part);

	for (size_t i = 0; i < host->args->script_cnt; i++) {
		const char *word = host->args->scripts[i];

		if (!strncmp(word, part, len) && (word[len] == '='))
			return true;
	}
	return false;
}

/* Slurm starts all components at once, on one cluster, by the script of the first. */
static bool _check(const het_t *h, uint32_t part)
{
	const journal_place_t *first = run_place_of(h->host->co, h->first);
	const journal_place_t *place = run_place_of(h->host->co, part);
	char why[400];

	if (h->all[part].cnt)
		snprintf(why, sizeof(why), "part %s is named twice", place->id);
	else if (strcmp(first->cluster.name, place->cluster.name))
		snprintf(why, sizeof(why), "part %s is on cluster %s, and %s on %s: a heterogeneous job is on one cluster",
			 first->id, first->cluster.name, place->id,
			 place->cluster.name);
	else if (first->shape.start != place->shape.start)
		snprintf(why, sizeof(why), "parts %s and %s do not begin together, and a heterogeneous job begins in all at once",
			 first->id, place->id);
	else if ((part != h->first) && _has_script(h->host, place->id))
		snprintf(why, sizeof(why), "part %s has no script of its own: that of %s, the first, is the script of the job",
			 place->id, first->id);
	else
		return true;
	return _bad(h, why);
}

static bool _add(het_t *h, const char *name, size_t len)
{
	uint32_t part = _part(h->host, name, len);
	char why[200];

	if (part == h->host->co->part_cnt) {
		snprintf(why, sizeof(why), "%s has no part %.*s with nodes",
			 h->host->co->id, (int) ((len < 100) ? len : 100), name);
		return _bad(h, why);
	}
	if (!h->cnt)
		h->first = part;
	if (!_check(h, part))
		return false;
	h->all[part] = (run_component_t) { .first = h->first,
					   .offset = h->cnt++, .cnt = 1 };
	return true;
}

static bool _read(het_t *h)
{
	const char *at = h->list;

	for (bool more = true; more;) {
		size_t len = strcspn(at, ",");

		if (!_add(h, at, len))
			return false;
		at += len;
		more = (*at == ',');
		at += more;
	}
	if (h->cnt < 2)
		return _bad(h, "it takes two parts or more: --het=PART,PART");
	for (uint32_t i = 0; i < h->host->co->part_cnt; i++)
		if (h->all[i].cnt && (h->all[i].first == h->first))
			h->all[i].cnt = h->cnt;
	return true;
}

bool run_components(const run_host_t *host, run_component_t *ret)
{
	for (uint32_t i = 0; i < host->co->part_cnt; i++)
		ret[i] = (run_component_t) { .first = i };
	for (size_t i = 0; i < host->args->het_cnt; i++) {
		het_t h = { .host = host, .list = host->args->hets[i],
			    .all = ret };

		if (!_read(&h))
			return false;
	}
	return true;
}
