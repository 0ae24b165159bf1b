/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_replace_test.c - a damaged ledger is replaced by what its copy has, or
 * stays, whatever fails meanwhile
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "plugin/ledger/ledger_saved.h"
#include "plugin/ledger/ledger_start.h"
#include "test/unit/ledger_damage_fixture.h"

/* Kill the process in the place of the n-th rename(); 0: never. */
static int dies_at;
static int renames;

extern int __real_rename(const char *from, const char *to);
extern int __wrap_rename(const char *from, const char *to);

extern int __wrap_rename(const char *from, const char *to)
{
	if (++renames == dies_at)
		kill(getpid(), SIGKILL);
	return __real_rename(from, to);
}

static void replace_setup(void)
{
	damage_setup();
	dies_at = renames = 0;
}

static int64_t epoch;	/* of the last call of reconciled() */

/* Does the ledger know that no rows are missing? */
static bool reconciled(ledger_t *l)
{
	const ledger_owner_t owner = { .host = "a", .boot = "b", .pid = 1 };

	ck_assert(ledger_begin_epoch(l, &owner, &epoch, why, sizeof(why)));
	return ledger_reconciled(l);
}

/* A page of the requests is gone, and bookings are in the WAL alone. */
static int damaged_in_wal(void)
{
	ledger_t *l = big_in(started());
	booking_t *b;

	l = reopened(l);
	ledger_copy_begin(l);
	(void) reconciled(l);
	commit(l, ledger_put_reconciled(l));
	b = booking("in-the-wal");
	put(l, b);
	return kill(getpid(), SIGKILL);
}

static void make_damaged(void)
{
	ck_assert(WIFSIGNALED(in_child(damaged_in_wal)));
	ck_assert(there("-wal"));
	overwrite(path, leaf_with(path, "refused-one", 0), GARBAGE);
}

static void keep(void)
{
	copy(path, beside(".kept"));
	copy(beside(LEDGER_COPY), beside(".kept" LEDGER_COPY));
}

static void bring_back(void)
{
	copy(beside(".kept"), path);
	copy(beside(".kept" LEDGER_COPY), beside(LEDGER_COPY));
}

/* As durable.c at each start. RET 0: there is a ledger */
static int start(void)
{
	static const ledger_former_t none;
	ledger_t *l = NULL;
	ledger_status_t s;

	said[0] = '\0';
	s = ledger_start(path, &none, say, NULL, &l, why, sizeof(why));
	ledger_close(l);
	return (s == LEDGER_OK) ? 0 : 1;
}

static void assert_replaced(void)
{
	ledger_t *l;

	ck_assert(!there(".salvage") && !there(".salvage-wal") &&
		  !there(".salvaged"));
	l = opened();
	assert_live(l, LIVE + 1);
	ck_assert(reconciled(l));
	ck_assert_int_eq(epoch, 2);
	ledger_close(l);
}

/* The name of the kept file that say() reported. RET in a static buffer */
static const char *aside(void)
{
	static char name[256];
	const char *at = strstr(said, "the damaged ledger is kept as ");

	ck_assert_msg(at, "%s", said);
	ck_assert_int_eq(sscanf(at, "the damaged ledger is kept as %255s",
				name), 1);
	return name;
}

START_TEST(the_damaged_one_is_kept_to_the_byte)
{
	content_t *was, *wal;
	char name[300];

	make_damaged();
	was = content(path);
	wal = content(beside("-wal"));
	ck_assert_uint_gt(wal->len, 0);
	ck_assert_int_eq(start(), 0);
	assert_unchanged(was, aside());
	snprintf(name, sizeof(name), "%s-wal", aside());
	assert_unchanged(wal, name);
	assert_replaced();
	free(was);
	free(wal);
}
END_TEST

/* Three epochs. */
static int with_epochs(void)
{
	for (int i = 0; i < 3; i++) {
		ledger_t *l = started();

		(void) reconciled(l);
		ledger_close(l);
	}
	return 0;
}

