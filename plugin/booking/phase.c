/* SPDX-License-Identifier: GPL-2.0-or-later */
/* phase.c - see phase.h */

#include "plugin/booking/controller.h"
#include "plugin/booking/phase.h"

phase_t phase_begin(phase_t phase)
{
	return controller->phase ? controller->phase(phase, 0) : PHASE_SERVE;
}

void phase_end(phase_t before, uint64_t steps)
{
	if (controller->phase)
		(void) controller->phase(before, steps);
}
