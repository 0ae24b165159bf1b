/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * watch_nodes_test.c - a look at slurmctld's nodes costs what has changed, not
 * what there is. Costs are counted in records read.
 *
 * What the files need of Slurm is here in its place.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/slurm/compat/nodes.h"
#include "plugin/slurm/native/record_gpus.h"
#include "plugin/slurm/native/record_units.h"
#include "plugin/slurm/watch/reason_until.h"
#include "plugin/slurm/watch/watch.h"
#include "plugin/slurm/watch/watch_private.h"
#include "test/unit/test_util.h"

#define NODES 5000
#define LOOKS ((NODES / WATCH_SLICE) + 1)	/* of a whole pass */
#define WORDS (NODES_BITS_HEAD + ((NODES + 63) / 64))

node_record_t **node_record_table_ptr;
int node_record_count = NODES;
time_t last_node_update, last_part_update;
bitstr_t *avail_node_bitmap, *up_node_bitmap;
slurm_conf_t slurm_conf;
list_t *part_list;

static node_record_t record[NODES], *table[NODES];
static bitstr_t avail[WORDS], up[WORDS], of_part[WORDS];
static part_record_t part = { .node_bitmap = of_part };
static bool part_given;
static time_t now;
static char had[] = "big", has[] = "small";
static char near_name[] = "near", far_name[] = "far",
	alone_name[] = "alone";

void *slurm_xcalloc(size_t count, size_t size, bool clear, bool try,
		    const char *file, int line, const char *func)
{
	(void) clear;
	(void) try;
	(void) file;
	(void) line;
	(void) func;
	return calloc(count, size);
}

void slurm_xfree(void **p)
{
	free(*p);
	*p = NULL;
}

static bool _bit(const bitstr_t *bits, bitoff_t i)
{
	return (bits[NODES_BITS_HEAD + (i / 64)] >> (i % 64)) & 1;
}

static void _set_bit(bitstr_t *bits, bitoff_t i, bool on)
{
	bitstr_t bit = (bitstr_t) (UINT64_C(1) << (i % 64));

	if (on)
		bits[NODES_BITS_HEAD + (i / 64)] |= bit;
	else
		bits[NODES_BITS_HEAD + (i / 64)] &= ~bit;
}

int bit_test(bitstr_t *bits, bitoff_t i)
{
	return _bit(bits, i);
}

bitoff_t bit_ffs(bitstr_t *bits)
{
	for (bitoff_t i = 0; i < NODES; i++)
		if (_bit(bits, i))
			return i;
	return -1;
}

bitoff_t bit_fls(bitstr_t *bits)
{
	for (bitoff_t i = NODES - 1; i >= 0; i--)
		if (_bit(bits, i))
			return i;
	return -1;
}

/* The list of partitions has one. */
list_itr_t *list_iterator_create(list_t *list)
{
	(void) list;
	part_given = false;
	return NULL;
}

void *list_next(list_itr_t *iter)
{
	(void) iter;
	if (part_given)
		return NULL;
	part_given = true;
	return &part;
}

void list_iterator_destroy(list_itr_t *iter)
{
	(void) iter;
}

garq_set_t *nodes_from_bits(const bitstr_t *nodes, uint32_t size)
{
	garq_set_t *set = garq_set_create(size);

	for (uint32_t i = 0; i < size; i++)
		if (_bit(nodes, i))
			garq_set_add(set, i);
	return set;
}

static uint32_t marks[NODES];
static uint64_t reads;

/* Each record that is read asks once. */
uint32_t record_gpus_mark(uint32_t node)
{
	reads++;
	return marks[node];
}

uint32_t record_units_of_node(uint32_t node)
{
	(void) node;
	return 1;
}

/* Slurm walks through all switches: how often? */
static uint32_t places;
static bool is_other;

char *compat_switches(const char *node, bool *ret_tree)
{
	char text[64];

	places++;
	*ret_tree = !is_other;
	snprintf(text, sizeof(text), "root.%s",
		 strcmp(node, "alone") ? node : "");
	return strdup(text);
}

