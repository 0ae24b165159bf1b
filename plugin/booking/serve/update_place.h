/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * update_place.h - find a place for a booking that an update changes.
 *
 * Locks: site_lock(), after site_sync().
 */
#ifndef PLUGIN_UPDATE_PLACE_H
#define PLUGIN_UPDATE_PLACE_H

#include "plugin/booking/place/admit.h"
#include "plugin/booking/rights/revision.h"
#include "plugin/booking/view/office.h"

/*
 * Find the place of v after a revision with place set. Nothing is moved yet.
 * IN uid - the reader of ret_text
 * OUT ret_placement - on success; placement_free()
 * OUT ret_text - why there is no room; free()
 * RET 0, REFUSED_BUSY, REFUSED_LICENSES or ENOMEM
 */
extern int update_place(office_t *office, const view_resv_t *v,
			const revision_t *r, uint32_t uid, time_t now,
			placement_t *ret_placement, char **ret_text);

/*
 * Return true if these nodes are free during [t_s, t_e), with group excluded,
 * but for failed ones and for reservations that do not keep named nodes off
 * (flags.h).
 */
extern bool update_place_free(office_t *office, const garq_set_t *nodes,
			      time_t t_s, time_t t_e, uint64_t group);

/*
 * The node list of an update by Nodes+= and Nodes-=, which scontrol sends as
 * "+n3,-n[1-2]" from Slurm 23.02 on.
 * OUT ret_list - the nodes of v with these changes, free(); NULL where the list
 *	has no signs, or after an error
 * OUT ret_text - the objection
 * RET 0, REFUSED_NODES or ENOMEM
 */
extern int update_signed_nodes(office_t *office, const view_resv_t *v,
			       const char *list, char **ret_list,
			       char **ret_text);

#endif
