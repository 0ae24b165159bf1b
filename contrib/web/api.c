/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <string.h>

#include "contrib/web/api.h"

#define DEPTH 8			/* of a body */

bool api_is_ours(const web_t *w, const api_call_t *c, reply_t *r)
{
	if (!request_host_ok(c->host, w->hosts)) {
		reply_wrong(r, WRONG_HOST);
		return false;
	}
	if (request_origin_ok(c->origin, c->host, w->hosts))
		return true;
	reply_wrong(r, WRONG_ORIGIN);
	return false;
}

/* Browsers say so of a request that a page of another origin makes. */
static bool _is_of_another_page(const api_call_t *c)
{
	return c->site && strcmp(c->site, "same-origin") &&
	       strcmp(c->site, "none");
}

static bool _take(web_t *w, limit_t *limit)
{
	bool ok;

	pthread_mutex_lock(&w->lock);
	ok = limit_take(limit, store_now());
	pthread_mutex_unlock(&w->lock);
	return ok;
}

static bool _has_token(const web_t *w, const request_t *q,
		       const route_t *route, const api_call_t *c)
{
	return w->site || (route && route->open) ||
	       token_is_bearer(w->token, c->authorization) ||
	       (route && route->key &&
		token_is(w->key, request_param(q, "key")));
}

bool api_is_flat(const char *text, size_t size, unsigned int depth)
{
	unsigned int now = 0;

	for (size_t i = 0; i < size; i++) {
		if ((text[i] == '{') || (text[i] == '['))
			now++;
		if (((text[i] == '}') || (text[i] == ']')) && now)
			now--;
		if (now > depth)
			return false;
	}
	return true;
}

/* RET false: *r says what is wrong */
static bool _read_body(request_t *q, const route_t *route, const api_call_t *c,
		       reply_t *r)
{
	if (c->too_large) {
		reply_wrong(r, WRONG_SIZE);
		return false;
	}
	if (!c->size && (route->body != BODY_NEEDED))
		return true;
	if (!request_is_json(c->type)) {
		reply_wrong(r, WRONG_TYPE);
		return false;
	}
	if (api_is_flat(c->body, c->size, DEPTH))
		q->body = json_loadb(c->size ? c->body : "", c->size,
				     JSON_REJECT_DUPLICATES, NULL);
	if (json_is_object(q->body))
		return true;
	reply_bad(r, "the body is no object of JSON");
	return false;
}

static bool _read(request_t *q, const api_call_t *c)
{
	*q = (request_t) {
		.method = request_method(c->method),
		.if_none_match = c->if_none_match,
		.place = c->place,
	};
	return request_set_path(q, c->path) &&
	       c->params(c->arg, request_add_param, q);
}

/* IN path - there is the path, with another method */
static void _no_route(const request_t *q, bool path, reply_t *r)
{
	reply_wrong(r, path ? WRONG_METHOD : WRONG_PATH);
	if (path)
		(void) web_allowed(q, r->allow);
}

/* Serve a request that has a path and parameters which can be read. */
static void _serve(web_t *w, request_t *q, const api_call_t *c, reply_t *r)
{
	bool path;
	const route_t *route = web_route(q, &path);

	if (!_has_token(w, q, route, c))
		reply_wrong(r, _take(w, &w->failures) ? WRONG_TOKEN :
							WRONG_RATE);
	else if (!_take(w, &w->reads))
		reply_wrong(r, WRONG_RATE);
	else if (!route)
		_no_route(q, path, r);
	else if (route->deed && w->site)
		reply_wrong(r, WRONG_READ_ONLY);
	else if (route->deed && !_take(w, &w->deeds))
		reply_wrong(r, WRONG_RATE);
	else if (_read_body(q, route, c, r))
		route->fn(w, q, r);
}

void api_answer(web_t *w, const api_call_t *c, reply_t *r)
{
	request_t q;

	if (_is_of_another_page(c)) {
		reply_wrong(r, WRONG_ORIGIN);
		return;
	}
	if (_read(&q, c))
		_serve(w, &q, c, r);
	else
		reply_bad(r, "the path or a parameter is not well-formed");
	request_free(&q);
}
