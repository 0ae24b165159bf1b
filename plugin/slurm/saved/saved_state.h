/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * saved_state.h - the reservations that Slurm had saved before this start.
 *
 * The file (resv_state) is read once, since Slurm soon writes a new one. If the
 * start before came to no end, the file that it has found is read, which was
 * kept (saved_kept.h). No locks; only the thread that starts slurmctld may call
 * these functions, until saved_state_forget().
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/*
 * Keep the file that Slurm is going to read, and read it. Errors are logged. To
 * be called from init(), before Slurm can write a new one. Waits for the disk.
 */
extern void saved_state_read(void);

/* The digest of the file. RET false: there is no file, or it can't be read */
extern bool saved_state_digest(int64_t *ret_digest);

/*
 * Return true if the file certainly has no reservation of this name, with
 * nodes, and did not lack it only because it had ended.
 * IN end - of the reservation
 * RET false if the file has one; if it was saved at end or later, by a clock
 *	that may have been put back since; and if Slurm may have read less than
 *	the file has: this version can't read the file's protocol, or slurmctld
 *	was started with -i
 */
extern bool saved_state_lacks(const char *name, time_t end);

/*
 * The nodes that the file has of a reservation. Slurm takes nodes that
 * slurm.conf lacks out of the record while it reads the file.
 * RET valid until saved_state_forget(); NULL: the file has none of this name
 */
extern const char *saved_state_nodes(const char *name);

/*
 * Return true if Slurm's file is another one than at saved_state_read(). Then
 * Slurm may have read a file that was older, or newer, than the ledger.
 */
extern bool saved_state_replaced(void);

/* The file proves nothing about bookings: from now on there is none. */
extern void saved_state_distrust(void);

/*
 * The start has ended: the ledger's record of each booking is durable, or there
 * is no ledger, and Slurm's state alone is right from now on. Remove the kept
 * copy of the file. The agent may call this, too, before the ledger learns of
 * further files. RET false: that failed, which is logged
 */
extern bool saved_state_end_start(void);

/* Free the content; do not call the functions above afterwards. */
extern void saved_state_forget(void);
