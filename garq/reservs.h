/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * reservs.h - the handles of reservations whose caller knows them by an id.
 *
 * A table as in table.h. A pointer into it is good until a reservation is added
 * or taken out. Private to this folder.
 */
#ifndef GARQ_RESERVS_H
#define GARQ_RESERVS_H

#include "garq/table.h"

struct garq_named {
	struct garq_entry entry;
	uint32_t handle;
};

/* RET the entry of id, or NULL */
static inline struct garq_named *garq_reservs_get(const struct garq_table *t,
						  uint64_t id)
{
	return garq_table_get(t, sizeof(struct garq_named), id);
}

/* Make room for one more id. RET 0, or -1 with errno ENOMEM */
static inline int garq_reservs_reserve(struct garq_table *t)
{
	return garq_table_reserve(t, sizeof(struct garq_named));
}

/* Insert an id that is not in the table; room has been reserved. */
static inline void garq_reservs_put(struct garq_table *t, uint64_t id,
				    uint32_t handle)
{
	struct garq_named *r = garq_table_add(t, sizeof(*r), id);

	r->handle = handle;
}

/* Remove an entry that garq_reservs_get() returned. */
static inline void garq_reservs_del(struct garq_table *t, struct garq_named *r)
{
	garq_table_del(t, sizeof(*r), &r->entry);
}

/* As garq_idmap_next(). */
static inline const struct garq_named *garq_reservs_next(
	const struct garq_table *t, uint32_t *pos)
{
	return garq_table_next(t, sizeof(struct garq_named), pos);
}

#endif
