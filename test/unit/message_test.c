/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * message_test.c - a request to Slurm's message and back, on each version.
 *
 * What the files need of Slurm's library is here in its place.
 */

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/booking/request/text.h"
#include "plugin/slurm/native/message.h"
#include "test/unit/test_util.h"

void *slurm_xcalloc(size_t count, size_t size, bool clear, bool try,
		    const char *file, int line, const char *func)
{
	void *p = calloc(count ? count : 1, size ? size : 1);

	(void) clear;
	(void) try;
	(void) file;
	(void) line;
	(void) func;
	ck_assert_ptr_nonnull(p);
	return p;
}

void slurm_xfree(void **p)
{
	free_null(*p);
}

/* All texts end, but for one that has so many bytes. */
static const char *endless;
static size_t endless_size;

size_t xsize(void *item)
{
	return (item == endless) ? endless_size : strlen(item) + 1;
}

char *xstrdup(const char *text)
{
	return text ? strdup(text) : NULL;
}

void slurm_init_resv_desc_msg(resv_desc_msg_t *desc)
{
	memset(desc, 0, sizeof(*desc));
	desc->start_time = desc->end_time = (time_t) NO_VAL;
	desc->duration = desc->max_start_delay = desc->purge_comp_time = NO_VAL;
	desc->flags = NO_VAL64;
#ifndef COMPAT_NODE_CNT_ARRAY
	desc->node_cnt = desc->core_cnt = NO_VAL;
#endif
#ifdef COMPAT_RESV_WATTS
	desc->resv_watts = NO_VAL;
#endif
}

static void free_message(resv_desc_msg_t *desc)
{
	char *texts[] = { desc->name, desc->node_list, desc->partition,
			  desc->features, desc->licenses, desc->tres_str,
			  desc->burst_buffer, desc->users, desc->groups,
			  desc->accounts };

	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		free(texts[i]);
#ifdef COMPAT_NODE_CNT_ARRAY
	free(desc->node_cnt);
	free(desc->core_cnt);
#endif
#ifdef COMPAT_RESV_COMMENT
	free(desc->comment);
#endif
#ifdef COMPAT_RESV_QOS
	free(desc->qos);
	free(desc->allowed_parts);
#endif
	free(desc);
}

/* To a message and back. */
static request_t there_and_back(const request_t *r)
{
	resv_desc_msg_t *desc = message_write(r);
	request_t back;

	ck_assert_int_eq(message_read(desc, &back), 0);
	free_message(desc);
	return back;
}

START_TEST(nothing_is_given)
{
	static const request_t empty;
	request_t r = there_and_back(&empty);
	resv_desc_msg_t *desc = message_write(&empty), none;

	ck_assert(!memcmp(&r, &empty, sizeof(r)));
	slurm_init_resv_desc_msg(&none);
	ck_assert(!memcmp(desc, &none, sizeof(none)));
	free_message(desc);
}
END_TEST

START_TEST(numbers_come_back)
{
	request_t want = {
		.has_start = true, .start = 1000, .has_end = true, .end = 2000,
		.has_minutes = true, .minutes = 7,
		.has_delay = true, .delay = INFINITE,
		.has_purge = true, .purge = 0,
		.has_nodes = true, .num_cn = 3,
		.has_flags = true, .flags = RESERVE_FLAG_STATIC,
	};
	request_t r = there_and_back(&want);

	ck_assert(!memcmp(&r, &want, sizeof(r)));
}
END_TEST

START_TEST(zeros_are_given)
{
	request_t want = {
		.has_start = true, .has_end = true, .has_minutes = true,
		.has_delay = true, .has_nodes = true, .has_flags = true,
	};
	request_t r = there_and_back(&want);

	ck_assert(!memcmp(&r, &want, sizeof(r)));
}
END_TEST

START_TEST(a_duration_may_be_endless)
{
	request_t want = { .has_minutes = true, .endless = true };
	resv_desc_msg_t *desc = message_write(&want);
	request_t r = there_and_back(&want);

	ck_assert_uint_eq(desc->duration, INFINITE);
	ck_assert(!memcmp(&r, &want, sizeof(r)));
	free_message(desc);
}
END_TEST

START_TEST(texts_come_back)
{
	request_t want = { .name = "n", .node_list = "", .partition = "p",
			   .features = "f", .licenses = "l", .tres = "cpu=1",
			   .burst_buffer = "b", .users = "u", .groups = "",
			   .accounts = "a" };
	request_t r = there_and_back(&want);

	ck_assert_str_eq(r.name, "n");
	ck_assert_str_eq(r.node_list, "");
	ck_assert_str_eq(r.partition, "p");
	ck_assert_str_eq(r.features, "f");
	ck_assert_str_eq(r.licenses, "l");
	ck_assert_str_eq(r.tres, "cpu=1");
	ck_assert_str_eq(r.burst_buffer, "b");
	ck_assert_str_eq(r.users, "u");
	ck_assert_str_eq(r.groups, "");
	ck_assert_str_eq(r.accounts, "a");
	request_free(&r);
}
END_TEST

