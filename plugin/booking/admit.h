/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * admit.h - may a shape be booked, when, and on which nodes.
 *
 * The answer comes from lrh.h: others that have not started may have to move
 * inside their windows, or to other nodes, which is for shift.h to do once it is
 * booked. With licenses, or garq_shift=no, nobody moves: it comes from GarQ
 * (garq/machine.h, and licenses.h: the start is the earliest at which both
 * fit). The nodes among those that are free are chosen by Slurm's select plugin,
 * which knows the topology. Changes nothing. Locks: those of view.h, after
 * site_sync().
 */
#ifndef PLUGIN_ADMIT_H
#define PLUGIN_ADMIT_H

#include "plugin/booking/placement.h"
#include "plugin/booking/shape.h"
#include "plugin/booking/view.h"

/* Free what a placement owns; an all zero one has nothing. */
extern void placement_free(placement_t *placement);

/* What stands in the way of a shape that is refused. */
typedef struct {
	time_t t_s;		/* the interval that was looked at */
	time_t t_e;
	uint64_t group;
	int rc;			/* for the user: licenses alone, or nodes */
	garq_answer_t answer;	/* of the nodes, the later start with licenses */
	lic_short_t *licenses;	/* one for each of the shape; NULL: none is short */
	uint64_t blocked;	/* with garq_shift=paper it would fit, but this
				 * one would not any more; or 0 */
} refusal_t;

/*
 * IN group - holders to look away from (a booking that is updated, with its
 *	jobs), or GARQ_NO_GROUP
 * IN first, then - nodes to be preferred, in this order; NULL: none
 * OUT ret_placement - if placed; placement_free()
 * OUT ret_refusal - if refused; refusal_free()
 * RET 0: placed; REFUSED_BUSY: refused; ENOMEM
 */
extern int admit(const shape_t *shape, uint64_t group, const garq_set_t *first,
		 const garq_set_t *then, time_t now, placement_t *ret_placement,
		 refusal_t *ret_refusal);

/* Free what a refusal owns. */
extern void refusal_free(refusal_t *refusal);

/* How lrh.h is to be asked, by the options of the site. */
extern void admit_lrh_options(lrh_options_t *ret);

/* Do these licenses fit during [t_s, t_e), looking away from group? */
extern bool admit_licenses(const lic_set_t *want, uint64_t group, time_t t_s,
			   time_t t_e);

/*
 * The lines that tell a user why: what is missing and since when, who stands
 * in the way, and the earliest start for the same shape.
 * IN name - of the reservation, or NULL
 * IN uid - who reads them: he is told of others what Slurm would show him
 * RET to be free()d
 */
extern char *refusal_text(const char *name, const shape_t *shape,
			  const refusal_t *refusal, uint32_t uid);

#endif
