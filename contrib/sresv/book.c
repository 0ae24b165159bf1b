/* SPDX-License-Identifier: GPL-2.0-or-later */
/* book.c - query, book, accept: the commands that are answered with offers. */

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "contrib/sresv/out.h"
#include "contrib/sresv/text/plain.h"
#include "contrib/sresv/show.h"
#include "contrib/sresv/verbs.h"
#include "contrib/sresv/text/when.h"
#include "contrib/sresv/ctl/ctl_call.h"
#include "contrib/sresv/ctl/wish.h"

/* Number of tries, as other users may take an offer first. */
#define ACCEPTS_MAX 5

/* --- the answer ------------------------------------------------------------- */

static void _hint(const options_t *o, const answer_t *a)
{
	if (o->quiet || o->json || o->lines || o->no_heads || !a->offers.cnt ||
	    (o->dry_run && (a->status == STATUS_DONE)))
		return;
	fflush(stdout);
	fprintf(stderr, "sresv: to take one: sresv accept %s",
		(a->offers.list[0].name[0] == '-') ? "-- " : "");
	plain_put_word(stderr, a->offers.list[0].name);
	fputc('\n', stderr);
}

/*
 * A sheet is missing: memory was short. What was booked is booked all the same, but
 * a question has no other answer.
 */
static void _tell_short(const options_t *o, answer_t *a)
{
	if (o->verb == QUERY)
		a->status = STATUS_FAILED;
	answer_say(a, "out of memory: the answer is not shown as a whole");
}

/* Report a booked form that is less than the request. */
static void _say_less(const wish_t *w, int64_t nodes, int64_t seconds,
		      answer_t *a)
{
	char *less = wish_less(w, nodes, seconds), *line = NULL;
	const char *name = a->name ? a->name : w->name;

	if (less && (asprintf(&line, "%s: %s", name ? name : "it", less) >= 0))
		answer_say(a, line);
	free(line);
	free(less);
}

/* Show the new reservation. RET NULL: memory is short */
static sheet_t *_show_booked(const wish_t *w, const taken_t *taken, answer_t *a)
{
	sheet_t *sheet = show_reservations();
	reserve_info_msg_t *all = NULL;
	answer_t loaded = { .status = STATUS_DONE };
	const reserve_info_t *r;

	if (!a->name || !sheet)
		return sheet;
	ctl_load(&all, &loaded);
	show_new(sheet, all, a->name);
	r = show_find(all, a->name);
	if (r && w && !(taken && taken->name) && wishes_elastic(&w->wishes))
		_say_less(w, r->node_cnt, r->end_time - r->start_time, a);
	if (all)
		slurm_free_reservation_info_msg(all);
	answer_free(&loaded);
	return sheet;
}

static sheet_t *_show_standers(const offers_t *offers)
{
	sheet_t *sheet = show_standers();

	for (size_t i = 0; i < offers->stander_cnt; i++)
		show_stander(sheet, &offers->standers[i]);
	return sheet;
}

/*
 * IN w - complete; NULL: an offer was accepted, or a question asked
 * IN taken - the result of --accept; NULL without --accept
 */
static int _print(const options_t *o, const wish_t *w, const taken_t *taken,
		  answer_t *a)
{
	sheet_t *sheets[5] = { NULL };
	bool whole = true;
	size_t cnt = 0;
	int rc;

	if (o->verb != QUERY) {
		sheets[cnt] = _show_booked(w, taken, a);
		whole = (sheets[cnt] != NULL);
		cnt += whole;
	}
	sheets[cnt] = show_offers();
	show_all_offers(sheets[cnt], &a->offers);
	whole = whole && sheets[cnt];
	cnt += (sheets[cnt] != NULL);
	if (o->json && w && w->wishes.standby) {
		sheets[cnt] = _show_standers(&a->offers);
		whole = whole && sheets[cnt];
		cnt += (sheets[cnt] != NULL);
	}
	if (!whole)
		_tell_short(o, a);
	if (taken && o->json)
		sheets[cnt] = show_taken(taken);
	rc = out_print(o, a->status, a->why, sheets);
	if (rc != STATUS_FAILED)
		_hint(o, a);
	for (size_t i = 0; i < sizeof(sheets) / sizeof(sheets[0]); i++)
		sheet_destroy(sheets[i]);
	answer_free(a);
	return rc;
}

/* --- query and accept ------------------------------------------------------- */

int verb_query(const options_t *o)
{
	answer_t a;
	wish_t w;

	if (!options_wish(o, time(NULL), &w))
		return STATUS_BAD;
	ctl_query(&w, &a);
	wish_explain_denied(&w, &a);
	return _print(o, NULL, NULL, &a);
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
	ctl_accept(&w, &a);
	wish_explain_denied(&w, &a);
	if (a.status == STATUS_DONE)
		a.name = _name_of(w.name);
	return _print(o, NULL, NULL, &a);
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
	ctl_accept(&w, &now);
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

static void _try(const options_t *o, const wish_t *w, answer_t *a,
		 taken_t *taken)
{
	ctl_create(w, a);
	wish_explain_denied(w, a);
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

/*
 * The offer that is as good as a booking is withdrawn, so that it holds no nodes,
 * and shown under the name of the booking.
 */
static void _show_form(const wish_t *w, const offer_t *form, answer_t *a)
{
	offer_t one = *form;
	offers_t only = { .cnt = 0 };
	answer_t withdrawn;

	ctl_delete(form->name, &withdrawn);
	answer_free(&withdrawn);
	one.name = (char *) (w->name ? w->name : "");
	_say_less(w, one.nodes, one.end - one.start, a);
	if (!offers_add(&only, &one)) {
		a->status = STATUS_FAILED;
		return;
	}
	offers_free(&a->offers);
	a->offers = only;
}

/* Ask, and tell the answer as that to a booking would be. */
static int _dry_run(const options_t *o, wish_t *w)
{
	const offer_t *form;
	answer_t a;

	/* without a duration a query would be for any length */
	if (w->duration < 0) {
		w->duration = w->end - w->start;
		w->end = -1;
	}
	ctl_query(w, &a);
	wish_explain_denied(w, &a);
	form = (a.status == STATUS_DONE) ? wish_fit(w, &a.offers) : NULL;
	if (form)
		_show_form(w, form, &a);
	else if (a.status == STATUS_DONE)
		a.status = STATUS_OFFERS;
	return _print(o, NULL, NULL, &a);
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
	if (o->dry_run)
		return _dry_run(o, &w);
	if (o->wait)
		_catch_signals();
	_try(o, &w, &a, &taken);
	if (o->wait)
		_wait_for(o, &w, now, &a, &taken);
	rc = _print(o, &w, o->accept ? &taken : NULL, &a);
	free(taken.name);
	free(taken.kind);
	return rc;
}
