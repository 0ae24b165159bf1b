/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * share_test.c - cores and GPUs are found where a table of seconds, nodes, cores
 * and GPUs says that they are free.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/param.h>

#include "plugin/booking/place/admit.h"
#include "plugin/booking/place/share_cores.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/states.h"
#include "plugin/booking/view/host.h"
#include "plugin/booking/view/view_feed.h"
#include "plugin/booking/view/view_cores.h"
#include "plugin/memory/memory.h"
#include "test/unit/space_fixture.h"
#include "test/unit/test_office.h"
#include "test/unit/test_util.h"

#define NOW 1000000
#define NODES 6
#define CORES 4
#define SPAN 48		/* seconds of the table */
#define HOLDERS 14
#define JOBS 4

static const options_t options = {
	.delta = 300, .horizon = 30, .shift = OPTIONS_SHIFT_NO,
};
static const uint32_t classes[NODES];

/* Who has what: a bit for each core, and from bit CORES on for each GPU. */
static unsigned char table[SPAN][NODES];
static unsigned char job_cores[JOBS + 1][NODES];	/* by job id */
static uint32_t sizes[NODES];	/* cores of the nodes */
static uint32_t gpus[NODES];
static node_facts_t facts[NODES];

static uint32_t asked;		/* how often cores_of() and gpus_of() were */

static uint32_t cores_of(office_t *of, uint32_t node)
{
	(void) of;
	asked++;
	return sizes[node];
}

static const char *type_of(uint32_t node)
{
	return (node % 2) ? "b" : "a";
}

static uint64_t gpus_of(office_t *of, uint32_t node, const char *type)
{
	(void) of;
	asked++;
	return (type && strcmp(type, type_of(node))) ? 0 :
						       (1U << gpus[node]) - 1;
}

/* GPU 0 is near cores 0 and 1, the others are near 2 and 3. */
static cores_t near_of(office_t *of, uint32_t node, uint64_t some)
{
	cores_t cores = cores_all(0, 0);

	(void) of;
	(void) node;
	cores.word[0] = ((some & 1) ? 3 : 0) | ((some & 6) ? 12 : 0);
	return cores;
}

static cores_t to_cores(unsigned char bits)
{
	cores_t cores = cores_all(0, bits >> CORES);

	cores.word[0] = bits & ((1U << CORES) - 1);
	return cores;
}

static bool cores_of_job(office_t *of, uint32_t job_id, uint32_t node,
			 cores_t *ret)
{
	(void) of;
	*ret = to_cores(job_cores[job_id][node]);
	return true;
}

static void setup(void)
{
	test_office_begin(NODES, &options, office_states);
	fake.nodes.cores = cores_of;
	fake.nodes.gpus = gpus_of;
	fake.nodes.near = near_of;
	fake.jobs.cores = cores_of_job;
	fake.facts.of = facts;
	fake.facts.cnt = NODES;
	fake.facts.version++;
	view_build(office, NODES, classes, NOW);
	memset(table, 0, sizeof(table));
	memset(job_cores, 0, sizeof(job_cores));
}

/* --- a world -------------------------------------------------------------- */

static unsigned char all_of(uint32_t node)
{
	return (unsigned char) (((1U << sizes[node]) - 1) |
				(((1U << gpus[node]) - 1) << CORES));
}

static void note(uint32_t node, unsigned char cores, int from, int to)
{
	for (int t = from; t < MIN(to, SPAN); t++)
		table[t][node] |= cores;
}

/* The cores of a node that nobody has in [from, to). */
static unsigned char left_of(uint32_t node, int from, int to)
{
	unsigned char cores = all_of(node);

	for (int t = from; t < MIN(to, SPAN); t++)
		cores &= (unsigned char) ~table[t][node];
	return cores;
}

