/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * co_journal_test.c - the journal of co-reservations: what was committed is there,
 * files that are none, and leases.
 */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "contrib/sresv/co/book/journal.h"
#include "test/unit/test_util.h"

static char folder[] = "/tmp/garq-journal-XXXXXX";
static char path[64];
static char *err_text;
static size_t err_len;

static void _setup(void)
{
	memcpy(folder + strlen(folder) - 6, "XXXXXX", 6);
	ck_assert_ptr_nonnull(mkdtemp(folder));
	snprintf(path, sizeof(path), "%s/a/b/co.db", folder);
}

static void _teardown(void)
{
	char command[80];

	snprintf(command, sizeof(command), "rm -rf %s", folder);
	ck_assert_int_eq(system(command), 0);
	free(err_text);
	err_text = NULL;
}

static journal_t *_open(void)
{
	FILE *err;
	journal_t *j;

	free(err_text);
	err = open_memstream(&err_text, &err_len);
	ck_assert_ptr_nonnull(err);
	j = journal_open(path, err);
	fclose(err);
	return j;
}

static journal_co_t _co(const char *id, const char *name)
{
	journal_co_t co = { .name = name, .file = "f.srl", .why = "",
			    .phase = DECIDE_MOVING, .part_cnt = 2,
			    .created = 1800000000 };

	snprintf(co.id, sizeof(co.id), "%s", id);
	return co;
}

static const journal_place_t place = {
	.part = 1, .id = "A", .member = "co-abcdefgh.2of2.A",
	.cluster = { .name = "a", .ssh = "host" },
	.shape = { .start = 1800000000, .length = 60, .nodes = 3,
		   .partition = "p", .licenses = "l:2", .list = "n1,n2,n3" },
};

static void _put(journal_t *j)
{
	const journal_co_t co = _co("abcdefgh", "mine");

	ck_assert(journal_put_co(j, &co));
	ck_assert(journal_put_place(j, co.id, &place));
	ck_assert(journal_commit(j));
}

START_TEST(what_was_committed_is_there)
{
	journal_t *j = _open();
	journal_co_t co;
	bool found;

	ck_assert_msg(j != NULL, "%s", err_text);
	_put(j);
	ck_assert(journal_put_phase(j, "abcdefgh", DECIDE_DECIDED, ""));
	ck_assert(journal_put_dropped(j, &place));
	ck_assert(journal_commit(j));
	/* this one is not */
	ck_assert(journal_put_phase(j, "abcdefgh", DECIDE_DONE, ""));
	journal_close(j);
	j = _open();
	ck_assert(journal_load(j, "mine", &co, &found));
	ck_assert_int_eq(co.phase, DECIDE_DECIDED);
	ck_assert_uint_eq(co.part_cnt, 2);
	ck_assert_uint_eq(co.place_cnt, 1);
	ck_assert_str_eq(co.places[0].member, place.member);
	ck_assert_str_eq(co.places[0].cluster.ssh, "host");
	ck_assert_ptr_null(co.places[0].cluster.conf);
	ck_assert_int_eq(co.places[0].shape.nodes, 3);
	ck_assert_ptr_null(co.places[0].shape.features);
	ck_assert_str_eq(co.places[0].shape.list, "n1,n2,n3");
	ck_assert(co.places[0].dropped);
	journal_free(&co);
	journal_close(j);
}
END_TEST

/* What makes a journal that of an older sresv. */
static const char *const older[] = {
	"DROP TABLE job; DROP TABLE request; DROP TABLE rebook;"
	"DROP TABLE keep; ALTER TABLE place DROP COLUMN list;"
	"PRAGMA user_version=1",
	"DROP TABLE request; DROP TABLE rebook; DROP TABLE keep;"
	"ALTER TABLE place DROP COLUMN list; PRAGMA user_version=2",
	"ALTER TABLE place DROP COLUMN list; PRAGMA user_version=3",
};

