/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * reservs.c - the reservations that a garq_t knows, by id.
 */
#include <stdlib.h>

#include "garq/reservs.h"

_Static_assert(2 * sizeof(struct garq_reserv) == GARQ_LINE,
	       "two reservations are a cache line");

extern void garq_reservs_free(struct garq_reservs *rs)
{
	free(rs->entry);
	*rs = (struct garq_reservs) { .cap = 0 };
}

extern int garq_reservs_reserve(struct garq_reservs *rs)
{
	void *bigger;

	if (garq_table_has_room(rs->cap, rs->cnt))
		return 0;
	bigger = garq_table_bigger(&garq_reservs_kind, rs->entry, &rs->cap);
	if (!bigger)
		return -1;
	rs->entry = bigger;
	return 0;
}

extern void garq_reservs_del(struct garq_reservs *rs, struct garq_reserv *r)
{
	r = garq_table_close(&garq_reservs_kind, rs->entry, rs->cap,
			     (uint32_t) (r - rs->entry));
	r->num_cn = 0;
	rs->cnt--;
}

extern const struct garq_reserv *garq_reservs_next(
	const struct garq_reservs *rs, uint32_t *pos)
{
	return garq_table_next(&garq_reservs_kind, rs->entry, rs->cap, pos);
}
