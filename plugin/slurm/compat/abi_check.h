/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * abi_check.h - check that the plugin was built with slurmctld's headers.
 *
 * slurmctld compares only version numbers. Headers that were patched or
 * configured differently have the same number, and a member at another offset
 * leads to a crash or to wrong data. The check compares sizes of our headers
 * with sizes that slurmctld itself has: of an object in its symbol table, of a
 * block in its allocator, and of what its own init functions write. The check
 * does not see members that changed places within a structure of one size.
 */
#pragma once

#include "plugin/slurm/compat/compat.h"

/* The magic number of a reservation's record in slurmctld's reservation.c. */
#define ABI_RESV_MAGIC 0x3b82

/*
 * Check all structures that exist by now; a later call checks the records that
 * slurmctld has not loaded yet. Changes nothing. Locks: those under which the
 * lists of nodes, partitions, jobs and reservations can be read.
 * IN size - of why, in bytes
 * OUT why - one line, perhaps cut; untouched if everything fits
 * RET false if a structure differs
 */
extern bool abi_check(char *why, size_t size);

/*
 * Check one reservation, before any other member of it is read.
 * IN size, OUT why, RET - as abi_check()
 */
extern bool abi_check_resv(const slurmctld_resv_t *rec, char *why, size_t size);
