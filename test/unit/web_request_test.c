/* SPDX-License-Identifier: GPL-2.0-or-later */
/* web_request_test.c - requests of garq-web: texts, names of hosts, tokens, limits */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/web/api.h"
#include "contrib/web/http/limit.h"
#include "contrib/web/http/page.h"
#include "contrib/web/store/records.h"
#include "contrib/web/http/token.h"
#include "test/unit/test_util.h"


START_TEST(texts_are_decoded)
{
	static const char *const table[][2] = {
		{ "", "" }, { "a", "a" }, { "a%2Fb", "a/b" }, { "%2f%25", "/%" },
		{ "%c3%a9", "\xc3\xa9" }, { "a+b", "a+b" },
		{ "%", NULL }, { "%2", NULL }, { "%g0", NULL }, { "%00", NULL },
		{ "a%0ab", NULL }, { "%7f", NULL }, { "%ff", NULL },
		{ "%c3", NULL }, { "a%", NULL },
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		char *text = request_decode(table[i][0]);

		if (table[i][1])
			ck_assert_str_eq(text, table[i][1]);
		else
			ck_assert_msg(!text, "%s", table[i][0]);
		free(text);
	}
}
END_TEST

START_TEST(a_text_may_not_be_too_long)
{
	char text[REQUEST_TEXT + 2], *decoded;

	memset(text, 'a', sizeof(text));
	text[REQUEST_TEXT + 1] = '\0';
	ck_assert_ptr_null(request_decode(text));
	text[REQUEST_TEXT] = '\0';
	decoded = request_decode(text);
	ck_assert_str_eq(decoded, text);
	free(decoded);
}
END_TEST

START_TEST(paths_are_words)
{
	static const struct {
		const char *path;
		size_t words;		/* 0: not well-formed */
		const char *last;
	} table[] = {
		{ "/", 1, "" }, { "/a", 1, "a" }, { "/a/b%2fc", 2, "b/c" },
		{ "/1/2/3/4/5/6", 6, "6" }, { "/1/2/3/4/5/6/7", 0, NULL },
		{ "", 0, NULL }, { "a", 0, NULL }, { "//a", 0, NULL },
		{ "/a/", 0, NULL }, { "/a//b", 0, NULL }, { "/%00", 0, NULL },
		{ "*", 0, NULL },
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		request_t q = { .body = NULL };
		bool ok = request_set_path(&q, table[i].path);

		ck_assert_msg(ok == (table[i].words > 0), "%s", table[i].path);
		if (ok) {
			ck_assert_uint_eq(q.word_cnt, table[i].words);
			ck_assert_str_eq(q.words[q.word_cnt - 1],
					 table[i].last);
		}
		request_free(&q);
	}
}
END_TEST

START_TEST(parameters)
{
	static const char *const keys[] = { "a", "n", NULL };
	static const char *const others[] = { "a", NULL };
	request_t q = { .body = NULL };
	int64_t n = 7;

	ck_assert(request_add_param(&q, "a", "x%20y"));
	ck_assert(request_add_param(&q, "n", "42"));
	ck_assert_str_eq(request_param(&q, "a"), "x y");
	ck_assert_ptr_null(request_param(&q, "b"));
	ck_assert(request_params_are(&q, keys));
	ck_assert(!request_params_are(&q, others));
	ck_assert(request_number(&q, "b", 0, 9, &n));
	ck_assert_int_eq(n, 7);
	ck_assert(!request_number(&q, "n", 0, 9, &n));
	ck_assert(!request_number(&q, "a", 0, 99, &n));
	ck_assert(request_number(&q, "n", 42, 42, &n));
	ck_assert_int_eq(n, 42);
	ck_assert_msg(!request_add_param(&q, "n", "43"), "it is there already");
	ck_assert(!request_add_param(&q, "c", "%00"));
	ck_assert(request_add_param(&q, "c", NULL));
	ck_assert_str_eq(request_param(&q, "c"), "");
	request_free(&q);
}
END_TEST

START_TEST(parameters_are_not_too_many)
{
	request_t q = { .body = NULL };
	char key[16];

	for (int i = 0; i < REQUEST_PARAMS; i++) {
		snprintf(key, sizeof(key), "k%d", i);
		ck_assert(request_add_param(&q, key, "1"));
	}
	ck_assert(!request_add_param(&q, "more", "1"));
	request_free(&q);
}
END_TEST

