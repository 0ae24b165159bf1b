/* SPDX-License-Identifier: GPL-2.0-or-later */
/* admit_space.c - see admit_space.h */

#include "plugin/admit_space.h"

int admit_space(const shape_t *shape, uint64_t group, time_t end,
		admit_space_t *ret_space)
{
	garq_set_t *eligible = view_set(shape->eligible);

	if (!eligible)
		return -1;
	if (osp_space_machine(&ret_space->nodes, view_machine(), eligible,
			      group, end)) {
		garq_set_destroy(eligible);
		return -1;
	}
	ret_space->eligible = eligible;
	ret_space->space = ret_space->nodes.space;
	return 0;
}

void admit_space_close(admit_space_t *space)
{
	osp_space_machine_close(&space->nodes);
	garq_set_destroy(space->eligible);
}