/* A look a second later. RET the number of records that it read */
static uint64_t _look(bool *ret_other)
{
	uint64_t before = reads;

	*ret_other = watch_nodes_read(NODES, false, ++now);
	return reads - before;
}

/* Slurm changes a node, and its stamp. */
static void _change(uint32_t node, uint32_t state, bool is_avail)
{
	record[node].node_state = state;
	_set_bit(avail, node, is_avail);
	last_node_update = now;
}

static void _settle(void)
{
	bool other;

	for (uint32_t i = 0; i <= LOOKS; i++)
		(void) _look(&other);
	ck_assert_uint_eq(_look(&other), 0);
}

static void _setup(void)
{
	bool other = false;

	now = 1000;
	places = 0;
	is_other = false;
	for (uint32_t i = 0; i < NODES; i++) {
		table[i] = &record[i];
		record[i] = (node_record_t) {
			.node_state = NODE_STATE_IDLE, .features = had,
			.name = (i == NODES - 1) ? far_name : near_name,
		};
		_set_bit(avail, i, true);
		_set_bit(up, i, true);
		_set_bit(of_part, i, i < NODES / 2);
	}
	node_record_table_ptr = table;
	avail_node_bitmap = avail;
	up_node_bitmap = up;
	last_node_update = last_part_update = now - 1;
	memset(&slurm_conf, 0, sizeof(slurm_conf));
	(void) _look(&other);
	ck_assert(other);
	_settle();
}

static void _teardown(void)
{
	watch_nodes_clear();
	watch_pools_clear();
}

START_TEST(one_changed_node_costs_one_node_and_a_slice)
{
	bool other;

	_change(4321, NODE_STATE_IDLE | NODE_STATE_DRAIN, false);
	ck_assert_uint_le(_look(&other), 1 + WATCH_SLICE);
	ck_assert(!other);
	ck_assert(!garq_set_test(watch_nodes_avail(), 4321));
	ck_assert_uint_eq(garq_set_count(watch_nodes_avail()), NODES - 1);
	_settle();
	_change(4321, NODE_STATE_IDLE, true);
	(void) _look(&other);
	ck_assert(garq_set_test(watch_nodes_avail(), 4321));
}
END_TEST

/* Slurm's bitmaps don't have all states: the pass finds the others. */
START_TEST(a_state_without_a_bit_is_found_within_a_pass)
{
	bool other;
	uint32_t looks = 0;

	_change(4999, NODE_STATE_IDLE | NODE_STATE_NO_RESPOND, true);
	while (garq_set_test(watch_nodes_avail(), 4999)) {
		ck_assert_uint_le(_look(&other), WATCH_SLICE);
		ck_assert_uint_le(++looks, LOOKS);
	}
}
END_TEST

/* It is built anew once, although the other nodes are not read yet. */
START_TEST(new_features_have_the_view_built_anew_once)
{
	bool other = false;
	uint32_t looks = 0, times = 0;

	for (uint32_t i = 100; i < 4000; i += 100)
		record[i].features = has;
	last_node_update = now;
	while (++looks <= 2 * LOOKS) {
		(void) _look(&other);
		times += other;
	}
	ck_assert_uint_eq(times, 1);
}
END_TEST

/* Slurm's text of a node's gres may stay as it was. */
START_TEST(other_gpus_have_the_view_built_anew)
{
	bool other = false;
	uint32_t looks = 0;

	marks[NODES - 1]++;
	last_node_update = now;
	while (!other && (++looks <= 2 * LOOKS))
		(void) _look(&other);
	ck_assert(other);
}
END_TEST

START_TEST(a_partition_with_other_nodes_is_seen_at_once)
{
	bool other = false;

	_set_bit(of_part, NODES - 1, true);
	last_part_update = now;
	(void) _look(&other);
	ck_assert(other);
}
END_TEST

/* Power saving changes states and no stamp. */
START_TEST(power_saving_is_watched_without_a_stamp)
{
	static char program[] = "/bin/true";
	bool other;
	uint32_t looks = 0;

	slurm_conf.suspend_program = slurm_conf.resume_program = program;
	record[17].node_state = NODE_STATE_DOWN;
	while (garq_set_test(watch_nodes_avail(), 17)) {
		ck_assert_uint_le(_look(&other), WATCH_SLICE);
		ck_assert_uint_le(++looks, LOOKS);
	}
}
END_TEST

