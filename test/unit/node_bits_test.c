/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * node_bits_test.c - sets of nodes and Slurm's bitmaps, compared bit by bit.
 *
 * What the file needs of Slurm and of the view is here in its place. Slurm's
 * bitmaps may have bits behind their end.
 */

#include <stdlib.h>
#include <string.h>

#include "plugin/slurm/compat/ctld_office.h"
#include "plugin/slurm/compat/nodes.h"
#include "test/unit/test_util.h"

#define MOST 300
#define ROUNDS 200

/* What is asked of the view is answered below. */
static office_t no_states;
office_t *office = &no_states;

int node_record_count = MOST;
node_record_t **node_record_table_ptr;

static bitstr_t bits[NODES_BITS_HEAD + (MOST + 63) / 64];

int bit_test(bitstr_t *b, bitoff_t i)
{
	return (b[NODES_BITS_HEAD + i / 64] >> (i % 64)) & 1;
}

void bit_set(bitstr_t *b, bitoff_t i)
{
	b[NODES_BITS_HEAD + i / 64] |= (bitstr_t) (UINT64_C(1) << (i % 64));
}

bitoff_t bit_size(bitstr_t *b)
{
	return b[1];
}

bitstr_t *bit_alloc(bitoff_t cnt)
{
	memset(bits, 0, sizeof(bits));
	bits[1] = cnt;
	return bits;
}

void slurm_bit_free(bitstr_t **b)
{
	*b = NULL;
}

char *bitmap2node_name(bitstr_t *b)
{
	(void) b;
	return NULL;
}

char *text_dup(const char *text)
{
	return text ? strdup(text) : NULL;
}

void slurm_xfree(void **p)
{
	free(*p);
	*p = NULL;
}

int compat_node_bitmap(const char *list, bitstr_t **ret_nodes)
{
	(void) list;
	(void) ret_nodes;
	return 0;
}

uint32_t view_size(office_t *office)
{
	(void) office;
	return MOST;
}

/* A bitmap of so many bits, some of them set, also behind its end. */
static void _draw(rng_t *rng, bitoff_t size)
{
	uint64_t odds = 1 + rng_below(rng, 40);

	(void) bit_alloc(size);
	for (bitoff_t i = 0; i < MOST; i++)
		if (rng_one_in(rng, odds))
			bit_set(bits, i);
}

static void _compare(uint32_t size)
{
	garq_set_t *set = nodes_from_bits(bits, size);
	bitoff_t next = bit_size(bits);

	ck_assert_uint_eq(set->size, size);
	for (uint32_t i = 0; i < size; i++)
		ck_assert_int_eq(garq_set_test(set, i),
				 (i < bit_size(bits)) && bit_test(bits, i));
	if (size % 64)
		ck_assert_uint_eq(set->word[size / 64] >> (size % 64), 0);
	for (bitoff_t i = bit_size(bits); i-- > 0; ) {
		if (bit_test(bits, i))
			next = i;
		ck_assert_int_eq(nodes_next(bits, i), next);
	}
	garq_set_destroy(set);
}

START_TEST(bits_become_a_set)
{
	rng_t rng = { test_seed() };

	for (int i = 0; i < ROUNDS; i++) {
		bitoff_t size = rng_between(&rng, 1, MOST);

		_draw(&rng, size);
		_compare((uint32_t) size);
		_compare((uint32_t) rng_between(&rng, 1, MOST));
	}
}
END_TEST

START_TEST(one_bit_makes_a_difference)
{
	rng_t rng = { test_seed() };

	for (int i = 0; i < ROUNDS; i++) {
		bitoff_t size = rng_between(&rng, 1, MOST);
		uint32_t node = (uint32_t) rng_below(&rng, (uint64_t) size);
		garq_set_t *set;

		_draw(&rng, size);
		set = nodes_from_bits(bits, MOST);
		ck_assert(nodes_same(set, bits));
		if (garq_set_test(set, node))
			garq_set_del(set, node);
		else
			garq_set_add(set, node);
		ck_assert(!nodes_same(set, bits));
		garq_set_destroy(set);
	}
}
END_TEST

START_TEST(a_node_behind_the_end_makes_a_difference)
{
	garq_set_t *set = garq_set_create(MOST);

	(void) bit_alloc(70);
	ck_assert(nodes_same(set, bits));
	garq_set_add(set, 70);
	ck_assert(!nodes_same(set, bits));
	garq_set_destroy(set);

	set = garq_set_create(70);
	(void) bit_alloc(MOST);
	bit_set(bits, 200);
	ck_assert(!nodes_same(set, bits));
	garq_set_destroy(set);
}
END_TEST

START_TEST(none_is_not_empty)
{
	garq_set_t *set = nodes_from_bits(NULL, MOST);

	ck_assert_uint_eq(garq_set_count(set), 0);
	ck_assert(nodes_same(NULL, NULL));
	ck_assert(!nodes_same(set, NULL));
	ck_assert(!nodes_same(NULL, bit_alloc(MOST)));
	garq_set_destroy(set);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("node_bits");
	TCase *tc = test_case(suite, "bits", 0);

	tcase_add_test(tc, bits_become_a_set);
	tcase_add_test(tc, one_bit_makes_a_difference);
	tcase_add_test(tc, a_node_behind_the_end_makes_a_difference);
	tcase_add_test(tc, none_is_not_empty);
	return test_run(suite);
}
