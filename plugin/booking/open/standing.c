/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>
#include <stdlib.h>
#include <sys/param.h>

#include "garq/idmap.h"
#include "plugin/booking/open/offers.h"
#include "plugin/booking/open/standing.h"
#include "plugin/booking/request/answer.h"
#include "plugin/booking/view/changes.h"
#include "plugin/booking/view/host.h"
#include "plugin/booking/view/view.h"
#include "plugin/memory/memory.h"

struct standing_state {
	TAILQ_HEAD(standing_list, standing) all;	/* by id */
	struct garq_idmap by_hash;	/* first request by hash of its name */
	struct garq_idmap by_uid;	/* a user's number of requests, as a
					 * pointer */
	uint32_t due_cnt;
	int64_t last_id;
	time_t from, until;	/* room of the next pass; until 0: none */
	time_t left_from, left_until;	/* room for others than those that stand
					 * by, after the pass; as above */
	time_t expires;		/* the next end of a request, or earlier; 0:
				 * there is none */
	time_t look_at;		/* the next look_at, or earlier; 0: none has
				 * one */
};

/* --- the table ------------------------------------------------------------ */

static standing_t *_first_of_hash(office_t *office, const char *name)
{
	return garq_idmap_get(&office->standing->by_hash,
			      text_hash(TEXT_HASH, name));
}

standing_t *standing_find(office_t *office, const char *name)
{
	standing_t *s = name ? _first_of_hash(office, name) : NULL;

	while (s && !text_same(s->row.request->name, name))
		s = s->same_hash;
	return s;
}

static void _put_value(struct garq_idmap *map, uint64_t key, void *value)
{
	(void) memory_done(garq_idmap_reserve(map));
	garq_idmap_put(map, key, value);
}

static void _index_name(office_t *office, standing_t *s)
{
	struct garq_idmap *map = &office->standing->by_hash;
	uint64_t hash = text_hash(TEXT_HASH, s->row.request->name);

	s->same_hash = garq_idmap_del(map, hash);
	_put_value(map, hash, s);
}

static void _unindex_name(office_t *office, standing_t *s)
{
	struct garq_idmap *map = &office->standing->by_hash;
	uint64_t hash = text_hash(TEXT_HASH, s->row.request->name);
	standing_t *first = garq_idmap_del(map, hash), **at = &first;

	while (*at != s)
		at = &(*at)->same_hash;
	*at = s->same_hash;
	if (first)
		_put_value(map, hash, first);
}

uint32_t standing_cnt_of(office_t *office, uint32_t uid)
{
	return (uint32_t) (uintptr_t) garq_idmap_get(&office->standing->by_uid,
						     uid);
}

uint32_t standing_cnt_of_account(office_t *office, const text_name_t *account)
{
	uint32_t cnt = 0;
	standing_t *s;

	TAILQ_FOREACH(s, &office->standing->all, among_all)
		cnt += text_lists_name(s->accounts, account);
	return cnt;
}

static void _count_user(office_t *office, uint32_t uid, int diff)
{
	uint32_t cnt = standing_cnt_of(office, uid) + (uint32_t) diff;

	(void) garq_idmap_del(&office->standing->by_uid, uid);
	if (cnt)
		_put_value(&office->standing->by_uid, uid,
			   (void *) (uintptr_t) cnt);
}

static void _set_due(office_t *office, standing_t *s, bool due)
{
	if (s->due == due)
		return;
	s->due = due;
	office->standing->due_cnt += due ? 1 : (uint32_t) -1;
}

/* The earlier of two times of which 0 is never. */
static time_t _earlier(time_t a, time_t b)
{
	return (a && b) ? MIN(a, b) : MAX(a, b);
}

/* Put it behind those with lower ids; mostly it has the highest one. */
static void _insert_by_id(office_t *office, standing_t *s)
{
	standing_t *before = TAILQ_LAST(&office->standing->all, standing_list);

	while (before && (before->row.request->id > s->row.request->id))
		before = TAILQ_PREV(before, standing_list, among_all);
	if (before)
		TAILQ_INSERT_AFTER(&office->standing->all, before, s,
				   among_all);
	else
		TAILQ_INSERT_HEAD(&office->standing->all, s, among_all);
}

