/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * flags.h - the flags of a booking by name.
 *
 * Slurm's numbers never change, as its state files contain them. Only the flags
 * that a booking can have are listed: a reservation with other flags is Slurm's
 * own, and not in the ledger.
 */
#pragma once

#include <stdint.h>

#define FLAG_IGNORE_JOBS (UINT64_C(1) << 6)
#define FLAG_PART_NODES (UINT64_C(1) << 12)
#define FLAG_ALL_NODES (UINT64_C(1) << 19)
#define FLAG_PURGE_COMP (UINT64_C(1) << 20)

typedef enum {
	FLAG_GIVEN,		/* set by Flags=NAME */
	FLAG_IMPLIED,		/* set by Nodes= */
	FLAG_WITHOUT_NODES,	/* Slurm refuses it together with Nodes= */
	FLAG_INTERNAL,		/* internal to Slurm */
} flag_kind_t;

typedef struct {
	uint64_t bit;
	const char *name;	/* as scontrol prints and takes it */
	flag_kind_t kind;
} flag_t;

/* In scontrol's order of printing; the last entry has no name. */
extern const flag_t flags_known[];
