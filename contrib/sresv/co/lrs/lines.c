/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/co/lrs/lines.h"
#include "contrib/sresv/answer/parse.h"
#include "plugin/booking/request/answer.h"

#define WORDS_MAX 16	/* of a line; further ones are unknown to us */
#define VERSION 1	/* of all kinds of lines that are read here */
#define NUMBER_MAX (INT64_C(1) << 53)

typedef struct {
	const char *kind;	/* behind ANSWER_PREFIX */
	const char *words[WORDS_MAX];
	size_t cnt;
} line_t;

typedef struct {
	json_t *to;
	json_t *runs, *pool, *free, *alike, *licenses;	/* of to */
	const char *why;
} reading_t;

static const char no_sense[] =
	"the lines of the controller's sched/garq are not as they should be";
static const char newer[] =
	"this sresv is older than the controller's sched/garq, and can't read its answer";
static const char no_memory[] = "there is no memory";

/* RET the value of a key, or NULL */
static const char *_value(const line_t *line, const char *key)
{
	size_t len = strlen(key);

	for (size_t i = 0; i < line->cnt; i++)
		if (!strncmp(line->words[i], key, len) &&
		    (line->words[i][len] == '='))
			return line->words[i] + len + 1;
	return NULL;
}

static bool _number(const line_t *line, const char *key, int64_t *ret)
{
	const char *value = _value(line, key);

	return value && parse_number(value, 0, NUMBER_MAX, ret);
}

/* RET false; the reader can't go on */
static bool _fail(reading_t *r, const char *why)
{
	r->why = why;
	return false;
}

/* value is given away in any case */
static bool _set(reading_t *r, json_t *to, const char *key, json_t *value)
{
	return (value && !json_object_set_new(to, key, value)) ||
	       _fail(r, no_memory);
}

static bool _add(reading_t *r, json_t *to, json_t *value)
{
	return (value && !json_array_append_new(to, value)) ||
	       _fail(r, no_memory);
}

/* --- lines -------------------------------------------------------------------- */

/* garq-probe=1 now=E ledger=ID runs=N cut=0|1 until=E */
static bool _probe(reading_t *r, const line_t *line)
{
	const char *ledger = _value(line, "ledger");
	int64_t now, cut, until;

	if (!_number(line, "now", &now) || !_number(line, "cut", &cut) ||
	    !_number(line, "until", &until) || !ledger)
		return _fail(r, no_sense);
	return _set(r, r->to, "now", json_integer(now)) &&
	       _set(r, r->to, "ledger", json_string(ledger)) &&
	       _set(r, r->to, "cut", json_boolean(cut)) &&
	       _set(r, r->to, "until", json_integer(until));
}

static json_t *_cost(const char *text)
{
	char *end;
	double cost;

	if (!text)
		return json_null();
	cost = strtod(text, &end);
	/* json_real() refuses what is no number */
	return (*end || (end == text)) ? NULL : json_real(cost);
}

/* garq-run=1 first=E last=E cost=C */
static bool _run(reading_t *r, const line_t *line)
{
	int64_t first, last;
	json_t *cost = _cost(_value(line, "cost"));

	if (!cost || !_number(line, "first", &first) ||
	    !_number(line, "last", &last) || (first > last)) {
		json_decref(cost);
		return _fail(r, no_sense);
	}
	return _add(r, r->runs, json_pack("[IIo]", (json_int_t) first,
					  (json_int_t) last, cost));
}

/* garq-pool=1 id=ID nodes=N list=HOSTLIST */
static bool _pool(reading_t *r, const line_t *line)
{
	const char *id = _value(line, "id"), *list = _value(line, "list");
	int64_t nodes;

	if (!id || !_number(line, "nodes", &nodes) || r->pool)
		return _fail(r, no_sense);
	if (!_set(r, r->to, "pool", json_object()))
		return false;
	r->pool = json_object_get(r->to, "pool");
	if (!_set(r, r->pool, "id", json_string(id)) ||
	    !_set(r, r->pool, "nodes", json_integer(nodes)) ||
	    (list && !_set(r, r->pool, "list", json_string(list))) ||
	    !_set(r, r->pool, "free", json_array()) ||
	    !_set(r, r->pool, "alike", json_array()))
		return false;
	r->free = json_object_get(r->pool, "free");
	r->alike = json_object_get(r->pool, "alike");
	return true;
}

/* Read E-E,E-E: times in which nodes are free; NULL: none. RET a list, or NULL */
static json_t *_spans(reading_t *r, char *text)
{
	json_t *to = json_array();
	char *save = NULL, *span, *dash;
	int64_t from, until;

	for (span = text ? strtok_r(text, ",", &save) : NULL; to && span;
	     span = strtok_r(NULL, ",", &save)) {
		dash = strchr(span, '-');
		if (dash)
			*dash = '\0';
		if (dash && parse_number(span, 0, NUMBER_MAX, &from) &&
		    parse_number(dash + 1, 0, NUMBER_MAX, &until) &&
		    _add(r, to, json_pack("[II]", (json_int_t) from,
					  (json_int_t) until)))
			continue;
		json_decref(to);
		to = NULL;
	}
	return to;
}

