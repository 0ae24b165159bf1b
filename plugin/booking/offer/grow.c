/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <sys/param.h>

#include "plugin/booking/offer/grow.h"
#include "plugin/booking/place/admit.h"
#include "plugin/booking/place/choose/choose.h"
#include "plugin/booking/place/squeeze.h"
#include "plugin/booking/place/shift.h"
#include "plugin/booking/rights/bound.h"
#include "plugin/booking/rights/users.h"
#include "plugin/memory/memory.h"

/* The nodes that v could have beside its own, as many as it wants.
 * RET owned by the caller; NULL: none */
static garq_set_t *_more_nodes(office_t *office, const view_resv_t *v)
{
	const garq_set_t *eligible = view_lrh_eligible(office, v);
	uint32_t has = garq_set_count(v->nodes), want, cnt;
	garq_set_t *free, *more, *all;

	if (!eligible || (v->booking->most_cn <= has))
		return NULL;
	want = v->booking->most_cn - has;
	free = memory_there(garq_set_create(view_size(office)));
	cnt = garq_nodes_free(garq_machine_nodes(view_machine(office)),
			      eligible, v->start, v->end, GARQ_NO_GROUP, free);
	all = memory_there(garq_set_copy(v->nodes));
	choose_within(office, v->booking->switches, free, MIN(cnt, want), all);
	more = all;
	garq_set_del_all(more, v->nodes);
	garq_set_destroy(free);
	if (cnt)
		return more;
	garq_set_destroy(more);
	return NULL;
}

/* Return true if the nodes and licenses of v are free for it in this time. */
static bool _is_free(office_t *office, const view_resv_t *v,
		     const lic_set_t *licenses, time_t t_s, time_t t_e)
{
	const garq_nodes_t *nodes = garq_machine_nodes(view_machine(office));

	return (garq_nodes_free(nodes, v->nodes, t_s, t_e, v->id, NULL) ==
		garq_set_count(v->nodes)) &&
	       admit_licenses(office, licenses, v->id, t_s, t_e);
}

/* Until when v could have all that it has, up to as long as it wants. */
static time_t _later_end(office_t *office, const view_resv_t *v)
{
	time_t most = (time_t) v->booking->most_minutes * 60;
	time_t end = v->end, step = v->start + most - v->end;
	lic_set_t licenses = { .cnt = 0 };
	char *why = NULL;

	step -= step % 60;
	if (view_licenses_of(v) &&
	    request_licenses(office, view_licenses_of(v), &licenses, &why))
		step = 0;	/* some are gone */
	/* the longest of all of it, a half, a quarter, ... and sums of these */
	for (; step >= 60; step = step / 120 * 60)
		while ((end + step <= v->start + most) &&
		       _is_free(office, v, &licenses, end, end + step))
			end += step;
	free_null(why);
	lic_set_free(&licenses);
	return end;
}

/* OUT ret - a plan with one move. RET false: it stays as it is */
static bool _plan_growth(office_t *office, const view_resv_t *v,
			 lrh_plan_t *ret)
{
	lrh_move_t m = {
		.id = v->id, .was = v->start, .start = v->start,
		.not_before = v->booking->not_before, .end = v->end,
	};
	garq_set_t *more = _more_nodes(office, v);

	if (more && garq_set_count(more)) {
		m.nodes = memory_there(garq_set_copy(v->nodes));
		garq_set_add_all(m.nodes, more);
	} else {
		m.end = _later_end(office, v);
	}
	garq_set_destroy(more);
	if (!m.nodes && (m.end == v->end))
		return false;
	*ret = (lrh_plan_t) { .fits = true, .cnt = 1 };
	ret->moves = memory_new(1, sizeof(m));
	ret->moves[0] = m;
	return true;
}

/* True if the budget allows v to be so large, at its present price. */
static bool _is_payable(office_t *office, const view_resv_t *v,
			const lrh_move_t *m)
{
	const booking_t *b = v->booking;
	double cnt = garq_set_count(m->nodes ? m->nodes : v->nodes);
	double had = (double) garq_set_count(v->nodes) *
		     (double) (b->end - b->start);
	bound_t bound = { .office = office, .payer = b->payer, .own = b };

	return (had <= 0) ||
	       bound_allows_in(&bound, (int64_t) ((double) b->charge.amount *
						  cnt / had *
						  (double) (m->end - m->start)),
			       b->charge.month);
}

/* True if the owner of v may have it so large. */
static bool _is_allowed(office_t *office, const view_resv_t *v,
			const lrh_move_t *m, time_t now)
{
	const booking_t *b = v->booking;
	limits_ask_t ask = {
		.num_cn = garq_set_count(m->nodes ? m->nodes : v->nodes),
		.length = m->end - m->start, .rest = m->end - m->start,
		.t_lsr = m->start,
	};
	char *why = NULL;
	int rc = 0;

	if ((b->creator == VIEW_NOBODY) || !users_limited(office, b->creator))
		return true;
	rc = users_check_limits(office, b->creator, v->name, v->id, false, &ask,
				now, &why);
	if (!rc)
		rc = users_check_accounts(office, v->name, b->accounts, v->id,
					  &ask, now, &why);
	free_null(why);
	return !rc && _is_payable(office, v, m);
}

/* Grow one booking in nodes, then in time. RET as grow_into_room() */
static bool _grow_booking(office_t *office, const view_resv_t *v, time_t now)
{
	shifted_t shifted = { .cnt = 0 };
	bool visible = false;
	lrh_plan_t plan;

	for (int i = 0; (i < 2) && _plan_growth(office, v, &plan); i++) {
		if (_is_allowed(office, v, &plan.moves[0], now))
			visible |= shift_others(office, &plan, "there is room",
						now, &shifted);
		lrh_plan_free(&plan);
	}
	shift_queue_later(office, &shifted);
	shift_free(&shifted);
	return visible;
}

bool grow_into_room(office_t *office, time_t t_s, time_t t_e, time_t now)
{
	elastic_list_t list;
	garq_set_t *all;
	bool visible = false;

	t_s = MAX(t_s, now);
	if ((t_s >= t_e) || !view_growing(office) ||
	    (shift_allowed(office) == OPTIONS_SHIFT_NO))
		return false;
	all = memory_there(garq_set_create(view_size(office)));
	for (uint32_t i = 0; i < all->size; i++)
		garq_set_add(all, i);
	/* who ends when the room begins grows into it, too */
	elastic_collect(office, all, MAX(t_s - 1, now), t_e, now, &list);
	garq_set_destroy(all);
	for (uint32_t i = 0; i < list.cnt; i++)
		visible |= _grow_booking(office, list.list[i], now);
	return visible;
}
