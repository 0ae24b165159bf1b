/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <sys/param.h>

#include "plugin/booking/start/reconcile_cross.h"
#include "plugin/booking/view/host.h"
#include "plugin/booking/view/units_text.h"

typedef struct {
	const view_resv_t *v;
	time_t now;
	bool crosses;
} cross_t;

static bool _crosses(const cross_t *c, const garq_set_t *nodes,
		     const units_t *units, time_t start, time_t end)
{
	const view_resv_t *v = c->v;
	time_t until = MIN(v->end, end);

	return nodes && v->nodes && (until > c->now) &&
	       (MAX(v->start, start) < until) &&
	       garq_set_meets(v->nodes, nodes) &&
	       units_cross(&v->attrs.units, units);
}

bool cross_booking(office_t *office, const view_resv_t *v, const booking_t *b,
		   time_t now)
{
	const cross_t c = { .v = v, .now = now };
	units_t units = units_read(office, b->cores);
	garq_set_t *nodes = NULL;
	bool crosses;

	(void) office->host->nodes->set(office, b->nodes, &nodes);
	crosses = _crosses(&c, nodes, &units, b->start, b->end);
	units_free(&units);
	garq_set_destroy(nodes);
	return crosses;
}

static void _look_at_resv(view_resv_t *other, void *arg)
{
	cross_t *c = arg;

	if (other->booking && (other != c->v))
		c->crosses |= _crosses(c, other->nodes, &other->attrs.units,
				       other->start, other->end);
}

bool cross_any(office_t *office, const view_resv_t *v, time_t now)
{
	cross_t c = { .v = v, .now = now };

	view_each(office, _look_at_resv, &c);
	return c.crosses;
}
