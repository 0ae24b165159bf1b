/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * reservs.h - the reservations that a garq_t knows, by id.
 *
 * A table as in table.h that holds the reservations themselves. (With idmap.h,
 * which keeps pointers, every lookup among a million waits for memory once more.)
 * A pointer into it is good until a reservation is added or taken out. Private
 * to this folder.
 */
#ifndef GARQ_RESERVS_H
#define GARQ_RESERVS_H

#include <time.h>

#include "garq/table.h"

/* A reservation, as it was added. */
struct garq_reserv {
	struct garq_entry entry;
	time_t t_s;
	time_t t_e;
	uint32_t num_cn;
};

/* RET the reservation of id, or NULL */
static inline struct garq_reserv *garq_reservs_get(const struct garq_table *t,
						   uint64_t id)
{
	return garq_table_get(t, sizeof(struct garq_reserv), id);
}

/* Make room for one more reservation. RET 0, or -1 with errno ENOMEM */
static inline int garq_reservs_reserve(struct garq_table *t)
{
	return garq_table_reserve(t, sizeof(struct garq_reserv));
}

/* Insert a reservation whose id is not in the table; room has been reserved. */
static inline void garq_reservs_put(struct garq_table *t, uint64_t id,
				    time_t t_s, time_t t_e, uint32_t num_cn)
{
	struct garq_reserv *r = garq_table_add(t, sizeof(*r), id);

	r->t_s = t_s;
	r->t_e = t_e;
	r->num_cn = num_cn;
}

/* Remove a reservation that garq_reservs_get() returned. */
static inline void garq_reservs_del(struct garq_table *t,
				    struct garq_reserv *r)
{
	garq_table_del(t, sizeof(*r), &r->entry);
}

/* As garq_idmap_next(). */
static inline const struct garq_reserv *garq_reservs_next(
	const struct garq_table *t, uint32_t *pos)
{
	return garq_table_next(t, sizeof(struct garq_reserv), pos);
}

#endif
