/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include <string.h>
#include <sys/param.h>

#include "garq/times.h"
#include "plugin/booking/place/choose/choose.h"
#include "plugin/booking/place/shape_cores.h"
#include "plugin/booking/place/try_starts.h"
#include "plugin/booking/request/steps.h"
#include "plugin/booking/view/host.h"
#include "plugin/booking/view/occurrence.h"
#include "plugin/booking/view/office.h"
#include "plugin/memory/memory.h"

/* The steps (GARQ_LOOK_STEPS()) of an occurrence; a holder takes one. */
#define STEPS_OCCURRENCE 8
/* ... and of a search for licenses. */
#define STEPS_LICENSES 1024

#define CMP(x, y) (((x) > (y)) - ((x) < (y)))

/* The search for the nodes of one start. */
typedef struct {
	office_t *office;
	const shape_t *shape;
	const garq_request_t *rq;
	garq_set_t *left;	/* nodes that are free at the occurrences so
				 * far; owned */
	garq_set_t *taken;	/* the others of the present one; owned */
	time_t *clear;		/* by node that is not left: no earlier start
				 * has it; owned */
	want_t *wanted;		/* by node, for a shape by cores; owned */
	cores_t *all;		/* ... all of its cores; owned */
	cores_t *common;	/* ... those that are free at all of these
				 * occurrences; owned */
	time_t licensed;	/* no earlier start has the licenses */
	uint64_t steps;
	time_t start;		/* of the first occurrence, ... */
	time_t from;		/* ... of which this is the first second that
				 * counts */
	time_t shift;		/* from it to the present one; and ... */
	time_t alike;		/* ... up to here it is that of later starts */
	bool failed;		/* at this occurrence, first: */
	time_t fail_s, fail_e, short_at;
	uint32_t missing;	/* at short_at, ... */
	uint32_t lacks;		/* ... and in all of the occurrence */
} try_t;

static try_t _begin_try(office_t *office, const shape_t *shape,
		    const garq_request_t *rq)
{
	uint32_t size = rq->eligible->size;
	try_t t = {
		.office = office, .shape = shape, .rq = rq,
		.left = memory_there(garq_set_create(size)),
		.taken = memory_there(garq_set_create(size)),
		.clear = memory_new(size, sizeof(time_t)),
		.wanted = shape->each ? shape_wanted(shape, size) : NULL,
	};

	if (!t.wanted)
		return t;
	t.common = memory_new(size, sizeof(*t.common));
	t.all = memory_new(size, sizeof(*t.all));
	GARQ_SET_EACH(i, rq->eligible)
		t.all[i] = view_cores_all(office, i, shape->gpu_type);
	return t;
}

static void _end_try(try_t *t)
{
	garq_set_destroy(t->left);
	garq_set_destroy(t->taken);
	free(t->clear);
	free(t->wanted);
	free(t->common);
	free(t->all);
}

static const garq_nodes_t *_held_nodes(const try_t *t)
{
	return garq_machine_nodes(view_machine(t->office));
}

static time_t _horizon(office_t *office)
{
	return view_now(office) + ((time_t) office->options.horizon * 86400);
}

/*
 * The start from which on a holder, up to its end, leaves the present
 * occurrence its nodes. An occurrence behind the horizon needs none, unless it
 * is the first.
 */
static time_t _clear_of(const try_t *t, time_t end)
{
	if (t->shift)
		return MIN(end, _horizon(t->office)) - t->shift;
	return end;
}

static bool _is_job(office_t *office, uint64_t id)
{
	view_holder_t who;

	return view_holder(office, id, &who) && (who.kind == VIEW_JOB);
}

/* A holder takes cores of a node; when it ends more of them may be free. */
static void _note_cores(try_t *t, uint64_t id, uint32_t node, time_t clear)
{
	cores_t has, *common = &t->common[node];

	t->clear[node] = MIN(t->clear[node], clear);
	if (view_cores_of(t->office, id, node, &has))
		cores_del_all(common, &has);
	else
		*common = cores_all(0, 0);
	if (!cores_suffice(common, &t->wanted[node]))
		garq_set_add(t->taken, node);
}

