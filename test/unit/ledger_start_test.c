/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ledger_start_test.c - which file a start takes for the ledger; see ledger_start.h */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "plugin/ledger/ledger_copy.h"
#include "plugin/ledger/file/ledger_files.h"
#include "plugin/ledger/ledger_history.h"
#include "plugin/ledger/ledger_private.h"
#include "plugin/ledger/ledger_saved.h"
#include "plugin/ledger/ledger_replace.h"
#include "plugin/ledger/ledger_start.h"
#include "test/unit/ledger_claim_fixture.h"

static char said[4096];

static void say(void *arg, const char *line)
{
	size_t len = strlen(said);

	(void) arg;
	snprintf(said + len, sizeof(said) - len, "%s\n", line);
}

static void assert_said(const char *text)
{
	ck_assert_msg(strstr(said, text) != NULL, "\"%s\" is not in: %s", text,
		      said);
}

/* Begin an epoch, as a start does. RET what its claim would tell */
static ledger_former_t had(ledger_t *l)
{
	ledger_former_t former = {
		.there = true, .identity = ledger_identity(l),
	};

	ck_assert(ledger_begin_epoch(l, &one, &former.epoch, why, sizeof(why)));
	return former;
}

static ledger_status_t start(ledger_former_t former, ledger_t **ret)
{
	said[0] = '\0';
	return ledger_start(path, &former, say, NULL, ret, why, sizeof(why));
}

static ledger_t *started(ledger_former_t former)
{
	ledger_t *l = NULL;

	ck_assert_msg(start(former, &l) == LEDGER_OK, "%s", why);
	return l;
}

static void assert_waits(ledger_former_t former, const char *text)
{
	ledger_t *l = NULL;

	ck_assert_int_eq(start(former, &l), LEDGER_UNREADABLE);
	ck_assert_msg(strstr(why, text) != NULL, "%s", why);
	ck_assert_msg(strstr(why, "move all files garq.* away") !=
		      NULL, "%s", why);
}

static void add(ledger_t *l, const char *name)
{
	booking_t *b = booking(name);

	put(l, b);
	booking_destroy(b);
}

static void remove_copy(void)
{
	ck_assert(!unlink(beside(LEDGER_COPY)) &&
		  !unlink(beside(LEDGER_COPY "-wal")));
}

static ledger_former_t make(bool copy)
{
	ledger_t *l = started((ledger_former_t) { .there = false });
	ledger_former_t former = had(l);

	add(l, "old");
	add(l, "new");
	ledger_close(l);
	if (!copy)
		remove_copy();
	return former;
}

static void truncate_it(void)
{
	ck_assert(!truncate(path, 0));
}

static void remove_it(void)
{
	ck_assert(!unlink(path));
}

/* As sqlite3 makes it where there was none: a database, without a table. */
static void put_plain(void)
{
	ck_assert(!unlink(path));
	sql_on(path, "CREATE TABLE t (x); DROP TABLE t");
}

static void put_others(void)
{
	char *mine = strdup(beside(".mine"));
	ledger_t *l;

	ck_assert(!rename(path, mine));
	l = opened();
	for (int i = 0; i < 9; i++)
		(void) had(l);
	add(l, "others");
	ledger_close(l);
	ck_assert(!unlink(mine));
	free(mine);
}

static const struct {
	void (*make)(void);
	const char *said;
} gone[] = {
	{ remove_it, "is missing, though" },
	{ truncate_it, "is empty, though" },
	{ put_plain, "has no tables, though" },
	{ put_others, "is that of another cluster" },
};
#define GONE (sizeof(gone) / sizeof(gone[0]))

START_TEST(a_new_site)
{
	ledger_t *l = started((ledger_former_t) { .there = false });

	ck_assert_int_eq(ledger_found_schema(l), 0);
	ck_assert_str_eq(said, "");
	ledger_close(l);
}
END_TEST

START_TEST(a_start_that_was_killed_before_the_first_page)
{
	ledger_t *l;

	ck_assert_int_eq(ledger_files_create(path), 0);
	l = started((ledger_former_t) { .there = false });
	ck_assert_str_eq(said, "");
	ledger_close(l);
}
END_TEST

START_TEST(the_same_one)
{
	ledger_former_t former = make(true);
	ledger_t *l = started(former);

	ck_assert_str_eq(said, "");
	ck_assert(has(l, "old") && has(l, "new"));
	ck_assert_int_eq(had(l).epoch, former.epoch + 1);
	ledger_close(l);
}
END_TEST

START_TEST(one_that_is_gone_comes_from_its_copy)
{
	ledger_former_t former = make(true);
	ledger_t *l;

	gone[_i].make();
	l = started(former);
	assert_said(gone[_i].said);
	assert_said("it is made again from its copy");
	assert_said("2 live and 0 closed bookings");
	assert_said("nothing that was acknowledged is missing");
	ck_assert(has(l, "old") && has(l, "new") && !has(l, "others"));
	assert_parked(l, 2, 0);
	ledger_close(l);
	l = started(former);	/* it was not noted yet: a kill */
	ck_assert_str_eq(said, "");
	ck_assert_int_eq(had(l).epoch, former.epoch + 1);
	former = had(l);
	ledger_close(l);
	l = started(former);	/* and stays the ledger */
	ck_assert_str_eq(said, "");
	ledger_close(l);
}
END_TEST

