/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/booking/view/hits.h"
#include "plugin/memory/memory.h"

struct hits_state {
	TAILQ_HEAD(, view_resv) hits;
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

void hits_add(office_t *office, view_resv_t *v)
{
	if (!v->booking)
		return;
	v->hit_seen = 0;
	if (v->is_hit)
		return;
	v->is_hit = true;
	v->hit_at = view_now(office);
	v->repair_at = 0;
	v->repair_pause = 0;
	TAILQ_INSERT_TAIL(&office->hits->hits, v, among_hits);
}

void hits_meet(office_t *office, view_resv_t *v)
{
	hits_add(office, v);
	office->hits->found |= v->is_hit;
}

bool hits_found(office_t *office)
{
	return office->hits->found;
}

void hits_remove(office_t *office, view_resv_t *v)
{
	if (v->is_hit)
		TAILQ_REMOVE(&office->hits->hits, v, among_hits);
	v->is_hit = false;
	hits_set_by_job(office, v, false);
}

void hits_set_by_job(office_t *office, view_resv_t *v, bool has)
{
	office->hits->by_job += (uint32_t) has - (uint32_t) v->hit_by_job;
	v->hit_by_job = has;
}

void hits_each(office_t *office, void (*fn)(view_resv_t *v, void *arg),
	       void *arg)
{
	view_resv_t *v, *next;

	office->hits->found = false;
	for (v = TAILQ_FIRST(&office->hits->hits); v; v = next) {
		next = TAILQ_NEXT(v, among_hits);
		fn(v, arg);
	}
}

uint64_t hits_relief(office_t *office)
{
	return office->hits->relief;
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
	TAILQ_INIT(&office->hits->hits);
	office->hits->relief = 1;
}

static void _end_state(office_t *office)
{
	garq_set_destroy(office->hits->touched);
}

const office_state_t hits_state = OFFICE_STATE(hits, _begin_state, _end_state);
