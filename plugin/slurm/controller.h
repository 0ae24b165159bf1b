/* SPDX-License-Identifier: GPL-2.0-or-later */
/* controller.h - slurmctld as the office's controller. */
#ifndef PLUGIN_SLURM_CONTROLLER_H
#define PLUGIN_SLURM_CONTROLLER_H

#include "plugin/booking/view/controller.h"

/*
 * The members that wake the plugin's threads (notify, jobs_wake) are NULL here:
 * init() sets them in a copy.
 */
extern const controller_t slurm_controller;

#endif
