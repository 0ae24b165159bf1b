/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * reservs.h - the reservations that a garq_t knows, by id.
 *
 * A table as in table.h that holds the reservations themselves, two per cache
 * line. (With idmap.h, which keeps pointers, every lookup among a million waits
 * for memory twice.) A pointer into it is good until a reservation is added or
 * taken out. Private to this folder.
 */
#ifndef GARQ_RESERVS_H
#define GARQ_RESERVS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "garq/table.h"

/* A reservation, as it was added. */
struct garq_reserv {
	uint64_t id;
	time_t t_s;
	time_t t_e;
	uint32_t num_cn;	/* 0 marks a free entry */
};

/* All zero: an empty table. */
struct garq_reservs {
	struct garq_reserv *entry;
	uint32_t cap;
	uint32_t cnt;
};

static inline bool garq_reservs_is_used(const void *entry)
{
	return ((const struct garq_reserv *) entry)->num_cn != 0;
}

static const struct garq_table_kind garq_reservs_kind = {
	sizeof(struct garq_reserv), garq_reservs_is_used,
};

/* The entry of id, or the free one where it would go. cap is not 0. */
static inline struct garq_reserv *garq_reservs_probe(
	const struct garq_reservs *rs, uint64_t id)
{
	return garq_table_probe(&garq_reservs_kind, rs->entry, rs->cap, id);
}

/* Prefetch the memory that a lookup of id will read. */
static inline void garq_reservs_prefetch(const struct garq_reservs *rs,
					 uint64_t id)
{
	uint32_t home;

	if (!rs->cap)
		return;
	home = garq_table_home(rs->cap, id);
	__builtin_prefetch(&rs->entry[home]);
	/* the line after it: a removal looks at the entries that follow */
	__builtin_prefetch(&rs->entry[(home + 2) & (rs->cap - 1)]);
}

/* RET the reservation of id, or NULL */
static inline struct garq_reserv *garq_reservs_get(
	const struct garq_reservs *rs, uint64_t id)
{
	struct garq_reserv *r = rs->cap ? garq_reservs_probe(rs, id) : NULL;

	return (r && r->num_cn) ? r : NULL;
}

/*
 * The entry of id; the free entry where id would go (num_cn 0); or NULL if
 * there is no table yet.
 */
static inline struct garq_reserv *garq_reservs_place(
	const struct garq_reservs *rs, uint64_t id)
{
	return rs->cap ? garq_reservs_probe(rs, id) : NULL;
}

/* Free the table; it is empty afterwards. */
extern void garq_reservs_free(struct garq_reservs *rs);

/* Make room for one more reservation. Entries may move. RET 0, or -1, ENOMEM */
extern int garq_reservs_reserve(struct garq_reservs *rs);

/*
 * Insert a reservation whose id is not in the table; room has been reserved.
 * IN place - what garq_reservs_place() returned for the id after the reserve
 */
static inline void garq_reservs_put(struct garq_reservs *rs,
				    struct garq_reserv *place,
				    const struct garq_reserv *r)
{
	*place = *r;
	rs->cnt++;
}

/* Remove a reservation that garq_reservs_get() returned. */
extern void garq_reservs_del(struct garq_reservs *rs, struct garq_reserv *r);

/* As garq_idmap_next(). */
extern const struct garq_reserv *garq_reservs_next(
	const struct garq_reservs *rs, uint32_t *pos);

#endif
