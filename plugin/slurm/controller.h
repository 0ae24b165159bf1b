/* SPDX-License-Identifier: GPL-2.0-or-later */
/* controller.h - slurmctld as the controller of the office. */
#ifndef PLUGIN_SLURM_CONTROLLER_H
#define PLUGIN_SLURM_CONTROLLER_H

#include "plugin/booking/controller.h"

extern const controller_t slurm_controller;

#endif
