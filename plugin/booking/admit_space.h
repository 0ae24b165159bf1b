/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * admit_space.h - what is free for a shape, for osp to ask: as admit() has it.
 *
 * Where a license of the shape is short no node is free.
 *
 * Locks: those of view.h, from admit_space() to admit_space_close().
 */
#ifndef PLUGIN_ADMIT_SPACE_H
#define PLUGIN_ADMIT_SPACE_H

#include "osp/space.h"
#include "plugin/booking/shape.h"
#include "plugin/booking/view.h"

typedef struct {
	osp_space_t space;	/* to be asked */
	osp_machine_space_t nodes;
	garq_set_t *eligible;
	const lic_set_t *licenses;	/* of the shape, which outlives it */
	uint64_t group;
} admit_space_t;

/*
 * Until it is closed the licenses of the group are looked away from, too.
 * IN group - holders to look away from, or GARQ_NO_GROUP
 * IN end - nothing that ends later is of interest
 * RET 0, to be closed; or -1: memory is short
 */
extern int admit_space(const shape_t *shape, uint64_t group, time_t end,
		       admit_space_t *ret_space);
extern void admit_space_close(admit_space_t *space);

#endif
