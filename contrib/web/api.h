/* SPDX-License-Identifier: GPL-2.0-or-later */
/* api.h - a request of /api or /metrics: whether it is served, and by what. */
#pragma once

#include "contrib/web/answers/web.h"

/* What HTTP brings; all texts may be NULL, but for method and path. */
typedef struct {
	const char *method, *path;	/* not decoded */
	const char *host, *origin, *site;	/* Sec-Fetch-Site */
	const char *authorization, *type, *if_none_match;
	const char *body;
	size_t size;
	bool too_large;		/* the body was not kept */
	/* call fn with each parameter, not decoded; false: it returned false */
	bool (*params)(void *arg, bool (*fn)(request_t *q, const char *key,
					     const char *value), request_t *q);
	void *arg;
	struct place *place;	/* of the connection, or NULL */
} api_call_t;

/*
 * May this be answered, whatever it asks for?
 * RET false: *r says why not
 */
extern bool api_is_ours(const web_t *w, const api_call_t *c, reply_t *r);

/* Answer it. Call api_is_ours() before. */
extern void api_answer(web_t *w, const api_call_t *c, reply_t *r);

/* Is a text of JSON nested no deeper than this? Braces in strings count, too. */
extern bool api_is_flat(const char *text, size_t size, unsigned int depth);
