/* SPDX-License-Identifier: GPL-2.0-or-later */
/* phase.c - see phase.h */

#include "plugin/booking/controller.h"
#include "plugin/booking/phase.h"

phase_t phase_begin(phase_t phase)
{
	return controller->phase ? controller->phase(phase, 0) : PHASE_SERVE;
}

static uint64_t taken;

uint64_t phase_steps(void)
{
	return taken;
}

void phase_end(phase_t before, uint64_t steps)
{
	taken += steps;
	if (controller->phase)
		(void) controller->phase(before, steps);
}
