/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * flags.h - the flags of a booking by name.
 *
 * Slurm's numbers, which have not changed since they were given: they are in
 * its state files. Only those are here that a booking can have: with the others
 * a reservation is Slurm's own, and not in the ledger.
 */
#ifndef LEDGER_FLAGS_H
#define LEDGER_FLAGS_H

#include <stdint.h>

#define FLAG_IGNORE_JOBS (UINT64_C(1) << 6)
#define FLAG_PART_NODES (UINT64_C(1) << 12)
#define FLAG_ALL_NODES (UINT64_C(1) << 19)
#define FLAG_PURGE_COMP (UINT64_C(1) << 20)

typedef enum {
	FLAG_GIVEN,		/* by Flags=NAME */
	FLAG_IMPLIED,		/* by Nodes= */
	FLAG_WITHOUT_NODES,	/* refused by Slurm where Nodes= is given */
	FLAG_INTERNAL,		/* Slurm's own note */
} flag_kind_t;

typedef struct {
	uint64_t bit;
	const char *name;	/* as scontrol prints it, and takes it */
	flag_kind_t kind;
} flag_t;

/* In the order in which scontrol prints them; the last one has no name. */
extern const flag_t flags_known[];

#endif
