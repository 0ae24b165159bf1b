/* SPDX-License-Identifier: GPL-2.0-or-later */
/* names.h - which names of users, groups and accounts Slurm takes for a record. */
#pragma once

#include "plugin/booking/view/host.h"

/*
 * taken() of host.h. Locks: conf READ; the function takes the
 * locks of associations itself.
 */
extern char *names_taken(name_kind_t kind, const char *list,
			 const char *accounts);
