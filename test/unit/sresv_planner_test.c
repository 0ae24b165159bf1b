/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sresv_planner_test.c - plans that are made again: denied places, and parts that
 * are held meanwhile.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "contrib/sresv/co/model/licenses.h"
#include "contrib/sresv/co/plan/plan_none.h"
#include "contrib/sresv/co/plan/planner.h"
#include "test/unit/planner_answers.h"
#include "test/unit/test_util.h"

/* Times are seconds after this one. */
#define T INT64_C(4000000000)

static char answers[] = "/tmp/sresv-planner-XXXXXX";
static char resources[2000];
static srl_t *srl;
static ris_t ris;
static lrs_t *lrs;
static planner_t *planner;

static void _say(const char *answer)
{
	FILE *to = fopen(answers, "w");

	ck_assert_ptr_nonnull(to);
	fputs(answer, to);
	fclose(to);
}

static void _open(const char *text)
{
	const planner_options_t options = PLANNER_OPTIONS;
	const srl_reader_t reader = { .now = 0 };
	srl_errors_t errors;

	memcpy(answers + strlen(answers) - 6, "XXXXXX", 6);
	close(mkstemp(answers));
	snprintf(resources, sizeof(resources),
		 "[cluster a]\ncommand = " FAKE "\n[compute m]\ncluster = a\n",
		 answers);
	srl = srl_read(text, strlen(text), &reader, &errors);
	ck_assert_ptr_nonnull(srl);
	ck_assert_int_eq(ris_read_text("f", resources, strlen(resources),
				       stdout, &ris), STATUS_DONE);
	lrs = lrs_open(ris.clusters, ris.cluster_cnt, NULL);
	planner = planner_open(srl, &ris, lrs, &options);
	ck_assert(lrs && planner);
}

static void _setup(void)
{
	_open(request);
}

static void _setup_licensed(void)
{
	_open(licensed);
}

static void _teardown(void)
{
	planner_close(planner);
	lrs_close(lrs);
	ris_free(&ris);
	srl_destroy(srl);
	unlink(answers);
}

/* RET the verdict of a plan on what the cluster says now */
static srl_verdict_t _plan(const char *answer)
{
	srl_answer_t found;
	size_t constraint;

	_say(answer);
	ck_assert_int_eq(planner_probe(planner), 0);
	ck_assert_int_eq(planner_solve(planner, &found, &constraint), 0);
	return found.verdict;
}

static planner_place_t _place(uint32_t part)
{
	planner_place_t place;

	ck_assert(planner_place(planner, part, &place));
	return place;
}

static int64_t _begin(uint32_t part)
{
	return _place(part).shape.start - T;
}

static void _hold(uint32_t part)
{
	planner_place_t place = _place(part);

	planner_held(planner, part, &place);
}

START_TEST(the_first_plan)
{
	planner_place_t place;

	ck_assert(!planner_place(planner, 0, &place));
	ck_assert_int_eq(_plan(all_free), SRL_OPTIMAL);
	ck_assert_int_eq(_begin(0), 0);
	ck_assert_int_eq(_begin(1), 3600);
	place = _place(1);
	ck_assert_int_eq(place.shape.length, 3600);
	ck_assert_int_eq(place.shape.nodes, 5);
	ck_assert_int_eq(place.shape.delay, 0);
	ck_assert_uint_eq(planner_silent(planner), 0);
}
END_TEST

