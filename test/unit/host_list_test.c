/* SPDX-License-Identifier: GPL-2.0-or-later */
/* host_list_test.c - how much a list of nodes has in it */

#include <check.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/booking/request/host_list.h"
#include "test/unit/test_util.h"

static const struct {
	const char *list;
	uint64_t names;
	uint32_t brackets;
} lists[] = {
	{ "", 0, 0 },
	{ "n1", 1, 0 },
	{ "n1,n2", 2, 0 },
	{ "n[1-4]", 4, 1 },
	{ "n[1-3,7],m", 5, 1 },
	{ "n[2,2]", 2, 1 },
	{ "r[1-2]n[1-8]", 16, 2 },
	{ "r[1-2]n[1-8],r[3-4]", 18, 2 },
	{ "n[1][1][1][1]", 1, 4 },
	{ "a[1,2[3],b[4]", 3, 2 },	/* Slurm sees the first closing one, too */
	{ "[,[,[", 3, 3 },		/* none is closed: one name */
	{ "n]],[1]", 2, 1 },
};

START_TEST(test_lists)
{
	const char *list = lists[_i].list;
	uint64_t names = lists[_i].names;

	ck_assert(!host_list_has_more(list, names));
	if (names)
		ck_assert(host_list_has_more(list, names - 1));
	ck_assert_uint_eq(host_list_brackets(list), lists[_i].brackets);
}
END_TEST

START_TEST(test_no_end)
{
	char *list = calloc(1, 1 + (30000 * 3) + 1);

	ck_assert_ptr_nonnull(list);
	list[0] = 'n';
	for (int i = 0; i < 30000; i++)
		memcpy(&list[1 + (i * 3)], "[1]", 3);
	ck_assert_uint_eq(host_list_brackets(list), 30000);
	ck_assert(!host_list_has_more(list, 1));
	free(list);
	ck_assert(host_list_has_more("n[1-60000][1-60000][1-60000]",
				     HOST_LIST_NAMES));
	ck_assert(host_list_has_more("n[0-18446744073709551615]", 65535));
}
END_TEST

static Suite *_suite(void)
{
	Suite *s = suite_create("host_list");
	TCase *tc = tcase_create("host_list");

	tcase_add_loop_test(tc, test_lists, 0,
			    sizeof(lists) / sizeof(lists[0]));
	tcase_add_test(tc, test_no_end);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_run(_suite());
}
