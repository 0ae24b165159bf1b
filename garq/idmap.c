/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * idmap.c - from an id to what is known of it.
 *
 * Invariants:
 *  1. cap is 0 or a power of two; cnt <= cap / 4 * 3, so a probe ends.
 *  2. Between the home of an id and its entry no entry is free. Taking one out
 *     moves later ones back, so there are no tombstones to collect.
 */
#include <errno.h>
#include <stdlib.h>

#include "garq/idmap.h"

#define IDMAP_MIN 16

/* Ids are often small and in sequence: mix all bits, as splitmix64 ends. */
static uint32_t _home(const struct garq_idmap *map, uint64_t id)
{
	id = (id ^ (id >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	id = (id ^ (id >> 27)) * UINT64_C(0x94d049bb133111eb);
	return (uint32_t) (id ^ (id >> 31)) & (map->cap - 1);
}

/* The entry of id, or the free one where it would go. cap is not 0. */
static uint32_t _probe(const struct garq_idmap *map, uint64_t id)
{
	uint32_t i = _home(map, id);

	while (map->entry[i].value && (map->entry[i].id != id))
		i = (i + 1) & (map->cap - 1);
	return i;
}

extern void garq_idmap_free(struct garq_idmap *map)
{
	free(map->entry);
	*map = (struct garq_idmap) { 0 };
}

extern void *garq_idmap_get(const struct garq_idmap *map, uint64_t id)
{
	return map->cap ? map->entry[_probe(map, id)].value : NULL;
}

extern int garq_idmap_reserve(struct garq_idmap *map)
{
	struct garq_idmap bigger = { 0 };

	if (map->cnt < map->cap / 4 * 3)
		return 0;
	if (map->cap > UINT32_MAX / 2) {
		errno = ENOMEM;
		return -1;
	}
	bigger.cap = map->cap ? map->cap * 2 : IDMAP_MIN;
	bigger.entry = calloc(bigger.cap, sizeof(*bigger.entry));
	if (!bigger.entry)
		return -1;
	for (uint32_t i = 0; i < map->cap; i++)
		if (map->entry[i].value)
			garq_idmap_put(&bigger, map->entry[i].id,
				       map->entry[i].value);
	free(map->entry);
	*map = bigger;
	return 0;
}

extern void garq_idmap_put(struct garq_idmap *map, uint64_t id, void *value)
{
	struct garq_idmap_entry *entry = map->entry + _probe(map, id);

	entry->id = id;
	entry->value = value;
	map->cnt++;
}

extern void *garq_idmap_del(struct garq_idmap *map, uint64_t id)
{
	uint32_t mask = map->cap - 1, hole, i;
	void *value;

	if (!map->cap)
		return NULL;
	hole = _probe(map, id);
	value = map->entry[hole].value;
	if (!value)
		return NULL;
	for (i = (hole + 1) & mask; map->entry[i].value; i = (i + 1) & mask) {
		uint32_t home = _home(map, map->entry[i].id);

		/* from its home, is the hole reached before i? */
		if (((hole - home) & mask) < ((i - home) & mask)) {
			map->entry[hole] = map->entry[i];
			hole = i;
		}
	}
	map->entry[hole].value = NULL;
	map->cnt--;
	return value;
}

extern const struct garq_idmap_entry *garq_idmap_next(
	const struct garq_idmap *map, uint32_t *pos)
{
	while (*pos < map->cap) {
		const struct garq_idmap_entry *entry = map->entry + (*pos)++;

		if (entry->value)
			return entry;
	}
	return NULL;
}
