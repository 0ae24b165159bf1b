/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ledger_claim_test.c - who has the ledger, and where it is */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "plugin/ledger/ledger_copy.h"
#include "plugin/ledger/ledger_history.h"
#include "plugin/ledger/ledger_offers.h"
#include "plugin/ledger/file/ledger_present.h"
#include "plugin/ledger/claim/ledger_rivals.h"
#include "test/unit/ledger_claim_fixture.h"

static void setup(void)
{
	ledger_setup();
	lost_cnt = 0;
}

static const char *its_path(ledger_t *l)
{
	return ledger_claim_path(ledger_its_claim(l));
}

START_TEST(the_first_one)
{
	ledger_t *l = claimed(&one, 0);

	ck_assert_str_eq(its_path(l), path);
	ck_assert(!ledger_claim_doubtful(ledger_its_claim(l)));
	ck_assert(put_name(l, "a"));
	ledger_close(l);
	ck_assert(there("") && there(".at.1"));
}
END_TEST

START_TEST(a_restart_keeps_name_and_file)
{
	ledger_t *l = claimed(&one, 0);
	struct stat was, is;

	ck_assert(!stat(path, &was));
	for (int i = 0; i < 5; i++) {
		ck_assert(put_name(l, i % 2 ? "a" : "b"));
		ledger_close(l);
		l = claimed(i % 2 ? &one : &two, 0);
		ck_assert(!ledger_claim_doubtful(ledger_its_claim(l)));
		ledger_claim_settle(ledger_its_claim(l));
	}
	ck_assert(has(l, "a") && has(l, "b"));
	ledger_close(l);
	ck_assert(!stat(path, &is));
	ck_assert(is.st_ino == was.st_ino);
	ck_assert(there(".at.6") && !there(".at.5") && !there(".at.1"));
}
END_TEST

static int claim_and_die(const ledger_owner_t *owner)
{
	ledger_t *l = NULL;

	return (claim_try(owner, ANY, &l) || !put_name(l, "a")) ? 1 : 0;
}

static int one_dies(void)
{
	return claim_and_die(&one);
}

static int one_before_dies(void)
{
	return claim_and_die(&one_before);
}

START_TEST(one_that_was_killed_here_has_ended)
{
	ledger_t *l;

	ck_assert_int_eq(in_child(one_dies), 0);
	l = claimed(&one, 0);
	ck_assert_str_eq(its_path(l), path);
	ck_assert(has(l, "a") && !ledger_claim_doubtful(ledger_its_claim(l)));
	ledger_close(l);
}
END_TEST

/* They end before the claims of those before them are removed. */
START_TEST(starts_that_leave_claims_cast_no_doubt)
{
	ledger_t *l;

	for (int i = 0; i < 3; i++) {
		ck_assert_int_eq(in_child(one_dies), 0);
		ledger_close(claimed(&one, 0));
	}
	l = claimed(&one, 0);
	ck_assert(there(".at.1") && there(".at.6"));
	ck_assert(!ledger_claim_doubtful(ledger_its_claim(l)));
	ledger_close(l);
}
END_TEST

START_TEST(one_before_this_machine_was_started_has_ended)
{
	ledger_t *l;

	ck_assert_int_eq(in_child(one_before_dies), 0);
	l = claimed(&one, 0);
	ck_assert_str_eq(its_path(l), path);
	ck_assert(has(l, "a") && !ledger_claim_doubtful(ledger_its_claim(l)));
	ledger_close(l);
}
END_TEST

/* No lock tells of another machine: its ledger is copied, with its WAL. */
START_TEST(one_that_was_killed_elsewhere_is_fenced)
{
	ledger_t *l = NULL;

	ck_assert_int_eq(in_child(one_dies), 0);
	ck_assert(there("-wal"));
	ck_assert_int_eq(claim_try(&two, 0, &l), LEDGER_BUSY);
	ck_assert_int_eq(rival, 1);
	ck_assert_ptr_nonnull(strstr(why, "process 1 on ctl1"));
	ck_assert(!there(".at.2"));
	l = claimed(&two, rival);
	ck_assert_str_eq(its_path(l), beside(".2"));
	ck_assert(has(l, "a") && ledger_claim_doubtful(ledger_its_claim(l)));
	ledger_close(l);
}
END_TEST

