/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * model_lane.c - which lanes a part can use, and the links between sites.
 */
#define _GNU_SOURCE	/* qsort_r() */
#include <stdlib.h>
#include <string.h>

#include "srl/memory.h"
#include "srl/model.h"

static int _by_text(const void *a, const void *b)
{
	return strcmp(*(const char *const *) a, *(const char *const *) b);
}

static uint32_t _find_site(const char **names, size_t cnt, const char *name)
{
	const char **found = bsearch(&name, names, cnt, sizeof(*names),
				     _by_text);

	return found ? (uint32_t) (found - names) : SRL_NO_SITE;
}

/* RET the sites of all resources, ascending, each once; NULL: no memory */
static const char **_site_names(srl_model_t *model, size_t *ret_cnt)
{
	const srl_world_t *world = model->world;
	const char **names = srl_memory_get(model->memory, world->resource_cnt,
					    sizeof(*names));
	size_t cnt = 0;

	for (size_t r = 0; names && (r < world->resource_cnt); r++)
		names[r] = world->resources[r].site;
	if (!names)
		return NULL;
	qsort(names, world->resource_cnt, sizeof(*names), _by_text);
	for (size_t i = 0; i < world->resource_cnt; i++)
		if (!cnt || strcmp(names[cnt - 1], names[i]))
			names[cnt++] = names[i];
	*ret_cnt = cnt;
	return names;
}

static int _index_sites(srl_model_t *model)
{
	const srl_world_t *world = model->world;
	size_t cnt;
	const char **names = _site_names(model, &cnt);

	model->site_of = srl_memory_get(model->memory, world->resource_cnt,
					sizeof(uint32_t));
	model->ends_of = srl_memory_get(model->memory, world->resource_cnt,
					2 * sizeof(uint32_t));
	if (!names || !model->site_of || !model->ends_of)
		return -1;
	for (size_t r = 0; r < world->resource_cnt; r++) {
		const srl_resource_t *of = &world->resources[r];
		uint32_t a = SRL_NO_SITE, b = SRL_NO_SITE;

		if (of->ends[0]) {
			a = _find_site(names, cnt, of->ends[0]);
			b = _find_site(names, cnt, of->ends[1]);
		}
		model->site_of[r] = _find_site(names, cnt, of->site);
		model->ends_of[2 * r] = (a < b) ? a : b;
		model->ends_of[2 * r + 1] = (a < b) ? b : a;
	}
	return 0;
}

/* RET the text of a side, NULL if another part's resource decides */
static const char *_text_of(const srl_side_t *side, uint32_t part,
			    const srl_resource_t *r)
{
	if (side->part == SRL_NO_PART)
		return side->text;
	if (side->part != part)
		return NULL;
	return (side->metric == SRL_SITE) ? r->site :
		(side->metric == SRL_CLUSTER) ? r->cluster : r->name;
}

static bool _is_usable(const srl_model_t *model, const srl_lane_t *lane)
{
	const srl_resource_t *r = &model->world->resources[lane->resource];

	if (model->parts[lane->part].is_link &&
	    (model->ends_of[2 * lane->resource + 1] == SRL_NO_SITE))
		return false;
	if ((lane->bandwidth < model->parts[lane->part].bandwidth_least) ||
	    (lane->bandwidth > model->parts[lane->part].bandwidth_most))
		return false;
	for (size_t i = 0; i < model->late_cnt; i++) {
		const srl_constraint_t *c = model->late[i];
		const char *left = NULL, *right = NULL;

		if (c->is_text) {
			left = _text_of(&c->left, lane->part, r);
			right = _text_of(&c->right, lane->part, r);
		}
		if (left && right &&
		    (!strcmp(left, right) != (c->op == SRL_EQ)))
			return false;
	}
	return true;
}

static uint64_t _ends_key(const srl_model_t *model, uint32_t lane)
{
	const uint32_t *ends =
		&model->ends_of[2 * model->world->lanes[lane].resource];

	return ((uint64_t) ends[0] << 32) | ends[1];
}

static int _by_ends(const void *a, const void *b, void *arg)
{
	const srl_model_t *model = arg;
	uint64_t x = _ends_key(model, *(const uint32_t *) a);
	uint64_t y = _ends_key(model, *(const uint32_t *) b);

	return (x > y) - (x < y);
}

static int _list_lanes(srl_model_t *model)
{
	const srl_world_t *world = model->world;
	size_t cnt[SRL_PARTS_MAX] = { 0 };

	for (size_t l = 0; l < world->lane_cnt; l++)
		cnt[world->lanes[l].part]++;
	for (size_t p = 0; p < model->srl->part_cnt; p++) {
		model->parts[p].lanes = srl_memory_get(model->memory, cnt[p],
						       sizeof(uint32_t));
		if (!model->parts[p].lanes)
			return -1;
	}
	for (uint32_t l = 0; l < world->lane_cnt; l++) {
		srl_model_part_t *part = &model->parts[world->lanes[l].part];

		if (_is_usable(model, &world->lanes[l]))
			((uint32_t *) part->lanes)[part->lane_cnt++] = l;
	}
	return 0;
}

extern int srl_model_lanes(srl_model_t *model)
{
	if (_index_sites(model) < 0)
		return -1;
	for (size_t p = 0; p < model->srl->part_cnt; p++)
		model->parts[p].is_link =
			model->srl->parts[p].from != SRL_NO_PART;
	if (_list_lanes(model) < 0)
		return -1;
	for (size_t p = 0; p < model->srl->part_cnt; p++) {
		srl_model_part_t *part = &model->parts[p];

		if (part->is_link)
			qsort_r((uint32_t *) part->lanes, part->lane_cnt,
				sizeof(uint32_t), _by_ends, model);
	}
	return 0;
}

extern size_t srl_lane_after(const srl_lane_t *lane, int64_t begin)
{
	size_t lo = 0, hi = lane->run_cnt;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (lane->runs[mid].first <= begin)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

extern size_t srl_lane_find(const srl_lane_t *lane, int64_t begin)
{
	size_t after = srl_lane_after(lane, begin);

	if (after && (lane->runs[after - 1].last >= begin))
		return after - 1;
	return lane->run_cnt;
}

extern size_t srl_link_lanes(const srl_model_t *model, uint32_t part,
			     uint32_t a, uint32_t b, size_t *ret_first)
{
	const srl_model_part_t *of = &model->parts[part];
	uint64_t key = (a < b) ? ((uint64_t) a << 32) | b :
		((uint64_t) b << 32) | a;
	size_t lo = 0, hi = of->lane_cnt;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (_ends_key(model, of->lanes[mid]) < key)
			lo = mid + 1;
		else
			hi = mid;
	}
	*ret_first = lo;
	while ((lo < of->lane_cnt) && (_ends_key(model, of->lanes[lo]) == key))
		lo++;
	return lo;
}
