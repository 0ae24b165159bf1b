/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/co/lrs/wire.h"

static const struct {
	const char *word;
	bool has_name;
	bool has_shape;
} ops[] = {
	[LRS_PING] = { "ping", false, false },
	[LRS_PROBE] = { "probe", false, true },
	[LRS_HOLD] = { "hold", true, true },
	[LRS_CONFIRM] = { "confirm", true, false },
	[LRS_DROP] = { "drop", true, false },
	[LRS_SHOW] = { "show", true, false },
	[LRS_SUBMIT] = { "submit", true, false },
	[LRS_JOBS] = { "jobs", true, false },
	[LRS_CANCEL_JOBS] = { "cancel_jobs", true, false },
};

#define OPS (sizeof(ops) / sizeof(ops[0]))

/* RET whether it succeeded; value is given away in any case */
static bool _set(json_t *to, const char *key, json_t *value)
{
	return value && !json_object_set_new(to, key, value);
}

static bool _set_text(json_t *to, const char *key, const char *text)
{
	return !text || _set(to, key, json_string(text));
}

static bool _set_shape(json_t *to, const lrs_shape_t *shape)
{
	return _set(to, "start", json_integer(shape->start)) &&
	       _set(to, "length", json_integer(shape->length)) &&
	       _set(to, "delay", json_integer(shape->delay)) &&
	       _set(to, "nodes", json_integer(shape->nodes)) &&
	       _set_text(to, "partition", shape->partition) &&
	       _set_text(to, "features", shape->features) &&
	       _set_text(to, "licenses", shape->licenses) &&
	       _set_text(to, "list", shape->list);
}

static bool _has_run(lrs_op_t op)
{
	return (op == LRS_SUBMIT) || (op == LRS_CANCEL_JOBS);
}

static bool _set_ask(json_t *to, uint64_t tag, const lrs_ask_t *ask)
{
	const char *name = (ask->op == LRS_SHOW) ? "prefix" : "name";

	return _set(to, "tag", json_integer((json_int_t) tag)) &&
	       _set_text(to, "op", ops[ask->op].word) &&
	       (!ops[ask->op].has_name || _set_text(to, name, ask->name)) &&
	       ((ask->op != LRS_HOLD) ||
		_set(to, "ttl", json_integer(ask->ttl))) &&
	       (!_has_run(ask->op) || _set(to, "run", json_integer(ask->run))) &&
	       (!ask->job || _set(to, "job", json_deep_copy(ask->job))) &&
	       (!ops[ask->op].has_shape || _set_shape(to, &ask->shape));
}

static char *_line(const json_t *from)
{
	size_t len = json_dumpb(from, NULL, 0, JSON_COMPACT);
	char *line = len ? malloc(len + 2) : NULL;

	if (!line)
		return NULL;
	json_dumpb(from, line, len, JSON_COMPACT);
	line[len] = '\n';
	line[len + 1] = '\0';
	return line;
}

/* jansson takes no text that is not UTF-8, and does not tell it from ENOMEM. */
static bool _is_text(const char *text)
{
	json_t *value = text ? json_string(text) : NULL;

	json_decref(value);
	return !text || value;
}

char *wire_ask(uint64_t tag, const lrs_ask_t *ask)
{
	const lrs_shape_t *shape = &ask->shape;
	json_t *object;
	char *line;

	if (!_is_text(ask->name) || !_is_text(shape->partition) ||
	    !_is_text(shape->features) || !_is_text(shape->licenses)) {
		errno = EINVAL;
		return NULL;
	}
	object = json_object();
	line = (object && _set_ask(object, tag, ask)) ? _line(object) : NULL;
	json_decref(object);
	if (!line)
		errno = ENOMEM;
	return line;
}

/* --- reading ---------------------------------------------------------------- */

/* A whole number. RET fallback where there is none */
static int64_t _number(const json_t *from, const char *key, int64_t fallback)
{
	const json_t *value = json_object_get(from, key);

	return json_is_integer(value) ? json_integer_value(value) : fallback;
}

static const char *_text(const json_t *from, const char *key)
{
	return json_string_value(json_object_get(from, key));
}