START_TEST(a_search_without_a_proof_says_why)
{
	const srl_answer_t open = { .verdict = SRL_UNKNOWN,
				    .progress = { .value = 2, .bound = 0.25 } };
	planner_options_t few = PLANNER_OPTIONS;
	char text[200] = "";
	FILE *to = fmemopen(text, sizeof(text), "w");

	ck_assert_int_eq(_plan(all_free), SRL_OPTIMAL);
	ck_assert_int_eq(planner_end(planner), PLANNER_PROVEN);
	planner_close(planner);
	few.steps_max = 1;
	planner = planner_open(srl, &ris, lrs, &few);
	ck_assert_int_eq(_plan(six_free), SRL_UNKNOWN);
	ck_assert_int_eq(planner_end(planner), PLANNER_TIME);
	ck_assert_int_eq(plan_none(planner, srl, "f", &open, to), 0);
	fclose(to);
	ck_assert_str_eq(text, "f: no plan was found in time; there may be one, with an objective of 0.250000 at best (--time)\n");
}
END_TEST

/* The cluster says that it fits, and denies it all the same. */
START_TEST(a_denied_place_is_no_choice)
{
	planner_place_t place;

	ck_assert_int_eq(_plan(all_free), SRL_OPTIMAL);
	place = _place(1);
	planner_denied(planner, 1, &place);
	ck_assert_int_eq(_plan(all_free), SRL_OPTIMAL);
	ck_assert_int_eq(_begin(0), 0);
	ck_assert_int_eq(_begin(1), 3601);
	place = _place(0);
	planner_denied(planner, 0, &place);
	ck_assert_int_eq(_plan(all_free), SRL_OPTIMAL);
	ck_assert_int_eq(_begin(0), 1);
	ck_assert_int_eq(_begin(2), 1);
	ck_assert_int_eq(_begin(1), 3601);
}
END_TEST

/* The nodes that A and C hold are theirs: they need not move because B has to. */
START_TEST(a_part_that_is_held_may_stay)
{
	planner_place_t place;

	ck_assert_int_eq(_plan(all_free), SRL_OPTIMAL);
	_hold(0);
	_hold(2);
	place = _place(1);
	planner_denied(planner, 1, &place);
	ck_assert_int_eq(_plan(a_held), SRL_OPTIMAL);
	ck_assert_int_eq(_begin(0), 0);
	ck_assert_int_eq(_begin(1), 4000);
}
END_TEST

/* So are the licenses, which three parts share. */
START_TEST(licenses_that_are_held_may_stay)
{
	planner_place_t place;

	ck_assert_int_eq(_plan(LICENSED("[4000000000,4000007200,null]",
					"[4000000000,4000010800,3]")),
			 SRL_OPTIMAL);
	ck_assert_int_eq(_begin(0), 0);
	ck_assert_int_eq(_begin(1), 3600);
	_hold(0);
	_hold(2);
	place = _place(1);
	planner_denied(planner, 1, &place);
	ck_assert_int_eq(_plan(LICENSED("[4000003600,4000007200,null]",
					"[4000000000,4000003600,0],"
					"[4000003600,4000010800,3]")),
			 SRL_OPTIMAL);
	ck_assert_int_eq(_begin(0), 0);
	ck_assert_int_eq(_begin(1), 3601);
	ck_assert_int_eq(_begin(2), 0);
}
END_TEST

/* Where nobody of ours holds them these nodes are a stranger's. */
START_TEST(what_others_hold_is_taken)
{
	planner_place_t place;

	ck_assert_int_eq(_plan(all_free), SRL_OPTIMAL);
	place = _place(1);
	planner_denied(planner, 1, &place);
	ck_assert_int_eq(_plan(a_held), SRL_NO_PLAN);
	ck_assert(!planner_place(planner, 0, &place));
}
END_TEST

/* A hold that was given up leaves its place to all parts again. */
START_TEST(what_is_dropped_is_free_when_asked_again)
{
	planner_place_t place;

	ck_assert_int_eq(_plan(all_free), SRL_OPTIMAL);
	_hold(0);
	_hold(2);
	place = _place(1);
	planner_denied(planner, 1, &place);
	ck_assert_int_eq(_plan(a_held), SRL_OPTIMAL);
	place = _place(1);
	planner_denied(planner, 1, &place);
	planner_held(planner, 0, NULL);
	planner_held(planner, 2, NULL);
	ck_assert_int_eq(_plan(all_free), SRL_OPTIMAL);
	ck_assert_int_eq(_begin(0), 0);
	ck_assert_int_eq(_begin(1), 3601);
}
END_TEST

