/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * siblings.h - jobs that name siblings of a federation which is not there.
 *
 * Slurm's clients name none, and siblings send jobs by messages of their own
 * (REQUEST_SIB_MSG). But any user can send a message that does, and slurmctld looks
 * for their names in the federation without asking whether it has one: it ends
 * (fed_mgr_get_cluster_name(), 22.05 to 26.05). Such a message is never handed on.
 *
 * Locks: none; as site.federated, this is asked without Slurm's lock of federations.
 */
#ifndef PLUGIN_SIBLINGS_H
#define PLUGIN_SIBLINGS_H

#include "plugin/slurm/compat.h"

/* RET does a job of the message name siblings, where there is no federation? */
extern bool siblings_are_missing(const slurm_msg_t *msg);

#endif
