/* SPDX-License-Identifier: GPL-2.0-or-later */
/* web_jobs_test.c - garq-web: why a job waits, and programs that it runs */

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/web/answers/child.h"
#include "contrib/sresv/job/job_why.h"
#include "contrib/sresv/job/job_way.h"
#include "test/unit/test_util.h"

#define T0 1800000000	/* 2027-01-15T08:00:00 UTC */
#define H 3600
#define NODES 6
#define ITEMS 8

/* --- reservations in the way ----------------------------------------------------- */

static gantt_node_t nodes[NODES];
static gantt_item_t items[ITEMS];
static int32_t inx[ITEMS][3];
static bool usable[NODES], needed[NODES];
static gantt_input_t in;

static void setup(void)
{
	in = (gantt_input_t) { .items = items, .nodes = nodes,
			       .node_cnt = NODES };
	for (int i = 0; i < NODES; i++) {
		nodes[i] = (gantt_node_t) { .name = "n", .partition = "" };
		usable[i] = true;
		needed[i] = false;
	}
}

static void put(const char *name, time_t start, time_t end, int first, int last)
{
	int32_t *x = inx[in.item_cnt];

	x[0] = first;
	x[1] = last;
	x[2] = -1;
	items[in.item_cnt++] = (gantt_item_t) {
		.name = name, .start = start, .end = end, .inx = x,
	};
}

static job_way_t way(uint32_t cnt, int64_t seconds, const char *inside)
{
	job_wish_t w = { .usable = usable, .nodes = cnt, .seconds = seconds,
			 .inside = inside };
	job_way_t found;

	ck_assert(job_way(&in, &w, T0, &found));
	return found;
}

START_TEST(a_reservation_that_leaves_too_few)
{
	job_way_t w;

	put("course", T0 + H, T0 + 3 * H, 0, 3);
	w = way(2, 2 * H, NULL);
	ck_assert(!w.blocked);
	ck_assert_uint_eq(w.left, 2);
	w = way(3, H, NULL);
	ck_assert(!w.blocked);	/* it ends as course begins */
	w = way(3, H + 1, NULL);
	ck_assert(w.blocked);
	ck_assert_uint_eq(w.left, 2);
	ck_assert_uint_eq(w.usable, NODES);
	ck_assert_uint_eq(w.name_cnt, 1);
	ck_assert_str_eq(w.names[0], "course");
	ck_assert_int_eq(w.shorter, H);
	ck_assert_int_eq(w.from, T0 + 3 * H);
	w = way(3, 2 * H, "other,course");
	ck_assert(!w.blocked);
}
END_TEST

START_TEST(nothing_helps)
{
	job_way_t w;

	put("now", T0 - H, T0 + H, 0, 4);
	w = way(2, H, NULL);
	ck_assert(w.blocked);
	ck_assert_int_eq(w.shorter, 0);
	ck_assert_int_eq(w.from, T0 + H);
	/* too few nodes are up: reservations are not what it waits for */
	nodes[0].down = nodes[1].down = nodes[2].down = true;
	w = way(4, H, NULL);
	ck_assert(!w.blocked);
	ck_assert_uint_eq(w.usable, 3);
}
END_TEST

START_TEST(a_node_that_the_job_names)
{
	job_wish_t wish = { .usable = usable, .needed = needed, .nodes = 1,
			    .seconds = 2 * H };
	job_way_t w;

	put("course", T0 + H, T0 + 3 * H, 2, 2);
	needed[2] = true;
	ck_assert(job_way(&in, &wish, T0, &w));
	ck_assert(w.blocked);
	ck_assert_int_eq(w.shorter, H);
	ck_assert_int_eq(w.from, T0 + 3 * H);
}
END_TEST

/* Is there a second of a span in which a reservation has the node? */
static bool model_taken(uint32_t node, time_t from, time_t to)
{
	for (size_t k = 0; k < in.item_cnt; k++)
		if ((items[k].start < to) && (items[k].end > from) &&
		    ((int32_t) node >= inx[k][0]) &&
		    ((int32_t) node <= inx[k][1]))
			return true;
	return false;
}

static bool model_fits(uint32_t cnt, time_t from, int64_t seconds)
{
	uint32_t left = 0;

	for (uint32_t i = 0; i < NODES; i++)
		left += usable[i] && !nodes[i].down &&
			!model_taken(i, from, from + seconds);
	return left >= cnt;
}

/* Times are whole minutes, so each of them can be tried. */
START_TEST(random_reservations)
{
	static const char *const names[ITEMS] = {
		"a", "b", "c", "d", "e", "f", "g", "h"
	};
	rng_t rng = { test_seed() };
	int blocked = 0;

	for (int round = 0; round < 20000; round++) {
		uint32_t cnt = 1 + (uint32_t) rng_below(&rng, NODES);
		int64_t seconds = 60 * (1 + (int64_t) rng_below(&rng, 20)), m;
		job_way_t w;

		setup();
		for (int i = 0; i < NODES; i++) {
			usable[i] = rng_below(&rng, 5);
			nodes[i].down = !rng_below(&rng, 6);
		}
		for (uint64_t k = rng_below(&rng, ITEMS + 1); k; k--) {
			time_t start = T0 - 600 + 60 * (time_t) rng_below(&rng, 40);
			int first = (int) rng_below(&rng, NODES);

			put(names[k - 1], start,
			    start + 60 * (1 + (time_t) rng_below(&rng, 20)),
			    first, first + (int) rng_below(&rng, 3));
		}
		w = way(cnt, seconds, NULL);
		ck_assert_int_eq(w.blocked, (w.usable >= cnt) &&
				 !model_fits(cnt, T0, seconds));
		if (!w.blocked)
			continue;
		blocked++;
		for (m = seconds / 60; m && !model_fits(cnt, T0, m * 60); m--)
			;
		ck_assert_int_eq(w.shorter, m * 60);
		for (m = 1; !model_fits(cnt, T0 + m * 60, seconds); m++)
			;
		ck_assert_int_eq(w.from, T0 + m * 60);
		ck_assert_uint_gt(w.name_cnt, 0);
	}
	ck_assert_int_gt(blocked, 1000);
}
END_TEST

