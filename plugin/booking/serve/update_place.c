/* SPDX-License-Identifier: GPL-2.0-or-later */
/* update_place.c - find a place for a changed booking; see update_place.h */

#include <stdlib.h>
#include <string.h>
#include <sys/param.h>

#include "plugin/booking/place/admit_begun.h"
#include "plugin/booking/place/job_names.h"
#include "plugin/booking/place/share_cores.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/serve/update_place.h"
#include "plugin/memory/memory.h"

/* The search for conflicting holders of nodes. */
typedef struct {
	office_t *office;
	const garq_set_t *may_be_down;
	bool free;
} way_t;

static bool _is_passable(void *arg, uint64_t id, uint32_t node, time_t t_s,
			 time_t t_e)
{
	view_holder_t who;
	way_t *way = arg;

	(void) t_s;
	(void) t_e;
	way->free = view_is_open(way->office, id) ||
		    (garq_set_test(way->may_be_down, node) &&
		     view_holder(way->office, id, &who) &&
		     (who.kind == VIEW_NODE_DOWN));
	return way->free;
}

static bool _is_free(office_t *office, const garq_set_t *nodes,
		     const garq_set_t *may_be_down, time_t t_s, time_t t_e,
		     uint64_t group)
{
	way_t way = { .office = office,
		      .may_be_down = may_be_down,
		      .free = true };

	garq_nodes_each(garq_machine_nodes(view_machine(office)), nodes, t_s,
			t_e, group, _is_passable, &way);
	return way.free;
}

bool update_place_free(office_t *office, const garq_set_t *nodes, time_t t_s,
		       time_t t_e, uint64_t group)
{
	return _is_free(office, nodes, nodes, t_s, t_e, group);
}

/*
 * True if the only conflicts are failed nodes that v has already, and
 * reservations that keep no named nodes off. Then a booking with named nodes
 * may be changed nevertheless.
 */
static bool _is_free_for(office_t *office, const view_resv_t *v,
			 const shape_t *shape, const refusal_t *refusal)
{
	if (!shape->pinned || refusal->licenses || !v->nodes)
		return false;
	return _is_free(office, shape->eligible, v->nodes, refusal->t_s,
			refusal->t_e, refusal->group);
}

/* The nodes of v that are eligible and have not failed. */
static garq_set_t *_own_nodes(office_t *office, const view_resv_t *v,
			      const shape_t *shape)
{
	garq_set_t *own = memory_there(garq_set_copy(shape->eligible));

	for (uint32_t i = 0; i < own->size; i++)
		if (!v->nodes || !garq_set_test(v->nodes, i) ||
		    view_down_since(office, i))
			garq_set_del(own, i);
	return own;
}

static int _refuse(office_t *office, const shape_t *shape, refusal_t *refusal,
		   ask_t *a)
{
	int rc = refusal->rc;

	a->text = refusal_text(office, a->v->name, shape, refusal, a->uid,
			       a->program);
	refusal_free(refusal);
	if ((rc != REFUSED_FAILED) && !wishes_look(&a->request->wishes))
		turns_count(office, &office->refused_cnt);
	return rc;
}

/*
 * True if a change only gives up time of v, at its end or at its start: that
 * takes nothing from others, also where they have nodes of v (taken.h).
 */
static bool _gives_up_time(const ask_t *a)
{
	const revision_t *r = &a->revision;
	const view_resv_t *v = a->v;
	const shape_t *s = &a->shape;
	time_t start = r->started ? s->t_esr : MAX(v->start, s->t_esr);

	return !r->moves_nodes && v->nodes && !s->licenses.cnt &&
	       (s->num_cn >= garq_set_count(v->nodes)) && (start >= v->start) &&
	       (start <= s->t_lsr) && (start + s->duration <= v->end);
}

static placement_t _keep_nodes(office_t *office, const ask_t *a, time_t start,
			       const garq_set_t *nodes)
{
	placement_t p = {
		.start = start, .not_before = start,
		.nodes = memory_there(garq_set_copy(nodes)),
	};
	view_span_t span = {
		.t_s = start, .t_e = start + a->shape.duration,
		.group = a->v->id,
	};

	if (a->shape.each)
		p.units = share_cores(office, &a->shape, nodes,
				      &a->v->attrs.units, &span);
	return p;
}

/*
 * Place a booking that has begun: it keeps its nodes, on which its jobs may
 * run, and gets more or gives some away, or the update is refused.
 * IN used - nodes on which its jobs run, the last to be given away
 */
static int _place_begun(office_t *office, ask_t *a, const shape_t *shape,
			const garq_set_t *used, placement_t *ret_placement)
{
	const view_resv_t *v = a->v;
	shape_t own = *shape;
	refusal_t refusal;
	int rc = 0;

	own.eligible = _own_nodes(office, v, shape);
	own.num_cn = MIN(shape->num_cn, garq_set_count(own.eligible));
	if (own.num_cn)
		rc = admit(office, &own, v->id, used, NULL, a->now,
			   ret_placement, &refusal);
	if (rc == REFUSED_BUSY) {
		rc = _refuse(office, &own, &refusal, a);
	} else if (!rc && (own.num_cn < shape->num_cn)) {
		placement_free(ret_placement);
		rc = admit_begun(office, shape, v->id, own.eligible, a->now,
				 ret_placement, &refusal);
		if (rc == REFUSED_BUSY)
			rc = _refuse(office, shape, &refusal, a);
	}
	garq_set_destroy(own.eligible);	/* the rest belongs to shape */
	return rc;
}

