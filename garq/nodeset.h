/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * nodeset.h - a set of nodes, by index.
 *
 * Nodes are numbered 0 .. size-1. Sets that are used together have the same
 * size. All functions but create and copy cannot fail.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct {
	uint32_t size;		/* nodes are 0 .. size-1 */
	uint64_t word[];	/* bit i % 64 of word i / 64 */
} garq_set_t;

/* An empty set for size nodes. RET owned by the caller, or NULL, ENOMEM */
extern garq_set_t *garq_set_create(uint32_t size);

/* A copy. RET owned by the caller, or NULL with errno ENOMEM */
extern garq_set_t *garq_set_copy(const garq_set_t *set);

/* garq_set_destroy(NULL) is safe. */
extern void garq_set_destroy(garq_set_t *set);

/* Number of nodes in the set. */
extern uint32_t garq_set_count(const garq_set_t *set);

/* Empty the set. */
extern void garq_set_zero(garq_set_t *set);

/* First node of the set that is >= from, or the set's size if there is none. */
extern uint32_t garq_set_next(const garq_set_t *set, uint32_t from);

/* For each node i of a set, in rising order; the set may lose i meanwhile. */
#define GARQ_SET_EACH(i, set) \
	for (uint32_t i = garq_set_next(set, 0); i < (set)->size; \
	     i = garq_set_next(set, i + 1))

/* Return true if two sets of one size have the same nodes. */
extern bool garq_set_equal(const garq_set_t *a, const garq_set_t *b);

/* Return true if set is a subset of of. Both sets have the same size. */
extern bool garq_set_is_subset(const garq_set_t *set, const garq_set_t *of);

/* Return true if two sets of one size have a node in common. */
extern bool garq_set_meets(const garq_set_t *a, const garq_set_t *b);

/* Add the nodes of another set of the same size to set, or remove them. */
extern void garq_set_add_all(garq_set_t *set, const garq_set_t *other);
extern void garq_set_del_all(garq_set_t *set, const garq_set_t *other);

static inline bool garq_set_test(const garq_set_t *set, uint32_t node)
{
	return (node < set->size) &&
	       ((set->word[node / 64] >> (node % 64)) & 1);
}

static inline void garq_set_add(garq_set_t *set, uint32_t node)
{
	if (node < set->size)
		set->word[node / 64] |= UINT64_C(1) << (node % 64);
}

static inline void garq_set_del(garq_set_t *set, uint32_t node)
{
	if (node < set->size)
		set->word[node / 64] &= ~(UINT64_C(1) << (node % 64));
}
