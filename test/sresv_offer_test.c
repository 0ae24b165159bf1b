/* SPDX-License-Identifier: GPL-2.0-or-later */
/* sresv_offer_test.c - what the controller says, and the offers in it */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "contrib/sresv/offer.h"
#include "contrib/sresv/said.h"
#include "contrib/sresv/when.h"
#include "test/test_util.h"

#define T0 1800000000	/* 2027-01-15T08:00:00 UTC */

static const char refusal[] =
	"r: 2 of 4 nodes are missing from 2027-01-15T08:00:00 on\n"
	"in the way: reservation a (2027-01-15T08:00:00 to "
	"2027-01-15T10:00:00, n[1-6])\n"
	"offers, until 2027-01-15T07:10:00; to take one: scontrol update "
	"ReservationName=r.1\n"
	"name  start                end                  nodes    cost\n"
	"r.1   2027-01-15T10:00:00  2027-01-15T12:00:00      4  480.00  later\n"
	"r.12  2027-01-15T08:00:00  2027-01-15T10:00:00      2   24.50  fewer nodes\n";

static char *why;
static offers_t offers;

static void setup(void)
{
	setenv("TZ", "UTC", 1);
	tzset();
	why = NULL;
}

static void teardown(void)
{
	free(why);
	offers_free(&offers);
}

START_TEST(offers_of_a_refusal)
{
	ck_assert(offers_read(refusal, &why, &offers));
	ck_assert_ptr_eq(strstr(why, "r: 2 of 4"), why);
	ck_assert_ptr_null(strstr(why, "offers"));
	ck_assert_uint_eq(offers.cnt, 2);
	ck_assert_str_eq(offers.list[0].name, "r.1");
	ck_assert_int_eq(offers.list[0].start, T0 + 7200);
	ck_assert_int_eq(offers.list[0].end, T0 + 4 * 3600);
	ck_assert_int_eq(offers.list[0].until, T0 - 3000);
	ck_assert_uint_eq(offers.list[0].nodes, 4);
	ck_assert(offers.list[0].has_cost);
	ck_assert_str_eq(offers.list[0].words, "later");
	ck_assert_str_eq(offer_kind(&offers.list[0]), "later");
	ck_assert_str_eq(offers.list[1].name, "r.12");
	ck_assert(offers.list[1].cost == 24.5);
	ck_assert_str_eq(offer_kind(&offers.list[1]), "fewer");
}
END_TEST

START_TEST(offers_without_a_price)
{
	ck_assert(offers_read("offers, until 2027-01-15T07:10:00; to take\n"
			      "name  start  end  nodes\n"
			      "q7.1  2027-01-15T10:00:00  2027-01-15T12:00:00"
			      "  65000  all that is asked for", &why, &offers));
	ck_assert_str_eq(why, "");
	ck_assert_uint_eq(offers.cnt, 1);
	ck_assert(!offers.list[0].has_cost);
	ck_assert_uint_eq(offers.list[0].nodes, 65000);
	ck_assert_str_eq(offer_kind(&offers.list[0]), "exact");
}
END_TEST

START_TEST(no_offers)
{
	static const char *const table[] = {
		"", "\n", "Requested nodes are busy",
		"we have no offers, until 2027-01-15T07:10:00; to take one",
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		ck_assert(offers_read(table[i], &why, &offers));
		ck_assert_uint_eq(offers.cnt, 0);
		ck_assert_str_eq(why, table[i]);
		teardown();
		why = NULL;
	}
}
END_TEST

