/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bench-cores.c - what a decision (admit.h) costs on nodes that bookings by
 * cores share.
 *
 * Bookings have 1 to 16 of 64 cores of 1 to 4 nodes for 1 to 8 hours in the next
 * 30 days; half of them have a window of 12 hours. Every fourth node has 8 GPUs;
 * half of the bookings have one or two of each of its nodes that has some.
 * Requests are for whole nodes, and for cores: at one start, in a window, with
 * GPUs, and more than there is. Options are the defaults of sched/garq. Each
 * world has a row; all are asked in turn, so that what else the machine does
 * meets all of them.
 *
 *	bench-cores [NODES [REQUESTS [SEED]]]
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "contrib/bench/bench_util.h"
#include "contrib/fake/fake.h"
#include "plugin/booking/place/admit.h"
#include "plugin/booking/states.h"
#include "plugin/booking/view/view_feed.h"
#include "plugin/memory/memory.h"

#define HOUR 3600
#define NOW ((time_t) 1800000000)
#define DAYS 30
#define CORES 64
#define GPUS 8
#define WORLDS 4

typedef enum { WHOLE, RIGID, WINDOW, WITH_GPUS, REFUSED, KINDS } kind_name_t;
static const char *const kind_words[KINDS] = {
	[WHOLE] = "whole nodes", [RIGID] = "cores at a time",
	[WINDOW] = "cores in a window", [WITH_GPUS] = "GPUs at a time",
	[REFUSED] = "refused",
};

static struct {
	uint32_t nodes;
	uint32_t requests;
	uint32_t *classes;
	time_t now;
} site = { .nodes = 10000, .requests = 300, .now = NOW };

typedef struct {
	uint32_t bookings;
	fake_t fake;
	office_t *office;
	double *ms[KINDS];	/* of each request; owned */
	uint32_t fit[KINDS];
} world_t;

static world_t worlds[WORLDS] = {
	{ .bookings = 0 }, { .bookings = 100 }, { .bookings = 10000 },
	{ .bookings = 100000 },
};

static uint32_t _cores(office_t *office, uint32_t node)
{
	(void) office;
	(void) node;
	return CORES;
}

static uint64_t _gpus(office_t *office, uint32_t node, const char *type)
{
	(void) office;
	(void) type;
	return (node % 4) ? 0 : (1U << GPUS) - 1;
}

/* Half of the cores are near half of the GPUs. */
static cores_t _near(office_t *office, uint32_t node, uint64_t gpus)
{
	cores_t near = cores_all((gpus >> (GPUS / 2)) ? CORES : CORES / 2, 0);
	const cores_t low = cores_all(CORES / 2, 0);

	(void) office;
	(void) node;
	if (!(gpus & ((1U << (GPUS / 2)) - 1)))
		cores_del_all(&near, &low);
	return near;
}

static garq_set_t *_all_nodes(void)
{
	garq_set_t *all = memory_there(garq_set_create(site.nodes));

	for (uint32_t i = 0; i < site.nodes; i++)
		garq_set_add(all, i);
	return all;
}

static int _eligible(office_t *office, const char *asked_nodes, bool all,
		     const char *partition, const char *features,
		     uint64_t num_cn, garq_set_t **ret, char **ret_text)
{
	(void) office;
	(void) asked_nodes;
	(void) all;
	(void) partition;
	(void) features;
	(void) num_cn;
	(void) ret_text;
	*ret = _all_nodes();
	return 0;
}

/* --- a world -------------------------------------------------------------- */

static cores_t _some_cores(uint64_t gpus)
{
	uint32_t cnt = 1 + (uint32_t) bench_random(16);
	uint32_t first = (uint32_t) bench_random(CORES - cnt + 1);
	cores_t cores = cores_all(0, gpus & (3U << bench_random(GPUS)));

	for (uint32_t i = 0; i < cnt; i++)
		cores_add(&cores, first + i);
	return cores;
}

static time_t _some_hours(void)
{
	return (time_t) (1 + bench_random(8)) * HOUR;
}

static void _book(world_t *w, uint32_t number)
{
	uint32_t cnt = 1 + (uint32_t) bench_random(4);
	time_t start = NOW + HOUR + (time_t) bench_random((uint64_t) DAYS * 288) * 300;
	garq_set_t *nodes = memory_there(garq_set_create(site.nodes));
	view_seen_t seen = {
		.resv_id = number + 1, .start = start, .nodes = nodes,
		.attrs = { .first_start = start },
	};
	booking_t *b = booking_create();
	view_resv_t *v;
	char name[32];

	seen.end = start + _some_hours();
	for (uint32_t i = 0; i < cnt; i++) {
		uint32_t node = (uint32_t) bench_random(site.nodes);
		cores_t cores = _some_cores(
			bench_random(2) ? _gpus(w->office, node, NULL) : 0);

		garq_set_add(nodes, node);
		units_set(&seen.attrs.units, node, &cores);
	}
	seen.attrs.node_cnt = garq_set_count(nodes);
	(void) snprintf(name, sizeof(name), "b%" PRIu32, number);
	v = view_table_add(w->office, name);
	view_see(w->office, v, &seen, NOW);
	b->start = b->t_esr = b->t_lsr = b->not_before = start;
	b->end = seen.end;
	if (bench_random(2))
		b->t_lsr += (time_t) 12 * HOUR;
	(void) view_set_booking(w->office, v, b);
	units_free(&seen.attrs.units);
	garq_set_destroy(nodes);
}

