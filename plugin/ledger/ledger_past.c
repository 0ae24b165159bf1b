/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/ledger/ledger_past.h"
#include "plugin/ledger/ledger_place.h"
#include "plugin/ledger/ledger_private.h"
#include "plugin/memory/memory.h"

#define OLD_NAMES 8		/* that are followed for a price */
#define OLD_EVENTS 1000		/* of each, the last ones */
#define OLD_READS 64		/* for one question: writers wait meanwhile */

struct ledger_past {
	ledger_past_t *next;	/* of those that wait. Locks: queue_lock */
	bool served;		/* Locks: queue_lock */
	bool given_up;		/* nobody waits. Locks: queue_lock */
	bool of_use;		/* used_ask is asked, else ask */
	ledger_events_ask_t ask;	/* texts are owned */
	ledger_event_t *events;	/* texts are owned */
	size_t cnt, room;
	ledger_used_ask_t used_ask;	/* texts are owned */
	ledger_used_t *used;
	size_t used_cnt, used_room;
	booking_use_row_t *live;	/* of ledger_past_add_live() */
	size_t live_cnt, live_room;
	char error[256];
};

static void _free_text(const char *text)
{
	free((char *) text);
}

ledger_past_t *ledger_past_create(const ledger_events_ask_t *ask)
{
	ledger_past_t *past = memory_new(1, sizeof(*past));

	past->ask = *ask;
	past->ask.name = memory_text(ask->name);
	past->ask.user = memory_text(ask->user);
	past->ask.accounts = memory_text(ask->accounts);
	past->ask.used = NULL;
	past->ask.used_cnt = 0;
	return past;
}

ledger_past_t *ledger_past_of_use(const ledger_used_ask_t *ask)
{
	ledger_past_t *past = memory_new(1, sizeof(*past));

	past->of_use = true;
	past->used_ask = *ask;
	past->used_ask.name = memory_text(ask->name);
	past->used_ask.accounts = memory_text(ask->accounts);
	return past;
}

void ledger_past_add_live(ledger_past_t *past, const booking_t *b,
			  const booking_use_t *use)
{
	if (past->live_cnt == past->live_room) {
		past->live_room = past->live_room ? 2 * past->live_room : 64;
		past->live = memory_grow(past->live, past->live_room,
					 sizeof(*past->live));
	}
	past->live[past->live_cnt++] = (booking_use_row_t) {
		.name = memory_text(b->name), .created = b->created,
		.creator = b->creator, .use = *use,
	};
}

static void _free_event(const ledger_event_t *e)
{
	_free_text(e->name);
	_free_text(e->users);
	_free_text(e->verb);
	_free_text(e->why);
	_free_text(e->old_nodes);
	_free_text(e->nodes);
}

void ledger_past_destroy(ledger_past_t *past)
{
	if (!past)
		return;
	for (size_t i = 0; i < past->cnt; i++)
		_free_event(&past->events[i]);
	free(past->events);
	for (size_t i = 0; i < past->used_cnt; i++)
		ledger_used_free(&past->used[i]);
	free(past->used);
	booking_use_rows_free(past->live, past->live_cnt);
	_free_text(past->used_ask.name);
	_free_text(past->used_ask.accounts);
	_free_text(past->ask.name);
	_free_text(past->ask.user);
	_free_text(past->ask.accounts);
	free(past);
}

size_t ledger_past_events(const ledger_past_t *past, const ledger_event_t **ret)
{
	*ret = past->events;
	return past->cnt;
}

size_t ledger_past_used(const ledger_past_t *past, const ledger_used_t **ret)
{
	*ret = past->used;
	return past->used_cnt;
}

/* --- reading -------------------------------------------------------------- */

static void _add_event(void *arg, const ledger_event_t *event)
{
	ledger_past_t *past = arg;
	ledger_event_t *e;

	if (past->cnt == past->room) {
		past->room = past->room ? 2 * past->room : 64;
		past->events = memory_grow(past->events, past->room,
					   sizeof(*past->events));
	}
	e = &past->events[past->cnt++];
	*e = *event;
	e->name = memory_text(event->name);
	e->users = memory_text(event->users);
	e->verb = memory_text(event->verb);
	e->why = memory_text(event->why);
	e->old_nodes = memory_text(event->old_nodes);
	e->nodes = memory_text(event->nodes);
}

