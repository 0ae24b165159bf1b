/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_damage_test.c - whatever is damaged of a ledger or of its copy,
 * nothing is lost; of both, a start waits, and garq-ledger reads what can be
 * read
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "contrib/garq-ledger/recover.h"
#include "plugin/ledger/file/ledger_log.h"
#include "plugin/ledger/ledger_saved.h"
#include "plugin/ledger/ledger_start.h"
#include "test/unit/ledger_damage_fixture.h"

#define LATER 15		/* commits since the log was begun */

static const char *const files[] = {
	"", "-wal", LEDGER_COPY, LEDGER_COPY "-wal",
};
#define FILES (int) (sizeof(files) / sizeof(files[0]))

/* The step of a loop over all places, from the seed's place on. */
static int stride(void)
{
	return test_all() ? 1 : 8;
}

/* All rows before the damage. */
static char *expected;
static ledger_former_t former;

static void save(void)
{
	char to[32];

	for (int i = 0; i < FILES; i++) {
		snprintf(to, sizeof(to), ".kept%s", files[i]);
		copy_file(beside(files[i]), beside(to));
	}
	free(expected);
	expected = rows_of(path);
}

static void restore(void)
{
	char name[32];

	for (int i = 0; i < FILES; i++) {
		snprintf(name, sizeof(name), ".kept%s", files[i]);
		copy_file(beside(name), beside(files[i]));
	}
}

/* Started, with an epoch, as by a controller. */
static ledger_t *owned(void)
{
	const ledger_owner_t owner = { .host = "a", .boot = "b", .pid = 1 };
	ledger_t *l = started();
	int64_t epoch;

	(void) ledger_begin_epoch(l, &owner, &epoch, why, sizeof(why));
	return l;
}

/* Killed with changes that are in the logs alone. */
static int make_and_die(void)
{
	ledger_t *l = big_in(owned());

	commit(l, ledger_put_reconciled(l));
	if (!ledger_copy(l, 0, why, sizeof(why)))
		return 1;
	for (int i = 0; i < LATER; i++) {
		put_booking(l, LIVE + i, "later-%d");
		drop(l, i % 2 ? "live-1" : "live-4");
	}
	return kill(getpid(), SIGKILL);
}

static void make(void)
{
	ck_assert(WIFSIGNALED(in_child(make_and_die)));
	for (int i = 0; i < FILES; i++)
		ck_assert_int_gt((int) page_cnt(beside(files[i])), 2);
	save();
	former = (ledger_former_t) { .there = true, .epoch = 1 };
}

static void teardown(void)
{
	(void) fault_vfs_unreadable(NULL, 0, 0);
	free(expected);
	expected = NULL;
	ledger_teardown();
}

static ledger_t *start_again(void)
{
	ledger_t *l = NULL;

	said[0] = '\0';
	ck_assert_msg(ledger_start(path, &former, say, NULL, &l, why,
				   sizeof(why)) == LEDGER_OK, "%s", why);
	return l;
}

static void remove_kept(void)
{
	char command[260];

	snprintf(command, sizeof(command), "rm -f %s.damaged.* %s.copy.aside",
		 path, path);
	ck_assert_int_eq(system(command), 0);
}

/* A start has all that was there, and so has the copy. */
static void assert_nothing_lost(const char *file, const char *how, long at)
{
	ledger_close(start_again());
	(void) fault_vfs_unreadable(NULL, 0, 0);
	ck_assert(is_kept());
	for (int i = 0; i < 2; i++) {
		char *is = rows_of(beside(i ? LEDGER_COPY : ""));

		ck_assert_msg(!strcmp(is, expected), "%s: PATH%s, %s %ld: %s",
			      i ? "copy" : "ledger", file, how, at, said);
		free(is);
	}
	ck_assert(!strstr(said, "are lost"));
	remove_kept();
	restore();
}

START_TEST(undamaged)
{
	make();
	assert_nothing_lost("", "undamaged", 0);
	ck_assert_str_eq(said, "");
}
END_TEST

