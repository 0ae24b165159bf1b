/* SPDX-License-Identifier: GPL-2.0-or-later */
/* sresv_offer_test.c - offers: choices, names, messages */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "contrib/sresv/answer/offer.h"
#include "contrib/sresv/text/said.h"
#include "contrib/sresv/text/when.h"
#include "test/unit/test_util.h"

#define T0 1800000000	/* 2027-01-15T08:00:00 UTC */

static offers_t offers;

static void setup(void)
{
	setenv("TZ", "UTC", 1);
	tzset();
}

static void teardown(void)
{
	offers_free(&offers);
}

static void add(const char *name, const char *kind, uint32_t nodes,
		time_t seconds)
{
	offer_t o = { .name = (char *) name, .kind = (char *) kind,
		      .words = (char *) offer_words(kind), .nodes = nodes,
		      .start = T0, .end = T0 + seconds };

	ck_assert(offers_add(&offers, &o));
}

static void fill(void)
{
	add("r.1", "later", 4, 7200);
	add("r.2", "fewer", 2, 7200);
	add("r.3", "fewer", 1, 7200);
	add("r.4", "shorter", 4, 600);
	add("r.5", "fancy", 3, 7200);
}

static const char *chosen(const char *kinds, int64_t nodes, int64_t seconds)
{
	offer_least_t least = { .nodes = nodes, .seconds = seconds };
	const offer_t *o = offers_choose(&offers, kinds, &least);

	return o ? o->name : "none";
}

START_TEST(kinds_are_tried_in_their_order)
{
	fill();
	ck_assert_str_eq(chosen("first", 0, 0), "r.1");
	ck_assert_str_eq(chosen("later", 0, 0), "r.1");
	ck_assert_str_eq(chosen("fewer", 0, 0), "r.2");
	ck_assert_str_eq(chosen("fewer,later", 0, 0), "r.2");
	ck_assert_str_eq(chosen("earlier,fewer,later", 0, 0), "r.2");
	ck_assert_str_eq(chosen("earlier,first", 0, 0), "r.1");
	ck_assert_str_eq(chosen("earlier,inside", 0, 0), "none");
	offers_free(&offers);
	ck_assert_str_eq(chosen("first", 0, 0), "none");
}
END_TEST

START_TEST(none_below_the_least)
{
	fill();
	ck_assert_str_eq(chosen("fewer", 2, 7200), "r.2");
	ck_assert_str_eq(chosen("fewer", 3, 0), "none");
	ck_assert_str_eq(chosen("fewer,shorter", 3, 0), "r.4");
	ck_assert_str_eq(chosen("shorter,first", 1, 601), "r.1");
	ck_assert_str_eq(chosen("shorter", 4, 600), "r.4");
	ck_assert_str_eq(chosen("first", 5, 0), "none");
	ck_assert_str_eq(chosen("first", 0, 7201), "none");
}
END_TEST

START_TEST(why_none)
{
	static const struct {
		const char *kinds;
		offer_least_t least;
		const char *why;
	} table[] = {
		{ "exact,inside", { 0, 0 },
		  "5 offers, none of a kind that --accept names" },
		{ "first", { 5, 0 },
		  "5 offers, none with at least 5 nodes: a range of --nodes allows fewer" },
		{ "first", { 0, 7201 },
		  "5 offers, none at least 02:00:01 long: a range of --duration allows shorter ones" },
		{ "fewer", { 3, 0 },
		  "5 offers, none of a kind that --accept names with at least 3 nodes: a range of --nodes allows fewer" },
		{ "fewer,shorter", { 3, 3600 },
		  "5 offers, none of a kind that --accept names with at least 3 nodes and 01:00:00 long: ranges of --nodes and --duration allow less" },
	};

	fill();
	for (size_t i = 0; i < COUNT(table); i++) {
		char *why = offers_why_none(&offers, table[i].kinds,
					    &table[i].least);

		ck_assert_str_eq(why, table[i].why);
		free(why);
	}
	offers_free(&offers);
	ck_assert_ptr_null(offers_why_none(&offers, "first",
					   &table[0].least));
	add("r.1", "later", 1, 60);
	{
		char *why = offers_why_none(&offers, "first",
					    &(offer_least_t) { 2, 0 });

		ck_assert_ptr_eq(strstr(why, "1 offer, none with"), why);
		free(why);
	}
}
END_TEST