static bool _read_op(const char *word, lrs_op_t *ret)
{
	for (size_t i = 0; word && (i < OPS); i++) {
		if (strcmp(word, ops[i].word))
			continue;
		*ret = (lrs_op_t) i;
		return true;
	}
	return false;
}

bool wire_read_ask(const json_t *line, uint64_t *ret_tag, lrs_ask_t *ret_ask,
		   const char **ret_why)
{
	int64_t tag = _number(line, "tag", 0);
	lrs_ask_t ask = {
		.ttl = _number(line, "ttl", -1),
		.shape = {
			.start = _number(line, "start", -1),
			.length = _number(line, "length", -1),
			.delay = _number(line, "delay", 0),
			.nodes = _number(line, "nodes", 0),
			.partition = _text(line, "partition"),
			.features = _text(line, "features"),
			.licenses = _text(line, "licenses"),
			.list = _text(line, "list"),
		},
		.run = _number(line, "run", -1),
		.job = json_object_get(line, "job"),
	};
	const lrs_shape_t *s = &ask.shape;

	*ret_tag = (tag > 0) ? (uint64_t) tag : 0;
	if (!_read_op(_text(line, "op"), &ask.op)) {
		*ret_why = "this sresv co-lrs knows no such op";
		return false;
	}
	ask.name = _text(line, (ask.op == LRS_SHOW) ? "prefix" : "name");
	if (ops[ask.op].has_name && !ask.name) {
		*ret_why = "a name is missing";
		return false;
	}
	if ((ask.op == LRS_HOLD) && (ask.ttl < 1)) {
		*ret_why = "ttl is missing";
		return false;
	}
	if (_has_run(ask.op) && (ask.run < (ask.op == LRS_SUBMIT))) {
		*ret_why = "run is missing";
		return false;
	}
	if ((ask.op == LRS_SUBMIT) && !json_is_object(ask.job)) {
		*ret_why = "job is missing";
		return false;
	}
	if (ops[ask.op].has_shape &&
	    ((s->start < 0) || (s->length < 1) || (s->delay < 0) ||
	     (s->nodes < 0) || (s->start > INT64_MAX - s->length))) {
		*ret_why = "start, length, delay or nodes are missing, or no such numbers";
		return false;
	}
	*ret_ask = ask;
	return true;
}

/* Controls of a terminal, also those of Unicode (C1), become question marks. */
static bool _tidy_text(const char *text, char *to)
{
	bool changed = false;

	for (; *text; text++, to++) {
		unsigned char c = (unsigned char) *text;
		bool c1 = (c == 0xc2) && ((unsigned char) text[1] < 0xa0);

		*to = (((c < ' ') && (c != '\n')) || (c == 0x7f) || c1) ? '?' :
								       *text;
		changed |= *to != *text;
		text += c1;
	}
	*to = '\0';
	return changed;
}

/* RET false without memory */
static bool _tidy_string(json_t *value)
{
	const char *text = json_string_value(value);
	char *copy = strdup(text);
	bool ok = copy && (!_tidy_text(text, copy) ||
			   !json_string_set(value, copy));

	free(copy);
	return ok;
}

bool wire_tidy(json_t *line)
{
	const char *key;
	json_t *value;
	bool ok = true;
	size_t i;

	if (json_is_string(line))
		return _tidy_string(line);
	json_array_foreach(line, i, value)
		ok = ok && wire_tidy(value);
	json_object_foreach(line, key, value)
		ok = ok && wire_tidy(value);
	return ok;
}

bool wire_is_hello(const json_t *line, int64_t *ret_version)
{
	*ret_version = _number(line, "co-lrs", 0);
	return *ret_version > 0;
}

/*
 * Where a child does not say whether a request may still happen: the controller
 * has decided if it gave an answer.
 */
static bool _is_unknown(status_t status)
{
	return (status == STATUS_SILENT) || (status == STATUS_FAILED);
}