START_TEST(hosts)
{
	static char *const more[] = { (char *) "cal.example", NULL };
	static const struct {
		const char *host;
		bool ok;
	} table[] = {
		{ "localhost", true }, { "LocalHost:1", true },
		{ "127.0.0.1:65535", true }, { "[::1]", true },
		{ "[::1]:80", true }, { "cal.example", true },
		{ "CAL.example:443", true },
		{ NULL, false }, { "", false }, { ":80", false },
		{ "localhost:", false }, { "localhost:8o", false },
		{ "localhost.", false }, { "localhost.evil", false },
		{ "127.0.0.1.nip.io", false }, { "127.0.0.2", false },
		{ "[::1", false }, { "[::1]x", false }, { "::1", false },
		{ "cal.example.evil", false }, { "xcal.example", false },
		{ "cal", false },
	};

	for (size_t i = 0; i < COUNT(table); i++)
		ck_assert_msg(request_host_ok(table[i].host, more) ==
			      table[i].ok, "%s", table[i].host);
}
END_TEST

START_TEST(origins)
{
	static char *const more[] = { (char *) "cal.example", NULL };
	static const struct {
		const char *origin;
		bool ok;
	} table[] = {
		{ NULL, true }, { "http://localhost:1", true },
		{ "https://LOCALHOST:1", true }, { "https://cal.example", true },
		{ "https://cal.example:8443", true },
		{ "http://localhost:2", false }, { "http://localhost", false },
		{ "http://127.0.0.1:1", false }, { "null", false },
		{ "", false }, { "file://localhost:1", false },
		{ "localhost:1", false }, { "https://", false },
		{ "https://cal.example.evil", false },
		{ "https://cal.example:x", false },
		{ "https://cal.example@evil", false },
	};

	for (size_t i = 0; i < COUNT(table); i++)
		ck_assert_msg(request_origin_ok(table[i].origin, "localhost:1",
						more) == table[i].ok, "%s",
			      table[i].origin);
}
END_TEST

START_TEST(other_headers)
{
	ck_assert(request_is_json("application/json"));
	ck_assert(request_is_json("Application/JSON; charset=utf-8"));
	ck_assert(!request_is_json("application/jsonp"));
	ck_assert(!request_is_json("text/plain"));
	ck_assert(!request_is_json(NULL));
	ck_assert(request_has_etag("\"a\"", "\"a\""));
	ck_assert(request_has_etag("\"b\", W/\"a\"", "\"a\""));
	ck_assert(!request_has_etag("\"ab\"", "\"a\""));
	ck_assert(!request_has_etag(NULL, "\"a\""));
	ck_assert(!request_has_etag("", "\"a\""));
	ck_assert_int_eq(request_method("HEAD"), METHOD_GET);
	ck_assert_int_eq(request_method("get"), METHOD_OTHER);
	ck_assert_int_eq(request_method("TRACE"), METHOD_OTHER);
}
END_TEST

START_TEST(json_is_flat)
{
	ck_assert(api_is_flat("{\"a\":[1]}", 9, 2));
	ck_assert(!api_is_flat("{\"a\":[1]}", 9, 1));
	ck_assert(api_is_flat("[][][]", 6, 1));
	ck_assert(api_is_flat("]]]", 3, 1));
	ck_assert(api_is_flat(NULL, 0, 1));
}
END_TEST

START_TEST(tokens)
{
	static const char none[TOKEN_SIZE];
	char token[TOKEN_SIZE], other[TOKEN_SIZE], text[2 * TOKEN_SIZE];

	ck_assert(token_make(token) && token_make(other));
	ck_assert_uint_eq(strspn(token, "0123456789abcdef"), TOKEN_SIZE - 1);
	ck_assert_str_ne(token, other);
	ck_assert(token_is(token, token));
	ck_assert(!token_is(token, other));
	ck_assert(!token_is(token, NULL));
	ck_assert(!token_is(token, ""));
	snprintf(text, sizeof(text), "%s0", token);
	ck_assert(!token_is(token, text));
	snprintf(text, sizeof(text), "%s%s", token, token);
	ck_assert_msg(!token_is(token, text), "twice the token is another one");
	for (size_t i = 0; i < TOKEN_SIZE - 1; i++) {
		snprintf(text, sizeof(text), "%s", token);
		text[i] = (text[i] == 'a') ? 'b' : 'a';
		ck_assert_msg(!token_is(token, text), "digit %zu", i);
	}
	snprintf(text, sizeof(text), "bearer %s", token);
	ck_assert(token_is_bearer(token, text));
	ck_assert(!token_is_bearer(token, token));
	ck_assert(!token_is_bearer(token, "Bearer "));
	ck_assert(!token_is_bearer(token, NULL));
	/* a server for everybody has no token, and nobody can guess it */
	ck_assert(!token_is(none, NULL));
	ck_assert(!token_is(none, ""));
}
END_TEST