START_TEST(those_of_a_name_are_kept)
{
	static const struct {
		const char *name;
		size_t cnt;
	} table[] = {
		{ "r", 2 }, { "r.1", 2 }, { "r.1.2", 1 }, { "r.2", 1 },
		{ "q", 0 }, { "", 0 }, { "r.", 0 }, { "R", 0 }, { "plain", 1 },
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		add("r.1", "later", 1, 60);
		add("r.2", "later", 1, 60);
		add("r.1.2", "later", 1, 60);
		add("qr.1", "later", 1, 60);
		add("plain", "later", 1, 60);
		offers_keep(&offers, table[i].name);
		ck_assert_uint_eq(offers.cnt, table[i].cnt);
		offers_free(&offers);
	}
	offers_keep(&offers, "r");
	ck_assert_uint_eq(offers.cnt, 0);
}
END_TEST

START_TEST(kinds_have_words)
{
	ck_assert_str_eq(offer_words("inside"), "in the window");
	ck_assert_str_eq(offer_words("fewer"), "fewer nodes");
	ck_assert_str_eq(offer_words("fancy"), "fancy");
	ck_assert_str_eq(offer_kinds_known,
			 "first, exact, inside, later, earlier, fewer, shorter, largest");
}
END_TEST

START_TEST(kinds_are_words)
{
	ck_assert(offer_kinds_ok("first"));
	ck_assert(offer_kinds_ok("exact,inside,later,earlier,fewer,shorter,largest"));
	ck_assert(!offer_kinds_ok(""));
	ck_assert(!offer_kinds_ok("late"));
	ck_assert(!offer_kinds_ok("later,"));
	ck_assert(!offer_kinds_ok(",later"));
	ck_assert(!offer_kinds_ok("later, fewer"));
	ck_assert(!offer_kinds_ok("Later"));
}
END_TEST

/* --- what is printed -------------------------------------------------------- */

START_TEST(what_is_said_is_tidied)
{
	static const struct {
		const char *text, *want;
	} table[] = {
		{ "sresv: error: r: no\nsresv: error: x\n", "r: no\nx\n" },
		{ "error: no\n", "no\n" },
		{ "sresv: fatal: no", "no" },
		{ "plain\n\nerror: x", "plain\n\nx" },
		{ "sresv: error: an error: it is", "an error: it is" },
		{ "it is an error: no\n", "it is an error: no\n" },
		{ "a: it is an error: no\n", "a: it is an error: no\n" },
		{ "", "" },
		{ "error: ", "" },
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		char text[100];

		snprintf(text, sizeof(text), "%s", table[i].text);
		said_tidy(text);
		ck_assert_str_eq(text, table[i].want);
	}
}
END_TEST

START_TEST(what_is_said_is_kept)
{
	char *text;

	said_begin();
	fputs("x: error: on", stderr);
	fputs("e\nx: error: two\n", stderr);
	text = said_end();
	ck_assert_str_eq(text, "one\ntwo\n");
	free(text);
	said_begin();
	text = said_end();
	ck_assert_str_eq(text, "");
	free(text);
	ck_assert_ptr_null(said_end());
}
END_TEST

static void last_words(char *said)
{
	_exit(strcmp(said, "no conf\n") ? 1 : 6);
}

START_TEST(what_is_said_at_the_end_is_kept)
{
	int status;
	pid_t pid = fork();

	if (!pid) {
		said_on_exit(last_words);
		said_begin();
		fputs("x: fatal: no conf\n", stderr);
		exit(1);
	}
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	ck_assert(WIFEXITED(status));
	ck_assert_int_eq(WEXITSTATUS(status), 6);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("sresv_offer");
	TCase *t = tcase_create("sresv_offer");

	test_seed();
	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, those_of_a_name_are_kept);
	tcase_add_test(t, kinds_are_tried_in_their_order);
	tcase_add_test(t, none_below_the_least);
	tcase_add_test(t, why_none);
	tcase_add_test(t, kinds_have_words);
	tcase_add_test(t, kinds_are_words);
	tcase_add_test(t, what_is_said_is_tidied);
	tcase_add_test(t, what_is_said_is_kept);
	tcase_add_test(t, what_is_said_at_the_end_is_kept);
	suite_add_tcase(s, t);
	return test_run(s);
}
