/* SPDX-License-Identifier: GPL-2.0-or-later */
/* flags.h - the flags of reservations that this version of Slurm knows. */
#ifndef PLUGIN_SLURM_FLAGS_H
#define PLUGIN_SLURM_FLAGS_H

#include "plugin/booking/flags.h"
#include "plugin/slurm/compat.h"

/* All bits but those of flags that only other versions have. */
extern const uint64_t flags_known;

#endif