/* A page that is another one of the file may be a text that is sound. */
START_TEST(each_page_in_turn)
{
	static const char *const kinds[] = { "zeros", "garbage" };
	const char *file = files[_i / 2];

	make();
	for (uint32_t n = 1 + (uint32_t) (test_seed() % (uint64_t) stride());
	     n <= page_cnt(beside(file)); n += (uint32_t) stride()) {
		overwrite(beside(file), n, _i % 2 ? GARBAGE : ZEROS);
		assert_nothing_lost(file, kinds[_i % 2], n);
	}
}
END_TEST

START_TEST(cut_at_any_byte)
{
	const char *file = files[_i];
	struct stat st;

	make();
	ck_assert(!stat(beside(file), &st));
	for (long at = 0; at < st.st_size;
	     at += (at < 64) ? 7 : 1 + st.st_size / (120 / (1 + stride()))) {
		ck_assert(!truncate(beside(file), at));
		assert_nothing_lost(file, "cut at", at);
	}
	ck_assert(!unlink(beside(file)));
	assert_nothing_lost(file, "missing", 0);
}
END_TEST

/* One bit of a log: its checksum shows it. */
START_TEST(a_bit_of_a_log)
{
	const char *file = files[2 * _i + 1];
	struct stat st;

	make();
	ck_assert(!stat(beside(file), &st));
	for (long at = 0; at < st.st_size;
	     at += 1 + st.st_size / (120 / (1 + stride()))) {
		FILE *f = fopen(beside(file), "r+");
		int byte;

		ck_assert(!fseek(f, at, SEEK_SET));
		byte = fgetc(f);
		ck_assert(!fseek(f, at, SEEK_SET));
		fputc(byte ^ 0x10, f);
		fclose(f);
		assert_nothing_lost(file, "bit", at);
	}
}
END_TEST

START_TEST(a_page_that_cannot_be_read)
{
	int refused = 0;

	make();
	for (uint32_t n = 1; n <= page_cnt(path);
	     n += (uint32_t) (stride() + 1) / 2) {
		ledger_t *l = NULL;

		(void) fault_vfs_unreadable(LEDGER_FILE, (long) (n - 1) * PAGE,
					    PAGE);
		/* nor can that of the new file */
		if (ledger_start(path, &former, say, NULL, &l, why,
				 sizeof(why)) == LEDGER_OK)
			ledger_close(l);
		refused += fault_vfs_unreadable(NULL, 0, 0);
		assert_nothing_lost("", "unreadable", n);
	}
	ck_assert_int_gt(refused, 0);
}
END_TEST

/* --- at any moment of a life --------------------------------------------- */

static fault_t fault;
static int fault_n;
static int answer[2];		/* a pipe: how many commits have returned */

/* Checkpoints, and a new copy in between. */
static int live_and_die(void)
{
	ledger_t *l = owned();
	char byte = 0;

	fault_vfs_arm(fault, fault_n);
	for (int i = 0; i < 60; i++) {
		booking_t *b = booking("x");

		free(b->name);
		b->name = malloc(16);
		snprintf(b->name, 16, "b-%d", i);
		put(l, b);
		booking_destroy(b);
		(void) !write(answer[1], &byte, 1);
		if (i % 20 == 19)
			(void) ledger_copy(l, 0, why, sizeof(why));
	}
	fault_vfs_disarm();
	ledger_close(l);
	return 0;
}

/* Then one of its files is damaged. RET the number of commits that returned */
static int live(int *how)
{
	static char bytes[64];
	int n;

	ck_assert(!pipe(answer));
	*how = in_child(live_and_die);
	close(answer[1]);
	n = (int) read(answer[0], bytes, sizeof(bytes));
	close(answer[0]);
	return n;
}

static void damage_one(rng_t *rng)
{
	const char *file = beside(files[rng_below(rng, FILES)]);
	uint32_t pages = access(file, F_OK) ? 0 : page_cnt(file);

	switch (rng_below(rng, 3)) {
	case 0:
		(void) unlink(file);
		break;
	case 1:
		if (pages)
			ck_assert(!truncate(file, (off_t)
				rng_below(rng, (uint64_t) pages * PAGE)));
		break;
	default:
		if (pages)
			overwrite(file, 1 + (uint32_t) rng_below(rng, pages),
				  GARBAGE);
	}
}

