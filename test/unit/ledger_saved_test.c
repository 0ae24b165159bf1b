/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_saved_test.c - what the ledger knows of the files that Slurm saves
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/ledger/content.h"
#include "plugin/ledger/ledger_private.h"
#include "plugin/ledger/ledger_saved.h"
#include "test/unit/ledger_fixture.h"

/* A file with up to two names, sorted; NULL: none. */
static ledger_file_t *file(int64_t digest, ledger_file_kind_t kind,
			   const char *first, const char *second)
{
	ledger_file_t *f = calloc(1, sizeof(*f));

	ck_assert_ptr_nonnull(f);
	f->digest = digest;
	f->kind = kind;
	ck_assert_ptr_nonnull(f->names = calloc(2, sizeof(char *)));
	if (first)
		f->names[f->cnt++] = strdup(first);
	if (second)
		f->names[f->cnt++] = strdup(second);
	return f;
}

static void saved(ledger_t *l, int64_t digest, ledger_file_kind_t kind,
		  const char *first, const char *second)
{
	commit(l, ledger_put_saved(l, file(digest, kind, first, second)));
}

/* The one live booking. RET booking_destroy() */
static booking_t *row(ledger_t *l)
{
	found_t f = found_all(l);
	booking_t *b;

	ck_assert_int_eq(f.cnt, 1);
	b = f.list[0];
	f.cnt = 0;
	return b;
}

static void assert_seen(ledger_t *l, uint32_t want)
{
	booking_t *b = row(l);

	ck_assert_uint_eq(b->seen, want);
	booking_destroy(b);
}

/* A live booking "r", seen as often as counts. */
static ledger_t *with_seen(booking_t *b)
{
	ledger_t *l = opened();

	put(l, b);
	for (int64_t i = 1; i <= CONTENT_SEEN; i++)
		saved(l, i, LEDGER_FILE_IN_TURN, "q", "r");
	assert_seen(l, CONTENT_SEEN);
	return l;
}

START_TEST(each_file_in_turn_counts_for_what_it_has)
{
	ledger_t *l = opened();
	booking_t *b = booking("r");

	put(l, b);
	assert_seen(l, 0);
	saved(l, 1, LEDGER_FILE_IN_TURN, "r", NULL);
	assert_seen(l, 1);
	ck_assert(ledger_saved_unproven(l));
	saved(l, 1, LEDGER_FILE_IN_TURN, "r", NULL);	/* the same file */
	assert_seen(l, 1);
	saved(l, 2, LEDGER_FILE_OURS, "r", NULL);
	assert_seen(l, 1);
	l = reopened(l);
	saved(l, 3, LEDGER_FILE_IN_TURN, "r", "s");
	assert_seen(l, 2);
	saved(l, 4, LEDGER_FILE_IN_TURN, "r", "s");
	saved(l, 5, LEDGER_FILE_IN_TURN, "r", "s");
	assert_seen(l, CONTENT_SEEN);
	ck_assert(!ledger_saved_unproven(l));
	saved(l, 6, LEDGER_FILE_OURS, "q", "s");	/* it lacks r */
	assert_seen(l, 0);
	ck_assert(!ledger_saved_unproven(l));
	ledger_close(l);
	booking_destroy(b);
}
END_TEST

START_TEST(the_last_file_proves_all_at_once)
{
	ledger_t *l = opened();
	booking_t *b = booking("r");

	put(l, b);
	b->end++;
	put(l, b);
	saved(l, 1, LEDGER_FILE_LAST, "r", NULL);
	booking_destroy(b);
	b = row(l);
	ck_assert_uint_eq(b->seen, CONTENT_SEEN);
	ck_assert_ptr_null(b->was);
	booking_destroy(b);
	ledger_close(l);
}
END_TEST

/* What happens to a record so that it has to be seen anew. */
static void park(booking_t *b)
{
	b->parked = true;
}

static void remake(booking_t *b)
{
	b->remade = true;
}

static void renumber(booking_t *b)
{
	b->resv_id++;
}

static void stand_in(booking_t *b)
{
	b->stand_in = true;
}

static void nothing(booking_t *b)
{
	(void) b;
}

static void extend(booking_t *b)
{
	b->end++;
}

