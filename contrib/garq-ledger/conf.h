/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * conf.h - the ledger's folder, from slurm.conf.
 *
 * Of slurm.conf only one line is of interest, and slurmctld may be unable to
 * start: so neither scontrol nor Slurm's library is used.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/*
 * StateSaveLocation of a slurm.conf and the files that it includes.
 * OUT ret - owned by the caller; Slurm's default if it is not set
 * OUT error - one line that names the file
 * RET false if a file can't be read
 */
extern bool conf_state_location(const char *conf, char **ret, char *error,
				size_t error_size);