/* garq-alike=1 pool=ID list=HOSTLIST free=E-E,E-E */
static bool _alike(reading_t *r, const line_t *line)
{
	const char *list = _value(line, "list"), *free_ = _value(line, "free");
	char *copy = free_ ? strdup(free_) : NULL;
	json_t *spans = (free_ && !copy) ? NULL : _spans(r, copy);

	free(copy);
	if (!r->alike || !list || !spans) {
		json_decref(spans);
		return _fail(r, no_sense);
	}
	return _add(r, r->alike, json_pack("{ssso}", "list", list, "free",
					   spans));
}

/* Read a line from=E to=E: how much is free in that time. */
static bool _span(reading_t *r, const line_t *line, const char *count,
		  json_t *to)
{
	int64_t from, until, n;

	if (!to || !_number(line, "from", &from) ||
	    !_number(line, "to", &until) || !_number(line, count, &n) ||
	    (from >= until))
		return _fail(r, no_sense);
	return _add(r, to, json_pack("[III]", (json_int_t) from,
				     (json_int_t) until, (json_int_t) n));
}

/* garq-free=1 pool=ID from=E to=E nodes=N */
static bool _free(reading_t *r, const line_t *line)
{
	return _span(r, line, "nodes", r->free);
}

/* garq-license=1 name=L total=N */
static bool _license(reading_t *r, const line_t *line)
{
	const char *name = _value(line, "name");
	int64_t total;

	if (!name || !_number(line, "total", &total))
		return _fail(r, no_sense);
	return _add(r, r->licenses,
		    json_pack("{sssIs[]}", "name", name, "total",
			      (json_int_t) total, "left"));
}

/* garq-left=1 license=L from=E to=E count=N */
static bool _left(reading_t *r, const line_t *line)
{
	const char *name = _value(line, "license"), *other;
	json_t *license, *left = NULL;
	size_t i;

	json_array_foreach(r->licenses, i, license) {
		other = json_string_value(json_object_get(license, "name"));
		if (name && other && !strcmp(name, other))
			left = json_object_get(license, "left");
	}
	return _span(r, line, "count", left);
}

/* garq-hold=1 name=NAME now=E until=E */
static bool _hold(reading_t *r, const line_t *line)
{
	int64_t now, until;

	if (!_number(line, "now", &now) || !_number(line, "until", &until))
		return _fail(r, no_sense);
	return _set(r, r->to, "now", json_integer(now)) &&
	       _set(r, r->to, "until", json_integer(until));
}

static const struct {
	const char *kind;
	bool (*read)(reading_t *r, const line_t *line);
} kinds[] = {
	{ "probe", _probe }, { "run", _run }, { "pool", _pool },
	{ "free", _free }, { "alike", _alike }, { "license", _license },
	{ "left", _left }, { "hold", _hold },
};

/* --- the text ----------------------------------------------------------------- */

static bool _read_kind(reading_t *r, const line_t *line, const char *version)
{
	int64_t n;

	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		if (strcmp(kinds[i].kind, line->kind))
			continue;
		if (!parse_number(version, 1, VERSION, &n))
			return _fail(r, newer);
		return kinds[i].read(r, line);
	}
	return true;
}

/* Lines for people are not for us. IN text - a line, which is cut into words */
static bool _read_line(reading_t *r, char *text, bool *ret_end)
{
	line_t line = { .cnt = 0 };
	char *save = NULL, *equals, *word;

	if (strncmp(text, ANSWER_PREFIX, strlen(ANSWER_PREFIX)))
		return true;
	text = strtok_r(text, " ", &save);
	equals = strchr(text, '=');
	if (!equals)
		return true;
	*equals = '\0';
	line.kind = text + strlen(ANSWER_PREFIX);
	while ((word = strtok_r(NULL, " ", &save)))
		if (line.cnt < WORDS_MAX)
			line.words[line.cnt++] = word;
	*ret_end = *ret_end || !strcmp(text, ANSWER_END);
	return _read_kind(r, &line, equals + 1);
}

/* Read all lines. RET false with r->why */
static bool _read(reading_t *r, char *text)
{
	char *save = NULL, *line;
	bool ended = false;

	for (line = strtok_r(text, "\n", &save); line;
	     line = strtok_r(NULL, "\n", &save))
		if (!_read_line(r, line, &ended))
			return false;
	return ended || _fail(r, no_sense);
}

bool lines_probe(char *text, json_t *to, const char **ret_why)
{
	reading_t r = { .to = to };
	bool ok = _set(&r, to, "runs", json_array()) &&
		  _set(&r, to, "licenses", json_array());

	r.runs = json_object_get(to, "runs");
	r.licenses = json_object_get(to, "licenses");
	ok = ok && _read(&r, text) &&
	     (json_object_get(to, "ledger") || _fail(&r, no_sense));
	*ret_why = r.why;
	return ok;
}

bool lines_hold(char *text, json_t *to, const char **ret_why)
{
	reading_t r = { .to = to };
	bool ok = _read(&r, text) &&
		  (json_object_get(to, "until") || _fail(&r, no_sense));

	*ret_why = r.why;
	return ok;
}