/* Where the cluster tells of its nodes, seven of them for an hour are there from 1800 on. */
START_TEST(parts_find_nodes_of_their_own)
{
	static const struct {
		const char *alike;
		int64_t begin;
	} told[] = {
		{ "[" SIX "," N7 "," N8 "]", 1800 },
		/* what makes no sense leaves the counts */
		{ "[]", 0 }, { "7", 0 }, { "[" SIX "," N7 "]", 0 },
		{ "[" SIX "," N7 "," N7 "]", 0 },
		{ "[" SIX "," N7 ",{\"names\":[\"n9\"],\"free\":[]}]", 0 },
		{ "[" SIX "," N7 ",{\"names\":[\"n8\"]}]", 0 },
		{ "[" SIX "," N7 ",{\"names\":[8],\"free\":[]}]", 0 },
		{ "[" SIX "," N7 ",{\"names\":[\"n8\"],\"free\":[[5,4]]}]", 0 },
		{ "[" SIX "," N7 ",{\"names\":[\"n8\"],\"free\":[[4000000000,"
		  "9000000000]]}]", 0 },
		{ "[" SIX "," N7 ",{\"names\":[\"n8\"],\"free\":[[4000000000,"
		  "4000000100],[4000000050,4000000200]]}]", 0 },
	};

	for (int i = 0; i < COUNT(told); i++) {
		char answer[2000];

		snprintf(answer, sizeof(answer), seven_free, told[i].alike);
		planner_begin_again(planner);
		ck_assert_int_eq(_plan(answer), SRL_OPTIMAL);
		ck_assert_int_eq(_begin(0), told[i].begin);
		ck_assert_ptr_null(_place(0).shape.list);
	}
}
END_TEST

START_TEST(nodes_are_named_and_given_back)
{
	char answer[2000], lists[200];

	snprintf(answer, sizeof(answer), seven_free,
		 "[" SIX "," N7 "," N8 "]");
	planner_name_nodes(planner);
	ck_assert_int_eq(_plan(answer), SRL_OPTIMAL);
	ck_assert_int_eq(_begin(0), 1800);
	snprintf(lists, sizeof(lists), "%s,%s", _place(0).shape.list,
		 _place(2).shape.list);
	for (const char *n = "1234568"; *n; n++) {
		char name[] = { 'n', *n, '\0' };

		ck_assert_msg(strstr(lists, name) != NULL, "%s", lists);
	}
	ck_assert_uint_eq(strlen(lists), strlen("n1,n2,n3,n4,n5,n6,n8"));
	ck_assert_ptr_null(_place(1).shape.list);	/* it is alone there */
	_hold(0);
	_hold(2);
	planner_denied(planner, 1, &(planner_place_t) { .resource = 0,
		       .shape.start = T + 5400 });
	ck_assert_int_eq(_plan(seven_held), SRL_OPTIMAL);
	ck_assert_int_eq(_begin(0), 1800);
	ck_assert_int_eq(_begin(2), 1800);
	ck_assert_int_gt(_begin(1), 5400);
	ck_assert_ptr_nonnull(_place(0).shape.list);
}
END_TEST

START_TEST(a_cluster_that_refuses_has_no_candidate)
{
	char *text;
	size_t size;
	FILE *to = open_memstream(&text, &size);

	ck_assert_int_eq(_plan("\"status\":3,\"why\":\"not today\""),
			 SRL_NO_PLAN);
	ck_assert(planner_why_not(planner, 0, to));
	fclose(to);
	ck_assert_str_eq(text, "m: not today\n");
	free(text);
	ck_assert_uint_eq(planner_silent(planner), 0);
}
END_TEST

