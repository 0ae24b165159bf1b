/* SPDX-License-Identifier: GPL-2.0-or-later */
/* parameters.h - what may be written for sched/garq in SchedulerParameters. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

/*
 * Print all options with their values and defaults; in JSON with what they mean,
 * too. RET false if memory is short
 */
extern bool parameters_print(FILE *to, bool json);
