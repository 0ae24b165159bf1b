/* SPDX-License-Identifier: GPL-2.0-or-later */
/* book.c - query, book, accept: the commands that are answered with offers. */

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "contrib/sresv/answered.h"
#include "contrib/sresv/out.h"
#include "contrib/sresv/show.h"
#include "contrib/sresv/verbs.h"
#include "contrib/sresv/text/when.h"
#include "contrib/sresv/ctl/ctl_call.h"
#include "contrib/sresv/ctl/wish.h"

/* Number of tries, as other users may take an offer first. */
#define ACCEPTS_MAX 5

/* --- query and accept ------------------------------------------------------- */

int verb_query(const options_t *o)
{
	answer_t a;
	wish_t w;

	if (!options_wish(o, time(NULL), &w))
		return STATUS_BAD;
	ctl_query(&w, &a);
	wish_explain_denied(&w, &a);
	return answered_print(o, NULL, NULL, &a);
}

/* The reservation's name: r for offer r.2. RET a text for free(), or NULL */
static char *_name_of(const char *offer)
{
	const char *dot = strrchr(offer, '.');

	return strndup(offer, dot ? (size_t) (dot - offer) : strlen(offer));
}

int verb_accept(const options_t *o)
{
	answer_t a;
	wish_t w;

	if (!options_wish(o, time(NULL), &w))
		return STATUS_BAD;
	ctl_update(&w, &a);
	wish_explain_denied(&w, &a);
	if (a.status == STATUS_UNKNOWN)
		answer_say(&a, "sresv offers lists the open offers");
	if ((a.status == STATUS_DONE) && !a.lines)
		a.name = _name_of(w.name);
	return answered_print(o, NULL, NULL, &a);
}

/* --- book -------------------------------------------------------------------- */

/* Keep the accepted offer for JSON, and report it to the user. */
static void _note_taken(const offer_t *one, answer_t *a, taken_t *taken)
{
	char *line = NULL;

	taken->name = strdup(one->name);
	taken->kind = strdup(one->kind);
	if (asprintf(&line, "taken: %s, %s", one->name, one->words) < 0)
		return;
	answer_say(a, line);
	free(line);
}

/*
 * Accept one offer.
 * IN/OUT a - the refusal with the offer; becomes the answer to the acceptance,
 *	with fresh offers if another user was quicker
 * RET false if the offer has expired or was withdrawn meanwhile
 */
static bool _take_one(const offer_t *one, answer_t *a, taken_t *taken)
{
	wish_t w = WISH_NONE;
	answer_t now;
	char *why;

	w.name = one->name;
	ctl_update(&w, &now);
	if (now.status == STATUS_UNKNOWN) {
		why = a->why;
		a->why = now.why;
		now.why = why;
		answer_free(&now);
		a->status = STATUS_REFUSED;
		offers_free(&a->offers);
		return false;
	}
	if (now.status == STATUS_DONE) {
		now.name = _name_of(one->name);
		now.why = a->why;
		a->why = NULL;
		_note_taken(one, &now, taken);
	}
	answer_free(a);
	*a = now;
	return true;
}

/*
 * Accept the best offer; try again with fresh offers while others are quicker.
 */
static void _take(const options_t *o, answer_t *a, taken_t *taken)
{
	char *why;

	for (int i = 0; (i < ACCEPTS_MAX) && (a->status == STATUS_OFFERS);
	     i++) {
		const offer_t *one = offers_choose(&a->offers, o->accept,
						   &taken->least);

		if (!one && (why = offers_why_none(&a->offers, o->accept,
						   &taken->least))) {
			answer_say(a, why);
			free(why);
		}
		if (!one || !_take_one(one, a, taken))
			return;
	}
}

/* Withdraw the offers of a refusal, which stay in the answer. Those of a request,
 * or of a date of a series, are together. */
static void _withdraw(const offers_t *offers)
{
	wish_t w = WISH_NONE;
	char *last = NULL, *name;
	answer_t gone;

	w.wishes.offer = OFFER_ALL;
	for (size_t i = 0; i < offers->cnt; i++) {
		name = _name_of(offers->list[i].name);
		if (name && (!last || strcmp(name, last))) {
			w.name = name;
			ctl_delete_as(&w, &gone);
			answer_free(&gone);
		}
		free(last);
		last = name;
	}
	free(last);
}

