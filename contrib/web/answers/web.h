/* SPDX-License-Identifier: GPL-2.0-or-later */
/* web.h - a server, and the requests that it answers. */
#pragma once

#include <pthread.h>

#include "contrib/web/answers/kept.h"
#include "contrib/web/http/limit.h"
#include "contrib/web/json/reply.h"
#include "contrib/web/http/request.h"
#include "contrib/web/store/store.h"
#include "contrib/web/http/token.h"

/* The limits that openapi.json tells. */
#define WEB_BODY 65536		/* bytes */
#define WEB_PAGE 10000		/* bookings in an answer */
#define WEB_WAIT 55		/* seconds of long polling */
#define WEB_COLUMNS 2000	/* of free capacity */
#define WEB_JOBS 500		/* in an answer */

/* How long a request waits for the controller, milliseconds. */
#define WEB_PATIENCE 20000
#define WEB_DEED_PATIENCE 30000

typedef struct web {
	bool site;		/* read-only, for everybody */
	const char *me;		/* NULL: site */
	char token[TOKEN_SIZE];	/* "": site */
	char key[TOKEN_SIZE];	/* for calendars alone */
	char *const *hosts;	/* further names of the server, up to a NULL */
	store_t *store;
	int page;		/* a folder; -1: none */

	pthread_mutex_t marks_lock;	/* of the file of marks.h */
	pthread_mutex_t lock;	/* of what is below */
	limit_t reads, deeds, failures;
	kept_t figures;		/* of the controller, see figures_json.c */
	kept_t jobs;		/* of the user, see jobs.c */
	kept_t past;		/* ended bookings of the user, see calendar.c */
	unsigned int children;	/* that run, see co.c */
} web_t;

typedef void (*web_fn)(web_t *w, const request_t *q, reply_t *r);

/* What a request asks for, and what it must bring. */
typedef struct {
	method_t method;
	const char *path;	/* below /api/v1/; a word "*" is any */
	web_fn fn;
	bool deed;		/* it changes something */
	enum { BODY_NONE, BODY_OPTIONAL, BODY_NEEDED } body;
	bool key;		/* the key is enough */
	bool open;		/* no token is needed */
} route_t;

/*
 * RET NULL: there is none; *ret_path says whether there is one with another
 * method
 */
extern const route_t *web_route(const request_t *q, bool *ret_path);

/* Return true if a path is one of a route that is not below /api/. */
extern bool web_is_top(const char *path);

/* The methods that a path has, with commas: for a header Allow. RET buf */
extern const char *web_allowed(const request_t *q, char buf[48]);

/* config.c */
extern void web_config(web_t *w, const request_t *q, reply_t *r);

/* openapi.c */
extern void web_openapi(web_t *w, const request_t *q, reply_t *r);

/* reads.c */
extern void web_nodes(web_t *w, const request_t *q, reply_t *r);
extern void web_bookings(web_t *w, const request_t *q, reply_t *r);
extern void web_booking(web_t *w, const request_t *q, reply_t *r);
extern void web_offers(web_t *w, const request_t *q, reply_t *r);

/* capacity.c */
extern void web_capacity(web_t *w, const request_t *q, reply_t *r);

/* changes.c */
extern void web_changes(web_t *w, const request_t *q, reply_t *r);

/* deeds.c */
extern void web_query(web_t *w, const request_t *q, reply_t *r);
extern void web_starts(web_t *w, const request_t *q, reply_t *r);
extern void web_why(web_t *w, const request_t *q, reply_t *r);
extern void web_book(web_t *w, const request_t *q, reply_t *r);
extern void web_update(web_t *w, const request_t *q, reply_t *r);
extern void web_delete(web_t *w, const request_t *q, reply_t *r);
extern void web_accept(web_t *w, const request_t *q, reply_t *r);
extern void web_withdraw(web_t *w, const request_t *q, reply_t *r);
/* DELETE offers?request=NAME: those of the user */
extern void web_withdraw_all(web_t *w, const request_t *q, reply_t *r);
extern void web_hold(web_t *w, const request_t *q, reply_t *r);
extern void web_confirm(web_t *w, const request_t *q, reply_t *r);

