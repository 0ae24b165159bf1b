/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * deeds.c - what changes something, done by the worker: see web.h
 *
 * A deed is read by the worker, too: names of users are looked up by functions
 * that are not made for several threads.
 */

#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/answer/figures.h"
#include "contrib/sresv/answer/starts.h"
#include "contrib/sresv/ctl/give.h"
#include "contrib/sresv/ctl/wish.h"
#include "contrib/sresv/show.h"
#include "contrib/web/answers/command_line.h"
#include "contrib/web/json/offers_json.h"
#include "contrib/web/json/plan_json.h"
#include "contrib/web/answers/web.h"
#include "contrib/web/json/wish_json.h"
#include "plugin/booking/request/answer.h"
#include "plugin/booking/request/text.h"

typedef struct deed {
	void (*run)(struct deed *d);
	store_t *store;
	json_t *body;		/* owned; wish refers to it */
	char *name;		/* of what is done, or NULL; owned */
	char *names;		/* of a series, in lines; owned; NULL: it is none */
	wish_t wish;
	char gpus[GPUS_TRES];	/* wish refers to it */
	int64_t hold;		/* seconds */
	time_t until, now;	/* of a hold */
	starts_t starts;	/* owned */
	answer_t a;
	char *command;		/* owned, or NULL */
} deed_t;

static void _drop(void *arg)
{
	deed_t *d = arg;

	json_decref(d->body);
	free(d->name);
	free(d->names);
	free(d->command);
	free(d->starts.list);
	answer_free(&d->a);
	free(d);
}

/* --- by the worker ----------------------------------------------------------------- */

/* Note the offers that a deed has made, and that its request stands by. */
static void _note_made(deed_t *d)
{
	const offers_t *made = &d->a.offers;
	char *request = made->cnt ? offers_request(made->list[0].name) :
				    strdup(made->standers[0].name);

	records_note_offers(store_records(d->store), request, NULL,
			    &d->a.offers);
	free(request);
}

/* Nobody knows what a deed without an answer has done. */
static bool _is_in_doubt(const deed_t *d)
{
	return (d->a.status == STATUS_SILENT) ||
	       (d->a.status == STATUS_FAILED) || (d->a.status == STATUS_DOUBT);
}

static void _run(void *arg)
{
	deed_t *d = arg;

	d->run(d);
	if (d->a.offers.cnt && d->wish.wishes.also_cnt)	/* of several names */
		records_doubt_offers(store_records(d->store));
	else if (d->a.offers.cnt || d->a.offers.stander_cnt)
		_note_made(d);
	else if (_is_in_doubt(d))
		records_doubt_offers(store_records(d->store));
}

/* Answer a deed with its fault. IN why - the fault; NULL: none, RET true */
static bool _is_right(deed_t *d, const char *why)
{
	if (!why)
		return true;
	d->a = (answer_t) { .status = STATUS_BAD };
	answer_say(&d->a, why);
	return false;
}

static bool _read(deed_t *d, wish_form_t form)
{
	char *why = wish_json_read(d->body, form, time(NULL), &d->wish,
				   &d->hold);
	bool ok = _is_right(d, why);

	free(why);
	return ok;
}

/* Keep what does the same on the command line, before defaults are filled in. */
static void _note_command(deed_t *d, const char *head, const char *name)
{
	d->command = command_line_sresv(head, name, &d->wish);
}

static bool _complete(deed_t *d)
{
	return _is_right(d, wish_complete(&d->wish, time(NULL)));
}

static bool _find_dates(deed_t *d)
{
	char *why = (d->wish.every && d->wish.wishes.plan) ?
		strdup("a series has no plan: leave out plan") :
		wish_dates(&d->wish);
	bool ok = _is_right(d, why);

	free(why);
	return ok;
}

static void _query(deed_t *d)
{
	if (!_read(d, WISH_BOOK))
		return;
	_note_command(d, "sresv query", NULL);
	if (!_complete(d))
		return;
	ctl_query(&d->wish, &d->a);
	wish_explain_denied(&d->wish, &d->a);
}

/* What the controller would fill in is asked for here, as sresv does. */
static bool _is_enough(deed_t *d)
{
	const wish_t *w = &d->wish;

	return _is_right(d, ((w->duration < 0) && (w->end < 0)) ?
		"a booking needs duration or end" :
		((w->nodes < 0) && (w->cores < 0) && !w->gpus && !w->nodelist) ?
		"a booking needs nodes, cores, gpus or node_list" : NULL);
}

