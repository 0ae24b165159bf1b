/* SPDX-License-Identifier: GPL-2.0-or-later */
/* reads.c - what is answered from a snapshot alone; see web.h */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/ctl/mine.h"
#include "contrib/sresv/answer/parse.h"
#include "contrib/sresv/text/when.h"
#include "contrib/web/answers/command_line.h"
#include "contrib/web/answers/web.h"
#include "plugin/booking/request/flags.h"

#define PAGE 1000		/* bookings, by default */
#define DAY 86400

/* --- what all need --------------------------------------------------------------- */

shared_t *web_snapshot(web_t *w, reply_t *r)
{
	shared_t *shared;
	answer_t a;

	store_get(w->store, WEB_PATIENCE, &shared, &a);
	if (!shared)
		reply_failed(r, &a, NULL, NULL);
	answer_free(&a);
	return shared;
}

bool web_params(const request_t *q, const char *const *keys, reply_t *r)
{
	char text[512] = "there is a parameter that is not known here";

	if (request_params_are(q, keys))
		return true;
	for (const char *const *key = keys; *key; key++)
		snprintf(text + strlen(text), sizeof(text) - strlen(text),
			 "%s%s", (key == keys) ? ": known are " : ", ", *key);
	reply_bad(r, text);
	return false;
}

/* A + in an address is a blank here, also that of a zone: +01:00. */
static bool _read_time(const char *text, time_t *ret)
{
	char zoned[WHEN_TEXT + sizeof("+00:00")];
	int len = snprintf(zoned, sizeof(zoned), "%s", text);
	char *blank = strrchr(zoned, ' ');

	if (when_time(text, time(NULL), ret))
		return true;
	if (!blank || (len >= (int) sizeof(zoned)))
		return false;
	*blank = '+';
	return when_time(zoned, time(NULL), ret);
}

bool web_time(const request_t *q, const char *key, int64_t *ret)
{
	time_t t;

	if (request_number(q, key, 0, UINT32_MAX, ret))
		return true;
	if (!_read_time(request_param(q, key), &t) || (t < 0) ||
	    (t > UINT32_MAX))
		return false;
	*ret = t;
	return true;
}

const char *web_revision(const web_t *w, uint64_t revision, char buf[48])
{
	snprintf(buf, 48, "%s.%" PRIu64, store_epoch(w->store), revision);
	return buf;
}

bool web_same(const request_t *q, reply_t *r, const char *etag)
{
	if (request_has_etag(q->if_none_match, etag)) {
		reply_free(r);
		r->status = 304;
		r->type = "application/json";
	}
	snprintf(r->etag, sizeof(r->etag), "%s", etag);
	return r->status == 304;
}

/* The ETag of what a revision says. RET as web_same() */
static bool _same(const web_t *w, const request_t *q, uint64_t revision,
		  reply_t *r)
{
	char etag[REPLY_ETAG], text[48];

	snprintf(etag, sizeof(etag), "\"%s\"", web_revision(w, revision, text));
	return web_same(q, r, etag);
}

void web_put_entry(FILE *to, const entry_t *e)
{
	fprintf(to, "%s,\"revision\":%" PRIu64 "}", e->text, e->revision);
}

void web_written(reply_t *r, FILE *f, char **text)
{
	char etag[REPLY_ETAG];

	memcpy(etag, r->etag, sizeof(etag));
	if (fclose(f)) {
		free(*text);
		*text = NULL;
	}
	reply_json(r, 200, *text);
	memcpy(r->etag, etag, sizeof(etag));
}

FILE *web_begin(reply_t *r, char **text, size_t *size)
{
	FILE *f = open_memstream(text, size);

	if (!f)
		reply_json(r, 500, NULL);
	return f;
}

time_t web_now(const snapshot_t *s)
{
	return time(NULL) + s->records.settings.ahead;
}

void web_put_time(FILE *f, const char *key, time_t t)
{
	char text[WHEN_TEXT];

	fprintf(f, "\"%s\":%lld,\"%s_rfc3339\":\"%s\"", key, (long long) t,
		key, when_rfc3339(t, text));
}

void web_put_head(FILE *f, const web_t *w, const snapshot_t *s)
{
	char text[48];

	fprintf(f, "{\"revision\":\"%s\",",
		web_revision(w, s->revision, text));
	web_put_time(f, "now", web_now(s));
}

void web_put_text(FILE *f, const char *text)
{
	json_t *value = reply_text(text);
	char *quoted = value ? json_dumps(value, JSON_ENCODE_ANY) : NULL;

	fputs(quoted ? quoted : "null", f);
	free(quoted);
	json_decref(value);
}

/* --- bookings ----------------------------------------------------------------------- */

typedef struct {
	int64_t from, to;	/* -1: any */
	int64_t limit;
	int64_t after;		/* a start; -1: from the first on */
	const char *after_name;
	bool mine;
	const char *user, *account;
	int64_t node;		/* an index; -1: any, -2: an unknown one */
} filter_t;

