/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * phase.h - what the office is busy with, for the host's figures on how long
 * slurmctld's locks are held (lock_stats.h).
 *
 * The office has no clock: it says where a phase begins and ends, and the host
 * measures. Phases don't nest in themselves. Locks: site_lock().
 */
#ifndef PLUGIN_PHASE_H
#define PLUGIN_PHASE_H

#include <stdint.h>

#include "plugin/booking/view/office.h"

typedef enum {
	PHASE_SERVE,	/* all that is none of the others */
	PHASE_SYNC,	/* the view is brought up to date with slurmctld */
	PHASE_PLAN,	/* a place is searched for, and bookings are planned to
			 * move (lrh/lrh.h) */
	PHASE_OFFERS,	/* offers are searched for (osp/osp.h), or starts for a
			 * probe */
	PHASES
} phase_t;

/*
 * A phase begins.
 * RET the phase that it interrupts, for phase_end()
 */
extern phase_t phase_begin(office_t *office, phase_t phase);

/*
 * The phase of phase_begin() has ended.
 * IN steps - the steps that it took (steps.h), those before phase_pause() too
 */
extern void phase_end(office_t *office, phase_t before, uint64_t steps);

/* A phase that others interrupt while they have the locks. */
typedef struct {
	phase_t phase;
	uint64_t told;
} phase_paused_t;

/*
 * A phase pauses; phase_end() counts only the steps after that. Between the two
 * calls others may go through phases of their own.
 * IN steps - the steps since the phase began
 */
extern phase_paused_t phase_pause(office_t *office, uint64_t steps);
extern void phase_resume(office_t *office, const phase_paused_t *paused);

/* The steps of all phases since the start. */
extern uint64_t phase_steps(office_t *office);

#endif
