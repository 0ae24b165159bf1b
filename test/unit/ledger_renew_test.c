/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ledger_renew_test.c - files that are removed or replaced while they are open */
#define _GNU_SOURCE	/* memmem() */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/param.h>
#include <sys/stat.h>
#include <unistd.h>

#include "plugin/ledger/ledger_copy.h"
#include "plugin/ledger/file/ledger_files.h"
#include "plugin/ledger/ledger_history.h"
#include "plugin/ledger/ledger_place.h"
#include "plugin/ledger/ledger_private.h"
#include "plugin/ledger/ledger_saved.h"
#include "plugin/ledger/ledger_renew.h"
#include "plugin/ledger/ledger_replace.h"
#include "test/unit/ledger_claim_fixture.h"

#define ROUNDS 60
#define LARGE 400

/* What the next start finds: the files of these names, without this process. */
static void assert_found(const char *name)
{
	bool copy_failed;
	char file[128];
	ledger_t *l = NULL;

	snprintf(file, sizeof(file), "%s/found", dir);
	ck_assert_int_eq(ledger_files_copy(path, file, &copy_failed), 0);
	ck_assert_msg(ledger_open(file, &l, why, sizeof(why)) == LEDGER_OK,
		      "%s", why);
	ck_assert_msg(has(l, name), "%s is not in the file", name);
	ledger_close(l);
	unlink(file);
}

/* As a start has it, with a backup. */
static ledger_t *begun(void)
{
	const ledger_owner_t owner = { .host = "h", .boot = "b", .pid = 1 };
	ledger_t *l = opened();
	bool copy_failed;
	int64_t epoch;
	char backup[128];

	snprintf(backup, sizeof(backup), "%s/backup", dir);
	ck_assert_int_eq(ledger_files_copy(path, backup, &copy_failed), 0);
	ledger_close(l);
	l = opened();
	ck_assert(ledger_begin_epoch(l, &owner, &epoch, why, sizeof(why)));
	ledger_renew(l);
	return l;
}

static void assert_notice(ledger_t *l)
{
	char line[400];

	ck_assert(ledger_take_notice(l, line, sizeof(line)));
	ck_assert_ptr_nonnull(strstr(line, "was removed, replaced, damaged or written by another program while it was open"));
	ck_assert(!ledger_take_notice(l, line, sizeof(line)));
}

static void remove_both(void)
{
	ck_assert(!unlink(path) && !unlink(beside("-wal")));
}

static void remove_file(void)
{
	ck_assert(!unlink(path));
}

static void remove_log(void)
{
	ck_assert(!unlink(beside("-wal")));
}

static void move_away(void)
{
	ck_assert(!rename(path, beside(".away")));
}

/* As rsync does: another file gets the name. */
static void put_other(void)
{
	FILE *f = fopen(beside(".other"), "w");

	ck_assert(f && (fputs("restored\n", f) >= 0) && !fclose(f));
	ck_assert(!rename(beside(".other"), path));
}

static void put_other_log(void)
{
	FILE *f = fopen(beside(".other"), "w");

	ck_assert(f && (fputs("restored\n", f) >= 0) && !fclose(f));
	ck_assert(!rename(beside(".other"), beside("-wal")));
}

/* As cp does over files that are there. */
static void write_into(const char *name, const char *text, int times)
{
	FILE *f = fopen(name, "w");

	ck_assert_ptr_nonnull(f);
	for (int i = 0; i < times; i++)
		ck_assert(fputs(text, f) >= 0);
	ck_assert(!fclose(f));
}

static void write_file(void)
{
	write_into(path, "restored in place\n", 9999);
}

static void write_log(void)
{
	write_into(beside("-wal"), "restored in place\n", 9999);
}

static void write_both(void)
{
	write_file();
	write_log();
}

static void truncate_file(void)
{
	ck_assert(!truncate(path, 0));
}

static void truncate_both(void)
{
	truncate_file();
	ck_assert(!truncate(beside("-wal"), 0));
}

