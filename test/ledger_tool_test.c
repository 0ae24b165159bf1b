/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ledger_tool_test.c - what garq-ledger is made of, but for its main() */

#include <check.h>
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "contrib/ledger/command.h"
#include "contrib/ledger/conf.h"
#include "contrib/ledger/flags.h"
#include "contrib/ledger/rows.h"
#include "contrib/ledger/snapshot.h"
#include "contrib/ledger/table.h"
#include "test/test_util.h"

#define NOW 1800000000		/* 2027-01-15 08:00:00 UTC */
#define BIT(n) (UINT64_C(1) << (n))
#define SPEC_NODES BIT(15)

static char dir[64];
static char path[96];
static char why[8192];

static void zone(const char *name)
{
	setenv("TZ", name, 1);
	tzset();
}

static void setup(void)
{
	zone("UTC");
	unsetenv("TMPDIR");
	snprintf(dir, sizeof(dir), "/tmp/garq-tool-test.XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(dir));
	snprintf(path, sizeof(path), "%s/%s", dir, LEDGER_FILE);
}

static const char *in_dir(const char *name)
{
	static char whole[512];

	snprintf(whole, sizeof(whole), "%s/%s", dir, name);
	return whole;
}

static void teardown(void)
{
	struct dirent *e;
	DIR *d = opendir(dir);

	while ((e = readdir(d)))
		if (e->d_name[0] != '.')
			unlink(in_dir(e->d_name));
	closedir(d);
	ck_assert_int_eq(rmdir(dir), 0);
}

static booking_t *booking(const char *name)
{
	booking_t *b = booking_create();

	ck_assert_ptr_nonnull(b);
	ck_assert(booking_set(&b->name, name));
	ck_assert(booking_set(&b->users, "ada,bob"));
	ck_assert(booking_set(&b->nodes, "n[1-4]"));
	b->t_esr = b->t_lsr = b->start = NOW + 7200;
	b->end = NOW + 10800;
	b->num_cn = 4;
	b->flags = SPEC_NODES;
	b->purge_comp_time = 300;
	return b;
}

/* --- a command ------------------------------------------------------------ */

static char *said, *noted;

/* Sets said and noted. */
static void command_of(const booking_t *b, bool ignore_jobs)
{
	size_t size;
	FILE *out, *notes;

	free(said);
	free(noted);
	out = open_memstream(&said, &size);
	notes = open_memstream(&noted, &size);
	command_print(out, notes, b, NOW, ignore_jobs);
	fclose(out);
	fclose(notes);
}

static void assert_command(const booking_t *b, const char *want)
{
	command_of(b, false);
	ck_assert_str_eq(said, want);
	ck_assert_str_eq(noted, "");
}

#define HEAD "scontrol create reservation ReservationName=r" \
	     " StartTime=2027-01-15T10:00:00 EndTime=2027-01-15T11:00:00 "

START_TEST(command_of_a_plain_one)
{
	booking_t *b = booking("r");

	assert_command(b, HEAD "Nodes='n[1-4]' Users=ada,bob\n");
	booking_destroy(b);
}
END_TEST

START_TEST(command_has_all_that_was_given)
{
	booking_t *b = booking("r");

	booking_set(&b->partition, "main");
	booking_set(&b->features, "a&b|c");
	booking_set(&b->users, NULL);
	booking_set(&b->groups, "staff");
	booking_set(&b->accounts, "-red,-blue");
	booking_set(&b->licenses, "sw:3,db@host:1");
	booking_set(&b->comment, "it's $HOME; \"x\"");
	booking_set(&b->allowed_parts, "p,q");
	booking_set(&b->qos, "high");
	b->max_start_delay = 90061;
	assert_command(b, HEAD "Nodes='n[1-4]' PartitionName=main"
		       " Features='a&b|c' Licenses=sw:3,db@host:1"
		       " Groups=staff Accounts=-red,-blue"
		       " MaxStartDelay=25:01:01"
		       " Comment='it'\\''s $HOME; \"x\"' QOS=high"
		       " AllowedPartitions=p,q\n");
	booking_destroy(b);
}
END_TEST

START_TEST(command_of_one_that_has_begun)
{
	booking_t *b = booking("r");

	b->start = NOW;
	command_of(b, false);
	ck_assert_ptr_nonnull(strstr(said, " StartTime=now EndTime=2027-01-15T"
				     "11:00:00 "));
	ck_assert_ptr_nonnull(strstr(said, " Flags=IGNORE_JOBS  # "));
	b->start = NOW + 1;
	command_of(b, false);
	ck_assert_ptr_nonnull(strstr(said, " StartTime=2027-01-15T08:00:01 "));
	ck_assert_ptr_null(strstr(said, "IGNORE_JOBS"));
	command_of(b, true);
	ck_assert_ptr_nonnull(strstr(said, " Flags=IGNORE_JOBS\n"));
	booking_destroy(b);
}
END_TEST

START_TEST(none_of_one_that_is_over)
{
	booking_t *b = booking("r");

	b->start = NOW - 100;
	b->end = NOW;
	command_of(b, false);
	ck_assert_str_eq(said, "");
	ck_assert_ptr_nonnull(strstr(noted, "reservation r is left out"));
	b->end = NOW + 1;
	command_of(b, false);
	ck_assert_str_ne(said, "");
	ck_assert_str_eq(noted, "");
	booking_destroy(b);
}
END_TEST

START_TEST(command_has_the_flags)
{
	booking_t *b = booking("r");

	b->flags |= BIT(25) | BIT(10) | BIT(20) | BIT(29) | BIT(32) | BIT(39) |
		    BIT(41);
	assert_command(b, HEAD "Nodes='n[1-4]' Users=ada,bob Flags=FLEX,STATIC,"
		       "PURGE_COMP=0:05:00,NO_HOLD_JOBS_AFTER_END,MAGNETIC,"
		       "USER_DELETE\n");
	b->flags = BIT(20);
	b->purge_comp_time = 0;
	assert_command(b, HEAD "Nodes='n[1-4]' Users=ada,bob"
		       " Flags=PURGE_COMP\n");
	booking_destroy(b);
}
END_TEST

/* With Nodes= Slurm refuses it, so it would refuse the reservation. */
START_TEST(flags_that_cant_be_given_are_told)
{
	booking_t *b = booking("r");

	b->flags |= BIT(30) | BIT(32) | BIT(50);
	command_of(b, false);
	ck_assert_str_eq(said, HEAD "Nodes='n[1-4]' Users=ada,bob"
			 " Flags=MAGNETIC\n");
	ck_assert_ptr_nonnull(strstr(noted, "r: flag REPLACE_DOWN is left"));
	ck_assert_ptr_nonnull(strstr(noted, "r: flag 0x4000000000000 is left"));
	booking_destroy(b);
}
END_TEST

START_TEST(all_nodes_are_asked_for_as_all)
{
	booking_t *b = booking("r");

	b->flags |= FLAG_ALL_NODES;
	assert_command(b, HEAD "Nodes=ALL Users=ada,bob\n");
	/* scontrol would take it for all of the partition. */
	booking_set(&b->partition, "p");
	assert_command(b, HEAD "Nodes='n[1-4]' PartitionName=p Users=ada,bob\n");
	b->flags = SPEC_NODES | FLAG_PART_NODES;
	assert_command(b, HEAD "Nodes=ALL PartitionName=p Users=ada,bob\n");
	booking_destroy(b);
}
END_TEST

/* What scontrol makes of the text after StartTime=. */
static time_t read_time(const char *text)
{
	struct tm tm = { .tm_isdst = -1 };

	if (!strncmp(text, "uts", 3))
		return strtol(text + 3, NULL, 10);
	ck_assert_int_eq(sscanf(text, "%d-%d-%dT%d:%d:%d", &tm.tm_year,
				&tm.tm_mon, &tm.tm_mday, &tm.tm_hour,
				&tm.tm_min, &tm.tm_sec), 6);
	tm.tm_year -= 1900;
	tm.tm_mon--;
	return mktime(&tm);
}

START_TEST(times_are_exact_all_the_year)
{
	booking_t *b = booking("r");
	int seconds = 0;

	zone("Europe/Berlin");
	/* Quarters of an hour over one year, two changes of the clock in it. */
	for (int i = 1; i < 366 * 96; i++) {
		b->start = NOW + i * 900;
		b->end = b->start + 1;
		command_of(b, false);
		ck_assert_int_eq(read_time(strstr(said, " StartTime=") + 11),
				 b->start);
		ck_assert_int_eq(read_time(strstr(said, " EndTime=") + 9),
				 b->end);
		seconds += (strstr(said, "StartTime=uts") != NULL);
	}
	ck_assert_int_eq(seconds, 4);	/* of the hour that comes twice */
	booking_destroy(b);
}
END_TEST

/* The shell gives back what was quoted, whatever it is. */
START_TEST(quoting_is_the_shells)
{
	rng_t rng = { test_seed() };

	for (int i = 0; i < 200; i++) {
		size_t len = rng_below(&rng, 40), size;
		char text[41], back[64] = "", *line = NULL;
		FILE *f = open_memstream(&line, &size);

		for (size_t n = 0; n < len; n++)
			text[n] = rng_one_in(&rng, 2) ?
				"'\"\\$`!#~*?[](){}<>|&; \t\n=-+%"[
					rng_below(&rng, 28)] :
				(char) (1 + rng_below(&rng, 255));
		text[len] = '\0';
		fputs("printf %s ", f);
		command_quote(f, text);
		fclose(f);
		f = popen(line, "r");
		ck_assert_uint_eq(fread(back, 1, sizeof(back) - 1, f), len);
		ck_assert_int_eq(pclose(f), 0);
		ck_assert_str_eq(back, text);
		free(line);
	}
}
END_TEST

/* --- slurm.conf ----------------------------------------------------------- */

static const char *write_conf(const char *name, const char *text)
{
	FILE *f = fopen(in_dir(name), "w");

	fputs(text, f);
	fclose(f);
	return in_dir(name);
}

START_TEST(state_location_is_found)
{
	static const struct {
		const char *text, *want;
	} table[] = {
		{ "StateSaveLocation=/a/b\n", "/a/b" },
		{ "statesavelocation=/a", "/a" },
		{ "  StateSaveLocation = /a # /b\n", "/a" },
		{ "#StateSaveLocation=/a\n", "/var/spool" },
		{ "", "/var/spool" },
		{ "StateSaveLocation=/a\nStateSaveLocation=/b\n", "/b" },
		{ "ClusterName=x StateSaveLocation=/a Other=y\n", "/a" },
		{ "ClusterName=\"x StateSaveLocation=/b\"\n", "/var/spool" },
		{ "StateSaveLocation=\"/a b\"\r\n", "/a b" },
		{ "StateSave\\\nLocation=/a\\\n/b\nX=y\n", "/a/b" },
		{ "XStateSaveLocation=/a\nStateSaveLocationX=/a\n",
		  "/var/spool" },
		{ "= broken\n\\\n\nStateSaveLocation=/a", "/a" },
		{ "include other.conf\n", "/other" },
		{ "StateSaveLocation=/a\nInclude other.conf # x\n", "/other" },
		{ "Include other.conf\nStateSaveLocation=/a\n", "/a" },
		{ "IncludeX=other.conf\n", "/var/spool" },
	};
	char *found;

	write_conf("other.conf", "StateSaveLocation=/other");
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		const char *conf = write_conf("slurm.conf", table[i].text);

		ck_assert_msg(conf_state_location(conf, &found, why,
						  sizeof(why)), "%s", why);
		ck_assert_msg(!strcmp(found, table[i].want), "%s: %s, not %s",
			      table[i].text, found, table[i].want);
		free(found);
	}
}
END_TEST

