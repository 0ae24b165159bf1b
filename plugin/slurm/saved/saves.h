/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * saves.h - one save of Slurm's state at a time, shared by those who wait for
 * it.
 *
 * Slurm packs its reservations under its locks, releases these, and only then
 * takes turns with other threads that write state files: of two saves at a
 * time the older one may be written last. The plugin therefore makes one at a
 * time; those who wait share the next one. Slurm's own thread may still have
 * packed an older state that it writes now; a save requested afterwards is
 * packed later, and replaces that state within seconds.
 *
 * Locks: none of Slurm's. Waits for the disk. No Slurm header.
 */
#pragma once

#include <stdint.h>

/*
 * Return when a save has ended that began after this call: one of this thread,
 * or of another one. The changes that the caller has made before are in it.
 * IN save - packs all, writes it, and has Slurm's thread save once more later
 */
extern void saves_make(void (*save)(void));

/*
 * Hold back saves_make(), for as long as no lock of Slurm's is waited for.
 * RET the number of saves that have begun until now
 */
extern uint64_t saves_hold(void);
extern void saves_release(void);
