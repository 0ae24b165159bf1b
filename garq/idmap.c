/* SPDX-License-Identifier: GPL-2.0-or-later */
/* idmap.c - a map from an id to a pointer, kept in a table of table.h. */
#include "garq/idmap.h"

#define SIZE sizeof(struct garq_idmap_entry)

extern void garq_idmap_free(struct garq_idmap *map)
{
	garq_table_free(&map->table);
}

extern void *garq_idmap_get(const struct garq_idmap *map, uint64_t id)
{
	const struct garq_idmap_entry *e = garq_table_get(&map->table, SIZE,
							  id);

	return e ? e->value : NULL;
}

extern int garq_idmap_reserve(struct garq_idmap *map)
{
	garq_table_trim(&map->table);
	return garq_table_reserve(&map->table, SIZE);
}

extern void garq_idmap_put(struct garq_idmap *map, uint64_t id, void *value)
{
	struct garq_idmap_entry *e = garq_table_add(&map->table, SIZE, id);

	e->value = value;
}

extern void *garq_idmap_del(struct garq_idmap *map, uint64_t id)
{
	struct garq_idmap_entry *e = garq_table_get(&map->table, SIZE, id);
	void *value = e ? e->value : NULL;

	if (e)
		garq_table_del(&map->table, SIZE, &e->entry);
	return value;
}

extern const struct garq_idmap_entry *garq_idmap_next(
	const struct garq_idmap *map, uint32_t *pos)
{
	return garq_table_next(&map->table, SIZE, pos);
}
