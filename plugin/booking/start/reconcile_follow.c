/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/booking/place/stand_in.h"
#include "plugin/booking/request/flags.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/start/reconcile_follow.h"
#include "plugin/booking/view/host.h"
#include "plugin/booking/view/say.h"
#include "plugin/booking/view/units_text.h"
#include "plugin/memory/memory.h"

void follow_add(follows_t *f, booking_t *b, view_resv_t *v)
{
	f->list = memory_grow(f->list, f->cnt + 1, sizeof(*f->list));
	f->list[f->cnt++] = (follow_t) { .b = b, .v = v };
}

/* Refuse to follow each record that crosses a place, but for the record of b. */
static void _yield_place(office_t *office, follows_t *f, const booking_t *b,
			 const garq_set_t *nodes, const units_t *units,
			 time_t start, time_t end)
{
	for (size_t i = 0; nodes && (i < f->cnt); i++) {
		follow_t *one = &f->list[i];

		if (one->refused || (one->b == b) || !one->v->nodes ||
		    (one->v->start >= end) || (one->v->end <= start) ||
		    !garq_set_meets(one->v->nodes, nodes) ||
		    !units_cross(&one->v->attrs.units, units))
			continue;
		say_info(office,
			 "sched/garq: reservation %s stays as the ledger has it: others are where Slurm had it",
			 one->b->name);
		one->refused = true;
	}
}

void follow_yield_to(office_t *office, follows_t *f, const booking_t *b)
{
	garq_set_t *nodes = NULL;
	units_t units;

	if (!f->cnt)
		return;
	units = units_read(office, b->cores);
	(void) office->host->nodes->set(office, b->nodes, &nodes);
	_yield_place(office, f, b, nodes, &units, b->start, b->end);
	units_free(&units);
	garq_set_destroy(nodes);
}

typedef struct {
	office_t *office;
	follows_t *f;
} yield_t;

/* A function for view_each(). */
static void _yield_to_entry(view_resv_t *v, void *arg)
{
	const yield_t *y = arg;

	if (v->booking)
		_yield_place(y->office, y->f, v->booking, v->nodes,
			     &v->attrs.units, v->start, v->end);
}

void follow_judge(office_t *office, follows_t *f)
{
	yield_t y = { .office = office, .f = f };
	bool again = f->cnt;

	if (again)
		view_each(office, _yield_to_entry, &y);
	while (again) {
		again = false;
		for (size_t i = 0; i < f->cnt; i++) {
			if (!f->list[i].refused || f->list[i].spread)
				continue;
			f->list[i].spread = again = true;
			follow_yield_to(office, f, f->list[i].b);
		}
	}
}

bool follow_ledger(office_t *office, booking_t *b, record_t *rec)
{
	char *err = NULL, *why;
	int rc = office->host->records->apply(office, rec, b, &err);

	if (rc == 0) {
		say_info(office,
			 "sched/garq: reservation %s brought to what the ledger says",
			 b->name);
		return true;
	}
	why = stand_in_reason(office, b, rc, err);
	say_error(office,
		  "sched/garq: reservation %s is when the ledger says, but for whom or with what differs from it and can't be changed: %s (it is tried again)",
		  b->name, why);
	stand_in_convert(office, b, rec, why);
	free_null(why);
	free_null(err);
	return false;
}

/* A charge for a size that was changed while sched/garq was off. */
static void _follow_size(booking_t *b, const view_resv_t *v)
{
	double had = (double) b->num_cn * (double) (b->end - b->start);
	double has = (double) v->attrs.node_cnt *
		     (double) (v->end - v->attrs.first_start);

	if (!b->charge.since)
		booking_charge_size(b, had, has);
}

void follow_record(booking_t *b, const view_resv_t *v)
{
	bool all = v->flags & (BOOKING_FLAG_ALL_NODES |
			       BOOKING_FLAG_PART_NODES);
	const char *list = all ? "ALL" : v->attrs.node_list;
	time_t start = v->attrs.first_start;

	_follow_size(b, v);
	if ((start < b->t_esr) || (start > b->t_lsr))
		b->t_esr = b->t_lsr = b->not_before = start;
	b->num_cn = v->attrs.node_cnt;
	/* The nodes of all our records are pinned, so a list names none for a
	 * booking by count: it may also be a change of ours. */
	if ((b->asked_nodes || all) &&
	    !text_same(b->nodes, v->attrs.node_list))
		booking_set(&b->asked_nodes,
			    (v->flags & BOOKING_FLAG_SPEC_NODES) ? list : NULL);
}
