/* SPDX-License-Identifier: GPL-2.0-or-later */
/* log.c - what happened to bookings; see web.h */

#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/web/answers/web.h"
#include "contrib/web/json/line_json.h"
#include "plugin/booking/request/answer.h"

typedef struct {
	char *question;		/* "log", "log:NAME", "past" */
	time_t since;		/* -1: all */
	char *lines;		/* NULL: a says why */
	answer_t a;
} asked_t;

/* By the worker. */
static void _ask(void *arg)
{
	asked_t *asked = arg;
	wish_t w = WISH_NONE;

	w.start = asked->since;
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
	return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}",
			 "time", line_number(line, "time"),
			 "name", line_text(line, "name"),
			 "event", line_text(line, "verb"),
			 "user", _user(line),
			 "why", line_text(line, "why"),
			 "start", line_number(line, "start"),
			 "end", line_number(line, "end"),
			 "node_list", line_text(line, "on"),
			 "was_start", line_number(line, "was-start"),
			 "was_end", line_number(line, "was-end"),
			 "was_node_list", line_text(line, "was-on"));
}

/* RET NULL: the lines are not as they should be, or memory is short */
static json_t *_events(char *lines)
{
	json_t *list = json_array();
	figures_t f;

	if (!figures_read(lines, &f)) {
		json_decref(list);
		list = NULL;
	}
	for (size_t i = 0; list && (i < f.cnt); i++)
		if (!strcmp(f.lines[i].kind, ANSWER_EVENT) &&
		    json_array_append_new(list, _event(&f.lines[i]))) {
			json_decref(list);
			list = NULL;
		}
	figures_free(&f);
	return list;
}

static char *_question(const request_t *q, bool past)
{
	const char *name = request_param(q, "booking");
	char *text = NULL;

	if (!name)
		return strdup(past ? "past" : "log");
	return (asprintf(&text, "log:%s", name) < 0) ? NULL : text;
}

static void _answer_log(web_t *w, const request_t *q, bool past, time_t since,
			reply_t *r)
{
	asked_t *asked = calloc(1, sizeof(*asked));
	store_rc_t rc;

	if (asked)
		*asked = (asked_t) { .question = _question(q, past),
				     .since = since };
	if (!asked || !asked->question) {
		free(asked);
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
	if (asked->lines)
		reply_object(r, 200, json_pack("{s:o}", "events",
					       _events(asked->lines)));
	else
		reply_failed(r, &asked->a, NULL, NULL);
	_drop(asked);
}

void web_log(web_t *w, const request_t *q, reply_t *r)
{
	static const char *const keys[] = { "booking", "past", "since", NULL };
	answer_t denied = { .status = STATUS_DENIED,
			    .why = (char *) "what happened is shown to those whom it concerns" };
	int64_t past = 0, since = -1;

	if (!web_params(q, keys, r))
		return;
	if (w->site)
		reply_failed(r, &denied, NULL, NULL);
	else if (!request_number(q, "past", 0, 1, &past) ||
		 !request_number(q, "since", 0, INT32_MAX * 2LL, &since))
		reply_bad(r, "past is 0 or 1, since are seconds");
	else if (past && request_param(q, "booking"))
		reply_bad(r, "booking goes without past");
	else
		_answer_log(w, q, past, since, r);
}
