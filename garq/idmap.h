/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * idmap.h - a map from an id (any 64 bits) to a pointer.
 *
 * A table of pointers; table.h says how it works. The values belong to the
 * caller. For this folder and those that are built on it.
 */
#pragma once

#include <stdint.h>

#include "garq/table.h"

struct garq_idmap_entry {
	struct garq_entry entry;
	void *value;
};

/* All zero: an empty map. */
struct garq_idmap {
	struct garq_table table;
};

/* Number of entries. */
static inline uint32_t garq_idmap_cnt(const struct garq_idmap *map)
{
	return map->table.cnt;
}

/* Free the table, not the values; the map is empty afterwards. */
extern void garq_idmap_free(struct garq_idmap *map);

/* RET the value of id, or NULL */
extern void *garq_idmap_get(const struct garq_idmap *map, uint64_t id);

/*
 * Make room for one more entry, and free unneeded memory. RET 0, or -1 with
 * errno ENOMEM
 */
extern int garq_idmap_reserve(struct garq_idmap *map);

/* Insert an id that is not in the map; value is not NULL. Room is reserved. */
extern void garq_idmap_put(struct garq_idmap *map, uint64_t id, void *value);

/* Remove id. RET its value, or NULL if id is not in the map */
extern void *garq_idmap_del(struct garq_idmap *map, uint64_t id);

/*
 * The entry at *pos or after it, in no useful order; moves *pos behind it:
 *	for (pos = 0; (e = garq_idmap_next(map, &pos)); )
 * RET NULL when there are no more
 */
extern const struct garq_idmap_entry *garq_idmap_next(
	const struct garq_idmap *map, uint32_t *pos);
