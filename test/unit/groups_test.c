/* SPDX-License-Identifier: GPL-2.0-or-later */
/* groups_test.c - lists of groups that an update changes */

#include <check.h>
#include <stdlib.h>

#include "plugin/booking/request/groups.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "test/unit/test_util.h"

static const struct {
	const char *list;
	const char *groups;
	const char *want;	/* NULL: refused */
} cases[] = {
	{ "a,b", "c", "c" },
	{ "a,b", "", "" },
	{ "a,b", "+c", "a,b,c" },
	{ "a,b", "+a", "a,b" },
	{ "a,b", "+c,+c,+d", "a,b,c,d" },
	{ "a,b", "-a", "b" },
	{ "a,b,c", "-b", "a,c" },
	{ "a,b,c", "-c", "a,b" },
	{ "a,b", "-a,-b", "" },
	{ "a,b", "-c", "a,b" },
	{ "a,b", "-b,+longer", "a,longer" },
	{ "ab,a", "-a", "ab" },
	{ "a", "-ab", "a" },
	{ NULL, "+a", "a" },
	{ NULL, "-a", "" },
	{ "", "+a,,+b,", "a,b" },
	{ "a", "+", NULL },
	{ "a", "-", NULL },
	{ "a", "++b", NULL },
	{ "a", "+-b", NULL },
	{ "a", "+b,c", NULL },
	{ "a", "+b,-", NULL },
};

START_TEST(resolves)
{
	char *groups = text_dup(cases[_i].groups), *text = NULL;
	int rc = groups_resolve(cases[_i].list, &groups, &text);

	if (cases[_i].want) {
		ck_assert_int_eq(rc, 0);
		ck_assert_str_eq(groups, cases[_i].want);
		ck_assert_ptr_null(text);
	} else {
		ck_assert_int_eq(rc, REFUSED_GROUPS);
		ck_assert_str_eq(groups, cases[_i].groups);
		ck_assert_ptr_nonnull(text);
	}
	free(groups);
	free(text);
}
END_TEST

START_TEST(nothing_stays_nothing)
{
	char *groups = NULL, *text = NULL;

	ck_assert_int_eq(groups_resolve("a", &groups, &text), 0);
	ck_assert_ptr_null(groups);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("groups");
	TCase *tc = test_case(suite, "facts", 0);

	tcase_add_loop_test(tc, resolves, 0, COUNT(cases));
	tcase_add_test(tc, nothing_stays_nothing);
	return test_run(suite);
}
