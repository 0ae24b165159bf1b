/* SPDX-License-Identifier: GPL-2.0-or-later */
/* eligible.h - which nodes may serve a request. */
#ifndef PLUGIN_ELIGIBLE_H
#define PLUGIN_ELIGIBLE_H

#include "garq/nodeset.h"
#include "plugin/slurm/compat.h"

/*
 * The nodes that may serve a booking: of its list, or of its partition with
 * its features.
 * IN asked_nodes - NULL, "ALL" or a list; part_nodes - "ALL" means partition's
 * IN num_cn - nodes wanted (0 with asked_nodes)
 * OUT ret_eligible - owned by the caller
 * RET 0, or a code of refused.h or ENOMEM, with ret_text (free(), or NULL)
 */
extern int eligible_nodes(const char *asked_nodes, bool part_nodes,
			  const char *partition, const char *features,
			  uint64_t num_cn, garq_set_t **ret_eligible,
			  char **ret_text);

#endif
