/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * machine_profile.h - how many nodes of a machine may be free, and when.
 *
 * Two ways, both as the profile of a space. Private to this folder.
 */
#ifndef OSP_MACHINE_PROFILE_H
#define OSP_MACHINE_PROFILE_H

#include "osp/space.h"

/*
 * By the counts of its pools: of each as many as are free, and no more than are
 * eligible. Does not look away from a group.
 */
extern int osp_profile_pools(const osp_machine_space_t *s, time_t t_s,
			     time_t t_e, garq_profile_fn fn, void *fn_arg);

/*
 * By the holders of each node: exact for each second, looking away from the
 * group. It takes as long, and as much memory (48 bytes each), as there are holds
 * of nodes in [t_s, t_e).
 */
extern int osp_profile_nodes(const osp_machine_space_t *s, time_t t_s,
			     time_t t_e, garq_profile_fn fn, void *fn_arg);

#endif
