/* SPDX-License-Identifier: GPL-2.0-or-later */
/* host.h - slurmctld as the office's host. */
#pragma once

#include "plugin/booking/view/host.h"

/*
 * say(), notify() and jobs->wake() are NULL here: they need the plugin's
 * threads, so init() sets them in copies of their tables.
 */
extern const host_t slurm_host;
