/* SPDX-License-Identifier: GPL-2.0-or-later */
/* calendar.c - bookings as iCalendar; see web.h */

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "contrib/sresv/answer/figures.h"
#include "contrib/sresv/answer/parse.h"
#include "contrib/sresv/ctl/ctl_call.h"
#include "contrib/sresv/ctl/me.h"
#include "contrib/sresv/ctl/mine.h"
#include "contrib/web/answers/ical.h"
#include "contrib/web/answers/web.h"

#ifdef WEB_CALENDAR

typedef struct {
	bool mine;
	const char *account, *user;
} filter_t;

static bool _read(const web_t *w, const request_t *q, filter_t *f)
{
	const char *of = request_param(q, "of");

	*f = (filter_t) {
		.account = request_param(q, "account"),
		.user = request_param(q, "user"),
	};
	f->mine = of ? !strcmp(of, "mine") :
		       (!w->site && !f->account && !f->user);
	return !of || f->mine || !strcmp(of, "all");
}

/* A list that is empty names nobody. */
static bool _names(const char *list, const char *name)
{
	return list && list[0] && mine_has(list, name);
}

static bool _is_wanted(const filter_t *f, const entry_t *e)
{
	return (!f->mine || e->mine) &&
	       (!f->account || (e->r && _names(e->r->accounts, f->account))) &&
	       (!f->user || (e->r && _names(e->r->users, f->user)));
}

/*
 * libical fills in tables when they are asked for, so one calendar is written at a
 * time: in the order of the requests, as a mutex may go to the same few for seconds.
 */
static struct {
	pthread_mutex_t lock;
	pthread_cond_t moved;
	unsigned long last, served;	/* numbers; served: that may go on */
} queue = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0 };

static void _take_turn(void)
{
	unsigned long mine;

	pthread_mutex_lock(&queue.lock);
	mine = queue.last++;
	while (mine != queue.served)
		pthread_cond_wait(&queue.moved, &queue.lock);
	pthread_mutex_unlock(&queue.lock);
}

static void _end_turn(void)
{
	pthread_mutex_lock(&queue.lock);
	queue.served++;
	pthread_cond_broadcast(&queue.moved);
	pthread_mutex_unlock(&queue.lock);
}

/* --- cancelled ones ----------------------------------------------------------------- */

#define PAST (31 * 86400)	/* seconds for which cancelled bookings are shown */
#define PAST_GOOD_FOR 30000	/* each request counts for garq_user_rate, ms */

typedef struct {
	char *text;	/* the figures refer to it */
	figures_t f;
} past_t;

static void _drop_past(void *data)
{
	past_t *past = data;

	figures_free(&past->f);
	free(past->text);
	free(past);
}

/* Have the names without their escapes. RET false: one is not as it should be */
static bool _read_past(past_t *past)
{
	bool ok = figures_read(past->text, &past->f);

	for (size_t i = 0; ok && (i < past->f.cnt); i++)
		ok = !figures_word(&past->f.lines[i], "name") ||
		     parse_name((char *) figures_word(&past->f.lines[i],
						      "name"));
	return ok;
}

static shared_t *_ask_past(answer_t *a)
{
	past_t *past = calloc(1, sizeof(*past));
	wish_t w = WISH_NONE;
	shared_t *shared;

	w.start = time(NULL) - PAST;
	if (past)
		ctl_ask(&w, "past", &past->text, a);
	if (!past || !past->text || !_read_past(past)) {
		if (past)
			_drop_past(past);
		return NULL;
	}
	if (!(shared = shared_make(past, _drop_past)))
		ctl_out_of_memory(a);
	return shared;
}

static bool _is_mine(const figures_line_t *line)
{
	const char *uid = figures_word(line, "uid");

	return _names(figures_word(line, "users"), me()) ||
	       (uid && (strtoul(uid, NULL, 10) == getuid()));
}

static bool _is_wanted_past(const filter_t *f, const figures_line_t *line)
{
	return (!f->mine || _is_mine(line)) && !f->account &&
	       (!f->user || _names(figures_word(line, "users"), f->user));
}

/* True if a later line, or a booking of now, has the name, and so the UID. */
static bool _has_other(const snapshot_t *s, const past_t *past, size_t i,
		       const char *name)
{
	for (i++; i < past->f.cnt; i++) {
		const char *later = figures_word(&past->f.lines[i], "name");

		if (later && !strcmp(later, name))
			return true;
	}
	return snapshot_find(s, name);
}

static void _add_past(ical_t *c, const snapshot_t *s, const past_t *past,
		      const filter_t *f)
{
	for (size_t i = 0; past && (i < past->f.cnt); i++) {
		const figures_line_t *line = &past->f.lines[i];
		const char *name = figures_word(line, "name");
		int64_t start, end, closed;

		if (name && figures_number(line, "was-start", &start) &&
		    figures_number(line, "was-end", &end) &&
		    figures_number(line, "time", &closed) && (closed < end) &&
		    _is_wanted_past(f, line) && !_has_other(s, past, i, name))
			ical_cancel(c, s->records.settings.cluster,
				&(ical_cancelled_t) {
				.name = name,
				.nodes = figures_word(line, "was-on"),
				.start = start, .end = end,
				.closed = closed - s->records.settings.ahead });
	}
}

static char *_text(const snapshot_t *s, const past_t *past, const filter_t *f)
{
	const char *cluster = s->records.settings.cluster;
	time_t now = time(NULL);
	char *text = NULL;
	ical_t *c;

	_take_turn();
	/* entries are in the order of their starts */
	c = ical_make(cluster, s->entry_cnt ? s->entries[0].start : now, now);
	for (size_t i = 0; c && (i < s->entry_cnt); i++)
		if (_is_wanted(f, &s->entries[i]))
			ical_add(c, cluster, &s->entries[i]);
	if (c)
		_add_past(c, s, past, f);
	if (c)
		text = ical_text(c);
	_end_turn();
	return text;
}

static void _answer(web_t *w, const request_t *q, const snapshot_t *s,
		    const filter_t *f, reply_t *r)
{
	char etag[REPLY_ETAG], revision[48];
	shared_t *shared = NULL;
	const past_t *past;

	/* without the past, if the controller does not tell it, as on a site */
	if (!w->site && s->records.settings.garq)
		shared = kept_get(w, &w->past, PAST_GOOD_FOR, _ask_past, r);
	reply_free(r);
	past = shared_data(shared);
	snprintf(etag, sizeof(etag), "\"%s.%zu\"",
		 web_revision(w, s->revision, revision),
		 past ? past->f.cnt : 0);
	if (!web_same(q, r, etag))
		reply_json(r, 200, _text(s, past, f));
	shared_drop(shared);
	if (r->status == 304)
		return;
	snprintf(r->etag, sizeof(r->etag), "%s", etag);
	if (r->status == 200)
		r->type = "text/calendar; charset=utf-8";
}

void web_calendar(web_t *w, const request_t *q, reply_t *r)
{
	static const char *const keys[] = { "of", "account", "user", "key", NULL };
	shared_t *shared;
	filter_t filter;

	if (!web_params(q, keys, r))
		return;
	if (!_read(w, q, &filter)) {
		reply_bad(r, "of is mine or all");
		return;
	}
	if (!(shared = web_snapshot(w, r)))
		return;
	_answer(w, q, shared_data(shared), &filter, r);
	shared_drop(shared);
}

#else

void web_calendar(web_t *w, const request_t *q, reply_t *r)
{
	(void) w;
	(void) q;
	reply_wrong(r, WRONG_PATH);
}

#endif
