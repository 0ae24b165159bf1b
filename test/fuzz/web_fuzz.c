/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * web_fuzz.c - a request as it reaches garq-web: its path, parameters and headers,
 * and a body that asks for a reservation.
 *
 * The bytes are texts that end with 0: a path, the Host, the Origin, an
 * If-None-Match, a key and a value, and then the body.
 */
#include "contrib/web/http/request.h"
#include "contrib/web/json/wish_json.h"
#include "test/fuzz/fuzz.h"

#define NOW 1893456000
#define HOURS 24

const char fuzz_name[] = "web";

static char *const proxies[] = { (char *) "proxy.example", NULL };

static void _check_text(const char *text)
{
	for (; *text; text++)
		FUZZ_CHECK(((uint8_t) *text >= ' ') && (*text != 0x7f));
}

static void _read_line(request_t *r, fuzz_bytes_t *b)
{
	char *path = fuzz_text(b);

	if (request_set_path(r, path)) {
		FUZZ_CHECK(r->word_cnt && (r->word_cnt <= REQUEST_WORDS));
		for (size_t i = 0; i < r->word_cnt; i++)
			_check_text(r->words[i]);
	}
	free(path);
}

/* Only names of this machine, and of its proxy, are let in. */
static void _read_headers(fuzz_bytes_t *b)
{
	char *host = fuzz_text(b), *origin = fuzz_text(b), *tag = fuzz_text(b);

	if (request_host_ok(host, proxies)) {
		FUZZ_CHECK(strcasestr(host, "localhost") ||
			   strstr(host, "127.") || strstr(host, "::1") ||
			   strcasestr(host, "proxy.example"));
		(void) request_origin_ok(origin, host, proxies);
	}
	(void) request_has_etag(tag, "\"1a\"");
	(void) request_is_json(origin);
	free(host);
	free(origin);
	free(tag);
}

static void _read_param(request_t *r, fuzz_bytes_t *b)
{
	char *key = fuzz_text(b), *value = fuzz_text(b);
	int64_t number = 1;

	if (request_add_param(r, key, value)) {
		FUZZ_CHECK(r->param_cnt == 1);
		_check_text(r->params[0].key);
		_check_text(r->params[0].value);
		FUZZ_CHECK(!request_add_param(r, key, value));
		(void) request_number(r, r->params[0].key, 1, HOURS, &number);
		FUZZ_CHECK((number >= 1) && (number <= HOURS));
	}
	free(key);
	free(value);
}

static void _read_body(const fuzz_bytes_t *b)
{
	for (wish_form_t form = WISH_BOOK; form <= WISH_PART; form++) {
		json_t *body = json_loadb((const char *) b->at, b->size, 0,
					  NULL);
		int64_t hold = 0;
		wish_t wish;
		char *why;

		if (json_is_object(body)) {
			why = wish_json_read(body, form, NOW, &wish,
					     form == WISH_HOLD ? &hold : NULL);
			FUZZ_CHECK(!why || why[0]);
			free(why);
		}
		json_decref(body);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	fuzz_bytes_t b = { .at = data, .size = size };
	request_t r = { .body = NULL };

	_read_line(&r, &b);
	_read_headers(&b);
	_read_param(&r, &b);
	if (b.size)
		_read_body(&b);
	request_free(&r);
	return 0;
}
