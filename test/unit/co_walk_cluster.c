/* SPDX-License-Identifier: GPL-2.0-or-later */
/* co_walk_cluster.c - what clusters do, and what is promised */

#include "test/unit/co_walk_world.h"

static uint8_t _hold(struct walk *walk, slot_t *s, uint8_t ttl, bool deny)
{
	bool shortens = walk->setup->broken == WALK_SHORTENS;

	if (s->tombstone || (s->state == BOOKED))
		return DECIDE_NO;
	if (s->state == NONE) {
		if (deny)
			return DECIDE_NO;
		s->state = HELD;
		s->left = ttl;
	} else if (walk->setup->broken != WALK_NO_VOTE) {
		s->left = (shortens || (ttl > s->left)) ? ttl : s->left;
	}
	return DECIDE_YES;
}

static uint8_t _confirm(struct walk *walk, world_t *w, uint32_t part,
			slot_t *s)
{
	if ((s->state == NONE) && (walk->setup->broken != WALK_CREATES))
		return DECIDE_GONE;
	if ((part > 0) && !w->was_booked)
		walk->out->wrong = "another part is booked before part 1";
	s->state = BOOKED;
	s->left = 0;
	w->was_booked |= (part == 0);
	return DECIDE_YES;
}

static uint8_t _drop(struct walk *walk, slot_t *s)
{
	uint8_t outcome = (s->state == NONE) ? DECIDE_GONE : DECIDE_YES;

	s->state = NONE;
	s->left = 0;
	s->tombstone = walk->setup->broken != WALK_NO_TOMBSTONE;
	return outcome;
}

uint8_t walk_serve(struct walk *walk, world_t *w, uint32_t part,
		      uint32_t place, uint8_t request, bool deny)
{
	slot_t *s = &w->slots[part][place];

	switch (request) {
	case SHORT_HOLD:
		return _hold(walk, s, HOLD_TTL, deny);
	case LONG_HOLD:
		return _hold(walk, s, RECOVERY_TTL, deny);
	case CONFIRM:
		return _confirm(walk, w, part, s);
	case DROP:
		return _drop(walk, s);
	default:
		return (s->state == BOOKED) ? DECIDE_IS_BOOKED :
			(s->state == HELD) ? DECIDE_IS_HELD : DECIDE_GONE;
	}
}

/* After a recovery a part is dropped under all names that it may have. */
uint8_t walk_serve_flight(struct walk *walk, world_t *w,
			     const flight_t *f, bool deny)
{
	if (f->place != ALL_PLACES)
		return walk_serve(walk, w, f->part, f->place, f->request, deny);
	for (uint32_t g = 0; g < WALK_PLACES; g++)
		walk_serve(walk, w, f->part, g, f->request, deny);
	return DECIDE_YES;
}

/* --- promises ------------------------------------------------------------------ */

static bool _is_whole(const world_t *w, uint32_t parts)
{
	for (uint32_t i = 0; i < parts; i++) {
		int booked = 0, held = 0;

		for (uint32_t g = 0; g < WALK_PLACES; g++) {
			booked += w->slots[i][g].state == BOOKED;
			held += w->slots[i][g].state == HELD;
		}
		if ((booked != 1) || held)
			return false;
	}
	return true;
}

static bool _is_free_of(const world_t *w, uint32_t parts, uint8_t state)
{
	for (uint32_t i = 0; i < parts; i++) {
		for (uint32_t g = 0; g < WALK_PLACES; g++) {
			if (w->slots[i][g].state == state)
				return false;
		}
	}
	return true;
}

void walk_check(struct walk *walk, const world_t *w)
{
	uint32_t parts = walk->setup->parts;
	const char *wrong = NULL;

	if ((w->told == DECIDE_BOOKED) && !_is_whole(w, parts))
		wrong = "told booked, but it is not, or more is held";
	if ((w->told == DECIDE_NOTHING) && !_is_free_of(w, parts, BOOKED))
		wrong = "told nothing, but something is booked";
	if ((w->told == DECIDE_NOTHING) && !_is_free_of(w, parts, HELD))
		wrong = "told nothing, but something is held";
	if ((w->told == DECIDE_LEFT) && !_is_free_of(w, parts, BOOKED))
		wrong = "told that nothing will be booked, but something is";
	if (wrong)
		walk->out->wrong = wrong;
}

/* Rule 2, on the clusters' own clocks. */
void walk_check_margin(struct walk *walk, const world_t *w)
{
	for (uint32_t i = 0; i < walk->setup->parts; i++) {
		const slot_t *s = &w->slots[i][w->place[i]];

		if (!w->forgot && (s->state != BOOKED) &&
		    ((s->state != HELD) || (s->left < MARGIN)))
			walk->out->wrong = "confirmed with too little left";
	}
}

/*
 * A recovery that comes before the holds of the vote end completes what was
 * decided, and one without a journal also knows what was cancelled half.
 */
void walk_check_promise(struct walk *walk, const world_t *w)
{
	bool lost = w->alive && w->was_booked && !w->forgot &&
		    (w->d.reason == DECIDE_LOST_PART);

	if (!lost)
		return;
	if (w->promise && !w->cancelled && (w->d.phase == DECIDE_UNDOING))
		walk->out->wrong = "a part is lost although a recovery came in time";
	if ((w->promise || w->settled) && w->d.no_shapes)
		walk->out->wrong = "a scan finds half of it";
}
