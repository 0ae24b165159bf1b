/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <inttypes.h>
#include <stdlib.h>
#include <sys/param.h>

#include "plugin/booking/place/shape_cores.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/view/units_text.h"
#include "plugin/booking/view/view_cores.h"
#include "plugin/memory/memory.h"

/* The sums of a request over all nodes. */
typedef struct {
	uint64_t cores;
	uint64_t gpus;
	uint32_t cnt;		/* numbers in CoreCnt */
	uint32_t each_gpu;	/* cores for each GPU; 0: CoreCnt is given */
	uint64_t each_task;	/* cores that are on one node; >= 1 */
} sum_t;

/* As many cores for each GPU as all nodes with GPUs have, one at least. */
static uint32_t _cores_of_gpu(office_t *office, const garq_set_t *nodes,
			      const char *type)
{
	uint32_t least = UNITS_CORES;

	GARQ_SET_EACH(i, nodes) {
		want_t has = view_cores_want(office, i, type);

		if (has.gpus)
			least = MIN(least, has.cores / has.gpus);
	}
	return MAX(least, 1);
}

static sum_t _add_up(office_t *office, const cores_asked_t *asked,
		     const shape_t *shape)
{
	sum_t sum = { .gpus = asked->gpus, .each_task = 1 };

	for (; asked->cores && asked->cores[sum.cnt]; sum.cnt++)
		sum.cores += asked->cores[sum.cnt];
	if (asked->tasks && (sum.cores >= asked->tasks))
		sum.each_task = sum.cores / asked->tasks;
	if (asked->cores)
		return sum;
	sum.cnt = 1;
	sum.each_gpu = _cores_of_gpu(office, shape->eligible, asked->gpu_type);
	sum.cores = sum.gpus * sum.each_gpu;
	return sum;
}

/* What each of n nodes gives if they share evenly; at - the first ones give the
 * remainder */
static want_t _even_share(const sum_t *sum, uint64_t n, uint64_t at)
{
	uint64_t gpus = (sum->gpus / n) + (at < sum->gpus % n);
	uint64_t tasks = sum->cores / sum->each_task;
	uint64_t cores = sum->each_gpu ? gpus * sum->each_gpu :
			 ((tasks / n) + (at < tasks % n)) * sum->each_task;

	return (want_t) { (uint32_t) MIN(cores, UINT32_MAX),
			  (uint32_t) MIN(gpus, UINT32_MAX) };
}

/* Nodes by the cores and GPUs that they have at least. */
typedef struct {
	uint32_t with[UNITS_CORES + 2][UNITS_GPUS + 2];
} table_t;

static void _fill_table(office_t *office, const shape_t *shape,
			const char *type, table_t *t)
{
	GARQ_SET_EACH(i, shape->eligible) {
		want_t has = view_cores_want(office, i, type);

		t->with[has.cores][has.gpus]++;
	}
	for (uint32_t k = UNITS_CORES + 1; k-- > 0; )
		for (uint32_t g = UNITS_GPUS + 1; g-- > 0; )
			t->with[k][g] += t->with[k + 1][g] +
					 t->with[k][g + 1] -
					 t->with[k + 1][g + 1];
}

/* The fewest nodes that have as many, evenly. RET 0: all have too few */
static uint32_t _fewest_nodes(office_t *office, const shape_t *shape,
			      const char *type, const sum_t *sum)
{
	uint32_t cnt = garq_set_count(shape->eligible), fewest = 0;
	table_t *t = memory_new(1, sizeof(*t));

	_fill_table(office, shape, type, t);
	if (sum->gpus)
		cnt = (uint32_t) MIN(cnt, sum->gpus);
	if (sum->each_task > 1)
		cnt = (uint32_t) MIN(cnt, sum->cores / sum->each_task);
	for (uint32_t n = 1; !fewest && (n <= cnt); n++) {
		want_t most = _even_share(sum, n, 0);

		if ((most.cores <= UNITS_CORES) && (most.gpus <= UNITS_GPUS) &&
		    (t->with[most.cores][most.gpus] >= n))
			fewest = n;
	}
	free(t);
	return fewest;
}