static void _set_name(deed_t *d, const char *name)
{
	char *copy = name ? strdup(name) : NULL;

	free(d->name);
	d->name = copy;
}

/* The names of a series are lines, and the first one is the name. */
static void _split_series(deed_t *d)
{
	d->names = strdup(d->name);
	for (char *c = d->names; c && *c; c++)
		if (*c == ',')
			*c = '\n';
	d->name[strcspn(d->name, ",")] = '\0';
}

static void _book(deed_t *d)
{
	if (!_read(d, WISH_BOOK) || !_is_enough(d))
		return;
	_note_command(d, "sresv book", d->wish.name);
	if (!_complete(d) || !_find_dates(d))
		return;
	ctl_create(&d->wish, &d->a);
	wish_explain_denied(&d->wish, &d->a);
	_set_name(d, d->a.name);
	if (d->name && d->wish.wishes.also_cnt)
		_split_series(d);
}

static bool _is_done(const deed_t *d)
{
	return (d->a.status == STATUS_DONE) && !d->a.lines;
}

/* With a reservation, or its name, the offers to change it are closed. */
static void _note_gone(deed_t *d)
{
	records_note_offers(store_records(d->store), d->name, NULL, NULL);
}

/* Ask for what stays of a booking that gives something back. RET false: d->a says
 * why not */
static bool _give_back(deed_t *d)
{
	reserve_info_msg_t *all = NULL;
	const reserve_info_t *r;
	char *why = NULL;

	if (!d->wish.gives)
		return true;
	ctl_load(&all, &d->a);
	if (d->a.status != STATUS_DONE)
		return false;
	answer_free(&d->a);
	if ((r = show_find(all, d->name)))
		why = give_back(r, &d->wish, d->gpus);
	else
		why = text_printf("there is no reservation %s", d->name);
	slurm_free_reservation_info_msg(all);
	(void) _is_right(d, why);
	if (!r)
		d->a.status = STATUS_UNKNOWN;
	free(why);
	return d->a.status == STATUS_DONE;
}

static void _update(deed_t *d)
{
	if (!_read(d, WISH_CHANGE) || !_give_back(d))
		return;
	d->command = command_line_update(d->name, &d->wish);
	d->wish.name = d->name;
	ctl_update(&d->wish, &d->a);
	wish_explain_denied(&d->wish, &d->a);
	if (_is_done(d) && d->wish.wishes.name[0]) {
		_note_gone(d);
		_set_name(d, d->wish.wishes.name);
	}
}

static void _accept(deed_t *d)
{
	char *name;

	if (!_read(d, WISH_PART))
		return;
	_note_command(d, "sresv accept", d->name);
	d->wish.name = d->name;
	d->wish.wishes.offer = OFFER_ONE;
	ctl_update(&d->wish, &d->a);
	wish_explain_denied(&d->wish, &d->a);
	d->wish.name = NULL;
	if ((d->a.status != STATUS_DONE) || d->a.lines ||
	    !(name = offers_request(d->name)))
		return;
	records_note_offers(store_records(d->store), name, NULL, NULL);
	free(d->name);
	d->name = name;
}

/* IN offer - so that no reservation of the name is deleted in its place */
static void _delete(deed_t *d, offer_wish_t offer)
{
	char *all;

	if (!_read(d, WISH_DROP))
		return;
	all = (offer == OFFER_ALL) ? text_printf("offer:all:%s", d->name) :
				     NULL;
	_note_command(d, all ? "scontrol delete reservation" : "sresv cancel",
		      all ? all : d->name);
	free(all);
	d->wish.name = d->name;
	d->wish.wishes.offer = offer;
	ctl_delete_as(&d->wish, &d->a);
}

static void _cancel(deed_t *d)
{
	_delete(d, OFFER_NO);
	if (_is_done(d))
		_note_gone(d);
}

static void _withdraw(deed_t *d)
{
	_delete(d, OFFER_ONE);
	if (_is_done(d))
		records_note_offers(store_records(d->store), NULL, d->name, NULL);
}

/* A request of this name that stands by stays. */
static void _withdraw_all(deed_t *d)
{
	static const offers_t none = { .cnt = 0 };

	_delete(d, OFFER_ALL);
	if (_is_done(d))
		records_note_offers(store_records(d->store), d->name, NULL, &none);
}

