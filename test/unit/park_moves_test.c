/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * park_moves_test.c - bookings that are made, moved and removed at random: the
 * next one on each node is linked after each change, by a look at all of them; and
 * each job that could start is stopped by the linked records where it would be if
 * none were parked.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "garq/garq.h"
#include "plugin/booking/request/timing.h"
#include "plugin/booking/view/view_feed.h"
#include "test/unit/park_fixture.h"
#include "test/unit/test_office.h"

#define BOOKINGS 20
#define MOVED 6		/* at once, at most */
#define STARTS 24	/* hours; the first two begin within the lead */
#define CHANGES 300
#define DELAYS 3	/* MaxStartDelay is less */

static view_resv_t *all[BOOKINGS];

static bool is_on(const view_resv_t *v, uint32_t node)
{
	return garq_set_test(v->nodes, node);
}

static bool is_free(const view_resv_t *but, uint32_t node, time_t start)
{
	for (int i = 0; i < BOOKINGS; i++)
		if (all[i] && (all[i] != but) && is_on(all[i], node) &&
		    (all[i]->start < start + HOUR) && (start < all[i]->end))
			return false;
	return true;
}

#define TEXT 64	/* of a list of all NODES, with room */

/* Some nodes that are free then, "0,3,7"; text is empty if there are none. */
static time_t draw(rng_t *dice, const view_resv_t *but, char text[TEXT])
{
	time_t start = (time_t) rng_below(dice, STARTS) * HOUR;
	size_t len = 0;

	text[0] = '\0';
	for (uint32_t node = 0; node < NODES; node++)
		if (rng_below(dice, 2) && is_free(but, node, NOW + start))
			len += (size_t) snprintf(text + len, TEXT - len, "%s%u",
						 len ? "," : "", node);
	return start;
}

/* Half of the tests have records that let jobs past before their start. */
static bool open_ones;

static uint64_t draw_flags(rng_t *dice)
{
	return (open_ones && rng_one_in(dice, 4)) ? BOOKING_FLAG_FLEX : 0;
}

static uint32_t draw_delay(rng_t *dice)
{
	return (open_ones && rng_one_in(dice, 6)) ?
		(uint32_t) rng_below(dice, DELAYS) : 0;
}

static void change_one(rng_t *dice, int i)
{
	char name[8], nodes[TEXT];
	time_t start = draw(dice, NULL, nodes);
	bool visible;

	if (all[i]) {
		ck_assert_int_eq(park_delete(office, all[i], NOW, NULL,
					     &visible),
				 0);
		all[i] = NULL;
	} else if (nodes[0]) {
		snprintf(name, sizeof(name), "r%d", i);
		all[i] = make(&(place_t) {
			AT(name, nodes, start),
			.flags = draw_flags(dice), .delay = draw_delay(dice),
		});
		view_table_set_linked(office, all[i], true);
		(void) park_update(office, all[i], false, NULL, NOW);
	}
}

static void see(rng_t *dice, view_resv_t *v, const char *list, time_t start)
{
	garq_set_t *nodes = test_set(NODES, list);
	view_seen_t seen = {
		.start = NOW + start, .end = NOW + start + HOUR,
		.flags = BOOKING_FLAG_SPEC_NODES | draw_flags(dice),
		.nodes = nodes,
		.attrs = {
			.first_start = NOW + start,
			.max_start_delay = draw_delay(dice),
		},
	};

	view_see(office, v, &seen, NOW);
	garq_set_destroy(nodes);
}

static void move_some(rng_t *dice)
{
	park_change_t changes[MOVED];
	size_t cnt = 0, most = 1 + rng_below(dice, MOVED);

	for (int i = 0; (i < BOOKINGS) && (cnt < most); i++) {
		char nodes[TEXT];
		time_t start = all[i] ? draw(dice, all[i], nodes) : 0;

		if (!all[i] || !nodes[0] || rng_below(dice, 2))
			continue;
		changes[cnt++] = (park_change_t) {
			.v = all[i], .was_linked = park_fetch(office, all[i]),
			.before = garq_set_copy(all[i]->nodes),
		};
		see(dice, all[i], nodes, start);
	}
	(void) park_update_many(office, changes, cnt, NOW);
	for (size_t i = 0; i < cnt; i++)
		garq_set_destroy((garq_set_t *) changes[i].before);
}