static int _by_time(const void *x, const void *y)
{
	const ledger_event_t *a = x, *b = y;

	if (a->time != b->time)
		return (a->time > b->time) ? 1 : -1;
	return (a->id > b->id) - (a->id < b->id);
}

/* True for the first event of a booking. */
static bool _is_first(const ledger_event_t *event)
{
	return event->start && !event->old_start &&
	       strcmp(event->verb, LEDGER_EVENT_OPENED);
}

/*
 * Sort the events of both files; an event that is in both stays once.
 * IN whole - leave out events of others that came before the present booking
 */
static void _sort_events(ledger_past_t *past, bool whole)
{
	size_t cnt = past->cnt, first = 0, made = 0, kept = 0;

	if (cnt)
		qsort(past->events, cnt, sizeof(*past->events), _by_time);
	if (cnt > past->ask.most)
		first = cnt - past->ask.most;
	for (size_t i = 0; whole && (i < cnt); i++)
		if (_is_first(&past->events[i]))
			made = i;
	for (size_t i = 0; i < cnt; i++) {
		if ((i < first) || (!past->events[i].own && (i < made)) ||
		    (kept && (past->events[kept - 1].id == past->events[i].id)))
			_free_event(&past->events[i]);
		else
			past->events[kept++] = past->events[i];
	}
	past->cnt = kept;
}

static void _add_used(void *arg, ledger_used_t *used)
{
	ledger_past_t *past = arg;

	if (past->used_cnt == past->used_room) {
		past->used_room = past->used_room ? 2 * past->used_room : 64;
		past->used = memory_grow(past->used, past->used_room,
					 sizeof(*past->used));
	}
	past->used[past->used_cnt++] = *used;
}

static int _by_used_name(const void *x, const void *y)
{
	const ledger_used_t *a = x, *b = y;

	return strcmp(a->name, b->name);
}

/* Find the bookings of both files that are for accounts of the asker's: an
 * event may be in the other file. */
static void _find_bookings(ledger_t *l, ledger_t *history, ledger_past_t *past)
{
	const ledger_used_ask_t ask = {
		.name = past->ask.name, .accounts = past->ask.accounts,
		.owner = past->ask.owner, .until = INT64_MAX,
	};
	size_t size = sizeof(past->error);

	if (!ask.accounts || past->ask.all)
		return;
	if (ledger_each_used(l, &ask, _add_used, past, past->error, size) &&
	    history)
		(void) ledger_each_used(history, &ask, _add_used, past,
					past->error, size);
	if (past->used_cnt)
		qsort(past->used, past->used_cnt, sizeof(*past->used),
		      _by_used_name);
	past->ask.used = past->used;
	past->ask.used_cnt = past->used_cnt;
}

/* Read from one file. RET false: with past->error */
static bool _read_file(ledger_t *file, ledger_past_t *past)
{
	size_t size = sizeof(past->error);

	return past->of_use ?
		       ledger_each_used(file, &past->used_ask, _add_used, past,
					past->error, size) :
		       ledger_each_event(file, &past->ask, _add_event, past,
					 past->error, size);
}

/* IN history - NULL: it can't be read, or past has an error. */
static void _price_events(ledger_t *l, ledger_t *history, ledger_past_t *past)
{
	size_t size = sizeof(past->error);

	if (past->ask.costs && history &&
	    ledger_price_events(l, past->events, past->cnt, past->error, size))
		(void) ledger_price_events(history, past->events, past->cnt,
					   past->error, size);
}

/* RET the name before the rename of this event, or NULL */
static const char *_old_name(const ledger_event_t *event)
{
	return (!strcmp(event->verb, LEDGER_EVENT_RENAME) && event->why &&
		!strncmp(event->why, LEDGER_WAS, strlen(LEDGER_WAS))) ?
		       event->why + strlen(LEDGER_WAS) : NULL;
}

/* True for the end of a booking, after which its name is free for another. */
static bool _is_end(const ledger_event_t *event)
{
	return !strcmp(event->verb, LEDGER_EVENT_ENDED) ||
	       !strcmp(event->verb, LEDGER_EVENT_CLOSED);
}

/*
 * Set the price that the booking had before its rename, by the events of its
 * old name; they are in order.
 */
static void _price_by(ledger_event_t *event, const ledger_event_t *events,
		      size_t cnt)
{
	const char *old = _old_name(event);

	while (cnt && !event->has_cost) {
		const ledger_event_t *was = &events[--cnt];

		if ((was->id >= event->id) || strcmp(was->name, old))
			continue;
		if (_is_end(was))
			break;
		event->has_cost = was->has_cost;
		event->cost = was->cost;
	}
}

