/* SPDX-License-Identifier: GPL-2.0-or-later */
/* sresv_parse_test.c - the controller's answers to programs */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/answer/parse.h"
#include "osp/kinds.h"
#include "plugin/booking/request/answer.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/open/offers.h"
#include "test/unit/test_util.h"

#define T0 1800000000	/* 2027-01-15T08:00:00 UTC */

#define OFFER "garq-offer=1 name=r.1 start=1800007200 end=1800014400 nodes=4 kind=later expires=1799997000"
#define END "\ngarq-answer=1"

static const char refusal[] =
	"r: 2 of 4 nodes are missing from 2027-01-15T08:00:00 on\n"
	"in the way: reservation a (2027-01-15T08:00:00 to "
	"2027-01-15T10:00:00, n[1-6])\n"
	OFFER " cost=480.00 unit=\\xe2\\x82\\xac\n"
	"garq-offer=1 name=r.12 start=1800000000 end=1800007200 nodes=2 "
	"kind=fewer expires=1799997000 cost=24.50 held=1\n"
	"garq-answer=1\n";

static char *why;
static offers_t offers;

static void teardown(void)
{
	free(why);
	why = NULL;
	offers_free(&offers);
}

static void assert_parsed(const char *text, parse_t want, size_t cnt)
{
	parse_t rc;

	teardown();
	rc = parse_answer(text, &why, &offers);
	ck_assert_msg(rc == want, "%d: %s", rc, text);
	ck_assert_msg(offers.cnt == cnt, "%zu: %s", offers.cnt, text);
}

#define STANDER "garq-standing=1 name=r\\x20s uid=7 place=2 of=3 since=5 until=1800000000 mode=book nodes=4 start=1799990000"

START_TEST(requests_that_stand_by)
{
	static const char *const bad[] = {
		STANDER END,
		STANDER " duration=x" END,
		STANDER " duration=60 place=2" END,
		"garq-standing=1 name=r duration=60" END,
	};
	const stander_t *s;

	assert_parsed("r stands by\n" STANDER " end=9 duration=60 offered=0 why=no\\x20money" END,
		      PARSE_WHOLE, 0);
	ck_assert_uint_eq(offers.stander_cnt, 1);
	ck_assert_ptr_null(offers_stander(&offers, "r"));
	ck_assert_ptr_nonnull(s = offers_stander(&offers, "r s"));
	ck_assert_uint_eq(s->uid, 7);
	ck_assert_uint_eq(s->place, 2);
	ck_assert_uint_eq(s->of, 3);
	ck_assert_uint_eq(s->nodes, 4);
	ck_assert_int_eq(s->since, 5);
	ck_assert_int_eq(s->until, T0);
	ck_assert_int_eq(s->start, T0 - 10000);
	ck_assert_int_eq(s->duration, 60);
	ck_assert_str_eq(s->mode, "book");
	ck_assert_str_eq(s->why, "no money");
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		assert_parsed(bad[i], PARSE_BAD, 0);
		ck_assert_uint_eq(offers.stander_cnt, 0);
	}
}
END_TEST

START_TEST(a_refusal)
{
	const offer_t *o;

	assert_parsed(refusal, PARSE_WHOLE, 2);
	ck_assert_ptr_eq(strstr(why, "r: 2 of 4"), why);
	ck_assert_ptr_nonnull(strstr(why, "\nin the way"));
	ck_assert_ptr_null(strstr(why, "garq-"));
	o = &offers.list[0];
	ck_assert_str_eq(o->name, "r.1");
	ck_assert_int_eq(o->start, T0 + 7200);
	ck_assert_int_eq(o->end, T0 + 4 * 3600);
	ck_assert_int_eq(o->until, T0 - 3000);
	ck_assert_uint_eq(o->nodes, 4);
	ck_assert(o->has_cost && (o->cost == 480));
	ck_assert_str_eq(o->unit, "\u20ac");
	ck_assert_str_eq(o->kind, "later");
	ck_assert_str_eq(o->words, "later");
	ck_assert(!o->held);
	o = &offers.list[1];
	ck_assert_str_eq(o->name, "r.12");
	ck_assert(o->cost == 24.5);
	ck_assert_str_eq(o->kind, "fewer");
	ck_assert_str_eq(o->words, "fewer nodes");
	ck_assert(o->held);
}
END_TEST

/* The list of open offers, as scontrol gets it: tables, then lines. */
START_TEST(who_asked)
{
	assert_parsed("none, these offers are open\nr.1   later\n"
		      OFFER " verb=create uid=4294967295\n"
		      "garq-offer=1 name=q17.1 start=5 end=6 nodes=1 kind=exact expires=7"
		      END, PARSE_WHOLE, 2);
	ck_assert(offers.list[0].has_uid);
	ck_assert_uint_eq(offers.list[0].uid, UINT32_MAX);
	ck_assert(!offers.list[1].has_uid);
}
END_TEST