static const struct {
	void (*change)(booking_t *b);
	uint32_t seen;
} changes[] = {
	{ park, 0 }, { remake, 0 }, { renumber, 0 }, { stand_in, 0 },
	{ nothing, CONTENT_SEEN }, { extend, CONTENT_SEEN },
};

START_TEST(a_record_that_was_away_has_to_be_seen_anew)
{
	booking_t *b = booking("r");
	ledger_t *l = with_seen(b);

	changes[_i].change(b);
	put(l, b);
	assert_seen(l, changes[_i].seen);
	ledger_close(l);
	booking_destroy(b);
}
END_TEST

START_TEST(a_parked_one_is_not_counted_and_a_linked_one_begins_at_0)
{
	booking_t *b = booking("r");
	ledger_t *l = with_seen(b);

	b->parked = true;
	put(l, b);
	saved(l, 10, LEDGER_FILE_IN_TURN, "r", NULL);
	assert_seen(l, 0);
	b->parked = false;
	put(l, b);
	assert_seen(l, 0);
	saved(l, 11, LEDGER_FILE_IN_TURN, "r", NULL);
	assert_seen(l, 1);
	b->parked = true;
	put(l, b);
	ck_assert(ledger_all_native(l, why, sizeof(why)));
	assert_seen(l, 0);
	ledger_close(l);
	booking_destroy(b);
}
END_TEST

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
	ck_assert(booking_set(&b->users, "eve"));
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

START_TEST(files_are_known_until_there_are_too_many)
{
	ledger_t *l = opened();

	ck_assert(!ledger_saved_known(l, 1));
	for (int64_t i = 1; i <= LEDGER_SAVED_MAX; i++)
		ledger_commit_later(l, ledger_put_saved(l, file(-i,
			LEDGER_FILE_OURS, NULL, NULL)));
	ck_assert(ledger_retry(l, why, sizeof(why)));
	l = reopened(l);
	ck_assert(ledger_saved_known(l, -1));
	ck_assert(ledger_saved_known(l, -LEDGER_SAVED_MAX));
	saved(l, 7, LEDGER_FILE_OURS, NULL, NULL);
	ck_assert(!ledger_saved_known(l, -1));
	ck_assert(ledger_saved_known(l, -2));
	ck_assert(ledger_saved_known(l, 7));
	ledger_close(l);
	assert_says(path, "SELECT count(*) FROM saved", "4096");
}
END_TEST

/* What is not on the disk does not count; the same file may come again. */
START_TEST(a_file_that_cant_be_noted_counts_for_nothing)
{
	booking_t *b = booking("r");
	ledger_op_t *op;
	ledger_t *l;
	bool ok;
	int n = 0;

	fault_vfs_install();
	l = opened();
	put(l, b);
	b->end++;
	put(l, b);
	do {
		op = ledger_put_saved(l, file(1, LEDGER_FILE_LAST, "r", NULL));
		fault_vfs_arm(FAULT_ONE, ++n);
		ok = ledger_commit(l, op, why, sizeof(why));
		fault_vfs_disarm();
		ck_assert_int_eq(ok, fault_vfs_failures() == 0);
		ck_assert_int_eq(ledger_saved_known(l, 1), ok);
		assert_seen(l, ok ? CONTENT_SEEN : 0);
	} while (!ok);
	ck_assert_int_gt(n, 2);
	ledger_close(l);
	booking_destroy(b);
}
END_TEST

START_TEST(each_owner_begins_an_epoch)
{
	const ledger_owner_t owners[] = {
		{ "a", "boot-1", 100 }, { "b", "boot-2", 200 },
	};
	int64_t epoch = 0;
	ledger_t *l;

	for (int i = 0; i < 4; i++) {
		l = opened();
		ck_assert(ledger_begin_epoch(l, &owners[i % 2], &epoch, why,
					     sizeof(why)));
		ck_assert_int_eq(epoch, i + 1);
		saved(l, i, LEDGER_FILE_OURS, NULL, NULL);
		ledger_close(l);
	}
	assert_says(path, "SELECT epoch || host || boot || pid FROM meta",
		    "4bboot-2200");
	assert_says(path, "SELECT group_concat(epoch) FROM saved", "1,2,3,4");
}
END_TEST

/* --- bookings that ended by a clock that was wrong ------------------------- */

static void end_it(ledger_t *l, booking_t *b)
{
	put(l, b);
	commit(l, ledger_drop(l, b->name, "ended"));
}

