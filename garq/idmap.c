/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * idmap.c - a map from an id to a pointer, kept in a table of table.h.
 */
#include <stdlib.h>

#include "garq/idmap.h"
#include "garq/table.h"

static bool _is_used(const void *entry)
{
	return ((const struct garq_idmap_entry *) entry)->value != NULL;
}

static const struct garq_table_kind kind = {
	sizeof(struct garq_idmap_entry), _is_used,
};

/* The entry of id, or the free one where it would go. cap is not 0. */
static struct garq_idmap_entry *_probe(const struct garq_idmap *map,
				       uint64_t id)
{
	return garq_table_probe(&kind, map->entry, map->cap, id);
}

extern void garq_idmap_free(struct garq_idmap *map)
{
	free(map->entry);
	*map = (struct garq_idmap) { 0 };
}

extern void *garq_idmap_get(const struct garq_idmap *map, uint64_t id)
{
	return map->cap ? _probe(map, id)->value : NULL;
}

extern int garq_idmap_reserve(struct garq_idmap *map)
{
	void *bigger;

	if (garq_table_has_room(map->cap, map->cnt))
		return 0;
	bigger = garq_table_bigger(&kind, map->entry, &map->cap);
	if (!bigger)
		return -1;
	map->entry = bigger;
	return 0;
}

extern void garq_idmap_put(struct garq_idmap *map, uint64_t id, void *value)
{
	*_probe(map, id) = (struct garq_idmap_entry) { id, value };
	map->cnt++;
}

extern void *garq_idmap_del(struct garq_idmap *map, uint64_t id)
{
	struct garq_idmap_entry *entry = map->cap ? _probe(map, id) : NULL;
	void *value = entry ? entry->value : NULL;

	if (!value)
		return NULL;
	entry = garq_table_close(&kind, map->entry, map->cap,
				 (uint32_t) (entry - map->entry));
	entry->value = NULL;
	map->cnt--;
	return value;
}

extern const struct garq_idmap_entry *garq_idmap_next(
	const struct garq_idmap *map, uint32_t *pos)
{
	return garq_table_next(&kind, map->entry, map->cap, pos);
}