/* Some cores of those that are left, or all of the node if it is. */
static unsigned char some_of(rng_t *rng, uint32_t node, int from, int to,
			     bool whole)
{
	unsigned char left = left_of(node, from, to);

	if (whole)
		return (left == all_of(node)) ? left : 0;
	return left & (unsigned char) rng_next(rng);
}

static void add_resv(rng_t *rng, int number)
{
	bool whole = rng_one_in(rng, 3);
	int from = (int) rng_below(rng, SPAN - 8);
	int to = from + 1 + (int) rng_below(rng, 16);
	garq_set_t *nodes = garq_set_create(NODES);
	view_seen_t seen = {
		.resv_id = (uint32_t) number + 1, .start = NOW + from,
		.end = NOW + to, .nodes = nodes,
		.attrs = { .first_start = NOW + from, .whole_nodes = whole },
	};
	char name[16];

	for (uint32_t i = 0; i < NODES; i++) {
		unsigned char some = rng_one_in(rng, 2) ? 0 :
			some_of(rng, i, from, to, whole);
		cores_t cores = to_cores(some);

		if (!some)
			continue;
		garq_set_add(nodes, i);
		if (!whole)
			units_set(&seen.attrs.units, i, &cores);
		note(i, some, from, to);
	}
	seen.attrs.node_cnt = garq_set_count(nodes);
	snprintf(name, sizeof(name), "r%d", number);
	if (seen.attrs.node_cnt)
		view_see(office, view_table_add(office, name), &seen, NOW);
	units_free(&seen.attrs.units);
	garq_set_destroy(nodes);
}

static void see_job(rng_t *rng, uint32_t id)
{
	int to = 1 + (int) rng_below(rng, SPAN / 2);
	uint32_t node = (uint32_t) rng_below(rng, NODES);
	garq_set_t *nodes = garq_set_create(NODES);
	view_job_t job = {
		.job_id = id, .group = VIEW_ID(VIEW_ID_JOB, id),
		.start = NOW, .end = NOW + to, .nodes = nodes, .version = id,
	};

	job_cores[id][node] = some_of(rng, node, 0, to, false);
	note(node, job_cores[id][node], 0, to);
	garq_set_add(nodes, node);
	view_jobs_see(office, &job, NOW);
	garq_set_destroy(nodes);
}

static void fill(rng_t *rng)
{
	garq_set_t *up = garq_set_create(NODES);

	for (uint32_t i = 0; i < NODES; i++) {
		sizes[i] = 2 + (uint32_t) rng_below(rng, CORES - 1);
		gpus[i] = (uint32_t) rng_below(rng, 4);
		facts[i].weight = 1 + (uint32_t) rng_below(rng, 2);
		if (rng_one_in(rng, 12))
			note(i, all_of(i), 0, SPAN);
		else
			garq_set_add(up, i);
	}
	(void) view_nodes_see(office, up, NULL, NOW);
	garq_set_destroy(up);
	view_jobs_begin(office);
	for (uint32_t id = 1; id <= JOBS; id++)
		see_job(rng, id);
	view_jobs_end(office);
	for (int n = 0; n < HOLDERS; n++)
		add_resv(rng, n);
}

/* --- a request ------------------------------------------------------------ */

