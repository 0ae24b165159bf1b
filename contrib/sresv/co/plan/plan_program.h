/* SPDX-License-Identifier: GPL-2.0-or-later */
/* plan_program.h - the integer program of a request, in a file. */
#pragma once

#include <stdio.h>

#include "contrib/sresv/ctl/status.h"
#include "srl/program.h"

/*
 * Write the program for starts that are step seconds apart, and the first of
 * each run as far as there is room for them.
 *
 * step - 0: as many starts as the paper has at most
 * RET STATUS_DONE; else an error was printed
 */
extern status_t plan_program(const srl_t *srl, const srl_world_t *world,
			     int64_t step, srl_format_t format,
			     const char *file, FILE *err);