static void _confirm(deed_t *d)
{
	static const wish_t none = WISH_NONE;

	d->command = command_line_update(d->name, &none);
	ctl_confirm(d->name, &d->a);
}

/* The end of a hold is in a line garq-hold of the answer. */
static bool _read_hold(deed_t *d, char *text)
{
	int64_t until = -1, now = -1;
	figures_t f;
	bool ok = figures_read(text, &f);

	for (size_t i = 0; ok && (i < f.cnt); i++)
		if (!strcmp(f.lines[i].kind, ANSWER_HOLD))
			ok = figures_number(&f.lines[i], "until", &until) &&
			     figures_number(&f.lines[i], "now", &now);
	figures_free(&f);
	d->until = until;
	d->now = now;
	return ok && (until >= 0);
}

static void _hold(deed_t *d)
{
	char *asked = NULL, *text = NULL;

	if (!_read(d, WISH_HOLD) || !_is_enough(d) || !_complete(d))
		return;
	if (asprintf(&asked, "hold:%lld:%s", (long long) d->hold,
		     d->wish.name) < 0) {
		d->a = (answer_t) { .status = STATUS_FAILED };
		return;
	}
	_set_name(d, d->wish.name);
	ctl_ask(&d->wish, asked, &text, &d->a);
	wish_explain_denied(&d->wish, &d->a);
	if ((d->a.status == STATUS_DONE) && !_read_hold(d, text)) {
		d->a.status = STATUS_FAILED;
		answer_say(&d->a, FIGURES_NONE);
	}
	free(asked);
	free(text);
}

/* IN asked - without defaults */
static void _note_when(deed_t *d, wish_t asked)
{
	int64_t days = (d->wish.delay + 86399) / 86400;
	char *head = text_printf("sresv when --days %lld",
				 (long long) ((days < 1) ? 1 : days));

	asked.delay = asked.end = -1;
	asked.every = NULL;
	d->command = head ? command_line_sresv(head, NULL, &asked) : NULL;
	free(head);
}

static void _starts(deed_t *d)
{
	char *text = NULL;
	wish_t asked;

	if (!_read(d, WISH_BOOK) || !_is_enough(d))
		return;
	d->wish.wishes = wishes_of_form(&d->wish.wishes);
	asked = d->wish;
	if ((d->wish.end < 0) && (d->wish.delay < 0))
		d->wish.delay = STARTS_DAYS * 86400;
	if (!_complete(d))
		return;
	_note_when(d, asked);
	ctl_ask(&d->wish, ANSWER_PROBE, &text, &d->a);
	wish_explain_denied(&d->wish, &d->a);
	if ((d->a.status == STATUS_DONE) &&
	    !(text && starts_read(text, &d->starts))) {
		d->a.status = STATUS_FAILED;
		answer_say(&d->a, FIGURES_NONE);
	}
	free(text);
}

/* A name alone is that of a request that stands by. */
static bool _is_name_alone(const deed_t *d)
{
	return json_object_get(d->body, "name") &&
	       (json_object_size(d->body) == 1);
}

static void _ask_why(deed_t *d)
{
	static const wish_t none = WISH_NONE;
	bool stands = _is_name_alone(d);

	if (!_read(d, WISH_BOOK) || (!stands && !_is_enough(d)))
		return;
	_note_command(d, "sresv why", stands ? d->wish.name : NULL);
	if (!stands && !_complete(d))
		return;
	ctl_why(stands ? d->wish.name : NULL, stands ? &none : &d->wish,
		&d->a);
	wish_explain_denied(&d->wish, &d->a);
}

/* --- by threads of HTTP -------------------------------------------------------------- */

static const char late[] =
	"the controller has not answered in time: look whether it was done";

/*
 * Have a deed done.
 * IN name - what it is done to; NULL: the body says so
 * RET for _drop(); NULL: *r says why it was not
 */
