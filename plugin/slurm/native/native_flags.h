/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * native_flags.h - flags of Slurm's records that no version of Slurm has.
 * Slurm saves and reads all bits.
 */
#pragma once

#include <stdint.h>

/* The mark of host.h's mark(). */
#define NATIVE_UNWRITTEN (UINT64_C(1) << 62)

/* The record is retired (retired.h). Such a record is never saved. */
#define NATIVE_RETIRED (UINT64_C(1) << 61)
