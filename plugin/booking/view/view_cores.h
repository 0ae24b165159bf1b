/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * view_cores.h - which cores of a node a holder has, and which are free.
 *
 * The machine holds whole nodes, also for reservations by cores and for jobs on
 * some cores: a request for whole nodes gets none of theirs. One for cores
 * looks here at the cores that such a holder leaves.
 *
 * Times are seconds since the epoch. Locks: those of view.h, after site_sync().
 */
#ifndef PLUGIN_VIEW_CORES_H
#define PLUGIN_VIEW_CORES_H

#include "plugin/booking/request/units.h"
#include "plugin/booking/view/view.h"

/*
 * OUT ret - if true: the cores that a holder has of a node
 * RET false: it has all of the node
 */
extern bool view_cores_of(office_t *office, uint64_t id, uint32_t node,
			  cores_t *ret);

/* Return true if a holder leaves these cores of a node to others. */
extern bool view_cores_left(office_t *office, uint64_t id, uint32_t node,
			    const cores_t *want);

/* Return true if a holder belongs to a group of the machine. */
extern bool view_is_of_group(office_t *office, uint64_t id, uint64_t group);

/* The cores of a node that nobody has in [t_s, t_e), with a group excluded. */
extern cores_t view_cores_free(office_t *office, uint32_t node, time_t t_s,
			       time_t t_e, uint64_t group);

/*
 * The same of each node of a set, in one walk.
 * RET by index, free(); 0 where a node is not in the set
 */
extern cores_t *view_cores_free_of(office_t *office, const garq_set_t *nodes,
				   time_t t_s, time_t t_e, uint64_t group);

/* Return true if nobody has these in [t_s, t_e), with a group excluded. */
extern bool view_units_free(office_t *office, const units_t *units, time_t t_s,
			    time_t t_e, uint64_t group);

/* The cores of a node on which the running jobs of a group are. */
extern cores_t view_cores_used(office_t *office, uint32_t node, uint64_t group);

#endif