/* It gets the tables that it does not have. */
START_TEST(an_old_journal_is_upgraded)
{
	const journal_job_t job = { .part = 1, .run = 5, .job = 77 };
	journal_job_t *jobs;
	sqlite3 *db;
	journal_co_t co;
	journal_t *j = _open();
	size_t cnt;
	bool found;

	_put(j);
	journal_close(j);
	ck_assert_int_eq(sqlite3_open(path, &db), SQLITE_OK);
	ck_assert_int_eq(sqlite3_exec(db, older[_i], NULL, NULL, NULL),
			 SQLITE_OK);
	sqlite3_close(db);
	j = _open();
	ck_assert_msg(j != NULL, "%s", err_text);
	ck_assert(journal_load(j, "abcdefgh", &co, &found));
	ck_assert_ptr_null(co.request);
	ck_assert_ptr_null(co.places[0].shape.list);
	journal_free(&co);
	ck_assert(journal_put_job(j, "abcdefgh", &job));
	ck_assert(journal_commit(j));
	ck_assert(journal_jobs(j, "abcdefgh", &jobs, &cnt));
	ck_assert_uint_eq(cnt, 1);
	ck_assert_int_eq(jobs[0].job, 77);
	free(jobs);
	journal_close(j);
}
END_TEST

/* What somebody has written into a journal is not believed. */
static const char *const spoiled[] = {
	"UPDATE co SET phase = 'x'", "UPDATE co SET parts = 0",
	"UPDATE co SET parts = 65", "UPDATE co SET parts = -1",
	"UPDATE place SET part = 2", "UPDATE place SET part = -1",
	"UPDATE place SET start = 9223372036854775807",
	"UPDATE place SET start = -1", "UPDATE place SET length = 0",
	"UPDATE place SET length = 9223372036854775807",
	"UPDATE place SET nodes = -1",
};

START_TEST(a_spoiled_journal_is_one_line)
{
	journal_t *j = _open();
	journal_co_t co;
	sqlite3 *db;
	bool found;

	_put(j);
	ck_assert(journal_load(j, "abcdefgh", &co, &found));
	journal_free(&co);
	ck_assert_int_eq(sqlite3_open(path, &db), SQLITE_OK);
	ck_assert_int_eq(sqlite3_exec(db, spoiled[_i], NULL, NULL, NULL),
			 SQLITE_OK);
	sqlite3_close(db);
	ck_assert(!journal_load(j, "abcdefgh", &co, &found));
	ck_assert(found);
	ck_assert_ptr_nonnull(strstr(journal_why(j), "makes no sense"));
	journal_close(j);
}
END_TEST

