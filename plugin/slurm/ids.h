/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ids.h - native ids and made-up names that no other reservation has.
 *
 * Slurm gives a new reservation the next id, 1 to 9999, that none in its list
 * has; a name that was not given is made from the id. Parked reservations are
 * not in that list, so the id is chosen here. When all of those are taken, ids
 * go on above them: Slurm itself never gives one of these.
 *
 * Locks: node WRITE; after watch_sync().
 */
#ifndef PLUGIN_IDS_H
#define PLUGIN_IDS_H

#include "plugin/slurm/compat.h"

/*
 * Choose the id of a reservation that Slurm is about to make, and have Slurm
 * take it if it can; fill in desc->name if it was not given.
 * IN wanted - the one that it had before, or 0
 * RET the id, which ids_give() makes sure of
 */
extern uint32_t ids_choose(resv_desc_msg_t *desc, uint32_t wanted);

/*
 * The id of a record that we make ourselves: wanted, unless another one has
 * that.
 */
extern uint32_t ids_take(uint32_t wanted);

/* Slurm has made rec: it has this id now, for accounting as well. */
extern void ids_give(slurmctld_resv_t *rec, uint32_t id);

#endif