/* The reasons of nodes that are away, and of no others. */
START_TEST(reasons_are_read)
{
	static char until[] = "until 2100-01-02", none[] = "disk";
	bool other;

	record[5].reason = record[6].reason = record[7].reason = until;
	_change(6, NODE_STATE_IDLE | NODE_STATE_DRAIN, false);
	_change(7, NODE_STATE_DOWN, false);
	(void) _look(&other);
	ck_assert_int_eq(watch_nodes_said()[5], 0);
	ck_assert_int_eq(watch_nodes_said()[6], reason_until(until));
	ck_assert_int_gt(watch_nodes_said()[7], now);
	record[6].reason = none;
	last_node_update = now;
	_settle();
	ck_assert_int_eq(watch_nodes_said()[6], 0);
	_change(7, NODE_STATE_IDLE, true);
	_settle();
	ck_assert_int_eq(watch_nodes_said()[7], 0);
}
END_TEST

/* Each node's switches once, a slice at each look; again for another table. */
START_TEST(facts_are_read)
{
	const node_facts_t *of;
	uint32_t version;

	ck_assert_uint_eq(places, NODES);
	ck_assert_uint_eq(watch_pools_facts().cnt, NODES);
	of = watch_pools_facts().of;
	version = watch_pools_facts().version;
	ck_assert_uint_eq(of[0].parts, 1);
	ck_assert_uint_eq(of[NODES - 1].parts, 0);
	ck_assert_uint_eq(of[0].kind, of[1].kind);
	ck_assert_uint_eq(of[0].at[0], of[1].at[0]);
	ck_assert_uint_ne(of[0].at[0], of[NODES - 1].at[0]);
	ck_assert_uint_eq(of[0].at[1], of[NODES - 1].at[1]);
	ck_assert_uint_ne(of[0].at[1], 0);
	ck_assert_uint_eq(of[0].at[2], 0);
	_settle();
	ck_assert_uint_eq(watch_pools_facts().version, version);
	record[3].features = has;
	last_node_update = now;
	_settle();
	ck_assert_uint_ne(watch_pools_facts().version, version);
	ck_assert_uint_ne(of[3].kind, of[1].kind);
	ck_assert_uint_eq(places, NODES);
	/* a dynamic node that came in the place of another one; two in no leaf */
	record[7].name = far_name;
	record[8].name = record[9].name = alone_name;
	last_node_update = now;
	_settle();
	ck_assert_uint_eq(places, NODES + 3);
	ck_assert_uint_eq(of[7].at[0], of[NODES - 1].at[0]);
	ck_assert_uint_ne(of[8].at[0], of[0].at[0]);
	ck_assert_uint_eq(of[8].at[1], of[0].at[1]);
	ck_assert(!watch_pools_facts().other);
	watch_pools_replace();
	ck_assert_ptr_null(watch_pools_facts().of);
	is_other = true;
	places = NODES;
	last_node_update = now;
	_settle();
	ck_assert_uint_eq(places, 2 * NODES);
	ck_assert_uint_ne(of[0].at[0], of[NODES - 1].at[0]);
	ck_assert(watch_pools_facts().other);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("watch_nodes");
	TCase *tc = test_case(suite, "looks", 0);

	avail[1] = up[1] = of_part[1] = NODES;
	tcase_add_checked_fixture(tc, _setup, _teardown);
	tcase_add_test(tc, one_changed_node_costs_one_node_and_a_slice);
	tcase_add_test(tc, a_state_without_a_bit_is_found_within_a_pass);
	tcase_add_test(tc, new_features_have_the_view_built_anew_once);
	tcase_add_test(tc, other_gpus_have_the_view_built_anew);
	tcase_add_test(tc, a_partition_with_other_nodes_is_seen_at_once);
	tcase_add_test(tc, reasons_are_read);
	tcase_add_test(tc, facts_are_read);
	tcase_add_test(tc, power_saving_is_watched_without_a_stamp);
	return test_run(suite);
}