bool wire_read_answer(const json_t *line, uint64_t *ret_tag, lrs_answer_t *ret)
{
	int64_t tag = _number(line, "tag", 0);
	int64_t status = _number(line, "status", -1);
	const json_t *unknown = json_object_get(line, "unknown");
	const char *why = _text(line, "why");

	if ((tag <= 0) || (status < STATUS_DONE) || (status > STATUS_FAILED))
		return false;
	*ret_tag = (uint64_t) tag;
	ret->status = (status_t) status;
	ret->unknown = json_is_boolean(unknown) ? json_is_true(unknown) :
						  _is_unknown(ret->status);
	ret->why = why ? why : "";
	ret->wait = (status == STATUS_DONE) ? 0 : _number(line, "wait", 0);
	if ((ret->wait < 0) || (ret->wait > LRS_WAIT_MAX))
		ret->wait = LRS_WAIT_MAX;
	ret->now = _number(line, "now", -1);
	ret->until = _number(line, "until", -1);
	ret->body = line;
	return true;
}

static bool _read_member(const json_t *from, lrs_member_t *ret)
{
	const char *nodelist = _text(from, "nodelist");

	*ret = (lrs_member_t) {
		.name = _text(from, "name"),
		.held = json_is_true(json_object_get(from, "held")),
		.start = _number(from, "start", -1),
		.end = _number(from, "end", -1),
		.nodes = _number(from, "nodes", 0),
		.nodelist = nodelist ? nodelist : "",
		.degraded = json_is_true(json_object_get(from, "degraded")),
	};
	return ret->name && (ret->start >= 0) && (ret->end >= ret->start);
}

int lrs_members(const lrs_answer_t *answer, lrs_member_t **ret,
		size_t *ret_cnt)
{
	const json_t *members = json_object_get(answer->body, "members");
	size_t cnt = json_array_size(members);
	lrs_member_t *list;

	if (!json_is_array(members)) {
		errno = EBADMSG;
		return -1;
	}
	list = calloc(cnt ? cnt : 1, sizeof(*list));
	if (!list)
		return -1;
	for (size_t i = 0; i < cnt; i++) {
		if (_read_member(json_array_get(members, i), &list[i]))
			continue;
		free(list);
		errno = EBADMSG;
		return -1;
	}
	if (!cnt) {
		free(list);
		list = NULL;
	}
	*ret = list;
	*ret_cnt = cnt;
	return 0;
}

/* --- jobs ------------------------------------------------------------------- */

static lrs_job_state_t _job_state(const char *word)
{
	if (!strcmp(word, "PENDING"))
		return LRS_JOB_PENDING;
	if (!strcmp(word, "RUNNING") || !strcmp(word, "SUSPENDED"))
		return LRS_JOB_RUNNING;
	return strcmp(word, "COMPLETED") ? LRS_JOB_FAILED : LRS_JOB_COMPLETED;
}

static bool _read_job(const json_t *from, lrs_job_t *ret)
{
	*ret = (lrs_job_t) {
		.job = _number(from, "job", 0),
		.offset = _number(from, "offset", -1),
		.run = _number(from, "run", 0),
		.word = _text(from, "state"),
	};
	if (ret->word)
		ret->state = _job_state(ret->word);
	return ret->word && (ret->job > 0);
}

int lrs_jobs(const lrs_answer_t *answer, lrs_job_t **ret, size_t *ret_cnt)
{
	const json_t *jobs = json_object_get(answer->body, "jobs");
	size_t cnt = json_array_size(jobs);
	lrs_job_t *list = calloc(cnt ? cnt : 1, sizeof(*list));
	bool ok = json_is_array(jobs);

	if (!list)
		return -1;
	for (size_t i = 0; ok && (i < cnt); i++)
		ok = _read_job(json_array_get(jobs, i), &list[i]);
	if (!ok || !cnt) {
		free(list);
		list = NULL;
	}
	if (!ok) {
		errno = EBADMSG;
		return -1;
	}
	*ret = list;
	*ret_cnt = cnt;
	return 0;
}

int64_t lrs_submitted(const lrs_answer_t *answer, size_t components)
{
	int64_t job = _number(answer->body, "job", 0);

	if (_number(answer->body, "components", 0) != (int64_t) components)
		return 0;
	return (job > 0) ? job : 0;
}
