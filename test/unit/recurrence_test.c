/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * recurrence_test.c - what recurs is placed at the first start, and on nodes and
 * cores, that a table of minutes has free at each of its occurrences.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/param.h>

#include "plugin/booking/place/admit.h"
#include "plugin/booking/request/flags.h"
#include "plugin/booking/states.h"
#include "plugin/booking/view/host.h"
#include "plugin/booking/view/view_feed.h"
#include "plugin/memory/memory.h"
#include "test/unit/space_fixture.h"
#include "test/unit/test_office.h"
#include "test/unit/test_util.h"

#define NOW 1000020
#define NODES 5
#define CORES 3
#define ALL ((1U << CORES) - 1)
#define HOURS 24	/* the horizon */
#define SPAN (HOURS * 60 + 240)	/* minutes of the table */
#define HOLDERS 14

static const options_t options = {
	.delta = 300, .horizon = 1, .shift = OPTIONS_SHIFT_YES,
};
static const uint32_t classes[NODES];

static unsigned char table[SPAN][NODES];	/* taken cores */

static uint32_t cores_of(office_t *of, uint32_t node)
{
	(void) of;
	(void) node;
	return CORES;
}

static uint64_t gpus_of(office_t *of, uint32_t node, const char *type)
{
	(void) of;
	(void) node;
	(void) type;
	return 0;
}

static void add_resv(rng_t *rng, int number)
{
	int from = (int) rng_below(rng, SPAN - 200);
	int to = from + 1 + (int) rng_below(rng, rng_one_in(rng, 5) ? 200 : 40);
	bool whole = rng_one_in(rng, 2);
	cores_t cores = cores_all(1 + (uint32_t) rng_below(rng, CORES - 1), 0);
	unsigned char taken = whole ? ALL : (unsigned char) cores.word[0];
	garq_set_t *nodes = garq_set_create(NODES);
	view_seen_t seen = {
		.resv_id = (uint32_t) number + 1,
		.start = NOW + (time_t) from * 60, .end = NOW + (time_t) to * 60,
		.nodes = nodes,
		.attrs = { .first_start = NOW + (time_t) from * 60,
			   .whole_nodes = whole },
	};
	char name[16];

	for (uint32_t i = 0; i < NODES; i++) {
		if (rng_one_in(rng, 2))
			continue;
		garq_set_add(nodes, i);
		if (!whole)
			units_set(&seen.attrs.units, i, &cores);
		for (int t = from; t < to; t++)
			table[t][i] |= taken;
	}
	seen.attrs.node_cnt = garq_set_count(nodes);
	snprintf(name, sizeof(name), "r%d", number);
	if (seen.attrs.node_cnt)
		view_see(office, view_table_add(office, name), &seen, NOW);
	units_free(&seen.attrs.units);
	garq_set_destroy(nodes);
}

static void setup(rng_t *rng)
{
	test_office_begin(NODES, &options, office_states);
	fake.nodes.cores = cores_of;
	fake.nodes.gpus = gpus_of;
	view_build(office, NODES, classes, NOW);
	memset(table, 0, sizeof(table));
	for (uint64_t n = rng_below(rng, HOLDERS); n-- > 0; )
		add_resv(rng, (int) n);
}

static shape_t some_shape(rng_t *rng)
{
	shape_t shape = {
		.eligible = garq_set_create(NODES),
		.pinned = rng_one_in(rng, 4),
		.recurs = BOOKING_FLAG_HOURLY,
		.duration = 60 * (1 + (time_t) rng_below(rng, 20)),
		.t_esr = NOW + 60 * (time_t) rng_below(rng, 90),
	};
	want_t one = { .cores = 1 + (uint32_t) rng_below(rng, 2) }, *each;

	shape.t_lsr = shape.t_esr + 60 * (time_t) rng_below(rng, 50);
	if (rng_one_in(rng, 8))	/* it has begun */
		shape.t_esr = shape.t_lsr = NOW - 60 * (time_t) rng_below(
			rng, (uint64_t) shape.duration / 60);
	for (uint32_t i = 0; i < NODES; i++)
		if (!rng_one_in(rng, 5))
			garq_set_add(shape.eligible, i);
	if (!garq_set_count(shape.eligible))
		garq_set_add(shape.eligible, 0);
	shape.num_cn = shape.pinned ? garq_set_count(shape.eligible) :
				      1 + (uint32_t) rng_below(rng, 3);
	if (rng_one_in(rng, 2))
		return shape;
	each = memory_new(shape.num_cn, sizeof(*each));
	for (uint32_t i = 0; i < shape.num_cn; i++)
		each[i] = one;
	shape_set_each(&shape, each, shape.num_cn);
	return shape;
}

