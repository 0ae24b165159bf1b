/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ctld_office.c - see ctld_office.h */

#include "plugin/slurm/compat/ctld_office.h"

office_t *office;
