/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * try_starts_test.c - what recurs, or has groups, is placed at the first start,
 * and on nodes and cores, that a table of minutes has free at each occurrence.
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

#define NOW 1774569600	/* Friday, in a week at whose end the clocks go forward */
#define NODES 5
#define CORES 3
#define ALL ((1U << CORES) - 1)
#define DAYS 9		/* of the table */
#define SPAN (DAYS * 1440 + 240)	/* ... its minutes */
#define HOLDERS 24
#define ALL_OF_THEM 1000	/* occurrences */

static options_t options = { .delta = 300, .shift = OPTIONS_SHIFT_YES };
static const uint32_t classes[NODES];

static unsigned char table[SPAN][NODES];	/* taken cores */
static int hours;	/* of each day, from which on most is asked for */

static time_t horizon_end(void)
{
	return NOW + (time_t) options.horizon * 86400;
}

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

static void add_holder(rng_t *rng, int number, int from, int to)
{
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

/* Half of them at the times of day that are asked for. */
static void add_resv(rng_t *rng, int number)
{
	int from = rng_one_in(rng, 2) ? (int) rng_below(rng, SPAN - 400) :
		(int) (1440 * rng_below(rng, options.horizon) + rng_below(rng, 180)) +
			hours * 60;
	int to = from + 1 + (int) rng_below(rng, rng_one_in(rng, 5) ? 200 : 40);

	add_holder(rng, number, from, to);
}

static void setup(rng_t *rng)
{
	hours = rng_one_in(rng, 2) ? 0 : 22;
	options.horizon = 1 + (uint32_t) rng_below(rng, DAYS - 1);
	test_office_begin(NODES, &options, office_states);
	fake.nodes.cores = cores_of;
	fake.nodes.gpus = gpus_of;
	view_build(office, NODES, classes, NOW);
	memset(table, 0, sizeof(table));
	for (uint64_t n = rng_below(rng, HOLDERS); n-- > 0; )
		add_resv(rng, (int) n);
}

/* Nodes with features, of which some have several. */
static void add_groups(rng_t *rng, shape_t *shape)
{
	shape->pinned = false;
	shape->num_cn = 0;
	garq_set_zero(shape->eligible);
	shape->group_cnt = 1 + (uint32_t) rng_below(rng, 3);
	for (uint32_t i = 0; i < shape->group_cnt; i++) {
		shape_group_t *group = &shape->groups[i];

		group->nodes = garq_set_create(NODES);
		group->cnt = 1 + (uint32_t) rng_below(rng, 2);
		for (uint32_t k = 0; k < NODES; k++)
			if (rng_one_in(rng, 2))
				garq_set_add(group->nodes, k);
		garq_set_add_all(shape->eligible, group->nodes);
		shape->num_cn += group->cnt;
	}
}

static shape_t some_shape(rng_t *rng)
{
	static const uint64_t kinds[] = {
		0, BOOKING_FLAG_HOURLY, BOOKING_FLAG_DAILY, BOOKING_FLAG_WEEKDAY,
		BOOKING_FLAG_WEEKEND, BOOKING_FLAG_WEEKLY,
	};
	shape_t shape = {
		.eligible = garq_set_create(NODES),
		.pinned = rng_one_in(rng, 4),
		.recurs = kinds[rng_below(rng, sizeof(kinds) / sizeof(*kinds))],
		.duration = 60 * (1 + (time_t) rng_below(rng, 20)),
		.t_esr = NOW + 60 * (time_t) rng_below(rng, 90) +
			 86400 * (time_t) rng_below(rng, 3) + hours * 3600,
	};
	want_t one = { .cores = 1 + (uint32_t) rng_below(rng, 2) }, *each;

	shape.t_lsr = shape.t_esr + 60 * (time_t) rng_below(rng, 120);
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
	if (!shape.recurs || rng_one_in(rng, 3)) {
		add_groups(rng, &shape);
		return shape;
	}
	if (rng_one_in(rng, 2))
		return shape;
	each = memory_new(shape.num_cn, sizeof(*each));
	for (uint32_t i = 0; i < shape.num_cn; i++)
		each[i] = one;
	shape_set_each(&shape, each, shape.num_cn);
	return shape;
}

/* True if no clock shows the time of a start on the day when it goes forward. */
static bool is_odd(time_t start)
{
	struct tm tm;

	localtime_r(&start, &tm);
	return (tm.tm_hour == 2) || ((tm.tm_hour == 1) && (tm.tm_min >= 35));
}

/* The time that clocks show, some days and hours after a start. */
static time_t later(time_t start, int days, int hours)
{
	struct tm tm;

	localtime_r(&start, &tm);
	tm.tm_mday += days;
	tm.tm_isdst = -1;
	return (days ? mktime(&tm) : start) + (hours * 3600);
}

static bool recurs_on(const shape_t *shape, int days, time_t t)
{
	struct tm tm;

	localtime_r(&t, &tm);
	if (!days)
		return true;
	return (shape->recurs == BOOKING_FLAG_DAILY) ||
	       ((shape->recurs == BOOKING_FLAG_WEEKLY) && !(days % 7)) ||
	       ((shape->recurs == BOOKING_FLAG_WEEKDAY) && (tm.tm_wday % 6)) ||
	       ((shape->recurs == BOOKING_FLAG_WEEKEND) && !(tm.tm_wday % 6));
}

/* The first of the occurrences from one on, and its number among all steps. */
static time_t occurrence(const shape_t *shape, time_t start, int *step)
{
	bool hourly = shape->recurs == BOOKING_FLAG_HOURLY;
	time_t t = start;

	for (;; (*step)++) {
		t = later(start, hourly ? 0 : *step, hourly ? *step : 0);
		if (hourly || recurs_on(shape, *step, t) ||
		    (t >= horizon_end()))
			return t;
	}
}

/* The cores that are free at the first occurrences from a start on. */
static unsigned char common(const shape_t *shape, uint32_t node, time_t start,
			    int occurrences)
{
	unsigned char taken = 0;

	for (int k = 0, step = 0; k < occurrences; k++, step++) {
		time_t at = occurrence(shape, start, &step);
		int from = (int) ((at - NOW) / 60);
		int to = from + (int) (shape->duration / 60);

		if (k && (!shape->recurs || (at >= horizon_end())))
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

/* True if the groups from one on get their nodes of these, by trying all. */
static bool suffice(const shape_t *shape, uint32_t group, uint32_t had,
		    uint32_t nodes)
{
	if (group == shape->group_cnt)
		return true;
	if (had == shape->groups[group].cnt)
		return suffice(shape, group + 1, 0, nodes);
	for (uint32_t i = 0; i < NODES; i++)
		if (((nodes >> i) & 1) &&
		    garq_set_test(shape->groups[group].nodes, i) &&
		    suffice(shape, group, had + 1, nodes & ~(1U << i)))
			return true;
	return false;
}

static bool fits_at(const shape_t *shape, time_t start, int occurrences)
{
	uint32_t nodes = 0;

	for (uint32_t i = 0; i < NODES; i++)
		nodes |= (uint32_t) serves(shape, i, start, occurrences) << i;
	return ((uint32_t) __builtin_popcount(nodes) >= shape->num_cn) &&
	       suffice(shape, 0, 0, nodes);
}

/*
 * The first start up to latest by the table, or an odd one, for which nobody
 * knows; later than that: there is none.
 */
static time_t first_start(const shape_t *shape, time_t latest)
{
	time_t t = shape->t_esr;

	while ((t <= latest) && !is_odd(t) && !fits_at(shape, t, ALL_OF_THEM))
		t += 60;
	return t;
}

static void assert_placed(const shape_t *shape, const placement_t *p)
{
	uint32_t nodes = 0;

	ck_assert_int_eq(p->start, first_start(shape, shape->t_lsr));
	ck_assert_uint_eq(garq_set_count(p->nodes), shape->num_cn);
	ck_assert_uint_eq(p->units.cnt, shape->each ? shape->num_cn : 0);
	GARQ_SET_EACH(i, p->nodes)
		nodes |= 1U << i;
	ck_assert(suffice(shape, 0, 0, nodes));
	GARQ_SET_EACH(i, p->nodes) {
		unsigned char left = common(shape, i, p->start, ALL_OF_THEM);
		const cores_t *cores = units_on(&p->units, i);

		ck_assert(serves(shape, i, p->start, ALL_OF_THEM));
		if (!cores)
			continue;
		ck_assert_uint_eq(cores_count(cores), shape->most.cores);
		ck_assert_uint_eq(cores->word[0] & ~(uint64_t) left, 0);
	}
}

static time_t later_end(const shape_t *shape, int step)
{
	return occurrence(shape, shape->t_esr, &step) + shape->duration;
}

/* The reason is the first occurrence at which too few nodes are left. */
static void assert_refused(const shape_t *shape, const refusal_t *r)
{
	time_t from = MAX(shape->t_esr, NOW);
	int step = 0;

	if (shape->num_cn > garq_set_count(shape->eligible))
		return;
	for (int k = 1; (k < ALL_OF_THEM) && fits_at(shape, shape->t_esr, k);
	     k++, step++)
		(void) occurrence(shape, shape->t_esr, &step);
	ck_assert_int_eq(r->t_s, MAX(occurrence(shape, shape->t_esr, &step),
				     from));
	ck_assert_int_eq(r->t_e, later_end(shape, step));
	ck_assert_uint_ge(r->answer.missing, 1);
	ck_assert(r->answer.short_at >= r->t_s && r->answer.short_at < r->t_e);
	if (r->answer.has_later && (shape->t_esr >= NOW) &&
	    (r->answer.later < shape->t_esr + 20000) &&
	    !is_odd(first_start(shape, r->answer.later)))
		ck_assert_int_eq(first_start(shape, r->answer.later),
				 r->answer.later);
}

static void ask(rng_t *rng)
{
	shape_t shape = some_shape(rng);
	placement_t placement;
	refusal_t refusal;
	time_t start = first_start(&shape, shape.t_lsr);
	bool fits = start <= shape.t_lsr;
	int rc;

	if (is_odd(shape.t_esr) || (fits && is_odd(start))) {
		shape_free(&shape);
		return;
	}
	rc = admit(office, &shape, GARQ_NO_GROUP, NULL, NULL, NOW,
		       &placement, &refusal);

	ck_assert_int_eq(!rc, fits);
	if (!rc) {
		assert_placed(&shape, &placement);
		placement_free(&placement);
	} else {
		assert_refused(&shape, &refusal);
		refusal_free(&refusal);
	}
	if ((shape.t_esr >= NOW) &&
	    (shape.num_cn <= garq_set_count(shape.eligible)))
		assert_space(&shape, shape.group_cnt && !fits_at(
				     &shape, shape.t_esr, ALL_OF_THEM) ? 0 :
			     serving(&shape, shape.t_esr, ALL_OF_THEM),
			     first_start(&shape, shape.t_lsr), NOW + 100000);
	shape_free(&shape);
}

START_TEST(where_the_table_says)
{
	test_part_t part;

	setenv("TZ", "Europe/Berlin", 1);
	tzset();
	part = test_part(2000, 500, _i);

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
	Suite *suite = suite_create("try_starts");
	TCase *tc = test_case(suite, "tried", 60);

	tcase_add_loop_test(tc, where_the_table_says, 0, test_part_cnt(2000, 500));
	return test_run(suite);
}
