/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * share_shift_test.c - bookings by cores move inside their windows: what a plan
 * does is checked against a table of seconds, nodes and cores.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/param.h>

#include "plugin/booking/place/admit.h"
#include "plugin/booking/place/shape_cores.h"
#include "plugin/booking/place/share_cores.h"
#include "plugin/booking/place/share_shift.h"
#include "plugin/booking/states.h"
#include "plugin/booking/view/host.h"
#include "plugin/booking/view/view_feed.h"
#include "test/unit/test_office.h"
#include "test/unit/test_util.h"

#define NOW 1000000
#define NODES 4
#define CORES 4
#define SPAN 64		/* seconds of the table */
#define HELD 12
#define FREEZE 4

static options_t options = {
	.delta = 300, .horizon = 30, .shift = OPTIONS_SHIFT_YES,
	.shift_budget = 100, .freeze = FREEZE,
};
static const uint32_t classes[NODES];

/* A reservation, and its window if it is a booking. */
typedef struct {
	view_resv_t *v;
	unsigned char cores[NODES];
	int from, to;
	int first, last;	/* starts to which it may move */
	bool pinned;
	bool flexible;
} held_t;

static held_t held[HELD + 1];	/* the last one is the request */
static uint32_t held_cnt;

static uint32_t cores_of(office_t *of, uint32_t node)
{
	(void) of;
	(void) node;
	return CORES;
}

static int eligible_of(office_t *of, const char *list, bool all,
		       const char *partition, const char *features,
		       uint64_t num_cn, garq_set_t **ret, char **ret_text)
{
	(void) of;
	(void) list;
	(void) all;
	(void) partition;
	(void) features;
	(void) num_cn;
	(void) ret_text;
	*ret = garq_set_create(NODES);
	for (uint32_t i = 0; i < NODES; i++)
		garq_set_add(*ret, i);
	return 0;
}

static void setup(void)
{
	test_office_begin(NODES, &options, office_states);
	fake.nodes.cores = cores_of;
	fake.nodes.eligible = eligible_of;
	view_build(office, NODES, classes, NOW);
	held_cnt = 0;
}

/* --- a world -------------------------------------------------------------- */

/* The cores of a node that others than h have in [from, to). */
static unsigned char taken_by_others(const held_t *h, uint32_t node, int from,
				     int to)
{
	unsigned char cores = 0;

	for (uint32_t i = 0; i <= HELD; i++)
		if ((&held[i] != h) && (held[i].from < to) &&
		    (held[i].to > from))
			cores |= held[i].cores[node];
	return cores;
}

static bool is_moving(const held_t *h)
{
	return h->v && h->v->booking;
}

static booking_t *booking_like(const held_t *h, const char *name)
{
	booking_t *b = booking_create();

	b->name = strdup(name);
	b->start = NOW + h->from;
	b->end = NOW + h->to;
	b->t_esr = b->not_before = NOW + h->first;
	b->t_lsr = NOW + h->last;
	if (h->pinned)
		b->asked_nodes = strdup("a");
	return b;
}

/* IN by_cores - else it is whole, and no booking */
static void add(held_t *h, bool by_cores)
{
	garq_set_t *nodes = garq_set_create(NODES);
	view_seen_t seen = {
		.resv_id = held_cnt + 1, .start = NOW + h->from,
		.end = NOW + h->to, .nodes = nodes,
		.attrs = { .first_start = NOW + h->from,
			   .whole_nodes = !by_cores },
	};
	char name[16];

	for (uint32_t i = 0; i < NODES; i++) {
		cores_t cores = cores_all(0, 0);

		cores.word[0] = h->cores[i];
		if (!h->cores[i])
			continue;
		garq_set_add(nodes, i);
		if (by_cores)
			units_set(&seen.attrs.units, i, &cores);
	}
	seen.attrs.node_cnt = garq_set_count(nodes);
	snprintf(name, sizeof(name), "r%u", held_cnt++);
	h->v = view_table_add(office, name);
	view_see(office, h->v, &seen, NOW);
	if (by_cores)
		(void) view_set_booking(office, h->v, booking_like(h, name));
	units_free(&seen.attrs.units);
	garq_set_destroy(nodes);
}

