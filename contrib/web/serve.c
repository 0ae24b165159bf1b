/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <errno.h>
#include <microhttpd.h>
#include <netdb.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "contrib/web/api.h"
#include "contrib/web/door.h"
#include "contrib/web/http/page.h"
#include "contrib/web/serve.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define RECEIVE 30000		/* milliseconds for a request, or until the next */
#define SEND 60000		/* milliseconds in which an answer must be read */
#define IDLE 30			/* seconds of either in which something must come */
#define MEMORY 32768		/* bytes of the head of a request, and more */
#define STACK 1048576
#define SPARE 64		/* connections that libmicrohttpd still cleans up */

struct serve {
	struct MHD_Daemon *daemon;
	places_t *places;
	door_t *door;
};

/* A request that is being received. */
typedef struct {
	char *body;		/* owned; WEB_BODY bytes, or NULL */
	size_t size;
	bool too_large;
} call_t;

/* --- answers ------------------------------------------------------------------------ */

/* Nothing but what the server itself sends is run, shown or asked. */
static const char policy[] =
	"default-src 'none'; script-src 'self'; style-src 'self'; "
	"img-src 'self' data:; font-src 'self'; connect-src 'self'; "
	"manifest-src 'self'; base-uri 'none'; form-action 'none'; "
	"frame-ancestors 'none'";

static const char *const headers[][2] = {
	{ MHD_HTTP_HEADER_CACHE_CONTROL, "private, no-cache" },
	{ "Content-Security-Policy", policy },
	{ "Cross-Origin-Opener-Policy", "same-origin" },
	{ "Cross-Origin-Resource-Policy", "same-origin" },
	{ "Referrer-Policy", "no-referrer" },
	{ "X-Content-Type-Options", "nosniff" },
	{ "X-Frame-Options", "DENY" },
};

/* IN response - is destroyed; NULL: memory was short */
static enum MHD_Result _send(struct MHD_Connection *c, unsigned int status,
			     const char *type, const char *etag,
			     struct MHD_Response *response)
{
	enum MHD_Result rc;

	if (!response)
		return MHD_NO;
	for (size_t i = 0; i < COUNT(headers); i++)
		MHD_add_response_header(response, headers[i][0], headers[i][1]);
	if (type && (status != 304))
		MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE,
					type);
	if (etag && etag[0])
		MHD_add_response_header(response, MHD_HTTP_HEADER_ETAG, etag);
	rc = MHD_queue_response(c, status, response);
	MHD_destroy_response(response);
	return rc;
}

static place_t *_place(struct MHD_Connection *c)
{
	return MHD_get_connection_info(c, MHD_CONNECTION_INFO_SOCKET_CONTEXT)
		->socket_context;
}

static enum MHD_Result _send_reply(struct MHD_Connection *c, reply_t *r)
{
	struct MHD_Response *response;
	char seconds[16];
	enum MHD_Result rc;

	if (r->body && !place_hold(_place(c), r->size))
		reply_wrong(r, WRONG_UNREAD);
	response = MHD_create_response_from_buffer(r->body ? r->size : 0,
		r->body ? r->body : (char *) "",
		r->body ? MHD_RESPMEM_MUST_FREE : MHD_RESPMEM_PERSISTENT);
	if (response)
		r->body = NULL;
	if (response && r->retry_after) {
		snprintf(seconds, sizeof(seconds), "%u", r->retry_after);
		MHD_add_response_header(response, MHD_HTTP_HEADER_RETRY_AFTER,
					seconds);
	}
	if (response && r->close)
		MHD_add_response_header(response, MHD_HTTP_HEADER_CONNECTION,
					"close");
	if (response && r->location)
		MHD_add_response_header(response, MHD_HTTP_HEADER_LOCATION,
					r->location);
	if (response && r->allow[0])
		MHD_add_response_header(response, MHD_HTTP_HEADER_ALLOW,
					r->allow);
	if (response && (r->status == 401))
		MHD_add_response_header(response,
					MHD_HTTP_HEADER_WWW_AUTHENTICATE,
					"Bearer");
	rc = _send(c, r->status, r->type, r->etag, response);
	reply_free(r);
	return rc;
}

/* --- the page ----------------------------------------------------------------------- */

