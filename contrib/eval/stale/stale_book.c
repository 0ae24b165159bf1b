/* SPDX-License-Identifier: GPL-2.0-or-later */
/* stale_book.c - booking at once, and what is booked is cancelled: see stale_try.h. */
#include "contrib/eval/stale/stale_try.h"

/* --- with probes ------------------------------------------------------------- */

/* Where and when each part is to be. RET false: there is no plan */
static bool _plan(stale_try_t *t, stale_source_t source,
		  planner_place_t *ret_places)
{
	lrs_t *lrs;
	planner_t *planner = stale_planner(t, &lrs);
	bool planned = stale_plan(t, planner, source);

	for (uint32_t i = 0; planned && (i < STALE_KINDS); i++)
		(void) planner_place(planner, i, &ret_places[i]);
	planner_close(planner);
	lrs_close(lrs);
	return planned;
}

/* All parts at once. RET all were booked */
static bool _take_all(stale_try_t *t, const planner_place_t *places)
{
	int64_t half = t->world->latency / 2;
	uint32_t cnt = 0;

	stale_world_pass(t->world, half);
	for (uint32_t i = 0; i < STALE_KINDS; i++)
		cnt += stale_take(t, i, (uint32_t) places[i].cluster,
				  places[i].shape.start);
	stale_world_pass(t->world, t->world->latency - half);
	return cnt == STALE_KINDS;
}

void stale_book(stale_try_t *t)
{
	planner_place_t places[STALE_KINDS];

	while ((t->out.rounds < t->rules->rounds) &&
	       _plan(t, t->out.rounds ? STALE_FRESH : STALE_VIEW, places)) {
		t->out.rounds++;
		t->out.booked = _take_all(t, places);
		if (t->out.booked)
			return;
		stale_give_all_back(t);
	}
}

/* --- without ------------------------------------------------------------------ */

/* The clusters of a part's kind, one after another. RET it was booked */
static bool _take_somewhere(stale_try_t *t, uint32_t part, int64_t start)
{
	stale_world_t *w = t->world;
	int64_t half = w->latency / 2;
	bool taken = false;

	for (uint32_t i = part; !taken && (i < w->cnt); i += STALE_KINDS) {
		stale_world_pass(w, half);
		taken = stale_take(t, part, i, start);
		stale_world_pass(w, w->latency - half);
	}
	return taken;
}

static bool _take_at(stale_try_t *t, int64_t start)
{
	for (uint32_t i = 0; i < STALE_KINDS; i++)
		if (!_take_somewhere(t, i, start + t->ask->later[i]))
			return false;
	return true;
}

void stale_guess(stale_try_t *t)
{
	int64_t start = t->ask->come + STALE_LEAD;
	int64_t last = start + STALE_WINDOW - t->ask->length[0];

	for (; !t->out.booked && (start <= last); start += t->rules->step) {
		if (start < stale_world_now(t->world) + PLANNER_LEAD)
			continue;
		t->out.rounds++;
		t->out.booked = _take_at(t, start);
		if (!t->out.booked)
			stale_give_all_back(t);
	}
}