static void _begin_world(world_t *w)
{
	options_t options = options_default();

	fake_begin(&w->fake, site.nodes, FAKE_FROM_0, &site.now);
	w->fake.nodes.cores = _cores;
	w->fake.nodes.gpus = _gpus;
	w->fake.nodes.near = _near;
	w->fake.nodes.eligible = _eligible;
	w->office = office_create(&w->fake.host, &options, office_states);
	view_build(w->office, site.nodes, site.classes, NOW);
	for (uint32_t i = 0; i < w->bookings; i++)
		_book(w, i);
	for (uint32_t k = 0; k < KINDS; k++)
		w->ms[k] = memory_new(site.requests, sizeof(double));
}

/* --- requests ------------------------------------------------------------- */

/* IN eligible - not owned */
static shape_t _some_shape(kind_name_t kind, garq_set_t *eligible)
{
	shape_t shape = {
		.eligible = eligible,
		.num_cn = (kind == REFUSED) ? site.nodes :
					      1 + (uint32_t) bench_random(8),
		.t_esr = NOW + HOUR +
			 (time_t) bench_random((uint64_t) DAYS * 288) * 300,
	};
	want_t *each;

	shape.duration = _some_hours();
	shape.t_lsr = shape.t_esr +
		      ((kind == WINDOW) ? (time_t) 12 * HOUR : 0);
	if (kind == WHOLE)
		return shape;
	each = memory_new(1, sizeof(*each));
	each->cores = (kind == REFUSED) ? CORES :
					  1 + (uint32_t) bench_random(CORES);
	if (kind == WITH_GPUS)
		*each = (want_t) { 8, 1 + (uint32_t) bench_random(GPUS) };
	shape_set_each(&shape, each, 1);
	return shape;
}

static void _ask(world_t *w, const shape_t *shape, kind_name_t kind, uint32_t i)
{
	placement_t placement;
	refusal_t refusal;
	double begun = bench_cpu_ms();
	int rc = admit(w->office, shape, GARQ_NO_GROUP, NULL, NULL, NOW,
		       &placement, &refusal);

	w->ms[kind][i] = bench_cpu_ms() - begun;
	if (rc) {
		refusal_free(&refusal);
		return;
	}
	w->fit[kind]++;
	placement_free(&placement);
}

static int _by_size(const void *a, const void *b)
{
	double x = *(const double *) a, y = *(const double *) b;

	return (x > y) - (x < y);
}

static void _print_kind(kind_name_t kind)
{
	for (uint32_t i = 0; i < WORLDS; i++) {
		world_t *w = &worlds[i];
		double *ms = w->ms[kind];

		qsort(ms, site.requests, sizeof(*ms), _by_size);
		printf("%-18s %8" PRIu32 " %6" PRIu32 " %8.2f %8.2f %8.2f %7.2f\n",
		       kind_words[kind], w->bookings, w->fit[kind],
		       ms[site.requests / 2], ms[site.requests * 99 / 100],
		       ms[site.requests - 1],
		       ms[site.requests / 2] /
		       worlds[0].ms[WHOLE][site.requests / 2]);
	}
}

int main(int argc, char **argv)
{
	garq_set_t *eligible;

	if (argc > 1)
		site.nodes = (uint32_t) strtoul(argv[1], NULL, 10);
	if (argc > 2)
		site.requests = (uint32_t) strtoul(argv[2], NULL, 10);
	if (argc > 3)
		bench_seed(strtoull(argv[3], NULL, 10));
	site.classes = memory_new(site.nodes, sizeof(*site.classes));
	for (uint32_t i = 0; i < WORLDS; i++)
		_begin_world(&worlds[i]);
	eligible = _all_nodes();
	for (uint32_t n = 0; n < site.requests; n++)
		for (kind_name_t kind = 0; kind < KINDS; kind++) {
			shape_t shape = _some_shape(kind, eligible);

			for (uint32_t i = 0; i < WORLDS; i++)
				_ask(&worlds[i], &shape, kind, n);
			free(shape.each);
		}
	printf("%" PRIu32 " nodes of %d cores, %" PRIu32 " requests of each kind; ms of the processor\n",
	       site.nodes, CORES, site.requests);
	printf("%-18s %8s %6s %8s %8s %8s %7s\n", "request", "bookings",
	       "fit", "median", "p99", "most", "ratio");
	for (kind_name_t kind = 0; kind < KINDS; kind++)
		_print_kind(kind);
	return 0;
}
