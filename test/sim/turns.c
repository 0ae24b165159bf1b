/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/booking/request/steps.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/turns.h"
#include "test/sim/host.h"
#include "test/sim/turns.h"
#include "test/sim/world.h"

static bool (*others)(bool anything);
static int depth;	/* of requests that are being decided */

void turns_use(bool (*fn)(bool anything))
{
	others = fn;
}

void turns_play(void (*serve)(void *arg), void *arg)
{
	uint64_t before = office->stale_cnt, steps;

	if (!world->weather.turns) {
		serve(arg);
		return;
	}
	steps = world_one_in(3) ? STEPS_TURN : 1 + world_below(300);
	turns_serve(office, steps, steps, true, serve, arg);
	world->stats.stale += office->stale_cnt - before;
}

bool turns_is_inside(void)
{
	return depth > 0;
}

bool turns_let_others_in(office_t *office)
{
	bool may_delete = office->may_delete, ok;

	world->stats.pauses++;
	office->may_delete = false;
	depth++;
	ok = others((depth == 1) && world_one_in(2));
	depth--;
	turns_resume(office);
	office->may_delete = may_delete;
	return ok;
}