/* A backup of the folder, from when nothing was in the ledger. */
static void restore_backup(void)
{
	static const char *const files[] = { "", "-wal" };

	for (int i = 0; i < 2; i++) {
		char from[128], bytes[1 << 14];
		size_t len;
		FILE *f, *to;

		snprintf(from, sizeof(from), "%s/backup%s", dir, files[i]);
		if (!(f = fopen(from, "r")))
			continue;
		ck_assert_ptr_nonnull(to = fopen(beside(files[i]), "w"));
		while ((len = fread(bytes, 1, sizeof(bytes), f)))
			ck_assert_uint_eq(fwrite(bytes, 1, len, to), len);
		fclose(f);
		ck_assert(!fclose(to));
	}
}

static void (*const ways[])(void) = {
	remove_both, remove_file, remove_log, move_away, put_other,
	put_other_log, write_file, write_log, write_both, truncate_file,
	truncate_both, restore_backup,
};
#define WAYS (sizeof(ways) / sizeof(ways[0]))

START_TEST(what_is_acknowledged_is_in_a_file_that_is_found)
{
	ledger_t *l = begun();

	ck_assert(put_name(l, "old"));
	ck_assert(!ledger_take_notice(l, why, sizeof(why)));
	ways[_i]();
	ck_assert(put_name(l, "new"));
	assert_notice(l);
	assert_found("old");
	assert_found("new");
	ck_assert(put_name(l, "newer"));
	assert_found("newer");
	ck_assert(!ledger_take_notice(l, why, sizeof(why)));
	ledger_close(l);
}
END_TEST

START_TEST(it_is_seen_when_nothing_is_committed)
{
	ledger_t *l = begun();

	ck_assert(put_name(l, "old"));
	ways[_i]();
	ledger_try(l);
	assert_notice(l);
	assert_found("old");
	ledger_close(l);
}
END_TEST

/* As a disk may do: neither size nor time of the file changes. */
static void rot(const char *name)
{
	struct timespec times[2];
	struct stat st;
	FILE *f;

	ck_assert(!stat(name, &st));
	ck_assert_ptr_nonnull(f = fopen(name, "r+"));
	ck_assert(!fseek(f, 4096, SEEK_SET));
	while (ftell(f) < st.st_size)
		ck_assert(fputc(0xa5, f) != EOF);
	ck_assert(!fclose(f));
	times[0] = st.st_atim;
	times[1] = st.st_mtim;
	ck_assert(!utimensat(AT_FDCWD, name, times, 0));
}

static char *kept_text(void)
{
	static char text[32];
	FILE *f = fopen(beside(LEDGER_ASIDE), "r");

	ck_assert(f && fgets(text, sizeof(text), f));
	fclose(f);
	return text;
}

/* More than SQLite keeps in memory unless it is told to. */
START_TEST(a_large_one)
{
	ledger_t *l = begun();
	char text[20000];

	memset(text, 'u', sizeof(text) - 1);
	text[sizeof(text) - 1] = '\0';
	for (int i = 0; i < LARGE; i++) {
		booking_t *b = booking("b");

		snprintf(text, 16, "b%d", i);
		booking_set(&b->name, text);
		text[strlen(text)] = '-';
		booking_set(&b->users, text);
		put(l, b);
		booking_destroy(b);
	}
	ledger_close(l);
	l = begun();
	write_both();
	ck_assert_msg(put_name(l, "new"), "%s", why);
	ck_assert(has(l, "b0") && has(l, "b399") && has(l, "new"));
	ledger_close(l);
	assert_says(path, "SELECT count(*), length(users) FROM booking", "401");
	assert_says(path, "SELECT min(length(users)) FROM booking WHERE"
		    " name LIKE 'b%'", "19999");
}
END_TEST

