/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * saved_state.h - the reservations that Slurm had saved before this start.
 *
 * The file is kept as it was found, since Slurm writes a new one soon. No
 * function needs a lock; all are for the thread that starts slurmctld, until
 * saved_state_forget().
 */
#ifndef PLUGIN_SAVED_STATE_H
#define PLUGIN_SAVED_STATE_H

#include <stdbool.h>
#include <time.h>

/* Read it. To be called from init(), before Slurm can write a new one. */
extern void saved_state_read(void);

/* When Slurm began to write it; 0: there is none */
extern time_t saved_state_begun(void);

/*
 * Is there surely no reservation of this name, with nodes, in it? Not sure where
 * Slurm may have read less than is in it: a reservation of a version that Slurm
 * can't read is left out, with all after it; with -i it may leave out more.
 */
extern bool saved_state_lacks(const char *name);

/* Free what is kept of it; saved_state_lacks() says nothing from then on. */
extern void saved_state_forget(void);

#endif
