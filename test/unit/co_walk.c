/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test/unit/co_walk_world.h"

static void _happens(struct walk *walk, const char *what, uint32_t part)
{
	walk->what = what;
	walk->part = (uint8_t) part;
}

static void _visit(struct walk *walk, const world_t *w)
{
	walk_check(walk, w);
	walk_check_promise(walk, w);
	walk_push(walk, w);
}

static uint8_t _request(const decide_effect_t *e)
{
	static const uint8_t requests[] = {
		[DECIDE_CONFIRM] = CONFIRM, [DECIDE_DROP] = DROP,
		[DECIDE_LOOK] = LOOK,
	};

	if (e->op != DECIDE_HOLD)
		return requests[e->op];
	return (e->ttl == HOLD_TTL) ? SHORT_HOLD : LONG_HOLD;
}

/* Broken coordinators exchange the first two parts: the flights cross. */
static bool _is_crossed(const struct walk *walk, const decide_effect_t *e)
{
	if (e->part > 1)
		return false;
	if (walk->setup->broken == WALK_ANY_ORDER)
		return e->op == DECIDE_CONFIRM;
	return (walk->setup->broken == WALK_UNDO_ANY_ORDER) &&
	       (e->op == DECIDE_DROP) && (e->phase == DECIDE_UNDOING);
}

static void _send(struct walk *walk, world_t *w, const decide_effect_t *e)
{
	uint32_t to = _is_crossed(walk, e) ? 1 - e->part : e->part;
	flight_t *f = &w->flights[e->part];

	*f = (flight_t) { .state = SENT, .request = _request(e),
			  .part = (uint8_t) to, .place = w->place[to] };
	if ((e->op == DECIDE_DROP) && (w->recovered || w->by_scan))
		f->place = ALL_PLACES;
	if ((e->op == DECIDE_CONFIRM) && (e->phase == DECIDE_DECIDING))
		walk_check_margin(walk, w);
	if ((e->phase == DECIDE_VOTING) && !w->voted) {
		w->voted = true;
		w->promise = RECOVERY_TTL - 1;
	}
	if ((walk->setup->broken == WALK_NO_WAIT) &&
	    (e->phase == DECIDE_MOVING)) {
		w->slots[to][f->place].ghosts |= DROP;
		f->state = SERVED;
		f->outcome = DECIDE_YES;
	}
}

static void _plan(struct walk *walk, world_t *w)
{
	bool all[WALK_PARTS] = { false }, denied[WALK_PARTS] = { false };
	world_t next = *w;

	if (w->d.round == 0) {
		decide_plan(&next.d, all, 0);
		_visit(walk, &next);
		return;
	}
	for (uint32_t i = 0; i < walk->setup->parts; i++) {
		all[i] = true;
		denied[i] = w->d.parts[i].state == DECIDE_PART_DENIED;
	}
	for (int choice = 0; choice < 3; choice++) {
		next = *w;
		if (choice == 2) {
			decide_abort(&next.d, DECIDE_DENIED, 0);
		} else {
			decide_plan(&next.d, choice ? denied : all, 0);
		}
		_visit(walk, &next);
	}
}

static void _write(struct walk *walk, world_t *w, decide_phase_t phase)
{
	if ((walk->setup->broken != WALK_NO_JOURNAL) ||
	    (phase != DECIDE_DECIDING))
		w->journal = (uint8_t) phase;
}

/* Requests without an answer are late, or never come: both are ghosts. */
static void _crash(struct walk *walk, const world_t *w)
{
	world_t next = *w;

	if (!w->budget.crashes)
		return;
	_happens(walk, "the coordinator is killed", 0);
	next.budget.crashes--;
	next.alive = false;
	for (uint32_t i = 0; i < walk->setup->parts; i++) {
		flight_t *f = &next.flights[i];

		for (uint32_t g = 0; g < WALK_PLACES; g++) {
			if ((f->state == SENT) && (f->request != LOOK) &&
			    ((f->place == g) || (f->place == ALL_PLACES)))
				next.slots[f->part][g].ghosts |= f->request;
		}
		*f = (flight_t) { .state = IDLE };
	}
	memset(&next.d, 0, sizeof(next.d));
	_visit(walk, &next);
}