/* IN movers - the first ones are flexible; one_node - and on one node */
static void fill(rng_t *rng, uint32_t movers, bool one_node)
{
	memset(held, 0, sizeof(held));
	for (uint32_t n = 0; n < HELD; n++) {
		held_t *h = &held[n];
		bool whole = (n >= movers) && rng_one_in(rng, 4), some = false;
		uint32_t only = (uint32_t) rng_below(rng, NODES);

		h->from = (int) rng_below(rng, SPAN / 2);
		h->to = h->from + 1 + (int) rng_below(rng, 16);
		h->first = h->last = h->from;
		h->pinned = (n >= movers) || (!one_node && rng_one_in(rng, 4));
		h->flexible = (n < movers);
		if (h->flexible) {
			h->first -= (int) rng_below(rng, (uint64_t) h->from + 1);
			h->last += (int) rng_below(rng, 16);
		}
		h->flexible = h->first < h->last;
		for (uint32_t i = 0; i < NODES; i++) {
			unsigned char left = 15 & (unsigned char)
				~taken_by_others(h, i, h->from, h->to);

			if ((one_node && (i != only)) || rng_one_in(rng, 3) ||
			    (whole && (left != 15)))
				continue;
			h->cores[i] = whole ? 15 :
				      left & (unsigned char) rng_next(rng);
			some |= h->cores[i];
		}
		if (some)
			add(h, !whole);
		else
			*h = (held_t) { .v = NULL };
	}
}

/* --- a request ------------------------------------------------------------ */

/* IN rigid - on one node, at one start */
static shape_t some_shape(rng_t *rng, bool rigid)
{
	shape_t shape = {
		.eligible = garq_set_create(NODES),
		.t_esr = NOW + FREEZE + 1 + (time_t) rng_below(rng, SPAN / 3),
		.duration = 1 + (time_t) rng_below(rng, 12),
		.num_cn = rigid ? 1 : 1 + (uint32_t) rng_below(rng, 2),
	};
	want_t *each;

	shape.t_lsr = shape.t_esr + (rigid ? 0 : (time_t) rng_below(rng, 12));
	for (uint32_t i = 0; i < NODES; i++)
		if (!rng_one_in(rng, 6))
			garq_set_add(shape.eligible, i);
	if (rng_one_in(rng, 3))
		return shape;
	each = calloc(shape.num_cn, sizeof(*each));
	for (uint32_t i = 0; i < shape.num_cn; i++)
		each[i].cores = i ? each[0].cores :
				1 + (uint32_t) rng_below(rng, CORES);
	shape_set_each(&shape, each, shape.num_cn);
	return shape;
}

static uint32_t wanted_of(const shape_t *shape)
{
	return shape->each ? shape->each[0].cores : CORES;
}

static held_t *held_of(uint64_t id)
{
	for (uint32_t i = 0; i < HELD; i++)
		if (held[i].v && (held[i].v->id == id))
			return &held[i];
	return NULL;
}

static uint32_t count(const held_t *h)
{
	uint32_t cnt = 0;

	for (uint32_t i = 0; i < NODES; i++)
		cnt += (uint32_t) __builtin_popcount(h->cores[i]);
	return cnt;
}

static void set_units(held_t *h, const units_t *units)
{
	memset(h->cores, 0, sizeof(h->cores));
	for (uint32_t i = 0; i < units->cnt; i++)
		h->cores[units->list[i].node] =
			(unsigned char) units->list[i].cores.word[0];
}

/* The request in the table, where it was placed. */
static void set_request(const shape_t *shape, const placement_t *p)
{
	held_t *h = &held[HELD];

	h->from = (int) (p->start - NOW);
	h->to = h->from + (int) shape->duration;
	set_units(h, &p->units);
	if (shape->each)
		return;
	GARQ_SET_EACH(i, p->nodes)
		h->cores[i] = 15;
}

