/* SPDX-License-Identifier: GPL-2.0-or-later */
/* resolve_test.c - names of a request; the name service is below */

#include <check.h>
#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/slurm/compat/resolve.h"
#include "test/unit/test_util.h"

/* --- the name service: users u1, u2, ... with these ids; group g --- */

static int asked;		/* how often it was */
static int broken;		/* an errno: it does not answer */
static size_t needs;		/* bytes that an answer takes */

static int _answer(bool there, size_t size, void *entry, void **ret)
{
	asked++;
	*ret = NULL;
	if (broken)
		return broken;
	if (size < needs)
		return ERANGE;
	*ret = there ? entry : NULL;
	return 0;
}

int getpwnam_r(const char *name, struct passwd *pw, char *buf, size_t size,
	       struct passwd **ret)
{
	unsigned uid = 0;
	char end;

	(void) buf;
	pw->pw_name = (char *) name;
	pw->pw_uid = (sscanf(name, "u%u%c", &uid, &end) == 1) ? uid : 0;
	pw->pw_gid = pw->pw_uid / 2 + 1000;
	return _answer(pw->pw_uid != 0, size, pw, (void **) ret);
}

int getpwuid_r(uid_t uid, struct passwd *pw, char *buf, size_t size,
	       struct passwd **ret)
{
	snprintf(buf, size, "u%u", uid);
	pw->pw_name = buf;
	pw->pw_uid = uid;
	pw->pw_gid = uid / 2 + 1000;
	return _answer(uid < 100, size, pw, (void **) ret);
}

int getgrnam_r(const char *name, struct group *gr, char *buf, size_t size,
	       struct group **ret)
{
	(void) buf;
	gr->gr_gid = 7;
	return _answer(!strcmp(name, "g"), size, gr, (void **) ret);
}

/* u1 to u9 are in group 100, too, and u1 in many others. */
int getgrouplist(const char *user, gid_t group, gid_t *groups, int *cnt)
{
	unsigned uid = 0;
	int room = *cnt, have;

	asked++;
	ck_assert_int_eq(sscanf(user, "u%u", &uid), 1);
	have = (uid == 1) ? 1000 : (uid < 10) ? 2 : 1;
	for (int i = 0; (i < have) && (i < room); i++)
		groups[i] = !i ? group :
			    (gid_t) ((i == have - 1) ? 100 : 5000 + i);
	*cnt = have;
	return (have > room) ? -1 : have;
}

static void setup(void)
{
	asked = broken = 0;
	needs = 0;
}

/* --- tests --- */

/* Resolve these names. RET request_free() */
static request_t ask(const char *users, const char *groups, int want)
{
	request_t r = { .name = NULL };
	char *text = NULL;

	request_set(&r.users, users);
	request_set(&r.groups, groups);
	ck_assert_int_eq(resolve_names(&r, &text), want);
	ck_assert_int_eq(text != NULL, want != 0);
	if (want)
		ck_assert_ptr_null(r.user_ids);
	free(text);
	return r;
}

START_TEST(nothing_is_asked_for_nothing)
{
	request_t r = ask(NULL, NULL, 0);

	ck_assert_ptr_null(r.user_ids);
	request_free(&r);
	r = ask("", "", 0);
	ck_assert_ptr_null(r.user_ids);
	ck_assert_int_eq(asked, 0);
	request_free(&r);
}
END_TEST

START_TEST(ids_are_in_the_order_of_the_names)
{
	request_t r = ask("+u5,-u3,,u4,17", NULL, 0);
	const uint32_t want[] = { 5, 3, 4, 17 };

	ck_assert_uint_eq(r.user_id_cnt, 4);
	ck_assert_mem_eq(r.user_ids, want, sizeof(want));
	request_free(&r);
}
END_TEST

START_TEST(what_is_not_known_is_refused)
{
	const char *const names[] = { "who", "u5,who", "u5,+", "500",
				      "+-u5", "u5 ", "99999999999999999999" };

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		request_t r = ask(names[i], NULL, REFUSED_USERS);

		request_free(&r);
	}
	request_t r = ask("u5", "g,h", REFUSED_GROUPS);
	request_free(&r);
	r = ask(NULL, "g,-g", 0);
	request_free(&r);
}
END_TEST

START_TEST(fellows_share_a_group)
{
	const struct {
		uint32_t uid;
		const char *users;
		uint32_t cnt, fellows;
	} cases[] = {
		{ 20, "u20,u21,u22,21", 4, 0xb },	/* the primary one */
		{ 5, "+u1,-u9,,u10,20", 4, 0x3 },
		{ 1, "u2,u30", 2, 0x1 },
		{ 500, "u2,u500", 2, 0x2 },		/* is unknown */
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		request_t r = { .users = text_dup(cases[i].users) };
		char *text = NULL;

		ck_assert_int_eq(resolve_fellows(cases[i].uid, &r, &text), 0);
		ck_assert_uint_eq(r.user_id_cnt, cases[i].cnt);
		ck_assert_uint_eq(r.fellows, cases[i].fellows);
		request_free(&r);
	}
}
END_TEST

