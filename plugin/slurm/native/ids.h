/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ids.h - unique native ids and generated names of reservations.
 *
 * Slurm gives a new reservation the next id of 1 to 9999 that is free in its
 * list, and generates a missing name from the id. Parked reservations are not
 * in that list, so the plugin chooses the id. When most ids of that range are
 * taken, the plugin goes on above 9999, where Slurm itself gives none.
 *
 * Slurm's counter of ids never goes back, but from 9999 to 1. Its file may
 * still have a reservation that was just deleted: if one of the same name got
 * the same id, a start would take the record of the former for that of the
 * latter. A reservation that is made again with its old id therefore does not
 * set the counter back to that id.
 *
 * Locks: node WRITE; after watch_sync().
 */
#pragma once

#include "plugin/booking/view/office.h"
#include "plugin/slurm/compat/compat.h"

typedef struct {
	uint32_t id;		/* of the reservation */
	uint32_t before;	/* Slurm's counter, until now */
	uint32_t after;		/* ... and once the reservation is made */
} ids_choice_t;

/*
 * Choose the id of a reservation that Slurm is about to make, and make Slurm
 * itself take an id up to 9999. A missing desc->name is filled in (xfree()).
 * IN wanted - the id that the reservation had before, or 0
 */
extern ids_choice_t ids_choose(office_t *office, resv_desc_msg_t *desc,
			       uint32_t wanted);

/*
 * Slurm has made the reservation, or not: set its id if it is another one, in
 * accounting as well, and where Slurm's counter goes on.
 * IN rec - NULL: it was refused
 */
extern void ids_end(office_t *office, const ids_choice_t *c,
		    slurmctld_resv_t *rec);

/*
 * Take an id for a record that the plugin makes without Slurm.
 * IN wanted - the id that the reservation had before, or 0
 * RET wanted, or another id if a reservation has that one
 */
extern uint32_t ids_take(office_t *office, uint32_t wanted);
