/* SPDX-License-Identifier: GPL-2.0-or-later */
/* changes.c - what has changed since a revision; see web.h */

#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/answer/parse.h"
#include "contrib/web/answers/web.h"
#include "contrib/web/http/places.h"

typedef struct {
	FILE *f;
	const snapshot_t *s;
	bool more;
} gone_to_t;

/* A name that is there again was not removed. */
static void _put_gone(void *arg, const char *name)
{
	gone_to_t *to = arg;

	if (snapshot_find(to->s, name))
		return;
	fputs(to->more ? "," : "", to->f);
	web_put_text(to->f, name);
	to->more = true;
}

static void _put_changed(FILE *f, const snapshot_t *s, uint64_t since)
{
	bool more = false;

	fputs(",\"bookings\":[", f);
	for (size_t i = 0; i < s->entry_cnt; i++) {
		if (s->entries[i].revision <= since)
			continue;
		fputs(more ? "," : "", f);
		web_put_entry(f, &s->entries[i]);
		more = true;
	}
	fputs("],\"offers\":", f);
	if (s->offers_revision > since)
		web_put_offers(f, s, NULL);
	else
		fputs("null", f);
	fprintf(f, ",\"standing\":%s,\"nodes\":%s}\n",
		(s->offers_revision > since) ? s->standing : "null",
		(s->shape_revision > since) ? "true" : "false");
}

/* IN since - 0: all */
static void _changes(web_t *w, const snapshot_t *s, uint64_t since, reply_t *r)
{
	char *gone = NULL, *text = NULL;
	gone_to_t to = { .s = s };
	bool known = false;
	size_t size;
	FILE *f;

	if (since && (since <= s->revision) &&
	    (to.f = web_begin(r, &gone, &size))) {
		known = store_gone(w->store, since, _put_gone, &to);
		known = !fclose(to.f) && known;
	}
	if ((f = web_begin(r, &text, &size))) {
		web_put_head(f, w, s);
		fprintf(f, ",\"reset\":%s,\"removed\":[%s]",
			known ? "false" : "true", known ? gone : "");
		_put_changed(f, s, known ? since : 0);
		web_written(r, f, &text);
	}
	free(gone);
}

/* RET 0: it is of another run of the server, or no revision */
static uint64_t _since(const web_t *w, const char *text)
{
	size_t len = strlen(store_epoch(w->store));
	int64_t n;

	if (!text || strncmp(text, store_epoch(w->store), len) ||
	    (text[len] != '.') ||
	    !parse_number(text + len + 1, 1, INT64_MAX, &n))
		return 0;
	return (uint64_t) n;
}

void web_changes(web_t *w, const request_t *q, reply_t *r)
{
	static const char *const keys[] = { "since", "wait", NULL };
	uint64_t since = _since(w, request_param(q, "since"));
	int64_t wait = 25;
	shared_t *shared;

	if (!web_params(q, keys, r))
		return;
	if (!request_number(q, "wait", 0, WEB_WAIT, &wait)) {
		reply_bad(r, "wait is not as it should be");
		return;
	}
	if (since && wait) {
		if (!place_wait(q->place)) {
			reply_wrong(r, WRONG_WAITS);
			return;
		}
		(void) store_wait(w->store, since, wait * 1000);
		place_wake(q->place);
	}
	if (!(shared = web_snapshot(w, r)))
		return;
	_changes(w, shared_data(shared), since, r);
	shared_drop(shared);
}
