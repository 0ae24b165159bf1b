/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * update_place.h - where a booking that changes may lie.
 *
 * Locks: site_lock(), synced.
 */
#ifndef PLUGIN_UPDATE_PLACE_H
#define PLUGIN_UPDATE_PLACE_H

#include "plugin/booking/admit.h"
#include "plugin/booking/revision.h"

/*
 * Where it lies after a change of its times or nodes.
 * OUT ret_placement - on success; free its nodes
 * OUT ret_text - why not, for uid; free()
 * RET 0, or REFUSED_BUSY or another error for the user
 */
extern int update_place(const view_resv_t *v, const revision_t *r,
			uint32_t uid, time_t now, placement_t *ret_placement,
			char **ret_text);

#endif
