/* SPDX-License-Identifier: GPL-2.0-or-later */
/* named_hold_confirm.c - holds become bookings; see named_hold.h */

#include <stdlib.h>

#include "plugin/booking/hold/named_hold.h"
#include "plugin/booking/offer/book.h"
#include "plugin/booking/park/park.h"
#include "plugin/booking/request/held_request.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/view/host.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/park/reread.h"
#include "plugin/booking/view/say.h"
#include "plugin/ledger/record/content.h"

bool named_hold_confirms(const request_t *r)
{
	const char *const texts[] = {
		r->node_list, r->partition, r->features, r->licenses, r->tres,
		r->burst_buffer, r->users, r->groups, r->accounts, r->qos,
		r->allowed_parts, r->comment,
	};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		if (texts[i])
			return false;
	return !r->has_start && !r->has_end && !r->has_minutes &&
	       !r->has_delay && !r->has_nodes && !request_by_cores(r) &&
	       !r->has_watts &&
	       !r->has_purge && !r->flags && !r->other_flags;
}

char *named_hold_users(office_t *office, const ask_t *a)
{
	const char *name = a->request->name;
	const view_resv_t *v = name ? view_find(office, name) : NULL;
	request_t request;
	char *users;

	if (!v || !named_hold_is(v->booking) ||
	    !named_hold_confirms(a->request) ||
	    named_hold_over(v->booking, a->now))
		return NULL;
	request = held_request_read(v->booking->held);
	users = request.users;
	request.users = NULL;
	request_free(&request);
	return users;
}

/* Give the request the ids of its users, as far as they are known. */
static void _take_ids(ask_t *a, request_t *request)
{
	request_t *known = &a->known;

	if (!request_has(request->users))
		return;
	if (known->user_ids && text_same(known->users, request->users)) {
		request->user_ids = known->user_ids;
		request->user_id_cnt = known->user_id_cnt;
		known->user_ids = NULL;
		known->user_id_cnt = 0;
	} else if (a->limited) {	/* only operators hold for others */
		request_set_user(request, request->users,
				 a->v->booking->creator);
	}
}

/*
 * Give the record its users instead of root. Slurm sets the members of groups
 * first and then those of Users, so groups are set once more alone.
 */
static int _set_users(office_t *office, ask_t *a, request_t *request)
{
	view_resv_t *v = a->v;
	change_t change = {
		.start = v->start, .end = v->end,
		.duration_min = v->booking->duration_min,
	};
	request_t groups = { .name = request->name, .groups = request->groups };
	int rc;

	if (!request_has(request->users))
		request_set(&request->users, "");
	request->users_whole = true;
	rc = office->host->records->update(office, v->rec, request, &change,
					   office->options.window, &a->text);
	if (!rc && request_has(request->groups))
		rc = office->host->records->update(office, v->rec, &groups,
						   &change,
						   office->options.window,
						   &a->text);
	return rc;
}

/* The record has its users: the hold is a booking, which is queued. */
static void _enter_booking(office_t *office, ask_t *a, bool was_linked)
{
	view_resv_t *v = a->v;
	booking_t *b = v->booking;
	ledger_request_t *note;

	booking_reread(office, v);
	note = book_note_booked(office, "confirm", v, a->uid, NULL, NULL);
	b->hold_until = 0;
	a->op = shift_queue(office, &a->shifted, b, note);
	free_null(b->held);
	view_accounts_update(office, v);
	office->host->list->refresh(office, v->rec, a->now);
	a->visible = park_update(office, v, was_linked, v->nodes, a->now);
	a->left = content_of(b);
	a->asked_before = v->asked;
	a->asked = view_ask(office, v);
	office->booked_cnt++;
}

/* The users were refused: restore the record, the hold stays. */
static void _bring_back(office_t *office, view_resv_t *v,
			const booking_t *before)
{
	char *err = NULL;
	int rc = office->host->records->apply(office, v->rec, before, &err);

	if (rc)
		say_error(office,
			  "sched/garq: hold %s can't be brought back to what it was: %s",
			  v->name, err ? err :
			  office->host->users->refusal_words(office, rc));
	else
		booking_reread(office, v);
	office->host->fields->pin(office, v->rec, PIN_NODES);
	free_null(err);
}

static int _confirm_hold(office_t *office, ask_t *a, request_t *request)
{
	view_resv_t *v = a->v;
	bool was_linked;
	int rc;

	a->before = booking_copy(v->booking);
	was_linked = park_fetch(office, v);
	rc = _set_users(office, a, request);
	if (!rc) {
		_enter_booking(office, a, was_linked);
		return 0;
	}
	_bring_back(office, v, a->before);
	park_return(office, v, was_linked);
	booking_destroy(a->before);
	a->before = NULL;
	return rc;
}

static int _confirm(office_t *office, ask_t *a)
{
	request_t request = held_request_read(a->v->booking->held);
	char *why;
	int rc;

	request_set(&request.name, a->v->name);
	_take_ids(a, &request);
	rc = _confirm_hold(office, a, &request);
	request_free(&request);
	if (!rc)
		return 0;
	why = a->text ?
		      a->text :
		      text_dup(office->host->users->refusal_words(office, rc));
	a->text = text_printf("it stays held, and is not confirmed: %s", why);
	free_null(why);
	return rc;
}

/*
 * The hold is a booking by now. The answer waits for the operations queued
 * before: the first confirmation may not be durable yet.
 */
static int _confirm_again(office_t *office, ask_t *a)
{
	a->op = ledger_put(office->ledger, a->v->booking);
	a->asked_before = a->v->asked;
	a->asked = view_ask(office, a->v);
	return 0;
}

bool named_hold_is_meant(const ask_t *a)
{
	const booking_t *b = a->v->booking;

	return named_hold_is(b) ||
	       (b && b->hold_ttl && named_hold_confirms(a->request));
}

int named_hold_update(office_t *office, ask_t *a)
{
	const view_resv_t *v = a->v;
	char buf[TEXT_TIME], *word;

	if (!named_hold_is(v->booking))
		return _confirm_again(office, a);
	text_time(v->booking->hold_until, buf);
	if (named_hold_over(v->booking, a->now))
		return text_refuse(&a->text, REFUSED_NO_SUCH,
				   "the hold of %s ended at %s", v->name, buf);
	if (named_hold_confirms(a->request))
		return _confirm(office, a);
	word = text_shell_word(v->name);
	a->text = text_printf(
		"%s is held until %s: confirm it first, by scontrol update ReservationName=%s and nothing else, or delete it",
		v->name, buf, word);
	free(word);
	return REFUSED_UNSUPPORTED;
}
