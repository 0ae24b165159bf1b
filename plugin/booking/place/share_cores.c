/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include <string.h>
#include <sys/param.h>

#include "plugin/booking/place/choose/choose.h"
#include "plugin/booking/place/shape_cores.h"
#include "plugin/booking/place/share.h"
#include "plugin/booking/place/share_cores.h"
#include "plugin/booking/view/host.h"
#include "plugin/memory/memory.h"

#define CMP(x, y) (((x) > (y)) - ((x) < (y)))

/* A node, and its free cores. */
typedef struct {
	uint32_t node;
	want_t free;		/* GPUs: if some are wanted */
	cores_t all;		/* of the node */
	cores_t cores;
	want_t wanted;		/* of these, for share_cores() */
} left_t;

static int _fullest_first(const void *a, const void *b)
{
	const left_t *x = a, *y = b;

	if (x->free.gpus != y->free.gpus)
		return CMP(x->free.gpus, y->free.gpus);
	return (x->free.cores != y->free.cores) ?
		       CMP(x->free.cores, y->free.cores) :
		       CMP(x->node, y->node);
}

/* The nodes of a set with their free cores, the fullest first. RET free() */
static left_t *_left_on(office_t *office, const shape_t *shape,
			const garq_set_t *nodes, const view_span_t *span,
			uint32_t *ret_cnt)
{
	left_t *left = memory_new(garq_set_count(nodes), sizeof(*left));
	view_rest_t rest = share_rest(office, shape, nodes, span);
	uint32_t cnt = 0;

	GARQ_SET_EACH(i, nodes) {
		left_t *l = &left[cnt++];

		l->node = i;
		l->all = view_cores_all(office, i, shape->gpu_type);
		l->cores = view_rest_on(&rest, i);
		l->free = cores_want(&l->cores);
		if (!shape->most.gpus)
			l->free.gpus = 0;
	}
	view_rest_free(&rest);
	qsort(left, cnt, sizeof(*left), _fullest_first);
	*ret_cnt = cnt;
	return left;
}

/*
 * The nodes to choose from: chosen ones and those without GPUs, if the shape
 * needs none and they are enough. RET owned by the caller
 */
static garq_set_t *_spare_gpus(office_t *office, const shape_t *shape,
			       const garq_set_t *nodes, uint32_t num_cn,
			       const garq_set_t *chosen)
{
	garq_set_t *left = memory_there(garq_set_copy(nodes));

	if (shape->most.gpus)
		return left;
	GARQ_SET_EACH(i, nodes)
		if (!garq_set_test(chosen, i) &&
		    view_sizes_gpus(office, i, NULL))
			garq_set_del(left, i);
	if (garq_set_count(left) >= num_cn + garq_set_count(chosen))
		return left;
	garq_set_destroy(left);
	return memory_there(garq_set_copy(nodes));
}

/* The nodes that others may have a part of. RET owned by the caller */
static garq_set_t *_maybe_shared(office_t *office, const garq_set_t *nodes,
				 const view_span_t *span)
{
	garq_set_t *shared = memory_there(garq_set_copy(nodes));
	garq_set_t *whole = memory_there(garq_set_create(nodes->size));
	const view_draft_t *draft = span->draft;

	(void) garq_nodes_free(garq_machine_nodes(view_machine(office)), nodes,
			       span->t_s, span->t_e, span->group, whole);
	garq_set_del_all(shared, whole);
	for (uint32_t i = 0; draft && (i < draft->in_cnt); i++)
		if (garq_set_test(nodes, draft->in[i].node))
			garq_set_add(shared, draft->in[i].node);
	garq_set_destroy(whole);
	return shared;
}

/* Choose among nodes up to to of them in all: shared ones, then whole ones. */
static void _choose_up_to(office_t *office, const shape_t *shape,
			  const garq_set_t *nodes, const view_span_t *span,
			  uint32_t to, garq_set_t *chosen)
{
	uint32_t has = garq_set_count(chosen), cnt;
	garq_set_t *shared = _maybe_shared(office, nodes, span);
	left_t *left = _left_on(office, shape, shared, span, &cnt);

	for (uint32_t i = 0; (has < to) && (i < cnt); i++)
		if (!cores_equal(&left[i].cores, &left[i].all) &&
		    !garq_set_test(chosen, left[i].node)) {
			garq_set_add(chosen, left[i].node);
			has++;
		}
	free(left);
	garq_set_destroy(shared);
	choose_nodes(office, nodes, to - has, chosen);
}