START_TEST(no_offers)
{
	assert_parsed("r: no" END, PARSE_WHOLE, 0);
	ck_assert_str_eq(why, "r: no\n");
	assert_parsed("garq-answer=1", PARSE_WHOLE, 0);
	ck_assert_str_eq(why, "");
	assert_parsed(OFFER END, PARSE_WHOLE, 1);
	ck_assert(!offers.list[0].has_cost);
}
END_TEST

/* Plain Slurm, a controller that is older, a text that was cut. */
START_TEST(answers_without_an_end)
{
	static const char *const table[] = {
		"", "\n", "Requested nodes are busy",
		"none, this is what can be had;\n"
		"offers, until 2027-01-15T07:10:00; to take one\n"
		"name  start                end                  nodes\n"
		"r.1   2027-01-15T10:00:00  2027-01-15T12:00:00      4  later",
		"garq-answer", "garq-answer: 1", "garq answer=1",
		" garq-answer=1", "Garq-answer=1", "x garq-answer=1",
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		assert_parsed(table[i], PARSE_NONE, 0);
		ck_assert_str_eq(why, table[i]);
	}
	assert_parsed("r: no\n" OFFER, PARSE_NONE, 0);
	ck_assert_str_eq(why, "r: no\n");
}
END_TEST

START_TEST(an_answer_is_cut_anywhere)
{
	/* Without its last newline the text is complete. */
	for (size_t len = 0; len < strlen(refusal) - 1; len++) {
		char *text = strndup(refusal, len);
		parse_t rc = parse_answer(text, &why, &offers);

		ck_assert_msg((rc == PARSE_NONE) || (rc == PARSE_BAD), "%s",
			      text);
		ck_assert_uint_eq(offers.cnt, 0);
		free(text);
		teardown();
	}
}
END_TEST

/* The name of a reservation may look like a line for programs. */
START_TEST(people_read_what_is_no_line_for_programs)
{
	static const char *const table[] = {
		"garq-offer: 1 of 4 nodes is missing\n",
		"garq-offer.1 is an offer of 4 nodes\n", "garq-: x=1\n",
		"garq-offer-x=1\n", "garq-Offer=1\n", "garq_offer=1\n",
	};
	char text[128];

	for (size_t i = 0; i < COUNT(table); i++) {
		snprintf(text, sizeof(text), "%sgarq-answer=1", table[i]);
		assert_parsed(text, PARSE_WHOLE, 0);
		ck_assert_str_eq(why, table[i]);
	}
}
END_TEST

START_TEST(what_is_new_is_passed)
{
	static const char *const table[] = {
		OFFER " color=red" END, OFFER " x= y==1" END,
		OFFER "\ngarq-earliest=7 start=5" END,
		"garq-hint=x\n" OFFER END,
		OFFER END " took=5", OFFER END "\n", OFFER END "\nx",
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		assert_parsed(table[i], PARSE_WHOLE, 1);
		ck_assert_ptr_null(strstr(why, "garq"));
	}
	assert_parsed("garq-offer=1 kind=fancy name=a start=1 end=2 nodes=1 expires=0"
		      END, PARSE_WHOLE, 1);
	ck_assert_str_eq(offers.list[0].kind, "fancy");
	ck_assert_str_eq(offers.list[0].words, "fancy");
}
END_TEST

START_TEST(whether_the_user_is_an_operator)
{
	assert_parsed(OFFER END, PARSE_WHOLE, 1);
	ck_assert_int_eq(offers.asker, ASKER_UNKNOWN);
	assert_parsed(OFFER "\ngarq-user=1 uid=1000 operator=0" END,
		      PARSE_WHOLE, 1);
	ck_assert_int_eq(offers.asker, ASKER_USER);
	assert_parsed("garq-user=1 uid=0 operator=1 new=x" END, PARSE_WHOLE, 0);
	ck_assert_int_eq(offers.asker, ASKER_OPERATOR);
	assert_parsed("garq-user=1" END, PARSE_WHOLE, 0);
	ck_assert_int_eq(offers.asker, ASKER_UNKNOWN);
	assert_parsed("garq-user=2 operator=1" END, PARSE_NEWER, 0);
}
END_TEST

