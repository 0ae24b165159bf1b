/* SPDX-License-Identifier: GPL-2.0-or-later */
/* controller.h - slurmctld as the office's controller. */
#ifndef PLUGIN_SLURM_CONTROLLER_H
#define PLUGIN_SLURM_CONTROLLER_H

#include "plugin/booking/controller.h"

/* Members that are for the plugin's threads are NULL: init() gives them. */
extern const controller_t slurm_controller;

#endif