static enum MHD_Result _send_page(const web_t *w, struct MHD_Connection *c,
				  const char *path, const char *if_none_match)
{
	struct MHD_Response *response;
	reply_t r = { .body = NULL };
	const char *type;
	char etag[64];
	size_t size;
	int fd = page_open(w->page, path, &type, &size, etag);

	if (fd < 0) {
		reply_wrong(&r, WRONG_PATH);
		return _send_reply(c, &r);
	}
	if (request_has_etag(if_none_match, etag)) {
		close(fd);
		return _send(c, 304, NULL, etag,
			     MHD_create_response_from_buffer(0, (char *) "",
						MHD_RESPMEM_PERSISTENT));
	}
	/* the response closes it */
	response = MHD_create_response_from_fd(size, fd);
	if (!response)
		close(fd);
	return _send(c, 200, type, etag, response);
}

/* --- requests ------------------------------------------------------------------------ */

static const char *_header(struct MHD_Connection *c, const char *name)
{
	return MHD_lookup_connection_value(c, MHD_HEADER_KIND, name);
}

typedef struct {
	bool (*fn)(request_t *q, const char *key, const char *value);
	request_t *q;
	bool ok;
} adding_t;

static enum MHD_Result _add_param(void *arg, enum MHD_ValueKind kind,
				  const char *key, const char *value)
{
	adding_t *adding = arg;

	(void) kind;
	adding->ok = adding->fn(adding->q, key, value);
	return adding->ok ? MHD_YES : MHD_NO;
}

static bool _each_param(void *arg, bool (*fn)(request_t *q, const char *key,
					      const char *value), request_t *q)
{
	adding_t adding = { .fn = fn, .q = q, .ok = true };

	MHD_get_connection_values(arg, MHD_GET_ARGUMENT_KIND, _add_param,
				  &adding);
	return adding.ok;
}

static bool _is_api(const char *path)
{
	return !strncmp(path, "/api/", 5) || web_is_top(path);
}

static enum MHD_Result _answer(web_t *w, struct MHD_Connection *c,
			       const char *path, const char *method,
			       const call_t *call)
{
	api_call_t api = {
		.method = method, .path = path,
		.host = _header(c, "Host"), .origin = _header(c, "Origin"),
		.site = _header(c, "Sec-Fetch-Site"),
		.authorization = _header(c, "Authorization"),
		.type = _header(c, "Content-Type"),
		.if_none_match = _header(c, "If-None-Match"),
		.body = call->body, .size = call->size,
		.too_large = call->too_large, .params = _each_param, .arg = c,
		.place = _place(c),
	};
	reply_t r = { .body = NULL };

	if (!api_is_ours(w, &api, &r))
		return _send_reply(c, &r);
	if (!_is_api(path)) {
		if (request_method(method) == METHOD_GET)
			return _send_page(w, c, path, api.if_none_match);
		reply_wrong(&r, WRONG_METHOD);
	} else {
		api_answer(w, &api, &r);
	}
	return _send_reply(c, &r);
}

/* Keep a part of a body, or note that it is too large. */
static void _receive(call_t *call, const char *data, size_t size)
{
	if (call->too_large || (size > WEB_BODY - call->size) ||
	    (!call->body && !(call->body = malloc(WEB_BODY)))) {
		call->too_large = true;
		return;
	}
	memcpy(call->body + call->size, data, size);
	call->size += size;
}

/*
 * A request that says that it is too large is refused before it is received:
 * reading it to its end would take a thread for as long as the client likes.
 */
static bool _says_too_large(struct MHD_Connection *c)
{
	const char *length = _header(c, "Content-Length");

	return length && ((strlen(length) > 6) ||
			  (strtoul(length, NULL, 10) > WEB_BODY));
}

/*
 * Begin a request.
 * RET MHD_YES to receive its body
 */
static enum MHD_Result _begin(struct MHD_Connection *c)
{
	reply_t r = { .body = NULL };

	if (!place_ask(_place(c), store_now())) {
		/* at the door the next one is refused at less expense */
		reply_wrong(&r, WRONG_RATE);
		r.close = true;
	} else if (_says_too_large(c)) {
		reply_wrong(&r, WRONG_SIZE);
	} else {
		return MHD_YES;
	}
	return _send_reply(c, &r);
}

