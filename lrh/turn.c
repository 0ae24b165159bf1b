/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <errno.h>

#include "lrh/turn.h"

static int _mark_stale(struct lrh_meter *meter)
{
	meter->stale = true;
	errno = ESTALE;
	return -1;
}

/* lrh_meter.over */
static int _take_next_turn(struct lrh_meter *meter)
{
	const struct lrh_turn *t = meter->turn;
	const lrh_options_t *o = t->options;
	uint64_t changes = t->l->changes;

	garq_machine_back(t->l->m, t->self);
	lrh_class_lend(t->l, t->class);
	t->l->plan = 0;
	t->l->meter = NULL;
	meter->turn_at = o->turn(o->turn_arg, meter->steps + meter->beside,
				 meter->from);
	if (!meter->turn_at || (t->l->changes != changes))
		return _mark_stale(meter);
	t->l->plan = t->plan;
	t->l->meter = meter;
	lrh_class_take_back(t->l, t->class);
	garq_machine_away(t->l->m, t->self);
	return 0;
}

void lrh_turn_begin(struct lrh_meter *meter, struct lrh_turn *turn)
{
	meter->turn = turn->options->turn ? turn : NULL;
	meter->turn_at = turn->options->turn_at;
	meter->over = _take_next_turn;
	turn->plan = turn->l->plan = ++turn->l->plans;
	turn->l->meter = meter;
}

void lrh_turn_end(struct lrh_meter *meter, struct lrh_turn *turn)
{
	if (meter->stale)
		return;
	turn->l->plan = 0;
	turn->l->meter = NULL;
}