static shape_t some_shape(rng_t *rng)
{
	shape_t shape = {
		.eligible = garq_set_create(NODES),
		.pinned = rng_one_in(rng, 4),
		.t_esr = NOW + (time_t) rng_below(rng, SPAN / 3),
		.duration = 1 + (time_t) rng_below(rng, 12),
	};
	bool with_gpus = rng_one_in(rng, 2);
	want_t *each;
	uint32_t cnt;

	shape.t_lsr = shape.t_esr + (time_t) rng_below(rng, 16);
	for (uint32_t i = 0; i < NODES; i++)
		if (!rng_one_in(rng, 5))
			garq_set_add(shape.eligible, i);
	/* named nodes are at least one (kind.h) */
	if (shape.pinned && !garq_set_count(shape.eligible))
		garq_set_add(shape.eligible, 0);
	cnt = garq_set_count(shape.eligible);
	shape.num_cn = shape.pinned ? cnt : 1 + (uint32_t) rng_below(rng, 3);
	cnt = MAX(shape.num_cn, 1);
	each = calloc(cnt, sizeof(*each));
	for (uint32_t i = 0; i < cnt; i++) {
		each[i] = (i && !shape.pinned) ? each[0] : (want_t) {
			.cores = 1 + (uint32_t) rng_below(rng, 3),
			.gpus = with_gpus ? (uint32_t) rng_below(rng, 3) : 0,
		};
	}
	shape_set_each(&shape, each, cnt);
	if (shape.most.gpus && rng_one_in(rng, 3))
		shape.gpu_type = strdup(type_of((uint32_t) rng_below(rng, 2)));
	return shape;
}

/* What the shape wants of a node that is eligible. */
static want_t wanted_of(const shape_t *shape, uint32_t node)
{
	uint32_t at = 0;

	for (uint32_t i = 0; i < node; i++)
		at += garq_set_test(shape->eligible, i);
	return shape->each[shape->pinned ? at : 0];
}

/* The cores of some bits, and the GPUs that the shape can use. */
static want_t number_of(const shape_t *shape, uint32_t node, unsigned char bits)
{
	bool usable = !shape->gpu_type ||
		      !strcmp(shape->gpu_type, type_of(node));

	return (want_t) {
		(uint32_t) __builtin_popcount(bits & ((1U << CORES) - 1)),
		usable ? (uint32_t) __builtin_popcount(bits >> CORES) : 0,
	};
}

static bool serves(const shape_t *shape, uint32_t node, time_t start)
{
	int from = (int) (start - NOW);
	want_t wanted, left = number_of(shape, node, left_of(
		node, from, from + (int) shape->duration));

	if (!garq_set_test(shape->eligible, node))
		return false;
	wanted = wanted_of(shape, node);
	return (left.cores >= wanted.cores) && (left.gpus >= wanted.gpus);
}

static uint32_t serving(const shape_t *shape, time_t start)
{
	uint32_t cnt = 0;

	for (uint32_t i = 0; i < NODES; i++)
		cnt += serves(shape, i, start);
	return cnt;
}

/* The first start by the table; behind it nobody has anything. */
static time_t first_start(const shape_t *shape)
{
	time_t t = shape->t_esr;

	while ((t < NOW + SPAN) && (serving(shape, t) < shape->num_cn))
		t++;
	return t;
}

/* The number of nodes that serve and have no GPUs. */
static uint32_t without_gpus(const shape_t *shape, time_t start)
{
	uint32_t cnt = 0;

	for (uint32_t i = 0; i < NODES; i++)
		cnt += !gpus[i] && serves(shape, i, start);
	return cnt;
}

/*
 * A node that nobody shares was taken only where it had to be.
 * IN weight - of the nodes that are looked at; 0: all; num_cn - wanted of them
 * RET how many the placement has
 */
static uint32_t packed_of(const shape_t *shape, const placement_t *p,
			  uint32_t weight, bool spared, uint32_t num_cn)
{
	int from = (int) (p->start - NOW);
	uint32_t whole = 0, shared = 0, chosen = 0, can = 0;

	for (uint32_t i = 0; i < NODES; i++) {
		bool is_whole = left_of(i, from, from + (int) shape->duration) ==
				all_of(i);

		if ((weight && (facts[i].weight != weight)) ||
		    (spared && gpus[i]))
			continue;
		chosen += garq_set_test(p->nodes, i);
		can += serves(shape, i, p->start);
		whole += is_whole && garq_set_test(p->nodes, i);
		shared += !is_whole && serves(shape, i, p->start);
	}
	ck_assert_uint_eq(chosen, MIN(num_cn, can));
	ck_assert_uint_eq(whole, chosen - MIN(chosen, shared));
	return chosen;
}