/*
 * Killed at each write, whole or half done, or at some by the seed; then one
 * file is damaged: each commit that returned is there. Nobody has damaged a
 * file that was not yet whole at that moment, so kills in a start are not among
 * them.
 */
START_TEST(killed_and_damaged)
{
	rng_t rng = { test_seed() + (uint64_t) _i };
	int how;

	fault = _i ? FAULT_TORN : FAULT_KILL;
	fault_n = 1;
	do {
		found_t found;
		ledger_t *l;
		int cnt;

		empty_dir();
		cnt = live(&how);
		former = (ledger_former_t) { .there = cnt > 0 };
		damage_one(&rng);
		l = start_again();
		found = found_all(l);
		ck_assert_msg((found.cnt == cnt) || (found.cnt == cnt + 1),
			      "%d of %d, killed at %d: %s", found.cnt, cnt,
			      fault_n, said);
		found_free(&found);
		ledger_close(l);
		fault_n += test_all() ? 1 : 1 + (int) rng_below(&rng, 32);
	} while (WIFSIGNALED(how));
}
END_TEST

/* --- what is said -------------------------------------------------------- */

START_TEST(it_is_the_same_ledger)
{
	uint32_t identity;
	ledger_t *l;

	make();
	l = start_again();
	identity = ledger_identity(l);
	ledger_close(l);
	restore();
	overwrite(path, 1, GARBAGE);
	ck_assert(!truncate(beside("-wal"), 0));
	l = start_again();
	ck_assert_uint_eq(ledger_identity(l), identity);
	ck_assert_ptr_nonnull(strstr(said, "is damaged ("));
	ck_assert_ptr_nonnull(strstr(said, "nothing that was acknowledged is missing"));
	ledger_close(l);
	assert_says(path, "SELECT reconciled || host FROM meta", "1a");
}
END_TEST

START_TEST(the_end_of_the_log_is_lost)
{
	make();
	ck_assert(!truncate(beside("-wal"), LEDGER_LOG_HEAD + PAGE));
	ledger_close(start_again());
	ck_assert_msg(strstr(said, "has lost the end of its log"), "%s", said);
}
END_TEST

/*
 * The copy has it, and the disk has no room to make the ledger of it: the start
 * waits for that, or is done with it.
 */
START_TEST(the_end_of_the_log_is_lost_on_a_full_disk)
{
	ledger_t *l = NULL;
	int refused = 0;

	make();
	for (int n = 1; ; n += 1 + n / 8) {
		ledger_status_t status;

		ck_assert(!truncate(beside("-wal"), LEDGER_LOG_HEAD + PAGE));
		fault_vfs_arm(_i ? FAULT_ONE : FAULT_FULL, n);
		said[0] = '\0';
		status = ledger_start(path, &former, say, NULL, &l, why,
				      sizeof(why));
		fault_vfs_disarm();
		ck_assert_msg(!strstr(said, "used as it is"), "%s", said);
		if (status == LEDGER_OK)
			ledger_close(l);
		refused += (status == LEDGER_UNREADABLE);
		assert_nothing_lost("-wal", "full at", n);
		if ((status == LEDGER_OK) && !fault_vfs_failures())
			break;
	}
	ck_assert_int_gt(refused, 5);
}
END_TEST