/* "START:NAME", the last booking of the page before. */
static bool _read_after(const char *text, filter_t *f)
{
	const char *colon = text ? strchr(text, ':') : NULL;
	char number[24];

	if (!text)
		return true;
	if (!colon || (colon - text >= (ptrdiff_t) sizeof(number)))
		return false;
	snprintf(number, sizeof(number), "%.*s", (int) (colon - text), text);
	f->after_name = colon + 1;
	return parse_number(number, 0, UINT32_MAX, &f->after);
}

static int64_t _node(const snapshot_t *s, const char *name)
{
	if (!name)
		return -1;
	for (uint32_t i = 0; i < s->seen.input.node_cnt; i++)
		if (s->seen.input.nodes[i].name &&
		    !strcmp(s->seen.input.nodes[i].name, name))
			return i;
	return -2;
}

static bool _read_filter(const request_t *q, const snapshot_t *s, filter_t *f)
{
	const char *mine = request_param(q, "mine");

	*f = (filter_t) {
		.from = -1, .to = -1, .limit = PAGE, .after = -1,
		.mine = mine && !strcmp(mine, "true"),
		.user = request_param(q, "user"),
		.account = request_param(q, "account"),
		.node = _node(s, request_param(q, "node")),
	};
	if (!web_time(q, "from", &f->from) || !web_time(q, "to", &f->to) ||
	    !request_number(q, "limit", 1, WEB_PAGE, &f->limit) ||
	    (mine && !f->mine && strcmp(mine, "false")) ||
	    !_read_after(request_param(q, "after"), f))
		return false;
	if ((f->from >= 0) && (f->to < 0))
		f->to = f->from + 31 * DAY;
	if ((f->to >= 0) && (f->from < 0))
		f->from = web_now(s);
	return (f->from < 0) || (f->from < f->to);
}

static bool _has_node(const entry_t *e, int64_t node)
{
	const int32_t *x = e->r ? e->r->node_inx : NULL;

	for (; x && (x[0] >= 0); x += 2)
		if ((node >= x[0]) && (node <= x[1]))
			return true;
	return false;
}

/* A list that is empty names nobody. */
static bool _names(const char *list, const char *name)
{
	return list && list[0] && mine_has(list, name);
}

static bool _is_wanted(const filter_t *f, const entry_t *e)
{
	bool recurs = e->r && (e->r->flags & BOOKING_FLAGS_RECURRING);

	if ((f->after >= 0) && ((e->start < f->after) ||
				((e->start == f->after) &&
				 (strcmp(e->name, f->after_name) <= 0))))
		return false;
	/* of a recurring reservation more occurrences follow */
	if ((f->from >= 0) &&
	    ((e->start >= f->to) || ((e->end <= f->from) && !recurs)))
		return false;
	if (f->mine && !e->mine)
		return false;
	if (f->user && !_names(e->r ? e->r->users : NULL, f->user))
		return false;
	if (f->account && !_names(e->r ? e->r->accounts : NULL, f->account))
		return false;
	return (f->node == -1) || _has_node(e, f->node);
}

static void _put_bookings(FILE *f, const snapshot_t *s, const filter_t *filter)
{
	const entry_t *last = NULL;
	int64_t cnt = 0;
	char *next = NULL;

	fputs(",\"bookings\":[", f);
	for (size_t i = 0; i < s->entry_cnt; i++) {
		const entry_t *e = &s->entries[i];

		if (!_is_wanted(filter, e))
			continue;
		if ((cnt == filter->limit) &&
		    (asprintf(&next, "%lld:%s", (long long) last->start,
			      last->name) >= 0))
			break;
		fputs(cnt++ ? "," : "", f);
		web_put_entry(f, last = e);
	}
	fputs("],\"next\":", f);
	web_put_text(f, next);
	fputs("}\n", f);
	free(next);
}

static void _bookings(web_t *w, const request_t *q, const snapshot_t *s,
		      reply_t *r)
{
	filter_t filter;
	char *text = NULL;
	size_t size;
	FILE *f;

	if (!_read_filter(q, s, &filter)) {
		reply_bad(r, "from, to, limit, after or mine is not as it should be");
		return;
	}
	if (_same(w, q, s->revision, r) || !(f = web_begin(r, &text, &size)))
		return;
	web_put_head(f, w, s);
	fprintf(f, ",\"hidden\":%s",
		s->records.settings.hides ? "true" : "false");
	_put_bookings(f, s, &filter);
	web_written(r, f, &text);
}

void web_bookings(web_t *w, const request_t *q, reply_t *r)
{
	static const char *const keys[] = {
		"from", "to", "mine", "user", "account", "node", "limit",
		"after", NULL
	};
	shared_t *shared;

	if (request_param(q, "past")) {
		web_past(w, q, r);
		return;
	}
	if (!web_params(q, keys, r) || !(shared = web_snapshot(w, r)))
		return;
	_bookings(w, q, shared_data(shared), r);
	shared_drop(shared);
}