/* RET whether it can be the own place of a part */
static bool _own(uint32_t part, int64_t begin, int64_t nodes)
{
	const lrs_shape_t shape = { .start = T + begin, .length = 3600,
				    .nodes = nodes };

	return planner_own(planner, part, 0, &shape, true);
}

/* Numbers that no cluster has are not added up. */
START_TEST(an_impossible_amount_is_nonsense)
{
	static const char answer[] =
		"\"status\":0,\"now\":1,\"ledger\":\"x\",\"cut\":false,\"until\":4000007201,"
		"\"runs\":[[4000000000,4000007200,null]],\"licenses\":[],"
		"\"pool\":{\"id\":\"m\",\"nodes\":8,\"free\":[[4000000000,4000010800,9223372036854775807]]}";
	char *text;
	size_t size;
	FILE *to = open_memstream(&text, &size);

	ck_assert_int_eq(_plan(answer), SRL_NO_PLAN);
	ck_assert(planner_why_not(planner, 0, to));
	fclose(to);
	ck_assert_str_eq(text, "m: its answer to a probe is not as it should be\n");
	free(text);
}
END_TEST

/* A and C are booked, and the cluster counts them as taken. */
START_TEST(what_is_booked_stays)
{
	planner_place_t place;

	ck_assert(_own(0, 0, 5));
	ck_assert(_own(2, 0, 2));
	planner_fix(planner, 0, true);
	planner_fix(planner, 2, true);
	ck_assert_int_eq(_plan(a_held), SRL_OPTIMAL);
	ck_assert_int_eq(_begin(0), 0);
	ck_assert_int_eq(_begin(2), 0);
	ck_assert_int_eq(_begin(1), 4000);
	ck_assert(planner_stays(planner, 0));
	ck_assert(planner_stays(planner, 2));
	ck_assert(!planner_stays(planner, 1));
	/* that B is denied asks nobody for the others */
	place = _place(1);
	planner_denied(planner, 1, &place);
	ck_assert_int_eq(_plan(a_held), SRL_OPTIMAL);
	ck_assert(planner_stays(planner, 0));
	ck_assert_int_eq(_begin(1), 4001);
	/* another try asks nobody for them either */
	planner_begin_again(planner);
	ck_assert_int_eq(_plan(a_held), SRL_OPTIMAL);
	ck_assert(planner_stays(planner, 0));
	ck_assert(planner_stays(planner, 2));
	ck_assert_int_eq(_begin(1), 4000);
}
END_TEST

/* B can't be behind A there; A may go elsewhere, but then not with its own nodes. */
START_TEST(what_is_booked_moves_where_it_may)
{
	ck_assert(_own(0, 7200, 5));
	ck_assert(_own(2, 7200, 2));
	planner_fix(planner, 0, true);
	planner_fix(planner, 2, true);
	ck_assert_int_eq(_plan(all_free), SRL_NO_PLAN);
	planner_fix(planner, 0, false);
	planner_fix(planner, 2, false);
	ck_assert_int_eq(_plan(all_free), SRL_OPTIMAL);
	ck_assert_int_eq(_begin(0), 0);
	ck_assert(!planner_stays(planner, 0));
	planner_disown(planner, 2);
	planner_fix(planner, 0, true);
	ck_assert_int_eq(_plan(all_free), SRL_NO_PLAN);
}
END_TEST

START_TEST(a_place_that_is_not_wanted_so_is_none)
{
	const lrs_shape_t shape = { .start = T, .length = 3600, .nodes = 5,
				    .features = "x" };

	ck_assert(!_own(0, -1, 5));
	ck_assert(!_own(0, 7201, 5));
	ck_assert(!_own(0, 0, 4));
	ck_assert(!planner_own(planner, 0, 1, &shape, false));
	ck_assert(!planner_own(planner, 0, 0, &shape, true));
	ck_assert(planner_own(planner, 0, 0, &shape, false));
}
END_TEST

