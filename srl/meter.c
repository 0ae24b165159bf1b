/* SPDX-License-Identifier: GPL-2.0-or-later */
/* meter.c - what a search has looked at: see meter.h */
#include "srl/meter.h"

#define STEP_WORK 8	/* a single place or start */

extern srl_meter_t srl_meter(const srl_limits_t *limits)
{
	return (srl_meter_t) {
		.limits = limits,
		.progress = { .value = SRL_NO_VALUE },
		.next = SRL_TELL_WORK,
	};
}

extern void srl_tell(srl_meter_t *m)
{
	m->next = m->progress.work + SRL_TELL_WORK;
	if (m->limits->tell && !m->limits->tell(m->limits->arg, &m->progress))
		m->stopped = true;
}

extern bool srl_work(srl_meter_t *m, uint64_t units)
{
	uint64_t most = m->limits->work_max;

	m->progress.work += units;
	if (most && (m->progress.work >= most))
		m->stopped = true;
	if (m->progress.work >= m->next)
		srl_tell(m);
	return !m->stopped;
}

extern bool srl_step(srl_meter_t *m)
{
	uint64_t most = m->limits->steps_max;

	if (most && (m->progress.steps >= most))
		m->stopped = true;
	if (m->stopped)
		return false;
	m->progress.steps++;
	return srl_work(m, STEP_WORK);
}
