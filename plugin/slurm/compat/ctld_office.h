/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ctld_office.h - the office of this slurmctld: there is one in a process. */
#pragma once

#include "plugin/booking/view/office.h"

/* init() creates it. fini() leaves it empty: jobs may still be submitted. */
extern office_t *office;
