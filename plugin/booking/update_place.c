/* SPDX-License-Identifier: GPL-2.0-or-later */
/* update_place.c - find a place for a changed booking; see update_place.h */

#include <errno.h>
#include <string.h>
#include <sys/param.h>

#include "plugin/booking/admit_begun.h"
#include "plugin/booking/controller.h"
#include "plugin/booking/job_names.h"
#include "plugin/booking/refused.h"
#include "plugin/booking/site.h"
#include "plugin/booking/update_place.h"
#include "plugin/booking/turns.h"

static bool _is_down(void *arg, uint64_t id, uint32_t node, time_t t_s,
		     time_t t_e)
{
	view_holder_t who;
	bool *only_down = arg;

	(void) node;
	(void) t_s;
	(void) t_e;
	*only_down = view_holder(id, &who) && (who.kind == VIEW_NODE_DOWN);
	return *only_down;
}

bool update_place_free(const garq_set_t *nodes, time_t t_s, time_t t_e,
		       uint64_t group)
{
	bool only_down = true;

	garq_nodes_each(garq_machine_nodes(view_machine()), nodes, t_s, t_e,
			group, _is_down, &only_down);
	return only_down;
}

/*
 * Do only failed nodes stand in the way, all of which v has already? A booking
 * with named nodes may be changed all the same.
 */
static bool _only_own_nodes_down(const view_resv_t *v, const shape_t *shape,
				 const refusal_t *refusal)
{
	if (!shape->pinned || refusal->licenses || !v->nodes ||
	    !garq_set_is_subset(shape->eligible, v->nodes))
		return false;
	return update_place_free(shape->eligible, refusal->t_s, refusal->t_e,
				 refusal->group);
}

/* The nodes of v that are eligible and have not failed. */
static garq_set_t *_own_nodes(const view_resv_t *v, const shape_t *shape)
{
	garq_set_t *own = garq_set_copy(shape->eligible);

	for (uint32_t i = 0; own && (i < own->size); i++)
		if (!v->nodes || !garq_set_test(v->nodes, i) ||
		    view_down_since(i))
			garq_set_del(own, i);
	return own;
}

static int _refuse(const view_resv_t *v, const shape_t *shape,
		   refusal_t *refusal, uint32_t uid, char **ret_text)
{
	int rc = refusal->rc;

	*ret_text = refusal_text(v->name, shape, refusal, uid);
	refusal_free(refusal);
	if (rc != REFUSED_FAILED)
		turns_count(&site.refused_cnt);
	return rc;
}

/*
 * Place a booking that has begun: it keeps its nodes, on which its jobs may
 * run, and gets more or gives some away, or the update is refused.
 * IN used - nodes on which its jobs run, the last to be given away
 */
static int _place_begun(const view_resv_t *v, const shape_t *shape,
			const garq_set_t *used, uint32_t uid, time_t now,
			placement_t *ret_placement, char **ret_text)
{
	shape_t own = *shape;
	refusal_t refusal;
	int rc = 0;

	if (!(own.eligible = _own_nodes(v, shape)))
		return ENOMEM;
	own.num_cn = MIN(shape->num_cn, garq_set_count(own.eligible));
	if (own.num_cn)
		rc = admit(&own, v->id, used, NULL, now, ret_placement,
			   &refusal);
	if (rc == REFUSED_BUSY) {
		rc = _refuse(v, &own, &refusal, uid, ret_text);
	} else if (!rc && (own.num_cn < shape->num_cn)) {
		placement_free(ret_placement);
		rc = admit_begun(shape, v->id, own.eligible, now,
				 ret_placement, &refusal);
		if (rc == REFUSED_BUSY)
			rc = _refuse(v, shape, &refusal, uid, ret_text);
	}
	garq_set_destroy(own.eligible);	/* the rest belongs to shape */
	return rc;
}

int update_place(const view_resv_t *v, const revision_t *r, uint32_t uid,
		 time_t now, placement_t *ret_placement, char **ret_text)
{
	/* Nodes on which jobs run are preferred to all others. */
	garq_set_t *used = controller->nodes_in_use(v->rec);
	shape_t shape = r->shape;
	refusal_t refusal;
	int rc;

	if (r->started && jobs_has_nodes(v->name)) {
		shape.eligible = v->nodes;
		shape.pinned = true;
	}
	if (r->started && !shape.pinned && shape.num_cn) {
		rc = _place_begun(v, &shape, used, uid, now, ret_placement,
				  ret_text);
		garq_set_destroy(used);
		return rc;
	}
	rc = admit(&shape, v->id, used, v->nodes, now,
		   ret_placement, &refusal);
	garq_set_destroy(used);
	if (rc != REFUSED_BUSY)
		return rc;
	if (!_only_own_nodes_down(v, &shape, &refusal))
		return _refuse(v, &shape, &refusal, uid, ret_text);
	memset(ret_placement, 0, sizeof(*ret_placement));
	ret_placement->start = ret_placement->not_before = shape.t_esr;
	ret_placement->nodes = garq_set_copy(shape.eligible);
	refusal_free(&refusal);
	return ret_placement->nodes ? 0 : ENOMEM;
}
