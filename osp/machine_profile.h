/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * machine_profile.h - how many nodes of a machine may be free, and when.
 *
 * Two implementations of profile() of a space. Private to this folder.
 */
#pragma once

#include "osp/space.h"

/*
 * From the counts of the pools: of each pool as many nodes as are free, but at
 * most as many as are eligible. Cannot exclude a group.
 */
extern int osp_profile_pools(const osp_machine_space_t *s, time_t t_s,
			     time_t t_e, garq_profile_fn fn, void *fn_arg);

/*
 * From the holders of each node: exact for each second, with the group
 * excluded. Time and memory (48 bytes each) grow with the number of holds in
 * [t_s, t_e).
 */
extern int osp_profile_nodes(const osp_machine_space_t *s, time_t t_s,
			     time_t t_e, garq_profile_fn fn, void *fn_arg);
