/* SPDX-License-Identifier: GPL-2.0-or-later */
/* match.h - can a resource be right for a part, and what is it asked then? */
#pragma once

#include "contrib/sresv/co/model/ris.h"

/* What a part asks of a resource. */
typedef struct {
	int64_t amount;		/* nodes, or licenses of a link or storage */
	double bandwidth;	/* bit/s of that; 0: not a link */
	lrs_shape_t shape;	/* all but start and delay */
} match_t;

/*
 * Match a part with a resource by type, arch, partition, features and size.
 *
 * memory - has the texts of ret, unless they are the part's or the resource's
 * ret_why - a constant text, if it does not match
 * RET false if it does not match, or there is no memory: srl_memory_failed()
 */
extern bool match(const srl_part_t *part, const ris_resource_t *resource,
		  srl_memory_t *memory, match_t *ret, const char **ret_why);