/* The start that migrates: the copy has the older schema until it is made again. */
START_TEST(the_log_is_lost_before_a_migration)
{
	static const char older[] =
		"DROP TRIGGER booking_gone; DROP TABLE spent;"
		"DROP INDEX booking_charged;"
		"ALTER TABLE booking DROP COLUMN switches;"
		"ALTER TABLE booking DROP COLUMN tight;"
		"ALTER TABLE standing DROP COLUMN asked;"
		"ALTER TABLE booking DROP COLUMN payer;"
		"ALTER TABLE booking DROP COLUMN month;"
		"ALTER TABLE booking DROP COLUMN charge;"
		"ALTER TABLE booking DROP COLUMN settled;"
		"ALTER TABLE booking DROP COLUMN since;"
		"ALTER TABLE booking DROP COLUMN asked_s;"
		"ALTER TABLE booking DROP COLUMN held_s;"
		"ALTER TABLE booking DROP COLUMN held_until;"
		"ALTER TABLE booking DROP COLUMN cpus;"
		"ALTER TABLE booking DROP COLUMN used_s;"
		"ALTER TABLE booking DROP COLUMN used_until;"
		"ALTER TABLE booking DROP COLUMN moves;"
		"PRAGMA user_version = 13";
	char cnt[16];

	make();
	snprintf(cnt, sizeof(cnt), "%d", LATER);
	sql_on(beside(LEDGER_COPY), older);
	sql_on(path, older);
	sql_on(path, "DELETE FROM booking WHERE name LIKE 'later-%'");
	ck_assert(!there("-wal"));
	ledger_close(start_again());
	ck_assert_msg(strstr(said, "has lost its log"), "%s", said);
	assert_says(path, "SELECT count(*) FROM booking WHERE closed IS NULL"
		    " AND name LIKE 'later-%'", cnt);
}
END_TEST

/* A start removes old rows before it compares. */
START_TEST(rows_that_are_purged_are_no_damage)
{
	make();
	test_clock.ahead = 2 * LEDGER_CLOSED_DAYS * 86400;
	ledger_close(start_again());
	ck_assert_str_eq(said, "");
	assert_says(path, "SELECT count(*) < 10 FROM request", "1");
}
END_TEST

/* An administrator's sqlite3 has copied the log to the file, and removed it. */
START_TEST(a_log_that_was_taken_in_is_not_lost)
{
	make();
	assert_says(path, "PRAGMA journal_mode", "wal");
	ck_assert(!there("-wal"));
	assert_nothing_lost("-wal", "taken in", 0);
	ck_assert_str_eq(said, "");
}
END_TEST

/* Both are sound: it is told, and no more can be done. */
START_TEST(a_text_that_differs)
{
	make();
	sql_on(path, "PRAGMA wal_checkpoint(TRUNCATE)");
	sql_on(beside(LEDGER_COPY), "UPDATE booking SET accounts = 'blue'"
	       " WHERE name = 'live-2'; PRAGMA wal_checkpoint(TRUNCATE)");
	ledger_close(start_again());
	ck_assert_ptr_nonnull(strstr(said, "its copy have other rows"));
	ck_assert(there(LEDGER_COPY LEDGER_ASIDE));
	assert_says(path, "SELECT accounts FROM booking WHERE name = 'live-2'",
		    "red,green");
}
END_TEST

/*
 * The copy that an older plugin has made has no log, and lacks what came after.
 */
START_TEST(a_copy_that_was_not_kept)
{
	make();
	sql_on(beside(LEDGER_COPY), "PRAGMA journal_mode=DELETE");
	overwrite(path, 1, GARBAGE);
	ck_assert(!truncate(beside("-wal"), 0));
	ledger_close(start_again());
	ck_assert_ptr_nonnull(strstr(said, "are lost unless Slurm has saved"));
	assert_says(path, "SELECT count(*) FROM booking WHERE closed IS NULL"
		    " AND NOT parked", "0");
	assert_says(path, "SELECT ifnull(host, '-') || reconciled FROM meta",
		    "-0");
}
END_TEST

/* --- both of them -------------------------------------------------------- */

static void damage_both(void)
{
	make();
	sql_on(path, "PRAGMA wal_checkpoint(TRUNCATE)");
	overwrite(path, leaf_with(path, "refused-one", 0), GARBAGE);
	sql_on(beside(LEDGER_COPY), "PRAGMA wal_checkpoint(TRUNCATE)");
	overwrite(beside(LEDGER_COPY),
		  leaf_with(beside(LEDGER_COPY), "refused-one", 0), GARBAGE);
}

START_TEST(both_are_waited_for)
{
	content_t *was;
	ledger_t *l;

	damage_both();
	was = content(path);
	for (int i = 0; i < 2; i++) {
		ck_assert_int_eq(ledger_start(path, &former, say, NULL, &l, why,
					      sizeof(why)), LEDGER_UNREADABLE);
		ck_assert_msg(strstr(why, "garq-ledger salvage"), "%s", why);
		assert_unchanged(was, path);
	}
	free(was);
}
END_TEST

