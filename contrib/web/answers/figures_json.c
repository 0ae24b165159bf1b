/* SPDX-License-Identifier: GPL-2.0-or-later */
/* figures_json.c - what the controller counts; see web.h */

#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/ctl/ctl_call.h"
#include "contrib/sresv/answer/openmetrics.h"
#include "contrib/web/answers/web.h"
#include "plugin/booking/request/answer.h"

/*
 * Figures are asked for again after so many milliseconds: each request for them
 * counts for garq_user_rate.
 */
#define GOOD_FOR 10000

/* --- asking --------------------------------------------------------------------- */

typedef struct {
	char *text;		/* lines refers to it */
	figures_t lines;
} told_t;

static void _drop(void *arg)
{
	told_t *told = arg;

	figures_free(&told->lines);
	free(told->text);
	free(told);
}

/* RET what the text says, which is freed with it; NULL: *a says why */
static shared_t *_told(char *text, answer_t *a)
{
	told_t *told = calloc(1, sizeof(*told));
	shared_t *shared = NULL;

	if (!told) {
		free(text);
		ctl_out_of_memory(a);
		return NULL;
	}
	told->text = text;
	if (!figures_read(text, &told->lines)) {
		answer_free(a);
		*a = (answer_t) { .status = STATUS_FAILED,
				  .why = strdup(FIGURES_NONE) };
		_drop(told);
	} else if (!(shared = shared_make(told, _drop))) {
		ctl_out_of_memory(a);
	}
	return shared;
}

static shared_t *_ask(answer_t *a)
{
	static const wish_t no_wish = WISH_NONE;
	char *text = NULL;

	ctl_ask(&no_wish, "stats", &text, a);
	return text ? _told(text, a) : NULL;
}

/* The figures. RET for shared_drop(); NULL: *r says why there are none */
static shared_t *_figures(web_t *w, const request_t *q, reply_t *r)
{
	static const char *const none[] = { NULL };

	return web_params(q, none, r) ?
	       kept_get(w, &w->figures, GOOD_FOR, _ask, r) : NULL;
}

static const figures_t *_lines(const shared_t *figures)
{
	return &((const told_t *) shared_data(figures))->lines;
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
	shared_t *figures = _figures(w, q, r);

	if (!figures)
		return;
	reply_object(r, 200, make(_lines(figures)));
	shared_drop(figures);
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
	shared_t *figures = _figures(w, q, r);
	char *body = NULL;
	size_t size;
	FILE *to;

	if (!figures)
		return;
	if ((to = web_begin(r, &body, &size))) {
		openmetrics_print(_lines(figures), OPENMETRICS_1_0, to);
		web_written(r, to, &body);
		if (r->status == 200)
			r->type = "application/openmetrics-text; version=1.0.0; charset=utf-8";
	}
	shared_drop(figures);
}
