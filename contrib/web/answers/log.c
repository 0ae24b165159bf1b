/* SPDX-License-Identifier: GPL-2.0-or-later */
/* log.c - what happened to bookings, and their CPU time; see web.h */

#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/log.h"
#include "contrib/sresv/usage.h"
#include "contrib/web/answers/web.h"
#include "contrib/web/json/line_json.h"
#include "plugin/booking/request/answer.h"

/* Lines of one kind, and what becomes of them. */
typedef struct {
	const char *kind;
	const char *list;	/* the name of the list of rows */
	json_t *(*row)(const figures_line_t *line);
} form_t;

typedef struct {
	char *question;		/* "log", "log:NAME", "past", "usage", ... */
	time_t since, until;	/* -1: all */
	char *lines;		/* NULL: a says why */
	answer_t a;
} asked_t;

/* By the worker. */
static void _ask(void *arg)
{
	asked_t *asked = arg;
	wish_t w = WISH_NONE;

	w.start = asked->since;
	w.end = asked->until;
	ctl_ask(&w, asked->question, &asked->lines, &asked->a);
}

static void _drop(void *arg)
{
	asked_t *asked = arg;

	answer_free(&asked->a);
	free(asked->lines);
	free(asked->question);
	free(asked);
}

/* RET the name, or the number of a uid without one */
static json_t *_user(const figures_line_t *line)
{
	const char *uid = figures_word(line, "uid");
	struct passwd pw, *found = NULL;
	char buf[1024];

	if (!uid)
		return json_null();
	(void) getpwuid_r((uid_t) strtoul(uid, NULL, 10), &pw, buf,
			  sizeof(buf), &found);
	return reply_text(found ? found->pw_name : uid);
}

static json_t *_event(const figures_line_t *line)
{
	return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}",
			 "time", line_number(line, "time"),
			 "name", line_text(line, "name"),
			 "event", line_text(line, "verb"),
			 "user", _user(line),
			 "users", line_text(line, "users"),
			 "why", line_text(line, "why"),
			 "start", line_number(line, "start"),
			 "end", line_number(line, "end"),
			 "node_list", line_text(line, "on"),
			 "was_start", line_number(line, "was-start"),
			 "was_end", line_number(line, "was-end"),
			 "was_node_list", line_text(line, "was-on"),
			 "cost", line_real(line, "cost"),
			 "unit", line_text(line, "unit"));
}

static const form_t events = { ANSWER_EVENT, "events", _event };

/* A booking that is over: it was cancelled if it was closed before its end. */
static json_t *_over(const figures_line_t *line)
{
	int64_t closed = 0, end = 0;

	(void) figures_number(line, "time", &closed);
	(void) figures_number(line, "was-end", &end);
	return json_pack("{s:o, s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o}",
			 "name", line_text(line, "name"),
			 "state", (closed < end) ? "cancelled" : "ended",
			 "start", line_number(line, "was-start"),
			 "end", line_number(line, "was-end"),
			 "node_list", line_text(line, "was-on"),
			 "users", line_text(line, "users"),
			 "closed", line_number(line, "time"),
			 "user", _user(line), "why", line_text(line, "why"));
}

static const form_t over = { ANSWER_EVENT, "bookings", _over };

static json_t *_used(const figures_line_t *line)
{
	return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}",
			 "name", line_text(line, "name"),
			 "start", line_number(line, "start"),
			 "end", line_number(line, "end"),
			 "closed", line_number(line, "closed"),
			 "account", line_text(line, "account"),
			 "user", _user(line),
			 "bookings", line_number(line, "bookings"),
			 "booked", line_number(line, "asked"),
			 "held", line_number(line, "held"),
			 "used", line_number(line, "used"),
			 "given_back", line_number(line, "back"),
			 "moved", line_number(line, "moves"));
}

static const form_t usage = { ANSWER_USAGE, "usage", _used };

static json_t *_limit(const figures_line_t *line)
{
	return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o}",
			 "limit", line_text(line, "of"),
			 "account", line_text(line, "account"),
			 "taken", line_real(line, "have"),
			 "most", line_real(line, "most"),
			 "unit", line_text(line, "unit"),
			 "until", line_number(line, "until"),
			 "option", line_text(line, "option"));
}

static const form_t limits = { ANSWER_LIMIT, "limits", _limit };

/* RET NULL: the lines are not as they should be, or memory is short */
static json_t *_rows(const form_t *form, char *lines)
{
	json_t *list = json_array();
	figures_t f;

	if (!figures_read(lines, &f)) {
		json_decref(list);
		list = NULL;
	}
	for (size_t i = 0; list && (i < f.cnt); i++)
		if (!strcmp(f.lines[i].kind, form->kind) &&
		    json_array_append_new(list, form->row(&f.lines[i]))) {
			json_decref(list);
			list = NULL;
		}
	figures_free(&f);
	return list;
}

/* IN verb - of all bookings, or of the one that q names */
static char *_question(const request_t *q, const char *verb)
{
	const char *name = request_param(q, "booking");
	char *text = NULL;

	if (!name)
		return strdup(verb);
	return (asprintf(&text, "%s:%s", verb, name) < 0) ? NULL : text;
}

