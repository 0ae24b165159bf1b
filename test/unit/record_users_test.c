/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * record_users_test.c - Users= of a request becomes the users of a record.
 *
 * What the file needs of Slurm is here in its place.
 */

#include <check.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/slurm/compat/user_facts.h"
#include "plugin/slurm/native/record_users.h"
#include "test/unit/test_util.h"

void *slurm_xcalloc(size_t count, size_t size, bool clear, bool try,
		    const char *file, int line, const char *func)
{
	(void) clear;
	(void) try;
	(void) file;
	(void) line;
	(void) func;
	return calloc(count ? count : 1, size ? size : 1);
}

void slurm_xfree(void **p)
{
	free_null(*p);
}

char *xstrdup(const char *text)
{
	return text ? strdup(text) : NULL;
}

int xstrcmp(const char *a, const char *b)
{
	return (a && b) ? strcmp(a, b) : (a != b);
}

void _xstrfmtcat(char **text, const char *fmt, ...)
{
	char add[256];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(add, sizeof(add), fmt, ap);
	va_end(ap);
	text_add(text, "%s", add);
}

static bool with_dbd, root_is_known;
static int assocs_rc, assocs, reports;

bool slurm_with_slurmdbd(void)
{
	return with_dbd;
}

bool user_has_association(uint32_t uid)
{
	ck_assert_uint_eq(uid, 0);
	return root_is_known;
}

int record_assocs_set(slurmctld_resv_t *rec)
{
	ck_assert_str_ne(rec->users, "root");
	assocs++;
	return assocs_rc;
}

void accounting_changed(const slurmctld_resv_t *rec)
{
	(void) rec;
	reports++;
}

static void setup(void)
{
	with_dbd = false;
	root_is_known = true;
	assocs_rc = assocs = reports = 0;
}

/* --- users a to z have the ids 1 to 26 --- */

static request_t request(const char *users)
{
	request_t r = { .users = text_dup(users) };

	r.user_ids = calloc(strlen(users) + 1, sizeof(*r.user_ids));
	for (const char *at = users; *at; at++)
		if ((*at >= 'a') && (*at <= 'z'))
			r.user_ids[r.user_id_cnt++] = (uint32_t) (*at - 'a' + 1);
	return r;
}

/* The ids of a record as names. */
static const char *ids(const slurmctld_resv_t *rec)
{
	static char text[32];

	ck_assert_int_lt(rec->user_cnt, 32);
	for (int i = 0; i < rec->user_cnt; i++)
		text[i] = (char) ('a' + rec->user_list[i] - 1);
	text[rec->user_cnt] = '\0';
	return text;
}

static void assert_record(const slurmctld_resv_t *rec, const char *users,
			  const char *names, bool not)
{
	ck_assert_int_eq(text_same(rec->users, users), true);
	ck_assert_str_eq(ids(rec), names);
	ck_assert_int_eq(!!(rec->ctld_flags & RESV_CTLD_USER_NOT), not);
}

static void empty(slurmctld_resv_t *rec)
{
	free_null(rec->users);
	free_null(rec->user_list);
}

/*
 * Create a record as Slurm would, and give it these users, for which this is to be
 * returned. RET empty()
 */
static slurmctld_resv_t created_with(const char *users, int want)
{
	resv_desc_msg_t desc = { .users = strdup(users) };
	slurmctld_resv_t rec = { .users = NULL };
	request_t r = request(users);
	record_users_t u;

	ck_assert_int_eq(record_users_take(&r, &desc, &u), 0);
	ck_assert_str_eq(desc.users, "root");
	rec.users = desc.users;
	rec.user_list = calloc(1, sizeof(*rec.user_list));
	rec.user_cnt = 1;
	ck_assert_int_eq(record_users_created(&rec, &u), want);
	record_users_free(&u);
	request_free(&r);
	return rec;
}

static slurmctld_resv_t created(const char *users)
{
	return created_with(users, 0);
}

