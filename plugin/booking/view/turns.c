/* SPDX-License-Identifier: GPL-2.0-or-later */
/* turns.c - see turns.h */

#include <sys/param.h>

#include "garq/machine.h"
#include "plugin/booking/view/changes.h"
#include "plugin/booking/view/controller.h"
#include "plugin/booking/view/phase.h"
#include "plugin/booking/view/site.h"
#include "plugin/booking/view/turns.h"

#define COUNTERS_MAX 4

/* A request that is being decided. */
typedef struct {
	uint64_t pause;		/* the steps of a turn that ends with a pause */
	uint64_t steps;		/* ... and of one that does not */
	bool may_pause;
	bool begun;		/* turns_begin() was called */
	bool stale;
	uint64_t changes;	/* changes_count() at that time, or when a turn
				 * began with a decision that was not stale */
	time_t from;		/* the decision has read the machine from here
				 * on; 0: anywhere */
	uint64_t before;	/* phase_steps() when the turn began */
	uint64_t synced;	/* of turns_synced(), in this turn */
	uint64_t *counters[COUNTERS_MAX];
	int counters_cnt;
} turns_t;

/* The request of the thread that has the locks; NULL: nobody counts turns. */
static turns_t *current;
static uint64_t resumed;	/* of turns_synced(), since turns_resume() */

static void _try(turns_t *t, void (*serve)(void *arg), void *arg)
{
	t->begun = t->stale = false;
	t->counters_cnt = 0;
	current = t;
	serve(arg);
	current = NULL;
}

void turns_serve(uint64_t pause, uint64_t steps, bool may_pause,
		 void (*serve)(void *arg), void *arg)
{
	turns_t t = {
		.pause = pause, .steps = steps, .before = phase_steps(),
	};
	turns_t *before = current;

	for (int tries = 0; !tries || t.stale; tries++) {
		t.may_pause = may_pause && (tries < TURNS_TRIES);
		_try(&t, serve, arg);
		site.stale_cnt += t.stale;
	}
	for (int i = 0; i < t.counters_cnt; i++)
		(*t.counters[i])++;
	current = before;
}

void turns_synced(uint64_t steps)
{
	*(current ? &current->synced : &resumed) += steps;
}

void turns_resume(void)
{
	resumed = 0;
}

void turns_begin(void)
{
	if (!current)
		return;
	current->begun = true;
	current->changes = changes_count();
	current->from = GARQ_FOREVER;
}

bool turns_are_stale(void)
{
	return current && current->stale;
}

static bool _may_pause(void)
{
	return current->may_pause && current->begun && !current->stale &&
	       (changes_count() == current->changes);
}

/* RET the steps that the turn has left. IN steps - the steps of the whole turn */
static uint64_t _left(uint64_t steps)
{
	uint64_t used = phase_steps() - current->before;

	return (used < steps) ? steps - used : 0;
}

uint64_t turns_steps(uint64_t want)
{
	if (!current || _may_pause())
		return want;
	return MIN(want, MAX(_left(current->steps),
			     MAX(current->steps / 8, 1)));
}

uint64_t turns_only(void)
{
	uint64_t left = turns_steps(UINT64_MAX);

	return (left < UINT64_MAX) ? left : 0;
}

uint64_t turns_first(void)
{
	uint64_t left;

	if (!current || !_may_pause())
		return 0;
	left = _left(current->pause);
	return (left > current->synced) ? left - current->synced : 1;
}

static turns_t only;	/* of turns_only_begin() */

void turns_only_begin(uint64_t steps)
{
	only = (turns_t) { .steps = steps, .before = phase_steps() };
	current = &only;
}

void turns_only_end(void)
{
	current = NULL;
}

uint64_t turns_pause_from(uint64_t steps, time_t from)
{
	turns_t *t = current;
	phase_paused_t phase = phase_pause(steps);
	bool ok;

	current = NULL;		/* others may be served meanwhile */
	ok = controller->let_others_in();
	current = t;
	phase_resume(&phase);
	t->before = phase_steps();
	t->synced = resumed;
	t->from = MIN(t->from, from);
	t->stale = !ok || changes_meet(t->changes, t->from);
	if (t->stale)
		return 0;
	t->changes = changes_count();
	return steps + turns_first();
}

uint64_t turns_pause(uint64_t steps)
{
	return turns_pause_from(steps, 0);
}

/* The looks of a turn that is over after so many steps; 0: it is the only one. */
static void _set_looks(turns_looks_t *t, uint64_t turn)
{
	t->looks = (uint32_t) ((turn ? MIN(t->left, turn) : t->left) / t->each);
	t->looks = t->had = MAX(t->looks, 1);
}

turns_looks_t turns_looks(uint64_t want, uint32_t nodes)
{
	turns_looks_t t = {
		.each = GARQ_LOOK_STEPS((uint64_t) nodes),
		.left = turns_steps(want),
	};

	_set_looks(&t, turns_first());
	if (current)
		current->from = 0;
	return t;
}

uint64_t turns_looks_steps(const turns_looks_t *t)
{
	return t->taken + ((uint64_t) (t->had - t->looks) * t->each);
}

bool turns_looks_more(turns_looks_t *t)
{
	uint64_t made = (uint64_t) (t->had - t->looks) * t->each;
	uint64_t next;

	if (t->looks || (made >= t->left) || !turns_first())
		return false;
	t->taken += made;
	t->left -= made;
	t->had = 0;
	if (!(next = turns_pause(t->taken)))
		return false;
	_set_looks(t, next - t->taken);
	return true;
}

void turns_count(uint64_t *counter)
{
	if (!current || (current == &only))
		(*counter)++;
	else if (current->counters_cnt < COUNTERS_MAX)
		current->counters[current->counters_cnt++] = counter;
}
