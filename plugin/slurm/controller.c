/* SPDX-License-Identifier: GPL-2.0-or-later */
/* controller.c - the calls of the office, served by slurmctld; see controller.h */

#include "plugin/slurm/compat.h"
#include "plugin/slurm/controller.h"
#include "plugin/slurm/eligible.h"
#include "plugin/slurm/watch.h"

static garq_set_t *_select(const garq_set_t *nodes, uint32_t num_cn)
{
	bitstr_t *avail = view_bitmap(nodes);
	bitstr_t *best = compat_select_nodes(avail, num_cn);
	garq_set_t *set = best ? view_set(best) : NULL;

	FREE_NULL_BITMAP(best);
	FREE_NULL_BITMAP(avail);
	return set;
}

const controller_t slurm_controller = {
	.sync = view_sync,
	.eligible = request_eligible,
	.node_list = nodes_list,
	.node_set = nodes_of,
	.select = _select,
	.link = view_link,
	.unlink = view_unlink,
	.unlink_all = view_unlink_all,
	.hush = view_hush,
	.tell = view_tell,
	.shown = view_shown,
	.last_update = view_last_update,
	.refresh = view_refresh,
	.moved = view_moved,
	.forget = view_forget,
};