START_TEST(nothing_is_acknowledged_once_it_is_over)
{
	ledger_t *l = claimed(&one, 0), *other = NULL;

	ck_assert(put_name(l, "a"));
	ck_assert_int_eq(claim_try(&one, 0, &other), LEDGER_BUSY);
	ck_assert(put_name(l, "b"));
	other = claimed(&two, rival);
	ck_assert(!put_name(l, "c"));
	ck_assert_ptr_nonnull(strstr(why, "has taken over the ledger"));
	ck_assert_int_eq(lost_cnt, 1);
	ck_assert(!put_name(l, "d"));
	ck_assert(!ledger_retry(l, why, sizeof(why)) || !has(l, "d"));
	ck_assert(!has(l, "d"));
	ledger_look_at_claim(l);
	ck_assert_int_eq(lost_cnt, 1);
	ck_assert(put_name(other, "e"));
	ledger_look_at_claim(other);
	ck_assert(has(other, "a") && has(other, "b") && !has(other, "c"));
	ck_assert_int_eq(lost_cnt, 1);
	ledger_close(l);
	ck_assert(put_name(other, "f"));
	ledger_close(other);
}
END_TEST

START_TEST(the_watch_finds_it_over)
{
	ledger_t *l = claimed(&one, 0), *other = claimed(&two, ANY);

	ledger_look_at_claim(l);
	ledger_look_at_claim(l);
	ck_assert_int_eq(lost_cnt, 1);
	ledger_close(l);
	ledger_close(other);
}
END_TEST

/* A cleaner removes it, and nobody has taken over. */
START_TEST(a_claim_that_was_removed_is_made_again)
{
	ledger_t *l = claimed(&one, 0), *other = NULL;

	for (int i = 1; i <= 3; i++) {
		ck_assert(!unlink(beside((const char *[]) { ".at.1", ".at.2",
							    ".at.3" }[i - 1])));
		ck_assert(put_name(l, "a"));
		ck_assert_uint_eq(ledger_claim_again_cnt(ledger_its_claim(l)),
				  (uint32_t) i);
	}
	ck_assert_int_eq(lost_cnt, 0);
	ck_assert(there(".at.4"));
	ck_assert_int_eq(claim_try(&one, 0, &other), LEDGER_BUSY);
	ck_assert_int_eq(rival, 4);
	ledger_close(l);
	ledger_close(claimed(&one, 0));
}
END_TEST

START_TEST(it_is_made_again_when_nothing_is_committed)
{
	ledger_t *l = claimed(&one, 0);
	char line[200];

	ck_assert(!unlink(beside(".at.1")));
	ledger_look_at_claim(l);
	ck_assert(there(".at.2") && !lost_cnt);
	ck_assert(ledger_take_notice(l, line, sizeof(line)));
	ck_assert_ptr_nonnull(strstr(line, "claim of the ledger was removed"));
	ck_assert(!ledger_take_notice(l, line, sizeof(line)));
	ledger_close(l);
}
END_TEST

/* Whoever took over saw no claim, so that its number may be a lower one. */
START_TEST(a_claim_that_is_not_there_is_over_if_another_is)
{
	static const char *const others[] = { ".at.1", ".at.7" };
	static const char claim[] = "held\nopen  \nhost ctl2 boot b2 pid 2\n";

	for (int i = 0; i < 2; i++) {
		ledger_t *l;
		FILE *f;

		lost_cnt = 0;
		ledger_close(claimed(&one, 0));
		l = claimed(&one, 0);
		ck_assert_str_eq(its_path(l), path);
		ck_assert(there(".at.2"));
		ck_assert(!unlink(beside(".at.2")) && !unlink(beside(".at.1")));
		f = fopen(beside(others[i]), "w");
		ck_assert(f && (fputs(claim, f) >= 0));
		fclose(f);
		ck_assert(!put_name(l, "a"));
		ck_assert_int_eq(lost_cnt, 1);
		ledger_close(l);
		empty_dir();
	}
}
END_TEST