/* What is no offer in the place of one is passed. */
START_TEST(broken_lines)
{
	static const char head[] = "offers, until soon; to take one\n";
	static const char *const table[] = {
		"r.1", "r.1  2027-01-15T10:00:00",
		"r.1  2027-01-15T10:00:00  2027-01-15T12:00:00",
		"r.1  2027-01-15T10:00:00  2027-01-15T12:00:00  4",
		"r.1  2027-01-15T10:00:00  2027-01-15T12:00:00  4  48.00",
		"r.1  2027-01-15T10:00:00  2027-01-15T12:00:00  0  later",
		"r.1  2027-01-15T10:00:00  2027-01-15T12:00:00  9999999999  x",
		"r.1  2027-01-15T10:00:00  2027-01-15T12:00:00  nan  later",
		"r.1  2027-02-30T10:00:00  2027-03-15T12:00:00  4  later",
		"r.1  10:00  11:00  4  later", "      ",
	};
	char text[256];

	for (size_t i = 0; i < COUNT(table); i++) {
		snprintf(text, sizeof(text), "%s%s\n", head, table[i]);
		ck_assert(offers_read(text, &why, &offers));
		ck_assert_msg(offers.cnt == 0, "%s", table[i]);
		teardown();
		why = NULL;
	}
	ck_assert(offers_read("offers, until soon; x\nr.1  2027-01-15T10:00:00"
			      "  2027-01-15T12:00:00  4  later", &why,
			      &offers));
	ck_assert_uint_eq(offers.cnt, 1);
	ck_assert_int_eq(offers.list[0].until, 0);
}
END_TEST

static const char *const words[] = {
	"all that is asked for", "in the window, less", "later", "earlier",
	"fewer nodes", "shorter", "most node-hours then",
};

static offer_t random_offer(rng_t *rng, char *name, size_t size, bool cost)
{
	time_t start = T0 + rng_between(rng, 0, 1000000);

	snprintf(name, size, "r%d.%d", (int) rng_below(rng, 1000),
		 (int) rng_below(rng, 100));
	return (offer_t) {
		.name = name,
		.start = start,
		.end = start + rng_between(rng, 1, 1000000),
		.nodes = (uint32_t) rng_between(rng, 1, 70000),
		.has_cost = cost,
		.cost = (double) rng_below(rng, 1000000) / 4,
		.words = (char *) words[rng_below(rng, COUNT(words))],
		.held = rng_one_in(rng, 3),
	};
}

static void assert_same(const offer_t *a, const offer_t *b)
{
	ck_assert_str_eq(a->name, b->name);
	ck_assert_int_eq(a->start, b->start);
	ck_assert_int_eq(a->end, b->end);
	ck_assert_uint_eq(a->nodes, b->nodes);
	ck_assert_int_eq(a->has_cost, b->has_cost);
	if (a->has_cost)
		ck_assert(a->cost == b->cost);
	ck_assert_str_eq(a->words, b->words);
	ck_assert_int_eq(a->held, b->held);
}

/* What is printed as the controller prints it is read as it was. */
START_TEST(offers_are_read_as_they_are_printed)
{
	rng_t rng = { test_seed() };

	for (int i = 0; i < 1000; i++) {
		offer_t list[20];
		char names[20][32], from[WHEN_TEXT], to[WHEN_TEXT];
		size_t cnt = rng_below(&rng, 20), size;
		bool cost = rng_one_in(&rng, 2);
		char *text = NULL;
		FILE *f = open_memstream(&text, &size);

		fputs("r: no\noffers, until 2027-01-15T07:10:00; to take one: x\n"
		      "name  start                end                  nodes\n",
		      f);
		for (size_t n = 0; n < cnt; n++) {
			list[n] = random_offer(&rng, names[n], 32, cost);
			fprintf(f, "%-8s  %-19s  %-19s  %5u", names[n],
				when_text(list[n].start, from),
				when_text(list[n].end, to), list[n].nodes);
			if (cost)
				fprintf(f, "  %7.2f", list[n].cost);
			fprintf(f, "  %s%s\n", list[n].words,
				list[n].held ? ", held" : "");
		}
		fclose(f);
		ck_assert(offers_read(text, &why, &offers));
		ck_assert_uint_eq(offers.cnt, cnt);
		for (size_t n = 0; n < cnt; n++)
			assert_same(&offers.list[n], &list[n]);
		free(text);
		teardown();
		why = NULL;
	}
}
END_TEST

