/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <sys/param.h>

#include "plugin/booking/place/admit_begun.h"
#include "plugin/booking/request/refused.h"

static bool _keeps_nodes(const garq_set_t *keep, const placement_t *placement)
{
	return garq_set_is_subset(keep, placement->nodes);
}

static int _refuse(const shape_t *shape, uint64_t group, time_t now,
		   refusal_t *ret_refusal)
{
	*ret_refusal = (refusal_t) {
		.t_s = MAX(shape->t_esr, now),
		.t_e = MAX(shape->t_esr, now) + shape->duration,
		.group = group,
		.rc = REFUSED_BUSY,
	};
	return REFUSED_BUSY;
}

int admit_begun(office_t *office, const shape_t *shape, uint64_t group,
		const garq_set_t *keep, time_t now, placement_t *ret_placement,
		refusal_t *ret_refusal)
{
	shape_t alone = *shape;	/* its pointers belong to shape */
	int rc = admit(office, shape, group, keep, NULL, now, ret_placement,
		       ret_refusal);

	if (rc || _keeps_nodes(keep, ret_placement))
		return rc;
	placement_free(ret_placement);
	alone.alone = true;
	alone.switches = 0;	/* it goes without, rather than lose these */
	rc = admit(office, &alone, group, keep, NULL, now, ret_placement,
		   ret_refusal);
	if (rc || _keeps_nodes(keep, ret_placement))
		return rc;
	/* Jobs of others that overrun are on some of its nodes. */
	placement_free(ret_placement);
	return _refuse(shape, group, now, ret_refusal);
}
