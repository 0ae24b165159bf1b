/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>

#include "plugin/booking/request/timing.h"
#include "plugin/booking/view/hits.h"
#include "plugin/memory/memory.h"

/* An entry of a queue, with what orders it: it may change before hits_add(). */
typedef struct {
	bool last;		/* put off */
	time_t at;		/* its start, or the end of its pause */
	time_t created;
	uint64_t id;
	view_resv_t *v;
} hit_t;

/* A heap: list[0] comes first, list[i] before list[2 * i + 1] and the next. */
typedef struct {
	hit_t *list;
	uint32_t cnt;
} queue_t;

struct hits_state {
	queue_t due;
	queue_t waiting;
	time_t now;		/* of the last hits_due() ... */
	uint64_t seen;		/* ... and the relief then */
	garq_set_t *touched;	/* NULL: no nodes are known */
	uint32_t touched_from;	/* no node before it is touched */
	uint64_t relief;
	bool found;		/* see hits_found() */
	uint32_t by_job;		/* entries with hit_by_job */
};

void hits_begin(office_t *office, uint32_t size)
{
	garq_set_destroy(office->hits->touched);
	office->hits->touched = size ? memory_there(garq_set_create(size)) :
				       NULL;
	for (uint32_t i = 0; i < size; i++)
		garq_set_add(office->hits->touched, i);
	office->hits->touched_from = 0;
	office->hits->relief++;
}

void hits_touch(office_t *office, const garq_set_t *nodes)
{
	if (!office->hits->touched || !nodes ||
	    (nodes->size != office->hits->touched->size))
		return;
	garq_set_add_all(office->hits->touched, nodes);
	office->hits->touched_from = 0;
}

bool hits_next_node(office_t *office, uint32_t *ret_node)
{
	*ret_node = office->hits->touched ?
			    garq_set_next(office->hits->touched,
					  office->hits->touched_from) :
			    0;
	if (!office->hits->touched ||
	    (*ret_node >= office->hits->touched->size))
		return false;
	garq_set_del(office->hits->touched, *ret_node);
	office->hits->touched_from = *ret_node;
	return true;
}

bool hits_walk_goes_on(office_t *office)
{
	return office->hits->touched &&
	       (garq_set_next(office->hits->touched,
			      office->hits->touched_from) <
		office->hits->touched->size);
}

/* --- queues --------------------------------------------------------------- */

static bool _comes_first(const hit_t *a, const hit_t *b)
{
	if (a->last != b->last)
		return b->last;
	if (a->at != b->at)
		return a->at < b->at;
	return (a->created != b->created) ? (a->created < b->created) :
					    (a->id < b->id);
}

static void _set_hit(queue_t *q, uint32_t i, const hit_t *hit)
{
	q->list[i] = *hit;
	hit->v->hit_nr = i;
}

/* Set a hit at i, or at the place of an entry above that comes later. */
static void _raise_hit(queue_t *q, uint32_t i, hit_t hit)
{
	for (; i && _comes_first(&hit, &q->list[(i - 1) / 2]); i = (i - 1) / 2)
		_set_hit(q, i, &q->list[(i - 1) / 2]);
	_set_hit(q, i, &hit);
}

/* Move the entry at i behind those that come before it. */
static void _sink_hit(queue_t *q, uint32_t i)
{
	hit_t hit = q->list[i];

	for (uint32_t next = 2 * i + 1; next < q->cnt; next = 2 * i + 1) {
		if ((next + 1 < q->cnt) &&
		    _comes_first(&q->list[next + 1], &q->list[next]))
			next++;
		if (!_comes_first(&q->list[next], &hit))
			break;
		_set_hit(q, i, &q->list[next]);
		i = next;
	}
	_set_hit(q, i, &hit);
}

static void _queue_hit(queue_t *q, view_resv_t *v, time_t at)
{
	hit_t hit = {
		.last = v->hit_last, .at = at,
		.created = v->booking->created, .id = v->id, .v = v,
	};

	q->list = memory_grow(q->list, q->cnt + 1, sizeof(*q->list));
	_raise_hit(q, q->cnt++, hit);
}

static void _unqueue_at(queue_t *q, uint32_t i)
{
	hit_t last = q->list[--q->cnt];

	if (i == q->cnt)
		return;
	_raise_hit(q, i, last);
	_sink_hit(q, last.v->hit_nr);
}

static void _unqueue_hit(office_t *office, const view_resv_t *v)
{
	if (v->is_hit)
		_unqueue_at(v->hit_waits ? &office->hits->waiting :
					   &office->hits->due, v->hit_nr);
}