START_TEST(a_claim_that_is_not_there_is_over_if_there_is_a_copy)
{
	ledger_t *l = claimed(&one, 0);
	FILE *f;

	ck_assert(!unlink(beside(".at.1")));
	ck_assert_ptr_nonnull((f = fopen(beside(".2"), "w")));
	fclose(f);
	ck_assert(!put_name(l, "a"));
	ck_assert_int_eq(lost_cnt, 1);
	ledger_close(l);
}
END_TEST

static void put_claim(const char *suffix, const char *text)
{
	FILE *f = fopen(beside(".new"), "w");

	ck_assert(f && (fputs(text, f) >= 0) && !fclose(f));
	ck_assert(!rename(beside(".new"), beside(suffix)));
}

/* The other one saw no claim, so it has the number of the one that was removed. */
START_TEST(a_claim_of_the_same_number_may_be_anothers)
{
	ledger_t *l = claimed(&one, 0);

	put_claim(".at.1", "held\nopen  \nhost ctl2 boot b2 pid 2\nledger -\n");
	ck_assert(!put_name(l, "a"));
	ck_assert_int_eq(lost_cnt, 1);
	ledger_close(l);
}
END_TEST

/* As rsync does it: the copy has no lock, so its owner seems to have ended. */
START_TEST(a_claim_that_was_restored_is_made_again)
{
	ledger_t *l = claimed(&one, 0), *other = NULL;

	put_claim(".at.1", "held\nopen  \nhost ctl1 boot b1 pid 1\nledger -\n");
	ck_assert(put_name(l, "a"));
	ck_assert(there(".at.2") && !lost_cnt);
	ck_assert_int_eq(claim_try(&one, 0, &other), LEDGER_BUSY);
	ck_assert_int_eq(rival, 2);
	ledger_close(l);
}
END_TEST

START_TEST(a_claim_that_was_cut_is_made_again)
{
	ledger_t *l = claimed(&one, 0);

	ck_assert(!truncate(beside(".at.1"), 0));
	ck_assert(put_name(l, "a"));
	ck_assert(!truncate(beside(".at.2"), 3));
	ck_assert(put_name(l, "b"));
	ck_assert(there(".at.3") && !lost_cnt);
	ledger_close(l);
}
END_TEST

/* --- what claims say of the ledger ---------------------------------------- */

/* RET what a claim would find */
static ledger_former_t former_of(const ledger_owner_t *owner)
{
	rivals_t all = { .cnt = 0 };
	ledger_former_t former = { .there = false };

	ck_assert_int_eq(rivals_look(path, &all, owner), 0);
	if (rivals_last(&all))
		former = rivals_last(&all)->former;
	free(all.list);
	return former;
}

static void note(ledger_t *l, int64_t epoch)
{
	ck_assert_int_eq(ledger_claim_note(ledger_its_claim(l), 4711, epoch), 0);
}

START_TEST(a_claim_tells_of_the_last_ledger)
{
	ledger_t *l = claimed(&one, 0);

	ck_assert(!former_of(&two).there);	/* it is not noted yet */
	note(l, 7);
	ck_assert(put_name(l, "a"));
	ledger_close(l);
	ck_assert(former_of(&one).there);
	l = claimed(&one, 0);
	ck_assert_uint_eq(ledger_claim_former(ledger_its_claim(l)).identity, 4711);
	ck_assert_int_eq(ledger_claim_former(ledger_its_claim(l)).epoch, 7);
	/* of two claims the later epoch counts */
	note(l, 8);
	ck_assert_int_eq(former_of(&two).epoch, 8);
	ledger_close(l);
}
END_TEST