START_TEST(a_new_record_has_the_users)
{
	slurmctld_resv_t rec = created("b,a");

	assert_record(&rec, "b,a", "ba", false);
	empty(&rec);
	rec = created("-c,-d");
	assert_record(&rec, "-c,-d", "cd", true);
	empty(&rec);
}
END_TEST

/* Accounting has had the record of who stood in for the users. */
START_TEST(accounting_is_told_of_associations)
{
	slurmctld_resv_t rec = created("a");

	ck_assert_int_eq(assocs + reports, 0);
	empty(&rec);
	with_dbd = true;
	rec = created("a");
	ck_assert_int_eq(assocs, 1);
	ck_assert_int_eq(reports, 1);
	empty(&rec);
	assocs_rc = ESLURM_INVALID_ACCOUNT;
	rec = created_with("a", ESLURM_INVALID_ACCOUNT);
	ck_assert_int_eq(assocs, 2);
	ck_assert_int_eq(reports, 1);
	empty(&rec);
}
END_TEST

START_TEST(with_accounts_nobody_stands_in)
{
	resv_desc_msg_t desc = { .users = strdup("a"), .accounts = "x" };
	request_t r = request("a");
	record_users_t u;

	ck_assert_int_eq(record_users_take(&r, &desc, &u), 0);
	ck_assert_ptr_null(desc.users);
	ck_assert_int_eq(u.cnt, 1);
	record_users_free(&u);
	request_free(&r);
}
END_TEST

START_TEST(slurm_looks_up_what_has_no_ids_and_no_stand_in)
{
	resv_desc_msg_t desc = { .users = strdup("a") };
	request_t r = { .users = text_dup("a") };
	record_users_t u;

	ck_assert_int_eq(record_users_take(&r, &desc, &u), 0);
	ck_assert_str_eq(desc.users, "a");
	ck_assert_int_eq(u.cnt, 0);
	request_free(&r);
	r = request("a");
	with_dbd = true;
	root_is_known = false;
	ck_assert_int_eq(record_users_take(&r, &desc, &u), 0);
	ck_assert_str_eq(desc.users, "a");
	ck_assert_int_eq(u.cnt, 0);
	free(desc.users);
	request_free(&r);
}
END_TEST

START_TEST(signs_are_not_mixed)
{
	const char *const bad[] = { "a,-b", "-a,b", "+a", "-a,+b" };

	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		resv_desc_msg_t desc = { .users = strdup(bad[i]) };
		request_t r = request(bad[i]);
		record_users_t u;

		ck_assert_int_eq(record_users_take(&r, &desc, &u),
				 REFUSED_USERS);
		ck_assert_str_eq(desc.users, bad[i]);
		free(desc.users);
		request_free(&r);
	}
}
END_TEST

/* Update a record with these users; Slurm takes or refuses the rest. */
static void update(slurmctld_resv_t *rec, const char *users, bool ok)
{
	resv_desc_msg_t desc = { .users = strdup(users) };
	request_t r = request(users);
	record_users_t had;
	bool given;

	ck_assert_int_eq(record_users_give(rec, &r, &desc, &had, &given), 0);
	ck_assert(given);
	ck_assert_ptr_null(desc.users);
	record_users_updated(rec, &had, ok);
	request_free(&r);
}

START_TEST(an_update_adds_and_removes)
{
	const struct {
		const char *before, *change, *users, *names;
		bool not;
	} table[] = {
		{ "a,b", "c", "c", "c", false },
		{ "a,b", "+c", "a,b,c", "abc", false },
		{ "a,b", "+b,+c", "a,b,c", "abc", false },
		{ "a,b", "-a", "b", "b", false },
		{ "a,b,c", "-a,+d,-c", "b,d", "bd", false },
		{ "a", "-b", "a", "a", false },
		{ "a,b", "-a,-b", NULL, "", false },
		{ "-a", "-b", "-a,-b", "ab", true },
		{ "-a,-b", "+a", "-b", "b", true },
		{ "-a", "+a", NULL, "", false },
		{ "-a", "c", "c", "c", false },
	};

	for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++) {
		slurmctld_resv_t rec = created(table[i].before);

		update(&rec, table[i].change, true);
		assert_record(&rec, table[i].users, table[i].names,
			      table[i].not);
		empty(&rec);
	}
}
END_TEST