/* An effect follows at once: nothing else could change what it does. */
static void _effect(struct walk *walk, const world_t *w, world_t *next,
		    const decide_effect_t *e)
{
	_crash(walk, w);
	_happens(walk, (e->kind == DECIDE_WRITE) ? decide_phase_name(e->phase) :
		       (e->kind == DECIDE_SEND) ? decide_op_name(e->op) :
		       (e->kind == DECIDE_PLAN) ? "plan" : "the result is told",
		 e->part);
	switch (e->kind) {
	case DECIDE_WRITE:
		_write(walk, next, e->phase);
		break;
	case DECIDE_SEND:
		_send(walk, next, e);
		break;
	case DECIDE_PLAN:
		_plan(walk, next);
		return;
	default:
		next->told = (uint8_t) e->result;
		next->settled |= e->result == DECIDE_BOOKED;
		walk->out->booked += e->result == DECIDE_BOOKED;
		walk->out->nothing += e->result == DECIDE_NOTHING;
		walk->out->left += e->result == DECIDE_LEFT;
		walk->out->doubt += e->result == DECIDE_DOUBT;
		break;
	}
	_visit(walk, next);
}

static void _answer(struct walk *walk, const world_t *w, uint32_t i,
		    decide_outcome_t outcome)
{
	world_t next = *w;
	flight_t *f = &next.flights[i];
	bool moving = w->d.parts[i].moving;
	uint8_t lasts = f->lasts;

	_happens(walk, (outcome == DECIDE_LOST) ? "no answer, or a late request" :
		       (outcome == DECIDE_LATER) ? "to be asked later" :
		       "the answer arrives", i);
	*f = (flight_t) { .state = IDLE };
	decide_answer(&next.d, i, outcome, lasts, 0);
	if (moving && !next.d.parts[i].moving)
		next.place[i]++;
	_visit(walk, &next);
}

static void _served(struct walk *walk, const world_t *w, uint32_t i, bool deny,
		    bool twice)
{
	world_t next = *w;
	flight_t *f = &next.flights[i];

	_happens(walk, twice ? "served, and a copy is late" :
		       deny ? "denied" : "served", i);
	f->state = SERVED;
	f->outcome = walk_serve_flight(walk, &next, f, deny);
	f->lasts = (f->request == SHORT_HOLD) ? HOLD_TTL : RECOVERY_TTL;
	if (twice && (f->place < WALK_PLACES))
		next.slots[f->part][f->place].ghosts |= f->request;
	next.budget.faults = (uint8_t) (next.budget.faults - twice);
	if (deny) {
		if (f->outcome != DECIDE_NO)
			return;
		next.budget.denials--;
	}
	_visit(walk, &next);
}

static void _lost(struct walk *walk, const world_t *w, uint32_t i, bool late)
{
	world_t next = *w;
	flight_t *f = &next.flights[i];

	next.budget.faults--;
	if (late && ((f->request == LOOK) || (f->place == ALL_PLACES)))
		return;
	if (late)
		next.slots[f->part][f->place].ghosts |= f->request;
	_answer(walk, &next, i, DECIDE_LOST);
}

/* The user asks too often: nothing is served, but the answer is known. */
static void _later(struct walk *walk, const world_t *w, uint32_t i)
{
	world_t next = *w;

	if (w->flights[i].request == LOOK)
		return;
	next.budget.faults--;
	next.flights[i].lasts = 1;
	_answer(walk, &next, i, DECIDE_LATER);
}

static void _flight(struct walk *walk, const world_t *w, uint32_t i)
{
	const flight_t *f = &w->flights[i];

	if (f->state == SERVED) {
		_answer(walk, w, i, (decide_outcome_t) f->outcome);
		if (w->budget.faults)
			_lost(walk, w, i, false);
	} else if (f->state == SENT) {
		_served(walk, w, i, false, false);
		if (w->budget.denials && (f->request <= LONG_HOLD))
			_served(walk, w, i, true, false);
		if (w->budget.faults) {
			_served(walk, w, i, false, true);
			_lost(walk, w, i, false);
			_lost(walk, w, i, true);
			_later(walk, w, i);
		}
	}
}