/* What was denied and held in the first try is a choice of the second one. */
START_TEST(another_try_begins_with_nothing)
{
	planner_place_t place;

	ck_assert_int_eq(_plan(all_free), SRL_OPTIMAL);
	_hold(0);
	place = _place(1);
	planner_denied(planner, 1, &place);
	planner_begin_again(planner);
	ck_assert_int_eq(_plan(all_free), SRL_OPTIMAL);
	ck_assert_int_eq(_begin(0), 0);
	ck_assert_int_eq(_begin(1), 3600);
}
END_TEST

START_TEST(a_cluster_that_is_avoided_is_no_choice)
{
	char *text;
	size_t size;
	FILE *to = open_memstream(&text, &size);

	ck_assert_int_eq(_plan(all_free), SRL_OPTIMAL);
	planner_avoid(planner, 0);
	for (int i = 0; i < 2; i++) {
		planner_begin_again(planner);
		ck_assert_int_eq(_plan(all_free), SRL_NO_PLAN);
	}
	ck_assert(planner_why_not(planner, 0, to));
	fclose(to);
	ck_assert_str_eq(text, "m: it did not answer when it was asked to hold\n");
	free(text);
	ck_assert_uint_eq(planner_silent(planner), 1);
}
END_TEST

START_TEST(licenses_are_read_as_slurm_does)
{
	static const struct {
		const char *list, *said;
	} cases[] = {
		{ "", "" }, { ",; ,", "" }, { "a", "a 1 " }, { "a:3", "a 3 " },
		{ "a:3,b;c@s:2", "a 3 b 1 c@s 2 " }, { "a, b:2", "a 1 b 2 " },
		{ "a:", "a 1 " }, { "a:x", "a 1 " }, { "a:-4", "a 1 " },
		{ "a:99999999999999999999", "a 1 " }, { "a:2147483647", "a 2147483647 " },
	};

	for (int i = 0; i < COUNT(cases); i++) {
		const char *at = cases[i].list;
		char said[100] = "";
		license_t l;

		while (license_next(&at, &l))
			snprintf(said + strlen(said), sizeof(said) - strlen(said),
				 "%.*s %lld ", (int) l.len, l.name,
				 (long long) l.count);
		ck_assert_str_eq(said, cases[i].said);
	}
}
END_TEST

int main(void)
{
	Suite *s = suite_create("sresv_planner");
	TCase *tc = test_case(s, "planner", 60);

	tcase_add_checked_fixture(tc, _setup, _teardown);
	tcase_add_test(tc, the_first_plan);
	tcase_add_test(tc, a_search_without_a_proof_says_why);
	tcase_add_test(tc, a_denied_place_is_no_choice);
	tcase_add_test(tc, a_part_that_is_held_may_stay);
	tcase_add_test(tc, what_others_hold_is_taken);
	tcase_add_test(tc, what_is_dropped_is_free_when_asked_again);
	tcase_add_test(tc, parts_find_nodes_of_their_own);
	tcase_add_test(tc, nodes_are_named_and_given_back);
	tcase_add_test(tc, an_impossible_amount_is_nonsense);
	tcase_add_test(tc, a_cluster_that_refuses_has_no_candidate);
	tcase_add_test(tc, what_is_booked_stays);
	tcase_add_test(tc, what_is_booked_moves_where_it_may);
	tcase_add_test(tc, a_place_that_is_not_wanted_so_is_none);
	tcase_add_test(tc, another_try_begins_with_nothing);
	tcase_add_test(tc, a_cluster_that_is_avoided_is_no_choice);

	tcase_add_test(test_case(s, "texts", 0), licenses_are_read_as_slurm_does);
	tc = test_case(s, "licenses", 60);
	tcase_add_checked_fixture(tc, _setup_licensed, _teardown);
	tcase_add_test(tc, licenses_that_are_held_may_stay);
	return test_run(s);
}