/* A garq_nodes_fn. All holders of a whole node have to end. */
static bool _note_holder(void *arg, uint64_t id, uint32_t node, time_t t_s,
			 time_t t_e)
{
	try_t *t = arg;
	time_t clear = _clear_of(t, t_e);

	(void) t_s;
	t->steps++;
	if (t->shape->over_jobs && _is_job(t->office, id))
		return true;
	if (t->wanted) {
		_note_cores(t, id, node, clear);
		return true;
	}
	t->clear[node] = MAX(t->clear[node], clear);
	garq_set_add(t->taken, node);
	return true;
}

/*
 * RET true if the licenses are free during [t_s, t_e). The search for the next
 * time at which they are looks far: only if they are not.
 */
static bool _has_licenses(try_t *t, time_t t_s, time_t t_e)
{
	const lic_set_t *want = &t->shape->licenses;
	const lic_counts_t *counts = view_licenses(t->office);
	bool fits = true;

	for (uint32_t i = 0; fits && (i < want->cnt); i++)
		fits = !lic_short(counts, &want->list[i], t_s, t_e).missing;
	if (fits)
		return true;
	t->licensed = MAX(t->licensed, _clear_of(t, lic_next(counts, want, t_s,
							     t_e - t_s)));
	t->steps += STEPS_LICENSES;
	return false;
}

/* The nodes of each combination of groups; the index has a bit for each. */
typedef struct {
	uint32_t cnt[1U << SHAPE_GROUPS];
} mix_t;

static uint32_t _groups_of(const shape_t *shape, uint32_t node)
{
	uint32_t groups = 0;

	for (uint32_t i = 0; i < shape->group_cnt; i++)
		groups |= (uint32_t) garq_set_test(shape->groups[i].nodes,
						   node) << i;
	return groups;
}

static mix_t _mix_of(const shape_t *shape, const garq_set_t *nodes)
{
	mix_t mix = { .cnt = { 0 } };

	GARQ_SET_EACH(i, nodes)
		mix.cnt[_groups_of(shape, i)]++;
	return mix;
}

/* The number of nodes that groups want more than there are. By Hall's theorem:
 * that of the groups together that want most more. */
static uint32_t _lacking_of(const shape_t *shape, const mix_t *mix)
{
	uint32_t most = 0;

	for (uint32_t some = 1; some < (1U << shape->group_cnt); some++) {
		uint32_t wanted = 0, has = 0;

		for (uint32_t i = 0; i < shape->group_cnt; i++)
			wanted += ((some >> i) & 1) ? shape->groups[i].cnt : 0;
		for (uint32_t i = 1; i < (1U << shape->group_cnt); i++)
			has += (i & some) ? mix->cnt[i] : 0;
		most = MAX(most, wanted - MIN(has, wanted));
	}
	return most;
}

static uint32_t _lacking_in_groups(const shape_t *shape,
				   const garq_set_t *nodes)
{
	mix_t mix = _mix_of(shape, nodes);

	return _lacking_of(shape, &mix);
}

/* The number of nodes that are missing at the occurrences so far. */
static uint32_t _lacking(try_t *t)
{
	uint32_t cnt = garq_set_count(t->left), wanted = t->rq->num_cn;

	if (t->shape->on_switches && (cnt >= wanted)) {
		t->steps += t->left->size / 8;
		return choose_fewest(t->office, t->left, wanted) >
		       t->shape->switches;
	}
	if (!t->shape->group_cnt)
		return wanted - MIN(cnt, wanted);
	if (garq_set_count(t->taken) || !t->shift) {
		t->steps += t->left->size / 8;
		t->lacks = _lacking_in_groups(t->shape, t->left);
	}
	return t->lacks;
}