/* --- Slurm's reason --------------------------------------------------------------- */

START_TEST(the_reason_is_told)
{
	static const struct {
		enum job_state_reason reason;
		const char *said, *shown;
	} table[] = {
		{ WAIT_RESOURCES, NULL, "Resources" },
		{ WAIT_NO_REASON, NULL, "None" },
		{ WAIT_HELD_USER, NULL, "JobHeldUser" },
		{ WAIT_RESOURCES, "Nodes required are DOWN",
		  "Nodes_required_are_DOWN" },
	};

	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		slurm_job_info_t j = {
			.state_reason = table[i].reason,
			.state_desc = (char *) table[i].said,
		};
		char *reason = job_why_reason(&j);

		ck_assert_str_eq(reason, table[i].shown);
		free(reason);
	}
}
END_TEST

/* --- programs --------------------------------------------------------------------- */

static child_rc_t run(const char *script, int64_t wait, child_t *c)
{
	char *argv[] = { (char *) "sh", (char *) "-c", (char *) script, NULL };

	return child_run("sh", argv, NULL, wait, c);
}

START_TEST(a_program_is_run)
{
	char *argv[] = { (char *) "none", NULL };
	child_t c;

	ck_assert_int_eq(run("echo said; echo error >&2; exit 3", 60000, &c),
			 CHILD_DONE);
	ck_assert_str_eq(c.out, "said\n");
	ck_assert_str_eq(c.err, "error\n");
	ck_assert_int_eq(c.status, 3);
	child_free(&c);
	ck_assert_int_eq(run("kill -9 $$", 60000, &c), CHILD_DONE);
	ck_assert_int_eq(c.status, 128 + 9);
	child_free(&c);
	ck_assert_int_eq(child_run("/nowhere/none", argv, "text", 60000,
				   &c), CHILD_NONE);
}
END_TEST

START_TEST(a_program_reads_what_it_is_given)
{
	char *argv[] = { (char *) "cat", NULL };
	char text[300000];
	child_t c;

	/* more than a pipe holds */
	memset(text, 'x', sizeof(text));
	text[sizeof(text) - 1] = '\0';
	ck_assert_int_eq(child_run("cat", argv, text, 60000, &c), CHILD_DONE);
	ck_assert_str_eq(c.out, text);
	child_free(&c);
	ck_assert_int_eq(child_run("cat", argv, "", 60000, &c), CHILD_DONE);
	ck_assert_str_eq(c.out, "");
	child_free(&c);
}
END_TEST

START_TEST(a_program_has_no_file_of_ours)
{
	child_t c;

	/* ls itself opens the folder */
	ck_assert_int_eq(run("exec ls /proc/self/fd", 60000, &c), CHILD_DONE);
	ck_assert_str_eq(c.out, "0\n1\n2\n3\n");
	child_free(&c);
	ck_assert_int_eq(run("grep -c . /dev/stdin; grep SigBlk /proc/self/status",
			     60000, &c), CHILD_DONE);
	ck_assert_str_eq(c.out, "0\nSigBlk:\t0000000000000000\n");
	child_free(&c);
}
END_TEST

START_TEST(a_program_that_does_not_end)
{
	child_t c;

	ck_assert_int_eq(run("sleep 1000 & sleep 1000", 200, &c), CHILD_LATE);
	ck_assert_int_eq(run("yes", 60000, &c), CHILD_LARGE);
	ck_assert_int_eq(run("yes >&2", 60000, &c), CHILD_LARGE);
	ck_assert_ptr_null(c.out);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("web_jobs");
	TCase *t = tcase_create("way"), *p = tcase_create("programs");
	sigset_t blocked;

	test_seed();
	/* as in garq-web, whose threads see no signal */
	sigemptyset(&blocked);
	sigaddset(&blocked, SIGTERM);
	sigprocmask(SIG_BLOCK, &blocked, NULL);
	tcase_add_checked_fixture(t, setup, NULL);
	tcase_set_timeout(t, 60);
	tcase_add_test(t, a_reservation_that_leaves_too_few);
	tcase_add_test(t, nothing_helps);
	tcase_add_test(t, a_node_that_the_job_names);
	tcase_add_test(t, random_reservations);
	tcase_add_test(t, the_reason_is_told);
	suite_add_tcase(s, t);
	tcase_set_timeout(p, 120);
	tcase_add_test(p, a_program_is_run);
	tcase_add_test(p, a_program_reads_what_it_is_given);
	tcase_add_test(p, a_program_has_no_file_of_ours);
	tcase_add_test(p, a_program_that_does_not_end);
	suite_add_tcase(s, p);
	return test_run(s);
}