START_TEST(versions)
{
	static const struct {
		const char *text;
		parse_t want;
	} table[] = {
		{ "garq-offer=2 x" END, PARSE_NEWER },
		{ OFFER "\ngarq-answer=2", PARSE_NEWER },
		{ OFFER "\ngarq-offer=10 name=r.2" END, PARSE_NEWER },
		{ "garq-answer=99999999999999999999999999999", PARSE_NEWER },
		{ "garq-answer=0", PARSE_BAD }, { "garq-answer=00", PARSE_BAD },
		{ "garq-answer=", PARSE_BAD }, { "garq-answer=-1", PARSE_BAD },
		{ "garq-answer=1.5", PARSE_BAD }, { "garq-answer=x", PARSE_BAD },
		{ "garq-answer= 1", PARSE_BAD },
	};

	for (size_t i = 0; i < COUNT(table); i++)
		assert_parsed(table[i].text, table[i].want, 0);
}
END_TEST

/* A broken line drops all offers: --accept must not act on half an answer. */
START_TEST(broken_lines)
{
	static const char *const table[] = {
		"garq-offer=1", "garq-offer=1 ", "garq-offer=1 name=r.1",
		"garq-offer=1 start=1 end=2 nodes=1 kind=later expires=3",
		"garq-offer=1 name=a end=2 nodes=1 kind=later expires=3",
		"garq-offer=1 name=a start=1 nodes=1 kind=later expires=3",
		"garq-offer=1 name=a start=1 end=2 kind=later expires=3",
		"garq-offer=1 name=a start=1 end=2 nodes=1 expires=3",
		"garq-offer=1 name=a start=1 end=2 nodes=1 kind=later",
		"garq-offer=1 name= start=1 end=2 nodes=1 kind=later expires=3",
		"garq-offer=1 name=a start=1 end=2 nodes=1 kind= expires=3",
		"garq-offer=1 name=a start=2 end=2 nodes=1 kind=later expires=3",
		"garq-offer=1 name=a start=3 end=2 nodes=1 kind=later expires=3",
		"garq-offer=1 name=a start=-1 end=2 nodes=1 kind=later expires=3",
		"garq-offer=1 name=a start=1x end=2 nodes=1 kind=later expires=3",
		"garq-offer=1 name=a start=+1 end=2 nodes=1 kind=later expires=3",
		"garq-offer=1 name=a start= end=2 nodes=1 kind=later expires=3",
		"garq-offer=1 name=a start=1 end=4294967296 nodes=1 kind=later expires=3",
		"garq-offer=1 name=a start=1 end=99999999999999999999 nodes=1 kind=later expires=3",
		"garq-offer=1 name=a start=1 end=2 nodes=0 kind=later expires=3",
		"garq-offer=1 name=a start=1 end=2 nodes=4294967296 kind=later expires=3",
		"garq-offer=1 name=a start=1 end=2 nodes=1.5 kind=later expires=3",
		"garq-offer=1 name=a start=1 end=2 nodes=0x5 kind=later expires=3",
		OFFER " cost=", OFFER " cost=nan", OFFER " cost=inf",
		OFFER " cost=-1", OFFER " cost=1e9", OFFER " cost=1,5",
		OFFER " cost=1.5.2", OFFER " cost=.5", OFFER " held=2",
		OFFER " held=yes", OFFER " held=", OFFER " color", OFFER " name=b",
		OFFER " uid=", OFFER " uid=-1", OFFER " uid=4294967296",
		OFFER " uid=root", OFFER " nodes=4", OFFER "\t", OFFER " x=\001", OFFER " x=\177",
		OFFER "\r", "garq-user=1 operator=2", "garq-user=1 operator=",
		"garq-user=1 operator=yes",
		"garq-offer=1 name=\033[2J start=1 end=2 nodes=1 kind=later expires=3",
		"garq-offer=1 name=a\303\266 start=1 end=2 nodes=1 kind=later expires=3",
		"garq-offer=1 name=a start=1 end=2 nodes=1 kind=\233x expires=3",
		"garq-offer=1 name=a\\x start=1 end=2 nodes=1 kind=later expires=3",
		"garq-offer=1 name=a\\x4 start=1 end=2 nodes=1 kind=later expires=3",
		"garq-offer=1 name=a\\x1b[2J start=1 end=2 nodes=1 kind=later expires=3",
		"garq-offer=1 name=a\\x00 start=1 end=2 nodes=1 kind=later expires=3",
		"garq-offer=1 name=a\\xf6 start=1 end=2 nodes=1 kind=later expires=3",
		"garq-offer=1 name=a\\n start=1 end=2 nodes=1 kind=later expires=3",
	};
	char text[512];

	for (size_t i = 0; i < COUNT(table); i++) {
		snprintf(text, sizeof(text), "no\n" OFFER "\n%s" END, table[i]);
		assert_parsed(text, PARSE_BAD, 0);
		ck_assert_str_eq(why, "no\n");
	}
}
END_TEST

static const char *const tokens[] = {
#define TOKEN(constant, token, words) token,
	OSP_KIND_TABLE(TOKEN)
#undef TOKEN
};