static void _ghosts(struct walk *walk, const world_t *w, uint32_t i, uint32_t g)
{
	for (uint8_t bit = SHORT_HOLD; bit <= DROP; bit = (uint8_t) (bit * 2)) {
		world_t next = *w;

		if (!(w->slots[i][g].ghosts & bit))
			continue;
		_happens(walk, (bit == DROP) ? "a late drop" :
			 (bit == CONFIRM) ? "a late confirm" : "a late hold", i);
		next.slots[i][g].ghosts = (uint8_t) (w->slots[i][g].ghosts & ~bit);
		walk_serve(walk, &next, i, g, bit, false);
		_visit(walk, &next);
	}
	if (w->budget.losses && (w->slots[i][g].state == HELD)) {
		world_t next = *w;

		_happens(walk, "a hold is forgotten", i);
		next.budget.losses--;
		next.forgot = true;
		next.slots[i][g].state = NONE;
		next.slots[i][g].left = 0;
		_visit(walk, &next);
	}
}

static int64_t _older(int64_t time, int64_t least)
{
	return (time - 1 > least) ? time - 1 : least;
}

static void _tick(struct walk *walk, const world_t *w)
{
	world_t next = *w;

	_happens(walk, "time passes", 0);
	next.promise = (uint8_t) (next.promise - (next.promise > 0));
	next.d.since = _older(next.d.since, -PATIENCE);
	for (uint32_t i = 0; i < walk->setup->parts; i++) {
		decide_part_t *p = &next.d.parts[i];

		p->sent = _older(p->sent, -RECOVERY_TTL);
		p->again = _older(p->again, 0);
		p->until = _older(p->until, -1);
		for (uint32_t g = 0; g < WALK_PLACES; g++) {
			slot_t *s = &next.slots[i][g];

			if ((s->state == HELD) && (--s->left == 0))
				s->state = NONE;
		}
	}
	_visit(walk, &next);
}

static decide_rules_t _rules(const struct walk *walk)
{
	return (decide_rules_t) {
		.hold_ttl = HOLD_TTL,
		.recovery_ttl = RECOVERY_TTL,
		.margin = (walk->setup->broken == WALK_NO_MARGIN) ? 0 : MARGIN,
		.pause = 1,
		.patience = PATIENCE,
		.rounds = WALK_PLACES,
	};
}

/* Another process begins, and nothing was told by it yet. */
static void _begin_again(world_t *next)
{
	next->alive = true;
	next->recovered = true;
	next->told = NOT_TOLD;
	next->cancelled |= next->d.reason == DECIDE_CANCELLED;
}

static void _resume(struct walk *walk, const world_t *w)
{
	const decide_rules_t rules = _rules(walk);
	world_t next = *w;

	if (w->journal == NOT_TOLD)
		return;
	_happens(walk, "resume", 0);
	decide_resume(&next.d, &rules, walk->setup->parts,
		      (decide_phase_t) w->journal, 0);
	_begin_again(&next);
	_visit(walk, &next);
}

/*
 * A scan sees all clusters, but can't leave tombstones for names that it does not
 * see: it relies on holds and drops of the dead coordinator being there by then,
 * or never. Only confirms may still come.
 */
static void _scan(struct walk *walk, const world_t *w)
{
	const decide_rules_t rules = _rules(walk);
	decide_outcome_t found[WALK_PARTS];
	world_t next = *w;

	for (uint32_t i = 0; i < walk->setup->parts; i++) {
		found[i] = DECIDE_GONE;
		for (uint32_t g = 0; g < WALK_PLACES; g++) {
			slot_t *s = &next.slots[i][g];

			s->ghosts &= CONFIRM;
			if (s->state == NONE)
				continue;
			found[i] = (s->state == BOOKED) ? DECIDE_IS_BOOKED :
							  DECIDE_IS_HELD;
			next.place[i] = (uint8_t) g;
		}
	}
	_happens(walk, "resume --scan", 0);
	decide_found(&next.d, &rules, walk->setup->parts, found, 0);
	_begin_again(&next);
	next.by_scan = true;
	_visit(walk, &next);
}

