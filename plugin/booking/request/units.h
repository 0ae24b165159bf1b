/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * units.h - sets of cores and GPUs, and what a reservation has of its nodes.
 *
 * A node has cores 0 .. UNITS_CORES - 1 and GPUs 0 .. UNITS_GPUS - 1 at most,
 * by Slurm's numbers. Nothing here fails; the process ends if memory is short
 * (plugin/memory). Locks: none.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "garq/nodeset.h"

#define UNITS_CORES 512
#define UNITS_GPUS 64
#define UNITS_WORDS (UNITS_CORES / 64)

/* Cores of one node: bit i % 64 of word i / 64; and its GPUs: bit i. */
typedef struct {
	uint64_t word[UNITS_WORDS];
	uint64_t gpus;
} cores_t;

/* How much of a node is asked for. */
typedef struct {
	uint32_t cores;
	uint32_t gpus;
} want_t;

/* What of each node a reservation has. */
typedef struct {
	uint32_t node;		/* index */
	cores_t cores;		/* one or more */
} unit_t;

typedef struct {
	unit_t *list;		/* by node; owned */
	uint32_t cnt;		/* 0: whole nodes, or none */
	char *type;		/* of GPUs that were asked for; owned; NULL:
				 * any */
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

/* The first cores of a node, and some GPUs. IN cnt - UNITS_CORES at most */
extern cores_t cores_all(uint32_t cnt, uint64_t gpus);

/* Cores and GPUs that no node has more of. */
#define CORES_MOST cores_all(UNITS_CORES, UINT64_MAX)

/* The number of cores; of GPUs. */
extern uint32_t cores_count(const cores_t *cores);
extern uint32_t cores_gpus(const cores_t *cores);

/* Return true if a set has no core and no GPU; if it has as many as wanted. */
extern bool cores_none(const cores_t *cores);
extern bool cores_suffice(const cores_t *cores, const want_t *want);

extern bool cores_meet(const cores_t *a, const cores_t *b);
extern bool cores_equal(const cores_t *a, const cores_t *b);
extern void cores_del_all(cores_t *cores, const cores_t *others);
extern void cores_add_all(cores_t *cores, const cores_t *others);

/* The first cores and GPUs of a set; all of it if it has no more. */
extern cores_t cores_first(const cores_t *cores, want_t want);

/* As many as a set has. */
extern want_t cores_want(const cores_t *cores);

extern units_t units_copy(const units_t *units);
extern void units_free(units_t *units);
extern bool units_equal(const units_t *a, const units_t *b);

/* Set the cores of a node; none: it is left out. */
extern void units_set(units_t *units, uint32_t node, const cores_t *cores);

/* RET the cores of a node, owned by units; NULL: none */
extern const cores_t *units_on(const units_t *units, uint32_t node);

/* RET the number of cores of all nodes; of GPUs */
extern uint64_t units_count(const units_t *units);
extern uint64_t units_gpus(const units_t *units);

/* Return true unless both are by cores, and have none in common. */
extern bool units_cross(const units_t *a, const units_t *b);

/* Leave out all nodes that are not in a set. */
extern void units_keep(units_t *units, const garq_set_t *nodes);
