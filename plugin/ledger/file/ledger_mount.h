/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_mount.h - check the mount options of the ledger's file system.
 *
 * Controllers on several machines share the folder by a network file system.
 * With some options that loses acknowledged changes, or hides a takeover from
 * the controller that has to end (ledger_claim.h).
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/*
 * Look up the mount of a folder in the kernel's table, and judge its options.
 * IN table - "/proc/self/mountinfo"
 * OUT text - what should be changed, in one line
 * RET true if there is something; false also if that can't be found out
 */
extern bool ledger_mount_advice(const char *folder, const char *table,
				char *text, size_t size);
