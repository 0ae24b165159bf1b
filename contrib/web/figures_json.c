/* SPDX-License-Identifier: GPL-2.0-or-later */
/* figures_json.c - what the controller counts; see web.h */

#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/openmetrics.h"
#include "contrib/web/web.h"
#include "plugin/booking/answer.h"

/*
 * Figures are asked for again after so many milliseconds: each request for them
 * counts for garq_user_rate.
 */
#define GOOD_FOR 10000

static const char *const none[] = { NULL };

/* --- asking --------------------------------------------------------------------- */

/* A copy of what was asked for just now. RET NULL: there is none */
static char *_kept(web_t *w)
{
	char *copy = NULL;

	pthread_mutex_lock(&w->lock);
	if (w->figures && (store_now() - w->figures_at < GOOD_FOR))
		copy = strdup(w->figures);
	pthread_mutex_unlock(&w->lock);
	return copy;
}

static void _keep(web_t *w, const char *text)
{
	pthread_mutex_lock(&w->lock);
	free(w->figures);
	w->figures = strdup(text);
	w->figures_at = store_now();
	pthread_mutex_unlock(&w->lock);
}

typedef struct {
	web_t *w;
	char *text;		/* owned */
	answer_t a;
} asked_t;

static void _ask(void *arg)
{
	static const wish_t no_wish = WISH_NONE;
	asked_t *asked = arg;

	/* of many clients at once the first one has asked for all */
	if ((asked->text = _kept(asked->w)))
		return;
	ctl_ask(&no_wish, "stats", &asked->text, &asked->a);
	if (asked->text)
		_keep(asked->w, asked->text);
}

static void _drop(void *arg)
{
	asked_t *asked = arg;

	free(asked->text);
	answer_free(&asked->a);
	free(asked);
}

/* RET the answer's text for free(); NULL: *r says why there is none */
static char *_text(web_t *w, reply_t *r)
{
	char *text = _kept(w);
	asked_t *asked;
	store_rc_t rc;

	if (text)
		return text;
	if (!(asked = calloc(1, sizeof(*asked)))) {
		reply_json(r, 500, NULL);
		return NULL;
	}
	asked->w = w;
	rc = store_do(w->store, _ask, false, asked, _drop, WEB_PATIENCE);
	if (rc != STORE_DONE) {
		reply_wrong(r, WRONG_BUSY);
		if (rc == STORE_FULL)
			_drop(asked);
		return NULL;
	}
	if ((text = asked->text))
		asked->text = NULL;
	else
		reply_failed(r, &asked->a, NULL, NULL);
	_drop(asked);
	return text;
}

/* Read the figures. RET the text they refer to, for free(); NULL as _text() */
static char *_figures(web_t *w, figures_t *ret, reply_t *r)
{
	answer_t newer = { .status = STATUS_FAILED,
			   .why = (char *) FIGURES_NONE };
	char *text = _text(w, r);

	*ret = (figures_t) { .cnt = 0 };
	if (text && !figures_read(text, ret)) {
		reply_failed(r, &newer, NULL, NULL);
		figures_free(ret);
		free(text);
		return NULL;
	}
	return text;
}

/* --- answers -------------------------------------------------------------------- */

/* RET null: no line has it */
static json_t *_number(const figures_t *f, const char *kind, const char *key)
{
	int64_t value;

	for (size_t i = 0; i < f->cnt; i++)
		if (!strcmp(f->lines[i].kind, kind) &&
		    figures_number(&f->lines[i], key, &value))
			return json_integer(value);
	return json_null();
}

/* Add all numbers of a line, but the times. */
static void _add_counts(json_t *counts, const figures_line_t *line)
{
	int64_t value;

	for (size_t i = 0; i < line->cnt; i++)
		if (strcmp(line->key[i], "since") &&
		    strcmp(line->key[i], "now") &&
		    figures_number(line, line->key[i], &value))
			json_object_set_new(counts, line->key[i],
					    json_integer(value));
}

static json_t *_stats(const figures_t *f)
{
	json_t *counts = json_object(), *refused = json_object();
	int64_t value;

	for (size_t i = 0; i < f->cnt; i++) {
		const figures_line_t *line = &f->lines[i];
		const char *reason = figures_name(line, "reason");

		if (!strcmp(line->kind, ANSWER_STATS) ||
		    !strcmp(line->kind, ANSWER_COUNTS))
			_add_counts(counts, line);
		if (!strcmp(line->kind, ANSWER_REFUSED) && reason &&
		    figures_number(line, "count", &value))
			json_object_set_new(refused, reason,
					    json_integer(value));
	}
	return json_pack("{s:o, s:o, s:o, s:o}",
			 "since", _number(f, ANSWER_STATS, "since"),
			 "now", _number(f, ANSWER_STATS, "now"),
			 "counts", counts, "refused", refused);
}

static json_t *_lock(const figures_line_t *line)
{
	static const char *const keys[] = { "count", "sum", "p50", "p99", "max" };
	const char *verb = figures_name(line, "verb");
	const char *part = figures_name(line, "part");
	json_t *one = json_pack("{s:s, s:s}", "verb", verb ? verb : "", "part",
				part ? part : "");
	int64_t value;

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		value = 0;
		(void) figures_number(line, keys[i], &value);
		json_object_set_new(one, keys[i], json_integer(value));
	}
	return one;
}

static json_t *_locks(const figures_t *f)
{
	json_t *locks = json_array();

	for (size_t i = 0; i < f->cnt; i++)
		if (!strcmp(f->lines[i].kind, ANSWER_LOCKS))
			json_array_append_new(locks, _lock(&f->lines[i]));
	return json_pack("{s:o, s:o, s:o}",
			 "since", _number(f, ANSWER_STATS, "since"),
			 "now", _number(f, ANSWER_STATS, "now"),
			 "locks", locks);
}

static void _answer(web_t *w, const request_t *q, reply_t *r,
		    json_t *(*make)(const figures_t *f))
{
	figures_t f;
	char *text;

	if (!web_params(q, none, r) || !(text = _figures(w, &f, r)))
		return;
	reply_object(r, 200, make(&f));
	figures_free(&f);
	free(text);
}

void web_stats(web_t *w, const request_t *q, reply_t *r)
{
	_answer(w, q, r, _stats);
}

void web_locks(web_t *w, const request_t *q, reply_t *r)
{
	_answer(w, q, r, _locks);
}

void web_metrics(web_t *w, const request_t *q, reply_t *r)
{
	char *text, *body = NULL;
	figures_t f;
	size_t size;
	FILE *to;

	if (!web_params(q, none, r) || !(text = _figures(w, &f, r)))
		return;
	if ((to = web_begin(r, &body, &size))) {
		openmetrics_print(&f, OPENMETRICS_1_0, to);
		web_written(r, to, &body);
		if (r->status == 200)
			r->type = "application/openmetrics-text; version=1.0.0; charset=utf-8";
	}
	figures_free(&f);
	free(text);
}
