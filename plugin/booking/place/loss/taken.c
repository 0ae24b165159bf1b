/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <sys/param.h>

#include "plugin/booking/place/loss/taken.h"
#include "plugin/booking/request/flags.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/view/host.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/turns.h"
#include "plugin/booking/view/units_text.h"
#include "plugin/booking/view/view_cores.h"
#include "plugin/booking/view/view_pending.h"
#include "plugin/memory/memory.h"

/* True if the office can give a booking other nodes; also once it has begun. */
static bool _can_move(const view_resv_t *v)
{
	const booking_t *b = v->booking;

	return !b->asked_nodes && !b->stand_in &&
	       !(v->flags & BOOKING_FLAG_STATIC);
}

/*
 * Two bookings have a node at the same time, since Slurm or a start made it so.
 * True if v lacks it. One of them does: the one that can move, else the later.
 */
static bool _yields(const view_resv_t *v, const view_resv_t *to)
{
	if (_can_move(v) != _can_move(to))
		return _can_move(v);
	if (v->booking->created != to->booking->created)
		return v->booking->created > to->booking->created;
	return v->id > to->id;
}

/* The cost in steps of a node of a booking, and of another holder of it. */
#define TAKEN_NODE 8
#define TAKEN_HOLD 16

/*
 * A booking may name nodes on which a reservation with OVERLAP lies already
 * (flags.h): that takes nothing from it, unless it came there later.
 */
static bool _lies_on(office_t *office, const view_resv_t *v,
		     const view_resv_t *native)
{
	return v->booking->asked_nodes && view_is_open(office, native->id) &&
	       (native->resv_id < v->resv_id) &&
	       (native->placed_at <= v->placed_at);
}

typedef struct {
	office_t *office;
	const view_resv_t *v;
	taken_t *taken;
	uint64_t steps;
} look_t;

static void _note_node(look_t *look, uint64_t id, uint32_t node, bool less)
{
	taken_t *t = look->taken;

	if (!t->cnt || (node < t->node)) {
		t->node = node;
		t->by = id;
		t->less = less;
	}
	if (!garq_set_test(t->nodes, node))
		t->cnt++;
	garq_set_add(t->nodes, node);
}

/* True if a holder leaves the cores of v on a node to v. */
static bool _leaves_cores(const look_t *look, uint64_t id, uint32_t node)
{
	const cores_t *own = units_on(&look->v->attrs.units, node);

	return own && view_cores_left(look->office, id, node, own);
}

/* A garq_nodes_fn: note the node if the holder keeps v off it. */
static bool _meet_holder(void *arg, uint64_t id, uint32_t node, time_t t_s,
			 time_t t_e)
{
	look_t *look = arg;
	office_t *office = look->office;
	const view_resv_t *other;
	view_holder_t who;

	(void) t_s;
	(void) t_e;
	look->steps += TAKEN_HOLD;
	if (view_later_is(id)) {
		look->taken->by_other = true;
		_note_node(look, id, node, false);
		return true;
	}
	if (!view_holder(office, id, &who) || (who.kind == VIEW_PENDING))
		return true;
	if (_leaves_cores(look, id, node))
		return true;
	other = (who.kind == VIEW_RESV) ? view_find_id(office, id) : NULL;
	if (other && (other->booking ? !_yields(look->v, other) :
		      (office->options.maint == OPTIONS_MAINT_PLAIN) ||
		      _lies_on(office, look->v, other)))
		return true;
	look->taken->by_node |= (who.kind == VIEW_NODE_DOWN);
	look->taken->by_job |= (who.kind == VIEW_JOB);
	look->taken->by_other |= (other != NULL);
	if (who.kind == VIEW_NODE_DOWN)
		look->taken->since = MAX(look->taken->since,
					 view_down_since(office, node));
	_note_node(look, id, node, false);
	return true;
}

/* The nodes of a booking by count that it could not ask for today. */
static void _note_unfit(office_t *office, look_t *look)
{
	const garq_set_t *fit = view_lrh_eligible(office, look->v);

	if (!fit)
		return;
	GARQ_SET_EACH(i, look->v->nodes)
		if (!garq_set_test(fit, i)) {
			look->taken->by_other = true;
			_note_node(look, 0, i, false);
		}
}

/* Note the nodes that have fewer cores or GPUs than were booked. A node that
 * does not exist any more is VIEW_NODE_DOWN. */
static void _note_less(office_t *office, look_t *look)
{
	/* its record has no cores that are not there */
	units_t units = units_read(office, look->v->booking->cores);

	for (uint32_t i = 0; i < units.cnt; i++) {
		uint32_t node = units.list[i].node;
		cores_t lacks = view_cores_lacking(
			office, node, &units.list[i].cores, units.type);

		if (cores_none(&lacks) ||
		    !garq_set_test(look->v->nodes, node) ||
		    garq_set_test(look->taken->nodes, node) ||
		    text_same(office->host->nodes->name(office, node), "?"))
			continue;
		look->taken->by_other = true;
		_note_node(look, 0, node, true);
	}
	units_free(&units);
}