void share_choose(office_t *office, const shape_t *shape,
		  const garq_set_t *free_set, const view_span_t *span,
		  uint32_t num_cn, garq_set_t *chosen)
{
	uint32_t to = garq_set_count(chosen) + num_cn;
	garq_set_t *nodes, *some;

	if (!num_cn)
		return;
	nodes = _spare_gpus(office, shape, free_set, num_cn, chosen);
	while (shape->most.gpus && (garq_set_count(chosen) < to) &&
	       garq_set_count(nodes)) {
		some = choose_cheapest(office, nodes);
		_choose_up_to(office, shape, some, span, to, chosen);
		garq_set_destroy(some);
	}
	if (!shape->most.gpus)
		_choose_up_to(office, shape, nodes, span, to, chosen);
	garq_set_destroy(nodes);
}

/* Add the first cores of a set, up to wanted ones in all. */
static void _fill_up(cores_t *cores, const cores_t *from, want_t wanted)
{
	want_t has = cores_want(cores);
	cores_t more = *from;

	cores_del_all(&more, cores);
	wanted.cores -= MIN(has.cores, wanted.cores);
	wanted.gpus -= MIN(has.gpus, wanted.gpus);
	more = cores_first(&more, wanted);
	cores_add_all(cores, &more);
}

/* The free cores of a node that are near some of its GPUs, and no GPUs. */
static cores_t _cores_near(office_t *office, const left_t *left,
			   uint64_t gpus)
{
	cores_t near = office->host->nodes->near(office, left->node, gpus);
	cores_t cores = left->cores, far = left->cores;

	cores_del_all(&far, &near);
	cores_del_all(&cores, &far);
	cores.gpus = 0;
	return cores;
}

/* The free GPUs of a node that are near the same cores as one of them. */
static uint64_t _beside(office_t *office, const left_t *left, uint64_t gpu)
{
	cores_t near = office->host->nodes->near(office, left->node, gpu);
	uint64_t found = 0;

	for (uint64_t g = left->cores.gpus; g; g &= g - 1) {
		cores_t other = office->host->nodes->near(office, left->node,
							  g & -g);

		if (cores_equal(&near, &other))
			found |= g & -g;
	}
	return found;
}

/*
 * Enough free GPUs of a node that are near the same cores, of which enough are
 * free; of several groups the smallest. RET no cores; none: there is no group
 */
static cores_t _of_one_group(office_t *office, const left_t *left)
{
	cores_t best = cores_all(0, 0);
	uint64_t rest = left->cores.gpus;

	while (rest) {
		cores_t group = cores_all(0, _beside(office, left,
						     rest & -rest));
		cores_t near = _cores_near(office, left, group.gpus);

		rest &= ~group.gpus & (rest - 1);
		near.gpus = group.gpus;
		if (cores_suffice(&near, &left->wanted) &&
		    (cores_none(&best) ||
		     (cores_gpus(&group) < cores_gpus(&best))))
			best = group;
	}
	return best;
}

/* The free GPUs of a node with enough free cores near them. RET no cores */
static cores_t _with_near(office_t *office, const left_t *left)
{
	want_t each = {
		.cores = left->wanted.cores / MAX(left->wanted.gpus, 1),
	};
	cores_t found = cores_all(0, 0);
	left_t rest = *left;

	for (uint64_t g = left->cores.gpus; g; g &= g - 1) {
		uint64_t gpu = g & -g;
		cores_t near = _cores_near(office, &rest, gpu);

		if (!cores_suffice(&near, &each))
			continue;
		near = cores_first(&near, each);
		cores_del_all(&rest.cores, &near);
		found.gpus |= gpu;
	}
	return found;
}

#define PICKS 4

/*
 * Choose cores of a node: those that the booking's jobs use, those that it has,
 * better ones, then others; the free ones first. If these are too few, the
 * booking has a claim to taken ones, in the same order.
 */
