/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include <string.h>

#include "plugin/booking/request/units.h"
#include "plugin/memory/memory.h"

cores_t cores_all(uint32_t cnt, uint64_t gpus)
{
	cores_t cores = { .gpus = gpus };

	for (uint32_t w = 0; w < cnt / 64; w++)
		cores.word[w] = UINT64_MAX;
	if (cnt % 64)
		cores.word[cnt / 64] = (UINT64_C(1) << (cnt % 64)) - 1;
	return cores;
}

uint32_t cores_count(const cores_t *cores)
{
	uint32_t cnt = 0;

	for (uint32_t w = 0; w < UNITS_WORDS; w++)
		if (cores->word[w])	/* mostly it is not: a call less */
			cnt += (uint32_t) __builtin_popcountll(cores->word[w]);
	return cnt;
}

uint32_t cores_gpus(const cores_t *cores)
{
	return (uint32_t) __builtin_popcountll(cores->gpus);
}

bool cores_none(const cores_t *cores)
{
	for (uint32_t w = 0; w < UNITS_WORDS; w++)
		if (cores->word[w])
			return false;
	return !cores->gpus;
}

bool cores_suffice(const cores_t *cores, const want_t *want)
{
	return (cores_count(cores) >= want->cores) &&
	       (cores_gpus(cores) >= want->gpus);
}

want_t cores_want(const cores_t *cores)
{
	return (want_t) { cores_count(cores), cores_gpus(cores) };
}

bool cores_meet(const cores_t *a, const cores_t *b)
{
	if (a->gpus & b->gpus)
		return true;
	for (uint32_t w = 0; w < UNITS_WORDS; w++)
		if (a->word[w] & b->word[w])
			return true;
	return false;
}

bool cores_equal(const cores_t *a, const cores_t *b)
{
	return !memcmp(a, b, sizeof(*a));
}

void cores_del_all(cores_t *cores, const cores_t *others)
{
	cores->gpus &= ~others->gpus;
	for (uint32_t w = 0; w < UNITS_WORDS; w++)
		cores->word[w] &= ~others->word[w];
}

void cores_add_all(cores_t *cores, const cores_t *others)
{
	cores->gpus |= others->gpus;
	for (uint32_t w = 0; w < UNITS_WORDS; w++)
		cores->word[w] |= others->word[w];
}

/* The lowest bits of a word. IN/OUT cnt - the number that is missing */
static uint64_t _lowest(uint64_t word, uint32_t *cnt)
{
	uint64_t rest = word;

	for (; rest && *cnt; --*cnt)
		rest &= rest - 1;
	return word & ~rest;
}

cores_t cores_first(const cores_t *cores, want_t want)
{
	cores_t first;

	for (uint32_t w = 0; w < UNITS_WORDS; w++)
		first.word[w] = _lowest(cores->word[w], &want.cores);
	first.gpus = _lowest(cores->gpus, &want.gpus);
	return first;
}

units_t units_copy(const units_t *units)
{
	units_t copy = { .cnt = units->cnt };

	if (copy.cnt)
		copy.list = memory_copy(units->list, copy.cnt,
					sizeof(*copy.list));
	copy.type = memory_text(units->type);
	return copy;
}

void units_free(units_t *units)
{
	free(units->list);
	free(units->type);
	*units = (units_t) { .cnt = 0 };
}

bool units_equal(const units_t *a, const units_t *b)
{
	bool equal = (a->cnt == b->cnt) && !strcmp(a->type ? a->type : "",
						   b->type ? b->type : "");

	for (uint32_t i = 0; equal && (i < a->cnt); i++)
		equal = (a->list[i].node == b->list[i].node) &&
			cores_equal(&a->list[i].cores, &b->list[i].cores);
	return equal;
}

/* RET the place of a node, or that at which it would be */
static uint32_t _place_of(const units_t *units, uint32_t node)
{
	uint32_t from = 0, to = units->cnt;

	while (from < to) {
		uint32_t half = from + ((to - from) / 2);

		if (units->list[half].node < node)
			from = half + 1;
		else
			to = half;
	}
	return from;
}

static bool _is_at(const units_t *units, uint32_t at, uint32_t node)
{
	return (at < units->cnt) && (units->list[at].node == node);
}

void units_set(units_t *units, uint32_t node, const cores_t *cores)
{
	uint32_t at = _place_of(units, node);
	bool none = cores_none(cores);
	unit_t *u;

	if (!_is_at(units, at, node) && !none) {
		units->list = memory_grow(units->list, units->cnt + 1,
					  sizeof(*units->list));
		u = &units->list[at];
		memmove(u + 1, u, (units->cnt++ - at) * sizeof(*u));
		u->node = node;
	}
	if (!_is_at(units, at, node))
		return;
	u = &units->list[at];
	u->cores = *cores;
	if (none)
		memmove(u, u + 1, (--units->cnt - at) * sizeof(*u));
}

const cores_t *units_on(const units_t *units, uint32_t node)
{
	uint32_t at = _place_of(units, node);

	return _is_at(units, at, node) ? &units->list[at].cores : NULL;
}

uint64_t units_count(const units_t *units)
{
	uint64_t cnt = 0;

	for (uint32_t i = 0; i < units->cnt; i++)
		cnt += cores_count(&units->list[i].cores);
	return cnt;
}

uint64_t units_gpus(const units_t *units)
{
	uint64_t cnt = 0;

	for (uint32_t i = 0; i < units->cnt; i++)
		cnt += cores_gpus(&units->list[i].cores);
	return cnt;
}

bool units_cross(const units_t *a, const units_t *b)
{
	for (uint32_t i = 0; i < a->cnt; i++) {
		const cores_t *cores = units_on(b, a->list[i].node);

		if (cores && cores_meet(cores, &a->list[i].cores))
			return true;
	}
	return !a->cnt || !b->cnt;
}

void units_keep(units_t *units, const garq_set_t *nodes)
{
	uint32_t cnt = 0;

	for (uint32_t i = 0; i < units->cnt; i++)
		if (garq_set_test(nodes, units->list[i].node))
			units->list[cnt++] = units->list[i];
	units->cnt = cnt;
	if (!cnt)
		units_free(units);
}
