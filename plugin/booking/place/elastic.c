/* SPDX-License-Identifier: GPL-2.0-or-later */
/* elastic.c - see elastic.h */

#include "plugin/booking/place/elastic.h"
#include "plugin/booking/place/first.h"
#include "plugin/booking/request/flags.h"

bool elastic_may(office_t *office, const view_resv_t *v, time_t now)
{
	const booking_t *b = v ? v->booking : NULL;

	return b && booking_is_elastic(b) && v->nodes && !b->asked_nodes &&
	       !b->stand_in && !b->part && !b->hold_until &&
	       !view_is_by_cores(v) &&
	       !(v->flags & BOOKING_FLAG_STATIC) && !v->lost_nodes &&
	       !v->unanswered && !v->requests &&
	       (garq_set_count(v->nodes) == b->num_cn) &&
	       (v->start == b->start) && (v->end == b->end) &&
	       (v->start > now + (time_t) office->options.freeze) &&
	       !view_has_jobs(office, v);
}

typedef struct {
	office_t *office;
	elastic_list_t *list;
	time_t now;
	uint32_t looks;
} collect_t;

static bool _is_listed(const elastic_list_t *list, const view_resv_t *v)
{
	for (uint32_t i = 0; i < list->cnt; i++)
		if (list->list[i] == v)
			return true;
	return false;
}

/* A garq_nodes_fn */
static bool _collect(void *arg, uint64_t id, uint32_t node, time_t t_s,
		     time_t t_e)
{
	collect_t *c = arg;
	view_resv_t *v = view_find_id(c->office, id);

	(void) node;
	(void) t_s;
	(void) t_e;
	if (v && v->booking && booking_is_elastic(v->booking) &&
	    !_is_listed(c->list, v) && elastic_may(c->office, v, c->now))
		(void) first_add(c->list->list, &c->list->cnt, ELASTIC_MAX, v);
	return ++c->looks < ELASTIC_LOOKS;
}

void elastic_collect(office_t *office, const garq_set_t *nodes, time_t t_s,
		     time_t t_e, time_t now, elastic_list_t *ret)
{
	collect_t c = { .office = office, .list = ret, .now = now };

	ret->cnt = 0;
	garq_nodes_each(garq_machine_nodes(view_machine(office)), nodes, t_s,
			t_e, GARQ_NO_GROUP, _collect, &c);
}
