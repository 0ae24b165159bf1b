/* SPDX-License-Identifier: GPL-2.0-or-later */
/* calendar.c - bookings as iCalendar; see web.h */

#include <string.h>

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

static char *_text(const snapshot_t *s, const filter_t *f)
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
		text = ical_text(c);
	_end_turn();
	return text;
}

static void _answer(web_t *w, const request_t *q, const snapshot_t *s,
		    const filter_t *f, reply_t *r)
{
	char etag[REPLY_ETAG], revision[48];

	snprintf(etag, sizeof(etag), "\"%s\"",
		 web_revision(w, s->revision, revision));
	if (web_same(q, r, etag))
		return;
	reply_json(r, 200, _text(s, f));
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