/* Read the events of a name. RET as ledger_past_create() */
static ledger_past_t *_read_named(ledger_t *l, ledger_t *history,
				  const ledger_events_ask_t *ask)
{
	ledger_past_t *past = ledger_past_create(ask);

	_find_bookings(l, history, past);
	if (_read_file(l, past) && _read_file(history, past))
		_sort_events(past, true);
	return past;
}

/* Add the events of the booking that had this name until it was renamed. */
static void _add_former(ledger_past_t *past, const ledger_past_t *named,
			int64_t renamed)
{
	size_t first = 0;

	for (size_t i = 0; i < named->cnt; i++)
		if ((named->events[i].id < renamed) &&
		    _is_end(&named->events[i]))
			first = i + 1;
	for (size_t i = first; i < named->cnt; i++)
		if (named->events[i].id < renamed)
			_add_event(past, &named->events[i]);
}

/* A booking of a name has the events of its older names, too. */
static void _follow_renames(ledger_t *l, ledger_t *history, ledger_past_t *past)
{
	unsigned int reads = OLD_READS;

	if (!past->ask.name || !history)
		return;
	for (size_t i = 0; reads && (i < past->cnt); i++) {
		ledger_events_ask_t ask = past->ask;
		ledger_past_t *named;

		ask.name = _old_name(&past->events[i]);
		if (!ask.name)
			continue;
		reads--;
		named = _read_named(l, history, &ask);
		_add_former(past, named, past->events[i].id);
		ledger_past_destroy(named);
	}
	_sort_events(past, false);
}

/*
 * A rename has no price of its own: read that which the booking had under its
 * old name.
 * IN most - renames that are followed
 * IN/OUT reads - names that may still be read
 */
static void _price_rename(ledger_t *l, ledger_t *history, ledger_event_t *event,
			  unsigned int most, unsigned int *reads)
{
	const ledger_events_ask_t ask = {
		.name = _old_name(event), .all = true, .costs = true,
		.most = OLD_EVENTS,
	};
	ledger_past_t *past = NULL;

	if (!most || !*reads)
		return;
	--*reads;
	past = _read_named(l, history, &ask);
	if (!past->error[0])
		_price_events(l, history, past);
	for (size_t i = past->cnt; i-- && !past->events[i].has_cost;)
		if ((past->events[i].id < event->id) &&
		    _old_name(&past->events[i])) {
			_price_rename(l, history, &past->events[i], most - 1,
				      reads);
			break;
		}
	_price_by(event, past->events, past->cnt);
	ledger_past_destroy(past);
}

/* The last renames are priced first, if not all can be. */
static void _price_renames(ledger_t *l, ledger_t *history, ledger_past_t *past)
{
	unsigned int reads = OLD_READS;

	if (!past->ask.costs || !history)
		return;
	for (size_t i = 0; i < past->cnt; i++)
		if (_old_name(&past->events[i]))
			_price_by(&past->events[i], past->events, i);
	for (size_t i = past->cnt; i--;)
		if (_old_name(&past->events[i]) && !past->events[i].has_cost)
			_price_rename(l, history, &past->events[i], OLD_NAMES,
				      &reads);
}

/* A row of the ledger counts before one of the history. */
static int _by_row(const void *x, const void *y)
{
	const ledger_used_t *a = x, *b = y;

	if (a->id != b->id)
		return (a->id > b->id) ? 1 : -1;
	return (a->use.used_until < b->use.used_until) -
	       (a->use.used_until > b->use.used_until);
}

/* Sort the rows of both files; a row that is in both stays once. */
static void _sort_used(ledger_past_t *past)
{
	size_t kept = 0;

	if (past->used_cnt)
		qsort(past->used, past->used_cnt, sizeof(*past->used),
		      _by_row);
	for (size_t i = 0; i < past->used_cnt; i++) {
		if (kept && (past->used[kept - 1].id == past->used[i].id))
			ledger_used_free(&past->used[i]);
		else
			past->used[kept++] = past->used[i];
	}
	past->used_cnt = kept;
}

static int _by_name(const void *x, const void *y)
{
	const booking_use_row_t *a = x, *b = y;

	return strcmp(a->name, b->name);
}