START_TEST(a_list_of_others_begins_where_there_is_none)
{
	slurmctld_resv_t rec = { .users = NULL };

	update(&rec, "-a", true);
	assert_record(&rec, "-a", "a", true);
	empty(&rec);
}
END_TEST

/* Replace the users of a record; Slurm takes or refuses the rest. */
static void replace(slurmctld_resv_t *rec, const char *users, bool ok)
{
	request_t r = request(users);
	record_users_t had;
	bool emptied;

	r.users_whole = true;
	emptied = record_users_empty(rec, &r, &had);
	ck_assert_int_eq(emptied, users[0] == '-');
	ck_assert(!emptied || !rec->user_cnt);
	update(rec, users, ok);
	if (emptied)
		record_users_updated(rec, &had, ok);
	request_free(&r);
}

START_TEST(a_whole_list_replaces_one)
{
	const struct {
		const char *before, *change, *names;
		bool not;
	} table[] = {
		{ "root", "-a", "a", true },
		{ "a,b", "-a,-c", "ac", true },
		{ "-a,-b", "-a", "a", true },
		{ "-a", "-a,-b", "ab", true },
		{ "-a", "b", "b", false },
	};

	for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++) {
		slurmctld_resv_t rec = created(table[i].before);

		replace(&rec, table[i].change, true);
		assert_record(&rec, table[i].change, table[i].names,
			      table[i].not);
		empty(&rec);
	}
}
END_TEST

START_TEST(a_whole_list_that_is_refused_changes_nothing)
{
	slurmctld_resv_t rec = created("a,b");

	replace(&rec, "-a", false);
	assert_record(&rec, "a,b", "ab", false);
	empty(&rec);
}
END_TEST

START_TEST(a_refused_update_changes_nothing)
{
	slurmctld_resv_t rec = created("-a,-b");

	update(&rec, "c", false);
	assert_record(&rec, "-a,-b", "ab", true);
	empty(&rec);
}
END_TEST

START_TEST(groups_are_left_to_slurm)
{
	slurmctld_resv_t rec = { .groups = "g" };
	resv_desc_msg_t desc = { .users = "a" };
	request_t r = request("a");
	record_users_t had;
	bool given = true;

	ck_assert_int_eq(record_users_give(&rec, &r, &desc, &had, &given), 0);
	ck_assert(!given);
	ck_assert_str_eq(desc.users, "a");
	request_free(&r);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("record_users");
	TCase *tc = test_case(suite, "facts", 0);

#ifdef COMPAT_RESV_USERNAMES
	return 77;	/* Slurm looks up all users there */
#endif
	tcase_add_checked_fixture(tc, setup, NULL);
	tcase_add_test(tc, a_new_record_has_the_users);
	tcase_add_test(tc, accounting_is_told_of_associations);
	tcase_add_test(tc, with_accounts_nobody_stands_in);
	tcase_add_test(tc, slurm_looks_up_what_has_no_ids_and_no_stand_in);
	tcase_add_test(tc, signs_are_not_mixed);
	tcase_add_test(tc, an_update_adds_and_removes);
	tcase_add_test(tc, a_list_of_others_begins_where_there_is_none);
	tcase_add_test(tc, a_whole_list_replaces_one);
	tcase_add_test(tc, a_whole_list_that_is_refused_changes_nothing);
	tcase_add_test(tc, a_refused_update_changes_nothing);
	tcase_add_test(tc, groups_are_left_to_slurm);
	return test_run(suite);
}