/* What each node gives: see cores_asked_t. */
static void _spread(const cores_asked_t *asked, const sum_t *sum,
		    shape_t *shape)
{
	uint32_t n = shape->num_cn, cnt;
	want_t *each;

	/* any number can be asked for: for more nodes the last one counts */
	cnt = MAX(MIN(n, garq_set_count(shape->eligible)), 1);
	each = memory_new(cnt, sizeof(*each));
	for (uint32_t i = 0; i < cnt; i++) {
		each[i] = _even_share(sum, n, i);
		if (asked->cores && (sum->cnt == n))
			each[i].cores = asked->cores[i];
	}
	shape_set_each(shape, each, cnt);
}

int shape_cores_fit(office_t *office, shape_t *shape, char **ret_text)
{
	uint32_t at = 0;

	for (uint32_t i = garq_set_next(shape->eligible, 0);
	     i < shape->eligible->size;
	     i = garq_set_next(shape->eligible, i + 1), at++) {
		want_t want = shape_want(shape, at),
			has = view_cores_want(office, i, shape->gpu_type);

		if (view_cores_suffice(office, i, &want, shape->gpu_type))
			continue;
		if (!shape->pinned) {
			garq_set_del(shape->eligible, i);
			continue;
		}
		*ret_text = (has.gpus < want.gpus) ?
			text_printf(
				"%"PRIu32" GPU%s of node %s %s asked for, it has %"PRIu32"%s%s",
				want.gpus, (want.gpus == 1) ? "" : "s",
				office->host->nodes->name(office, i),
				(want.gpus == 1) ? "is" : "are",
				has.gpus, shape->gpu_type ? " of type " : "",
				shape->gpu_type ? shape->gpu_type : "") :
			text_printf(
				"CoreCnt: %"PRIu32" cores of node %s are asked for, it has %"PRIu32,
				want.cores,
				office->host->nodes->name(office, i),
				has.cores);
		return REFUSED_NODES;
	}
	if (shape->pinned || garq_set_count(shape->eligible))
		return 0;
	*ret_text = units_words(1, &shape->most, 1, shape->gpu_type);
	text_add(ret_text, " are more than any node has that can serve the request: ask for more nodes (NodeCnt)");
	return REFUSED_NODE_COUNT;
}

/* RET false: no eligible node has GPUs of the type that can be booked */
static bool _are_gpus(office_t *office, const shape_t *shape, const char *type)
{
	GARQ_SET_EACH(i, shape->eligible)
		if (view_sizes_gpus(office, i, type))
			return true;
	return false;
}

/* The request makes no sense. RET the error, free(); NULL: it does */
static char *_object(const sum_t *sum, const cores_asked_t *asked,
		     const shape_t *shape)
{
	if (!shape->num_cn && sum->gpus)
		return text_printf(
			"%"PRIu64" GPU%s with %"PRIu64" cores: the nodes that can serve the request have fewer",
			sum->gpus, (sum->gpus == 1) ? "" : "s", sum->cores);
	if (!shape->num_cn)
		return text_printf(
			"CoreCnt=%"PRIu64": the nodes that can serve the request have fewer cores",
			sum->cores);
	if (sum->gpus && (sum->gpus < shape->num_cn))
		return text_printf(
			"%"PRIu64" GPU%s less than a GPU on each of %"PRIu32" nodes",
			sum->gpus, (sum->gpus == 1) ? " is" : "s are",
			shape->num_cn);
	if ((sum->cnt != 1) && (sum->cnt != shape->num_cn))
		return text_printf(
			"CoreCnt has %"PRIu32" numbers for %"PRIu32" nodes: give one for each node, or the sum of all",
			sum->cnt, shape->num_cn);
	if (asked->tasks && (!asked->cores || (sum->cnt != 1) ||
			     (sum->cores % asked->tasks)))
		return text_printf(
			"tasks:%"PRIu32": CoreCnt is one number for it, the cores of a task as often as there are tasks",
			asked->tasks);
	if (asked->tasks && (asked->tasks < shape->num_cn))
		return text_printf(
			"tasks:%"PRIu32" is less than a task on each of %"PRIu32" nodes",
			asked->tasks, shape->num_cn);
	if (asked->cores && (sum->cores < shape->num_cn))
		return text_printf(
			"CoreCnt=%"PRIu64" is less than a core on each of %"PRIu32" nodes",
			sum->cores, shape->num_cn);
	return NULL;
}