START_TEST(a_conf_that_cant_be_read_is_named)
{
	char *found = NULL;

	ck_assert(!conf_state_location(in_dir("none"), &found, why,
				       sizeof(why)));
	ck_assert_ptr_nonnull(strstr(why, "/none: No such file"));
	write_conf("slurm.conf", "Include gone.conf\n");
	ck_assert(!conf_state_location(in_dir("slurm.conf"), &found, why,
				       sizeof(why)));
	ck_assert_ptr_nonnull(strstr(why, "/gone.conf: No such file"));
	write_conf("slurm.conf", "Include slurm.conf\n");
	ck_assert(!conf_state_location(in_dir("slurm.conf"), &found, why,
				       sizeof(why)));
	ck_assert_ptr_nonnull(strstr(why, "Too many levels"));
	ck_assert_ptr_null(found);
}
END_TEST

/* --- the copy ------------------------------------------------------------- */

static ledger_t *opened(const char *file)
{
	ledger_t *l = NULL;

	ck_assert_msg(ledger_open(file, &l, why, sizeof(why)) == LEDGER_OK,
		      "%s", why);
	return l;
}

static void put(ledger_t *l, booking_t *b)
{
	ck_assert(ledger_commit(l, ledger_put(l, b), why, sizeof(why)));
	booking_destroy(b);
}

