/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tight_test.c - a tight shape is placed where the OSP paper's algorithm 1 has
 * it, done slowly on a table of minutes; else as any shape.
 */
#include <stdio.h>
#include <string.h>

#include "plugin/booking/place/admit.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/states.h"
#include "plugin/booking/view/view_feed.h"
#include "test/unit/test_office.h"
#include "test/unit/test_util.h"

#define NOW 1000020	/* a minute begins */
#define NODES 7
#define POOL 4		/* nodes of the first pool */
#define SPAN 200	/* minutes of the table */
#define HOLDERS 14

static const uint32_t classes[NODES] = { 0, 0, 0, 0, 1, 1, 1 };

static bool taken[SPAN][NODES];

static time_t clock_at(int minute)
{
	return NOW + 60 * (time_t) minute;
}

static void add_resv(rng_t *rng, int number)
{
	int from = (int) rng_below(rng, SPAN - 80);
	int to = from + 1 + (int) rng_below(rng, 60);
	garq_set_t *nodes = garq_set_create(NODES);
	view_seen_t seen = {
		.resv_id = (uint32_t) number + 1, .start = clock_at(from),
		.end = clock_at(to), .nodes = nodes,
		.attrs = { .first_start = clock_at(from), .whole_nodes = true },
	};
	char name[16];

	for (uint32_t i = 0; i < NODES; i++) {
		if (rng_one_in(rng, 2))
			continue;
		garq_set_add(nodes, i);
		for (int t = from; t < to; t++)
			taken[t][i] = true;
	}
	seen.attrs.node_cnt = garq_set_count(nodes);
	snprintf(name, sizeof(name), "r%d", number);
	if (seen.attrs.node_cnt)
		view_see(office, view_table_add(office, name), &seen, NOW);
	garq_set_destroy(nodes);
}

static void setup(rng_t *rng)
{
	options_t options = options_default();

	options.shift = rng_one_in(rng, 2) ? OPTIONS_SHIFT_NO :
					     OPTIONS_SHIFT_YES;
	test_office_begin(NODES, &options, office_states);
	view_build(office, NODES, classes, NOW);
	memset(taken, 0, sizeof(taken));
	for (int n = (int) rng_below(rng, HOLDERS); n > 0; n--)
		add_resv(rng, n);
}

/* What is asked for, in minutes. */
typedef struct {
	uint32_t nodes;		/* the first so many may serve it */
	uint32_t num_cn;
	int from, to;		/* starts */
	int length;
} asked_t;

/* The nodes that are free throughout. */
static uint32_t free_cn(const asked_t *a, int from, int to)
{
	uint32_t cnt = 0;

	for (uint32_t i = 0; i < a->nodes; i++) {
		bool idle = true;

		for (int t = from; t < to; t++)
			idle &= !taken[t][i];
		cnt += idle;
	}
	return cnt;
}

/* The run of minutes with as many free nodes as one has, in the window. */
static void run_of(const asked_t *a, int t, int *ret_from, int *ret_to)
{
	uint32_t cnt = free_cn(a, t, t + 1);

	for (*ret_from = t; (*ret_from > a->from) &&
	     (free_cn(a, *ret_from - 1, *ret_from) == cnt); (*ret_from)--)
		;
	for (*ret_to = t + 1; (*ret_to < a->to + a->length) &&
	     (free_cn(a, *ret_to, *ret_to + 1) == cnt); (*ret_to)++)
		;
}

/*
 * Grow a run to the left, then to the right, by whole runs with enough nodes,
 * until it is long enough. RET the start at an edge of it; -1: it does not fit
 */
static int grown(const asked_t *a, int from, int to)
{
	int head = from, tail = to, some;

	while ((tail - head < a->length) && (head > a->from) &&
	       (free_cn(a, head - 1, head) >= a->num_cn))
		run_of(a, head - 1, &head, &some);
	while ((tail - head < a->length) && (tail < a->to + a->length) &&
	       (free_cn(a, tail, tail + 1) >= a->num_cn))
		run_of(a, tail, &some, &tail);
	if (tail - head < a->length)
		return -1;
	if ((head < from) && (tail == to))
		head = tail - a->length;
	return (free_cn(a, head, head + a->length) >= a->num_cn) ? head : -1;
}

/* RET the start; -1: there is none */
static int tightest(const asked_t *a)
{
	int from, to, start = -1;

	for (uint32_t cnt = a->num_cn; (start < 0) && (cnt <= NODES); cnt++)
		for (int t = a->from; (start < 0) && (t < a->to + a->length);
		     t = to) {
			run_of(a, t, &from, &to);
			if (free_cn(a, t, t + 1) == cnt)
				start = grown(a, from, to);
		}
	return start;
}

static int earliest(const asked_t *a)
{
	for (int t = a->from; t <= a->to; t++)
		if (free_cn(a, t, t + a->length) >= a->num_cn)
			return t;
	return -1;
}

static asked_t some(rng_t *rng)
{
	asked_t a = {
		.nodes = rng_one_in(rng, 2) ? NODES : POOL,
		.num_cn = 1 + (uint32_t) rng_below(rng, 4),
		.from = (int) rng_below(rng, 60),
		.length = 1 + (int) rng_below(rng, 40),
	};

	a.to = a.from + 1 + (int) rng_below(rng, 80);
	return a;
}

/* RET the start in minutes; -1: it is refused */
static int placed(const asked_t *a, bool tight)
{
	shape_t shape = {
		.eligible = garq_set_create(NODES), .num_cn = a->num_cn,
		.t_esr = clock_at(a->from), .t_lsr = clock_at(a->to),
		.duration = 60 * (time_t) a->length, .tight = tight,
	};
	placement_t p;
	refusal_t refusal;
	int start = -1, rc;

	for (uint32_t i = 0; i < a->nodes; i++)
		garq_set_add(shape.eligible, i);
	rc = admit(office, &shape, GARQ_NO_GROUP, NULL, NULL, NOW, &p,
		   &refusal);
	shape_free(&shape);
	if (rc) {
		ck_assert_int_eq(rc, REFUSED_BUSY);
		refusal_free(&refusal);
		return start;
	}
	start = (int) ((p.start - NOW) / 60);
	ck_assert_int_eq(p.start, clock_at(start));
	ck_assert_int_le(p.not_before, p.start);
	ck_assert_uint_eq(garq_set_count(p.nodes), a->num_cn);
	GARQ_SET_EACH(i, p.nodes)
		for (int t = start; t < start + a->length; t++)
			ck_assert(!taken[t][i]);
	placement_free(&p);
	return start;
}

START_TEST(where_the_table_says)
{
	rng_t rng = { test_seed() };
	int later = 0, refused = 0;

	for (int game = 0; game < 400; game++) {
		setup(&rng);
		for (int n = 0; n < 10; n++) {
			asked_t a = some(&rng);
			int first = earliest(&a), best = tightest(&a);

			int plain = placed(&a, false);

			ck_assert_int_eq(plain < 0, first < 0);
			if (office->options.shift == OPTIONS_SHIFT_NO)
				ck_assert_int_eq(plain, first);
			ck_assert_int_eq(placed(&a, true),
					 (best < 0) ? plain : best);
			later += (best > first);
			refused += (first < 0);
		}
		test_office_end();
	}
	ck_assert_int_gt(later, 100);
	ck_assert_int_gt(refused, 10);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("tight");
	TCase *tc = test_case(suite, "placed", 60);

	tcase_add_test(tc, where_the_table_says);
	return test_run(suite);
}