/* RET the accounts of a request; free(); NULL: none, or it can't be read */
static char *_accounts_of(office_t *office, const ledger_request_t *r)
{
	request_t request;
	char *accounts = NULL;

	if (!offers_unpack(office, r, &request))
		accounts = text_dup(request.accounts);
	request_free(&request);
	return accounts;
}

standing_t *standing_add(office_t *office, const ledger_standing_t *row)
{
	struct standing_state *state = office->standing;
	standing_t *s = memory_new(1, sizeof(*s));

	changes_note(office);
	if (!office->has.standing)
		state->from = state->until = 0;
	s->row = *row;
	s->accounts = _accounts_of(office, row->request);
	s->question = question_read(row->request->asked);
	if (!s->row.request->id)
		s->row.request->id = state->last_id + 1;
	state->last_id = MAX(state->last_id, s->row.request->id);
	state->expires = _earlier(state->expires, s->row.request->expires);
	office->has.standing++;
	_count_user(office, s->row.request->uid, 1);
	_index_name(office, s);
	_insert_by_id(office, s);
	return s;
}

void standing_end(office_t *office, standing_t *s)
{
	changes_note(office);
	_set_due(office, s, false);
	_unindex_name(office, s);
	_count_user(office, s->row.request->uid, -1);
	office->has.standing--;
	TAILQ_REMOVE(&office->standing->all, s, among_all);
	ledger_request_destroy(s->row.request);
	question_free(&s->question);
	free(s->accounts);
	free(s->why);
	free(s);
}

standing_t *standing_next(office_t *office, const standing_t *s)
{
	return s ? TAILQ_NEXT(s, among_all) :
		   TAILQ_FIRST(&office->standing->all);
}

standing_t *standing_asking(office_t *office, const char *booking)
{
	standing_t *s;

	TAILQ_FOREACH(s, &office->standing->all, among_all)
		if (question_find(&s->question, booking))
			return s;
	return NULL;
}

void standing_set_question(standing_t *s, question_t *q)
{
	ledger_request_t *r = s->row.request;

	if (q != &s->question)
		question_free(&s->question);
	s->question = *q;
	s->no_room = false;
	free(r->asked);
	r->asked = question_text(q);
}

void standing_set_why(standing_t *s, const char *why)
{
	free(s->why);
	s->why = text_dup(why);
}

void standing_fini(office_t *office)
{
	struct standing_state *state = office->standing;
	standing_t *s;

	while ((s = TAILQ_FIRST(&state->all)))
		standing_end(office, s);
	garq_idmap_free(&state->by_hash);
	garq_idmap_free(&state->by_uid);
	state->last_id = 0;
	state->from = state->until = state->expires = state->look_at = 0;
	state->left_until = 0;
}

/* Tolerate a file that was edited: drop a row that is not valid. */
static void _load_row(void *arg, const ledger_standing_t *row)
{
	office_t *office = arg;
	const char *name = row->request->name;

	if (!name || !row->request->packed || (row->request->id <= 0) ||
	    standing_find(office, name))
		ledger_request_destroy(row->request);
	else
		(void) standing_add(office, row);
}

bool standing_load(office_t *office, ledger_t *l, char *error,
		   size_t error_size)
{
	bool read = ledger_each_standing(l, _load_row, office, error,
					 error_size);

	standing_room(office, 0, GARQ_FOREVER);
	return read;
}

ledger_request_t *standing_note_end(office_t *office, const standing_t *s,
				    const char *outcome, time_t now)
{
	const ledger_request_t *of = s->row.request;
	ledger_request_t *r = ledger_request_create(of->name);

	r->id = ++office->request_id;
	r->time = now;
	r->uid = of->uid;
	snprintf(r->verb, sizeof(r->verb), "standby");
	snprintf(r->outcome, sizeof(r->outcome), "%s", outcome);
	r->t_s = of->t_s;
	r->t_e = of->t_e;
	r->num_cn = of->num_cn;
	r->ends_standing = of->id;
	return r;
}

bool standing_may_use(office_t *office, const standing_t *s, uint32_t uid)
{
	return (s->row.request->uid == uid) ||
	       office->host->users->is_operator(office, uid);
}

bool standing_may_see(office_t *office, const standing_t *s, uint32_t uid)
{
	return standing_may_use(office, s, uid) ||
	       !office->host->users->is_private(office, VIEW_RESV);
}

