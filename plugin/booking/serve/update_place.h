/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * update_place.h - find a place for a booking that an update changes.
 *
 * Locks: site_lock(), after site_sync().
 */
#pragma once

#include "plugin/booking/place/admit.h"
#include "plugin/booking/place/ask.h"
#include "plugin/booking/view/office.h"

/*
 * Find the place of a->v after a->revision, with room for a->shape. Nothing is
 * moved yet.
 * OUT ret_placement - on success; placement_free()
 * OUT a->text - why there is no room
 * RET 0, REFUSED_BUSY, REFUSED_LICENSES or ESTALE (turns.h)
 */
extern int update_place(office_t *office, ask_t *a, placement_t *ret_placement);

/*
 * Give a request for a count of nodes the default partition, if neither the
 * request nor the reservation has a partition.
 */
extern void update_set_partition(office_t *office, const view_resv_t *v,
				 request_t *request);

/* The change of the record of a->v to a place. OUT change - owns nothing */
extern void update_place_change(const ask_t *a, const placement_t *p,
				change_t *change);

/*
 * Return true if these nodes are free during [t_s, t_e), with group excluded,
 * but for failed ones and for reservations that do not keep named nodes off
 * (flags.h).
 */
extern bool update_place_free(office_t *office, const garq_set_t *nodes,
			      time_t t_s, time_t t_e, uint64_t group);

/*
 * Replace the node list of an update by Nodes+= and Nodes-=, which scontrol
 * sends as "+n3,-n[1-2]" from Slurm 23.02 on, by the nodes of a->v with these
 * changes. A list without signs stays.
 * OUT a->text - the objection
 * RET 0 or REFUSED_NODES
 */
extern int update_signed_nodes(office_t *office, ask_t *a);