/* Names, sizes and times of all files in the folder. */
static char *look(void)
{
	struct dirent **list;
	int cnt = scandir(dir, &list, NULL, alphasort);
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	for (int i = 0; i < cnt; i++) {
		struct stat st;

		ck_assert_int_eq(stat(in_dir(list[i]->d_name), &st), 0);
		if (list[i]->d_name[0] != '.')
			fprintf(f, "%s %lld %lld.%ld %lld\n", list[i]->d_name,
				(long long) st.st_size,
				(long long) st.st_mtim.tv_sec,
				st.st_mtim.tv_nsec, (long long) st.st_ino);
		free(list[i]);
	}
	free(list);
	fclose(f);
	return text;
}

/* Read a snapshot of path, whose folder must stay as it was. */
static rows_t snapshot_rows(rows_which_t which)
{
	char *before = look(), *after;
	snapshot_t s;
	rows_t rows;
	ledger_t *l;

	ck_assert_msg(snapshot_make(path, &s, why, sizeof(why)), "%s", why);
	l = opened(s.path);
	ck_assert(rows_read(l, which, &rows, why, sizeof(why)));
	ledger_close(l);
	snapshot_remove(&s);
	ck_assert_int_ne(access(s.folder, F_OK), 0);
	after = look();
	ck_assert_str_eq(after, before);
	free(before);
	free(after);
	return rows;
}