static void _try(const options_t *o, const wish_t *w, answer_t *a,
		 taken_t *taken)
{
	ctl_create(w, a);
	wish_explain_denied(w, a);
	if (o->verb == PRICE)	/* a question: nobody takes them */
		_withdraw(&a->offers);
	if (!o->accept)
		return;
	options_least(w, &taken->least);
	_take(o, a, taken);
}

/* --- wait ------------------------------------------------------------------ */

/* Time for which the controller may end a request later than it should. */
#define LATE 60

static volatile sig_atomic_t stopped;

static void _note_signal(int number)
{
	(void) number;
	stopped = 1;
}

/*
 * A signal ends the wait, and a request that stands by does not outlive it. A
 * signal that is ignored, as of nohup, stays so.
 */
static void _catch_signals(void)
{
	static const int numbers[] = { SIGINT, SIGTERM, SIGHUP };
	const struct sigaction act = { .sa_handler = _note_signal };
	struct sigaction before;

	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
		if (!sigaction(numbers[i], NULL, &before) &&
		    (before.sa_handler != SIG_IGN))
			(void) sigaction(numbers[i], &act, NULL);
}

/* What waits: its name, and until when. */
typedef struct {
	const options_t *o;
	char *name;
	uint32_t place;		/* in the line, as it was told last */
	time_t end;
} wait_t;

static bool _goes_on(const wait_t *w)
{
	return !stopped && (time(NULL) < w->end);
}

/* By the second, as a signal may come just before the sleep. */
static void _pause(const wait_t *w)
{
	for (int64_t i = 0; (i < w->o->interval) && _goes_on(w); i++)
		sleep(1);
}

/* RET false: nothing is printed but the answer */
static bool _say_lines(const options_t *o, const char *lines)
{
	if (o->quiet || o->json)
		return false;
	out_lines(stderr, "sresv", lines);
	return true;
}

static void _say_place(wait_t *w, const stander_t *s)
{
	char *line = NULL;

	if (w->place && (w->place != s->place) &&
	    (asprintf(&line, "%s: place %u of %u", s->name, s->place, s->of) >=
	     0))
		(void) _say_lines(w->o, line);
	free(line);
	w->place = s->place;
}

/*
 * Look up the place of the request in the line, and print a new one.
 * RET false: the request does not stand by; true also if nobody answers
 */
static bool _still_stands(wait_t *w)
{
	const stander_t *s;
	answer_t a;
	bool stands;

	ctl_offers(&a);
	s = offers_stander(&a.offers, w->name);
	if (s && (s->uid != getuid()))
		s = NULL;
	stands = s || (a.status != STATUS_DONE);
	if (s)
		_say_place(w, s);
	answer_free(&a);
	return stands;
}

/* The request came to nothing. OUT a - overwritten */
static void _refuse(const char *why, answer_t *a)
{
	answer_free(a);
	a->status = STATUS_REFUSED;
	answer_say(a, why);
}

/* Find out what became of it. OUT a - overwritten. RET false: nobody answers */
static bool _settle(const wait_t *w, answer_t *a)
{
	reserve_info_msg_t *all = NULL;

	answer_free(a);
	ctl_load(&all, a);
	if (a->status != STATUS_DONE)
		return a->status != STATUS_SILENT;
	if (show_find(all, w->name))
		a->name = strdup(w->name);
	else
		_refuse("it stands by no more: no room came in its time, or it was withdrawn",
			a);
	slurm_free_reservation_info_msg(all);
	return true;
}

/*
 * Withdraw it; not what it was booked as a moment ago. OUT a - overwritten, if
 * nothing was booked
 */
static void _give_up(const wait_t *w, answer_t *a)
{
	answer_t withdrawn;
	char *name, *line = NULL;

	if (asprintf(&name, "standby:book:%s", w->name) < 0) {
		ctl_out_of_memory(a);
		return;
	}
	ctl_delete(name, &withdrawn);
	free(name);
	if (withdrawn.status == STATUS_DONE) {
		_refuse(stopped ? "withdrawn: a signal ended the wait" :
				  "withdrawn: no room came in this time",
			a);
	} else if ((withdrawn.status != STATUS_UNKNOWN) || !_settle(w, a)) {
		if (asprintf(&line, "%s may stand by still: sresv cancel %s withdraws it",
			     w->name, w->name) < 0)
			line = NULL;
		answer_free(a);
		a->status = withdrawn.status;
		answer_say(a, line ? line : "it may stand by still");
		free(line);
	}
	answer_free(&withdrawn);
}

