/* SPDX-License-Identifier: GPL-2.0-or-later */
/* turn.c - see turn.h */

#include <errno.h>

#include "lrh/turn.h"

void lrh_turn_begin(struct lrh_meter *meter, struct lrh_turn *turn)
{
	meter->turn = turn;
	meter->turn_at = turn->options->turn ? turn->options->turn_at : 0;
}

static int _stale(struct lrh_meter *meter)
{
	meter->stale = true;
	errno = ESTALE;
	return -1;
}

int lrh_turn_over(struct lrh_meter *meter)
{
	const struct lrh_turn *t = meter->turn;
	const lrh_options_t *o = t->options;
	uint64_t changes = t->l->changes;

	garq_machine_back(t->l->m, t->self);
	lrh_class_lend(t->l, t->class);
	meter->turn_at = o->turn(o->turn_arg, meter->steps);
	if (!meter->turn_at || (t->l->changes != changes))
		return _stale(meter);
	lrh_class_take_back(t->l, t->class);
	garq_machine_away(t->l->m, t->self);
	return 0;
}
