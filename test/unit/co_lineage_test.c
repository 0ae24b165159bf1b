/* SPDX-License-Identifier: GPL-2.0-or-later */
/* co_lineage_test.c - the ids of co-reservations that were booked anew. */
#include "contrib/sresv/co/book/lineage.h"
#include "test/unit/test_util.h"

static const struct {
	const char *id;
	size_t root;
	uint32_t generation;
} ids[] = {
	{ "abcdefgh", 8, 0 },
	{ "abcdefghr1", 8, 1 },
	{ "abcdefghr12", 8, 12 },
	{ "r1r1r1r1r7", 8, 7 },
	{ "abcdefghijr3", 10, 3 },
	{ "abcdefr1", 8, 0 },		/* too short a root: a first booking */
	{ "abcdefghr", 9, 0 },
	{ "abcdefghr0", 10, 0 },	/* there is no such number */
	{ "abcdefghr01", 11, 0 },
	{ "abcdefghr1x", 11, 0 },
	{ "abcdefghr1234567", 16, 0 },
};

START_TEST(an_id_has_a_root_and_a_generation)
{
	ck_assert_uint_eq(lineage_root(ids[_i].id), ids[_i].root);
	ck_assert_uint_eq(lineage_generation(ids[_i].id), ids[_i].generation);
}
END_TEST

static const struct {
	const char *old, *id;
	bool older;
} pairs[] = {
	{ "abcdefgh", "abcdefghr1", true },
	{ "abcdefghr9", "abcdefghr10", true },
	{ "abcdefghr1", "abcdefgh", false },
	{ "abcdefghr1", "abcdefghr1", false },
	{ "abcdefgx", "abcdefghr1", false },
	{ "abcdefghi", "abcdefghr1", false },
};

START_TEST(a_smaller_generation_is_older)
{
	ck_assert_int_eq(lineage_is_older(pairs[_i].old, pairs[_i].id),
			 pairs[_i].older);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("co_lineage");
	TCase *t = test_case(suite, "lineage", 10);

	tcase_add_loop_test(t, an_id_has_a_root_and_a_generation, 0,
			    COUNT(ids));
	tcase_add_loop_test(t, a_smaller_generation_is_older, 0, COUNT(pairs));
	return test_run(suite);
}