/* A ledger_fn */
static void count_one(void *arg, booking_t *b)
{
	++*(int *) arg;
	booking_destroy(b);
}

static int ended_cnt(ledger_t *l, time_t now)
{
	int cnt = 0;

	ck_assert(ledger_each_ended(l, now, count_one, &cnt, why,
				    sizeof(why)));
	return cnt;
}

/* The writer reads them behind what was queued before, and tells once. */
START_TEST(those_that_ended_are_read_by_the_writer)
{
	booking_t *b = booking("r"), *other = booking("s");
	ledger_t *l = opened();
	ledger_ended_t ended;

	put(l, b);
	ledger_commit_later(l, ledger_drop(l, "r", "ended"));
	ledger_commit_later(l, ledger_ask_ended(l, b->end - 1));
	ck_assert(!ledger_take_ended(l, &ended));
	/* What a failed transaction has read may not be so. */
	ledger_commit_later(l, ledger_put(l, other));
	sql(l->db, "CREATE TRIGGER no BEFORE INSERT ON booking"
	    " WHEN new.name = 's' BEGIN SELECT raise(ABORT, 'no'); END");
	ck_assert(!ledger_retry(l, why, sizeof(why)));
	ck_assert(!ledger_take_ended(l, &ended));
	sql(l->db, "DROP TRIGGER no");
	ck_assert(ledger_retry(l, why, sizeof(why)));
	ck_assert(ledger_take_ended(l, &ended));
	ck_assert_uint_eq(ended.cnt, 1);
	ck_assert_str_eq(ended.list[0]->name, "r");
	ck_assert(!ended.partial);
	ledger_ended_free(&ended);
	ck_assert(!ledger_take_ended(l, &ended));
	commit(l, ledger_ask_ended(l, b->end));
	ck_assert(ledger_take_ended(l, &ended));
	ck_assert_uint_eq(ended.cnt, 0);
	ledger_ended_free(&ended);
	/* Nobody takes these. */
	commit(l, ledger_ask_ended(l, b->end - 1));
	ledger_close(l);
	booking_destroy(other);
	booking_destroy(b);
}
END_TEST

START_TEST(those_that_ended_are_told_if_they_have_not)
{
	booking_t *b = booking("r"), *other = booking("s");
	ledger_t *l = opened();

	end_it(l, b);
	put(l, other);
	drop(l, "s");	/* deleted, not ended */
	ck_assert_int_eq(ended_cnt(l, b->end), 0);
	ck_assert_int_eq(ended_cnt(l, b->end - 1), 1);
	b->created++;	/* another one of that name */
	put(l, b);
	ck_assert_int_eq(ended_cnt(l, b->end - 1), 0);
	drop(l, "r");
	ck_assert_int_eq(ended_cnt(l, b->end - 1), 0);
	ledger_close(l);
	booking_destroy(b);
	booking_destroy(other);
}
END_TEST

START_TEST(one_that_had_not_ended_is_live_again)
{
	booking_t *b = booking("r"), *is;
	ledger_t *l = with_seen(b);

	b->end += 10;
	end_it(l, b);
	assert_live(l, 0);
	b->parked = true;
	commit(l, ledger_reopen(l, b));
	is = row(l);
	ck_assert(is->parked && !is->seen);
	ck_assert_int_eq(is->end, b->end);
	booking_destroy(is);
	ck_assert_int_eq(ended_cnt(l, 0), 0);
	l = reopened(l);
	assert_live(l, 1);
	ledger_close(l);
	assert_says(path, "SELECT count(*) FROM booking", "1");
	booking_destroy(b);
}
END_TEST

/* The name is another booking's by now. */
START_TEST(one_whose_name_is_taken_stays_closed)
{
	booking_t *b = booking("r"), *other = booking("r");
	ledger_t *l = opened();
	ledger_op_t *op;

	end_it(l, b);
	other->created++;
	put(l, other);
	op = ledger_reopen(l, b);
	ck_assert(!ledger_commit(l, op, why, sizeof(why)));
	assert_live(l, 1);
	ledger_close(l);
	assert_says(path, "SELECT count(*) FROM booking WHERE ended", "1");
	booking_destroy(b);
	booking_destroy(other);
}
END_TEST