/* More is known of live bookings than their rows have. */
static void _renew_live(ledger_past_t *past)
{
	if (past->live_cnt)
		qsort(past->live, past->live_cnt, sizeof(*past->live),
		      _by_name);
	for (size_t i = 0; i < past->used_cnt; i++) {
		ledger_used_t *used = &past->used[i];
		const booking_use_row_t key = { .name = used->name };
		const booking_use_row_t *live = NULL;

		if (!used->closed && past->live_cnt)
			live = bsearch(&key, past->live, past->live_cnt,
				       sizeof(*past->live), _by_name);
		if (live && (live->created == used->created) &&
		    (live->creator == used->creator))
			used->use = live->use;
	}
}

static void _read_past(ledger_t *l, ledger_past_t *past)
{
	size_t size = sizeof(past->error);
	char *error = past->error;
	ledger_t *history = ledger_open_history(l, error, size);

	if (history && error[0]) {	/* another one was put aside */
		ledger_put_notice(l, error);
		error[0] = '\0';
	}
	if (!past->of_use)
		_find_bookings(l, history, past);
	if (!error[0] && _read_file(l, past) && history)
		(void) _read_file(history, past);
	if (past->of_use)
		_sort_used(past);
	_renew_live(past);
	if (past->of_use)
		return;
	if (past->error[0])
		history = NULL;
	_sort_events(past, true);
	_follow_renames(l, history, past);
	_price_events(l, history, past);
	_price_renames(l, history, past);
}

static ledger_past_t *_next_asked(ledger_t *l)
{
	ledger_past_t *past;

	pthread_mutex_lock(&l->queue_lock);
	past = l->pasts;
	if (past)
		l->pasts = past->next;
	pthread_mutex_unlock(&l->queue_lock);
	return past;
}

static void _give_back(ledger_t *l, ledger_past_t *past)
{
	bool given_up;

	pthread_mutex_lock(&l->queue_lock);
	past->served = true;
	given_up = past->given_up;
	pthread_cond_broadcast(&l->tried);
	pthread_mutex_unlock(&l->queue_lock);
	if (given_up)
		ledger_past_destroy(past);
}

/*
 * Questions that come meanwhile wait for the next turn, so that moves and copies
 * go on.
 */
void ledger_past_serve(ledger_t *l)
{
	ledger_past_t *past;
	uint32_t cnt;

	pthread_mutex_lock(&l->queue_lock);
	cnt = l->past_cnt;
	pthread_mutex_unlock(&l->queue_lock);
	if (!cnt)
		return;
	ledger_borrow(l);
	while (cnt-- && !ledger_is_freed(l)) {
		past = _next_asked(l);
		if (!past)
			break;
		_read_past(l, past);
		_give_back(l, past);
	}
	ledger_give_back(l);
}

/* --- waiting -------------------------------------------------------------- */

static bool _is_served(const ledger_t *l, const void *what)
{
	const ledger_past_t *past = what;

	(void) l;
	return past->served;
}

/*
 * Nobody waits for past any more. RET false: it is being read, and belongs to
 * the thread that reads. Locks: queue_lock
 */
static bool _give_up(ledger_t *l, ledger_past_t *past)
{
	ledger_past_t **at = &l->pasts;

	while (*at && (*at != past))
		at = &(*at)->next;
	past->given_up = !*at;
	if (*at)
		*at = past->next;
	return !past->given_up;
}

/* RET true if the events were read */
static bool _have_read(ledger_t *l, ledger_past_t **past, void (*wake)(void))
{
	bool served;

	(*past)->next = l->pasts;
	l->pasts = *past;
	l->past_cnt++;
	pthread_mutex_unlock(&l->queue_lock);
	wake();
	pthread_mutex_lock(&l->queue_lock);
	ledger_wait_until(l, _is_served, *past);
	served = (*past)->served;
	l->past_cnt--;
	if (!served && !_give_up(l, *past))
		*past = NULL;
	return served;
}

bool ledger_past_read(ledger_t *l, ledger_past_t **past, void (*wake)(void),
		      char *error, size_t error_size)
{
	pthread_mutex_lock(&l->queue_lock);
	if (l->past_cnt == LEDGER_PAST_WAITING)
		snprintf(error, error_size,
			 "too many questions about the past wait already");
	else if (_have_read(l, past, wake))
		snprintf(error, error_size, "%s", (*past)->error);
	else
		snprintf(error, error_size,
			 "the disk of the history has not answered for %u seconds",
			 l->patience);
	pthread_mutex_unlock(&l->queue_lock);
	return !error[0];
}