START_TEST(a_claim_that_was_made_again_tells_it_too)
{
	ledger_t *l = claimed(&one, 0);

	note(l, 7);
	ck_assert(!unlink(beside(".at.1")));
	ck_assert(put_name(l, "a"));
	ck_assert_int_eq(former_of(&two).epoch, 7);
	ledger_close(l);
}
END_TEST

/* An old folder was restored that had the copy of a claim of then. */
START_TEST(a_copy_from_elsewhere_is_put_aside)
{
	ledger_t *l = claimed(&one, 0);
	char command[2 * sizeof(path) + 16];

	note(l, 7);
	ck_assert(put_name(l, "old"));
	ledger_close(l);
	snprintf(command, sizeof(command), "cp '%s' '%s.2'", path, path);
	ck_assert_int_eq(system(command), 0);
	l = claimed(&one, 0);	/* claim 2, while the copy is of none yet */
	ck_assert(!there(".2.stray"));
	note(l, 8);
	ck_assert(put_name(l, "new"));
	ledger_close(l);
	ck_assert_int_eq(system(command), 0);
	ck_assert(there(".2"));
	l = claimed(&one, 0);
	ck_assert_str_eq(its_path(l), path);
	ck_assert(has(l, "new"));
	ck_assert(there(".2.stray"));
	ledger_close(l);
}
END_TEST

/* It had a ledger, of which nothing is known. */
START_TEST(a_claim_of_an_older_version)
{
	FILE *f = fopen(beside(".at.1"), "w");
	ledger_former_t former;

	ck_assert(f && (fputs("held\nclosed\nhost h boot b pid 1\n", f) >= 0));
	fclose(f);
	former = former_of(&one);
	ck_assert(former.there && !former.identity && !former.epoch);
}
END_TEST

/* --- a process that is no controller has it ------------------------------- */

START_TEST(a_locked_ledger_goes_on_as_a_copy)
{
	ledger_t *l = claimed(&one, 0), *copy = NULL;
	ledger_claim_t *c = NULL;
	sqlite3 *db;

	ck_assert(put_name(l, "a"));
	ledger_close(l);
	db = plain(path);
	sql(db, "BEGIN EXCLUSIVE");
	ck_assert_int_eq(ledger_claim(path, &one, 0, &c, &rival, why,
				      sizeof(why)), LEDGER_OK);
	ck_assert_str_eq(ledger_claim_path(c), path);
	ck_assert_msg(ledger_claim_copy(c, why, sizeof(why)), "%s", why);
	ck_assert_str_eq(ledger_claim_path(c), beside(".2"));
	ck_assert(!ledger_claim_copy(c, why, sizeof(why)));
	ck_assert_int_eq(ledger_open(ledger_claim_path(c), &copy, why,
				     sizeof(why)), LEDGER_OK);
	ledger_set_claim(copy, c, NULL);
	ck_assert(has(copy, "a") && put_name(copy, "b"));
	ledger_close(copy);
	sqlite3_close(db);
	l = claimed(&one, 0);	/* it has its name again */
	ck_assert_str_eq(its_path(l), path);
	ck_assert(has(l, "a") && has(l, "b"));
	ledger_close(l);
}
END_TEST

