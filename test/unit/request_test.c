/* SPDX-License-Identifier: GPL-2.0-or-later */
/* request_test.c - a request as a value: copied, freed */

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/booking/place/shape.h"
#include "plugin/booking/request/request.h"
#include "plugin/booking/request/text.h"
#include "test/unit/test_util.h"

/* One of whom every text and array is given. */
static request_t full(void)
{
	static const uint32_t sizes[] = { 2, 3, 0 }, cores[] = { 4, 0 };
	request_t r = {
		.has_start = true, .start = 1000,
		.has_minutes = true, .endless = true,
		.has_nodes = true, .num_cn = 5,
		.has_flags = true, .flags = 7, .other_flags = 8,
	};
	char **texts[] = { &r.name, &r.node_list, &r.partition, &r.features,
			   &r.licenses, &r.tres, &r.burst_buffer, &r.users,
			   &r.groups, &r.accounts, &r.qos, &r.allowed_parts,
			   &r.comment };

	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		char text[] = { (char) ('a' + i), '\0' };

		request_set(texts[i], text);
	}
	request_set_user(&r, "h", 3);
	r.sizes = malloc(sizeof(sizes));
	r.cores = malloc(sizeof(cores));
	ck_assert(r.sizes && r.cores);
	memcpy(r.sizes, sizes, sizeof(sizes));
	memcpy(r.cores, cores, sizeof(cores));
	return r;
}

static void assert_empty(const request_t *r)
{
	static const request_t empty;

	ck_assert(!memcmp(r, &empty, sizeof(empty)));
}

START_TEST(a_copy_has_all_of_it)
{
	request_t r = full(), copy;

	copy = request_copy(&r);
	ck_assert_str_eq(copy.name, "a");
	ck_assert_str_eq(copy.node_list, "b");
	ck_assert_str_eq(copy.users, "h");
	ck_assert_str_eq(copy.comment, "m");
	ck_assert_ptr_ne(copy.comment, r.comment);
	ck_assert_mem_eq(copy.sizes, r.sizes, 3 * sizeof(*r.sizes));
	ck_assert_mem_eq(copy.cores, r.cores, 2 * sizeof(*r.cores));
	ck_assert_ptr_ne(copy.cores, r.cores);
	ck_assert_uint_eq(copy.user_id_cnt, 1);
	ck_assert_uint_eq(copy.user_ids[0], 3);
	ck_assert_ptr_ne(copy.user_ids, r.user_ids);
	ck_assert_int_eq(copy.start, 1000);
	ck_assert(copy.endless && copy.has_nodes && !copy.has_end);
	ck_assert_uint_eq(copy.num_cn, 5);
	ck_assert_uint_eq(copy.flags, 7);
	ck_assert_uint_eq(copy.other_flags, 8);
	request_free(&copy);
	assert_empty(&copy);
	request_free(&r);
	request_free(&r);
}
END_TEST

START_TEST(nothing_is_copied_to_nothing)
{
	request_t r = { .name = NULL }, copy = full();
	request_t before = copy;

	copy = request_copy(&r);
	assert_empty(&copy);
	request_free(&before);
}
END_TEST

START_TEST(an_empty_text_is_kept)
{
	char *text = NULL;

	request_set(&text, "");
	ck_assert_str_eq(text, "");
	ck_assert(!request_has(text));
	request_set(&text, "x");
	ck_assert(request_has(text));
	request_set(&text, NULL);
	ck_assert_ptr_null(text);
	ck_assert(!request_has(text));
}
END_TEST

START_TEST(a_count_takes_the_place_of_sizes)
{
	request_t r = full();

	request_set_nodes(&r, 0);
	ck_assert(r.has_nodes);
	ck_assert_uint_eq(r.num_cn, 0);
	ck_assert_ptr_null(r.sizes);
	request_free(&r);
}
END_TEST

