/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * job_guard.h - jobs whose message would end slurmctld, whoever sends it.
 *
 * Slurm's clients send none, but any user can send a message that
 *
 *  - names siblings of a federation. Siblings send jobs by messages of their
 *    own (REQUEST_SIB_MSG), and slurmctld looks for the names in the
 *    federation without asking whether it has one
 *    (fed_mgr_get_cluster_name());
 *  - has a list of nodes with thousands of brackets in a name, n[1-2][1-2]...,
 *    or of billions of names: slurmctld expands it before it looks at it, and
 *    calls itself for each pair of brackets (_push_range_list(), hostlist.c).
 *
 * So it is in 22.05 to 26.05. Such a message is never handed on.
 *
 * Locks: none; as office->federated, this is asked without Slurm's lock of
 * federations.
 */
#pragma once

#include "plugin/slurm/compat/compat.h"

/*
 * OUT ret_why - for the log; untouched if the message is fine
 * RET SLURM_SUCCESS, also for messages that are not about jobs, or the error to
 *	answer with
 */
extern int job_guard_check(const slurm_msg_t *msg, const char **ret_why);