garq_set_t *taken_to_give_back(office_t *office, const view_resv_t *v)
{
	const booking_t *b = v->booking;
	garq_set_t *nodes = NULL;
	char *text = NULL;

	if (!b->asked_nodes)
		return NULL;
	if (text_same_word(b->asked_nodes, "ALL"))
		(void) office->host->nodes->eligible(
			office, b->asked_nodes,
			v->flags & BOOKING_FLAG_PART_NODES, b->partition, NULL,
			0, &nodes, &text);
	else
		(void) office->host->nodes->set(office, b->asked_nodes, &nodes);
	free_null(text);
	if (nodes && v->nodes)
		garq_set_del_all(nodes, v->nodes);
	if (nodes && !garq_set_count(nodes)) {
		garq_set_destroy(nodes);
		nodes = NULL;
	}
	return nodes;
}

/* What a part lacks is its own remark (part.h). */
static uint32_t _count_gone(office_t *office, const view_resv_t *v)
{
	const booking_t *b = v->booking;
	uint32_t has = v->nodes ? garq_set_count(v->nodes) : 0;
	garq_set_t *lacks;
	uint32_t cnt;

	if (b->part)
		return 0;
	if (!text_same_word(b->asked_nodes, "ALL"))
		return (b->num_cn > has) ? b->num_cn - has : 0;
	lacks = taken_to_give_back(office, v);
	cnt = lacks ? garq_set_count(lacks) : 0;
	garq_set_destroy(lacks);
	return cnt;
}

void taken_from(office_t *office, const view_resv_t *v, time_t now,
		taken_t *ret)
{
	look_t look = { .office = office, .v = v, .taken = ret };
	phase_t before;

	*ret = (taken_t) {
		.nodes = memory_there(garq_set_create(MAX(view_size(office),
							  1))),
	};
	if (v->booking->stand_in || (v->end <= now))
		return;
	ret->gone = _count_gone(office, v);
	if (!v->nodes)
		return;
	before = phase_begin(office, PHASE_PLAN);
	look.steps = TAKEN_NODE * ((uint64_t) garq_set_count(v->nodes) +
				   v->attrs.units.cnt);
	garq_nodes_each(garq_machine_nodes(view_machine(office)), v->nodes,
			MAX(v->start, now), v->end, v->id, _meet_holder, &look);
	_note_less(office, &look);
	phase_end(office, before, look.steps);
	if (!v->booking->asked_nodes && (v->start > now))
		_note_unfit(office, &look);
}

void taken_free(taken_t *taken)
{
	garq_set_destroy(taken->nodes);
	taken->nodes = NULL;
}

char *taken_nodes(office_t *office, const view_resv_t *v, const taken_t *taken)
{
	char *list = office->host->nodes->list(office, taken->nodes), *text;

	if (!list[0]) {	/* the nodes have no names any more */
		free_null(list);
		return text_printf("%u of %u nodes", taken->cnt + taken->gone,
				   taken->gone + (v->nodes ?
					garq_set_count(v->nodes) : 0));
	}
	if (!taken->gone)
		return list;
	text = text_printf("%s and %u more", list, taken->gone);
	free_null(list);
	return text;
}

static char *_by_resv(office_t *office, const char *node, const char *name)
{
	if (office->host->users->is_private(office, VIEW_RESV))
		return text_printf("another reservation has %s", node);
	return text_printf("reservation %s has %s", name, node);
}

char *taken_why(office_t *office, const view_resv_t *v, const taken_t *taken)
{
	const char *node = office->host->nodes->name(office, taken->node);
	const char *of = v->booking->partition;
	view_holder_t who;

	if (!taken->cnt || text_same(node, "?"))
		return text_dup("they are not among Slurm's nodes, or others have them");
	if (taken->less)
		return text_printf("%s has fewer cores or other GPUs now",
				   node);
	if (!taken->by || !view_holder(office, taken->by, &who))
		return text_printf("%s is no more in partition %s, or has other features",
				   node, of ? of : "(the default)");
	if (who.kind == VIEW_NODE_DOWN)
		return text_printf("%s failed", node);
	if (who.kind == VIEW_RESV)
		return _by_resv(office, node, who.name);
	if (office->host->users->is_private(office, VIEW_JOB))
		return text_printf("a job has %s", node);
	return text_printf("job %u has %s", who.job_id, node);
}

char *taken_awaited(office_t *office, const view_resv_t *v)
{
	garq_set_t *nodes;
	char *list, *text;

	if (!v->booking || !v->nodes || view_are_up(office, v->nodes))
		return NULL;
	nodes = memory_there(garq_set_copy(v->nodes));
	GARQ_SET_EACH(i, nodes) {
		time_t back = view_back_at(office, i);

		if (!back || (back > v->start))
			garq_set_del(nodes, i);
	}
	list = garq_set_count(nodes) ?
		       office->host->nodes->list(office, nodes) : NULL;
	text = list ? text_printf("%s, not available now", list) : NULL;
	free(list);
	garq_set_destroy(nodes);
	return text;
}
