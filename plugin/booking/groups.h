/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * groups.h - Groups+= and Groups-=.
 *
 * Slurm 22.05 does not come back, with all of slurmctld's locks held, when a
 * group is added that the reservation has already, and reads beyond its list
 * when the name to be removed is empty. So the new list is worked out here.
 */
#ifndef PLUGIN_GROUPS_H
#define PLUGIN_GROUPS_H

/*
 * Turn "+a,-b" of an update into the list that comes out; a plain list stays.
 * IN list - the groups that the reservation has, or NULL
 * IN/OUT groups - of the request, malloc'd, or NULL; as it was after an error
 * OUT ret_text - what is wrong; free()
 * RET 0, REFUSED_GROUPS or ENOMEM
 */
extern int groups_resolve(const char *list, char **groups, char **ret_text);

#endif