START_TEST(damage_is_found_when_it_is_copied)
{
	ledger_t *l = begun();

	ck_assert(put_name(l, "old"));
	rot(path);
	ledger_try(l);
	ck_assert(!ledger_take_notice(l, why, sizeof(why)));
	ck_assert_msg(ledger_copy(l, 0, why, sizeof(why)), "%s", why);
	ledger_try(l);
	assert_notice(l);
	assert_found("old");
	ledger_close(l);
	l = begun();	/* the copy is of the pages in memory, too */
	assert_says(beside(LEDGER_COPY), "SELECT name FROM booking", "old");
	ledger_close(l);
}
END_TEST

/* A touch, or a server's clock: nothing is made again. */
START_TEST(another_time_is_no_other_content)
{
	const struct timespec times[2] = { { .tv_sec = 1 }, { .tv_sec = 1 } };
	ledger_t *l = begun();
	ino_t ino = l->place.file[0].ino;

	for (int i = 0; i < 3; i++) {
		ck_assert(put_name(l, i % 2 ? "a" : "b"));
		ck_assert(!utimensat(AT_FDCWD, i % 2 ? path : beside("-wal"),
				     times, 0));
		ledger_try(l);
		ck_assert(!ledger_take_notice(l, why, sizeof(why)));
	}
	ck_assert(l->place.file[0].ino == ino);
	ck_assert(!there(".seen") && !there(".seen-wal"));
	ledger_close(l);
}
END_TEST

/* None of the own writes is taken for another program's. */
START_TEST(own_writes_are_known)
{
	ledger_t *l = begun();
	char said[320];

	for (int i = 0; i < 500; i++) {
		ck_assert(put_name(l, i % 2 ? "a" : "b"));
		ck_assert(ledger_place_untouched(l));
		if (!(i % 50)) {
			ledger_move(l, 0, said, sizeof(said));
			ck_assert(ledger_copy(l, 0, why, sizeof(why)));
			ck_assert(ledger_place_untouched(l));
		}
	}
	ledger_close(l);
}
END_TEST

START_TEST(what_was_in_the_place_is_kept)
{
	ledger_t *l = begun();

	ck_assert(put_name(l, "old"));
	put_other();
	ck_assert(put_name(l, "new"));
	ck_assert_str_eq(kept_text(), "restored\n");
	ck_assert(there("-wal"));
	put_other();	/* one of them, however often that happens */
	ck_assert(put_name(l, "newer"));
	ck_assert_str_eq(kept_text(), "restored\n");
	ck_assert(!there(".salvage") && !there(".salvaged"));
	ledger_close(l);
	l = opened();
	ck_assert(has(l, "old") && has(l, "new") && has(l, "newer"));
	ledger_close(l);
}
END_TEST

/* A folder in the place of the unfinished file: it can't be made. */
START_TEST(nothing_is_acknowledged_while_it_cant_be_made_again)
{
	ledger_t *l = begun();
	ledger_tries_t tries;
	char line[400];

	ck_assert(put_name(l, "old"));
	ck_assert(!mkdir(beside(".salvage"), 0700));
	remove_both();
	for (int i = 0; i < 3; i++)
		ck_assert(!put_name(l, "new"));
	ck_assert_ptr_nonnull(strstr(why, "was removed, replaced, damaged or written by another program, and can't be made again"));
	ck_assert(ledger_take_notice(l, line, sizeof(line)));
	ck_assert(!strstr(line, ";"));	/* it is told once */
	tries = ledger_tries(l);
	ck_assert_uint_eq(tries.faults, 3);
	ck_assert(!rmdir(beside(".salvage")));
	ck_assert(put_name(l, "newer"));
	ck_assert(has(l, "old") && has(l, "newer") && !has(l, "new"));
	assert_found("newer");
	ledger_close(l);
}
END_TEST