static void _make_due(office_t *office, view_resv_t *v)
{
	v->hit_waits = false;
	_queue_hit(&office->hits->due, v, v->start);
}

/* --- entries -------------------------------------------------------------- */

void hits_add(office_t *office, view_resv_t *v)
{
	if (!v->booking)
		return;
	v->hit_seen = 0;
	v->hit_last = false;
	_unqueue_hit(office, v);
	_make_due(office, v);
	if (v->is_hit)
		return;
	v->is_hit = true;
	v->hit_at = view_now(office);
	v->repair_at = 0;
	v->repair_pause = 0;
}

void hits_meet(office_t *office, view_resv_t *v)
{
	bool last = v->is_hit && !v->hit_waits && v->hit_last;

	hits_add(office, v);
	if (last)
		hits_put_off(office, v);
	office->hits->found |= v->is_hit;
}

bool hits_found(office_t *office)
{
	return office->hits->found;
}

void hits_remove(office_t *office, view_resv_t *v)
{
	_unqueue_hit(office, v);
	v->is_hit = false;
	hits_set_by_job(office, v, false);
}

void hits_set_by_job(office_t *office, view_resv_t *v, bool has)
{
	office->hits->by_job += (uint32_t) has - (uint32_t) v->hit_by_job;
	v->hit_by_job = has;
}

void hits_wait(office_t *office, view_resv_t *v, time_t until)
{
	if (!v->is_hit)
		return;
	_unqueue_hit(office, v);
	v->hit_last = false;
	v->hit_waits = true;
	v->hit_seen = office->hits->relief;
	_queue_hit(&office->hits->waiting, v, until);
}

void hits_put_off(office_t *office, view_resv_t *v)
{
	_unqueue_hit(office, v);
	v->hit_last = true;
	_make_due(office, v);
}

/*
 * There was a relief, or the clock was put back: of the entries that wait keep
 * those that have seen that. RET how many were visited
 */
static uint32_t _relieve_waiting(office_t *office, bool all)
{
	queue_t *q = &office->hits->waiting;
	uint32_t cnt = q->cnt;

	q->cnt = 0;
	for (uint32_t i = 0; i < cnt; i++) {
		hit_t hit = q->list[i];

		if (all || (hit.v->hit_seen != office->hits->relief))
			_make_due(office, hit.v);
		else
			_raise_hit(q, q->cnt++, hit);
	}
	return cnt;
}

/* Entries whose pause has ended are due. RET how many were visited */
static uint32_t _wake_hits(office_t *office, time_t now)
{
	struct hits_state *h = office->hits;
	uint32_t steps = 0;

	if ((now < h->now) || (h->seen != h->relief))
		steps += _relieve_waiting(office, now < h->now);
	h->now = now;
	h->seen = h->relief;
	for (; h->waiting.cnt && (h->waiting.list[0].at <= now); steps++) {
		view_resv_t *v = h->waiting.list[0].v;

		_unqueue_at(&h->waiting, 0);
		_make_due(office, v);
	}
	return steps;
}

uint32_t hits_due(office_t *office, time_t now, view_resv_t **ret_list,
		  uint32_t max, uint64_t *steps)
{
	queue_t *q = &office->hits->due;
	uint32_t cnt = 0;

	office->hits->found = false;
	*steps += _wake_hits(office, now);
	for (; q->cnt && (cnt < max); (*steps)++) {
		view_resv_t *v = q->list[0].v;

		if (v->end <= now) {
			hits_remove(office, v);
		} else if (v->booking->stand_in) {
			hits_wait(office, v, now + REPAIR_AGAIN);
		} else {
			_unqueue_at(q, 0);
			ret_list[cnt++] = v;
		}
	}
	for (uint32_t i = 0; i < cnt; i++)
		_make_due(office, ret_list[i]);
	return cnt;
}

uint32_t hits_due_cnt(office_t *office)
{
	return office->hits->due.cnt;
}

void hits_relieve(office_t *office)
{
	office->hits->relief++;
}

void hits_job_ended(office_t *office)
{
	office->hits->relief += (office->hits->by_job > 0);
}

static void _begin_state(office_t *office)
{
	office->hits->relief = 1;
}

static void _end_state(office_t *office)
{
	garq_set_destroy(office->hits->touched);
	free(office->hits->due.list);
	free(office->hits->waiting.list);
}

const office_state_t hits_state = OFFICE_STATE(hits, _begin_state, _end_state);