/* All bookings can be read of two files that are damaged elsewhere. */
START_TEST(both_are_recovered)
{
	char *was, *is, *to;
	ledger_t *l;

	damage_both();
	was = ask(path, "SELECT group_concat(name || ifnull(closed, ''))"
		  " FROM (SELECT * FROM booking ORDER BY id)");
	to = strdup(beside(".new"));
	ck_assert_msg(recover(path, beside(LEDGER_COPY), to, say, NULL, why,
			      sizeof(why)) &&
		      recover_disown(to, why, sizeof(why)), "%s", why);
	ck_assert_ptr_nonnull(strstr(said, "rows may be missing"));
	is = ask(to, "SELECT group_concat(name || ifnull(closed, ''))"
		 " FROM (SELECT * FROM booking ORDER BY id)");
	ck_assert_str_eq(is, was);
	assert_says(to, "SELECT count(*) FROM offer WHERE closed IS NULL", "0");
	ck_assert(!rename(to, path));
	l = start_again();	/* it has no owner, and is taken */
	ck_assert(!ledger_reconciled(l));
	ledger_close(l);
	free(was);
	free(is);
	free(to);
}
END_TEST

/* Random bytes in all files: no crash, and a ledger that works, or none. */
START_TEST(of_any_damage)
{
	rng_t rng = { test_seed() + (uint64_t) _i };

	make();
	for (int round = 0; round < test_some(40); round++) {
		ledger_t *l = NULL;

		for (int i = 0; i < FILES; i++) {
			FILE *f = fopen(beside(files[i]), "r+");

			for (uint64_t n = rng_below(&rng, 40); n; n--) {
				uint64_t pages = page_cnt(beside(files[i]));

				fseek(f, (long) rng_below(&rng, PAGE * pages),
				      SEEK_SET);
				fputc((int) rng_below(&rng, 256), f);
			}
			fclose(f);
		}
		unlink(beside(".new"));
		(void) recover(path, beside(LEDGER_COPY), beside(".new"), say,
			       NULL, why, sizeof(why));
		if (ledger_start(path, &former, say, NULL, &l, why,
				 sizeof(why)) == LEDGER_OK) {
			drop(l, "live-7");
			ledger_close(l);
			assert_says(path, "PRAGMA integrity_check", "ok");
		}
		remove_kept();
		restore();
	}
}
END_TEST

int main(void)
{
	Suite *s = suite_create("ledger_damage");
	TCase *tc = test_case(s, "ledger_damage", 600);

	test_seed();	/* once, before any fork */
	tcase_add_checked_fixture(tc, damage_setup, teardown);
	tcase_add_test(tc, undamaged);
	tcase_add_loop_test(tc, each_page_in_turn, 0, FILES * 2);
	tcase_add_loop_test(tc, cut_at_any_byte, 0, FILES);
	tcase_add_loop_test(tc, a_bit_of_a_log, 0, 2);
	tcase_add_test(tc, a_page_that_cannot_be_read);
	tcase_add_test(tc, it_is_the_same_ledger);
	tcase_add_test(tc, the_end_of_the_log_is_lost);
	tcase_add_loop_test(tc, the_end_of_the_log_is_lost_on_a_full_disk, 0, 2);
	tcase_add_test(tc, the_log_is_lost_before_a_migration);
	tcase_add_test(tc, rows_that_are_purged_are_no_damage);
	tcase_add_test(tc, a_log_that_was_taken_in_is_not_lost);
	tcase_add_test(tc, a_text_that_differs);
	tcase_add_test(tc, a_copy_that_was_not_kept);
	tcase_add_test(tc, both_are_waited_for);
	tcase_add_test(tc, both_are_recovered);
	tcase_add_loop_test(tc, of_any_damage, 0, 4);
	tc = test_case(s, "life", 600);
	tcase_add_checked_fixture(tc, damage_setup, teardown);
	tcase_add_loop_test(tc, killed_and_damaged, 0, 2);
	return test_run(s);
}