/* It is complete, but the file that is in the place can't be put aside. */
START_TEST(one_that_did_not_get_the_place_never_does)
{
	ledger_t *l = begun();

	ck_assert(put_name(l, "old"));
	ck_assert(!mkdir(beside(LEDGER_ASIDE), 0700));
	move_away();
	put_other();
	ck_assert(!put_name(l, "refused"));
	ck_assert(there(".salvaged"));
	ck_assert(!rename(beside(".away"), path));
	ck_assert(put_name(l, "new"));
	ck_assert(!there(".salvaged"));
	assert_found("new");
	ck_assert(!rmdir(beside(LEDGER_ASIDE)));
	ledger_close(l);
}
END_TEST

/* SQLite has nothing in the log yet that tells how many pages there are. */
START_TEST(it_is_cut_right_after_it_was_made_again)
{
	ledger_t *l = begun();

	ck_assert(put_name(l, "old"));
	remove_both();
	ledger_try(l);
	assert_notice(l);
	truncate_file();
	ck_assert_msg(put_name(l, "new"), "%s", why);
	assert_found("old");
	assert_found("new");
	ledger_close(l);
}
END_TEST

START_TEST(doubt_lasts_until_it_is_made_again)
{
	ledger_t *l = begun();

	ck_assert(put_name(l, "old"));
	rot(path);
	ck_assert(!mkdir(beside(".salvage"), 0700));
	ledger_place_check(l);
	for (int i = 0; i < 3; i++)
		ck_assert(!put_name(l, "refused"));
	ck_assert(!rmdir(beside(".salvage")));
	ck_assert(put_name(l, "new"));
	assert_found("old");
	ledger_close(l);
}
END_TEST

/* One byte of a row, by somebody with an editor. */
START_TEST(another_content_of_the_same_form_is_seen)
{
	ledger_t *l = begun();
	booking_t *b = booking("old");
	static char bytes[1 << 20];
	size_t len;
	char *at;
	FILE *f;

	put(l, b);
	booking_destroy(b);
	ledger_close(l);
	l = begun();
	ck_assert_ptr_nonnull(f = fopen(path, "r+"));
	len = fread(bytes, 1, sizeof(bytes), f);
	at = memmem(bytes, len, "n[1-4]", 6);
	ck_assert_ptr_nonnull(at);
	ck_assert(!fseek(f, at - bytes, SEEK_SET) && (fputc('m', f) == 'm'));
	ck_assert(!fclose(f));
	ledger_try(l);
	assert_notice(l);
	ledger_close(l);
	assert_says(path, "SELECT nodes FROM booking", "n[1-4]");
}
END_TEST

/* Where the disk has no room to look, an untouched file is not doubted. */
START_TEST(what_cant_be_looked_at_is_not_damaged)
{
	ledger_t *l = begun();
	ino_t ino = l->place.file[0].ino;

	ck_assert(!mkdir(beside(".seen"), 0700));
	ledger_place_check(l);
	ck_assert(put_name(l, "new"));
	ck_assert(l->place.file[0].ino == ino);
	ck_assert(!ledger_take_notice(l, why, sizeof(why)));
	ck_assert(!rmdir(beside(".seen")));
	ledger_close(l);
}
END_TEST

/* The log is beside the file that a link names. */
START_TEST(a_link_is_followed)
{
	char target[128];
	ledger_t *l;

	ledger_close(begun());
	snprintf(target, sizeof(target), "%s/target", dir);
	ck_assert(!rename(path, target) && !symlink(target, path));
	l = begun();
	ck_assert(put_name(l, "new"));
	ledger_try(l);
	ck_assert(!ledger_take_notice(l, why, sizeof(why)));
	ck_assert(!unlink(target));
	ck_assert(put_name(l, "newer"));
	ledger_close(l);
	ck_assert(!access(target, F_OK));
	assert_says(path, "SELECT count(*) FROM booking", "2");
}
END_TEST

