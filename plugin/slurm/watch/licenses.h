/* SPDX-License-Identifier: GPL-2.0-or-later */
/* licenses.h - Slurm's licenses as license sets of the office. */
#pragma once

#include "plugin/booking/view/licenses.h"
#include "plugin/slurm/compat/compat.h"

/* See licenses in plugin/booking/view/host.h. */
extern int licenses_read(const char *text, bool any, lic_set_t *ret_set);
