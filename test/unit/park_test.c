/* SPDX-License-Identifier: GPL-2.0-or-later */
/* park_test.c - which records are in Slurm's own list */

#include <string.h>

#include "plugin/booking/view/office.h"
#include "plugin/booking/view/view_feed.h"
#include "test/unit/park_fixture.h"
#include "test/unit/test_office.h"

#define DAY (24 * HOUR)

/* A cluster, and who of it is linked for its own sake. */
static const struct {
	const char *rule;
	place_t places[6];
	const char *own;
	const char *named;	/* by jobs that are about to exist */
	bool no_park;		/* garq_park=no */
	bool federated;
	bool no_ledger;
} rules[] = {
	{ .rule = "the next on a node is linked, what follows is parked",
	  .own = "a ", .places = {
		{ AT("a", "0", 1 * HOUR) },
		{ AT("b", "0", 3 * HOUR) },
		{ AT("c", "0", 5 * HOUR) } } },
	{ .rule = "the next on one of several nodes is linked",
	  .own = "a b ", .places = {
		{ AT("a", "0-1", 1 * HOUR) },
		{ AT("b", "1-2", 3 * HOUR) },
		{ AT("c", "0-2", 5 * HOUR) } } },
	{ .rule = "the order of starts counts, not that of their making",
	  .own = "c ", .places = {
		{ AT("a", "0", 5 * HOUR) },
		{ AT("b", "0", 3 * HOUR) },
		{ AT("c", "0", 1 * HOUR) } } },
	{ .rule = "what has begun is linked, and the next one",
	  .own = "a b ", .places = {
		{ AT("a", "0", -HOUR), .end = HOUR },
		{ AT("b", "0", 3 * HOUR) },
		{ AT("c", "0", 5 * HOUR) } } },
	{ .rule = "what begins within PARK_LEAD is linked, and the next one",
	  .own = "a b c ", .places = {
		{ AT("a", "0", -HOUR), .end = 1 },
		{ AT("b", "0", PARK_LEAD) },
		{ AT("c", "0", 3 * HOUR) },
		{ AT("d", "0", 5 * HOUR) } } },
	{ .rule = "what begins a second later is only the next one",
	  .own = "a b ", .places = {
		{ AT("a", "0", -HOUR), .end = 1 },
		{ AT("b", "0", PARK_LEAD + 1) },
		{ AT("c", "0", 3 * HOUR) } } },
	{ .rule = "what has ended is linked until Slurm removes it",
	  .own = "a b ", .places = {
		{ AT("a", "0", -3 * HOUR), .end = -HOUR },
		{ AT("b", "0", 1 * HOUR) },
		{ AT("c", "0", 3 * HOUR) } } },
	{ .rule = "jobs may run past an end: what follows is linked",
	  .own = "a b ", .places = {
		{ AT("a", "0", 1 * HOUR), .jobs = true },
		{ AT("b", "0", 3 * HOUR) },
		{ AT("c", "0", 5 * HOUR) } } },
	{ .rule = "what has jobs is linked, and what follows it",
	  .own = "a b c ", .places = {
		{ AT("a", "0", 1 * HOUR) },
		{ AT("b", "0", 3 * HOUR), .jobs = true },
		{ AT("c", "0", 5 * HOUR) },
		{ AT("d", "0", 7 * HOUR) } } },
	{ .rule = "what jobs of several have before them is linked",
	  .own = "a b c d ", .places = {
		{ AT("a", "0-1", 1 * HOUR), .jobs = true },
		{ AT("b", "0", 3 * HOUR) },
		{ AT("c", "1", 3 * HOUR), .jobs = true },
		{ AT("d", "1", 5 * HOUR) } } },
	{ .rule = "what a job names is linked",
	  .own = "a b d ", .named = "b,unknown,d", .places = {
		{ AT("a", "0", 1 * HOUR) },
		{ AT("b", "0", 3 * HOUR) },
		{ AT("c", "0", 5 * HOUR) },
		{ AT("d", "0", 7 * HOUR) } } },
	{ .rule = "what lies beside one that Slurm may move is linked",
	  .own = "n a b ", .places = {
		{ AT("n", "0", 5 * HOUR), .native = true, .chosen = true },
		{ AT("a", "1", 1 * HOUR) },
		{ AT("b", "1", 5 * HOUR) },
		{ AT("c", "1", 6 * HOUR) } } },
	{ .rule = "only the part of an hour counts, too",
	  .own = "n a c ", .places = {
		{ AT("n", "0", 5 * HOUR), .native = true, .chosen = true },
		{ AT("a", "1", 1 * HOUR) },
		{ AT("b", "1", 4 * HOUR), .end = 5 * HOUR },
		{ AT("c", "1", 5 * HOUR), .end = 5 * HOUR + 1 } } },
	{ .rule = "Slurm moves none that has its nodes by name",
	  .own = "n m a ", .places = {
		{ AT("n", "0", 5 * HOUR), .native = true },
		{ AT("m", "0", 9 * HOUR), .native = true, .chosen = true },
		{ AT("a", "1", 1 * HOUR) },
		{ AT("b", "1", 5 * HOUR) } } },
	{ .rule = "Slurm moves none that is static",
	  .own = "n a ", .places = {
		{ AT("n", "0", 5 * HOUR), .native = true, .chosen = true,
		  .flags = BOOKING_FLAG_STATIC },
		{ AT("a", "1", 1 * HOUR) },
		{ AT("b", "1", 5 * HOUR) } } },
	{ .rule = "one that may overlap may be given any nodes",
	  .own = "n a ", .places = {
		{ AT("n", "0", 5 * HOUR), .native = true, .chosen = true,
		  .flags = BOOKING_FLAG_OVERLAP },
		{ AT("a", "1", 1 * HOUR) },
		{ AT("b", "1", 5 * HOUR) } } },
	{ .rule = "so may one for maintenance",
	  .own = "n a ", .places = {
		{ AT("n", "0", 5 * HOUR), .native = true, .chosen = true,
		  .flags = BOOKING_FLAG_MAINT },
		{ AT("a", "1", 1 * HOUR) },
		{ AT("b", "1", 5 * HOUR) } } },
	{ .rule = "Slurm may move the next occurrence, not those after it",
	  .own = "n a b ", .places = {
		{ AT("n", "0", 5 * HOUR), .native = true, .chosen = true,
		  .flags = BOOKING_FLAG_DAILY },
		{ AT("a", "1", 1 * HOUR) },
		{ AT("b", "1", 5 * HOUR) },
		{ AT("c", "1", DAY + 5 * HOUR) } } },
	{ .rule = "Slurm's own hide nobody",
	  .own = "n a ", .places = {
		{ AT("n", "0", 1 * HOUR), .native = true },
		{ AT("a", "0", 3 * HOUR) },
		{ AT("b", "0", 5 * HOUR) } } },
	{ .rule = "licenses are met elsewhere than on nodes",
	  .own = "a b ", .places = {
		{ AT("a", "0", 1 * HOUR) },
		{ AT("b", "0", 3 * HOUR), .licenses = true },
		{ AT("c", "0", 5 * HOUR) } } },
	{ .rule = "MAGNETIC attracts jobs from anywhere",
	  .own = "a b ", .places = {
		{ AT("a", "0", 1 * HOUR) },
		{ AT("b", "0", 3 * HOUR), .flags = BOOKING_FLAG_MAGNETIC },
		{ AT("c", "0", 5 * HOUR) } } },
	{ .rule = "FLEX lets jobs in before it begins",
	  .own = "a b ", .places = {
		{ AT("a", "0", 1 * HOUR) },
		{ AT("b", "0", 3 * HOUR), .flags = BOOKING_FLAG_FLEX },
		{ AT("c", "0", 5 * HOUR) } } },
	{ .rule = "FLEX lets jobs past before any is known: what follows is linked",
	  .own = "a b ", .places = {
		{ AT("a", "0", 1 * HOUR), .flags = BOOKING_FLAG_FLEX },
		{ AT("b", "0", 3 * HOUR) },
		{ AT("c", "0", 5 * HOUR) } } },
	{ .rule = "what follows FLEX is linked on each of its nodes",
	  .own = "a b c ", .places = {
		{ AT("a", "0-1", 1 * HOUR), .flags = BOOKING_FLAG_FLEX },
		{ AT("b", "0", 3 * HOUR) },
		{ AT("c", "1", 5 * HOUR) },
		{ AT("d", "0-1", 7 * HOUR) } } },
	{ .rule = "several FLEX in a row let past up to the first that is not",
	  .own = "a b c ", .places = {
		{ AT("a", "0", 1 * HOUR), .flags = BOOKING_FLAG_FLEX },
		{ AT("b", "0", 3 * HOUR), .flags = BOOKING_FLAG_FLEX },
		{ AT("c", "0", 5 * HOUR) },
		{ AT("d", "0", 7 * HOUR) } } },
	{ .rule = "FLEX that has begun lets past what has begun does",
	  .own = "a b ", .places = {
		{ AT("a", "0", -HOUR), .end = HOUR,
		  .flags = BOOKING_FLAG_FLEX },
		{ AT("b", "0", 3 * HOUR) },
		{ AT("c", "0", 5 * HOUR) } } },
	{ .rule = "beside the nodes of FLEX only the next is linked",
	  .own = "a b c ", .places = {
		{ AT("a", "0", 1 * HOUR), .flags = BOOKING_FLAG_FLEX },
		{ AT("b", "0", 3 * HOUR) },
		{ AT("c", "1", 3 * HOUR) },
		{ AT("d", "1", 5 * HOUR) } } },
	{ .rule = "a MaxStartDelay of Slurm's own lets past jobs of --signal=R:",
	  .own = "a b ", .places = {
		{ AT("a", "0", 1 * HOUR), .delay = 600 },
		{ AT("b", "0", 3 * HOUR) },
		{ AT("c", "0", 5 * HOUR) } } },
	{ .rule = "where another is before them neither lets past",
	  .own = "a b ", .places = {
		{ AT("a", "0", 1 * HOUR) },
		{ AT("b", "0", 3 * HOUR), .flags = BOOKING_FLAG_FLEX },
		{ AT("c", "0", 5 * HOUR), .delay = 600 },
		{ AT("d", "0", 7 * HOUR) } } },
	{ .rule = "Slurm chooses anew the nodes of all the cluster",
	  .own = "a b ", .places = {
		{ AT("a", "0-7", 1 * HOUR) },
		{ AT("b", "0-7", 3 * HOUR), .flags = BOOKING_FLAG_ALL_NODES },
		{ AT("c", "0-7", 5 * HOUR) } } },
	{ .rule = "and those of a partition",
	  .own = "a b ", .places = {
		{ AT("a", "0-7", 1 * HOUR) },
		{ AT("b", "0-7", 3 * HOUR),
		  .flags = BOOKING_FLAG_PART_NODES },
		{ AT("c", "0-7", 5 * HOUR) } } },
	{ .rule = "what has no nodes is linked",
	  .own = "a b ", .places = {
		{ AT("a", "0", 1 * HOUR) },
		{ AT("b", NULL, 3 * HOUR) } } },
	{ .rule = "garq_park=no",
	  .own = "a b ", .no_park = true, .places = {
		{ AT("a", "0", 1 * HOUR) },
		{ AT("b", "0", 3 * HOUR) } } },
	{ .rule = "in a federation",
	  .own = "a b ", .federated = true, .places = {
		{ AT("a", "0", 1 * HOUR) },
		{ AT("b", "0", 3 * HOUR) } } },
	{ .rule = "nothing is parked that no ledger knows",
	  .own = "a b ", .no_ledger = true, .places = {
		{ AT("a", "0", 1 * HOUR) },
		{ AT("b", "0", 3 * HOUR) } } },
};

