/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * groups.h - work out Groups+= and Groups-= of an update.
 *
 * The office does this because Slurm 22.05 can't: slurmctld hangs, with all its
 * locks held, if the reservation already has a group that is added, and it
 * reads beyond the list if the name of a removed group is empty.
 */
#pragma once

/*
 * Turn "+a,-b" of an update into the resulting list. A plain list stays as it
 * is.
 * IN list - the groups of the reservation, or NULL
 * IN/OUT groups - of the request, malloc'd, or NULL; unchanged on error
 * OUT ret_text - the objection; free()
 * RET 0 or REFUSED_GROUPS
 */
extern int groups_resolve(const char *list, char **groups, char **ret_text);