START_TEST(limits)
{
	limit_t l = limit_make(2, 3, 1000);

	for (int i = 0; i < 3; i++)
		ck_assert(limit_take(&l, 1000));
	ck_assert(!limit_take(&l, 1000));
	ck_assert(!limit_take(&l, 1499));
	ck_assert(limit_take(&l, 1500));
	ck_assert(!limit_take(&l, 1500));
	ck_assert_msg(!limit_take(&l, 0), "an earlier time gives nothing");
	for (int i = 0; i < 3; i++)
		ck_assert(limit_take(&l, 1000000));
	ck_assert_msg(!limit_take(&l, 1000000), "no more than a burst");
}
END_TEST

/* As the plugin takes it: the last one holds, and one that is wrong is none. */
START_TEST(scheduler_parameters)
{
	site_t s = site_read("bf_interval=2,garq_delta=60,garq_users=yes,xgarq_delta=9,garq_mail=120,garq_mail_offer=600");

	ck_assert(s.users && !s.prices);
	ck_assert_uint_eq(s.delta, 60);
	ck_assert_uint_eq(s.mail, 120);
	ck_assert_uint_eq(s.mail_begin, 0);
	ck_assert_uint_eq(s.mail_offer, 600);
	s = site_read("garq_delta=x,garq_users=yess,garq_bcost=0.5,garq_mail=,garq_mail=0,garq_mail_offer=600,garq_mail_unused=5");
	ck_assert(!s.users && s.prices);
	ck_assert_uint_eq(s.delta, 300);
	ck_assert_uint_eq(s.mail, 0);
	ck_assert_msg(!s.mail_offer && !s.mail_unused, "no mail at all");
	s = site_read(NULL);
	ck_assert(!s.users && !s.prices);
	ck_assert_uint_eq(s.delta, 300);
	ck_assert_uint_eq(s.mail, 60);
}
END_TEST

/* What is decoded is never longer than what was sent, and UTF-8. */
START_TEST(random_texts_are_decoded_or_refused)
{
	static const char some[] = "%%%%0123456789abcdefABC/.\xc3\xa9\xff ~";
	rng_t rng = { test_seed() };

	for (int i = 0; i < 20000; i++) {
		char text[24];
		size_t len = rng_below(&rng, sizeof(text));
		char *decoded;
		json_t *value;

		for (size_t k = 0; k < len; k++)
			text[k] = some[rng_below(&rng, sizeof(some) - 1)];
		text[len] = '\0';
		if (!(decoded = request_decode(text)))
			continue;
		ck_assert_uint_le(strlen(decoded), len);
		value = json_string(decoded);
		ck_assert_msg(value != NULL, "%s", text);
		json_decref(value);
		free(decoded);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("web_request");
	TCase *tc = tcase_create("web_request");

	tcase_add_test(tc, texts_are_decoded);
	tcase_add_test(tc, a_text_may_not_be_too_long);
	tcase_add_test(tc, paths_are_words);
	tcase_add_test(tc, parameters);
	tcase_add_test(tc, parameters_are_not_too_many);
	tcase_add_test(tc, hosts);
	tcase_add_test(tc, origins);
	tcase_add_test(tc, other_headers);
	tcase_add_test(tc, json_is_flat);
	tcase_add_test(tc, tokens);
	tcase_add_test(tc, limits);
	tcase_add_test(tc, scheduler_parameters);
	tcase_add_test(tc, random_texts_are_decoded_or_refused);
	suite_add_tcase(suite, tc);
	return test_run(suite);
}
