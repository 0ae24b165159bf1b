/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * idmap.h - a map from an id (any 64 bits) to a pointer.
 *
 * A table of pointers; table.h says how it works. The values belong to the
 * caller. For this folder and those that are built on it.
 */
#ifndef GARQ_IDMAP_H
#define GARQ_IDMAP_H

#include <stdint.h>

struct garq_idmap_entry {
	uint64_t id;
	void *value;		/* NULL: free */
};

/* All zero: an empty map. */
struct garq_idmap {
	struct garq_idmap_entry *entry;
	uint32_t cap;		/* 0, or a power of two */
	uint32_t cnt;
};

/* Free the table, not the values; the map is empty afterwards. */
extern void garq_idmap_free(struct garq_idmap *map);

/* RET the value of id, or NULL */
extern void *garq_idmap_get(const struct garq_idmap *map, uint64_t id);

/* Make room for one more entry. RET 0, or -1 with errno ENOMEM */
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

#endif