/* The name comes back when all have ended, and what was saved is doubted once. */
START_TEST(the_name_comes_back)
{
	ledger_t *l = claimed(&one, 0), *other;

	ck_assert(put_name(l, "a"));
	ck_assert(ledger_copy(l, 0, why, sizeof(why)));
	other = claimed(&two, ANY);
	ledger_claim_settle(ledger_its_claim(other));
	ck_assert(there(LEDGER_COPY) && there(".2" LEDGER_COPY));
	ck_assert(put_name(other, "b"));
	ledger_close(other);
	other = claimed(&two, ANY);	/* the first one is still there */
	ck_assert_str_eq(its_path(other), beside(".2"));
	ck_assert(put_name(other, "c"));
	ledger_close(l);
	ledger_close(other);
	l = claimed(&one, 0);
	ck_assert_str_eq(its_path(l), path);
	ck_assert(has(l, "a") && has(l, "b") && has(l, "c"));
	ck_assert(ledger_claim_doubtful(ledger_its_claim(l)));
	ledger_claim_settle(ledger_its_claim(l));
	ledger_close(l);
	ck_assert(there(LEDGER_COPY) && !there(".2") && !there(".2-wal") &&
		  !there(".2" LEDGER_COPY) && !there(".at.3") &&
		  there(".at.4"));
	l = claimed(&one, 0);
	ck_assert(!ledger_claim_doubtful(ledger_its_claim(l)));
	ck_assert(has(l, "a"));
	ledger_close(l);
}
END_TEST

/* Of the copies of many takeovers the last one is left. */
START_TEST(copies_do_not_pile_up)
{
	ledger_t *all[8] = { claimed(&one, 0) };
	int64_t number = 0;

	for (int i = 1; i < 8; i++) {
		all[i] = claimed(i % 2 ? &two : &one, ANY);
		ck_assert(put_name(all[i], i % 2 ? "a" : "b"));
		ledger_claim_settle(ledger_its_claim(all[i]));
	}
	ck_assert_int_eq(ledger_present(path, ANY, &number), 0);
	ck_assert_int_eq(number, 8);
	ck_assert(there("") && there(".8") && !there(".7") && !there(".2"));
	ck_assert(!put_name(all[6], "c"));
	for (int i = 0; i < 8; i++)
		ledger_close(all[i]);
}
END_TEST

/* An older copy that is left is not taken for the ledger. */
START_TEST(the_name_comes_back_beside_an_older_copy)
{
	ledger_t *a = claimed(&one, 0), *b = claimed(&two, ANY);
	ledger_t *c = claimed(&one, ANY);

	ck_assert(put_name(c, "late"));
	ck_assert(there(".2") && there(".3"));
	ledger_close(a);
	ledger_close(b);
	ledger_close(c);
	a = claimed(&one, 0);
	ck_assert_str_eq(its_path(a), path);
	ck_assert(has(a, "late"));
	ledger_close(a);
}
END_TEST

static void request_some(ledger_t *l, int64_t from)
{
	for (int64_t id = from; id < from + 3; id++) {
		ledger_request_t *r = ledger_request_create("r");

		r->id = id;
		r->time = time(NULL);
		commit(l, ledger_put_request(l, r));
	}
}

/* One file for all: of a copy of the ledger it is the history, too. */
START_TEST(a_fenced_one_still_has_the_history)
{
	ledger_t *l = claimed(&one, 0), *other;
	char said[256], history[160];

	snprintf(history, sizeof(history), "%s/" LEDGER_HISTORY, dir);
	request_some(l, 1);
	ledger_move(l, 0, said, sizeof(said));
	ck_assert_str_eq(said, "");
	other = claimed(&two, ANY);
	request_some(other, 4);
	ledger_move(other, 0, said, sizeof(said));
	ck_assert(put_name(other, "a") && !put_name(l, "b"));
	ledger_claim_settle(ledger_its_claim(other));
	ck_assert(!access(history, F_OK));
	ledger_close(l);
	ledger_move(other, 0, said, sizeof(said));
	ck_assert_str_eq(said, "");
	ledger_close(other);
	assert_says(history, "SELECT group_concat(id) FROM request",
		    "1,2,3,4,5");
	ledger_close(claimed(&one, 0));		/* gets its name again */
	assert_says(history, "SELECT count(*) FROM request", "5");
}
END_TEST

/* Two claims can't have one number, nor one that a copy has. */
START_TEST(numbers_only_grow)
{
	ledger_t *l = claimed(&one, 0), *other = claimed(&two, ANY);

	ledger_close(l);
	ledger_close(other);
	ck_assert(!unlink(beside(".at.1")) && !unlink(beside(".at.2")));
	l = claimed(&one, 0);
	ck_assert(there(".at.3"));
	ledger_close(l);
}
END_TEST

