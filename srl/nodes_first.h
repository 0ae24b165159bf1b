/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * nodes_first.h - give parts nodes, one part after the other, and never take
 * them back.
 *
 * The quick way beside nodes_fit.h: each part gets the first nodes that are
 * free for its whole length beside those of the parts before it, and first of
 * all nodes that are in few pools. Parts that it refuses may nevertheless fit.
 */
#pragma once

#include "srl/nodes_fit.h"

typedef struct srl_giver srl_giver_t;

/*
 * world - stays the caller's, and as it is
 * cnt_max - of wants, 1 .. SRL_PARTS_MAX
 * meter - counts the work
 * RET for srl_giver_destroy(), or NULL with errno ENOMEM
 */
extern srl_giver_t *srl_giver_create(const srl_world_t *world, size_t cnt_max,
				     srl_meter_t *meter);
extern void srl_giver_destroy(srl_giver_t *giver);	/* may be NULL */

/*
 * Want number i gets nodes beside the wants before it; those from i on have
 * none any more. RET false if there are not enough: then it has none, too
 */
extern bool srl_give(srl_giver_t *giver, size_t i, const srl_want_t *want);

/* Want number i needs no nodes. */
extern void srl_give_none(srl_giver_t *giver, size_t i);