/* Set the reply to a table of lines, as sresv usage prints it. */
static void _answer_csv(char *lines, bool each, reply_t *r)
{
	sheet_t *sheets[2] = { usage_sheet(lines, each), NULL };
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);
	bool ok = f && sheets[0] &&
		  sheets_print(sheets, f, SHEET_CSV | SHEET_HEADS);

	if ((f && fclose(f)) || !ok) {
		free(text);
		text = NULL;
	}
	reply_json(r, 200, text);
	if (text)
		r->type = "text/csv; charset=utf-8";
	sheet_destroy(sheets[0]);
}

/* IN form - NULL: CSV */
static void _answer(web_t *w, const form_t *form, char *question, time_t since,
		    time_t until, reply_t *r)
{
	asked_t *asked = calloc(1, sizeof(*asked));
	store_rc_t rc;

	if (asked)
		*asked = (asked_t) { .question = question, .since = since,
				     .until = until };
	if (!asked || !question) {
		free(asked);
		free(question);
		reply_json(r, 500, NULL);
		return;
	}
	rc = store_do(w->store, _ask, false, asked, _drop, WEB_PATIENCE);
	if (rc != STORE_DONE) {
		reply_wrong(r, WRONG_BUSY);
		if (rc == STORE_FULL)
			_drop(asked);
		return;
	}
	if (asked->lines && !form)
		_answer_csv(asked->lines, strchr(question, ':'), r);
	else if (asked->lines)
		reply_object(r, 200, json_pack("{s:o}", form->list,
					       _rows(form, asked->lines)));
	else
		reply_failed(r, &asked->a, NULL, NULL);
	_drop(asked);
}

void web_put_price(web_t *w, const snapshot_t *s, const char *name, FILE *to)
{
	asked_t *asked = calloc(1, sizeof(*asked));
	log_cost_t cost = { .known = false };
	store_rc_t rc = STORE_FULL;

	if (asked) {
		*asked = (asked_t) { .since = -1, .until = -1 };
		if (asprintf(&asked->question, "log:%s", name) < 0)
			asked->question = NULL;
		if (s->records.settings.site.prices && !w->site && asked->question)
			rc = store_do(w->store, _ask, false, asked, _drop,
				      WEB_PATIENCE);
		if ((rc == STORE_DONE) && asked->lines &&
		    !log_read_cost(asked->lines, &cost))
			cost.known = false;
	}
	if (asked && (rc != STORE_LATE))
		_drop(asked);
	if (cost.known)
		fprintf(to, ",\"cost\":%.2f,\"unit\":", cost.cost);
	else
		fputs(",\"cost\":null,\"unit\":", to);
	web_put_text(to, cost.unit[0] ? cost.unit : NULL);
}

bool web_is_own(const web_t *w, reply_t *r)
{
	answer_t denied = { .status = STATUS_DENIED,
			    .why = (char *) "what happened is shown to those whom it concerns" };

	if (w->site)
		reply_failed(r, &denied, NULL, NULL);
	return !w->site;
}

/* What web_time() reads. */
#define SUCH_AS ", such as 1796119200 or 2027-01-31T10:00:00+01:00"

void web_usage(web_t *w, const request_t *q, reply_t *r)
{
	static const char *const keys[] = { "booking", "each", "since",
					    "until", "format", NULL };
	const char *format = request_param(q, "format");
	const form_t *form = (format && !strcmp(format, "csv")) ? NULL : &usage;
	int64_t each = 0, since = -1, until = -1;

	if (!web_params(q, keys, r) || !web_is_own(w, r))
		return;
	if (!request_number(q, "each", 0, 1, &each) ||
	    !web_time(q, "since", &since) || !web_time(q, "until", &until))
		reply_bad(r, "each is 0 or 1, since and until are times" SUCH_AS);
	else if (form && format && strcmp(format, "json"))
		reply_bad(r, "format is json or csv");
	else if (each && request_param(q, "booking"))
		reply_bad(r, "booking goes without each");
	else
		_answer(w, form, each ? strdup("usage:*") :
					  _question(q, "usage"), since, until,
			r);
}

void web_limits(web_t *w, const request_t *q, reply_t *r)
{
	static const char *const keys[] = { NULL };

	if (web_params(q, keys, r) && web_is_own(w, r))
		_answer(w, &limits, strdup("limits"), -1, -1, r);
}

void web_past(web_t *w, const request_t *q, reply_t *r)
{
	static const char *const keys[] = { "past", "since", NULL };
	int64_t past = 0, since = -1;

	if (!web_params(q, keys, r) || !web_is_own(w, r))
		return;
	if (!request_number(q, "past", 1, 1, &past) ||
	    !web_time(q, "since", &since))
		reply_bad(r, "past is 1, since is a time" SUCH_AS);
	else
		_answer(w, &over, strdup("past"), since, -1, r);
}

void web_log(web_t *w, const request_t *q, reply_t *r)
{
	static const char *const keys[] = { "booking", "past", "since", NULL };
	int64_t past = 0, since = -1;

	if (!web_params(q, keys, r) || !web_is_own(w, r))
		return;
	if (!request_number(q, "past", 0, 1, &past) ||
	    !web_time(q, "since", &since))
		reply_bad(r, "past is 0 or 1, since is a time" SUCH_AS);
	else if (past && request_param(q, "booking"))
		reply_bad(r, "booking goes without past");
	else
		_answer(w, &events, past ? strdup("past") :
					   _question(q, "log"), since, -1, r);
}
