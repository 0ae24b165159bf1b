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

extern void garq_reservs_free(struct garq_reservs *rs)
{
	free(rs->entry);
	*rs = (struct garq_reservs) { .cap = 0 };
}

extern size_t garq_reservs_bytes(const struct garq_reservs *rs)
{
	return rs->cap * sizeof(*rs->entry);
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
	*garq_reservs_probe(rs, r->id) = *r;
	rs->cnt++;
}

extern void garq_reservs_del(struct garq_reservs *rs, struct garq_reserv *r)
{
	uint32_t mask = rs->cap - 1, hole = (uint32_t) (r - rs->entry), i;

	for (i = (hole + 1) & mask; rs->entry[i].num_cn; i = (i + 1) & mask) {
		uint32_t home = garq_reservs_home(rs, rs->entry[i].id);

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