/* IN used - as _place_begun() */
static int _place_change(office_t *office, ask_t *a, const shape_t *shape,
			 const garq_set_t *used, placement_t *ret_placement)
{
	const view_resv_t *v = a->v;
	refusal_t refusal;
	int rc = admit(office, shape, v->id, used, v->nodes, a->now,
		       ret_placement, &refusal);

	if (rc != REFUSED_BUSY)
		return rc;
	if (_is_free_for(office, v, shape, &refusal))
		*ret_placement = _keep_nodes(office, a, shape->t_esr,
					     shape->eligible);
	else if (_gives_up_time(a))
		*ret_placement = _keep_nodes(office, a,
					     MAX(v->start, shape->t_esr),
					     v->nodes);
	else
		return _refuse(office, shape, &refusal, a);
	refusal_free(&refusal);
	return 0;
}

int update_place(office_t *office, ask_t *a, placement_t *ret_placement)
{
	bool started = a->revision.started;
	const view_resv_t *v = a->v;
	shape_t shape = a->shape;	/* shallow: a->shape owns the memory */
	garq_set_t *used;
	int rc;

	if (started && jobs_has_nodes(office, v->name)) {
		shape.eligible = v->nodes;
		shape.pinned = true;
	}
	if (started && _gives_up_time(a)) {
		*ret_placement = _keep_nodes(office, a, shape.t_esr, v->nodes);
		return 0;
	}
	/* Nodes on which jobs run are preferred to all others. */
	used = office->host->nodes->in_use(office, v->rec);
	if (started && !shape.pinned && shape.num_cn)
		rc = _place_begun(office, a, &shape, used, ret_placement);
	else
		rc = _place_change(office, a, &shape, used, ret_placement);
	garq_set_destroy(used);
	return rc;
}

void update_place_change(const ask_t *a, const placement_t *p, change_t *change)
{
	const view_resv_t *v = a->v;
	const revision_t *r = &a->revision;
	bool asked_all = text_same_word(r->asked_nodes, "ALL");

	change->start = (r->started || !a->room) ? r->start : p->start;
	change->end = r->started ? r->end : change->start + r->duration;
	change->duration_min = r->duration_min;
	change->times = (change->start != v->start) ||
			(change->end != v->end);
	change->asked_nodes = r->asked_nodes;
	change->nodes = p->nodes;
	change->units = p->units;	/* the placement has them */
	change->list = a->room && garq_set_count(p->nodes) &&
		       (!v->nodes || !garq_set_equal(p->nodes, v->nodes) ||
			((p->units.cnt || v->attrs.units.cnt) &&
			 !units_equal(&p->units, &v->attrs.units)) ||
			(r->moves_nodes &&
			 (asked_all != text_same_word(v->booking->asked_nodes,
						      "ALL"))));
}

/*
 * Slurm looks in the partition of a record for nodes in place of failed ones,
 * and crashes if a record by count has no partition.
 */
void update_set_partition(office_t *office, const view_resv_t *v,
			  request_t *request)
{
	const char *name = request->partition ? request->partition :
						v->attrs.partition;
	const char *other = office->host->nodes->default_partition(office);

	if (!request_has(name) && other)
		request_set(&request->partition, other);
}

/* Cut a list at its next comma that is in no brackets. RET the rest, or NULL */
static char *_next_token(char *token)
{
	int depth = 0;

	for (; *token; token++) {
		depth += (*token == '[') - (*token == ']');
		if ((*token == ',') && !depth) {
			*token = '\0';
			return token + 1;
		}
	}
	return NULL;
}

/* RET 0 or REFUSED_NODES */
static int _change_nodes(office_t *office, const char *token, garq_set_t *nodes)
{
	garq_set_t *set = NULL;
	int rc = REFUSED_NODES;

	if (((token[0] == '+') || (token[0] == '-')) && token[1])
		rc = office->host->nodes->set(office, token + 1, &set);
	if (!rc && (token[0] == '+'))
		garq_set_add_all(nodes, set);
	else if (!rc)
		garq_set_del_all(nodes, set);
	garq_set_destroy(set);
	return rc;
}

static int _change_all_nodes(office_t *office, char *list, garq_set_t *nodes)
{
	int rc = 0;

	for (char *token = list, *rest; token && !rc; token = rest) {
		rest = _next_token(token);
		rc = _change_nodes(office, token, nodes);
	}
	return rc;
}

int update_signed_nodes(office_t *office, ask_t *a)
{
	const char *list = a->request->node_list;
	garq_set_t *nodes;
	char *copy;
	int rc;

	if (!list || ((list[0] != '+') && (list[0] != '-')))
		return 0;
	nodes = memory_there(a->v->nodes ? garq_set_copy(a->v->nodes) :
					   garq_set_create(view_size(office)));
	copy = text_dup(list);
	rc = _change_all_nodes(office, copy, nodes);
	if (!rc && !garq_set_count(nodes))
		rc = REFUSED_NODES;
	free(copy);
	if (rc) {
		a->text = text_printf(
			"Nodes=%s: a node in it does not exist, has no sign, or the last one would be removed",
			list);
	} else {
		free(a->request->node_list);
		a->request->node_list = office->host->nodes->list(office,
								  nodes);
	}
	garq_set_destroy(nodes);
	return rc;
}