char *standing_line(office_t *office, const standing_t *s, uint32_t place)
{
	const ledger_request_t *r = s->row.request;
	char *line = text_printf(ANSWER_STANDING "=%d", ANSWER_VERSION);

	text_add_value(&line, "name", r->name);
	text_add(&line,
		 " uid=%u place=%u of=%u since=%lld until=%lld mode=%s nodes=%u"
		 " start=%lld end=%lld duration=%lld offered=%u",
		 r->uid, place, office->has.standing, (long long) r->time,
		 (long long) r->expires, r->verb, r->num_cn,
		 (long long) r->t_s, (long long) r->t_e,
		 (long long) s->row.duration, s->row.offered);
	if (s->question.cnt)
		text_add(&line, " asked=%u agreed=%u", s->question.cnt,
			 question_agreed_cnt(&s->question));
	text_add_value(&line, "why", s->why);
	return line;
}

/* --- the fair order ------------------------------------------------------- */

typedef struct {
	uint64_t rank;		/* 0: an old one */
	int64_t id;
	standing_t *s;
} order_t;

static order_t _order_of(office_t *office, standing_t *s, time_t now)
{
	const options_t *options = &office->options;
	order_t order = { .id = s->row.request->id, .s = s };

	if (now - s->row.request->time > (time_t) options->standby_age)
		return order;
	if (options->standby == OPTIONS_STANDBY_SHORT)
		order.rank = (uint64_t) s->row.duration + 1;
	if (options->standby == OPTIONS_STANDBY_SMALL)
		order.rank = (uint64_t) s->row.request->num_cn + 1;
	return order;
}

static bool _is_before(const order_t *a, const order_t *b)
{
	return (a->rank != b->rank) ? (a->rank < b->rank) : (a->id < b->id);
}

static int _compare(const void *a, const void *b)
{
	return _is_before(a, b) ? -1 : _is_before(b, a);
}

/* By the order of ids the last request is the last of all. */
uint32_t standing_place(office_t *office, const standing_t *s, time_t now)
{
	order_t own = _order_of(office, (standing_t *) s, now);
	standing_t *other;
	uint32_t place = 1;

	if (!own.rank && !TAILQ_NEXT(s, among_all) &&
	    (office->options.standby == OPTIONS_STANDBY_FCFS))
		return office->has.standing;
	TAILQ_FOREACH(other, &office->standing->all, among_all) {
		order_t order = _order_of(office, other, now);

		place += _is_before(&order, &own);
	}
	return place;
}

standing_t **standing_ordered(office_t *office, time_t now)
{
	uint32_t cnt = office->has.standing, at = 0;
	order_t *orders = memory_new(cnt + 1, sizeof(*orders));
	standing_t **all = memory_new(cnt + 1, sizeof(*all)), *s;

	TAILQ_FOREACH(s, &office->standing->all, among_all)
		orders[at++] = _order_of(office, s, now);
	qsort(orders, cnt, sizeof(*orders), _compare);
	for (uint32_t i = 0; i < cnt; i++)
		all[i] = orders[i].s;
	free(orders);
	return all;
}

/* --- when a look is due --------------------------------------------------- */

static bool _can_use(const standing_t *s, time_t from, time_t until)
{
	return (s->row.request->t_s < until) && (s->row.request->t_e > from);
}

bool standing_wants(office_t *office, time_t from, time_t until)
{
	standing_t *s;

	TAILQ_FOREACH(s, &office->standing->all, among_all)
		if (_can_use(s, from, until))
			return true;
	return false;
}

void standing_room(office_t *office, time_t from, time_t until)
{
	struct standing_state *state = office->standing;

	state->from = state->until ? MIN(state->from, from) : from;
	state->until = MAX(state->until, until);
}

void standing_freed(office_t *office, time_t from, time_t until)
{
	struct standing_state *state = office->standing;

	standing_room(office, from, until);
	state->left_from = from;
	state->left_until = until;
}

bool standing_left_take(office_t *office, time_t *ret_from, time_t *ret_until)
{
	struct standing_state *state = office->standing;

	if (!state->left_until)
		return false;
	*ret_from = state->left_from;
	*ret_until = state->left_until;
	state->left_until = 0;
	return true;
}

void standing_look_at(office_t *office, standing_t *s, time_t at)
{
	s->look_at = _earlier(s->look_at, at);
	office->standing->look_at = _earlier(office->standing->look_at, at);
}

