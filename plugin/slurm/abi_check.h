/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * abi_check.h - were we compiled with the headers of this slurmctld?
 *
 * slurmctld compares version numbers only; headers that were patched or
 * configured otherwise have the same number, and a member at another place is
 * found by a crash, or worse. What is looked at is known in two ways: through
 * our headers, and from slurmctld itself (the size of an object as its linker
 * noted it, of a block as its allocator did, how far a function of its own
 * writes). Members that changed places within one size are not seen.
 */
#ifndef PLUGIN_ABI_CHECK_H
#define PLUGIN_ABI_CHECK_H

#include "plugin/slurm/compat.h"

/* The mark of a reservation's record, as in slurmctld's reservation.c. */
#define ABI_RESV_MAGIC 0x3b82

/*
 * Look at all that is there: records that are not loaded yet are looked at by
 * a later call. Changes nothing.
 * OUT why - one line; untouched if all fits
 */
extern bool abi_check(char *why, size_t size);

/* One reservation, before anything else of it is touched. */
extern bool abi_check_resv(const slurmctld_resv_t *rec, char *why, size_t size);

#endif