static deed_t *_do(web_t *w, const request_t *q, const char *name,
		   void (*run)(deed_t *d), reply_t *r)
{
	deed_t *d = calloc(1, sizeof(*d));
	answer_t silent = { .status = STATUS_SILENT, .why = (char *) late };
	shared_t *shared = d ? web_snapshot(w, r) : NULL;
	store_rc_t rc;

	/* a controller that is known to be silent is not waited for */
	shared_drop(shared);
	if (d && !shared) {
		free(d);
		return NULL;
	}
	if (d && name && !(d->name = strdup(name))) {
		free(d);
		d = NULL;
	}
	if (!d) {
		reply_json(r, 500, NULL);
		return NULL;
	}
	d->run = run;
	d->store = w->store;
	d->body = q->body ? json_incref(q->body) : json_object();
	if (request_param(q, "plan"))	/* a deletion has no body */
		json_object_set_new(d->body, "plan",
				    json_string(request_param(q, "plan")));
	rc = store_do(w->store, _run, (run != _query) && (run != _starts) &&
		      (run != _ask_why), d, _drop, WEB_DEED_PATIENCE);
	if (rc == STORE_DONE)
		return d;
	if (rc == STORE_FULL) {
		_drop(d);
		reply_wrong(r, WRONG_BUSY);
	} else {
		reply_failed(r, &silent, NULL, NULL);
	}
	return NULL;
}

static json_t *_entry(const entry_t *e)
{
	char *text = NULL;
	json_t *object;
	size_t size;
	FILE *f;

	if (!e || !(f = open_memstream(&text, &size)))
		return json_null();
	web_put_entry(f, e);
	object = fclose(f) ? NULL : json_loads(text, 0, NULL);
	free(text);
	return object ? object : json_null();
}

/* The booking as it is after the deed; null if it can't be shown. */
static json_t *_booking(web_t *w, const char *name)
{
	json_t *found = NULL;
	shared_t *shared;
	answer_t a;

	store_get(w->store, 0, &shared, &a);
	if (shared)
		found = _entry(snapshot_find(shared_data(shared), name));
	shared_drop(shared);
	answer_free(&a);
	return found ? found : json_null();
}

/* Report a booked form that is less than the request. */
static void _say_less(deed_t *d, const json_t *booking)
{
	int64_t nodes = json_integer_value(json_object_get(booking,
							   "node_count"));
	int64_t length = json_integer_value(json_object_get(booking,
							    "duration"));
	char *less = json_is_object(booking) ?
		wish_less(&d->wish, nodes, length) : NULL;
	char *line = less ? text_printf("not all was free: %s", less) : NULL;

	if (line)
		answer_say(&d->a, line);
	free(line);
	free(less);
}

/* IN object - gets the lines of the answer and the command; NULL: memory was
 * short */
static void _tell(const deed_t *d, unsigned int status, json_t *object,
		  reply_t *r)
{
	json_t *more = json_pack("{s:o, s:o}", "lines", reply_lines(d->a.why),
				 "command", reply_text(d->command));

	if (!more || !object || json_object_update(object, more)) {
		json_decref(object);
		object = NULL;
	}
	json_decref(more);
	reply_object(r, status, object);
}

/* RET false: the answer is no plan */
static bool _tell_plan(deed_t *d, reply_t *r)
{
	json_t *plan = d->a.lines ? plan_json(d->a.lines) : NULL;

	if (!d->a.lines)
		return false;
	if (plan) {
		_tell(d, 200, json_pack("{s:o}", "plan", plan), r);
	} else {
		d->a.status = STATUS_FAILED;
		answer_say(&d->a, FIGURES_NONE);
		reply_failed(r, &d->a, d->command, NULL);
	}
	return true;
}

static void _tell_booking(web_t *w, unsigned int status, deed_t *d, reply_t *r)
{
	json_t *booking = _booking(w, d->name);

	if (wishes_elastic(&d->wish.wishes))
		_say_less(d, booking);
	_tell(d, status, json_pack("{s:o, s:o, s:o*}", "booking", booking,
				   "name", reply_text(d->name), "names",
				   d->names ? reply_lines(d->names) : NULL), r);
}

static void _failed(const web_t *w, const deed_t *d, reply_t *r)
{
	reply_failed(r, &d->a, d->command, w->me);
}

/* Have a deed done, and its answer told. IN name - as _do() */
static void _serve(web_t *w, const request_t *q, const char *name,
		   void (*run)(deed_t *d),
		   void (*tell)(web_t *w, deed_t *d, reply_t *r), reply_t *r)
{
	deed_t *d = _do(w, q, name, run, r);

	if (!d)
		return;
	if (d->a.status == STATUS_DONE)
		tell(w, d, r);
	else
		_failed(w, d, r);
	_drop(d);
}

