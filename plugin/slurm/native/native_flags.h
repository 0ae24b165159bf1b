/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * native_flags.h - flags of Slurm's records that no version of Slurm has.
 * Slurm saves and reads all bits.
 */
#pragma once

#include <stdint.h>

#include "plugin/slurm/compat/compat.h"

/* The mark of host.h's mark(). */
#define NATIVE_UNWRITTEN (UINT64_C(1) << 62)

/* The record is retired (retired.h). Such a record is never saved. */
#define NATIVE_RETIRED (UINT64_C(1) << 61)

/* The record is pinned (SPEC_NODES), though it asks for no certain nodes. */
#define NATIVE_COUNTED (UINT64_C(1) << 60)

/* The flags of a record as it was asked for. */
static inline uint64_t native_flags_asked(uint64_t flags)
{
	if (flags & NATIVE_COUNTED)
		flags &= ~RESERVE_FLAG_SPEC_NODES;
	return flags & ~(NATIVE_UNWRITTEN | NATIVE_COUNTED);
}