/* Any text is read, to its end and no further. */
START_TEST(any_text_is_read)
{
	rng_t rng = { test_seed() };

	for (int i = 0; i < 20000; i++) {
		char *text = strdup(refusal);
		size_t len = strlen(text);

		for (int n = 0; n < 8; n++)
			text[rng_below(&rng, len)] = rng_one_in(&rng, 2) ?
				" \n:;.-0T"[rng_below(&rng, 8)] :
				(char) rng_below(&rng, 256);
		ck_assert(offers_read(text, &why, &offers));
		ck_assert_uint_le(offers.cnt, 8);
		teardown();
		why = NULL;
		free(text);
	}
}
END_TEST

START_TEST(comments)
{
	static const struct {
		const char *text, *words;
		double cost;	/* < 0: none */
	} table[] = {
		{ "offer until 2027-01-15T08:00:00: later", "later", -1 },
		{ "offer until 2027-01-15T08:00:00: fewer nodes, cost 24.50",
		  "fewer nodes", 24.5 },
		{ "offer until 2027-01-15T08:00:00: in the window, less",
		  "in the window, less", -1 },
		{ "offer until 2027-01-15T08:00:00: in the window, less, cost 0.00",
		  "in the window, less", 0 },
		{ "offer until 2027-01-15T08:00:00: later, held", "later", -1 },
		{ "offer until 2027-01-15T08:00:00: later, held, cost 2.00",
		  "later", 2 },
		{ "offer until 2027-01-15T08:00:00: x, cost 1, cost y",
		  "x, cost 1, cost y", -1 },
	};
	offer_t o = { .until = 0 };

	for (size_t i = 0; i < COUNT(table); i++) {
		ck_assert(offer_read_comment(table[i].text, &o));
		ck_assert_str_eq(o.words, table[i].words);
		ck_assert_int_eq(o.until, T0);
		ck_assert_int_eq(o.has_cost, table[i].cost >= 0);
		ck_assert(!o.has_cost || (o.cost == table[i].cost));
		ck_assert_int_eq(o.held, strstr(table[i].text, "held") != NULL);
		free(o.words);
	}
	ck_assert(!offer_read_comment(NULL, &o));
	ck_assert(!offer_read_comment("", &o));
	ck_assert(!offer_read_comment("an offer until 5: x", &o));
	ck_assert(!offer_read_comment("offer until ", &o));
	ck_assert(offer_read_comment("offer until whenever: x", &o));
	ck_assert_int_eq(o.until, 0);
	free(o.words);
}
END_TEST

static const char *chosen(const char *kinds)
{
	const offer_t *o = offers_choose(&offers, kinds);

	return o ? o->name : "none";
}

START_TEST(kinds_are_tried_in_their_order)
{
	ck_assert(offers_read(refusal, &why, &offers));
	ck_assert_str_eq(chosen("first"), "r.1");
	ck_assert_str_eq(chosen("later"), "r.1");
	ck_assert_str_eq(chosen("fewer"), "r.12");
	ck_assert_str_eq(chosen("fewer,later"), "r.12");
	ck_assert_str_eq(chosen("earlier,fewer,later"), "r.12");
	ck_assert_str_eq(chosen("earlier,first"), "r.1");
	ck_assert_str_eq(chosen("earlier,shorter"), "none");
	offers_free(&offers);
	ck_assert_str_eq(chosen("first"), "none");
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
	tcase_add_test(t, offers_of_a_refusal);
	tcase_add_test(t, offers_without_a_price);
	tcase_add_test(t, no_offers);
	tcase_add_test(t, broken_lines);
	tcase_add_test(t, offers_are_read_as_they_are_printed);
	tcase_add_test(t, any_text_is_read);
	tcase_add_test(t, comments);
	tcase_add_test(t, kinds_are_tried_in_their_order);
	tcase_add_test(t, kinds_are_words);
	tcase_add_test(t, what_is_said_is_tidied);
	tcase_add_test(t, what_is_said_is_kept);
	tcase_add_test(t, what_is_said_at_the_end_is_kept);
	suite_add_tcase(s, t);
	return test_run(s);
}
