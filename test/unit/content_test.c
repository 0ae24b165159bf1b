/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * content_test.c - what a record of Slurm has, and the contents that it may have
 * had before
 */
#include <stdlib.h>
#include <string.h>

#include "test/unit/ledger_saved_fixture.h"

START_TEST(a_row_knows_the_contents_it_had)
{
	ledger_t *l = opened();
	booking_t *b = booking("r"), *is;
	uint64_t first = content_of(b), second;

	put(l, b);
	put(l, b);
	ck_assert_ptr_null((is = row(l))->was);
	booking_destroy(is);
	b->end++;
	second = content_of(b);
	ck_assert(second != first);
	put(l, b);
	booking_set(&b->users, "eve");
	put(l, b);
	is = row(l);
	ck_assert(content_is_known(is, first) && content_is_known(is, second));
	ck_assert(content_is_known(is, content_of(b)));
	ck_assert(!content_is_known(is, first + 1));
	booking_destroy(is);
	for (int64_t i = 1; i < CONTENT_FILES; i++)
		saved(l, i, LEDGER_FILE_IN_TURN, NULL, NULL);
	ck_assert(content_is_known(is = row(l), first));
	booking_destroy(is);
	ck_assert(ledger_saved_unproven(l));
	saved(l, 10, LEDGER_FILE_IN_TURN, NULL, NULL);
	ck_assert_ptr_null((is = row(l))->was);
	booking_destroy(is);
	ledger_close(l);
	booking_destroy(b);
}
END_TEST

/* Others changed the record, and a start has brought it back to the ledger. */
START_TEST(a_row_knows_what_a_start_has_overruled)
{
	ledger_t *l = opened();
	booking_t *b = booking("r"), *is;
	uint64_t first = content_of(b), theirs = first + 1;

	put(l, b);
	b->overruled = theirs;
	put(l, b);
	b->overruled = 0;
	ck_assert(content_is_known(is = row(l), theirs));
	booking_destroy(is);
	b->end++;
	b->overruled = theirs;	/* twice is once */
	put(l, b);
	is = row(l);
	ck_assert(content_is_known(is, theirs) && content_is_known(is, first));
	ck_assert_uint_eq(strlen(is->was), 2 * 16 + 1);
	booking_destroy(is);
	for (int64_t i = 1; i <= CONTENT_FILES; i++)
		saved(l, i, LEDGER_FILE_IN_TURN, NULL, NULL);
	ck_assert_ptr_null((is = row(l))->was);
	booking_destroy(is);
	ledger_close(l);
	booking_destroy(b);
}
END_TEST

/* A change in between begins the count anew. */
START_TEST(contents_are_forgotten_only_files_after_the_last_change)
{
	ledger_t *l = opened();
	booking_t *b = booking("r"), *is;
	uint64_t first = content_of(b);

	put(l, b);
	b->end++;
	put(l, b);
	for (int64_t i = 1; i < CONTENT_FILES; i++)
		saved(l, i, LEDGER_FILE_IN_TURN, "r", NULL);
	b->end++;
	put(l, b);
	for (int64_t i = 1; i < CONTENT_FILES; i++)
		saved(l, 20 + i, LEDGER_FILE_IN_TURN, "r", NULL);
	ck_assert(content_is_known(is = row(l), first));
	booking_destroy(is);
	ledger_close(l);
	booking_destroy(b);
}
END_TEST

START_TEST(of_too_many_contents_any_may_have_been_one)
{
	booking_t b = { .end = 1 };
	char *was = NULL, *longer;

	for (uint64_t i = 1; i <= CONTENT_WAS_MAX; i++, was = longer) {
		longer = content_add(was, i);
		free(was);
	}
	b.was = was;
	for (uint64_t i = 1; i <= CONTENT_WAS_MAX; i++)
		ck_assert(content_is_known(&b, i));
	ck_assert(!content_is_known(&b, 0));
	for (int i = 0; i < 3; i++) {
		longer = content_add(b.was, 100);
		free(b.was);
		b.was = longer;
		ck_assert(content_is_known(&b, 0));
		ck_assert(content_is_known(&b, 100));
		ck_assert_uint_lt(strlen(b.was), 17 * (CONTENT_WAS_MAX + 1));
	}
	free(b.was);
}
END_TEST

/* Each field that a record has counts, and none that it lacks. */
START_TEST(the_content_is_what_a_record_has)
{
	booking_t *b = booking("r");
	uint64_t was = content_of(b), is;

#define OTHER(change)							\
	do {								\
		change;							\
		is = content_of(b);					\
		ck_assert_msg(is != was, #change);			\
		was = is;						\
	} while (0)
	OTHER(b->flags ^= 1);
	OTHER(b->start++);
	OTHER(b->end++);
	OTHER(b->duration_min++);
	OTHER(b->purge_comp_time++);
	OTHER(b->max_start_delay++);
	OTHER(booking_set(&b->nodes, "n1"));
	OTHER(booking_set(&b->partition, "p"));
	OTHER(booking_set(&b->features, "f"));
	OTHER(booking_set(&b->licenses, "l"));
	OTHER(booking_set(&b->users, "u"));
	OTHER(booking_set(&b->groups, "g"));
	OTHER(booking_set(&b->accounts, "a"));
	OTHER(booking_set(&b->comment, "c"));
	OTHER(booking_set(&b->qos, "q"));
	OTHER(booking_set(&b->allowed_parts, "o"));
	OTHER((booking_set(&b->users, NULL), booking_set(&b->groups, "u")));
	b->flags ^= BOOKING_PINNED;
	b->resv_id++;
	b->t_lsr++;
	b->created++;
	ck_assert(content_of(b) == was);
	booking_destroy(b);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("content");
	TCase *tc = test_case(s, "content", 60);

	tcase_add_checked_fixture(tc, ledger_setup, ledger_teardown);
	tcase_add_test(tc, a_row_knows_the_contents_it_had);
	tcase_add_test(tc, a_row_knows_what_a_start_has_overruled);
	tcase_add_test(tc,
		       contents_are_forgotten_only_files_after_the_last_change);
	tcase_add_test(tc, of_too_many_contents_any_may_have_been_one);
	tcase_add_test(tc, the_content_is_what_a_record_has);
	return test_run(s);
}
