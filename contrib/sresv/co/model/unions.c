/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/co/model/unions.h"

#define BIT(i) (UINT64_C(1) << (i))
#define LATER INT64_MAX

/* The pools of a cluster. */
typedef struct {
	const union_pool_t *pools;
	size_t cnt;
	uint64_t near[UNIONS_POOLS];	/* pools with nodes in common; itself, too */
	union_t *list;
	size_t list_cnt, room;
} finder_t;

int64_t unions_common(const union_pool_t *a, const union_pool_t *b)
{
	size_t i = 0, k = 0;
	int64_t cnt = 0;

	while ((i < a->name_cnt) && (k < b->name_cnt)) {
		int order = strcmp(a->names[i], b->names[k]);

		cnt += !order;
		i += (order <= 0);
		k += (order >= 0);
	}
	return cnt;
}

void unions_free(union_t *unions, size_t cnt)
{
	for (size_t i = 0; i < cnt; i++)
		profile_free(&unions[i].profile);
	free(unions);
}

/* --- sizes ---------------------------------------------------------------------- */

/* RET how many different nodes the pools of a set have: a merge of their names */
static int64_t _size(const finder_t *f, uint64_t set)
{
	size_t at[UNIONS_POOLS] = { 0 };
	int64_t cnt = 0;

	while (true) {
		const char *least = NULL;

		for (size_t i = 0; i < f->cnt; i++) {
			const union_pool_t *p = &f->pools[i];

			if ((set & BIT(i)) && (at[i] < p->name_cnt) &&
			    (!least || (strcmp(p->names[at[i]], least) < 0)))
				least = p->names[at[i]];
		}
		if (!least)
			return cnt;
		cnt++;
		for (size_t i = 0; i < f->cnt; i++) {
			const union_pool_t *p = &f->pools[i];

			if ((set & BIT(i)) && (at[i] < p->name_cnt) &&
			    !strcmp(p->names[at[i]], least))
				at[i]++;
		}
	}
}

/* --- what is free --------------------------------------------------------------- */

/* RET how much of a set is free at most from a moment to *next; -1: nobody knows */
static int64_t _free_at(const finder_t *f, uint64_t set, int64_t size,
			int64_t time, size_t *at, int64_t *next)
{
	int64_t sum = 0, most = 0;
	bool known = false;

	for (size_t i = 0; i < f->cnt; i++) {
		const profile_t *p = f->pools[i].profile;
		int64_t taken;

		while ((set & BIT(i)) && (at[i] < p->cnt) &&
		       (p->spans[at[i]].to <= time))
			at[i]++;
		if (!(set & BIT(i)) || (at[i] == p->cnt))
			continue;
		if (p->spans[at[i]].from > time) {
			if (p->spans[at[i]].from < *next)
				*next = p->spans[at[i]].from;
			continue;
		}
		if (p->spans[at[i]].to < *next)
			*next = p->spans[at[i]].to;
		known = true;
		sum += p->spans[at[i]].free;
		taken = (int64_t) f->pools[i].name_cnt - p->spans[at[i]].free;
		most = (taken > most) ? taken : most;
	}
	if (!known)
		return -1;
	return (sum < size - most) ? sum : size - most;
}

/* RET the first moment at which a pool of a set is known; LATER: there is none */
static int64_t _begin(const finder_t *f, uint64_t set)
{
	int64_t begin = LATER;

	for (size_t i = 0; i < f->cnt; i++) {
		const profile_t *p = f->pools[i].profile;

		if ((set & BIT(i)) && p->cnt && (p->spans[0].from < begin))
			begin = p->spans[0].from;
	}
	return begin;
}

static bool _profile(const finder_t *f, uint64_t set, profile_t *ret)
{
	size_t at[UNIONS_POOLS] = { 0 }, room = 1;
	int64_t size = _size(f, set), time = _begin(f, set);

	for (size_t i = 0; i < f->cnt; i++)
		room += (set & BIT(i)) ? 2 * f->pools[i].profile->cnt : 0;
	ret->spans = malloc(room * sizeof(*ret->spans));
	while (ret->spans && (time != LATER)) {
		int64_t next = LATER, amount;

		amount = _free_at(f, set, size, time, at, &next);
		if (amount >= 0)
			ret->spans[ret->cnt++] = (span_t) { time, next, amount };
		time = next;
	}
	return ret->spans;
}

/* --- which ---------------------------------------------------------------------- */

/* RET the pools of a set that hang together with its first one */
static uint64_t _together(const finder_t *f, uint64_t set)
{
	uint64_t found = set & -set, before = 0;

	while (found != before) {
		before = found;
		for (size_t i = 0; i < f->cnt; i++)
			if (before & BIT(i))
				found |= f->near[i] & set;
	}
	return found;
}

static bool _add(finder_t *f, uint64_t set)
{
	union_t *more;

	if (!(set & (set - 1)) || (_together(f, set) != set))
		return true;
	if (f->list_cnt == f->room) {
		f->room = f->room ? 2 * f->room : 8;
		more = realloc(f->list, f->room * sizeof(*more));
		if (!more)
			return false;
		f->list = more;
	}
	f->list[f->list_cnt] = (union_t) { .pools = set };
	return _profile(f, set, &f->list[f->list_cnt++].profile);
}

static bool _add_all(finder_t *f)
{
	bool ok = true;

	for (uint64_t set = 1; ok && (set < BIT(f->cnt)); set++)
		ok = _add(f, set);
	return ok;
}

/* Pairs, and all that hang together where they are more than two. */
static bool _add_some(finder_t *f)
{
	uint64_t all = (f->cnt == 64) ? UINT64_MAX : BIT(f->cnt) - 1;
	bool ok = true;

	for (size_t i = 0; ok && (i < f->cnt); i++)
		for (size_t k = 0; ok && (k < i); k++)
			ok = _add(f, BIT(i) | BIT(k));
	while (ok && all) {
		uint64_t set = _together(f, all);
		bool pair = (__builtin_popcountll(set) == 2);

		ok = pair || _add(f, set);
		all &= ~set;
	}
	return ok;
}

int unions_find(const union_pool_t *pools, size_t cnt, union_t **ret,
		size_t *ret_cnt)
{
	finder_t f = { .pools = pools,
		       .cnt = (cnt < UNIONS_POOLS) ? cnt : UNIONS_POOLS };
	bool ok;

	for (size_t i = 0; i < f.cnt; i++)
		for (size_t k = 0; k < f.cnt; k++)
			if ((i == k) || unions_common(&pools[i], &pools[k]))
				f.near[i] |= BIT(k);
	ok = (f.cnt <= UNIONS_ALL) ? _add_all(&f) : _add_some(&f);
	if (ok) {
		*ret = f.list;
		*ret_cnt = f.list_cnt;
		return 0;
	}
	unions_free(f.list, f.list_cnt);
	errno = ENOMEM;
	return -1;
}
