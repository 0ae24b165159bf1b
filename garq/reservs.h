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

/* Free the table; leaves an empty one. */
extern void garq_reservs_free(struct garq_reservs *rs);

/* Its memory in bytes. */
extern size_t garq_reservs_bytes(const struct garq_reservs *rs);

/* We shall soon ask for id: let the memory come nearer. */
extern void garq_reservs_prefetch(const struct garq_reservs *rs, uint64_t id);

/* RET the reservation of id, or NULL */
extern struct garq_reserv *garq_reservs_get(const struct garq_reservs *rs,
					    uint64_t id);

/*
 * The entry of id, or if it is not there (num_cn 0) the one where it would go;
 * NULL if there is no table yet.
 */
extern struct garq_reserv *garq_reservs_place(const struct garq_reservs *rs,
					      uint64_t id);

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
