/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * request.h - a request of HTTP, taken apart and checked.
 *
 * Nothing here knows the library that speaks HTTP, so that all of it can be tested
 * with texts.
 */
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
	METHOD_GET,		/* HEAD, too */
	METHOD_POST,
	METHOD_PATCH,
	METHOD_DELETE,
	METHOD_OTHER,
} method_t;

#define REQUEST_WORDS 6		/* of a path */
#define REQUEST_PARAMS 16	/* of a query */
#define REQUEST_TEXT 4096	/* bytes of a path, or of a query's value */

typedef struct {
	char *key, *value;	/* owned */
} param_t;

typedef struct {
	method_t method;
	char *words[REQUEST_WORDS];	/* of the path, decoded; owned */
	size_t word_cnt;
	param_t params[REQUEST_PARAMS];
	size_t param_cnt;
	json_t *body;		/* an object, or NULL; owned */
	const char *if_none_match;	/* a header, or NULL; not owned */
	struct place *place;	/* of the connection (places.h), or NULL */
} request_t;

extern void request_free(request_t *r);

extern method_t request_method(const char *word);

/*
 * Decode %XX. RET a text for free(); NULL: it is no UTF-8, has a byte below 0x20
 * or 0x7f, or is too long; or memory is short
 */
extern char *request_decode(const char *text);

/* Set the words of a path "/a/b%2Fc". RET false: it is not well-formed */
extern bool request_set_path(request_t *r, const char *path);

/*
 * Add a parameter of the query, as it was sent.
 * RET false: it is not well-formed, there are too many, or it is there already
 */
extern bool request_add_param(request_t *r, const char *key, const char *value);

/* The value of a parameter; NULL: it was not given. */
extern const char *request_param(const request_t *r, const char *key);

/*
 * The value of a parameter as a whole number, least to most.
 * IN/OUT ret - the default; untouched if it was not given
 * RET false: it is no such number
 */
extern bool request_number(const request_t *r, const char *key, int64_t least,
			   int64_t most, int64_t *ret);

/* Are all parameters among these, a list that ends with a NULL? */
extern bool request_params_are(const request_t *r, const char *const *keys);

/*
 * Does a header Host name this server? A page of another site that has its name
 * point to this machine (DNS rebinding) sends its own name. localhost and the
 * addresses of the loopback are names of each server, with any port, as ssh may
 * forward another.
 * IN host - NULL: no
 * IN more - further names, without a port, a list that ends with a NULL
 */
extern bool request_host_ok(const char *host, char *const *more);

/*
 * Is a header Origin that of this server's own pages? Browsers send it with each
 * request that may change anything. A proxy may have another name than the one
 * that it passes on: then it is among more.
 * IN origin - NULL: no browser sends the request for a page, which is fine
 * IN host - that was found ok
 * IN more - as of request_host_ok()
 */
extern bool request_origin_ok(const char *origin, const char *host,
			      char *const *more);

/* Does a header Content-Type say application/json? IN type - NULL: no */
extern bool request_is_json(const char *type);

/* Is an ETag, with its quotes, in a header If-None-Match? IN header - NULL: no */
extern bool request_has_etag(const char *header, const char *etag);