/* The nodes of [t_s, t_e) are out of t->left already. */
static void _note_failed(try_t *t, time_t t_s, time_t t_e)
{
	t->failed = true;
	t->fail_s = t->short_at = t_s;
	t->fail_e = t_e;
	t->missing = t->lacks;
	if (!t->lacks || t->wanted || t->shape->group_cnt ||
	    t->shape->over_jobs || t->shape->on_switches)
		return;
	garq_set_add_all(t->left, t->taken);
	(void) memory_done(MIN(0, garq_nodes_shortage(
		_held_nodes(t), t->left, t->rq->num_cn, t_s, t_e, t->rq->group,
		&t->short_at, &t->missing)));
	garq_set_del_all(t->left, t->taken);
}

static void _look_at_occurrence(void *arg, time_t start, time_t end)
{
	try_t *t = arg;
	time_t t_s = MAX(start, t->from);
	bool licensed;

	if (t->failed || (end <= t_s))
		return;
	t->shift = start - t->start;
	t->steps += STEPS_OCCURRENCE;
	garq_set_zero(t->taken);
	if (t->shape->recurs & ~BOOKING_FLAG_HOURLY)
		t->alike = MIN(t->alike,
			       occurrence_alike_until(start) - t->shift);
	garq_nodes_each(_held_nodes(t), t->left, t_s, end, t->rq->group,
			_note_holder, t);
	garq_set_del_all(t->left, t->taken);
	t->lacks = _lacking(t);
	licensed = _has_licenses(t, t_s, end);
	if (t->lacks || !licensed)
		_note_failed(t, t_s, end);
}

/* Take the looks of the steps so far. RET false: none is left */
static bool _take_looks(try_t *t)
{
	bool left = steps_take_looks(t->rq, t->steps);

	t->steps = 0;
	return left;
}

/* Nothing is known of the nodes yet but too few cores of some. */
static void _forget_nodes(try_t *t)
{
	for (uint32_t i = 0; i < t->left->size; i++)
		t->clear[i] = t->wanted ? GARQ_FOREVER : 0;
	if (!t->wanted)
		return;
	memcpy(t->common, t->all, t->left->size * sizeof(*t->common));
	GARQ_SET_EACH(i, t->rq->eligible)
		if (!cores_suffice(&t->common[i], &t->wanted[i]))
			garq_set_del(t->left, i);
}

/* Look at the occurrences up to the first without enough nodes or licenses.
 * RET true if there is none
 * IN from, end - of the first one; passed - seconds of it before from */
static bool _try_start(try_t *t, time_t from, time_t end, time_t passed)
{
	occurrence_t when = {
		.start = from - passed, .end = end, .flags = t->shape->recurs,
	};

	t->start = when.start;
	t->from = from;
	t->failed = false;
	t->licensed = t->missing = t->lacks = 0;
	garq_set_zero(t->left);
	garq_set_add_all(t->left, t->rq->eligible);
	t->alike = GARQ_FOREVER;
	_forget_nodes(t);
	occurrence_each(&when, from, _horizon(t->office),
			_look_at_occurrence, t);
	return !t->failed;
}

/* No start before the result has enough nodes and the licenses, as long as its
 * occurrences are as far from it as those of this one. */
static time_t _next_start(const try_t *t)
{
	time_t *clear, next = 0;
	uint32_t cnt = 0;

	if (t->lacks) {
		clear = memory_new(garq_set_count(t->rq->eligible),
				   sizeof(*clear));
		GARQ_SET_EACH(i, t->rq->eligible)
			if (!garq_set_test(t->left, i))
				clear[cnt++] = t->clear[i];
		qsort(clear, cnt, sizeof(*clear), garq_by_time);
		next = (t->lacks <= cnt) ? clear[t->lacks - 1] : GARQ_FOREVER;
		free(clear);
	}
	return MAX(MIN(MAX(next, t->licensed), t->alike), t->from + 1);
}

