/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * admit_space.h - the free nodes and licenses of a shape, as a space for osp.
 *
 * Offers have to be admitted later, so the space answers as admit() would: at a
 * second at which a license of the shape is short, no node counts as free. For
 * a shape by cores a node is free where enough of its cores are (share.h).
 *
 * Locks: those of view.h, from admit_space() to admit_space_close().
 */
#pragma once

#include "osp/space.h"
#include "plugin/booking/place/shape.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/view.h"

typedef struct {
	office_t *office;
	osp_space_t space;	/* the space for osp */
	osp_machine_space_t nodes;
	osp_space_t whole;	/* that of nodes, as opened */
	garq_set_t *eligible;
	const shape_t *shape;	/* not owned */
	const lic_set_t *licenses;	/* of the shape */
	uint64_t group;
} admit_space_t;

/*
 * Open a space; admit_space_close() has to follow. Until then the licenses of
 * the group are excluded from view_licenses(), too.
 * IN shape - must outlive the space
 * IN group - holders to exclude, or GARQ_NO_GROUP
 * IN end - seconds since the epoch; no offer ends later
 * OUT ret_space - must not be moved: its space points into it
 */
extern void admit_space(office_t *office, const shape_t *shape, uint64_t group,
			time_t end, admit_space_t *ret_space);
extern void admit_space_close(office_t *office, admit_space_t *space);

/*
 * As garq_machine_starts(), for a shape by cores, or of few switches alone; its
 * licenses do not count.
 */
extern bool admit_space_starts(office_t *office, const shape_t *shape,
			       const garq_request_t *rq, uint32_t *looks,
			       time_t *ret_first, time_t *ret_last);