/* The cores that are free at the first occurrences from a start on. */
static unsigned char common(const shape_t *shape, uint32_t node, time_t start,
			    int occurrences)
{
	unsigned char taken = 0;

	for (int k = 0; k < occurrences; k++) {
		int from = (int) ((start - NOW) / 60) + (k * 60);
		int to = from + (int) (shape->duration / 60);

		if (k && (start + (time_t) k * 3600 >= NOW + HOURS * 3600))
			break;
		for (int t = MAX(from, 0); t < to; t++)
			taken |= table[t][node];
	}
	return ALL & (unsigned char) ~taken;
}

static bool serves(const shape_t *shape, uint32_t node, time_t start,
		   int occurrences)
{
	unsigned char left = common(shape, node, start, occurrences);

	return garq_set_test(shape->eligible, node) &&
	       (shape->each ? __builtin_popcount(left) >=
				      (int) shape->most.cores :
			      left == ALL);
}

static uint32_t serving(const shape_t *shape, time_t start, int occurrences)
{
	uint32_t cnt = 0;

	for (uint32_t i = 0; i < NODES; i++)
		cnt += serves(shape, i, start, occurrences);
	return cnt;
}

/* The first start up to latest by the table; later than that: there is none. */
static time_t first_start(const shape_t *shape, time_t latest)
{
	time_t t = shape->t_esr;

	while ((t <= latest) &&
	       (serving(shape, t, HOURS + 2) < shape->num_cn))
		t += 60;
	return t;
}

static void assert_placed(const shape_t *shape, const placement_t *p)
{
	ck_assert_int_eq(p->start, first_start(shape, shape->t_lsr));
	ck_assert_uint_eq(garq_set_count(p->nodes), shape->num_cn);
	ck_assert_uint_eq(p->units.cnt, shape->each ? shape->num_cn : 0);
	GARQ_SET_EACH(i, p->nodes) {
		unsigned char left = common(shape, i, p->start, HOURS + 2);
		const cores_t *cores = units_on(&p->units, i);

		ck_assert(serves(shape, i, p->start, HOURS + 2));
		if (!cores)
			continue;
		ck_assert_uint_eq(cores_count(cores), shape->most.cores);
		ck_assert_uint_eq(cores->word[0] & ~(uint64_t) left, 0);
	}
}

/* The reason is the first occurrence at which too few nodes are left. */
static void assert_refused(const shape_t *shape, const refusal_t *r)
{
	time_t from = MAX(shape->t_esr, NOW);
	int k = (int) ((r->t_s - shape->t_esr) / 3600);

	if (shape->num_cn > garq_set_count(shape->eligible))
		return;
	ck_assert_int_eq(r->t_s, MAX(shape->t_esr + k * 3600, from));
	ck_assert_int_eq(r->t_e, shape->t_esr + k * 3600 + shape->duration);
	ck_assert_uint_ge(serving(shape, shape->t_esr, k), k ? shape->num_cn : 0);
	ck_assert_uint_lt(serving(shape, shape->t_esr, k + 1), shape->num_cn);
	ck_assert_uint_ge(r->answer.missing, 1);
	ck_assert(r->answer.short_at >= r->t_s && r->answer.short_at < r->t_e);
	if (r->answer.has_later && (shape->t_esr >= NOW))
		ck_assert_int_eq(first_start(shape, r->answer.later),
				 r->answer.later);
}

static void ask(rng_t *rng)
{
	shape_t shape = some_shape(rng);
	placement_t placement;
	refusal_t refusal;
	bool fits = first_start(&shape, shape.t_lsr) <= shape.t_lsr;
	int rc = admit(office, &shape, GARQ_NO_GROUP, NULL, NULL, NOW,
		       &placement, &refusal);

	ck_assert_int_eq(!rc, fits);
	if (!rc) {
		assert_placed(&shape, &placement);
		placement_free(&placement);
	} else {
		assert_refused(&shape, &refusal);
		refusal_free(&refusal);
	}
	if (shape.t_esr >= NOW)
		assert_space(&shape, serving(&shape, shape.t_esr, HOURS + 2),
			     first_start(&shape, shape.t_lsr), NOW + 100000);
	shape_free(&shape);
}

START_TEST(where_the_table_says)
{
	test_part_t part = test_part(_i, 400, 100);

	for (uint64_t i = 0; i < part.rounds; i++) {
		setup(&part.rng);
		for (int n = 0; n < 10; n++)
			ask(&part.rng);
		test_office_end();
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("recurrence");
	TCase *tc = test_case(suite, "hourly", 60);

	tcase_add_loop_test(tc, where_the_table_says, 0, test_part_cnt(400, 100));
	return test_run(suite);
}