/* The disk fails at each place of a renewal in turn. */
START_TEST(a_fault_loses_nothing)
{
	int failed = 0, changes = 1;

	fault_vfs_install();
	for (int n = 0; n <= changes; n++) {	/* at first none */
		ledger_t *l = begun();
		bool ok;

		ck_assert(put_name(l, "old"));
		remove_both();
		fault_vfs_arm(!n ? FAULT_NONE : _i ? FAULT_FULL : FAULT_ONE, n);
		ok = put_name(l, "new");
		changes = MAX(changes, fault_vfs_disarm());
		failed += !ok;
		ck_assert_msg(put_name(l, "after"), "%d: %s", n, why);
		assert_found("old");
		assert_found("after");
		if (ok)
			assert_found("new");
		ledger_close(l);
		empty_dir();
	}
	ck_assert_int_gt(failed, 3);
}
END_TEST

/* Its identity, its epoch and what is known of its rows go on. */
START_TEST(it_is_the_same_ledger)
{
	const ledger_owner_t owner = { .host = "h", .boot = "b", .pid = 1 };
	ledger_t *l = begun();
	uint32_t identity = ledger_identity(l);
	int64_t epoch;

	commit(l, ledger_put_reconciled(l));
	remove_both();
	ck_assert(put_name(l, "new"));
	ck_assert_uint_eq(ledger_identity(l), identity);
	l = reopened(l);
	ck_assert_uint_eq(ledger_identity(l), identity);
	ck_assert(ledger_begin_epoch(l, &owner, &epoch, why, sizeof(why)));
	ck_assert_int_eq(epoch, 2);
	ck_assert(ledger_reconciled(l));
	ledger_close(l);
}
END_TEST

/* Each acknowledged change is in the file that is found after it. */
START_TEST(at_random)
{
	rng_t rng = { test_seed() };
	ledger_t *l = begun();
	bool is[8] = { false };

	for (int i = 0; i < ROUNDS; i++) {
		uint64_t n = rng_below(&rng, 8);
		char name[16];

		if (rng_one_in(&rng, 3))
			ways[rng_below(&rng, WAYS)]();
		snprintf(name, sizeof(name), "b%d", (int) n);
		if (is[n])
			drop(l, name);
		else
			ck_assert(put_name(l, name));
		is[n] = !is[n];
		if (rng_one_in(&rng, 5)) {
			ledger_close(l);
			l = begun();
		}
		for (int k = 0; k < 8; k++) {
			snprintf(name, sizeof(name), "b%d", k);
			ck_assert_int_eq(has(l, name), is[k]);
			if (is[k] && rng_one_in(&rng, 4))
				assert_found(name);
		}
	}
	ledger_close(l);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("ledger_renew");
	TCase *tc = test_case(s, "renew", 60);

	test_seed();	/* once, before any fork */
	tcase_add_checked_fixture(tc, ledger_setup, ledger_teardown);
	tcase_add_loop_test(tc, what_is_acknowledged_is_in_a_file_that_is_found,
			    0, WAYS);
	tcase_add_loop_test(tc, it_is_seen_when_nothing_is_committed, 0, WAYS);
	tcase_add_test(tc, a_large_one);
	tcase_add_test(tc, damage_is_found_when_it_is_copied);
	tcase_add_test(tc, another_time_is_no_other_content);
	tcase_add_test(tc, own_writes_are_known);
	tcase_add_test(tc, what_was_in_the_place_is_kept);
	tcase_add_test(tc, nothing_is_acknowledged_while_it_cant_be_made_again);
	tcase_add_test(tc, one_that_did_not_get_the_place_never_does);
	tcase_add_test(tc, it_is_cut_right_after_it_was_made_again);
	tcase_add_test(tc, doubt_lasts_until_it_is_made_again);
	tcase_add_test(tc, another_content_of_the_same_form_is_seen);
	tcase_add_test(tc, what_cant_be_looked_at_is_not_damaged);
	tcase_add_test(tc, a_link_is_followed);
	tcase_add_loop_test(tc, a_fault_loses_nothing, 0, 2);
	tcase_add_test(tc, it_is_the_same_ledger);
	tcase_add_test(tc, at_random);
	return test_run(s);
}