/* Nodes with GPUs were taken for cores alone only where they had to be, and dear
 * ones for GPUs. */
static void assert_packed(const shape_t *shape, const placement_t *p)
{
	bool spared = !shape->most.gpus &&
		      (without_gpus(shape, p->start) >= shape->num_cn);
	uint32_t cheap;

	if (!shape->most.gpus) {
		(void) packed_of(shape, p, 0, spared, shape->num_cn);
		return;
	}
	cheap = packed_of(shape, p, 1, false, shape->num_cn);
	(void) packed_of(shape, p, 2, false, shape->num_cn - cheap);
}

/*
 * The cores are near the GPUs, or all that are free there were taken; and one GPU
 * has cores enough near it, if one that is free has. IN left - what is free
 */
static void assert_near(const unit_t *unit, const cores_t *left, want_t wanted)
{
	cores_t near = near_of(office, unit->node, unit->cores.gpus);
	uint64_t free_near = left->word[0] & near.word[0],
		 has = unit->cores.word[0];

	if (!wanted.gpus)
		return;
	ck_assert(!(free_near & ~has) || !(has & ~free_near));
	if ((wanted.gpus > 1) || !(has & ~free_near))
		return;
	for (uint64_t g = left->gpus; g; g &= g - 1) {
		near = near_of(office, unit->node, g & -g);
		ck_assert_int_lt(__builtin_popcountll(left->word[0] &
						      near.word[0]),
				 (int) wanted.cores);
	}
}

static void assert_placed(const shape_t *shape, const placement_t *p)
{
	ck_assert_int_eq(p->start, first_start(shape));
	ck_assert_uint_eq(garq_set_count(p->nodes), shape->num_cn);
	ck_assert_uint_eq(p->units.cnt, shape->num_cn);
	for (uint32_t u = 0; u < p->units.cnt; u++) {
		const unit_t *unit = &p->units.list[u];
		int from = (int) (p->start - NOW);
		want_t wanted = wanted_of(shape, unit->node);
		cores_t left = to_cores(left_of(unit->node, from,
					from + (int) shape->duration));
		cores_t taken = unit->cores;

		ck_assert(garq_set_test(p->nodes, unit->node));
		ck_assert_uint_eq(cores_count(&unit->cores), wanted.cores);
		ck_assert_uint_eq(cores_gpus(&unit->cores), wanted.gpus);
		ck_assert(!wanted.gpus || !shape->gpu_type ||
			  !strcmp(shape->gpu_type, type_of(unit->node)));
		cores_del_all(&taken, &left);
		ck_assert(cores_none(&taken));
		assert_near(unit, &left, wanted);
	}
	if (!shape->pinned)
		assert_packed(shape, p);
}

/* IN start - the first one by the table; NOW + SPAN: none before the table's end */
static void assert_refused(const shape_t *shape, time_t start,
			   const refusal_t *r)
{
	uint32_t cnt = serving(shape, shape->t_esr);

	ck_assert_int_eq(r->rc, REFUSED_BUSY);
	if (shape->num_cn > garq_set_count(shape->eligible)) {
		ck_assert(!r->answer.has_later);
		return;
	}
	ck_assert_uint_eq(r->answer.missing, shape->num_cn - cnt);
	if (start < NOW + SPAN)
		ck_assert(r->answer.has_later && (r->answer.later == start));
	else if (r->answer.has_later)
		ck_assert_int_ge(r->answer.later, start);
}

