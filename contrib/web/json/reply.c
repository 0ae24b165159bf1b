/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/reasons.h"
#include "contrib/sresv/text/json.h"
#include "contrib/sresv/text/when.h"
#include "contrib/web/json/offers_json.h"
#include "contrib/web/json/reply.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define RETRY 5		/* seconds */

static const char no_memory[] =
	"{\"error\":{\"code\":\"failed\",\"exit\":7,\"message\":\"out of memory\",\"lines\":[]}}\n";

/* By sresv's exit status. */
static const struct {
	const char *code;
	unsigned int status;
	const char *message;	/* if the controller has said nothing */
	const char *what_to_do;	/* or NULL */
} failures[] = {
	[STATUS_DONE] = { "failed", 500, "nothing was done", NULL },
	[STATUS_OFFERS] = { "offers", 409, "refused, and there are offers",
		"accept one of the offers, or ask for something else" },
	[STATUS_BAD] = { "invalid", 400, "the request makes no sense", NULL },
	[STATUS_REFUSED] = { "refused", 409, "refused, and there are no offers",
		"ask for fewer nodes, less time or another time" },
	[STATUS_DENIED] = { "denied", 403, "you may not do this",
		"ask an operator of the site" },
	[STATUS_UNKNOWN] = { "unknown", 404, "there is no such reservation or offer",
		"look at the name, and read the list again" },
	[STATUS_SILENT] = { "silent", 503, "the controller does not answer",
		"try again; before booking again look whether it was booked" },
	[STATUS_FAILED] = { "failed", 500, "it failed", NULL },
	[STATUS_DOUBT] = { "doubt", 500, "nobody knows yet whether it was done", NULL },
};

static const struct {
	const char *code;
	unsigned int status;
	const char *message;
	const char *what_to_do;
	unsigned int retry;
} wrongs[] = {
	[WRONG_TOKEN] = { "token", 401, "the token is missing or wrong",
		"open the address that sresv web printed when it was started last", 0 },
	[WRONG_READ_ONLY] = { "read-only", 403, "this server only shows",
		"start a server of your own: sresv web", 0 },
	[WRONG_HOST] = { "host", 421, "the server has no such name (Host)",
		"use localhost, or start the server with --host NAME", 0 },
	[WRONG_ORIGIN] = { "origin", 403, "a page of another site asks",
		"use the page of this server", 0 },
	[WRONG_METHOD] = { "method", 405, "this can't be done here", NULL, 0 },
	[WRONG_PATH] = { "not-found", 404, "there is nothing here", NULL, 0 },
	[WRONG_TYPE] = { "media-type", 415, "the body is no application/json", NULL, 0 },
	[WRONG_SIZE] = { "too-large", 413, "the request is too large", NULL, 0 },
	[WRONG_RATE] = { "rate", 429, "too many requests", "wait a little", 1 },
	[WRONG_SHARE] = { "rate", 429, "too many connections from this address",
		"close some, or wait a little", 5 },
	[WRONG_UNREAD] = { "rate", 429,
		"too many answers to this address are unread",
		"read them, or wait a little", 5 },
	[WRONG_BUSY] = { "busy", 503, "the server is busy", "try again", 1 },
	[WRONG_WAITS] = { "busy", 503, "too many requests wait for changes",
		"ask with wait=0, or wait a little", 5 },
};

void reply_free(reply_t *r)
{
	free(r->body);
	free(r->location);
	*r = (reply_t) { .body = NULL };
}

void reply_json(reply_t *r, unsigned int status, char *body)
{
	reply_free(r);
	if (!body) {
		status = 500;
		body = strdup(no_memory);
	}
	r->status = status;
	r->type = "application/json";
	r->body = body;
	r->size = body ? strlen(body) : 0;
}

/* The keys of all times in answers; a value that is a number is seconds since the epoch. */
static const char *const times[][2] = {
#define TIME_KEY(key) { key, key "_rfc3339" }
	TIME_KEY("at"), TIME_KEY("begin"), TIME_KEY("closed"),
	TIME_KEY("deadline"), TIME_KEY("earliest"), TIME_KEY("earliest_start"),
	TIME_KEY("end"), TIME_KEY("expires"), TIME_KEY("first"),
	TIME_KEY("from"), TIME_KEY("last"), TIME_KEY("latest_start"),
	TIME_KEY("none_before"), TIME_KEY("now"), TIME_KEY("since"),
	TIME_KEY("start"), TIME_KEY("submitted"), TIME_KEY("time"),
	TIME_KEY("to"), TIME_KEY("until"), TIME_KEY("was_end"),
	TIME_KEY("was_start"),
#undef TIME_KEY
};

static void _add_times(json_t *object)
{
	char text[WHEN_TEXT];

	for (size_t i = 0; i < COUNT(times); i++) {
		json_t *t = json_object_get(object, times[i][0]);

		if (json_is_integer(t))
			json_object_set_new(object, times[i][1],
				json_string(when_rfc3339(json_integer_value(t),
							 text)));
	}
}

