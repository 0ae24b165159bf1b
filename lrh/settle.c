/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * settle.c - make the paper's order reproduce a placement; see settle.h
 *
 * Another order has found starts at which all bookings fit. The paper's order
 * would place some of these bookings earlier, because no booking before them in
 * that order blocks them, and others would then fit nowhere. Such a booking
 * thus gets its new start as not_before, which also changes its place in the
 * order.
 *
 * All bookings are placed again in the paper's order. At its turn a booking
 * finds the bookings before it at their new places, so its own new place is
 * free, and first fit finds that place or an earlier one. If first fit finds an
 * earlier place, the booking gets another turn later in the order. In the end
 * first fit has found the new place of each booking.
 */

#include <stdlib.h>
#include <string.h>

#include "garq/grow.h"
#include "lrh/settle.h"

#define ROOM_FIRST 4	/* loose bookings */
#define OWN UINT32_MAX

/* A booking whose place in the order is not that in by_order. */
struct loose {
	struct lrh_key key;
	uint32_t at;		/* position in by_order, or OWN */
};

struct settle {
	const struct lrh_ask *ask;
	const struct lrh_draft *to;	/* with the new places */
	struct lrh_draft d;		/* places all bookings again */
	struct lrh_changes c;
	struct loose *loose;		/* sorted, last in order first */
	size_t cnt;
	size_t room;
	struct lrh_sketch *s;
};

/* The new places */

/* RET the item at a position, or NULL: its booking stays */
static const struct lrh_draft_item *_target(const struct settle *s, uint32_t at)
{
	const struct lrh_draft_item *item;

	if ((at < s->to->first) || (at - s->to->first >= s->to->taken))
		return NULL;
	item = &s->to->item[at - s->to->first];
	return (item->fixed || (item->start == GARQ_FOREVER)) ? NULL : item;
}

static bool _booking_moves(const struct settle *s, uint32_t at)
{
	const struct lrh_draft_item *item = _target(s, at);

	return item && lrh_draft_item_moved(item);
}

/* Loose bookings */

static bool _is_before(const struct loose *a, const struct loose *b)
{
	return lrh_before(&a->key, &b->key);
}

static int _loosen(struct settle *s, const struct lrh_key *key, uint32_t at)
{
	struct loose new = { *key, at };
	size_t i;

	if (GARQ_GROW(s->loose, s->cnt + 1, ROOM_FIRST, &s->room) < 0)
		return -1;
	for (i = s->cnt; i && _is_before(&s->loose[i - 1], &new); i--)
		;
	memmove(s->loose + i + 1, s->loose + i,
		(s->cnt - i) * sizeof(*s->loose));
	lrh_step(s->ask->meter, 1 + s->cnt - i);
	s->loose[i] = new;
	s->cnt++;
	return 0;
}

/*
 * The first key to try: an item that starts before its not_before comes
 * earlier.
 */
static struct lrh_key _first_key(const struct lrh_draft_item *item)
{
	struct lrh_key key = lrh_key(item->b);

	if (item->start < key.not_before)
		key.not_before = garq_sooner(item->b->t_esr, item->start);
	return key;
}

static int _loosen_all(struct settle *s)
{
	for (size_t i = 0; i < s->to->taken; i++) {
		uint32_t at = s->to->first + (uint32_t) i;
		const struct lrh_draft_item *item = &s->to->item[i];
		const struct lrh_booking *b = item->b;
		struct lrh_key key = _first_key(item);
		uint64_t pools;

		if (!_booking_moves(s, at))
			continue;
		pools = lrh_pools(b->class, b->share) |
			lrh_pools(b->class, item->share);
		if (_loosen(s, &key, at) ||
		    lrh_changes_add(&s->c, b->start,
				    garq_end(b->start, b->t_e), pools) ||
		    lrh_changes_add(&s->c, item->start,
				    garq_end(item->start, b->t_e), pools))
			return -1;
	}
	return 0;
}

