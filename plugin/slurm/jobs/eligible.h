/* SPDX-License-Identifier: GPL-2.0-or-later */
/* eligible.h - which nodes may serve a request. */
#pragma once

#include "garq/nodeset.h"
#include "plugin/slurm/compat/compat.h"

/*
 * The nodes that may serve a booking: those of its list, or those of its
 * partition that have its features. Locks: conf, node and part READ.
 * IN asked_nodes - NULL, "ALL" or a list
 * IN part_nodes - "ALL" means all nodes of the partition
 * IN partition - NULL: the default one; features - NULL: any;
 *	with asked_nodes they only have to exist
 * IN num_cn - number of nodes wanted (0 with asked_nodes)
 * OUT ret_eligible - owned by the caller
 * OUT ret_text - after an error, a text for the user: free(), or untouched
 * RET 0 or a code of refused.h
 */
extern int eligible_nodes(const char *asked_nodes, bool part_nodes,
			  const char *partition, const char *features,
			  uint64_t num_cn, garq_set_t **ret_eligible,
			  char **ret_text);