static void options_of(int rule)
{
	office->options.park = !rules[rule].no_park;
	office->federated = rules[rule].federated;
	if (rules[rule].no_ledger)
		office->ledger = NULL;
}

/* A job names what it asks for when it is made. */
static void make_jobs(int rule)
{
	for (const place_t *p = rules[rule].places; p->name; p++)
		if (p->jobs)
			(void) park_link_named(office, p->name, NOW);
	see_jobs(rules[rule].places);
	for (const place_t *p = rules[rule].places; p->name; p++)
		if (p->jobs)
			park_return_named(office, p->name, true, NOW);
	if (rules[rule].named)
		(void) park_link_named(office, rules[rule].named, NOW);
}

/* The agent: what it finds needless is parked after the ledger was written. */
static void look_twice(void)
{
	(void) park_update_all(office, NOW);
	park_ledger_written(office, park_last_look(office));
	(void) park_update_all(office, NOW);
}

static void assert_rule(int rule)
{
	ck_assert_msg(!strcmp(own(), rules[rule].own), "%s: %s, not %s",
		      rules[rule].rule, own(), rules[rule].own);
	ck_assert_str_eq(linked(), own());
}

START_TEST(after_a_start)
{
	options_of(_i);
	for (const place_t *p = rules[_i].places; p->name; p++)
		(void) make(p);
	see_jobs(rules[_i].places);
	if (rules[_i].named)
		(void) park_link_named(office, rules[_i].named, NOW);
	park_begin(office, NOW);
	(void) park_update_all(office, NOW);
	assert_rule(_i);
}
END_TEST

