/* SPDX-License-Identifier: GPL-2.0-or-later */
/* shape_cores.c - see shape_cores.h */

#include <inttypes.h>
#include <stdlib.h>
#include <sys/param.h>

#include "plugin/booking/place/shape_cores.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/memory/memory.h"

static uint32_t _cores_of(office_t *office, uint32_t node)
{
	return office->host->nodes->cores(office, node);
}

/* RET how many numbers there are; OUT ret_sum - their sum */
static uint32_t _add_up(const uint32_t *cores, uint64_t *ret_sum)
{
	uint32_t cnt = 0;

	for (*ret_sum = 0; cores[cnt]; cnt++)
		*ret_sum += cores[cnt];
	return cnt;
}

/* The fewest nodes that have the cores, evenly. RET 0: all have too few */
static uint32_t _fewest_nodes(office_t *office, const garq_set_t *nodes,
			      uint64_t cores)
{
	uint32_t with[UNITS_CORES + 2] = { 0 };	/* nodes, by least cores */
	uint32_t cnt = garq_set_count(nodes);

	GARQ_SET_EACH(i, nodes)
		with[_cores_of(office, i)]++;
	for (uint32_t k = UNITS_CORES; k > 0; k--)
		with[k] += with[k + 1];
	for (uint32_t n = 1; n <= cnt; n++) {
		uint64_t each = (cores + n - 1) / n;

		if ((each <= UNITS_CORES) && (with[each] >= n))
			return n;
	}
	return 0;
}

static int _descending(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *) a, y = *(const uint32_t *) b;

	return (x < y) - (x > y);
}

/*
 * The cores of each node: a number for each, or the sum of all, which is spread
 * evenly. IN cnt - how many numbers are given
 */
static void _spread(const uint32_t *cores, uint32_t cnt, uint64_t sum,
		    shape_t *shape)
{
	uint32_t n = shape->num_cn;

	/* any number can be asked for: for more nodes the last one counts */
	shape->each_cnt = MAX(MIN(n, garq_set_count(shape->eligible)), 1);
	shape->each = memory_new(shape->each_cnt, sizeof(*shape->each));
	for (uint32_t i = 0; i < shape->each_cnt; i++)
		shape->each[i] = (cnt == n) ? cores[i] :
				 (uint32_t) ((sum / n) + (i < sum % n));
	if (!shape->pinned)
		qsort(shape->each, shape->each_cnt, sizeof(*shape->each),
		      _descending);
}

/* Leave out nodes that have too few cores, or refuse named ones. */
static int _leave_small(office_t *office, shape_t *shape, char **ret_text)
{
	uint32_t at = 0;

	for (uint32_t i = garq_set_next(shape->eligible, 0);
	     i < shape->eligible->size;
	     i = garq_set_next(shape->eligible, i + 1), at++) {
		uint32_t wanted = shape->each[shape->pinned ? at : 0];

		if (_cores_of(office, i) >= wanted)
			continue;
		if (shape->pinned) {
			*ret_text = text_printf(
				"CoreCnt: %"PRIu32" cores of node %s are asked for, it has %"PRIu32,
				wanted, office->host->nodes->name(office, i),
				_cores_of(office, i));
			return REFUSED_NODES;
		}
		garq_set_del(shape->eligible, i);
	}
	return 0;
}

int shape_cores(office_t *office, const uint32_t *cores, shape_t *shape,
		char **ret_text)
{
	uint64_t sum;
	uint32_t cnt = _add_up(cores, &sum);

	if (!shape->num_cn)
		shape->num_cn = _fewest_nodes(office, shape->eligible, sum);
	if (!shape->num_cn) {
		*ret_text = text_printf(
			"CoreCnt=%"PRIu64": the nodes that can serve the request have fewer cores",
			sum);
		return REFUSED_NODE_COUNT;
	}
	if ((cnt != 1) && (cnt != shape->num_cn)) {
		*ret_text = text_printf(
			"CoreCnt has %"PRIu32" numbers for %"PRIu32" nodes: give one for each node, or the sum of all",
			cnt, shape->num_cn);
		return REFUSED_NODE_COUNT;
	}
	if (sum < shape->num_cn) {
		*ret_text = text_printf(
			"CoreCnt=%"PRIu64" is less than a core on each of %"PRIu32" nodes",
			sum, shape->num_cn);
		return REFUSED_NODE_COUNT;
	}
	_spread(cores, cnt, sum, shape);
	return _leave_small(office, shape, ret_text);
}