/* The first on a node that begins at t or later. */
static const view_resv_t *first(uint32_t node, time_t t)
{
	const view_resv_t *v = NULL;

	for (int i = 0; i < BOOKINGS; i++)
		if (all[i] && is_on(all[i], node) && (all[i]->start >= t) &&
		    (!v || (all[i]->start < v->start)))
			v = all[i];
	return v;
}

static uint32_t assert_next_linked(uint64_t seed)
{
	uint32_t parked_cnt = 0;

	for (uint32_t node = 0; node < NODES; node++) {
		const view_resv_t *v = first(node, NOW);

		while (v) {
			ck_assert_msg(view_is_unparked(v),
				      "seed %llu: %s is parked, and the next on %u",
				      (unsigned long long) seed, v->name, node);
			v = (v->start <= NOW + PARK_LEAD) ?
				first(node, v->end) : NULL;
		}
	}
	for (int i = 0; i < BOOKINGS; i++)
		parked_cnt += all[i] && !view_is_unparked(all[i]);
	return parked_cnt;
}

/* What Slurm lets a job ignore: job_test_resv(). */
typedef struct {
	const view_resv_t *in;	/* its reservation; or NULL */
	uint32_t warn;		/* --signal=R:...@warn; 0: none */
} slurm_job_t;

static bool ignores(const slurm_job_t *job, const view_resv_t *v)
{
	return (v == job->in) ||
	       (!job->in && job->warn && (job->warn <= v->attrs.max_start_delay));
}

/* When a job that starts now on a node is stopped. IN own - by what is linked */
static time_t stopped_at(const slurm_job_t *job, uint32_t node, bool own)
{
	time_t t = GARQ_FOREVER;

	for (int i = 0; i < BOOKINGS; i++)
		if (all[i] && is_on(all[i], node) && (all[i]->end > NOW) &&
		    (!own || view_is_unparked(all[i])) &&
		    !ignores(job, all[i]) && (all[i]->start < t))
			t = all[i]->start;
	return t;
}

static void assert_stopped(uint64_t seed, const slurm_job_t *job)
{
	bool flex = job->in && (job->in->flags & BOOKING_FLAG_FLEX);

	if (job->in && !flex && (job->in->start > NOW))
		return;
	for (uint32_t node = 0; node < NODES; node++)
		if (!job->in || flex || is_on(job->in, node))
			ck_assert_msg(stopped_at(job, node, true) ==
				      stopped_at(job, node, false),
				      "seed %llu: a job in %s, warned %u before its end, crosses a parked booking on %u",
				      (unsigned long long) seed,
				      job->in ? job->in->name : "none",
				      job->warn, node);
}

static void assert_none_is_crossed(uint64_t seed)
{
	for (uint32_t warn = 0; warn <= DELAYS; warn++)
		assert_stopped(seed, &(slurm_job_t) { .warn = warn });
	for (int i = 0; i < BOOKINGS; i++)
		if (all[i])
			assert_stopped(seed, &(slurm_job_t) { .in = all[i] });
}

/* What a running controller checks says the same. */
static void assert_checked(void)
{
	const char *reason = "none";

	ck_assert_msg(park_check(office, NOW, &reason), "%s", reason);
}

START_TEST(the_next_on_each_node_is_linked)
{
	uint64_t seed = test_seed() + (uint64_t) _i;
	rng_t dice = { .state = seed };
	uint32_t parked_cnt = 0;

	memset(all, 0, sizeof(all));
	open_ones = _i % 2;
	park_begin(office, NOW);
	for (int i = 0; i < CHANGES; i++) {
		if (rng_one_in(&dice, 2))
			change_one(&dice, (int) rng_below(&dice, BOOKINGS));
		else
			move_some(&dice);
		if (!rng_below(&dice, 4)) {	/* the agent parks what it can */
			(void) park_update_all(office, NOW);
			park_ledger_written(office, park_last_look(office));
			(void) park_update_all(office, NOW);
		}
		done[0] = '\0';
		parked_cnt += assert_next_linked(seed);
		assert_none_is_crossed(seed);
		assert_checked();
	}
	ck_assert_uint_gt(parked_cnt, 0);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("park_moves");
	TCase *tc = test_case(s, "moves", 0);

	tcase_add_checked_fixture(tc, park_setup, park_teardown);
	tcase_add_loop_test(tc, the_next_on_each_node_is_linked, 0, 60);
	return test_run(s);
}
