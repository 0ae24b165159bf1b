/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * shape_cores.h - how many cores of how many nodes a request asks for.
 *
 * Locks: those of view.h.
 */
#ifndef PLUGIN_SHAPE_CORES_H
#define PLUGIN_SHAPE_CORES_H

#include "plugin/booking/place/shape.h"

/*
 * Make a shape one by cores. One number is the sum of all nodes, which is
 * spread evenly; else there is one for each node, for named ones by node.
 * IN cores - CoreCnt, and a final 0
 * IN/OUT shape - num_cn: 0 becomes the fewest nodes that have the cores;
 *	eligible: without the nodes that are too small
 * OUT shape - each
 * IN/OUT ret_text - NULL; the error, free()
 * RET 0 or a code (refused.h)
 */
extern int shape_cores(office_t *office, const uint32_t *cores, shape_t *shape,
		       char **ret_text);

#endif
