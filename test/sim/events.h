/* SPDX-License-Identifier: GPL-2.0-or-later */
/* events.h - what happens beside requests: nodes, jobs, slurm.conf, disk. */
#pragma once

/* One step of a day: perhaps something happens, as the weather allows. */
extern void events_step(void);

/* Perhaps nodes leave slurm.conf, or come back, while no controller runs. */
extern void events_away(void);