/* As shift.c: each gets its place once all have left, or once it has. */
static void carry_out(const lrh_plan_t *plan, bool together)
{
	view_draft_t draft = { .out_cnt = 0 };

	for (size_t i = 0; together && (i < plan->cnt); i++)
		view_draft_leave(&draft, plan->moves[i].id);
	for (uint32_t n = 0; n < NODES; n++) {
		view_hold_t hold = {
			.node = n, .t_s = NOW + held[HELD].from,
			.t_e = NOW + held[HELD].to,
			.cores = { .word = { held[HELD].cores[n] } },
		};

		view_draft_hold(&draft, &hold);
	}
	for (size_t i = 0; i < plan->cnt; i++) {
		const lrh_move_t *m = &plan->moves[i];
		held_t *h = held_of(m->id);
		shape_t shape = { .pinned = h->pinned };
		view_span_t span = {
			.t_s = m->start, .t_e = m->start + (h->to - h->from),
			.group = m->id, .draft = &draft,
		};
		units_t units;

		if (!together)
			view_draft_leave(&draft, m->id);
		ck_assert(is_moving(h));
		ck_assert_int_ge(m->start, NOW + h->first);
		ck_assert_int_le(m->start, NOW + h->last);
		ck_assert(h->flexible || (m->start == NOW + h->from));
		ck_assert_int_gt(h->from, FREEZE);
		ck_assert_int_ge(m->start, NOW + FREEZE);
		ck_assert(!h->pinned || garq_set_equal(m->nodes, h->v->nodes));
		shape_each_of(&shape, &h->v->attrs.units);
		shape.eligible = m->nodes;
		units = share_cores(office, &shape, m->nodes,
				    &h->v->attrs.units, &span);
		free(shape.each);
		h->to = (int) (m->start - NOW) + (h->to - h->from);
		h->from = (int) (m->start - NOW);
		set_units(h, &units);
		for (uint32_t u = 0; u < units.cnt; u++) {
			view_hold_t hold = {
				.node = units.list[u].node, .t_s = span.t_s,
				.t_e = span.t_e, .cores = units.list[u].cores,
			};

			view_draft_hold(&draft, &hold);
		}
		units_free(&units);
	}
	view_draft_free(&draft);
}

/* Nobody has a core that somebody else has, and each has as many as before. */
static void assert_sound(const uint32_t *before)
{
	for (uint32_t i = 0; i <= HELD; i++) {
		ck_assert_uint_eq(count(&held[i]), before[i]);
		for (uint32_t n = 0; n < NODES; n++)
			ck_assert_uint_eq(held[i].cores[n] &
					  taken_by_others(&held[i], n,
							  held[i].from,
							  held[i].to), 0);
	}
}

static void count_all(uint32_t *ret)
{
	for (uint32_t i = 0; i <= HELD; i++)
		ret[i] = count(&held[i]);
}

static bool ask(const shape_t *shape)
{
	uint32_t before[HELD + 1];
	placement_t placement;
	refusal_t refusal;

	count_all(before);
	if (admit(office, shape, GARQ_NO_GROUP, NULL, NULL, NOW, &placement,
		  &refusal)) {
		refusal_free(&refusal);
		return false;
	}
	before[HELD] = shape->num_cn * wanted_of(shape);
	set_request(shape, &placement);
	carry_out(&placement.plan, true);
	assert_sound(before);
	placement_free(&placement);
	return true;
}

START_TEST(what_moves)
{
	test_part_t part = test_part(1500, 300, _i);

	for (uint64_t i = 0; i < part.rounds; i++) {
		shape_t shape;

		setup();
		options.moves = (uint32_t) rng_below(&part.rng, 4);
		fill(&part.rng, HELD / 2, false);
		shape = some_shape(&part.rng, false);
		(void) ask(&shape);
		shape_free(&shape);
		test_office_end();
	}
}
END_TEST

