/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * saved_state.h - the reservations that Slurm had saved before this start.
 *
 * The content of the file (resv_state) is kept in memory, since Slurm soon
 * writes a new file. No locks; only the thread that starts slurmctld may call
 * these functions, until saved_state_forget().
 */
#ifndef PLUGIN_SAVED_STATE_H
#define PLUGIN_SAVED_STATE_H

#include <stdbool.h>
#include <time.h>

/*
 * Read the file. To be called from init(), before Slurm can write a new one. A
 * file that is missing or can't be read counts as empty.
 */
extern void saved_state_read(void);

/*
 * When Slurm began to write the file, in seconds since the epoch; 0: there is
 * no file
 */
extern time_t saved_state_begun(void);

/*
 * Is it certain that the file has no reservation of this name, with nodes?
 * RET false if the file has one, and also if Slurm may have read less than the
 *	file has: this version can't read the file's protocol, or slurmctld was
 *	started with -i
 */
extern bool saved_state_lacks(const char *name);

/* Free the content; do not call saved_state_lacks() afterwards. */
extern void saved_state_forget(void);

#endif