START_TEST(where_all_were_linked)
{
	options_of(_i);
	for (const place_t *p = rules[_i].places; p->name; p++)
		view_table_set_linked(office, make(p), true);
	make_jobs(_i);
	walks = 0;
	look_twice();
	assert_rule(_i);
	ck_assert_uint_le(walks, 1);
}
END_TEST

START_TEST(one_made_after_the_other)
{
	options_of(_i);
	for (const place_t *p = rules[_i].places; p->name; p++) {
		view_resv_t *v = make(p);

		view_table_set_linked(office, v, true);
		(void) park_update(office, v, false, NULL, NOW);
	}
	make_jobs(_i);
	look_twice();
	assert_rule(_i);
}
END_TEST

START_TEST(jobs_and_nodes_that_are_down_hide_nobody)
{
	garq_set_t *up = test_set(NODES, "1-7"), *nodes = test_set(NODES, "1");
	view_job_t job = {
		.job_id = 5, .end = NOW + HOUR, .nodes = nodes,
		.group = VIEW_ID(VIEW_ID_JOB, 5),
	};

	view_nodes_see(office, up, NULL, NOW);
	view_jobs_begin(office);
	view_jobs_see(office, &job, NOW);
	view_jobs_end(office);
	(void) make(&(place_t) { AT("a", "0", 1 * HOUR) });
	(void) make(&(place_t) { AT("b", "1", 1 * HOUR) });
	(void) make(&(place_t) { AT("c", "0-1", 3 * HOUR) });
	park_begin(office, NOW);
	ck_assert_str_eq(own(), "a b ");
	garq_set_destroy(up);
	garq_set_destroy(nodes);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("park");
	TCase *tc = test_case(s, "rules", 0);

	tcase_add_checked_fixture(tc, park_setup, park_teardown);
	tcase_add_loop_test(tc, after_a_start, 0, COUNT(rules));
	tcase_add_loop_test(tc, where_all_were_linked, 0, COUNT(rules));
	tcase_add_loop_test(tc, one_made_after_the_other, 0, COUNT(rules));
	tcase_add_test(tc, jobs_and_nodes_that_are_down_hide_nobody);
	return test_run(s);
}
