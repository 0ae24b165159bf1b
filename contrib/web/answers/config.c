/* SPDX-License-Identifier: GPL-2.0-or-later */
/* config.c - who asks, and what the server and its controller are; see web.h */

#include <unistd.h>

#include "contrib/web/http/page.h"
#include "contrib/web/answers/web.h"
#include "contrib/web/answers/zone.h"
#include "plugin/booking/request/zone.h"

/*
 * The controller says it with the list of offers. If it has not, root and
 * SlurmUser are operators, and without a slurmdbd nobody else is.
 */
static json_t *_operator(const web_t *w, const records_t *r)
{
	const offers_t *offers = shared_data(r->offers);

	if (w->site)
		return json_false();
	if (!getuid() || (getuid() == r->settings.slurm_user))
		return json_true();
	if (offers && (offers->asker != ASKER_UNKNOWN))
		return json_boolean(offers->asker == ASKER_OPERATOR);
	return r->settings.accounts ? json_null() : json_false();
}

static json_t *_may_book(const web_t *w, const records_t *r)
{
	return (!w->site && r->settings.site.users) ? json_true() : _operator(w, r);
}

/* Is there a file of the page? */
static bool _has_file(const web_t *w, const char *path)
{
	const char *type;
	char etag[64];
	size_t size;
	int fd = page_open(w->page, path, &type, &size, etag);

	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

/* What shows openapi.json to people is there if it was taken in. */
static json_t *_doc(const web_t *w)
{
	return (_has_file(w, "/doc/index.html") &&
		_has_file(w, "/doc/swagger-ui-bundle.js")) ?
	       json_string("doc/index.html") : json_null();
}

static json_t *_calendar(const web_t *w)
{
#ifdef WEB_CALENDAR
	return w->site ? json_string("api/v1/calendar.ics") :
			 json_sprintf("api/v1/calendar.ics?key=%s", w->key);
#else
	(void) w;
	return json_null();
#endif
}

/* Seconds; 0: there is no such mail. */
static json_t *_mail_seconds(uint32_t seconds)
{
	return seconds ? json_integer(seconds) : json_null();
}

/* The events that the site mails to users, if it mails any. */
static json_t *_mail(const settings_t *s)
{
	const site_t *o = &s->site;

	if (!s->garq || !o->mail)
		return json_null();
	return json_pack("{s:o, s:o, s:o, s:o}",
			 "change", _mail_seconds(o->mail),
			 "begins", _mail_seconds(o->mail_begin),
			 "unused", _mail_seconds(o->mail_unused),
			 "offers_end", _mail_seconds(o->mail_offer));
}

static json_t *_config(const web_t *w, const snapshot_t *s)
{
	const settings_t *set = &s->records.settings;
	char zone[ZONE_SIZE], revision[48];
	time_t now = web_now(s);

	return json_pack("{s:i, s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:b, s:b, s:b, s:I, s:s, s:I, s:I, s:b, s:o, s:o, s:o, s:s, s:s, s:{s:i, s:i, s:i, s:i}}",
		"api", 1, "version", GARQ_VERSION,
		"mode", w->site ? "site" : "own", "user", reply_text(w->me),
		"uid", w->site ? json_null() : json_integer(getuid()),
		"operator", _operator(w, &s->records), "may_book",
		_may_book(w, &s->records),
		"cluster", reply_text(set->cluster), "garq", (int) set->garq,
		"hides", (int) set->hides,
		"sees_nodes", (int) s->records.sees_nodes,
		"now", (json_int_t) now,
		"time_zone", zone_name(zone),
		"utc_offset", (json_int_t) zone_offset(now),
		"slot", (json_int_t) set->site.delta,
		"prices", (int) set->site.prices, "mail", _mail(set),
		"calendar", _calendar(w),
		"doc", _doc(w),
		"command", "sresv",
		"revision", web_revision(w, s->revision, revision),
		"limits", "body", WEB_BODY, "page", WEB_PAGE,
		"wait", WEB_WAIT, "columns", WEB_COLUMNS);
}

void web_config(web_t *w, const request_t *q, reply_t *r)
{
	static const char *const none[] = { NULL };
	shared_t *shared;

	if (!web_params(q, none, r) || !(shared = web_snapshot(w, r)))
		return;
	reply_object(r, 200, _config(w, shared_data(shared)));
	shared_drop(shared);
}