static void ask(rng_t *rng)
{
	shape_t shape = some_shape(rng);
	placement_t placement;
	refusal_t refusal;
	time_t start = first_start(&shape);
	int rc = admit(office, &shape, GARQ_NO_GROUP, NULL, NULL, NOW,
		       &placement, &refusal);

	ck_assert_int_eq(!rc, shape.num_cn && (start <= shape.t_lsr));
	if (!rc) {
		assert_placed(&shape, &placement);
		placement_free(&placement);
	} else {
		assert_refused(&shape, start, &refusal);
		refusal_free(&refusal);
	}
	if (shape.num_cn)
		assert_space(&shape, serving(&shape, shape.t_esr), start,
			     NOW + 1000);
	shape_free(&shape);
}

START_TEST(where_the_table_says)
{
	test_part_t part = test_part(400, 100, _i);

	for (uint64_t i = 0; i < part.rounds; i++) {
		setup();
		fill(&part.rng);
		for (int n = 0; n < 12; n++)
			ask(&part.rng);
		test_office_end();
	}
}
END_TEST

/* --- the sizes of nodes --------------------------------------------------- */

/* The host is asked once for each node and type, until the view is built again;
 * and always where there are too many types. */
START_TEST(sizes_are_asked_once)
{
	char type[] = "0";

	setup();
	asked = 0;
	sizes[1] = 3;
	gpus[1] = 2;
	for (int i = 0; i < 3; i++) {
		ck_assert_uint_eq(view_sizes_cores(office, 1), 3);
		ck_assert_uint_eq(view_sizes_gpus(office, 1, NULL), 3);
		ck_assert_uint_eq(view_sizes_gpus(office, 1, "a"), 0);
		ck_assert_uint_eq(view_sizes_gpus(office, 1, "b"), 3);
	}
	ck_assert_uint_eq(asked, 4);
	for (; type[0] <= '9'; type[0]++)
		ck_assert_uint_eq(view_sizes_gpus(office, 1, type), 0);
	ck_assert_uint_eq(view_sizes_gpus(office, 1, "9"), 0);
	ck_assert_uint_eq(asked, 15);
	sizes[1] = gpus[1] = 0;
	view_build(office, NODES, classes, NOW);
	ck_assert_uint_eq(view_sizes_cores(office, 1), 0);
	ck_assert_uint_eq(view_sizes_gpus(office, 1, "b"), 0);
	test_office_end();
}
END_TEST

/* --- the choice ----------------------------------------------------------- */

/* GPUs of any type come from the cheapest node, though a dear one is shared. */
START_TEST(dear_nodes_are_spared)
{
	const cores_t one = to_cores(1 + (1 << CORES));
	const want_t want = { 1, 1 };
	garq_set_t *chosen = garq_set_create(NODES);
	garq_set_t *first = garq_set_create(NODES);
	shape_t shape = { .num_cn = 1, .duration = 10 };
	view_span_t span = {
		.t_s = NOW + 10, .t_e = NOW + 20, .group = GARQ_NO_GROUP,
	};
	view_seen_t seen = {
		.resv_id = 1, .start = NOW + 10, .end = NOW + 20,
		.attrs = { .first_start = NOW + 10 },
	};

	setup();
	for (uint32_t i = 0; i < NODES; i++) {
		sizes[i] = CORES;
		gpus[i] = 2;
		facts[i].weight = 1 + !i;
	}
	seen.nodes = first;
	garq_set_add(first, 0);
	units_set(&seen.attrs.units, 0, &one);
	view_see(office, view_table_add(office, "r"), &seen, NOW);
	shape.eligible = garq_set_create(NODES);
	for (uint32_t i = 0; i < NODES; i++)
		garq_set_add(shape.eligible, i);
	shape_set_each(&shape, memory_copy(&want, 1, sizeof(want)), 1);
	share_choose(office, &shape, shape.eligible, &span, 1, chosen);
	ck_assert_uint_eq(garq_set_count(chosen), 1);
	ck_assert(!garq_set_test(chosen, 0));
	share_choose(office, &shape, shape.eligible, &span, NODES - 1, chosen);
	ck_assert(garq_set_test(chosen, 0));
	shape_free(&shape);
	garq_set_destroy(chosen);
	units_free(&seen.attrs.units);
	garq_set_destroy(first);
	test_office_end();
}
END_TEST

