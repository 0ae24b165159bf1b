/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ids.h - unique native ids and generated names of reservations.
 *
 * Slurm gives a new reservation the next id of 1 to 9999 that is free in its
 * list, and generates a missing name from the id. Parked reservations are not
 * in that list, so the plugin chooses the id. When most ids of that range are
 * taken, the plugin goes on above 9999, where Slurm itself gives none.
 *
 * Locks: node WRITE; after watch_sync().
 */
#ifndef PLUGIN_IDS_H
#define PLUGIN_IDS_H

#include "plugin/slurm/compat.h"

/*
 * Choose the id of a reservation that Slurm is about to make. Slurm takes an id
 * up to 9999 by itself; ids_give() sets any other afterwards. A missing
 * desc->name is filled in (xfree()).
 * IN wanted - the id that the reservation had before, or 0
 * RET the id
 */
extern uint32_t ids_choose(resv_desc_msg_t *desc, uint32_t wanted);

/*
 * Take an id for a record that the plugin makes without Slurm.
 * IN wanted - the id that the reservation had before, or 0
 * RET wanted, or another id if a reservation has that one
 */
extern uint32_t ids_take(uint32_t wanted);

/* Set the id of a record that Slurm has made, in accounting as well. */
extern void ids_give(slurmctld_resv_t *rec, uint32_t id);

#endif
