/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * osp_audit.h - checks a simulator's results independently of the garq_t that
 * made the decisions: sorted edges of all intervals, and nothing else.
 *
 * At no second are more nodes promised or in use than there are. So each job
 * can have nodes of its own from its start to the end of its hold, which no
 * other job has meanwhile.
 */
#pragma once

#include <stdint.h>

#include "contrib/eval/osp/osp_sim.h"

/*
 * Check the results of cnt jobs, and the pieces of preempted jobs, on max_cn
 * nodes.
 * RET 0; or -1 with errno ENOMEM, or EPROTO if too many nodes are held: stderr
 *	says when and by which job
 */
extern int sim_audit(const struct sim_fate *fate, uint32_t cnt,
		     const struct sim_piece *piece, uint32_t pieces,
		     uint32_t max_cn);
