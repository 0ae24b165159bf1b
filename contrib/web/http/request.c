/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "contrib/sresv/answer/parse.h"
#include "contrib/sresv/text/plain.h"
#include "contrib/web/http/request.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

void request_free(request_t *r)
{
	for (size_t i = 0; i < r->word_cnt; i++)
		free(r->words[i]);
	for (size_t i = 0; i < r->param_cnt; i++) {
		free(r->params[i].key);
		free(r->params[i].value);
	}
	json_decref(r->body);
	*r = (request_t) { .body = NULL };
}

method_t request_method(const char *word)
{
	static const struct {
		const char *word;
		method_t method;
	} table[] = {
		{ "GET", METHOD_GET }, { "HEAD", METHOD_GET },
		{ "POST", METHOD_POST }, { "PATCH", METHOD_PATCH },
		{ "DELETE", METHOD_DELETE },
	};

	for (size_t i = 0; i < COUNT(table); i++)
		if (!strcmp(table[i].word, word))
			return table[i].method;
	return METHOD_OTHER;
}

/* --- texts ------------------------------------------------------------------- */

static int _digit(char c)
{
	return isdigit((unsigned char) c) ? c - '0' :
	       isxdigit((unsigned char) c) ? tolower((unsigned char) c) - 'a' + 10 :
	       -1;
}

/* UTF-8 without control characters. */
static bool _is_text(const char *text)
{
	size_t left = strlen(text), size;
	uint32_t number;
	bool prints;

	for (; left; text += size, left -= size) {
		if (((unsigned char) *text < ' ') || (*text == 0x7f))
			return false;
		size = plain_char((const unsigned char *) text, left, &prints,
				  &number);
		if (!size)
			return false;
	}
	return true;
}

char *request_decode(const char *text)
{
	size_t len = strlen(text), n = 0;
	char *ret;

	if ((len > REQUEST_TEXT) || !(ret = malloc(len + 1)))
		return NULL;
	for (size_t i = 0; i < len; i++) {
		int high, low;

		ret[n++] = text[i];
		if (text[i] != '%')
			continue;
		high = _digit(text[i + 1]);
		low = (high < 0) ? -1 : _digit(text[i + 2]);
		/* a NUL would cut the text */
		if ((low < 0) || !(high | low)) {
			free(ret);
			return NULL;
		}
		ret[n - 1] = (char) (high << 4 | low);
		i += 2;
	}
	ret[n] = '\0';
	if (_is_text(ret))
		return ret;
	free(ret);
	return NULL;
}

/* --- the path and the query ---------------------------------------------------- */

bool request_set_path(request_t *r, const char *path)
{
	while (*path == '/') {
		size_t len = strcspn(path + 1, "/");
		char *word = strndup(path + 1, len), *decoded;

		path += 1 + len;
		decoded = word ? request_decode(word) : NULL;
		free(word);
		if (!decoded)
			return false;
		if ((r->word_cnt == REQUEST_WORDS) ||
		    (!len && (*path || r->word_cnt))) {
			free(decoded);
			return false;
		}
		r->words[r->word_cnt++] = decoded;
	}
	return r->word_cnt && !*path;
}

bool request_add_param(request_t *r, const char *key, const char *value)
{
	param_t p = { request_decode(key), request_decode(value ? value : "") };

	if (p.key && p.value && (r->param_cnt < REQUEST_PARAMS) &&
	    !request_param(r, p.key)) {
		r->params[r->param_cnt++] = p;
		return true;
	}
	free(p.key);
	free(p.value);
	return false;
}

const char *request_param(const request_t *r, const char *key)
{
	for (size_t i = 0; i < r->param_cnt; i++)
		if (!strcmp(r->params[i].key, key))
			return r->params[i].value;
	return NULL;
}

bool request_number(const request_t *r, const char *key, int64_t least,
		    int64_t most, int64_t *ret)
{
	const char *value = request_param(r, key);

	return !value || parse_number(value, least, most, ret);
}

bool request_params_are(const request_t *r, const char *const *keys)
{
	for (size_t i = 0; i < r->param_cnt; i++) {
		const char *const *key = keys;

		while (*key && strcmp(*key, r->params[i].key))
			key++;
		if (!*key)
			return false;
	}
	return true;
}

/* --- headers ------------------------------------------------------------------- */

/* Length of the name in "name:port" or "[address]:port"; 0: it is neither. */
static size_t _name_length(const char *host)
{
	size_t len = (host[0] == '[') ? strcspn(host, "]") + 1 :
					strcspn(host, ":");
	const char *port;

	if ((host[0] == '[') && !memchr(host, ']', strlen(host)))
		return 0;
	port = host + len;
	if (*port && ((*port != ':') || !port[1] ||
		      port[1 + strspn(port + 1, "0123456789")]))
		return 0;
	return len;
}

static bool _is_name(const char *host, size_t len, const char *name)
{
	return (strlen(name) == len) && !strncasecmp(host, name, len);
}

static bool _is_among(const char *host, char *const *names)
{
	size_t len = _name_length(host);

	for (; len && *names; names++)
		if (_is_name(host, len, *names))
			return true;
	return false;
}

bool request_host_ok(const char *host, char *const *more)
{
	static char *const loopback[] = {
		(char *) "localhost", (char *) "127.0.0.1", (char *) "[::1]",
		NULL
	};

	return host && (_is_among(host, loopback) || _is_among(host, more));
}

bool request_origin_ok(const char *origin, const char *host, char *const *more)
{
	static const char *const schemes[] = { "http://", "https://" };

	if (!origin)
		return true;
	/* behind a proxy the page has https, and the request http */
	for (size_t i = 0; i < COUNT(schemes); i++) {
		size_t len = strlen(schemes[i]);

		if (!strncasecmp(origin, schemes[i], len))
			return !strcasecmp(origin + len, host) ||
			       _is_among(origin + len, more);
	}
	return false;
}

bool request_is_json(const char *type)
{
	static const char json[] = "application/json";
	size_t len = sizeof(json) - 1;

	return type && !strncasecmp(type, json, len) &&
	       (!type[len] || (type[len] == ';') || (type[len] == ' '));
}

bool request_has_etag(const char *header, const char *etag)
{
	size_t size = strlen(etag);

	while (header && *header) {
		size_t len;

		header += strspn(header, " \t,");
		if (!strncmp(header, "W/", 2))
			header += 2;
		len = strcspn(header, " \t,");
		if ((len == size) && !strncmp(header, etag, size))
			return true;
		header += len;
	}
	return false;
}