static int _loosen_own(struct settle *s)
{
	const lrh_request_t *rq = s->ask->rq;
	struct lrh_key key;

	if (!rq)
		return 0;
	key = (struct lrh_key) { rq->t_esr, rq->t_e, rq->num_cn, rq->id };
	if (lrh_changes_add(&s->c, s->to->own.start,
			    garq_end(s->to->own.start, rq->t_e),
			    lrh_pools(s->ask->class, s->to->own.share)))
		return -1;
	return _loosen(s, &key, OWN);
}

/* Turn by turn */

/*
 * Take out bookings up to a position. RET 1; 0: no step is left; -1 with errno
 * ENOMEM or ESTALE
 */
static int _reach_position(struct settle *s, uint32_t at)
{
	int rc = 1;

	while ((rc == 1) && (s->d.first + s->d.taken <= at)) {
		rc = lrh_go_on(s->ask->meter);
		if ((rc == 1) && (lrh_draft_next(&s->d) < 0))
			rc = -1;
	}
	return rc;
}

/* Give a booking another turn, at its start. RET 0, or -1 with errno ENOMEM */
static int _give_later_turn(struct settle *s, struct lrh_key key, uint32_t at,
			    time_t start, const struct lrh_what *w)
{
	key.not_before = start;
	if (lrh_changes_add(&s->c, start, garq_end(start, w->t_e),
			    lrh_pools(w->class, w->share)))
		return -1;
	return _loosen(s, &key, at);
}

/*
 * RET 1: first fit finds the new start; 0: it finds an earlier one;
 *	-1 with errno ENOMEM
 */
static int _try_start(struct settle *s, const struct lrh_what *w, time_t from,
		      time_t to, time_t not_before)
{
	uint32_t share[GARQ_POOLS_MAX] = { 0 };
	time_t start;
	int rc;

	if (not_before >= to)
		return 1;
	rc = lrh_place(&s->d, w, from, to, &start, share);
	if (rc < 0)
		return -1;
	/* pinned nodes may count as gone though they are not */
	return (rc == 1) && (start == to);
}

static int _turn_of_own(struct settle *s, const struct lrh_key *key)
{
	const lrh_request_t *rq = s->ask->rq;
	const struct lrh_draft_item *own = &s->to->own;
	struct lrh_what w = {
		.id = rq->id, .num_cn = rq->num_cn, .t_e = rq->t_e,
		.class = s->ask->class, .pinned = rq->pinned,
		.share = own->share,
	};
	time_t now = garq_machine_now(s->ask->l->m);
	int rc = _try_start(s, &w, garq_later(key->not_before, now), own->start,
			    key->not_before);

	if (rc < 0)
		return -1;
	if (rc == 0)
		return _give_later_turn(s, *key, OWN, own->start, &w);
	s->s->not_before[0] = key->not_before;
	s->d.own = *own;
	s->d.own_class = s->ask->class;
	s->d.own_t_e = rq->t_e;
	s->d.own_placed = true;
	return lrh_draft_put(&s->d, own);
}

/* Put a booking at its new place; shares stay those of the other draft. */
static int _put_booking(struct settle *s, uint32_t at, time_t not_before)
{
	const struct lrh_draft_item *target = _target(s, at);
	struct lrh_draft_item *item = &s->d.item[at - s->d.first];
	const struct lrh_booking *b = item->b;

	item->start = target ? target->start : b->start;
	item->share = target ? target->share : NULL;
	if (lrh_draft_put(&s->d, item))
		return -1;
	if (_booking_moves(s, at))
		return lrh_sketch_booking(s->s, b, item->start, item->share,
					  not_before);
	if (not_before != b->not_before)
		return lrh_sketch_mark(s->s, b, not_before);
	return 0;
}

static int _turn_of_booking(struct settle *s, const struct lrh_key *key,
			    uint32_t at)
{
	const struct lrh_draft_item *target = _target(s, at);
	const struct lrh_booking *b = s->ask->l->by_order[at];
	time_t start = target ? target->start : b->start, from, to;
	struct lrh_what w = lrh_what(b);
	int rc = 1;

	if (target && target->share)
		w.share = target->share;
	lrh_step(s->ask->meter, 1 + s->c.cnt);
	lrh_window(s->ask->l, b, s->ask->options->freeze, b->t_esr, &from, &to);
	from = garq_sooner(garq_later(from, key->not_before), start);
	if (_booking_moves(s, at) ||
	    lrh_changes_meet(&s->c, from, garq_end(start, b->t_e), b->class))
		rc = _try_start(s, &w, from, start, key->not_before);
	if (rc < 0)
		return -1;
	return rc ? _put_booking(s, at, key->not_before) :
		    _give_later_turn(s, *key, at, start, &w);
}

