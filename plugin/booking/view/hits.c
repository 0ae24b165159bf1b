/* SPDX-License-Identifier: GPL-2.0-or-later */
/* hits.c - see hits.h */

#include "plugin/booking/view/hits.h"

static TAILQ_HEAD(, view_resv) hits = TAILQ_HEAD_INITIALIZER(hits);
static garq_set_t *touched;	/* NULL: no nodes are known */
static uint32_t touched_from;	/* no node before it is touched */
static uint64_t relief = 1;
static bool found;		/* see hits_found() */
static uint32_t by_job;		/* entries with hit_by_job */

bool hits_begin(uint32_t size)
{
	garq_set_destroy(touched);
	touched = size ? garq_set_create(size) : NULL;
	for (uint32_t i = 0; touched && (i < size); i++)
		garq_set_add(touched, i);
	touched_from = 0;
	relief++;
	return touched || !size;
}

void hits_touch(const garq_set_t *nodes)
{
	if (!touched || !nodes || (nodes->size != touched->size))
		return;
	garq_set_add_all(touched, nodes);
	touched_from = 0;
}

bool hits_next_node(uint32_t *ret_node)
{
	*ret_node = touched ? garq_set_next(touched, touched_from) : 0;
	if (!touched || (*ret_node >= touched->size))
		return false;
	garq_set_del(touched, *ret_node);
	touched_from = *ret_node;
	return true;
}

bool hits_walk_goes_on(void)
{
	return touched && (garq_set_next(touched, touched_from) < touched->size);
}

void hits_add(view_resv_t *v)
{
	if (!v->booking)
		return;
	v->hit_seen = 0;
	if (v->is_hit)
		return;
	v->is_hit = true;
	v->hit_at = view_now();
	v->repair_at = 0;
	v->repair_pause = 0;
	TAILQ_INSERT_TAIL(&hits, v, among_hits);
}

void hits_meet(view_resv_t *v)
{
	hits_add(v);
	found |= v->is_hit;
}

bool hits_found(void)
{
	return found;
}

void hits_remove(view_resv_t *v)
{
	if (v->is_hit)
		TAILQ_REMOVE(&hits, v, among_hits);
	v->is_hit = false;
	hits_set_by_job(v, false);
}

void hits_set_by_job(view_resv_t *v, bool has)
{
	by_job += (uint32_t) has - (uint32_t) v->hit_by_job;
	v->hit_by_job = has;
}

void hits_each(void (*fn)(view_resv_t *v, void *arg), void *arg)
{
	view_resv_t *v, *next;

	found = false;
	for (v = TAILQ_FIRST(&hits); v; v = next) {
		next = TAILQ_NEXT(v, among_hits);
		fn(v, arg);
	}
}

uint64_t hits_relief(void)
{
	return relief;
}

void hits_relieve(void)
{
	relief++;
}

void hits_job_ended(void)
{
	relief += (by_job > 0);
}