static void _add_all_times(json_t *value)
{
	const char *key;
	json_t *one;
	size_t i;

	if (json_is_object(value))
		_add_times(value);
	json_object_foreach(value, key, one)
		_add_all_times(one);
	json_array_foreach(value, i, one)
		_add_all_times(one);
}

char *reply_dumps(json_t *object)
{
	_add_all_times(object);
	return object ? json_dumps(object, JSON_COMPACT) : NULL;
}

void reply_object(reply_t *r, unsigned int status, json_t *object)
{
	reply_json(r, status, reply_dumps(object));
	json_decref(object);
}

json_t *reply_text(const char *text)
{
	json_t *value = text ? json_string(text) : json_null();
	char *quoted = NULL;
	size_t size = 0;
	FILE *f;

	if (value || !(f = open_memstream(&quoted, &size)))
		return value;
	/* it is no UTF-8: the writer of JSON replaces what is not */
	json_put_string(f, text);
	if (!fclose(f))
		value = json_loads(quoted, JSON_DECODE_ANY, NULL);
	free(quoted);
	return value;
}

json_t *reply_lines(const char *text)
{
	json_t *lines = json_array();

	while (lines && text && *text) {
		size_t len = strcspn(text, "\n");
		char *line = strndup(text, len);

		if (len && (!line ||
			    json_array_append_new(lines, reply_text(line)))) {
			json_decref(lines);
			lines = NULL;
		}
		free(line);
		text += len + (text[len] == '\n');
	}
	return lines;
}

/*
 * IN/OUT lines - is taken over; NULL: memory was short
 * IN what_to_do - or NULL
 */
static json_t *_error(const char *code, int exit_status, const char *message,
		      json_t *lines, const char *what_to_do)
{
	json_t *error = json_pack("{s:s, s:o, s:s, s:o}", "code", code, "exit",
				  (exit_status < 0) ? json_null() :
						      json_integer(exit_status),
				  "message", message, "lines", lines);

	if (error && what_to_do)
		json_object_set_new(error, "what_to_do",
				    json_string(what_to_do));
	return error;
}

static void _set(reply_t *r, unsigned int status, json_t *error)
{
	reply_object(r, status, json_pack("{s:o}", "error", error));
}

void reply_wrong(reply_t *r, wrong_t wrong)
{
	_set(r, wrongs[wrong].status,
	     _error(wrongs[wrong].code, -1, wrongs[wrong].message,
		    reply_lines(wrongs[wrong].message),
		    wrongs[wrong].what_to_do));
	r->retry_after = wrongs[wrong].retry;
}

static void _said(reply_t *r, status_t status, const char *message)
{
	answer_t a = { .status = status, .why = (char *) message };

	reply_failed(r, &a, NULL, NULL);
}

void reply_bad(reply_t *r, const char *message)
{
	_said(r, STATUS_BAD, message);
}

void reply_unknown(reply_t *r, const char *message)
{
	_said(r, STATUS_UNKNOWN, message);
}

/* A user who has asked too often needs no operator, but time. */
static const char *_what_to_do(size_t i, const char *why)
{
	return ((i == STATUS_DENIED) && why && strstr(why, "(garq_user_rate)")) ?
	       "wait a little, and try again" : failures[i].what_to_do;
}

void reply_add_reasons(json_t *object, const char *said, bool proof)
{
	sheet_t *sheets[(REASONS_SHEETS > PROOF_SHEETS ? REASONS_SHEETS :
						       PROOF_SHEETS) + 1];
	json_t *reasons = NULL;
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);
	bool ok = (proof ? reasons_read_proof(said, sheets) :
			   reasons_read(said, sheets)) && f;

	if (f) {
		fputc('{', f);
		ok = ok && sheets_json(sheets, f);
		fputc('}', f);
		ok = !fclose(f) && ok;
	}
	if (ok && (reasons = json_loads(text, 0, NULL)))
		json_object_update(object, reasons);
	json_decref(reasons);
	free(text);
	for (size_t i = 0; sheets[i]; i++)
		sheet_destroy(sheets[i]);
}

void reply_failed(reply_t *r, const answer_t *a, const char *command,
		  const char *me)
{
	size_t i = ((size_t) a->status < COUNT(failures)) ?
		   (size_t) a->status : STATUS_FAILED;
	json_t *lines = reply_lines((a->why && a->why[0]) ? a->why :
				    failures[i].message);
	const char *first = json_string_value(json_array_get(lines, 0));
	json_t *error = _error(failures[i].code, (int) i,
			       first ? first : failures[i].message, lines,
			       _what_to_do(i, a->why));

	if (error && command)
		json_object_set_new(error, "command", reply_text(command));
	if (error && a->offers.cnt)
		json_object_set_new(error, "offers",
				    offers_json(&a->offers, me));
	if (error && (failures[i].status == 409))
		reply_add_reasons(error, a->said, false);
	_set(r, failures[i].status, error);
	if (failures[i].status == 503)
		r->retry_after = RETRY;
}
