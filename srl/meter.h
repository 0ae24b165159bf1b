/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * meter.h - what a search has looked at, and whether it may go on.
 *
 * Each phase counts its work from the first breakpoint on, in units of a few
 * nanoseconds: a run, a step, an entry of a table. The waiting caller is thus
 * kept informed, and can stop the search wherever it is. Work that takes longer
 * than some milliseconds counts while it is in progress.
 */
#pragma once

#include "srl/search.h"

typedef struct srl_meter {
	const srl_limits_t *limits;
	srl_progress_t progress;	/* as reported */
	uint64_t next;		/* work at the next report */
	bool stopped;		/* stays so */
} srl_meter_t;

/* Nothing is done yet. limits stay the caller's */
extern srl_meter_t srl_meter(const srl_limits_t *limits);

/* Count work. RET false if the search has to stop */
extern bool srl_work(srl_meter_t *meter, uint64_t units);

/* Count a place or a start that is looked at. RET as srl_work() */
extern bool srl_step(srl_meter_t *meter);

/* Tell now. */
extern void srl_tell(srl_meter_t *meter);