int shape_cores(office_t *office, const cores_asked_t *asked, shape_t *shape,
		char **ret_text)
{
	const char *type = asked->gpu_type;
	sum_t sum;

	if (asked->gpus && !_are_gpus(office, shape, type)) {
		bool others = type && _are_gpus(office, shape, NULL);

		return text_refuse(ret_text, REFUSED_NODES,
			"no node that can serve the request has GPUs%s%s that can be reserved%s",
			type ? " of type " : "", type ? type : "",
			others ? "" : ": that takes Slurm 23.11, before 25.11 a line in gres.conf for each of them, with Type= or Cores= (or AutoDetect), and no shards; whole nodes can be booked by their number or features");
	}
	sum = _add_up(office, asked, shape);
	if (!shape->num_cn)
		shape->num_cn = _fewest_nodes(office, shape, type, &sum);
	*ret_text = _object(&sum, asked, shape);
	if (*ret_text)
		return REFUSED_NODE_COUNT;
	shape->gpu_type = asked->gpus && type ? text_dup(type) : NULL;
	_spread(asked, &sum, shape);
	return shape_cores_fit(office, shape, ret_text);
}

want_t *shape_wanted(const shape_t *shape, uint32_t size)
{
	want_t *wanted = memory_new(size, sizeof(*wanted));
	uint32_t at = 0;

	for (uint32_t i = 0; i < size; i++)
		wanted[i] = shape->most;
	if (shape->pinned)
		GARQ_SET_EACH(i, shape->eligible)
			wanted[i] = shape_want(shape, at++);
	return wanted;
}

void shape_leave_small(office_t *office, const shape_t *shape,
		       garq_set_t *nodes)
{
	want_t *wanted;

	if (!shape->each)
		return;
	wanted = shape_wanted(shape, nodes->size);
	GARQ_SET_EACH(i, nodes)
		if (!view_cores_suffice(office, i, &wanted[i], shape->gpu_type))
			garq_set_del(nodes, i);
	free(wanted);
}

void shape_each_of(shape_t *shape, const units_t *units)
{
	want_t *each = NULL;

	if (units->cnt)
		each = memory_new(units->cnt, sizeof(*each));
	for (uint32_t i = 0; i < units->cnt; i++)
		each[i] = cores_want(&units->list[i].cores);
	shape_set_each(shape, each, units->cnt);
	free(shape->gpu_type);
	shape->gpu_type = memory_text(units->type);
}

double shape_part(office_t *office, const shape_t *shape)
{
	want_t *wanted, least = { UNITS_CORES, UNITS_GPUS };
	uint32_t at = 0;
	double nodes = 0;

	if (!shape->each || !shape->num_cn || !shape->eligible)
		return 1;
	wanted = shape_wanted(shape, shape->eligible->size);
	GARQ_SET_EACH(i, shape->eligible) {
		want_t all = view_cores_want(office, i, NULL);

		if (!view_cores_suffice(office, i, &wanted[i], shape->gpu_type))
			continue;
		least.cores = MIN(least.cores, all.cores);
		least.gpus = MIN(least.gpus, all.gpus);
		if (shape->pinned)
			nodes += view_part_of(&wanted[i], &all);
	}
	free(wanted);
	for (; !shape->pinned && (at < shape->num_cn); at++)
		nodes += view_part_of(
			&shape->each[MIN(at, shape->each_cnt - 1)], &least);
	return MIN(nodes / shape->num_cn, 1);
}