static void _answer(try_t *t, time_t start, garq_answer_t *ret)
{
	ret->none_before = start;
	ret->fits = (start <= t->rq->t_lsr);
	ret->has_later = !ret->fits;
	if (ret->has_later) {
		ret->later = start;
		return;
	}
	ret->start = start;
	ret->free = t->left;
	t->left = NULL;
}

void try_starts_place(office_t *office, const shape_t *shape,
		      const garq_request_t *rq, time_t passed, bool behind,
		      garq_answer_t *ret_answer)
{
	time_t last = behind ? GARQ_FOREVER : rq->t_lsr, begun, end;
	time_t length = passed + rq->duration;
	time_t start = MAX(rq->t_esr, view_now(office));
	try_t t;
	int looks = 0;

	*ret_answer = (garq_answer_t) { .none_before = GARQ_FOREVER };
	if (rq->num_cn > garq_set_count(rq->eligible))
		return;
	t = _begin_try(office, shape, rq);
	while ((start <= last) && (start < GARQ_FOREVER - length) &&
	       ((start <= rq->t_lsr) || (looks++ < GARQ_LOOKS))) {
		ret_answer->none_before = start;
		if (!_take_looks(&t)) {
			ret_answer->cut = (start <= rq->t_lsr);
			break;
		}
		begun = (start == rq->t_esr) ? passed : 0;
		end = start - begun + length;
		if (_try_start(&t, start, end, begun)) {
			_answer(&t, start, ret_answer);
			break;
		}
		start = ret_answer->none_before = _next_start(&t);
	}
	if (start >= GARQ_FOREVER - length)
		ret_answer->none_before = GARQ_FOREVER;
	_end_try(&t);
}

void try_starts_shortage(office_t *office, const shape_t *shape,
			 const garq_request_t *rq, time_t passed,
			 garq_answer_t *answer, time_t *ret_s, time_t *ret_e)
{
	try_t t = _begin_try(office, shape, rq);

	if (!_try_start(&t, rq->t_esr, rq->t_esr + rq->duration, passed)) {
		answer->missing = t.missing;
		answer->short_at = t.short_at;
		*ret_s = t.fail_s;
		*ret_e = t.fail_e;
	}
	_end_try(&t);
}

uint32_t try_starts_most(office_t *office, const shape_t *shape,
			 const garq_set_t *eligible, const view_span_t *span,
			 uint32_t *looks)
{
	garq_request_t rq = {
		.eligible = eligible, .group = span->group, .looks = looks,
		.num_cn = shape->group_cnt ? shape->num_cn : 1,
	};
	try_t t = _begin_try(office, shape, &rq);
	uint32_t most = !_try_start(&t, span->t_s, span->t_e, 0) ? 0 :
			shape->on_switches ?
			choose_most(office, t.left, shape->switches) :
			garq_set_count(t.left);

	(void) _take_looks(&t);
	_end_try(&t);
	return most;
}

/* --- the choice of nodes --- */

/* Nodes of a group that are free. RET owned by the caller */
static garq_set_t *_free_of_group(const shape_group_t *group,
				  const garq_set_t *free_set)
{
	garq_set_t *nodes = memory_there(garq_set_copy(free_set));

	GARQ_SET_EACH(i, free_set)
		if (!garq_set_test(group->nodes, i))
			garq_set_del(nodes, i);
	return nodes;
}

/* A group takes nodes of the free ones. */
static void _take_for(shape_t *rest, uint32_t group, garq_set_t *free_set,
		      const garq_set_t *nodes, garq_set_t *chosen)
{
	garq_set_add_all(chosen, nodes);
	garq_set_del_all(free_set, nodes);
	rest->groups[group].cnt -= garq_set_count(nodes);
}