static void assert_goes_on(const char *damaged)
{
	char sql_text[96], *root;
	ledger_t *l;

	damage_setup();
	ck_assert(WIFEXITED(in_child(with_epochs)));
	snprintf(sql_text, sizeof(sql_text),
		 "SELECT rootpage FROM sqlite_schema WHERE name = '%s'",
		 damaged);
	root = ask(path, sql_text);
	overwrite(path, (uint32_t) atoi(root), GARBAGE);
	free(root);
	ck_assert_int_eq(start(), 0);
	l = opened();
	(void) reconciled(l);
	ck_assert_int_eq(epoch, 4);
	ledger_close(l);
}

START_TEST(the_number_of_the_epoch_goes_on)
{
	assert_goes_on("request");
	ledger_teardown();
	ledger_setup();
	assert_goes_on("meta");
}
END_TEST

START_TEST(of_a_whole_one_nothing_is_replaced)
{
	big();
	ck_assert_int_eq(start(), 0);
	ck_assert_str_eq(said, "");
	ck_assert_int_eq(renames, 3);	/* of its copy */
}
END_TEST

static int start_to_die(void)
{
	return start();
}

/* Killed at each rename; the next start finishes the replacement. */
START_TEST(killed_between_two_files)
{
	int deaths = 0, resumed = 0;

	for (int n = 1; ; n++) {
		int how;

		empty_dir();
		make_damaged();
		dies_at = n;
		renames = 0;
		how = in_child(start_to_die);
		dies_at = 0;
		deaths += WIFSIGNALED(how);
		ck_assert_int_eq(start(), 0);
		resumed += (strstr(said, "slurmctld ended while") != NULL);
		assert_replaced();
		if (!WIFSIGNALED(how))
			break;
	}
	ck_assert_int_ge(deaths, 4);
	ck_assert_int_ge(resumed, 1);
}
END_TEST

static fault_t fault;
static int fault_n;

static int start_on_faulty_disk(void)
{
	fault_vfs_arm(fault, fault_n);
	return start();
}

/* At each write, whole or half done. */
START_TEST(killed_at_a_write)
{
	int deaths = 0, how;

	make_damaged();
	keep();
	fault = _i ? FAULT_TORN : FAULT_KILL;
	fault_n = 1;
	do {
		how = in_child(start_on_faulty_disk);
		deaths += WIFSIGNALED(how);
		ck_assert_int_eq(start(), 0);
		assert_replaced();
		bring_back();
		fault_n += 1 + fault_n / 8;
	} while (WIFSIGNALED(how));
	ck_assert_int_gt(deaths, 10);
}
END_TEST

/*
 * The damaged file stays if bookings can't be written; when the disk has room
 * again, or works again, it is replaced.
 */
START_TEST(the_disk_is_full)
{
	content_t *was, *wal;
	int failures = 0;

	make_damaged();
	keep();
	was = content(path);
	wal = content(beside("-wal"));
	for (int n = 1; ; n += 1 + n / 8) {
		bool ok;

		fault_vfs_arm(_i ? FAULT_ONE : FAULT_FULL, n);
		ok = (start() == 0);
		fault_vfs_disarm();
		if (ok && !fault_vfs_failures())
			break;
		if (!ok) {
			failures++;
			ck_assert_str_ne(why, "");
			if (!strstr(said, "is kept as")) {
				assert_unchanged(was, path);
				assert_unchanged(wal, beside("-wal"));
			}
			ck_assert(!there(".salvage") && !there(".salvaged"));
			ck_assert_int_eq(start(), 0);
		}
		assert_replaced();
		bring_back();
	}
	ck_assert_int_gt(failures, 5);
	free(was);
	free(wal);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("ledger_replace");
	TCase *tc = test_case(s, "ledger_replace", 600);

	test_seed();	/* once, before any fork */
	tcase_add_checked_fixture(tc, replace_setup, ledger_teardown);
	tcase_add_test(tc, the_damaged_one_is_kept_to_the_byte);
	tcase_add_test(tc, the_number_of_the_epoch_goes_on);
	tcase_add_test(tc, of_a_whole_one_nothing_is_replaced);
	tcase_add_test(tc, killed_between_two_files);
	tcase_add_loop_test(tc, killed_at_a_write, 0, 2);
	tcase_add_loop_test(tc, the_disk_is_full, 0, 2);
	return test_run(s);
}