START_TEST(copy_of_one_that_is_closed)
{
	ledger_t *l = opened(path);
	rows_t rows;

	put(l, booking("r"));
	ledger_close(l);
	rows = snapshot_rows(ROWS_LIVE);
	ck_assert_uint_eq(rows.cnt, 1);
	ck_assert_str_eq(rows.row[0].booking->name, "r");
	rows_free(&rows);
}
END_TEST

START_TEST(copy_of_one_that_is_open)
{
	ledger_t *l = opened(path);
	rows_t rows;

	put(l, booking("r"));
	rows = snapshot_rows(ROWS_LIVE);
	ck_assert_uint_eq(rows.cnt, 1);
	rows_free(&rows);
	put(l, booking("x"));
	rows = snapshot_rows(ROWS_LIVE);
	ck_assert_uint_eq(rows.cnt, 2);
	rows_free(&rows);
	ledger_close(l);
}
END_TEST

/* All that it has is in its WAL. */
START_TEST(copy_of_one_that_was_killed)
{
	rows_t rows;
	int status;
	pid_t pid = fork();

	if (!pid) {
		put(opened(path), booking("r"));
		kill(getpid(), SIGKILL);
	}
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	ck_assert(WIFSIGNALED(status));
	rows = snapshot_rows(ROWS_LIVE);
	ck_assert_uint_eq(rows.cnt, 1);
	rows_free(&rows);
	ledger_close(opened(path));
}
END_TEST

/*
 * A slurmctld that commits while it is copied: before any read of the copying,
 * in one case of three. All states that the ledger was in are kept.
 */
#define MANY 150
#define STATES 20000
static ledger_t *written;
static rng_t writer;
static uint8_t history[STATES][MANY];
static int now_at;

static void commit_some(int cnt)
{
	uint8_t *state = history[now_at + 1];
	char users[1500];
	ledger_op_t *op = NULL;

	ck_assert_int_lt(now_at + 1, STATES);
	memcpy(state, history[now_at], MANY);
	memset(users, 'u', sizeof(users) - 1);
	users[sizeof(users) - 1] = '\0';
	for (int i = 0; i < cnt; i++) {
		int which = (cnt == MANY) ? i : (int) rng_below(&writer, MANY);
		booking_t *b;
		char name[16];

		snprintf(name, sizeof(name), "r%d", which);
		b = booking(name);
		b->end = state[which] = (uint8_t) (1 + rng_below(&writer, 250));
		booking_set(&b->users, users);
		if (op)
			ledger_commit_later(written, op);
		op = ledger_put(written, b);
		booking_destroy(b);
	}
	ck_assert(ledger_commit(written, op, why, sizeof(why)));
	now_at++;
}