START_TEST(without_a_copy_it_is_waited_for)
{
	ledger_former_t former = make(false);
	ledger_t *l;

	ck_assert(!link(path, beside(".backup")));
	if (gone[_i].make == truncate_it) {
		bool failed;

		ck_assert(!unlink(beside(".backup")));
		ck_assert_int_eq(ledger_files_copy(path, beside(".backup"),
						   &failed), 0);
	}
	gone[_i].make();
	for (int i = 0; i < 3; i++)
		assert_waits(former, gone[_i].said);
	ck_assert(!rename(beside(".backup"), path));
	l = started(former);
	ck_assert(has(l, "old") && has(l, "new"));
	ledger_close(l);
}
END_TEST

START_TEST(each_trace_counts)
{
	static const ledger_former_t none;
	char history[128];

	snprintf(history, sizeof(history), "%s/" LEDGER_HISTORY, dir);
	ck_assert_int_eq(ledger_files_create(history), 0);
	assert_waits(none, "though " LEDGER_HISTORY " tells");
	ck_assert(!unlink(history));
	assert_waits((ledger_former_t) { .there = true },
		     "though a claim tells");
	ledger_close(started(none));
}
END_TEST

/* What another cluster's folder had came with its copy. */
START_TEST(a_copy_of_another_cluster_is_not_taken)
{
	ledger_former_t former = make(true);
	ledger_t *l;

	put_others();
	l = opened();
	ledger_copy_begin(l);
	ledger_close(l);
	assert_waits(former, "is that of another cluster");
	remove_it();
	assert_waits(former, "is missing");
}
END_TEST

/* A cleaner that truncates files. */
START_TEST(a_copy_that_is_empty_is_none)
{
	ledger_former_t former = make(true);

	remove_it();
	ck_assert(!truncate(beside(LEDGER_COPY), 0));
	assert_waits(former, "is missing, though its copy tells");
}
END_TEST

/* A backup of the same ledger, though its copy is from later. */
START_TEST(an_older_one_is_not_taken_for_the_last)
{
	ledger_former_t former = make(true);
	ledger_t *l = started(former);
	bool failed;

	ck_assert_int_eq(ledger_files_copy(path, beside(".backup"), &failed),
			 0);
	former = had(l);
	add(l, "newer");
	ledger_close(l);
	if (_i)
		remove_copy();
	ck_assert(!rename(beside(".backup"), path));
	l = started(former);
	assert_said("is an older one (epoch 1, and the last one was 2)");
	ck_assert_int_eq(has(l, "newer"), !_i);
	if (_i)
		assert_said("there is no younger copy");
	ck_assert(has(l, "new"));
	ck_assert_int_eq(had(l).epoch, former.epoch + 1);
	ledger_close(l);
}
END_TEST

/* As garq-ledger makes it, for an administrator who puts it there. */
START_TEST(a_salvaged_one_is_taken)
{
	ledger_former_t former = make(true);
	ledger_t *l;

	put_others();
	sql_on(path, "UPDATE meta SET host = NULL; PRAGMA application_id = 0");
	l = started(former);
	ck_assert_str_eq(said, "");
	ck_assert(has(l, "others"));
	ck_assert_int_gt(had(l).epoch, former.epoch);
	ledger_close(l);
}
END_TEST

/* Killed between the two renames of a replacement. */
START_TEST(a_replacement_is_finished)
{
	ledger_former_t former = make(true);
	ledger_t *l;

	ck_assert_int_eq(ledger_make_of_copy(beside(LEDGER_COPY), true,
					     beside(".salvaged"), NULL, why,
					     sizeof(why)), LEDGER_OK);
	ck_assert(!unlink(path));
	l = started(former);
	assert_said("a ledger was replaced: the new one takes its place now");
	ck_assert(has(l, "old") && has(l, "new"));
	ledger_close(l);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("ledger_start");
	TCase *tc = test_case(s, "ledger_start", 60);

	tcase_add_checked_fixture(tc, ledger_setup, ledger_teardown);
	tcase_add_test(tc, a_new_site);
	tcase_add_test(tc, a_start_that_was_killed_before_the_first_page);
	tcase_add_test(tc, the_same_one);
	tcase_add_loop_test(tc, one_that_is_gone_comes_from_its_copy, 0, GONE);
	tcase_add_loop_test(tc, without_a_copy_it_is_waited_for, 0, GONE);
	tcase_add_test(tc, each_trace_counts);
	tcase_add_test(tc, a_copy_of_another_cluster_is_not_taken);
	tcase_add_test(tc, a_copy_that_is_empty_is_none);
	tcase_add_loop_test(tc, an_older_one_is_not_taken_for_the_last, 0, 2);
	tcase_add_test(tc, a_salvaged_one_is_taken);
	tcase_add_test(tc, a_replacement_is_finished);
	return test_run(s);
}
