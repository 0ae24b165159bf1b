/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * moments.c - a set of seconds: an open hash table.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "srl/moments.h"

#define SIZE_LEAST 1024

static size_t _find_slot(const srl_moments_t *m, int64_t second)
{
	uint64_t hash = (uint64_t) second * UINT64_C(0x9e3779b97f4a7c15);
	size_t at = (size_t) (hash >> 32) & (m->size - 1);

	while ((m->table[at] != INT64_MIN) && (m->table[at] != second))
		at = (at + 1) & (m->size - 1);
	return at;
}

static int _grow_table(srl_moments_t *m)
{
	size_t size = m->size ? 2 * m->size : SIZE_LEAST;
	srl_moments_t larger = { reallocarray(NULL, size, sizeof(int64_t)),
				 size, m->cnt };

	if (!larger.table) {
		errno = ENOMEM;
		return -1;
	}
	for (size_t i = 0; i < size; i++)
		larger.table[i] = INT64_MIN;
	for (size_t i = 0; i < m->size; i++)
		if (m->table[i] != INT64_MIN)
			larger.table[_find_slot(&larger, m->table[i])] =
				m->table[i];
	free(m->table);
	*m = larger;
	return 0;
}

extern int srl_moments_add(srl_moments_t *m, int64_t second)
{
	size_t at;

	if ((2 * m->cnt >= m->size) && (_grow_table(m) < 0))
		return -1;
	at = _find_slot(m, second);
	if (m->table[at] == second)
		return 0;
	m->table[at] = second;
	m->cnt++;
	return 1;
}

/* Two runs that follow each other, each ascending, from the first end to the second. */
static void _merge_runs(const int64_t *from, size_t middle, size_t end,
			int64_t *to)
{
	size_t a = 0, b = middle;

	for (size_t i = 0; i < end; i++)
		to[i] = ((b == end) || ((a < middle) && (from[a] < from[b]))) ?
			from[a++] : from[b++];
}

/*
 * Runs of 1, 2, 4, ... are merged, there and back, so that each pass can be
 * stopped.
 * RET which of the two is sorted; NULL: stopped
 */
static int64_t *_sort_list(int64_t *list, int64_t *other, size_t cnt,
			   srl_meter_t *meter)
{
	for (size_t width = 1; width < cnt; width *= 2) {
		int64_t *swap = list;

		for (size_t i = 0; i < cnt; i += 2 * width) {
			size_t left = cnt - i;
			size_t end = (left < 2 * width) ? left : 2 * width;

			if (!srl_work(meter, end))
				return NULL;
			_merge_runs(list + i, (left < width) ? left : width,
				    end, other + i);
		}
		list = other;
		other = swap;
	}
	return list;
}

/* The seconds of the table to its begin. RET their number */
static size_t _pack_table(srl_moments_t *m)
{
	size_t cnt = 0;

	for (size_t i = 0; i < m->size; i++)
		if (m->table[i] != INT64_MIN)
			m->table[cnt++] = m->table[i];
	return cnt;
}

/*
 * The table is at least twice as large as its content: its end is room to sort.
 */
extern int64_t *srl_moments_take(srl_moments_t *m, srl_meter_t *meter)
{
	int64_t *list, *sorted;
	size_t cnt;

	if (!m->table && (_grow_table(m) < 0))
		return NULL;
	if (!srl_work(meter, m->size)) {
		errno = ECANCELED;
		return NULL;
	}
	cnt = _pack_table(m);
	list = m->table;
	*m = (srl_moments_t) { 0 };
	sorted = _sort_list(list, list + cnt, cnt, meter);
	if (!sorted) {
		free(list);
		errno = ECANCELED;
		return NULL;
	}
	if (sorted != list)
		memcpy(list, sorted, cnt * sizeof(*list));
	return list;
}

extern void srl_moments_clear(srl_moments_t *m)
{
	free(m->table);
	*m = (srl_moments_t) { 0 };
}