/* The next position whose booking is not loose; or l->cnt. */
static uint32_t _next_position(struct settle *s, uint32_t at)
{
	while ((at < s->ask->l->cnt) && _booking_moves(s, at))
		at++;
	return at;
}

static int _take_turns(struct settle *s)
{
	const struct lrh *l = s->ask->l;
	uint32_t at = _next_position(s, s->d.first);

	for (;;) {
		struct loose turn = { .at = at };
		bool is_there;
		int rc;

		if (lrh_pause(s->ask->meter))
			return -1;
		is_there = (at < l->cnt) &&
			   (l->by_order[at]->not_before < s->c.end);
		if ((!is_there && !s->cnt) || lrh_is_late(s->ask->meter))
			return 0;
		if (is_there)
			turn.key = lrh_key(l->by_order[at]);
		if (s->cnt && (!is_there ||
			       _is_before(&s->loose[s->cnt - 1], &turn)))
			turn = s->loose[--s->cnt];
		else
			at = _next_position(s, at + 1);
		if (turn.at == OWN) {
			if (_turn_of_own(s, &turn.key))
				return -1;
			continue;
		}
		if ((rc = _reach_position(s, turn.at)) != 1)
			return rc;
		if (!s->d.item[turn.at - s->d.first].fixed &&
		    _turn_of_booking(s, &turn.key, turn.at))
			return -1;
	}
}

/* Open the draft at the first position that a change or a move concerns. */
static void _open_settle(struct settle *s, const struct lrh_change *freed)
{
	const struct lrh_ask *ask = s->ask;
	time_t now = garq_machine_now(ask->l->m);
	uint32_t first = lrh_first_reached(ask->l, ask->options->freeze,
					   freed, ask->meter);
	time_t lo = GARQ_FOREVER;

	if (s->cnt) {
		const struct lrh_key *key = &s->loose[s->cnt - 1].key;
		uint32_t at = lrh_order_at(ask->l, key);

		first = (at < first) ? at : first;
		lo = key->not_before;
	}
	if (first > ask->l->cnt)
		first = ask->l->cnt;
	lrh_step(ask->meter, s->to->taken);
	/* a booking that moves may be before that, at its old position */
	for (size_t i = 0; i < s->to->taken; i++) {
		uint32_t at = s->to->first + (uint32_t) i;

		if (!_booking_moves(s, at))
			continue;
		first = (at < first) ? at : first;
		break;
	}
	if (first < ask->l->cnt)
		lo = garq_sooner(lo, ask->l->by_order[first]->not_before);
	lrh_draft_open(&s->d, ask->l, ask->options, ask->meter, ask->self,
		       garq_later(lo, now), first);
}

static void _close_settle(struct settle *s)
{
	/* the other draft owns the shares */
	for (size_t i = 0; i < s->d.taken; i++)
		s->d.item[i].share = NULL;
	s->d.own.share = NULL;
	lrh_draft_close(&s->d);
	lrh_changes_free(&s->c);
	free(s->loose);
}

int lrh_settle(const struct lrh_ask *ask, const struct lrh_draft *to,
	       const struct lrh_change *freed, struct lrh_sketch *sketch)
{
	struct settle s = { .ask = ask, .to = to, .s = sketch };
	int rc = 0;

	if (ask->rq)
		rc = lrh_sketch_own(sketch, ask, to->own.start, to->own.share,
				    to->own.start);
	if (!rc)
		rc = (lrh_changes_add(&s.c, freed->t_s, freed->t_e,
				      freed->pools) ||
		      _loosen_own(&s) || _loosen_all(&s)) ? -1 : 0;
	_open_settle(&s, freed);
	if (!rc)
		rc = _take_turns(&s);
	_close_settle(&s);
	return rc;
}
