/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * taken_test.c - what was taken from bookings, against an oracle that looks at each
 * node and each of four hours: what lies on it besides the booking?
 */
#include <stdio.h>
#include <string.h>

#include "plugin/booking/place/loss/taken.h"
#include "plugin/booking/request/flags.h"
#include "plugin/booking/view/hits.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/view_feed.h"
#include "test/unit/reconcile_world.h"
#include "test/unit/test_office.h"
#include "test/unit/test_util.h"

#define NODES 8
#define HOURS 4
#define RESVS 6
#define JOBS 3

/* A reservation, a job, or a failed node of the oracle. */
typedef struct {
	char name[16];
	uint32_t nodes;		/* a bit each */
	int from, until;	/* hours from now; a booking may have begun before */
	bool booking, named;
	uint32_t asked;		/* how many nodes a booking asked for */
	int of;			/* the reservation of a job; -1: none */
} thing_t;

static struct {
	thing_t resv[RESVS];
	thing_t job[JOBS];
	uint32_t down;
} is;

static uint32_t some_nodes(rng_t *rng)
{
	return (uint32_t) rng_between(rng, 1, 255) &
	       (uint32_t) (rng_one_in(rng, 2) ? 255 : rng_between(rng, 1, 255));
}

static char *letters(uint32_t nodes, char list[NODES + 1])
{
	char *at = list;

	for (uint32_t i = 0; i < NODES; i++)
		if (nodes & (1U << i))
			*at++ = (char) ('a' + i);
	*at = '\0';
	return list;
}

static garq_set_t *set_of(uint32_t nodes)
{
	garq_set_t *set = garq_set_create(NODES);

	ck_assert_ptr_nonnull(set);
	for (uint32_t i = 0; i < NODES; i++)
		if (nodes & (1U << i))
			garq_set_add(set, i);
	return set;
}

static void add_resv(rng_t *rng, int i)
{
	thing_t *r = &is.resv[i];
	booking_t *b = booking_create();
	char list[NODES + 1];
	view_resv_t *v;

	*r = (thing_t) { .booking = rng_one_in(rng, 2),
			 .named = rng_one_in(rng, 3) };
	snprintf(r->name, sizeof(r->name), "r%d", i);
	while (!r->nodes)
		r->nodes = some_nodes(rng);
	r->from = (int) rng_between(rng, -1, HOURS - 1);
	r->until = (int) rng_between(rng, test_max(r->from, 0) + 1, HOURS);
	r->asked = (uint32_t) __builtin_popcount(r->nodes) +
		   (r->booking && rng_one_in(rng, 4));
	booking_set(&b->name, r->name);
	booking_set(&b->nodes, letters(r->nodes, list));
	if (r->named)
		booking_set(&b->asked_nodes, list);
	b->num_cn = r->asked;
	b->resv_id = (uint32_t) i + 1;
	b->start = b->t_esr = b->t_lsr = b->not_before = NOW + r->from * HOUR;
	b->end = NOW + r->until * HOUR;
	b->created = NOW - 100 + i;
	b->flags = r->booking ? 0 : BOOKING_FLAG_MAINT;
	world_add(booking_copy(b), NULL);
	v = view_find(office, r->name);
	if (r->booking)
		ck_assert_ptr_null(view_set_booking(office, v, b));
	else
		booking_destroy(b);
}

static void add_job(rng_t *rng, int i)
{
	thing_t *j = &is.job[i];
	garq_set_t *set;
	view_job_t job = { .job_id = (uint32_t) i + 7, .start = NOW - HOUR,
			   .version = 1 };

	*j = (thing_t) { .of = rng_one_in(rng, 2) ? -1 :
				(int) rng_below(rng, RESVS) };
	while (!j->nodes)
		j->nodes = some_nodes(rng);
	j->until = (int) rng_between(rng, 1, HOURS);
	set = set_of(j->nodes);
	job.nodes = set;
	job.end = NOW + j->until * HOUR;
	job.group = (j->of < 0) ? VIEW_ID(VIEW_ID_JOB, job.job_id) :
				  view_find(office, is.resv[j->of].name)->id;
	view_jobs_see(office, &job, NOW);
	garq_set_destroy(set);
}

static void make_world(rng_t *rng)
{
	garq_set_t *up;

	for (int i = 0; i < RESVS; i++)
		add_resv(rng, i);
	view_jobs_begin(office);
	for (int i = 0; i < JOBS; i++)
		add_job(rng, i);
	view_jobs_end(office);
	is.down = rng_one_in(rng, 2) ? some_nodes(rng) : 0;
	up = set_of(255 & ~is.down);
	view_nodes_see(office, up, NULL, NOW);
	garq_set_destroy(up);
}

static bool meet(const thing_t *a, const thing_t *b)
{
	return test_max(test_max(a->from, b->from), 0) <
	       test_min(a->until, b->until);
}

/* Of two bookings: does a lack what both have? */
static bool yields(int a, int b)
{
	if (is.resv[a].named != is.resv[b].named)
		return !is.resv[a].named;
	return a > b;
}

static uint32_t taken_of(int i)
{
	const thing_t *r = &is.resv[i];
	uint32_t taken = is.down;

	for (int k = 0; k < RESVS; k++)
		if ((k != i) && meet(r, &is.resv[k]) &&
		    (!is.resv[k].booking || yields(i, k)))
			taken |= is.resv[k].nodes;
	for (int k = 0; k < JOBS; k++)
		if ((is.job[k].of != i) && meet(r, &is.job[k]))
			taken |= is.job[k].nodes;
	return taken & r->nodes;
}

/*
 * An entry is hit when it is first seen, too. So that only the walk tells, those are
 * forgotten before.
 */
static void walk(void)
{
	for (int i = 0; i < RESVS; i++) {
		view_resv_t *v = view_find(office, is.resv[i].name);

		if (v)
			hits_remove(office, v);
	}
	do
		(void) hits_walk(office, NOW, 1);
	while (hits_walk_goes_on(office));
}

static void look_at(int i)
{
	view_resv_t *v = view_find(office, is.resv[i].name);
	uint32_t has = (uint32_t) __builtin_popcount(is.resv[i].nodes);
	uint32_t want = taken_of(i);
	garq_set_t *set = set_of(want);
	taken_t taken;

	taken_from(office, v, NOW, &taken);
	ck_assert_msg(test_set_equal(taken.nodes, set), "%s", v->name);
	ck_assert_uint_eq(taken.cnt, (uint32_t) __builtin_popcount(want));
	ck_assert_uint_eq(taken.gone, is.resv[i].asked - has);
	ck_assert(!taken.cnt || v->is_hit);
	taken_free(&taken);
	garq_set_destroy(set);
}

START_TEST(it_is_what_the_oracle_says)
{
	test_part_t part = test_part(2000, 500, _i);

	for (uint64_t n = 0; n < part.rounds; n++) {
		world_setup();
		walk();		/* a new view touches all nodes */
		make_world(&part.rng);
		walk();
		for (int i = 0; i < RESVS; i++)
			if (is.resv[i].booking)
				look_at(i);
		world_teardown();
	}
}
END_TEST

static Suite *_suite(void)
{
	Suite *s = suite_create("taken");
	TCase *tc = test_case(s, "taken", 60);

	tcase_add_loop_test(tc, it_is_what_the_oracle_says, 0,
			    test_part_cnt(2000, 500));
	return s;
}

int main(void)
{
	return test_run(_suite());
}