START_TEST(unknown_fellows_are_refused)
{
	request_t r = { .users = text_dup("u5,who"), .fellows = 7 };
	char *text = NULL;

	ck_assert_int_eq(resolve_fellows(5, &r, &text), REFUSED_USERS);
	ck_assert_str_eq(text,
			 "who is unknown: Users= must be known to the controller");
	ck_assert_ptr_null(r.user_ids);
	ck_assert_uint_eq(r.fellows, 7);
	free(text);
	text = NULL;
	broken = EIO;
	ck_assert_int_eq(resolve_fellows(5, &r, &text), REFUSED_USERS);
	ck_assert_ptr_nonnull(strstr(text, "try again later"));
	free(text);
	request_free(&r);
}
END_TEST

START_TEST(a_service_that_fails_is_told)
{
	request_t r = { .users = text_dup("u5") };
	char *text = NULL;

	broken = EIO;
	ck_assert_int_eq(resolve_names(&r, &text), REFUSED_USERS);
	ck_assert_ptr_nonnull(strstr(text, "try again later"));
	free(text);
	text = NULL;
	broken = ENOENT;
	ck_assert_int_eq(resolve_names(&r, &text), REFUSED_USERS);
	ck_assert_ptr_nonnull(strstr(text, "u5 is unknown: Users="));
	free(text);
	request_free(&r);
}
END_TEST

START_TEST(a_long_answer_gets_room)
{
	request_t r;

	needs = 1 << 20;
	r = ask("u5", "g", 0);
	ck_assert_uint_eq(r.user_ids[0], 5);
	request_free(&r);
	needs = SIZE_MAX;
	r = ask("u5", NULL, REFUSED_USERS);
	request_free(&r);
}
END_TEST

static char *many(int cnt)
{
	char *text = NULL;

	for (int i = 1; i <= cnt; i++)
		text_add(&text, "%su%d", (i > 1) ? "," : "", i);
	return text;
}

START_TEST(names_are_counted_before_one_is_asked_for)
{
	char *most = many(RESOLVE_NAMES_MAX);
	char *more = many(RESOLVE_NAMES_MAX + 1);
	char name[400];
	request_t r = ask(more, NULL, REFUSED_USERS);

	ck_assert_int_eq(asked, 0);
	request_free(&r);
	r = ask(most, NULL, 0);
	ck_assert_int_eq(asked, RESOLVE_NAMES_MAX);
	ck_assert_uint_eq(r.user_id_cnt, RESOLVE_NAMES_MAX);
	request_free(&r);
	asked = 0;
	memset(name, 'u', sizeof(name));
	name[sizeof(name) - 1] = '\0';
	r = ask(name, NULL, REFUSED_USERS);
	ck_assert_int_eq(asked, 0);
	request_free(&r);
	free(most);
	free(more);
}
END_TEST

/* What is left of lists of names. */
static void check_left(const char *users, const char *groups,
		       const char *users_left, const char *groups_left)
{
	char *u = text_dup(users), *g = text_dup(groups);

	resolve_drop_unknown(&u, &g);
	ck_assert_msg(text_same(u, users_left), "users %s", u ? u : "");
	ck_assert_msg(text_same(g, groups_left), "groups %s", g ? g : "");
	free(u);
	free(g);
}

START_TEST(names_of_a_record_are_looked_up)
{
	char *more = many(RESOLVE_NAMES_MAX + 1), *all = strdup(more);

	check_left(NULL, NULL, NULL, NULL);
	check_left("-u5,-17", "g", "-u5,-17", "g");
	check_left("u5,who", NULL, "u5", NULL);
	check_left("-who,-u5", "g,h", "-u5", "g");
	check_left("who", "h", NULL, NULL);
	/* The bound is for requests: a record may have more. */
	asked = 0;
	check_left(all, NULL, more, NULL);
	ck_assert_int_gt(asked, RESOLVE_NAMES_MAX);
	/* Who is kept out does not get in as the service does not answer. */
	broken = EIO;
	check_left("u5", NULL, NULL, NULL);
	check_left("-u5,-who", NULL, "-u5,-who", NULL);
	free(more);
	free(all);
}
END_TEST

static void assert_known(uint32_t uid, const char *want)
{
	char *name = resolve_known_name(uid);

	ck_assert_str_eq(name, want);
	free(name);
}

START_TEST(a_name_is_known_once_it_was_looked_up)
{
	assert_known(8, "8");
	ck_assert_int_eq(asked, 0);
	resolve_user(8);
	resolve_user(8);
	ck_assert_int_eq(asked, 1);
	assert_known(8, "u8");
	assert_known(9, "9");
	resolve_unknown();
	assert_known(9, "u9");
	resolve_user(500);	/* there is no such user */
	assert_known(500, "500");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("resolve");
	TCase *tc = test_case(suite, "facts", 0);

	tcase_add_checked_fixture(tc, setup, NULL);
	tcase_add_test(tc, nothing_is_asked_for_nothing);
	tcase_add_test(tc, ids_are_in_the_order_of_the_names);
	tcase_add_test(tc, what_is_not_known_is_refused);
	tcase_add_test(tc, fellows_share_a_group);
	tcase_add_test(tc, unknown_fellows_are_refused);
	tcase_add_test(tc, a_service_that_fails_is_told);
	tcase_add_test(tc, a_long_answer_gets_room);
	tcase_add_test(tc, names_are_counted_before_one_is_asked_for);
	tcase_add_test(tc, names_of_a_record_are_looked_up);
	tcase_add_test(tc, a_name_is_known_once_it_was_looked_up);
	return test_run(suite);
}
