/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <sys/param.h>

#include "plugin/booking/view/changes.h"
#include "plugin/booking/view/host.h"
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

struct turns_state {
	/* The request of the thread that has the locks; NULL: no thread counts
	 * turns. */
	turns_t *current;
	uint64_t resumed;	/* of turns_synced(), since turns_resume() */
	turns_t only;	/* of turns_only_begin() */
};

struct phase_state {
	uint64_t taken;
	uint64_t told;	/* steps of the present phase that are in taken */
};

static phase_t _go_over(office_t *office, phase_t phase, uint64_t steps)
{
	office->phase->taken += steps;
	return office->host->locks->phase ?
		       office->host->locks->phase(office, phase, steps) :
		       PHASE_SERVE;
}

static void _try_request(office_t *office, turns_t *t, void (*serve)(void *arg),
			 void *arg)
{
	t->begun = t->stale = false;
	t->counters_cnt = 0;
	office->turns->current = t;
	serve(arg);
	office->turns->current = NULL;
}

void turns_serve(office_t *office, uint64_t pause, uint64_t steps,
		 bool may_pause, void (*serve)(void *arg), void *arg)
{
	turns_t t = {
		.pause = pause, .steps = steps, .before = phase_steps(office),
	};
	turns_t *before = office->turns->current;

	for (int tries = 0; !tries || t.stale; tries++) {
		t.may_pause = may_pause && (tries < TURNS_TRIES);
		_try_request(office, &t, serve, arg);
		office->stale_cnt += t.stale;
	}
	for (int i = 0; i < t.counters_cnt; i++)
		(*t.counters[i])++;
	office->turns->current = before;
}

void turns_synced(office_t *office, uint64_t steps)
{
	*(office->turns->current ? &office->turns->current->synced :
				   &office->turns->resumed) += steps;
}

void turns_resume(office_t *office)
{
	office->turns->resumed = 0;
}

void turns_begin(office_t *office)
{
	if (!office->turns->current)
		return;
	office->turns->current->begun = true;
	office->turns->current->changes = changes_count(office);
	office->turns->current->from = GARQ_FOREVER;
}

bool turns_are_stale(office_t *office)
{
	return office->turns->current && office->turns->current->stale;
}

static bool _may_pause(office_t *office)
{
	return office->turns->current->may_pause &&
	       office->turns->current->begun &&
	       !office->turns->current->stale &&
	       (changes_count(office) == office->turns->current->changes);
}

/* RET the steps that the turn has left. IN steps - the steps of the whole turn */
static uint64_t _steps_left(office_t *office, uint64_t steps)
{
	uint64_t used = phase_steps(office) - office->turns->current->before;

	return (used < steps) ? steps - used : 0;
}

uint64_t turns_steps(office_t *office, uint64_t want)
{
	if (!office->turns->current || _may_pause(office))
		return want;
	return MIN(want, MAX(_steps_left(office, office->turns->current->steps),
			     MAX(office->turns->current->steps / 8, 1)));
}

uint64_t turns_only(office_t *office)
{
	uint64_t left = turns_steps(office, UINT64_MAX);

	return (left < UINT64_MAX) ? left : 0;
}

uint64_t turns_first(office_t *office)
{
	uint64_t left;

	if (!office->turns->current || !_may_pause(office))
		return 0;
	left = _steps_left(office, office->turns->current->pause);
	return (left > office->turns->current->synced) ?
		       left - office->turns->current->synced :
		       1;
}

void turns_only_begin(office_t *office, uint64_t steps)
{
	office->turns->only = (turns_t) { .steps = steps,
					  .before = phase_steps(office) };
	office->turns->current = &office->turns->only;
}

void turns_only_end(office_t *office)
{
	office->turns->current = NULL;
}

uint64_t turns_pause_from(office_t *office, uint64_t steps, time_t from)
{
	turns_t *t = office->turns->current;
	phase_t phase = _go_over(office, PHASE_SERVE,
				 steps - office->phase->told);
	bool ok;

	office->turns->current = NULL;	/* others may be served meanwhile */
	ok = office->host->locks->let_others_in(office);
	office->turns->current = t;
	(void) _go_over(office, phase, 0);
	office->phase->told = steps;
	t->before = phase_steps(office);
	t->synced = office->turns->resumed;
	t->from = MIN(t->from, from);
	t->stale = !ok || changes_meet(office, t->changes, t->from);
	if (t->stale)
		return 0;
	t->changes = changes_count(office);
	return steps + turns_first(office);
}

/* Set the looks of a turn. IN turn - its steps; 0: it is the only one */
static void _set_looks(turns_looks_t *t, uint64_t turn)
{
	t->looks = (uint32_t) ((turn ? MIN(t->left, turn) : t->left) / t->each);
	t->looks = t->had = MAX(t->looks, 1);
}

turns_looks_t turns_looks(office_t *office, uint64_t want, uint32_t nodes)
{
	turns_looks_t t = {
		.each = GARQ_LOOK_STEPS((uint64_t) nodes),
		.left = turns_steps(office, want),
	};

	_set_looks(&t, turns_first(office));
	if (office->turns->current)
		office->turns->current->from = 0;
	return t;
}

uint64_t turns_looks_steps(const turns_looks_t *t)
{
	return t->taken + ((uint64_t) (t->had - t->looks) * t->each);
}

bool turns_looks_more(office_t *office, turns_looks_t *t)
{
	uint64_t made = (uint64_t) (t->had - t->looks) * t->each;
	uint64_t next;

	if (t->looks || (made >= t->left) || !turns_first(office))
		return false;
	t->taken += made;
	t->left -= made;
	t->had = 0;
	if (!(next = turns_pause_from(office, t->taken, 0)))
		return false;
	_set_looks(t, next - t->taken);
	return true;
}

void turns_count(office_t *office, uint64_t *counter)
{
	if (!office->turns->current ||
	    (office->turns->current == &office->turns->only))
		(*counter)++;
	else if (office->turns->current->counters_cnt < COUNTERS_MAX)
		office->turns->current
			->counters[office->turns->current->counters_cnt++] =
			counter;
}

const office_state_t turns_state = OFFICE_STATE(turns, NULL, NULL);

/* --- phases --------------------------------------------------------------- */

phase_t phase_begin(office_t *office, phase_t phase)
{
	office->phase->told = 0;
	return _go_over(office, phase, 0);
}

uint64_t phase_steps(office_t *office)
{
	return office->phase->taken;
}

void phase_end(office_t *office, phase_t before, uint64_t steps)
{
	(void) _go_over(office, before,
			(steps > office->phase->told) ?
				steps - office->phase->told :
				0);
	office->phase->told = 0;
}

const office_state_t phase_state = OFFICE_STATE(phase, NULL, NULL);