/* The picture of share_shift.h; and the way back. */
START_TEST(picture)
{
	shape_t shape = {
		.eligible = garq_set_create(NODES), .num_cn = 1,
		.t_esr = NOW + 10, .t_lsr = NOW + 10, .duration = 4,
	};
	lrh_plan_t plan = { .fits = true };

	setup();
	memset(held, 0, sizeof(held));
	held[0] = (held_t) {
		.cores = { 1 }, .from = 10, .to = 14, .first = 10, .last = 14,
		.pinned = true, .flexible = true,
	};
	add(&held[0], true);
	garq_set_add(shape.eligible, 0);
	ck_assert(ask(&shape));
	ck_assert_int_eq(held[0].from, 14);
	test_office_end();
	setup();
	held[0].first = 8;
	add(&held[0], true);
	share_shift_earlier(office, NOW, NOW + 20, NOW, &plan);
	ck_assert_uint_eq(plan.cnt, 1);
	ck_assert_int_eq(plan.moves[0].start, NOW + 8);
	lrh_plan_free(&plan);
	shape_free(&shape);
	test_office_end();
}
END_TEST

/* --- one that could move is asked ------------------------------------------ */

static bool serves(const shape_t *shape, uint32_t node, const held_t *without,
		   int from, int to)
{
	return garq_set_test(shape->eligible, node) &&
	       ((uint32_t) __builtin_popcount(15 & ~taken_by_others(
			without, node, from, to)) >= wanted_of(shape));
}

/* The mover h can have its cores of a node at a start, apart from the request. */
static bool fits_apart(const held_t *h, uint32_t node, int start, uint32_t taken,
		       int from, int to)
{
	int end = start + (h->to - h->from);

	return ((node != taken) || (start >= to) || (end <= from)) &&
	       ((uint32_t) __builtin_popcount(15 & ~taken_by_others(
			h, node, start, end)) >= count(h));
}

/* Return true if the only mover, on one node, can make room for one node. */
static bool can_make_room(const shape_t *shape, const held_t *h)
{
	int from = (int) (shape->t_esr - NOW), to = from + (int) shape->duration;

	if (!h->v || (h->from <= FREEZE))
		return false;
	for (uint32_t n = 0; n < NODES; n++) {
		if (!h->cores[n] || !serves(shape, n, h, from, to))
			continue;
		for (uint32_t k = 0; k < NODES; k++)
			for (int t = MAX(h->first, FREEZE); t <= h->last; t++)
				if (fits_apart(h, k, t, n, from, to))
					return true;
	}
	return false;
}

START_TEST(who_could_move)
{
	test_part_t part = test_part(1500, 300, _i);

	options.moves = 0;
	for (uint64_t i = 0; i < part.rounds; i++) {
		int from, to;
		bool free_now = false, room;
		shape_t shape;

		setup();
		fill(&part.rng, 1, true);
		shape = some_shape(&part.rng, true);
		from = (int) (shape.t_esr - NOW);
		to = from + (int) shape.duration;
		for (uint32_t n = 0; n < NODES; n++)
			free_now |= serves(&shape, n, NULL, from, to);
		room = can_make_room(&shape, &held[0]);
		if (garq_set_count(shape.eligible))
			ck_assert(ask(&shape) || !(free_now || room));
		shape_free(&shape);
		test_office_end();
	}
}
END_TEST

/* --- room that appears ----------------------------------------------------- */

START_TEST(who_starts_earlier)
{
	test_part_t part = test_part(800, 200, _i);

	options.moves = 0;
	for (uint64_t i = 0; i < part.rounds; i++) {
		uint32_t before[HELD + 1];
		int starts[HELD];
		lrh_plan_t plan = { .fits = true };

		setup();
		fill(&part.rng, HELD / 2, false);
		count_all(before);
		for (uint32_t n = 0; n < HELD; n++)
			starts[n] = held[n].from;
		share_shift_earlier(office, NOW, NOW + SPAN, NOW, &plan);
		carry_out(&plan, false);
		assert_sound(before);
		for (uint32_t n = 0; n < HELD; n++)
			ck_assert_int_le(held[n].from, starts[n]);
		lrh_plan_free(&plan);
		test_office_end();
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("share_shift");
	TCase *tc = test_case(suite, "moves", 60);

	tcase_add_loop_test(tc, what_moves, 0, test_part_cnt(1500, 300));
	tcase_add_test(tc, picture);
	tcase_add_loop_test(tc, who_could_move, 0, test_part_cnt(1500, 300));
	tcase_add_loop_test(tc, who_starts_earlier, 0, test_part_cnt(800, 200));
	return test_run(suite);
}