static void _cancel(struct walk *walk, const world_t *w)
{
	const decide_rules_t rules = _rules(walk);
	world_t next = *w;

	if (!w->budget.cancels)
		return;
	_happens(walk, "cancel", 0);
	next.budget.cancels--;
	if (!w->alive) {
		decide_resume(&next.d, &rules, walk->setup->parts, DECIDE_DONE,
			      0);
		_begin_again(&next);
	}
	next.cancelled = true;
	decide_abort(&next.d, DECIDE_CANCELLED, 0);
	_visit(walk, &next);
}

static void _dead(struct walk *walk, const world_t *w)
{
	if (w->told == DECIDE_BOOKED)
		_cancel(walk, w);
	else if ((w->told != DECIDE_NOTHING) && walk->setup->scan)
		_scan(walk, w);
	else if (w->told != DECIDE_NOTHING)
		_resume(walk, w);
}

static void _coordinator(struct walk *walk, const world_t *w,
			 const decide_effect_t *e)
{
	bool busy = false;

	for (uint32_t i = 0; i < walk->setup->parts; i++) {
		busy |= w->flights[i].state != IDLE;
		_flight(walk, w, i);
	}
	if (!busy && (e->until == INT64_MAX))
		walk->out->wrong = "it waits for nothing";
	_crash(walk, w);
	_cancel(walk, w);
}

static void _step(struct walk *walk, const world_t *w)
{
	decide_effect_t effect = { .kind = DECIDE_WAIT };
	world_t next = *w;

	if (w->alive)
		decide_next(&next.d, 0, &effect);
	if (effect.kind == DECIDE_RESULT) {
		next.alive = false;
		memset(&next.d, 0, sizeof(next.d));
	}
	if (effect.kind != DECIDE_WAIT) {
		_effect(walk, w, &next, &effect);
		return;
	}
	if (w->alive)
		_coordinator(walk, &next, &effect);
	else
		_dead(walk, w);
	for (uint32_t i = 0; i < walk->setup->parts; i++) {
		for (uint32_t g = 0; g < WALK_PLACES; g++)
			_ghosts(walk, &next, i, g);
	}
	_tick(walk, &next);
}

/* The steps to what is wrong. */
static void _tell(const struct walk *walk, FILE *to)
{
	uint32_t ids[200], id = walk->now->id;
	size_t cnt = 0;

	while (id && (cnt < 200)) {
		ids[cnt++] = id;
		id = walk->steps[id].from;
	}
	while (cnt-- > 0)
		fprintf(to, "  %s, part %u\n", walk->steps[ids[cnt]].what,
			walk->steps[ids[cnt]].part + 1u);
	fprintf(to, "  %s, part %u: %s\n", walk->what, walk->part + 1u,
		walk->out->wrong);
}

extern void co_walk(const walk_setup_t *setup, walk_outcome_t *ret)
{
	struct walk walk = { .setup = setup, .out = ret };
	const decide_rules_t rules = _rules(&walk);
	world_t w;

	memset(ret, 0, sizeof(*ret));
	memset(&w, 0, sizeof(w));
	w.alive = true;
	w.journal = w.told = NOT_TOLD;
	w.budget = setup->budget;
	decide_begin(&w.d, &rules, setup->parts, 0);
	walk.what = "it begins";
	walk.size = offsetof(world_t, d.parts) +
		    setup->parts * sizeof(w.d.parts[0]);
	walk_push(&walk, &w);
	while (!ret->wrong && (ret->worlds < setup->worlds_max) &&
	       walk_next(&walk, &w)) {
		walk.now = &w;
		ret->worlds++;
		_step(&walk, &w);
	}
	if (ret->wrong && (setup->broken == WALK_RIGHT))
		_tell(&walk, stderr);
	free(walk.queue);
	free(walk.steps);
	free(walk.seen);
}
