/* SPDX-License-Identifier: GPL-2.0-or-later */
/* phase.c - see phase.h */

#include "plugin/booking/view/controller.h"
#include "plugin/booking/view/phase.h"

static uint64_t taken;
static uint64_t told;	/* steps of the present phase that are in taken */

static phase_t _go_over(phase_t phase, uint64_t steps)
{
	taken += steps;
	return controller->phase ? controller->phase(phase, steps) :
				   PHASE_SERVE;
}

phase_t phase_begin(phase_t phase)
{
	told = 0;
	return _go_over(phase, 0);
}

uint64_t phase_steps(void)
{
	return taken;
}

void phase_end(phase_t before, uint64_t steps)
{
	(void) _go_over(before, (steps > told) ? steps - told : 0);
	told = 0;
}

phase_paused_t phase_pause(uint64_t steps)
{
	phase_t phase = _go_over(PHASE_SERVE, steps - told);

	return (phase_paused_t) { .phase = phase, .told = steps };
}

void phase_resume(const phase_paused_t *paused)
{
	(void) _go_over(paused->phase, 0);
	told = paused->told;
}