/* Part 1 of the old one stays; part 0 has another place in the new one. */
START_TEST(a_new_one_takes_over_what_stays)
{
	const journal_keep_t keep = { .part = 1, .member = place.member,
				      .cluster = "a" };
	journal_co_t old = _co("abcdefgh", "mine"), new = _co("abcdefghr1", "");
	journal_place_t other = place;
	journal_t *j = _open();
	journal_co_t co;
	journal_id_t id;
	bool found;

	old.phase = DECIDE_DONE;
	old.request = "A.QOS.nodes = 1";
	old.asked = 1799999999;
	ck_assert(journal_put_co(j, &old) &&
		  journal_put_place(j, old.id, &place));
	other.part = 0;
	other.member = "co-abcdefgh.1of2.B";
	ck_assert(journal_put_place(j, old.id, &other));
	ck_assert(journal_next_id(j, old.id, id));
	ck_assert_str_eq(id, "abcdefghr1");
	ck_assert(!journal_heir(j, old.id, id));
	new.replaces = old.id;
	new.keeps = &keep;
	new.keep_cnt = 1;
	new.part_cnt = 1;
	new.phase = DECIDE_DONE;
	other.member = "co-abcdefghr1.1of1.B";
	ck_assert(journal_put_co(j, &new) &&
		  journal_put_place(j, new.id, &other) && journal_commit(j));
	ck_assert(journal_heir(j, old.id, id));
	ck_assert_str_eq(id, "abcdefghr1");
	ck_assert(journal_load(j, new.id, &co, &found));
	ck_assert(journal_is_unsettled(&co));
	ck_assert_str_eq(co.replaces, old.id);
	ck_assert_ptr_null(co.request);
	ck_assert(journal_switch(j, &co));
	journal_free(&co);
	ck_assert(!journal_heir(j, old.id, id));
	ck_assert(journal_load(j, "mine", &co, &found));
	ck_assert_str_eq(co.id, new.id);
	ck_assert(!journal_is_unsettled(&co));
	ck_assert_uint_eq(co.part_cnt, 2);
	ck_assert_uint_eq(co.place_cnt, 2);
	ck_assert_str_eq(co.places[0].member, place.member);
	ck_assert_uint_eq(co.places[0].part, 1);
	ck_assert_str_eq(co.request, old.request);
	ck_assert_int_eq(co.asked, old.asked);
	journal_free(&co);
	ck_assert(journal_load(j, old.id, &co, &found));
	ck_assert_int_eq(co.phase, DECIDE_UNDOING);
	ck_assert_uint_eq(co.place_cnt, 1);
	ck_assert_str_eq(co.places[0].member, "co-abcdefgh.1of2.B");
	journal_free(&co);
	ck_assert(journal_next_id(j, new.id, id));
	ck_assert_str_eq(id, "abcdefghr2");
	journal_close(j);
}
END_TEST

START_TEST(jobs_are_noted_and_forgotten)
{
	const journal_job_t asked[] = { { .part = 0, .run = 5 },
					{ .part = 1, .run = 5 },
					{ .part = 0, .run = 9, .job = 3 } };
	const journal_job_t known = { .part = 1, .run = 5, .job = 12 };
	journal_t *j = _open();
	journal_job_t *jobs;
	size_t cnt;

	_put(j);
	for (size_t i = 0; i < COUNT(asked); i++)
		ck_assert(journal_put_job(j, "abcdefgh", &asked[i]));
	ck_assert(journal_put_job(j, "abcdefgh", &known));
	ck_assert(journal_commit(j));
	ck_assert(journal_jobs(j, "abcdefgh", &jobs, &cnt));
	ck_assert_uint_eq(cnt, 3);
	ck_assert(!jobs[0].job && (jobs[1].job == 12) && (jobs[2].job == 3));
	free(jobs);
	ck_assert(journal_drop_jobs(j, "abcdefgh", 5));
	ck_assert(journal_commit(j));
	ck_assert(journal_jobs(j, "abcdefgh", &jobs, &cnt));
	ck_assert_uint_eq(cnt, 1);
	ck_assert_int_eq(jobs[0].run, 9);
	free(jobs);
	ck_assert(journal_jobs(j, "other", &jobs, &cnt));
	ck_assert_uint_eq(cnt, 0);
	journal_close(j);
}
END_TEST

START_TEST(it_is_private)
{
	journal_t *j = _open();
	struct stat st;

	ck_assert_ptr_nonnull(j);
	ck_assert_int_eq(stat(path, &st), 0);
	ck_assert_uint_eq(st.st_mode & 077, 0);
	journal_close(j);
}
END_TEST

START_TEST(an_id_that_is_unknown_is_not_found)
{
	journal_t *j = _open();
	journal_co_t co;
	bool found = true;

	ck_assert(!journal_load(j, "nobody", &co, &found));
	ck_assert(!found);
	ck_assert_ptr_nonnull(strstr(journal_why(j), "no co-reservation nobody"));
	journal_close(j);
}
END_TEST

