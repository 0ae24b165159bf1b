/* SPDX-License-Identifier: GPL-2.0-or-later */
/* units.c - see units.h */

#include <stdlib.h>
#include <string.h>

#include "plugin/booking/request/units.h"
#include "plugin/memory/memory.h"

cores_t cores_all(uint32_t cnt)
{
	cores_t cores = { { 0 } };

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
		cnt += (uint32_t) __builtin_popcountll(cores->word[w]);
	return cnt;
}

bool cores_meet(const cores_t *a, const cores_t *b)
{
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
	for (uint32_t w = 0; w < UNITS_WORDS; w++)
		cores->word[w] &= ~others->word[w];
}

void cores_add_all(cores_t *cores, const cores_t *others)
{
	for (uint32_t w = 0; w < UNITS_WORDS; w++)
		cores->word[w] |= others->word[w];
}

cores_t cores_first(const cores_t *cores, uint32_t cnt)
{
	cores_t first = { { 0 } };

	for (uint32_t i = 0; cnt && (i < UNITS_CORES); i++)
		if (cores_test(cores, i)) {
			cores_add(&first, i);
			cnt--;
		}
	return first;
}

units_t units_copy(const units_t *units)
{
	units_t copy = { .cnt = units->cnt };

	if (copy.cnt)
		copy.list = memory_copy(units->list, copy.cnt,
					sizeof(*copy.list));
	return copy;
}

void units_free(units_t *units)
{
	free(units->list);
	*units = (units_t) { .cnt = 0 };
}

bool units_equal(const units_t *a, const units_t *b)
{
	bool equal = a->cnt == b->cnt;

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
	uint32_t at = _place_of(units, node), cnt = cores_count(cores);
	unit_t *u;

	if (!_is_at(units, at, node) && cnt) {
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
	if (!cnt)
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
}