/* Where a new booking is. RET a text for free() */
static char *_location(const char *name)
{
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	if (!f)
		return NULL;
	fputs("bookings/", f);
	for (; *name; name++)
		if (strchr("-._~", *name) ||
		    ((*name >= '0') && (*name <= '9')) ||
		    ((*name >= 'a') && (*name <= 'z')) ||
		    ((*name >= 'A') && (*name <= 'Z')))
			fputc(*name, f);
		else
			fprintf(f, "%%%02X", (unsigned char) *name);
	if (!fclose(f))
		return text;
	free(text);
	return NULL;
}

static void _tell_made(web_t *w, deed_t *d, reply_t *r)
{
	if (_tell_plan(d, r))
		return;
	if (!d->name) {
		_failed(w, d, r);
		return;
	}
	_tell_booking(w, 201, d, r);
	r->location = _location(d->name);
}

void web_book(web_t *w, const request_t *q, reply_t *r)
{
	_serve(w, q, NULL, _book, _tell_made, r);
}

static void _tell_changed(web_t *w, deed_t *d, reply_t *r)
{
	if (!_tell_plan(d, r))
		_tell_booking(w, 200, d, r);
}

void web_update(web_t *w, const request_t *q, reply_t *r)
{
	_serve(w, q, q->words[3], _update, _tell_changed, r);
}

void web_accept(web_t *w, const request_t *q, reply_t *r)
{
	_serve(w, q, q->words[3], _accept, _tell_changed, r);
}

void web_confirm(web_t *w, const request_t *q, reply_t *r)
{
	_serve(w, q, q->words[3], _confirm, _tell_changed, r);
}

static void _tell_removed(web_t *w, deed_t *d, reply_t *r)
{
	(void) w;
	if (!_tell_plan(d, r))
		_tell(d, 200, json_pack("{s:o}", "name", reply_text(d->name)),
		      r);
}

void web_delete(web_t *w, const request_t *q, reply_t *r)
{
	_serve(w, q, q->words[3], _cancel, _tell_removed, r);
}

void web_withdraw(web_t *w, const request_t *q, reply_t *r)
{
	_serve(w, q, q->words[3], _withdraw, _tell_removed, r);
}

void web_withdraw_all(web_t *w, const request_t *q, reply_t *r)
{
	static const char *const keys[] = { "request", NULL };
	const char *request = request_param(q, "request");

	if (!web_params(q, keys, r))
		return;
	if (request && request[0])
		_serve(w, q, request, _withdraw_all, _tell_removed, r);
	else
		reply_bad(r, "the offers of which request? give ?request=NAME");
}

static void _tell_found(web_t *w, deed_t *d, reply_t *r)
{
	_tell(d, 200, json_pack("{s:b, s:o}", "free",
				wish_fit(&d->wish, &d->a.offers) != NULL,
				"offers", offers_json(&d->a.offers, w->me)), r);
}

void web_query(web_t *w, const request_t *q, reply_t *r)
{
	_serve(w, q, NULL, _query, _tell_found, r);
}

static json_t *_runs(const starts_t *starts)
{
	json_t *runs = json_array();

	for (size_t i = 0; i < starts->cnt; i++) {
		const starts_run_t *run = &starts->list[i];

		json_array_append_new(runs,
			json_pack("{s:I, s:I, s:b}", "first",
				  (json_int_t) run->first, "last",
				  (json_int_t) run->last, "moves", run->moves));
	}
	return runs;
}

static void _tell_starts(web_t *w, deed_t *d, reply_t *r)
{
	(void) w;
	_tell(d, 200, json_pack("{s:o, s:I}", "starts", _runs(&d->starts),
				"until", (json_int_t) d->starts.until), r);
}

void web_starts(web_t *w, const request_t *q, reply_t *r)
{
	_serve(w, q, NULL, _starts, _tell_starts, r);
}

static void _tell_why(web_t *w, deed_t *d, reply_t *r)
{
	json_t *answer = json_object();

	(void) w;
	reply_add_reasons(answer, d->a.said, false);
	reply_add_reasons(answer, d->a.said, true);
	_tell(d, 200, answer, r);
}

void web_why(web_t *w, const request_t *q, reply_t *r)
{
	_serve(w, q, NULL, _ask_why, _tell_why, r);
}

static void _tell_hold(web_t *w, deed_t *d, reply_t *r)
{
	(void) w;
	_tell(d, 201, json_pack("{s:o, s:I, s:I}", "name", reply_text(d->name),
				"until", (json_int_t) d->until, "now",
				(json_int_t) d->now), r);
}

void web_hold(web_t *w, const request_t *q, reply_t *r)
{
	_serve(w, q, NULL, _hold, _tell_hold, r);
}
