/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * table.h - hash tables by id: the base of idmap.h and reservs.h.
 *
 * Open addressing, linear probing: an entry is at its home, or behind it with
 * no free entry between them. Removing an entry moves later entries back, so
 * there are no tombstones.
 *
 *	home(7) = 2	| . | . | 7 | 9 | 4 | . |	9 is at its home, 3; so
 *	home(4) = 2	          ^ out: 4 moves here	it stays, and 4 moves
 *
 * An entry begins with its id. The functions are inlined for each kind of
 * entry, so that the kind is a compile-time constant. Private to this folder.
 *
 * Invariants, of each table:
 *  1. cap is 0 or a power of two; cnt <= cap / 8 * 5, so a probe is short.
 *  2. Between the home of an id and its entry no entry is free.
 */
#ifndef GARQ_TABLE_H
#define GARQ_TABLE_H

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "garq/access.h"
#include "garq/memory.h"

#define GARQ_TABLE_MIN 16U

struct garq_table_kind {
	size_t size;				/* bytes of an entry */
	bool (*is_used)(const void *entry);	/* false: the entry is free */
};

#define GARQ_TABLE_INLINE static inline __attribute__((always_inline))

GARQ_TABLE_INLINE void *garq_table_at(const struct garq_table_kind *kind,
				      const void *entry, uint32_t i)
{
	return (char *) entry + (size_t) i * kind->size;
}

/*
 * The home of an id: the id times 2^64 / the golden ratio. Ids mostly come in
 * sequence, and this spreads a sequence evenly. IN cap - not 0
 */
GARQ_TABLE_INLINE uint32_t garq_table_home(uint32_t cap, uint64_t id)
{
	return (uint32_t) (id * UINT64_C(0x9e3779b97f4a7c15) >>
			   (__builtin_clzll(cap) + 1));
}

/* The entry of id, or the free entry where id would go. IN cap - not 0 */
GARQ_TABLE_INLINE void *garq_table_probe(const struct garq_table_kind *kind,
					 const void *entry, uint32_t cap,
					 uint64_t id)
{
	uint32_t i = garq_table_home(cap, id);
	void *e = garq_table_at(kind, entry, i);

	GARQ_ACCESS(1);
	while (kind->is_used(e) && (*(const uint64_t *) e != id)) {
		i = (i + 1) & (cap - 1);
		e = garq_table_at(kind, entry, i);
		GARQ_ACCESS(1);
	}
	return e;
}

/* Is there room for one more entry? */
GARQ_TABLE_INLINE bool garq_table_has_room(uint32_t cap, uint32_t cnt)
{
	return cnt < cap / 8 * 5;
}

/*
 * Make a table of twice the size with the same entries; the old table is freed.
 * IN/OUT cap - 0 if there is no table yet
 * RET the new table, or NULL with errno ENOMEM and nothing changed
 */
GARQ_TABLE_INLINE void *garq_table_bigger(const struct garq_table_kind *kind,
					  void *entry, uint32_t *cap)
{
	uint32_t twice = *cap ? 2 * *cap : GARQ_TABLE_MIN;
	void *bigger;

	if (*cap > UINT32_MAX / 2) {
		errno = ENOMEM;
		return NULL;
	}
	bigger = garq_lines_alloc(twice * kind->size);
	if (!bigger)
		return NULL;
	for (uint32_t i = 0; i < *cap; i++) {
		const void *e = garq_table_at(kind, entry, i);

		if (kind->is_used(e))
			memcpy(garq_table_probe(kind, bigger, twice,
						*(const uint64_t *) e),
			       e, kind->size);
	}
	free(entry);
	*cap = twice;
	return bigger;
}

/*
 * Fill the hole that a removed entry leaves: move back each following entry
 * whose probe sequence passes the hole. RET the entry that becomes free
 */
GARQ_TABLE_INLINE void *garq_table_close(const struct garq_table_kind *kind,
					 const void *entry, uint32_t cap,
					 uint32_t hole)
{
	uint32_t mask = cap - 1, i = (hole + 1) & mask;
	const void *e = garq_table_at(kind, entry, i);

	for (; kind->is_used(e); e = garq_table_at(kind, entry, i)) {
		uint32_t home = garq_table_home(cap, *(const uint64_t *) e);

		GARQ_ACCESS(1);
		/*
		 * does the way from home to i pass the hole?
		 */
		if (((hole - home) & mask) < ((i - home) & mask)) {
			memcpy(garq_table_at(kind, entry, hole), e,
			       kind->size);
			hole = i;
		}
		i = (i + 1) & mask;
	}
	return garq_table_at(kind, entry, hole);
}

/* The first used entry at *pos or after; advances *pos past it. RET or NULL */
GARQ_TABLE_INLINE void *garq_table_next(const struct garq_table_kind *kind,
					const void *entry, uint32_t cap,
					uint32_t *pos)
{
	while (*pos < cap) {
		void *e = garq_table_at(kind, entry, (*pos)++);

		if (kind->is_used(e))
			return e;
	}
	return NULL;
}

#endif
