/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <string.h>

#include "test/sim/good_nodes.h"
#include "test/sim/host.h"
#include "test/sim/lacks.h"

/* A stand-in may lack nodes, and so may a part. */
static bool _has_begun(const promise_t *p, const view_resv_t *v)
{
	return v && v->booking && !v->booking->stand_in && !v->booking->part &&
	       !p->native &&
	       (v->start <= world->now) && (v->end > world->now);
}

static void __attribute__((noreturn))
_fail(const promise_t *p, mask_t lost, const char *what)
{
	char list[HOST_LIST];

	world_fail("%s has begun, and %s its good nodes %s", p->name, what,
		   host_list(lost, list));
}

typedef struct {
	const view_resv_t *v;
	mask_t nodes;
} beside_t;

static void _add_beside(view_resv_t *other, void *arg)
{
	beside_t *beside = arg;

	if ((other != beside->v) && other->nodes &&
	    (other->start < beside->v->end) && (other->end > world->now))
		beside->nodes |= host_mask(other->nodes);
}

/* Nodes of v that are other reservations', or other jobs', in its time. */
static mask_t _taken(const view_resv_t *v)
{
	beside_t beside = { .v = v };
	mask_t taken, used = 0;

	view_each(office, _add_beside, &beside);
	taken = beside.nodes;
	for (int i = 0; i < WORLD_JOBS; i++) {
		const world_job_t *job = &world->jobs[i];

		if (job->id && !strcmp(job->resv, v->name))
			used |= job->nodes;
		else if (job->id)
			taken |= job->nodes;
	}
	return taken & ~used;
}

static void _check(promise_t *p)
{
	const view_resv_t *v = view_find(office, p->name);
	mask_t has, lost;

	if ((p->state != PROMISE_KEPT) || p->has_change || !_has_begun(p, v)) {
		p->good = 0;
		return;
	}
	has = host_mask(v->nodes);
	if ((lost = p->good & ~has & ~_taken(v)))
		_fail(p, lost, "has lost");
	p->good = has & ~world->down & ~_taken(v) & ~lacks_gpus(v);
}

void good_nodes_check(void)
{
	for (uint32_t i = 0; i < world->promise_cnt; i++)
		_check(&world->promises[i]);
}

void good_nodes_taken(void)
{
	for (uint32_t i = 0; i < world->promise_cnt; i++) {
		promise_t *p = &world->promises[i];
		const view_resv_t *v = p->good ? view_find(office, p->name) :
						 NULL;

		if (v)
			p->good &= ~_taken(v);
	}
}

void good_nodes_fail(mask_t nodes)
{
	for (uint32_t i = 0; i < world->promise_cnt; i++)
		world->promises[i].good &= ~nodes;
}

void good_nodes_forget(void)
{
	good_nodes_fail(~(mask_t) 0);
}

void good_nodes_before(promise_t *p)
{
	const view_resv_t *v = view_find(office, p->name);

	p->had = v ? host_mask(v->nodes) : 0;
	p->good = _has_begun(p, v) ?
			  p->had & ~world->down & ~lacks_gpus(v) : 0;
}

/* Nodes that can be counted for these terms. */
static mask_t _serve(const terms_t *terms)
{
	return (terms->side ? world->conf.side : ~(mask_t) 0) &
	       (terms->gpu ? world->conf.features : ~(mask_t) 0);
}

void good_nodes_after(promise_t *p)
{
	const view_resv_t *v = view_find(office, p->name);
	mask_t has = v ? host_mask(v->nodes) : 0;
	mask_t lost = p->good & ~has & _serve(&p->asked);

	p->good = 0;
	if (v && lost && (has & ~p->had) && !p->asked.named)
		_fail(p, lost, "a change by count has exchanged");
}