static int64_t serial_of(const char *name)
{
	char text[80], *is;
	int64_t serial;

	snprintf(text, sizeof(text),
		 "SELECT max(serial) FROM booking WHERE name = '%s'", name);
	is = ask(path, text);
	serial = strtoll(is, NULL, 10);
	free(is);
	return serial;
}

/* The salvage takes the row of the higher number: a clock is not asked. */
START_TEST(rows_are_numbered_as_they_are_written)
{
	const ledger_owner_t owner = { .host = "a", .boot = "b", .pid = 1 };
	booking_t *b = booking("r"), *other = booking("other");
	int64_t epoch, last = UINT32_MAX, serial;
	ledger_t *l;

	for (int i = 0; i < 6; i++, test_clock.ahead -= 86400) {
		l = opened();
		if (i != 1)
			ck_assert(ledger_begin_epoch(l, &owner, &epoch, why,
						     sizeof(why)));
		put(l, other);
		if (i == 3)
			drop(l, "r");
		else
			put(l, b);
		ledger_close(l);
		ck_assert_int_gt(serial_of("other"), last);
		serial = serial_of("r");
		ck_assert_int_gt(serial, serial_of("other"));
		last = serial;
	}
	/* rows that are gone, whose pages a salvage may still find */
	sql_on(path, "DELETE FROM booking");
	l = opened();
	ck_assert(ledger_begin_epoch(l, &owner, &epoch, why, sizeof(why)));
	put(l, b);
	ledger_close(l);
	ck_assert_int_gt(serial_of("r"), last);
	booking_destroy(b);
	booking_destroy(other);
}
END_TEST

/* Years by the clock do not suffice: it may be wrong. */
START_TEST(those_that_ended_are_not_purged_by_time_alone)
{
	booking_t *b = booking("r");
	ledger_t *l = opened();

	end_it(l, b);
	ledger_close(l);
	test_clock.ahead = 10 * 365 * 86400;
	l = opened();
	ck_assert_int_eq(ended_cnt(l, 0), 1);
	ledger_close(l);
	sql_on(path, "UPDATE booking SET id = 1; INSERT INTO booking"
	       " SELECT 10001, 'x', t_esr, t_lsr, asked_nodes, num_cn,"
	       " partition, features, users, groups, accounts, licenses, flags,"
	       " duration_min, purge_comp_time, max_start_delay, start, \"end\","
	       " nodes, resv_id, creator, created, changed, NULL, NULL, NULL,"
	       " NULL, NULL, 0, 0, 0, NULL, 0, 0, 0, 0 FROM booking");
	l = opened();
	ck_assert_int_eq(ended_cnt(l, 0), 0);
	ledger_close(l);
	booking_destroy(b);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("ledger_saved");
	TCase *tc = test_case(s, "saved", 60);

	tcase_add_checked_fixture(tc, ledger_setup, ledger_teardown);
	tcase_add_test(tc, each_file_in_turn_counts_for_what_it_has);
	tcase_add_test(tc, the_last_file_proves_all_at_once);
	tcase_add_loop_test(tc, a_record_that_was_away_has_to_be_seen_anew, 0,
			    (int) (sizeof(changes) / sizeof(changes[0])));
	tcase_add_test(tc,
		       a_parked_one_is_not_counted_and_a_linked_one_begins_at_0);
	tcase_add_test(tc, a_row_knows_the_contents_it_had);
	tcase_add_test(tc,
		       contents_are_forgotten_only_files_after_the_last_change);
	tcase_add_test(tc, of_too_many_contents_any_may_have_been_one);
	tcase_add_test(tc, the_content_is_what_a_record_has);
	tcase_add_test(tc, files_are_known_until_there_are_too_many);
	tcase_add_test(tc, a_file_that_cant_be_noted_counts_for_nothing);
	tcase_add_test(tc, each_owner_begins_an_epoch);
	tc = test_case(s, "ended", 60);
	tcase_add_checked_fixture(tc, ledger_setup, ledger_teardown);
	tcase_add_test(tc, those_that_ended_are_read_by_the_writer);
	tcase_add_test(tc, those_that_ended_are_told_if_they_have_not);
	tcase_add_test(tc, one_that_had_not_ended_is_live_again);
	tcase_add_test(tc, one_whose_name_is_taken_stays_closed);
	tcase_add_test(tc, those_that_ended_are_not_purged_by_time_alone);
	tcase_add_test(tc, rows_are_numbered_as_they_are_written);
	return test_run(s);
}