static void meanwhile(void)
{
	if (written && rng_one_in(&writer, 3))
		commit_some((int) rng_between(&writer, 1, 12));
}

extern ssize_t __real_read(int fd, void *to, size_t len);
extern ssize_t __wrap_read(int fd, void *to, size_t len);
extern ssize_t __real_pread(int fd, void *to, size_t len, off_t at);
extern ssize_t __wrap_pread(int fd, void *to, size_t len, off_t at);

ssize_t __wrap_read(int fd, void *to, size_t len)
{
	meanwhile();
	return __real_read(fd, to, len);
}

ssize_t __wrap_pread(int fd, void *to, size_t len, off_t at)
{
	meanwhile();
	return __real_pread(fd, to, len, at);
}

/* Is it the state that the ledger was in at one moment since then? */
static bool was_so(const rows_t *rows, int since)
{
	uint8_t found[MANY] = { 0 };

	for (size_t n = 0; n < rows->cnt; n++) {
		const booking_t *b = rows->row[n].booking;

		found[atoi(b->name + 1)] = (uint8_t) b->end;
	}
	for (int i = since; i <= now_at; i++)
		if (!memcmp(history[i], found, MANY))
			return true;
	return false;
}

START_TEST(copies_of_one_that_is_written)
{
	snapshot_t s;
	rows_t rows;
	ledger_t *l;
	int begun = 0;

	writer.state = test_seed();
	written = opened(path);
	commit_some(MANY);
	for (int i = 0; i < 200; i++) {
		int since = now_at;

		ck_assert_msg(snapshot_make(path, &s, why, sizeof(why)), "%s",
			      why);
		begun += (now_at > since);
		l = opened(s.path);
		ck_assert(rows_read(l, ROWS_LIVE, &rows, why, sizeof(why)));
		ledger_close(l);
		snapshot_remove(&s);
		ck_assert_msg(was_so(&rows, since), "copy %d: never so", i);
		rows_free(&rows);
	}
	ck_assert_int_gt(begun, 100);
	ledger_close(written);
	written = NULL;
}
END_TEST

START_TEST(what_cant_be_copied_is_named)
{
	snapshot_t s;

	ck_assert(!snapshot_make(path, &s, why, sizeof(why)));
	ck_assert_ptr_nonnull(strstr(why, LEDGER_FILE ": No such file"));
	ck_assert_int_ne(access(s.folder, F_OK), 0);
	ck_assert(!snapshot_make(dir, &s, why, sizeof(why)));
	ck_assert_ptr_nonnull(strstr(why, "Is a directory"));
	ck_assert_int_ne(access(s.folder, F_OK), 0);
	setenv("TMPDIR", in_dir("none"), 1);
	ck_assert(!snapshot_make(path, &s, why, sizeof(why)));
	ck_assert_ptr_nonnull(strstr(why, "/none: No such file"));
}
END_TEST

/* --- the table ------------------------------------------------------------ */

static ledger_t *with_some(void)
{
	ledger_t *l = opened(path);
	booking_t *b = booking("later");

	put(l, b);
	b = booking("b");
	b->start = NOW;
	put(l, b);
	b = booking("a \"quoted\"");
	b->start = NOW;
	b->parked = true;
	booking_set(&b->users, NULL);
	booking_set(&b->groups, "staff");
	booking_set(&b->accounts, "-red");
	put(l, b);
	put(l, booking("gone"));
	ck_assert(ledger_commit(l, ledger_drop(l, "gone", "deleted"), why,
				sizeof(why)));
	return l;
}

static char *table_of(ledger_t *l, rows_which_t which, bool json)
{
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);
	rows_t rows;

	ck_assert(rows_read(l, which, &rows, why, sizeof(why)));
	if (which == ROWS_CLOSED) {
		ck_assert_uint_eq(rows.cnt, 1);
		ck_assert_int_gt(rows.row[0].closed, 1000000);
		rows.row[0].closed = NOW + 1;
	}
	ck_assert(table_print(f, &rows, which == ROWS_CLOSED, json));
	rows_free(&rows);
	fclose(f);
	return text;
}

