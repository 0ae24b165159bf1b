/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * stale_hold.c - hold and confirm, as sresv co book: see stale_try.h.
 *
 * What commit.c and book.c do with the planner and the protocol, in virtual time:
 * part 1 of the protocol is part 0 here, as A ends last, or together with V.
 */
#include "contrib/eval/stale/stale_try.h"
#include "contrib/sresv/co/book/decide.h"

typedef struct {
	stale_try_t *t;
	planner_t *planner;
	lrs_t *lrs;		/* of the planner */
	stale_source_t again;	/* what later probes are answered from */
	bool all;		/* probe all again, not only what said no */
	decide_t d;
	planner_place_t places[STALE_KINDS];	/* of the last plan */
	decide_effect_t sent[STALE_KINDS];	/* on their way */
	uint32_t sent_cnt;
} hold_t;

/* --- plans ------------------------------------------------------------------- */

static void _close(hold_t *h)
{
	planner_close(h->planner);
	lrs_close(h->lrs);
}

/* Refinement: what was denied is no choice any more, what is held is kept. */
static bool _refine(hold_t *h)
{
	if (h->all) {
		/* a new planner knows nothing, so it probes all */
		_close(h);
		h->planner = stale_planner(h->t, &h->lrs);
	}
	for (uint32_t i = 0; i < STALE_KINDS; i++) {
		bool denied = h->d.parts[i].state == DECIDE_PART_DENIED;

		planner_held(h->planner, i, denied ? NULL : &h->places[i]);
		if (denied)
			planner_denied(h->planner, i, &h->places[i]);
	}
	return stale_plan(h->t, h->planner, h->again);
}

static void _plan(hold_t *h)
{
	bool first = !h->d.round, moved[STALE_KINDS];

	if (!first && !_refine(h)) {
		decide_abort(&h->d, DECIDE_DENIED, h->t->world->now);
		return;
	}
	for (uint32_t i = 0; i < STALE_KINDS; i++) {
		planner_place_t old = h->places[i];

		(void) planner_place(h->planner, i, &h->places[i]);
		moved[i] = first || (old.cluster != h->places[i].cluster) ||
			   (old.shape.start != h->places[i].shape.start);
	}
	decide_plan(&h->d, moved, h->t->world->now);
}

/* --- clusters ------------------------------------------------------------------ */

/* A hold of ttl that does not outlast its start; the same again extends it. */
static decide_outcome_t _hold(hold_t *h, const decide_effect_t *e,
			      int64_t *ret_lasts)
{
	const planner_place_t *place = &h->places[e->part];
	stale_part_t *p = &h->t->parts[e->part];
	int64_t now = h->t->world->now, start = place->shape.start * 1000;

	if (p->booking)
		h->t->world->messages++;
	else if (!stale_take(h->t, e->part, (uint32_t) place->cluster,
			     place->shape.start))
		return DECIDE_NO;
	*ret_lasts = (start - now < e->ttl) ? start - now : e->ttl;
	p->until = now + *ret_lasts;
	return DECIDE_YES;
}

static decide_outcome_t _confirm(hold_t *h, const decide_effect_t *e)
{
	stale_part_t *p = &h->t->parts[e->part];

	h->t->world->messages++;
	if (!p->booking)
		return DECIDE_GONE;
	p->until = INT64_MAX;
	return DECIDE_YES;
}

static decide_outcome_t _serve(hold_t *h, const decide_effect_t *e,
			       int64_t *ret_lasts)
{
	const stale_part_t *p = &h->t->parts[e->part];

	/* it ended by itself, some time before this message */
	if (p->booking && (p->until <= h->t->world->now))
		stale_expire(h->t, e->part);
	switch (e->op) {
	case DECIDE_HOLD:
		return _hold(h, e, ret_lasts);
	case DECIDE_CONFIRM:
		return _confirm(h, e);
	default:
		return stale_give_back(h->t, e->part) ? DECIDE_YES :
							DECIDE_GONE;
	}
}

/* What was sent at one moment arrives, and is answered. */
static void _exchange(hold_t *h)
{
	stale_world_t *w = h->t->world;
	decide_outcome_t outcomes[STALE_KINDS];
	int64_t lasts[STALE_KINDS] = { 0 }, half = w->latency / 2;

	stale_world_pass(w, half);
	for (uint32_t i = 0; i < h->sent_cnt; i++)
		outcomes[i] = _serve(h, &h->sent[i], &lasts[i]);
	stale_world_pass(w, w->latency - half);
	for (uint32_t i = 0; i < h->sent_cnt; i++)
		decide_answer(&h->d, h->sent[i].part, outcomes[i], lasts[i],
			      w->now);
	h->sent_cnt = 0;
}

/* --- to the result --------------------------------------------------------------- */

static bool _commit(hold_t *h)
{
	decide_effect_t e = { .kind = DECIDE_WAIT };

	while (e.kind != DECIDE_RESULT) {
		decide_next(&h->d, h->t->world->now, &e);
		if (e.kind == DECIDE_SEND)
			h->sent[h->sent_cnt++] = e;
		else if (e.kind == DECIDE_PLAN)
			_plan(h);
		else if ((e.kind == DECIDE_WAIT) && h->sent_cnt)
			_exchange(h);
		else if (e.kind == DECIDE_WAIT)
			stale_world_pass_to(h->t->world, e.until);
	}
	return e.result == DECIDE_BOOKED;
}

static void _run(stale_try_t *t, stale_source_t again, bool all)
{
	decide_rules_t rules = DECIDE_RULES;
	hold_t h = { .t = t, .again = again, .all = all };

	rules.rounds = t->rules->rounds;
	h.planner = stale_planner(t, &h.lrs);
	if (stale_plan(t, h.planner, STALE_VIEW)) {
		decide_begin(&h.d, &rules, STALE_KINDS, t->world->now);
		t->out.booked = _commit(&h);
	}
	t->out.rounds = h.d.round;
	_close(&h);
}

void stale_hold(stale_try_t *t)
{
	_run(t, STALE_FRESH, false);
}

void stale_hold_all(stale_try_t *t)
{
	_run(t, STALE_FRESH, true);
}

void stale_hold_old(stale_try_t *t)
{
	_run(t, STALE_VIEW, false);
}