#ifdef COMPAT_RESV_QOS
START_TEST(newer_texts_come_back)
{
	request_t want = { .qos = "q", .allowed_parts = "", .comment = "c" };
	request_t r = there_and_back(&want);

	ck_assert_str_eq(r.qos, "q");
	ck_assert_str_eq(r.allowed_parts, "");
	ck_assert_str_eq(r.comment, "c");
	request_free(&r);
}
END_TEST
#endif

START_TEST(cores_come_back)
{
	uint32_t cores[] = { 4, 0 };
	request_t want = { .cores = cores };
	request_t r = there_and_back(&want);

	ck_assert_mem_eq(r.cores, cores, sizeof(cores));
	ck_assert(!r.has_nodes);
	request_free(&r);
}
END_TEST

#ifdef COMPAT_NODE_CNT_ARRAY
/* Regression: Slurm reads both lists to the end of the longer one. */
START_TEST(lists_of_sizes_and_cores_are_as_long)
{
	uint32_t few[] = { 1, 0 }, many[] = { 1, 1, 1, 1, 1, 1, 1, 0 };
	const request_t wants[] = {
		{ .has_nodes = true, .num_cn = 1, .cores = many },
		{ .has_nodes = true, .num_cn = 7, .sizes = many, .cores = few },
	};

	for (size_t i = 0; i < 2; i++) {
		resv_desc_msg_t *desc = message_write(&wants[i]);
		size_t k = 0;

		while (desc->node_cnt[k] || desc->core_cnt[k])
			k++;
		ck_assert_uint_eq(k, 7);
		free_message(desc);
	}
}
END_TEST

START_TEST(sizes_are_added_up_and_come_back)
{
	uint32_t sizes[] = { 2, 3, 0 };
	resv_desc_msg_t desc;
	request_t r, back;

	slurm_init_resv_desc_msg(&desc);
	desc.node_cnt = sizes;
	ck_assert_int_eq(message_read(&desc, &r), 0);
	ck_assert(r.has_nodes);
	ck_assert_uint_eq(r.num_cn, 5);
	back = there_and_back(&r);
	ck_assert_mem_eq(back.sizes, sizes, sizeof(sizes));
	request_set_nodes(&r, 4);
	request_free(&back);
	back = there_and_back(&r);
	ck_assert_uint_eq(back.num_cn, 4);
	ck_assert_ptr_null(back.sizes);
	request_free(&r);
}
END_TEST
#endif

START_TEST(a_text_without_an_end_is_refused)
{
	char name[] = { 'c', 'o', 'u', 'r', 's', 'e', 'X', '\0' };
	resv_desc_msg_t desc;
	request_t r;

	slurm_init_resv_desc_msg(&desc);
	desc.features = name;
	endless = name;
	endless_size = 6;
	ck_assert(!message_text_ends(name));
	ck_assert_int_eq(message_read(&desc, &r),
			 ESLURM_PROTOCOL_INCOMPLETE_PACKET);
	ck_assert_ptr_null(r.features);
	endless_size = 8;
	ck_assert_int_eq(message_read(&desc, &r), 0);
	ck_assert_str_eq(r.features, "courseX");
	request_free(&r);
	ck_assert(message_text_ends(NULL));
}
END_TEST

/* What is no flag here is none, and is passed on. */
START_TEST(a_bit_of_another_version_is_no_flag)
{
	const uint64_t bit = UINT64_C(1) << 39;	/* USER_DEL */
	request_t r = { .has_flags = true, .flags = bit | 1 };
	resv_desc_msg_t *desc;

	r = there_and_back(&r);
	ck_assert_uint_eq(r.flags, RESERVE_FLAG_USER_DEL | 1);
	ck_assert_uint_eq(r.other_flags, bit & ~RESERVE_FLAG_USER_DEL);
	desc = message_write(&r);
	ck_assert_uint_eq(desc->flags, bit | 1);
	free_message(desc);
}
END_TEST

START_TEST(tres_is_read_where_scontrol_does_not)
{
	request_t want = { .tres = "node=3" };
	request_t r = there_and_back(&want);

#ifdef COMPAT_TRES_TEXT
	ck_assert_uint_eq(r.num_cn, 3);
	ck_assert_ptr_null(r.tres);
#else
	ck_assert(!r.has_nodes);
	ck_assert_str_eq(r.tres, "node=3");
#endif
	request_free(&r);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("message");
	TCase *tc = test_case(suite, "facts", 0);

	tcase_add_test(tc, nothing_is_given);
	tcase_add_test(tc, numbers_come_back);
	tcase_add_test(tc, zeros_are_given);
	tcase_add_test(tc, a_duration_may_be_endless);
	tcase_add_test(tc, texts_come_back);
	tcase_add_test(tc, cores_come_back);
#ifdef COMPAT_NODE_CNT_ARRAY
	tcase_add_test(tc, lists_of_sizes_and_cores_are_as_long);
#endif
#ifdef COMPAT_RESV_QOS
	tcase_add_test(tc, newer_texts_come_back);
#endif
#ifdef COMPAT_NODE_CNT_ARRAY
	tcase_add_test(tc, sizes_are_added_up_and_come_back);
#endif
	tcase_add_test(tc, a_text_without_an_end_is_refused);
	tcase_add_test(tc, a_bit_of_another_version_is_no_flag);
	tcase_add_test(tc, tres_is_read_where_scontrol_does_not);
	return test_run(suite);
}
