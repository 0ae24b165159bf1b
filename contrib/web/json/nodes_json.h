/* SPDX-License-Identifier: GPL-2.0-or-later */
/* nodes_json.h - nodes and partitions as JSON: Node, Partition of openapi.json. */
#pragma once

#include <jansson.h>
#include <slurm/slurm.h>
#include <stdint.h>

/*
 * IN index - Slurm's, of the node
 * IN first - its first partition, or ""
 * IN partitions - or NULL
 * RET NULL: memory is short
 */
extern json_t *nodes_json_node(const node_info_t *n, uint32_t index,
			       const char *first,
			       const partition_info_msg_t *partitions);

/* RET an array; NULL: memory is short */
extern json_t *nodes_json_partitions(const partition_info_msg_t *all);

/* "idle", "down", ... and "+drain" where it is drained. RET a constant */
extern const char *nodes_json_state(uint32_t state);
