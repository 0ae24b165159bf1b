/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * units.h - sets of cores, and what a reservation has of its nodes.
 *
 * A node has cores 0 .. UNITS_CORES - 1 at most, by Slurm's numbers. Nothing
 * here fails; the process ends if memory is short (plugin/memory). Locks: none.
 */
#ifndef PLUGIN_UNITS_H
#define PLUGIN_UNITS_H

#include <stdbool.h>
#include <stdint.h>

#include "garq/nodeset.h"

#define UNITS_CORES 512
#define UNITS_WORDS (UNITS_CORES / 64)

/* Cores of one node: bit i % 64 of word i / 64. */
typedef struct {
	uint64_t word[UNITS_WORDS];
} cores_t;

/* What of each node a reservation has. */
typedef struct {
	uint32_t node;		/* index */
	cores_t cores;		/* one or more */
} unit_t;

typedef struct {
	unit_t *list;		/* by node; owned */
	uint32_t cnt;		/* 0: whole nodes, or none */
} units_t;

static inline void cores_add(cores_t *cores, uint32_t core)
{
	if (core < UNITS_CORES)
		cores->word[core / 64] |= UINT64_C(1) << (core % 64);
}

static inline bool cores_test(const cores_t *cores, uint32_t core)
{
	return (core < UNITS_CORES) &&
	       ((cores->word[core / 64] >> (core % 64)) & 1);
}

/* The first cores of a node. IN cnt - UNITS_CORES at most */
extern cores_t cores_all(uint32_t cnt);

extern uint32_t cores_count(const cores_t *cores);
extern bool cores_meet(const cores_t *a, const cores_t *b);
extern bool cores_equal(const cores_t *a, const cores_t *b);
extern void cores_del_all(cores_t *cores, const cores_t *others);
extern void cores_add_all(cores_t *cores, const cores_t *others);

/* The first cnt cores of a set; all of it if it has no more. */
extern cores_t cores_first(const cores_t *cores, uint32_t cnt);

extern units_t units_copy(const units_t *units);
extern void units_free(units_t *units);
extern bool units_equal(const units_t *a, const units_t *b);

/* Set the cores of a node; none: it is left out. */
extern void units_set(units_t *units, uint32_t node, const cores_t *cores);

/* RET the cores of a node, owned by units; NULL: none */
extern const cores_t *units_on(const units_t *units, uint32_t node);

/* RET the number of cores of all nodes */
extern uint64_t units_count(const units_t *units);

/* Return true unless both are by cores, and have none in common. */
extern bool units_cross(const units_t *a, const units_t *b);

/* Leave out all nodes that are not in a set. */
extern void units_keep(units_t *units, const garq_set_t *nodes);

#endif
