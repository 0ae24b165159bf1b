/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * access.h - counting accesses, for the evaluation (paper, section 5).
 *
 * An access is a read or write of one slot, chunk, edge or stored
 * reservation; a read followed by a write of the same place counts once. A loop
 * over 8 slots counts as 8 accesses even if the compiler vectorizes the loop.
 * Without GARQ_COUNT_ACCESSES nothing is counted and nothing is compiled.
 * Private to this folder, and to the evaluation.
 */
#pragma once

#include <stdint.h>

#ifdef GARQ_COUNT_ACCESSES
extern uint64_t garq_accessed;
#define GARQ_ACCESS(n) ((void) (garq_accessed += (n)))
#else
#define GARQ_ACCESS(n) ((void) 0)
#endif
