/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * table.h - hash tables by id that grow by one: the base of idmap.h.
 *
 *	entry	   0	  1	 2	3	4	5	6 entries in blocks
 *	head	   4	  -	 0	1	3	-	6 buckets
 *	next	   5	  -	 -	2	-	-
 *
 * A table of cnt entries has cnt buckets, and entry i has the head of bucket i:
 * the first of the entries whose hash leads there, linked by next. With an
 * entry comes a bucket, which takes its entries from one other; with the last
 * bucket goes the last entry, into the hole that a removed entry leaves. No
 * call rehashes the table, and the entries have no gaps. (Litwin's linear
 * hashing, with a load of 1.)
 *
 * Blocks are kept when entries go, as taking out and putting back again needs
 * no memory; garq_table_trim() gives back unneeded blocks. Private to this
 * folder.
 *
 * Invariants, of each table:
 *  1. An entry is in the chain of the bucket of its id, and in no other.
 *  2. There are blocks for cnt entries, or more.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "garq/access.h"

#define GARQ_TABLE_BLOCK 128U		/* entries */
#define GARQ_TABLE_NONE UINT32_MAX	/* the end of a chain */

/* What an entry begins with. */
struct garq_entry {
	uint64_t id;
	uint32_t next;		/* entry */
	uint32_t head;		/* of the bucket with the entry's number */
};

/* All zero: an empty table. */
struct garq_table {
	char **block;
	size_t room;		/* of block */
	uint32_t blocks;
	uint32_t cnt;
};

/* Entry i; an entry has size bytes. */
static inline struct garq_entry *garq_table_at(const struct garq_table *t,
					       size_t size, uint32_t i)
{
	return (struct garq_entry *) (t->block[i / GARQ_TABLE_BLOCK] +
				      i % GARQ_TABLE_BLOCK * size);
}

/* The bits of x, the last one first. */
static inline uint32_t garq_table_reverse(uint32_t x)
{
	x = (x >> 1 & 0x55555555) | (x & 0x55555555) << 1;
	x = (x >> 2 & 0x33333333) | (x & 0x33333333) << 2;
	x = (x >> 4 & 0x0f0f0f0f) | (x & 0x0f0f0f0f) << 4;
	return __builtin_bswap32(x);
}

/*
 * The bucket of an id, of cnt. The upper bits of the id times 2^64 / the golden
 * ratio: ids mostly come in sequence, and this spreads a sequence evenly. The
 * uppermost comes last, as a bucket is split by one bit more than its parent.
 * IN cnt - not 0
 */
static inline uint32_t garq_table_bucket(uint32_t cnt, uint64_t id)
{
	uint32_t hash = garq_table_reverse((uint32_t) (
		id * UINT64_C(0x9e3779b97f4a7c15) >> 32));
	uint32_t mask = (cnt > 1) ? UINT32_MAX >> __builtin_clz(cnt - 1) : 0;

	return ((hash & mask) < cnt) ? hash & mask : hash & (mask >> 1);
}

/* The bucket from which bucket i > 0 takes its entries: i less its top bit. */
static inline uint32_t garq_table_parent(uint32_t i)
{
	return i & (UINT32_MAX >> __builtin_clz(i) >> 1);
}

/* RET the entry of an id, or NULL */
static inline void *garq_table_get(const struct garq_table *t, size_t size,
				   uint64_t id)
{
	uint32_t i;

	if (!t->cnt)
		return NULL;
	i = garq_table_at(t, size, garq_table_bucket(t->cnt, id))->head;
	while (i != GARQ_TABLE_NONE) {
		struct garq_entry *e = garq_table_at(t, size, i);

		GARQ_ACCESS(1);
		if (e->id == id)
			return e;
		i = e->next;
	}
	return NULL;
}

/* Free all entries. The table is empty afterwards. */
extern void garq_table_free(struct garq_table *t);

/* Make room for one more entry. RET 0, or -1 with errno ENOMEM */
extern int garq_table_reserve(struct garq_table *t, size_t size);

/*
 * Insert an id that is not in the table; room has been reserved.
 * RET the entry; the caller fills what comes after struct garq_entry
 */
extern void *garq_table_add(struct garq_table *t, size_t size, uint64_t id);

/* Remove an entry. Another one may move to its place. */
extern void garq_table_del(struct garq_table *t, size_t size,
			   struct garq_entry *e);

/* Give back the memory of entries that were removed, except one block. */
extern void garq_table_trim(struct garq_table *t);

/* Entry *pos; advances *pos. RET NULL if there are no more */
static inline void *garq_table_next(const struct garq_table *t, size_t size,
				    uint32_t *pos)
{
	return (*pos < t->cnt) ? garq_table_at(t, size, (*pos)++) : NULL;
}
