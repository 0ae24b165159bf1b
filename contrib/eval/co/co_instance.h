/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * co_instance.h - random instances of the co-reservation paper's evaluation.
 *
 * Röblitz, PASA 2008, section 6: five parts (computers IBM, PCC, VIS, a link
 * from IBM to PCC and one from IBM to VIS), n resources for each computer, n * n
 * links for each link, k starts for each part on each resource, spread evenly
 * over 66 hours, with random costs; a limit on the sum of all costs. The
 * computers of each part are its own, as in the paper's program, in which
 * nothing is shared.
 */
#pragma once

#include "srl/world.h"

#define CO_PARTS 5
#define CO_WINDOW 237600	/* seconds in which parts begin */
#define CO_LATER 14400		/* VIS begins so long after IBM */
#define CO_BUDGET 10000		/* the sum of all costs is at most this */

enum { CO_IBM, CO_PCC, CO_NET, CO_VIS, CO_OUT };

typedef struct {
	srl_world_t world;	/* lanes: those of part 0, of part 1, ... */
	uint32_t n;		/* lane i of a computer is its resource i; lane
				 * a * n + b of a link connects a and b */
	uint32_t k;
	uint32_t first[CO_PARTS];	/* lane of each part */
	struct co_memory *memory;
} co_instance_t;

/* A part is a link: NET or OUT. */
extern bool co_is_link(uint32_t part);

/* RET p; ends the program if p is NULL */
extern void *co_need(void *p);

/* The request of all instances. RET srl_destroy(); ends the program on failure */
extern srl_t *co_request(void);

/*
 * Make a random instance.
 *
 * IN n - 1 to 1000; k - 2 or more
 * IN percent - of all starts are there: 100 gives each lane k runs, run j being
 *	the start number j
 * IN most_cost - costs are 0 to this
 * IN/OUT random - state of the random numbers (random.h)
 * RET for co_instance_free(); ends the program if memory is short
 */
extern co_instance_t co_instance(uint32_t n, uint32_t k, uint32_t percent,
				 uint32_t most_cost, uint64_t *random);
extern void co_instance_free(co_instance_t *in);
