/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * moments.c - a set of seconds: an open hash table.
 */
#include <errno.h>
#include <stdlib.h>

#include "srl/moments.h"

#define SIZE_LEAST 1024

static size_t _slot(const srl_moments_t *m, int64_t second)
{
	uint64_t hash = (uint64_t) second * UINT64_C(0x9e3779b97f4a7c15);
	size_t at = (size_t) (hash >> 32) & (m->size - 1);

	while ((m->table[at] != INT64_MIN) && (m->table[at] != second))
		at = (at + 1) & (m->size - 1);
	return at;
}

static int _grow(srl_moments_t *m)
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
			larger.table[_slot(&larger, m->table[i])] = m->table[i];
	free(m->table);
	*m = larger;
	return 0;
}

extern int srl_moments_add(srl_moments_t *m, int64_t second)
{
	size_t at;

	if ((2 * m->cnt >= m->size) && (_grow(m) < 0))
		return -1;
	at = _slot(m, second);
	if (m->table[at] == second)
		return 0;
	m->table[at] = second;
	m->cnt++;
	return 1;
}

static int _by_second(const void *a, const void *b)
{
	int64_t x = *(const int64_t *) a, y = *(const int64_t *) b;

	return (x > y) - (x < y);
}

extern int64_t *srl_moments_take(srl_moments_t *m)
{
	size_t cnt = 0;

	if (!m->table && (_grow(m) < 0))
		return NULL;
	for (size_t i = 0; i < m->size; i++)
		if (m->table[i] != INT64_MIN)
			m->table[cnt++] = m->table[i];
	int64_t *list = m->table;
	*m = (srl_moments_t) { 0 };
	qsort(list, cnt, sizeof(*list), _by_second);
	return list;
}

extern void srl_moments_clear(srl_moments_t *m)
{
	free(m->table);
	*m = (srl_moments_t) { 0 };
}
