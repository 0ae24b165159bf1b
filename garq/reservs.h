/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * reservs.h - the reservations that a garq_t knows, by id.
 *
 * A table of the reservations themselves, two of them a cache line: open
 * addressing, linear probing. (With idmap.h, which keeps a pointer, every
 * lookup among a million waits for memory twice.) A pointer into it is good
 * until one is added or taken out. Private to this folder.
 *
 * Invariants:
 *  1. cap is 0 or a power of two; cnt <= cap / 8 * 5, so a probe is short; an entry
 *     with num_cn 0 is free.
 *  2. Between the home of an id and its entry no entry is free. Taking one out
 *     moves later ones back, so there are no tombstones to collect.
 */
#ifndef GARQ_RESERVS_H
#define GARQ_RESERVS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "garq/access.h"

/* A reservation, as it was added, or nodes that were taken away. */
struct garq_reserv {
	uint64_t id;
	time_t t_s;
	time_t t_e;
	uint32_t num_cn;	/* 0: free */
	bool taken;		/* nodes that are gone: garq_take() */
};

/* All zero is an empty one. */
struct garq_reservs {
	struct garq_reserv *entry;
	uint32_t cap;
	uint32_t cnt;
};

/*
 * Multiplied by 2^64 / the golden ratio, ids in sequence, as most are, come to
 * lie evenly apart: hardly two of them share a home.
 */
static inline uint32_t garq_reservs_home(const struct garq_reservs *rs,
					 uint64_t id)
{
	return (uint32_t) (id * UINT64_C(0x9e3779b97f4a7c15) >>
			   (__builtin_clzll(rs->cap) + 1));
}

/* The entry of id, or the free one where it would go. cap is not 0. */
static inline struct garq_reserv *garq_reservs_probe(
	const struct garq_reservs *rs, uint64_t id)
{
	uint32_t i = garq_reservs_home(rs, id);

	GARQ_ACCESS(1);
	while (rs->entry[i].num_cn && (rs->entry[i].id != id)) {
		i = (i + 1) & (rs->cap - 1);
		GARQ_ACCESS(1);
	}
	return &rs->entry[i];
}

/* We shall soon ask for id: let the memory come nearer. */
static inline void garq_reservs_prefetch(const struct garq_reservs *rs,
					 uint64_t id)
{
	uint32_t home;

	if (!rs->cap)
		return;
	home = garq_reservs_home(rs, id);
	__builtin_prefetch(&rs->entry[home]);
	/* where its line ends; taking one out looks at what follows */
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
 * The entry of id, or if it is not there (num_cn 0) the one where it would go;
 * NULL if there is no table yet.
 */
static inline struct garq_reserv *garq_reservs_place(
	const struct garq_reservs *rs, uint64_t id)
{
	return rs->cap ? garq_reservs_probe(rs, id) : NULL;
}

/* Free the table; leaves an empty one. */
extern void garq_reservs_free(struct garq_reservs *rs);

/* Its memory in bytes. */
extern size_t garq_reservs_bytes(const struct garq_reservs *rs);

/* Make room for one more. Places may change. RET 0, or -1 with errno ENOMEM */
extern int garq_reservs_reserve(struct garq_reservs *rs);

/* Put in one whose id is not there. Room has been reserved. */
extern void garq_reservs_put(struct garq_reservs *rs,
			     const struct garq_reserv *r);

/* Take out one that garq_reservs_get() returned. */
extern void garq_reservs_del(struct garq_reservs *rs, struct garq_reserv *r);

/* As garq_idmap_next(). */
extern const struct garq_reserv *garq_reservs_next(
	const struct garq_reservs *rs, uint32_t *pos);

#endif
