/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * reservs.c - the reservations that a garq_t knows, by id.
 */
#include <errno.h>
#include <stdlib.h>

#include "garq/access.h"
#include "garq/memory.h"
#include "garq/reservs.h"

#define RESERVS_MIN 16

_Static_assert(2 * sizeof(struct garq_reserv) == GARQ_LINE,
	       "two reservations are a cache line");

/*
 * Multiplied by 2^64 / the golden ratio, ids in sequence, as most are, come to
 * lie evenly apart: hardly two of them share a home.
 */
static uint32_t _home(const struct garq_reservs *rs, uint64_t id)
{
	return (uint32_t) (id * UINT64_C(0x9e3779b97f4a7c15) >>
			   (__builtin_clzll(rs->cap) + 1));
}

/* The entry of id, or the free one where it would go. cap is not 0. */
static struct garq_reserv *_probe(const struct garq_reservs *rs, uint64_t id)
{
	uint32_t i = _home(rs, id);

	GARQ_ACCESS(1);
	while (rs->entry[i].num_cn && (rs->entry[i].id != id)) {
		i = (i + 1) & (rs->cap - 1);
		GARQ_ACCESS(1);
	}
	return &rs->entry[i];
}

extern void garq_reservs_free(struct garq_reservs *rs)
{
	free(rs->entry);
	*rs = (struct garq_reservs) { .cap = 0 };
}

extern size_t garq_reservs_bytes(const struct garq_reservs *rs)
{
	return rs->cap * sizeof(*rs->entry);
}

extern void garq_reservs_prefetch(const struct garq_reservs *rs, uint64_t id)
{
	uint32_t home = rs->cap ? _home(rs, id) : 0;

	if (!rs->cap)
		return;
	__builtin_prefetch(&rs->entry[home]);
	/* where its line ends; taking one out looks at what follows */
	__builtin_prefetch(&rs->entry[(home + 2) & (rs->cap - 1)]);
}

extern struct garq_reserv *garq_reservs_get(const struct garq_reservs *rs,
					    uint64_t id)
{
	struct garq_reserv *r = rs->cap ? _probe(rs, id) : NULL;

	return (r && r->num_cn) ? r : NULL;
}

extern struct garq_reserv *garq_reservs_place(const struct garq_reservs *rs,
					      uint64_t id)
{
	return rs->cap ? _probe(rs, id) : NULL;
}

extern int garq_reservs_reserve(struct garq_reservs *rs)
{
	struct garq_reservs bigger = { .cap = RESERVS_MIN };

	if (rs->cnt < rs->cap / 8 * 5)
		return 0;
	if (rs->cap > UINT32_MAX / 2) {
		errno = ENOMEM;
		return -1;
	}
	if (rs->cap)
		bigger.cap = rs->cap * 2;
	bigger.entry = garq_lines_alloc(garq_reservs_bytes(&bigger));
	if (!bigger.entry)
		return -1;
	for (uint32_t i = 0; i < rs->cap; i++)
		if (rs->entry[i].num_cn)
			garq_reservs_put(&bigger, &rs->entry[i]);
	free(rs->entry);
	*rs = bigger;
	return 0;
}

extern void garq_reservs_put(struct garq_reservs *rs,
			     const struct garq_reserv *r)
{
	*_probe(rs, r->id) = *r;
	rs->cnt++;
}

extern void garq_reservs_del(struct garq_reservs *rs, struct garq_reserv *r)
{
	uint32_t mask = rs->cap - 1, hole = (uint32_t) (r - rs->entry), i;

	for (i = (hole + 1) & mask; rs->entry[i].num_cn; i = (i + 1) & mask) {
		uint32_t home = _home(rs, rs->entry[i].id);

		GARQ_ACCESS(1);
		/* from its home, is the hole reached before i? */
		if (((hole - home) & mask) < ((i - home) & mask)) {
			rs->entry[hole] = rs->entry[i];
			hole = i;
		}
	}
	rs->entry[hole].num_cn = 0;
	rs->cnt--;
}

extern const struct garq_reserv *garq_reservs_next(
	const struct garq_reservs *rs, uint32_t *pos)
{
	while (*pos < rs->cap) {
		const struct garq_reserv *r = &rs->entry[(*pos)++];

		if (r->num_cn)
			return r;
	}
	return NULL;
}