START_TEST(it_is_copied_before_its_first_page)
{
	ledger_claim_t *c = NULL;
	ledger_t *l;

	ck_assert_int_eq(ledger_claim(path, &one, 0, &c, &rival, why,
				      sizeof(why)), LEDGER_OK);
	l = claimed(&two, ANY);
	ck_assert(put_name(l, "a"));
	ck_assert(!ledger_claim_held(c));
	ledger_claim_end(c);
	ledger_close(l);
	l = claimed(&one, 0);
	ck_assert(has(l, "a"));
	ledger_close(l);
}
END_TEST

/* A ledger without claims is one of an older plugin. */
START_TEST(an_older_ledger_goes_on)
{
	ledger_t *l = opened();

	ck_assert(put_name(l, "a"));
	ledger_close(l);
	l = claimed(&one, 0);
	ck_assert_str_eq(its_path(l), path);
	ck_assert(has(l, "a"));
	ledger_close(l);
}
END_TEST

START_TEST(an_older_plugin_that_has_it_is_waited_for)
{
	ledger_t *l = opened(), *other = NULL;

	ck_assert_int_eq(claim_try(&one, 0, &other), LEDGER_BUSY);
	ck_assert(!there(".at.1"));
	ledger_close(l);
	ledger_close(claimed(&one, 0));
}
END_TEST

int main(void)
{
	Suite *s = suite_create("ledger_claim");
	TCase *tc = tcase_create("claim");

	tcase_set_timeout(tc, 60);
	tcase_add_checked_fixture(tc, setup, ledger_teardown);
	tcase_add_test(tc, the_first_one);
	tcase_add_test(tc, a_restart_keeps_name_and_file);
	tcase_add_test(tc, one_that_was_killed_here_has_ended);
	tcase_add_test(tc, starts_that_leave_claims_cast_no_doubt);
	tcase_add_test(tc, one_before_this_machine_was_started_has_ended);
	tcase_add_test(tc, one_that_was_killed_elsewhere_is_fenced);
	tcase_add_test(tc, nothing_is_acknowledged_once_it_is_over);
	tcase_add_test(tc, the_watch_finds_it_over);
	tcase_add_test(tc, a_claim_that_was_removed_is_made_again);
	tcase_add_test(tc, it_is_made_again_when_nothing_is_committed);
	tcase_add_test(tc, a_claim_that_is_not_there_is_over_if_another_is);
	tcase_add_test(tc, a_claim_that_is_not_there_is_over_if_there_is_a_copy);
	tcase_add_test(tc, a_claim_of_the_same_number_may_be_anothers);
	tcase_add_test(tc, a_claim_that_was_restored_is_made_again);
	tcase_add_test(tc, a_claim_that_was_cut_is_made_again);
	tcase_add_test(tc, a_claim_tells_of_the_last_ledger);
	tcase_add_test(tc, a_claim_that_was_made_again_tells_it_too);
	tcase_add_test(tc, a_copy_from_elsewhere_is_put_aside);
	tcase_add_test(tc, a_claim_of_an_older_version);
	tcase_add_test(tc, a_locked_ledger_goes_on_as_a_copy);
	tcase_add_test(tc, the_name_comes_back);
	tcase_add_test(tc, copies_do_not_pile_up);
	tcase_add_test(tc, the_name_comes_back_beside_an_older_copy);
	tcase_add_test(tc, a_fenced_one_still_has_the_history);
	tcase_add_test(tc, numbers_only_grow);
	tcase_add_test(tc, it_is_copied_before_its_first_page);
	tcase_add_test(tc, an_older_ledger_goes_on);
	tcase_add_test(tc, an_older_plugin_that_has_it_is_waited_for);
	suite_add_tcase(s, tc);
	return test_run(s);
}