static enum MHD_Result _handle(void *arg, struct MHD_Connection *c,
			       const char *path, const char *method,
			       const char *version, const char *data,
			       size_t *size, void **state)
{
	call_t *call = *state;
	enum MHD_Result rc;

	(void) version;
	if (!call) {
		*state = calloc(1, sizeof(*call));
		return *state ? _begin(c) : MHD_NO;
	}
	if (*size) {
		_receive(call, data, *size);
		*size = 0;
		return MHD_YES;
	}
	place_work(_place(c));
	rc = _answer(arg, c, path, method, call);
	place_rest(_place(c), store_now() + SEND);
	return rc;
}

static void _completed(void *arg, struct MHD_Connection *c, void **state,
		       enum MHD_RequestTerminationCode code)
{
	call_t *call = *state;

	(void) arg;
	(void) code;
	place_next(_place(c), store_now() + RECEIVE);
	if (!call)
		return;
	free(call->body);
	free(call);
	*state = NULL;
}

/* What is encoded stays so: request.h decodes it, word by word. */
static size_t _unescape(void *arg, struct MHD_Connection *c, char *text)
{
	(void) arg;
	(void) c;
	return strlen(text);
}

/* --- life ------------------------------------------------------------------------------ */

/* The door gives a place before libmicrohttpd has the connection. */
static void _connected(void *arg, struct MHD_Connection *c, void **context,
		       enum MHD_ConnectionNotificationCode code)
{
	serve_t *s = arg;
	int fd;

	if (code == MHD_CONNECTION_NOTIFY_CLOSED) {
		place_leave(*context);
		return;
	}
	fd = MHD_get_connection_info(c, MHD_CONNECTION_INFO_CONNECTION_FD)
		->connect_fd;
	*context = places_find(s->places, fd);
	place_next(*context, store_now() + RECEIVE);
}

static bool _take(void *arg, int fd, const struct sockaddr *from, socklen_t len)
{
	serve_t *s = arg;

	return MHD_add_connection(s->daemon, fd, from, len) == MHD_YES;
}

/*
 * The door counts connections. libmicrohttpd must never have to, as 0.9.75 does not
 * unlock a mutex when a connection that was added is one too many.
 */
static struct MHD_Daemon *_start(web_t *w, serve_t *s, unsigned int connections)
{
	return MHD_start_daemon(
		MHD_USE_AUTO | MHD_USE_INTERNAL_POLLING_THREAD |
		MHD_USE_THREAD_PER_CONNECTION | MHD_USE_ITC |
		MHD_USE_NO_LISTEN_SOCKET, 0, NULL, NULL, _handle, w,
		MHD_OPTION_CONNECTION_LIMIT, connections + SPARE,
		MHD_OPTION_CONNECTION_TIMEOUT, (unsigned int) IDLE,
		MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t) MEMORY,
		MHD_OPTION_THREAD_STACK_SIZE, (size_t) STACK,
		MHD_OPTION_STRICT_FOR_CLIENT, 1,
		MHD_OPTION_UNESCAPE_CALLBACK, _unescape, NULL,
		MHD_OPTION_NOTIFY_COMPLETED, _completed, NULL,
		MHD_OPTION_NOTIFY_CONNECTION, _connected, s,
		MHD_OPTION_END);
}

/* RET a socket that listens; -1: errno says why there is none */
static int _listen(const char *address, uint16_t port)
{
	struct addrinfo hints = {
		.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE,
		.ai_socktype = SOCK_STREAM,
	}, *at;
	char number[8];
	int fd;

	snprintf(number, sizeof(number), "%u", port);
	if (getaddrinfo(address, number, &hints, &at)) {
		errno = EADDRNOTAVAIL;
		return -1;
	}
	fd = door_listen(at->ai_addr, at->ai_addrlen);
	freeaddrinfo(at);
	return fd;
}

serve_t *serve_start(web_t *w, const serve_at_t *at, uint16_t *ret_port)
{
	int fd = _listen(at->address, at->port);
	serve_t *s;

	if (fd < 0)
		return NULL;
	if ((s = calloc(1, sizeof(*s))))
		s->places = places_make(at->connections, at->each, at->rate);
	if (s && s->places)
		s->daemon = _start(w, s, at->connections);
	if (s && s->daemon)
		s->door = door_open(fd, s->places, _take, s);
	if (s && s->door) {
		*ret_port = door_port(s->door);
		return s;
	}
	close(fd);
	serve_stop(s);
	errno = ENOMEM;
	return NULL;
}

void serve_stop(serve_t *s)
{
	if (!s)
		return;
	door_close(s->door);
	if (s->daemon)
		MHD_stop_daemon(s->daemon);
	places_free(s->places);
	free(s);
}