/* Choose nodes of a group that later ones can't have. */
static void _pick_own(office_t *office, shape_t *rest, uint32_t group,
		      garq_set_t *free_set, garq_set_t *chosen)
{
	garq_set_t *own = _free_of_group(&rest->groups[group], free_set);
	garq_set_t *some = memory_there(garq_set_create(own->size));

	for (uint32_t i = group + 1; i < rest->group_cnt; i++)
		garq_set_del_all(own, rest->groups[i].nodes);
	choose_nodes(office, own, rest->groups[group].cnt, some);
	_take_for(rest, group, free_set, some, chosen);
	garq_set_destroy(some);
	garq_set_destroy(own);
}

/*
 * Choose the others, so that enough are left for all groups: many at once, or
 * half as many where that is too many.
 */
static void _pick_shared(office_t *office, shape_t *rest, uint32_t group,
			 garq_set_t *free_set, garq_set_t *chosen)
{
	garq_set_t *nodes = _free_of_group(&rest->groups[group], free_set);
	garq_set_t *some = memory_there(garq_set_create(nodes->size));
	uint32_t cnt = rest->groups[group].cnt, had;

	while (rest->groups[group].cnt && garq_set_count(nodes)) {
		had = rest->groups[group].cnt;
		garq_set_zero(some);
		choose_nodes(office, nodes, MIN(cnt, had), some);
		_take_for(rest, group, free_set, some, chosen);
		if (!_lacking_in_groups(rest, free_set)) {
			garq_set_del_all(nodes, some);
			continue;
		}
		rest->groups[group].cnt = had;
		garq_set_add_all(free_set, some);
		garq_set_del_all(chosen, some);
		if (cnt == 1)
			garq_set_del_all(nodes, some);
		cnt = MAX(cnt / 2, 1);
	}
	garq_set_destroy(some);
	garq_set_destroy(nodes);
}

/* The nodes of free that have no job in [t_s, t_e). RET owned by the caller */
static garq_set_t *_without_jobs(office_t *office, const garq_set_t *free_set,
				 time_t t_s, time_t t_e)
{
	garq_set_t *idle = memory_there(garq_set_create(free_set->size));

	(void) garq_nodes_free(garq_machine_nodes(view_machine(office)),
			       free_set, t_s, t_e, GARQ_NO_GROUP, idle);
	return idle;
}

garq_set_t *try_starts_choose(office_t *office, const shape_t *shape,
			      const garq_set_t *free_set, time_t start)
{
	garq_set_t *chosen = memory_there(garq_set_create(free_set->size));
	garq_set_t *idle = _without_jobs(office, free_set, start,
					 start + shape->duration);
	garq_set_t *left = memory_there(garq_set_copy(free_set));
	shape_t rest = *shape;	/* shallow, but for the counts */
	uint32_t missing = shape->num_cn;

	for (uint32_t i = 0; i < rest.group_cnt; i++) {
		_pick_own(office, &rest, i, left, chosen);
		_pick_shared(office, &rest, i, left, chosen);
	}
	missing -= garq_set_count(chosen);
	choose_of(office, idle, free_set, chosen, &missing);
	choose_nodes(office, free_set, missing, chosen);
	garq_set_destroy(left);
	garq_set_destroy(idle);
	return chosen;
}

view_draft_t try_starts_others(office_t *office, const shape_t *shape,
			       const garq_set_t *nodes, const view_span_t *span)
{
	garq_request_t rq = {
		.eligible = nodes, .num_cn = 1, .group = span->group,
	};
	try_t t = _begin_try(office, shape, &rq);
	view_draft_t draft = { .in_cnt = 0 };

	(void) _try_start(&t, span->t_s, span->t_e,
		     shape->duration - (span->t_e - span->t_s));
	GARQ_SET_EACH(i, nodes) {
		view_hold_t h = {
			.node = i, .t_s = span->t_s, .t_e = span->t_e,
			.cores = CORES_MOST,
		};

		cores_del_all(&h.cores, &t.common[i]);
		view_draft_hold(&draft, &h);
	}
	_end_try(&t);
	return draft;
}