static void assert_table(ledger_t *l, rows_which_t which, bool json,
			 const char *want)
{
	char *text = table_of(l, which, json);

	ck_assert_str_eq(text, want);
	free(text);
}

START_TEST(a_table_of_the_live_ones)
{
	ledger_t *l = with_some();

	assert_table(l, ROWS_LIVE, false,
		"NAME       START               END                 NODES  WHO                        PARKED\n"
		"a \"quoted\" 2027-01-15T08:00:00 2027-01-15T11:00:00 n[1-4] Groups=staff Accounts=-red yes\n"
		"b          2027-01-15T08:00:00 2027-01-15T11:00:00 n[1-4] Users=ada,bob              no\n"
		"later      2027-01-15T10:00:00 2027-01-15T11:00:00 n[1-4] Users=ada,bob              no\n");
	ledger_close(l);
}
END_TEST

START_TEST(a_table_of_the_parked_ones)
{
	ledger_t *l = with_some();
	rows_t rows;

	ck_assert(rows_read(l, ROWS_PARKED, &rows, why, sizeof(why)));
	ck_assert_uint_eq(rows.cnt, 1);
	ck_assert_str_eq(rows.row[0].booking->name, "a \"quoted\"");
	rows_free(&rows);
	ledger_close(l);
}
END_TEST

START_TEST(a_table_of_the_closed_ones)
{
	ledger_t *l = with_some();

	assert_table(l, ROWS_CLOSED, false,
		"NAME START               END                 NODES  WHO           CLOSED              WHY\n"
		"gone 2027-01-15T10:00:00 2027-01-15T11:00:00 n[1-4] Users=ada,bob 2027-01-15T08:00:01 deleted\n");
	ledger_close(l);
}
END_TEST

START_TEST(json_for_programs)
{
	ledger_t *l = with_some();
	char *text = table_of(l, ROWS_PARKED, true), *to = text;

	/* How it is laid out is the library's. */
	for (char *from = text; *from; from++)
		if (!strchr(" \n", *from) || ((to > text) && (to[-1] == 'a')))
			*to++ = *from;
	*to = '\0';
	ck_assert_str_eq(text, "{\"bookings\":[{\"name\":\"a \\\"quoted\\\"\","
			 "\"start\":1800000000,\"end\":1800010800,"
			 "\"nodes\":\"n[1-4]\","
			 "\"who\":\"Groups=staffAccounts=-red\","
			 "\"parked\":true}]}");
	free(text);
	ledger_close(l);
}
END_TEST

START_TEST(a_table_of_none)
{
	ledger_t *l = opened(path);
	char *text = table_of(l, ROWS_LIVE, false);

	ck_assert_str_eq(text, "");
	free(text);
	text = table_of(l, ROWS_LIVE, true);
	ck_assert_ptr_nonnull(strstr(text, "\"bookings\""));
	free(text);
	ledger_close(l);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("ledger_tool");
	TCase *t = tcase_create("ledger_tool");

	test_seed();
	tcase_set_timeout(t, 60);
	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, command_of_a_plain_one);
	tcase_add_test(t, command_has_all_that_was_given);
	tcase_add_test(t, command_of_one_that_has_begun);
	tcase_add_test(t, none_of_one_that_is_over);
	tcase_add_test(t, command_has_the_flags);
	tcase_add_test(t, flags_that_cant_be_given_are_told);
	tcase_add_test(t, all_nodes_are_asked_for_as_all);
	tcase_add_test(t, times_are_exact_all_the_year);
	tcase_add_test(t, quoting_is_the_shells);
	tcase_add_test(t, state_location_is_found);
	tcase_add_test(t, a_conf_that_cant_be_read_is_named);
	tcase_add_test(t, copy_of_one_that_is_closed);
	tcase_add_test(t, copy_of_one_that_is_open);
	tcase_add_test(t, copy_of_one_that_was_killed);
	tcase_add_test(t, copies_of_one_that_is_written);
	tcase_add_test(t, what_cant_be_copied_is_named);
	tcase_add_test(t, a_table_of_the_live_ones);
	tcase_add_test(t, a_table_of_the_parked_ones);
	tcase_add_test(t, a_table_of_the_closed_ones);
	tcase_add_test(t, json_for_programs);
	tcase_add_test(t, a_table_of_none);
	suite_add_tcase(s, t);
	return test_run(s);
}