static ledger_offer_t random_offer(rng_t *rng)
{
	time_t start = T0 + rng_between(rng, 0, 1000000);
	ledger_offer_t o = {
		.number = (uint32_t) rng_between(rng, 1, 100),
		.t_s = start,
		.t_e = start + rng_between(rng, 1, 1000000),
		.num_cn = (uint32_t) rng_between(rng, 1, 70000),
		.cost = (double) rng_below(rng, 1000000) / 4,
		.held = rng_one_in(rng, 3),
	};

	snprintf(o.kind, sizeof(o.kind), "%s",
		 tokens[rng_below(rng, COUNT(tokens))]);
	return o;
}

static void assert_same(const offer_t *read, const ledger_request_t *request,
			const ledger_offer_t *o, bool with_cost)
{
	char name[64];

	snprintf(name, sizeof(name), "%s.%u", request->name, o->number);
	ck_assert_str_eq(read->name, name);
	ck_assert_int_eq(read->start, o->t_s);
	ck_assert_int_eq(read->end, o->t_e);
	ck_assert_int_eq(read->until, request->expires);
	ck_assert_uint_eq(read->nodes, o->num_cn);
	ck_assert_int_eq(read->has_cost, with_cost);
	if (with_cost)
		ck_assert(read->cost == o->cost);
	ck_assert_str_eq(read->kind, o->kind);
	ck_assert_str_eq(read->words, offers_kind_text(o->kind));
	ck_assert_int_eq(read->held, o->held);
}

static const char *const odd_names[] = {
	"r", "prof's class", " a  b ", "50%", "a=b", "a\\x20b", "gr\303\266\303\237e",
	"\346\227\245\346\234\254", "\"x\"", "kind=later name=",
};

/* What the controller writes is read back unchanged. */
START_TEST(offers_are_read_as_they_are_written)
{
	rng_t rng = { test_seed() };

	for (int i = 0; i < 1000; i++) {
		bool with_cost = rng_one_in(&rng, 2);
		ledger_offer_t list[20];
		char name[32];
		ledger_request_t request = {
			.name = name,
			.expires = rng_between(&rng, 0, 4000000000),
			.offer_cnt = (uint32_t) rng_below(&rng, 20),
			.offers = list,
		};
		offer_set_t set = { .request = &request };
		char *text = text_dup("r: no"), *lines;

		snprintf(name, sizeof(name), "%s%d",
			 odd_names[rng_below(&rng, COUNT(odd_names))],
			 (int) rng_below(&rng, 1000));
		for (size_t n = 0; n < request.offer_cnt; n++)
			list[n] = random_offer(&rng);
		lines = offers_lines(&set, with_cost ? "" : NULL);
		text_add(&text, "\n%s\n%s=%d", lines, ANSWER_END,
			 ANSWER_VERSION);
		assert_parsed(text, PARSE_WHOLE, request.offer_cnt);
		for (size_t n = 0; n < request.offer_cnt; n++)
			assert_same(&offers.list[n], &request, &list[n],
				    with_cost);
		free(lines);
		free(text);
	}
}
END_TEST

/* Random text is read to its end and no further. */
START_TEST(any_text_is_read)
{
	rng_t rng = { test_seed() };

	for (int i = 0; i < 20000; i++) {
		char *text = strdup(refusal);
		size_t len = strlen(text);
		parse_t rc;

		for (int n = 0; n < 8; n++)
			text[rng_below(&rng, len)] = rng_one_in(&rng, 2) ?
				" \n:;=-0T"[rng_below(&rng, 8)] :
				(char) rng_below(&rng, 256);
		rc = parse_answer(text, &why, &offers);
		ck_assert((rc == PARSE_WHOLE) ? (offers.cnt <= 2) :
			  !offers.cnt && (rc != PARSE_MEMORY));
		ck_assert_uint_le(strlen(why), len);
		teardown();
		free(text);
	}
}
END_TEST

int main(void)
{
	Suite *s = suite_create("sresv_parse");
	TCase *t = tcase_create("sresv_parse");

	test_seed();
	tcase_add_checked_fixture(t, NULL, teardown);
	tcase_add_test(t, requests_that_stand_by);
	tcase_add_test(t, a_refusal);
	tcase_add_test(t, who_asked);
	tcase_add_test(t, no_offers);
	tcase_add_test(t, answers_without_an_end);
	tcase_add_test(t, an_answer_is_cut_anywhere);
	tcase_add_test(t, people_read_what_is_no_line_for_programs);
	tcase_add_test(t, what_is_new_is_passed);
	tcase_add_test(t, whether_the_user_is_an_operator);
	tcase_add_test(t, versions);
	tcase_add_test(t, broken_lines);
	tcase_add_test(t, offers_are_read_as_they_are_written);
	tcase_add_test(t, any_text_is_read);
	suite_add_tcase(s, t);
	return test_run(s);
}
