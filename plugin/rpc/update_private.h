/* SPDX-License-Identifier: GPL-2.0-or-later */
/* update_private.h - what the files of an update share. */
#ifndef PLUGIN_UPDATE_PRIVATE_H
#define PLUGIN_UPDATE_PRIVATE_H

#include "plugin/booking/admit.h"
#include "plugin/booking/revise.h"
#include "plugin/rpc/update.h"

/*
 * Where it lies after a change of its times or nodes.
 * OUT ret_placement - on success; free its nodes
 * OUT ret_text - why not, for uid; free()
 * RET 0, or REFUSED_BUSY or another error for the user
 */
extern int update_place(const view_resv_t *v, const revision_t *r,
			uint32_t uid, time_t now, placement_t *ret_placement,
			char **ret_text);

/*
 * A request for a number of nodes gets the partition that they are from.
 * RET 0 or ENOMEM
 */
extern int update_set_partition(const view_resv_t *v, request_t *request);

/* Have Slurm change what is its own, or becomes that. */
extern int update_native(view_resv_t *v, request_t *request, time_t now,
			 update_t *out);

#endif