/* figures_json.c */
extern void web_stats(web_t *w, const request_t *q, reply_t *r);
extern void web_locks(web_t *w, const request_t *q, reply_t *r);
extern void web_metrics(web_t *w, const request_t *q, reply_t *r);

/* read.c */
extern void web_read(web_t *w, const request_t *q, reply_t *r);
extern void web_mark(web_t *w, const request_t *q, reply_t *r);

/* log.c */
/* RET false: with its answer. Pages of a site are for everybody */
extern bool web_is_own(const web_t *w, reply_t *r);
extern void web_log(web_t *w, const request_t *q, reply_t *r);
/* GET bookings?past=1 */
extern void web_past(web_t *w, const request_t *q, reply_t *r);
extern void web_usage(web_t *w, const request_t *q, reply_t *r);
/* Write ,"cost":...,"unit":... of a booking; null: not known, or to nobody. */
extern void web_put_price(web_t *w, const snapshot_t *s, const char *name,
			  FILE *to);

/* GET limits: those of the user and the user's accounts, and the taken part. */
extern void web_limits(web_t *w, const request_t *q, reply_t *r);

/* jobs.c */
extern void web_jobs(web_t *w, const request_t *q, reply_t *r);

/* co.c */
extern void web_co_list(web_t *w, const request_t *q, reply_t *r);
extern void web_co(web_t *w, const request_t *q, reply_t *r);
extern void web_co_plan(web_t *w, const request_t *q, reply_t *r);
extern void web_co_book(web_t *w, const request_t *q, reply_t *r);
extern void web_co_cancel(web_t *w, const request_t *q, reply_t *r);
extern void web_co_resume(web_t *w, const request_t *q, reply_t *r);

/* calendar.c */
extern void web_calendar(web_t *w, const request_t *q, reply_t *r);

/*
 * The snapshot to answer from.
 * RET a shared snapshot_t; NULL: *r says why there is none
 */
extern shared_t *web_snapshot(web_t *w, reply_t *r);

/* Refuse parameters that are not among these. RET false: *r says so */
extern bool web_params(const request_t *q, const char *const *keys, reply_t *r);

/*
 * The value of a parameter as a time: seconds since the epoch, or a text as
 * when_time() takes it.
 * IN/OUT ret - the default; untouched if it was not given
 * RET false: it is no time
 */
extern bool web_time(const request_t *q, const char *key, int64_t *ret);

/* "EPOCH.N", the revision as clients have it. RET buf */
extern const char *web_revision(const web_t *w, uint64_t revision,
				char buf[48]);

/*
 * Answer 304 if the client has this ETag already; else set it.
 * RET true: it was answered
 */
extern bool web_same(const request_t *q, reply_t *r, const char *etag);

/* Begin a body. RET NULL: memory is short, *r says so */
extern FILE *web_begin(reply_t *r, char **text, size_t *size);

/* The controller's clock. */
extern time_t web_now(const snapshot_t *s);

/* "KEY":..., and the same as a text of RFC 3339 */
extern void web_put_time(FILE *f, const char *key, time_t t);

/* {"revision":...,"now":... */
extern void web_put_head(FILE *f, const web_t *w, const snapshot_t *s);

/* A text as JSON, with its quotes. IN text - NULL: null */
extern void web_put_text(FILE *f, const char *text);

/* The open offers. IN request - those of this request alone; NULL: all */
extern void web_put_offers(FILE *f, const snapshot_t *s, const char *request);

/* Write an entry as Booking of openapi.json. */
extern void web_put_entry(FILE *to, const entry_t *e);

/*
 * Set the reply to what was written to a stream of open_memstream(), which is
 * closed. IN text, size - of the stream
 */
extern void web_written(reply_t *r, FILE *f, char **text);