START_TEST(open_ones_are_listed_alone)
{
	journal_t *j = _open();
	const journal_co_t other = _co("zzzzzzzz", "");
	journal_id_t *ids;
	size_t cnt;

	_put(j);
	ck_assert(journal_put_co(j, &other));
	ck_assert(journal_put_phase(j, other.id, DECIDE_DONE, ""));
	ck_assert(journal_commit(j));
	ck_assert(journal_ids(j, true, &ids, &cnt));
	ck_assert_uint_eq(cnt, 1);
	ck_assert_str_eq(ids[0], "abcdefgh");
	free(ids);
	ck_assert(journal_ids(j, false, &ids, &cnt));
	ck_assert_uint_eq(cnt, 2);
	free(ids);
	journal_close(j);
}
END_TEST

/* Files that are no journal, and what is said of them. */
static const struct {
	const char *make;	/* for sh; $F is the file */
	const char *says;
} foreign[] = {
	{ "yes no journal | head -c 8192 > $F", "move it away" },
	{ "mkdir $F", "unable to open" },
};

START_TEST(a_foreign_file_is_one_line)
{
	char command[300];
	journal_t *j = _open();

	ck_assert_ptr_nonnull(j);
	journal_close(j);
	snprintf(command, sizeof(command), "F=%s; rm -f $F; %s", path,
		 foreign[_i].make);
	ck_assert_int_eq(system(command), 0);
	ck_assert_ptr_null(_open());
	ck_assert_msg(strstr(err_text, foreign[_i].says) != NULL, "%s", err_text);
	ck_assert_uint_eq(strcspn(err_text, "\n"), err_len - 1);
}
END_TEST

/*
 * A lease of a process that lives keeps others out; it ends with the process, also
 * while its parent has not taken note of that.
 */
START_TEST(a_lease_ends_with_its_process)
{
	journal_t *j = _open();
	int ready[2], go[2], status;
	siginfo_t ended;
	char byte;
	pid_t pid;

	_put(j);
	journal_close(j);
	ck_assert(!pipe(ready) && !pipe(go));
	pid = fork();
	if (!pid) {
		j = _open();
		byte = j && journal_lease(j, "abcdefgh", false);
		_exit(write(ready[1], &byte, 1) + read(go[0], &byte, 1) != 2);
	}
	ck_assert_int_eq(read(ready[0], &byte, 1), 1);
	ck_assert_int_eq(byte, 1);
	j = _open();
	ck_assert(journal_is_leased(j, "abcdefgh"));
	ck_assert(!journal_lease(j, "abcdefgh", true));
	ck_assert_ptr_nonnull(strstr(journal_why(j), "is at work on abcdefgh"));
	ck_assert_int_eq(write(go[1], "x", 1), 1);
	ck_assert_int_eq(waitid(P_PID, (id_t) pid, &ended, WEXITED | WNOWAIT), 0);
	ck_assert(!journal_is_leased(j, "abcdefgh"));
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	ck_assert(journal_lease(j, "abcdefgh", false));
	journal_release(j, "abcdefgh");
	ck_assert(!journal_is_leased(j, "abcdefgh"));
	journal_close(j);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("co_journal");
	TCase *t = test_case(suite, "journal", 60);

	tcase_add_checked_fixture(t, _setup, _teardown);
	tcase_add_test(t, what_was_committed_is_there);
	tcase_add_loop_test(t, an_old_journal_is_upgraded, 0, COUNT(older));
	tcase_add_loop_test(t, a_spoiled_journal_is_one_line, 0, COUNT(spoiled));
	tcase_add_test(t, a_new_one_takes_over_what_stays);
	tcase_add_test(t, jobs_are_noted_and_forgotten);
	tcase_add_test(t, it_is_private);
	tcase_add_test(t, an_id_that_is_unknown_is_not_found);
	tcase_add_test(t, open_ones_are_listed_alone);
	tcase_add_loop_test(t, a_foreign_file_is_one_line, 0, COUNT(foreign));
	tcase_add_test(t, a_lease_ends_with_its_process);
	return test_run(suite);
}