/* Follow a request that stands by. IN a - the refusal that says so */
static void _follow(wait_t *w, answer_t *a)
{
	(void) _say_lines(w->o, a->why);
	do {
		_pause(w);
		if (!_still_stands(w) && _settle(w, a))
			return;
	} while (_goes_on(w));
	_give_up(w, a);
}

/*
 * Have the controller keep the refused request.
 * IN/OUT a - the refusal; overwritten by the second one, which says if the request
 *	stands by. Where no request may stand by, the first one stays
 * RET false: the request does not stand by
 */
static bool _stand_by(wait_t *w, const wish_t *wish, answer_t *a)
{
	wish_t waiting = *wish;
	char *front;
	answer_t now;

	waiting.wishes.standby = STANDBY_BOOK;
	front = wish_front(&waiting, wish->name);
	w->name = front ? strdup(wishes_behind(front)) : NULL;
	free(front);
	if (!w->name) {
		ctl_out_of_memory(a);
		return false;
	}
	if (!wish->name)
		waiting.name = w->name;
	ctl_create(&waiting, &now);
	if ((now.status == STATUS_BAD) || (now.status == STATUS_FAILED)) {
		answer_say(a, now.why ? now.why : "it does not stand by");
		answer_free(&now);
		return false;
	}
	answer_free(a);
	*a = now;
	if (now.status == STATUS_SILENT)	/* it may have been kept */
		return _still_stands(w);
	w->place = now.offers.stander_cnt ? now.offers.standers[0].place : 0;
	offers_drop_standers(&a->offers);
	return w->place;
}

/*
 * Wait for the controller, and then for what it books.
 * begun may lie within its second, so one second is added: otherwise the wait
 * would be too short.
 */
static void _wait_for(const options_t *o, const wish_t *first, time_t begun,
		      answer_t *a, taken_t *taken)
{
	bool moves = !o->start || when_moves(o->start);
	wish_t wish = *first;
	wait_t w = { .o = o };

	w.end = (o->wait_for >= 0) ?
		begun + o->wait_for + (o->wait_for > 0) :
		first->start + LATE + ((first->delay > 0) ? first->delay : 0);
	while ((a->status == STATUS_SILENT) && _goes_on(&w)) {
		_pause(&w);
		if (!options_wish(o, time(NULL), &wish))
			return;
		answer_free(a);
		_try(o, &wish, a, taken);
	}
	if (!_goes_on(&w) || ((a->status != STATUS_OFFERS) &&
			      (a->status != STATUS_REFUSED)))
		return;
	/* a start of now is any start within the wait: the controller ends it */
	if (moves && (wish.delay < 0) && !o->end) {
		wish.delay = w.end - time(NULL);
		w.end += LATE;
	}
	if (_stand_by(&w, &wish, a))
		_follow(&w, a);
	free(w.name);
}

int verb_book(const options_t *o)
{
	time_t now = time(NULL);
	taken_t taken = { .name = NULL };
	answer_t a;
	wish_t w;
	int rc;

	if (!options_wish(o, now, &w))
		return STATUS_BAD;
	if (o->wait)
		_catch_signals();
	_try(o, &w, &a, &taken);
	if (o->wait)
		_wait_for(o, &w, now, &a, &taken);
	rc = answered_print(o, &w, o->accept ? &taken : NULL, &a);
	free(taken.name);
	free(taken.kind);
	return rc;
}

/* Answer the question that the booking gives way. */
static int _agree(const options_t *o)
{
	sheet_t *none[] = { NULL };
	wish_t w = WISH_NONE;
	answer_t a;
	int rc;

	w.name = o->names[0];
	w.wishes.consent = o->yes ? CONSENT_YES : CONSENT_NO;
	ctl_update(&w, &a);
	wish_explain_denied(&w, &a);
	rc = out_print(o, a.status, a.why, none);
	answer_free(&a);
	return rc;
}

int verb_ask(const options_t *o)
{
	return (o->yes || o->no) ? _agree(o) : verb_book(o);
}