/* Make those due whose time has come. */
static void _wake_due(office_t *office, time_t now)
{
	struct standing_state *state = office->standing;
	standing_t *s;

	if (!state->look_at || (state->look_at > now))
		return;
	state->look_at = 0;
	TAILQ_FOREACH(s, &state->all, among_all) {
		if (s->look_at && (s->look_at <= now)) {
			s->look_at = 0;
			_set_due(office, s, true);
		}
		state->look_at = _earlier(state->look_at, s->look_at);
	}
}

/* Room that came, and the places of the bookings that may move into it. */
typedef struct {
	time_t now;
	time_t from, until;
	time_t ret_from, ret_until;
} room_t;

/* A view_each() function */
static void _add_place(view_resv_t *v, void *arg)
{
	const booking_t *b = v->booking;
	room_t *room = arg;

	if (!b || !booking_is_flexible(b) || (v->start <= room->now) ||
	    (b->t_esr >= room->until) ||
	    (b->t_lsr + (v->end - v->start) <= room->from))
		return;
	room->ret_from = MIN(room->ret_from, v->start);
	room->ret_until = MAX(room->ret_until, v->end);
}

/* Begin a pass, unless one is under way. */
static void _begin_pass(office_t *office, time_t now)
{
	struct standing_state *state = office->standing;
	time_t from = MAX(state->from, now), until = state->until;
	room_t room = { now, from, until, from, until };
	standing_t *s;

	if (state->due_cnt)
		return;
	_wake_due(office, now);
	if (!until)
		return;
	state->from = state->until = 0;
	if (office->has.standing &&
	    (office->options.shift != OPTIONS_SHIFT_NO))
		view_each(office, _add_place, &room);
	TAILQ_FOREACH(s, &state->all, among_all)
		if (_can_use(s, room.ret_from, room.ret_until))
			_set_due(office, s, true);
}

bool standing_is_awaited(office_t *office, time_t now)
{
	time_t at = office->standing->look_at;

	return at && (at <= now);
}

bool standing_is_passing(office_t *office)
{
	return office->standing->due_cnt != 0;
}

bool standing_any_due(office_t *office, time_t now)
{
	_begin_pass(office, now);
	return standing_is_passing(office);
}

bool standing_goes_on(office_t *office, time_t now)
{
	return standing_any_due(office, now) || office->standing->left_until;
}

/*
 * Insert a request into the first ones.
 * IN max - > 0; IN/OUT cnt - max at most
 */
static void _keep_first(order_t *first, uint32_t *cnt, uint32_t max,
			const order_t *order)
{
	uint32_t at = MIN(*cnt, max - 1);

	if ((*cnt == max) && !_is_before(order, &first[at]))
		return;
	for (; at && _is_before(order, &first[at - 1]); at--)
		first[at] = first[at - 1];
	first[at] = *order;
	*cnt = MIN(*cnt + 1, max);
}

uint32_t standing_due(office_t *office, time_t now, standing_t **ret,
		      uint32_t max)
{
	order_t *first = memory_new(max + 1, sizeof(*first));
	uint32_t cnt = 0;
	standing_t *s;

	_begin_pass(office, now);
	if (!office->standing->due_cnt)
		goto done;
	TAILQ_FOREACH(s, &office->standing->all, among_all) {
		order_t order = _order_of(office, s, now);

		if (s->due && !s->unsettled)
			_keep_first(first, &cnt, max, &order);
	}
	for (uint32_t i = 0; i < cnt; i++) {
		ret[i] = first[i].s;
		_set_due(office, ret[i], false);
	}
done:
	free(first);
	return cnt;
}

standing_t *standing_expired(office_t *office, time_t now)
{
	struct standing_state *state = office->standing;
	time_t next = 0;
	standing_t *s;

	if (!state->expires || (state->expires > now))
		return NULL;
	TAILQ_FOREACH(s, &state->all, among_all) {
		if (s->row.request->expires <= now)
			return s;
		next = _earlier(next, s->row.request->expires);
	}
	state->expires = next;
	return NULL;
}

static void _begin_state(office_t *office)
{
	TAILQ_INIT(&office->standing->all);
}

const office_state_t standing_state =
	OFFICE_STATE(standing, _begin_state, standing_fini);