static void _booking(web_t *w, const request_t *q, const snapshot_t *s,
		     reply_t *r)
{
	static const wish_t none = WISH_NONE;
	const entry_t *e = snapshot_find(s, q->words[3]);
	char *text = NULL, *command;
	size_t size;
	FILE *f;

	if (!e) {
		reply_unknown(r, "there is no such reservation");
		return;
	}
	if (_same(w, q, e->revision, r) || !(f = web_begin(r, &text, &size)))
		return;
	fputs("{\"name\":", f);
	web_put_text(f, e->name);
	fputs(",\"lines\":[],\"command\":", f);
	command = command_line_sresv("sresv show", e->name, &none);
	web_put_text(f, command);
	free(command);
	fputs(",\"booking\":", f);
	web_put_entry(f, e);
	web_put_price(w, s, e->name, f);
	fputs("}\n", f);
	web_written(r, f, &text);
}

void web_booking(web_t *w, const request_t *q, reply_t *r)
{
	static const char *const none[] = { NULL };
	shared_t *shared;

	if (!web_params(q, none, r) || !(shared = web_snapshot(w, r)))
		return;
	_booking(w, q, shared_data(shared), r);
	shared_drop(shared);
}

/* --- offers -------------------------------------------------------------------------- */

void web_put_offers(FILE *f, const snapshot_t *s, const char *request)
{
	bool more = false;

	fputc('[', f);
	for (size_t i = 0; i < s->offer_cnt; i++) {
		if (request && strcmp(request, s->offers[i].request))
			continue;
		fprintf(f, "%s%s", more ? "," : "", s->offers[i].text);
		more = true;
	}
	fputc(']', f);
}

static void _offers(web_t *w, const request_t *q, const snapshot_t *s,
		    reply_t *r)
{
	char *text = NULL;
	size_t size;
	FILE *f;

	if (_same(w, q, s->offers_revision, r) ||
	    !(f = web_begin(r, &text, &size)))
		return;
	web_put_head(f, w, s);
	fputs(",\"offers\":", f);
	web_put_offers(f, s, request_param(q, "request"));
	fprintf(f, ",\"standing\":%s}\n", s->standing);
	web_written(r, f, &text);
}

void web_offers(web_t *w, const request_t *q, reply_t *r)
{
	static const char *const keys[] = { "request", NULL };
	shared_t *shared;

	if (!web_params(q, keys, r) || !(shared = web_snapshot(w, r)))
		return;
	_offers(w, q, shared_data(shared), r);
	shared_drop(shared);
}

/* --- nodes ---------------------------------------------------------------------------- */

/* IN after - an index; -1: from the first on */
static void _put_nodes(FILE *f, const snapshot_t *s, int64_t after,
		       int64_t limit)
{
	const node_texts_t *t = s->nodes;
	int64_t cnt = 0, last = -1;
	bool more = false;

	fputs(",\"nodes\":[", f);
	for (size_t i = (size_t) (after + 1); i < t->cnt; i++) {
		if (!t->nodes[i])
			continue;
		if ((more = (cnt == limit)))
			break;
		fprintf(f, "%s%s", cnt++ ? "," : "", t->nodes[i]);
		last = (int64_t) i;
	}
	fprintf(f, "],\"partitions\":%s,\"next\":", t->partitions);
	if (more)
		fprintf(f, "\"%" PRId64 "\"}\n", last);
	else
		fputs("null}\n", f);
}

static void _nodes(web_t *w, const request_t *q, const snapshot_t *s,
		   reply_t *r)
{
	answer_t denied = { .status = STATUS_DENIED,
			    .why = (char *) "the nodes are not shown to you" };
	int64_t limit = 100000, after = -1;
	char *text = NULL, revision[48];
	size_t size;
	FILE *f;

	if (!request_number(q, "limit", 1, 100000, &limit) ||
	    !request_number(q, "after", 0, INT32_MAX, &after)) {
		reply_bad(r, "limit or after is not as it should be");
		return;
	}
	if (!s->records.sees_nodes) {
		reply_failed(r, &denied, NULL, NULL);
		return;
	}
	if (_same(w, q, s->nodes_revision, r) || !(f = web_begin(r, &text, &size)))
		return;
	fprintf(f, "{\"revision\":\"%s\"",
		web_revision(w, s->revision, revision));
	_put_nodes(f, s, after, limit);
	web_written(r, f, &text);
}

void web_nodes(web_t *w, const request_t *q, reply_t *r)
{
	static const char *const keys[] = { "limit", "after", NULL };
	shared_t *shared;

	if (!web_params(q, keys, r) || !(shared = web_snapshot(w, r)))
		return;
	_nodes(w, q, shared_data(shared), r);
	shared_drop(shared);
}
