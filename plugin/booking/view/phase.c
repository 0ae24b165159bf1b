/* SPDX-License-Identifier: GPL-2.0-or-later */
/* phase.c - see phase.h */

#include "plugin/booking/view/host.h"
#include "plugin/booking/view/phase.h"

struct phase_state {
	uint64_t taken;
	uint64_t told;	/* steps of the present phase that are in taken */
};

static phase_t _go_over(office_t *office, phase_t phase, uint64_t steps)
{
	office->phase->taken += steps;
	return office->host->locks->phase ?
		       office->host->locks->phase(office, phase, steps) :
		       PHASE_SERVE;
}

phase_t phase_begin(office_t *office, phase_t phase)
{
	office->phase->told = 0;
	return _go_over(office, phase, 0);
}

uint64_t phase_steps(office_t *office)
{
	return office->phase->taken;
}

void phase_end(office_t *office, phase_t before, uint64_t steps)
{
	(void) _go_over(office, before,
			(steps > office->phase->told) ?
				steps - office->phase->told :
				0);
	office->phase->told = 0;
}

phase_paused_t phase_pause(office_t *office, uint64_t steps)
{
	phase_t phase = _go_over(office, PHASE_SERVE,
				 steps - office->phase->told);

	return (phase_paused_t) { .phase = phase, .told = steps };
}

void phase_resume(office_t *office, const phase_paused_t *paused)
{
	(void) _go_over(office, paused->phase, 0);
	office->phase->told = paused->told;
}

const office_state_t phase_state = OFFICE_STATE(phase, NULL, NULL);
