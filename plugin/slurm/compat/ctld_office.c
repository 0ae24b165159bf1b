/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/slurm/compat/ctld_office.h"

office_t *office;