static const struct {
	const char *tres;
	bool per_node;
	bool read;
	bool has_nodes;
	uint64_t num_cn;
	uint32_t cores;		/* 0: none */
	uint64_t gpus;
	const char *gpu_type;
	const char *licenses;
} tres_cases[] = {
	{ "node=4", false, true, true, 4, 0, 0, NULL, NULL },
	{ "node=4", true, true, true, 4, 0, 0, NULL, NULL },
	{ "NODE=0", false, true, true, 0, 0, 0, NULL, NULL },
	{ "node=4294967293", false, true, true, 4294967293, 0, 0, NULL, NULL },
	{ "node=4294967294", .read = false },
	{ "node=99999999999999999999", .read = false },
	{ "node=", .read = false },
	{ "node=-1", .read = false },
	{ "node=4,node=4", .read = false },
	{ "node=4,cpu=2", false, true, true, 4, 2, 0, NULL, NULL },
	{ "CPU=2,node=4", false, true, true, 4, 2, 0, NULL, NULL },
	{ "CPU=2,node=4", true, true, true, 4, 8, 0, NULL, NULL },
	{ "cpu=4294967293,node=2", true, .read = false },
	{ "cpu=4", false, true, false, 0, 4, 0, NULL, NULL },
	{ "cpu=4", true, .read = false },
	{ "cpu=0", .read = false },
	{ "node=2,cpu=0", .read = false },
	{ "cpu=4,cpu=4", .read = false },
	{ "cpu=4,gres/gpu=2", false, true, false, 0, 4, 2, NULL, NULL },
	{ "gres/gpu=2", false, true, false, 0, 0, 2, NULL, NULL },
	{ "GRES/GPU:a100=2,node=3", false, true, true, 3, 0, 2, "a100", NULL },
	{ "GRES/GPU:a100=2,node=3", true, true, true, 3, 0, 6, "a100", NULL },
	{ "gres/gpu=2", true, .read = false },
	{ "gres/gpu=4294967293,node=2", true, .read = false },
	{ "gres/gpu=0", .read = false },
	{ "gres/gpu", .read = false },
	{ "gres/gpu:=2", .read = false },
	{ "gres/gpu:a100", .read = false },
	{ "gres/gpu:a100:2", .read = false },
	{ "gres/gpu:a100,cpu=2", .read = false },
	{ "gres/gpu:a100=2,gres/gpu=2", .read = false },
	{ "gres/gpus=2", .read = false },
	{ "gres/shard=2", .read = false },
	{ "license/sw=2", .read = true, .licenses = "sw:2" },
	{ "node=2,License/sw=2,license/a.b@c=1", .read = true,
	  .has_nodes = true, .num_cn = 2, .licenses = "sw:2,a.b@c:1" },
	{ "node=2,license/sw=2", true, .read = false },
	{ "license/sw=0", .read = false },
	{ "license/=1", .read = false },
	{ "license/sw", .read = false },
	{ "license/sw=1,mem=2", .read = false },
	{ "mem=2", .read = false },
	{ "", .read = false },
};

START_TEST(tres_of_counts)
{
	request_t r = { .name = NULL };
	bool read;

	request_set(&r.tres, tres_cases[_i].tres);
	read = request_read_tres(&r, tres_cases[_i].per_node);
	ck_assert_int_eq(read, tres_cases[_i].read);
	ck_assert_int_eq(r.has_nodes, tres_cases[_i].has_nodes);
	ck_assert_uint_eq(r.num_cn, tres_cases[_i].num_cn);
	ck_assert_uint_eq(r.cores ? r.cores[0] : 0, tres_cases[_i].cores);
	ck_assert(!r.cores || !r.cores[1]);
	ck_assert_uint_eq(r.gpus, tres_cases[_i].gpus);
	ck_assert_pstr_eq(r.gpu_type, tres_cases[_i].gpu_type);
	ck_assert_pstr_eq(r.licenses, tres_cases[_i].licenses);
	ck_assert_int_eq(r.tres == NULL, read);
	request_free(&r);
}
END_TEST

START_TEST(a_count_that_was_given_stays)
{
	request_t r = { .has_nodes = true, .num_cn = 2 };

	request_set(&r.tres, "node=4");
	ck_assert(!request_read_tres(&r, false));
	ck_assert_uint_eq(r.num_cn, 2);
	ck_assert_str_eq(r.tres, "node=4");
	request_set(&r.tres, "cpu=3");
	ck_assert(request_read_tres(&r, true));
	ck_assert_uint_eq(r.cores[0], 6);
	request_free(&r);
}
END_TEST

/* The partition of a count for jobs of some partitions, as in Slurm. */
static const struct {
	const char *partition;
	const char *allowed;
	const char *nodes;
	const char *is;
} partition_cases[] = {
	{ NULL, "other", NULL, "other" },
	{ NULL, "long,debug,debug2", NULL, "debug" },
	{ NULL, "b,,a,", NULL, "a" },
	{ "long", "other", NULL, "long" },
	{ NULL, "-other", NULL, NULL },
	{ NULL, "other", "n[1-2]", NULL },
	{ NULL, NULL, NULL, NULL },
};

START_TEST(allowed_partitions_choose_the_nodes)
{
	request_t r = { .has_nodes = true, .num_cn = 2 };
	const char *is = partition_cases[_i].is;

	r.partition = text_dup(partition_cases[_i].partition);
	r.allowed_parts = text_dup(partition_cases[_i].allowed);
	r.node_list = text_dup(partition_cases[_i].nodes);
	request_normalize(&r);
	ck_assert_msg(text_same(r.partition, is), "%s, not %s", r.partition, is);
	request_free(&r);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("request");
	TCase *tc = test_case(suite, "facts", 0);

	tcase_add_test(tc, a_copy_has_all_of_it);
	tcase_add_test(tc, nothing_is_copied_to_nothing);
	tcase_add_test(tc, an_empty_text_is_kept);
	tcase_add_test(tc, a_count_takes_the_place_of_sizes);
	tcase_add_loop_test(tc, tres_of_counts, 0,
			    COUNT(tres_cases));
	tcase_add_test(tc, a_count_that_was_given_stays);
	tcase_add_loop_test(tc, allowed_partitions_choose_the_nodes, 0,
			    COUNT(partition_cases));
	return test_run(suite);
}