static void _pick_some(const left_t *left, const cores_t *order[PICKS],
		       want_t wanted, cores_t *cores)
{
	cores_t taken = CORES_MOST;

	cores_del_all(&taken, &left->cores);
	for (size_t i = 0; i < PICKS; i++) {
		cores_t some = *order[i];

		cores_del_all(&some, &taken);
		_fill_up(cores, &some, wanted);
	}
	for (size_t i = 0; i < PICKS; i++)
		_fill_up(cores, order[i], wanted);
}

/* First the GPUs, then cores near these. */
static cores_t _pick_on(office_t *office, const left_t *left,
			const cores_t *has, uint64_t group)
{
	cores_t used = has ? view_cores_used(office, left->node, group) :
			     cores_all(0, 0);
	cores_t better = cores_all(0, 0), cores = cores_all(0, 0);
	const cores_t *order[PICKS] = { &used, has ? has : &used, &better,
					&left->all };

	if (left->wanted.gpus) {
		better = _of_one_group(office, left);
		if (cores_none(&better))
			better = _with_near(office, left);
		_pick_some(left, order, (want_t) { .gpus = left->wanted.gpus },
			   &cores);
		better = _cores_near(office, left, cores.gpus);
	}
	_pick_some(left, order, left->wanted, &cores);
	return cores;
}

/* Take a number out of a list, if it is there. */
static bool _take_count(want_t *open, uint32_t *cnt, want_t count)
{
	for (uint32_t i = 0; i < *cnt; i++)
		if ((open[i].cores == count.cores) &&
		    (open[i].gpus == count.gpus)) {
			memmove(&open[i], &open[i + 1],
				(--*cnt - i) * sizeof(*open));
			return true;
		}
	return false;
}

/*
 * How many cores each node gives, if the shape is by count: one keeps its
 * number, if the shape has that number; of the others the emptiest one gives
 * most.
 * IN/OUT left - the fullest first
 */
static void _count_cores(const shape_t *shape, left_t *left, uint32_t cnt,
			 const units_t *has)
{
	want_t *open = memory_new(cnt, sizeof(*open));
	uint32_t open_cnt = cnt, next = 0;

	for (uint32_t i = 0; i < cnt; i++)
		open[i] = shape->each[MIN(i, shape->each_cnt - 1)];
	for (uint32_t i = 0; has && (i < cnt); i++) {
		const cores_t *had = units_on(has, left[i].node);

		if (had && _take_count(open, &open_cnt, cores_want(had)))
			left[i].wanted = cores_want(had);
	}
	for (uint32_t i = cnt; i-- > 0; )
		if (!left[i].wanted.cores)
			left[i].wanted = open[next++];
	free(open);
}

/* The same of named nodes. */
static void _count_named(const shape_t *shape, left_t *left, uint32_t cnt)
{
	want_t *wanted = shape_wanted(shape, shape->eligible->size);

	for (uint32_t i = 0; i < cnt; i++)
		left[i].wanted = wanted[left[i].node];
	free(wanted);
}

static int _by_node(const void *a, const void *b)
{
	const left_t *x = a, *y = b;

	return CMP(x->node, y->node);
}

units_t share_cores(office_t *office, const shape_t *shape,
		    const garq_set_t *nodes, const units_t *has,
		    const view_span_t *span)
{
	units_t units = { .cnt = 0 };
	uint32_t cnt;
	left_t *left = _left_on(office, shape, nodes, span, &cnt);

	units.type = memory_text(shape->gpu_type);
	if (shape->pinned)
		_count_named(shape, left, cnt);
	else
		_count_cores(shape, left, cnt, has);
	qsort(left, cnt, sizeof(*left), _by_node);
	for (uint32_t i = 0; i < cnt; i++) {
		const cores_t *had = has ? units_on(has, left[i].node) : NULL;
		cores_t cores = _pick_on(office, &left[i], had, span->group);

		units_set(&units, left[i].node, &cores);
	}
	free(left);
	return units;
}

units_t share_moved(office_t *office, const view_resv_t *v,
		    const garq_set_t *nodes, time_t t_s, time_t t_e)
{
	view_span_t span = { .t_s = t_s, .t_e = t_e, .group = v->id };
	shape_t shape = { .pinned = false };
	units_t units;

	shape_each_of(&shape, &v->attrs.units);
	units = share_cores(office, &shape, nodes, &v->attrs.units, &span);
	shape_free(&shape);
	return units;
}