/* --- the cores of a booking that moves ------------------------------------ */

/* It keeps those that it has of the nodes that it keeps. */
START_TEST(kept_cores)
{
	const cores_t one = to_cores(2 + (1 << CORES)), two = to_cores(12);
	garq_set_t *nodes = garq_set_create(NODES);
	view_resv_t *v;
	units_t units;
	view_seen_t seen = {
		.resv_id = 1, .start = NOW + 10, .end = NOW + 20,
		.nodes = nodes, .attrs = { .first_start = NOW + 10 },
	};

	setup();
	for (uint32_t i = 0; i < NODES; i++) {
		sizes[i] = CORES;
		gpus[i] = 2;
	}
	garq_set_add(nodes, 0);
	garq_set_add(nodes, 1);
	units_set(&seen.attrs.units, 1, &two);
	units_set(&seen.attrs.units, 0, &one);
	v = view_table_add(office, "r");
	view_see(office, v, &seen, NOW);
	garq_set_del(nodes, 0);
	garq_set_add(nodes, 2);
	units = share_moved(office, v, nodes, NOW + 10, NOW + 20);
	ck_assert_uint_eq(units.cnt, 2);
	ck_assert(cores_equal(units_on(&units, 1), &two));
	ck_assert_uint_eq(cores_count(units_on(&units, 2)), 1);
	ck_assert_uint_eq(cores_gpus(units_on(&units, 2)), 1);
	units_free(&units);
	units_free(&seen.attrs.units);
	garq_set_destroy(nodes);
	test_office_end();
}
END_TEST

/* A job may run before its booking begins (FLEX): its cores are no claim. */
START_TEST(cores_of_an_early_job)
{
	const cores_t own = to_cores(12), other = to_cores(4);
	garq_set_t *nodes = garq_set_create(NODES);
	view_seen_t seen = {
		.resv_id = 1, .start = NOW + 10, .end = NOW + 20,
		.nodes = nodes, .attrs = { .first_start = NOW + 10 },
	};
	view_job_t job = {
		.job_id = 1, .start = NOW, .end = NOW + 5, .nodes = nodes,
		.version = 1,
	};
	view_resv_t *v;
	units_t units;

	setup();
	for (uint32_t i = 0; i < NODES; i++)
		sizes[i] = CORES;
	garq_set_add(nodes, 1);
	units_set(&seen.attrs.units, 1, &own);
	v = view_table_add(office, "r");
	view_see(office, v, &seen, NOW);
	units_set(&seen.attrs.units, 1, &other);
	seen.resv_id = 2;
	seen.start = seen.attrs.first_start = NOW + 30;
	seen.end = NOW + 40;
	view_see(office, view_table_add(office, "o"), &seen, NOW);
	job.group = v->id;
	job_cores[1][1] = 12;
	view_jobs_begin(office);
	view_jobs_see(office, &job, NOW);
	view_jobs_end(office);
	units = share_moved(office, v, nodes, NOW + 30, NOW + 40);
	ck_assert_uint_eq(cores_count(units_on(&units, 1)), 2);
	ck_assert(cores_test(units_on(&units, 1), 3));
	ck_assert(!cores_meet(units_on(&units, 1), &other));
	units_free(&units);
	units_free(&seen.attrs.units);
	garq_set_destroy(nodes);
	test_office_end();
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("share");
	TCase *tc = test_case(suite, "cores", 60);

	tcase_add_loop_test(tc, where_the_table_says, 0, test_part_cnt(400, 100));
	tcase_add_test(tc, sizes_are_asked_once);
	tcase_add_test(tc, dear_nodes_are_spared);
	tcase_add_test(tc, kept_cores);
	tcase_add_test(tc, cores_of_an_early_job);
	return test_run(suite);
}
