/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * names.h - are there such users and groups?
 *
 * The name service is asked, which may take any time. Locks: none, and no caller
 * may hold slurmctld's.
 */
#ifndef PLUGIN_NAMES_H
#define PLUGIN_NAMES_H

#include <stdbool.h>

/*
 * IN users, groups - names or numbers separated by commas, each perhaps with "-"
 *	before it, as Slurm's records have them; NULL: none
 * RET do all of them exist?
 */
extern bool names_exist(const char *users, const char *groups);

#endif
