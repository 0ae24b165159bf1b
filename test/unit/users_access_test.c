/* SPDX-License-Identifier: GPL-2.0-or-later */
/* users_access_test.c - what users who are no operators may ask for, on plain values */

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/booking/place/kind.h"
#include "plugin/booking/request/flags.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/rights/users.h"
#include "plugin/booking/states.h"
#include "plugin/booking/view/host.h"
#include "test/unit/test_office.h"
#include "test/unit/test_util.h"

#define UID 1000
#define COLLEAGUE 1001		/* shares an account with it */

static char *_user_name(office_t *office, uint32_t uid)
{
	(void) office;
	return text_dup((uid == UID) ? "me" : "other");
}

static char *_accounts(office_t *office, uint32_t uid, bool coordinated,
		       bool *ret_known)
{
	(void) office, (void) coordinated;
	*ret_known = true;
	return text_dup((uid == UID) ? "physics,chemistry" :
			(uid == COLLEAGUE) ? "theory,chemistry" : "biology");
}

static char *_flag_names(office_t *office, uint64_t flags)
{
	(void) office;
	return text_dup((flags & BOOKING_FLAG_MAGNETIC) ? "MAGNETIC" : "MAINT");
}

static bool is_private;	/* PrivateData hides reservations */

static bool _is_private(office_t *office, view_kind_t kind)
{
	(void) office;
	return is_private && (kind == VIEW_RESV);
}

/* A request of UID for a node; NULL: not given. */
typedef struct {
	const char *users, *accounts, *groups, *qos, *parts, *licenses;
	uint64_t flags;
	const char *said;	/* in the refusal; NULL: it is allowed */
} case_t;

static const case_t cases[] = {
	{ .said = NULL },
	{ .users = "me" },
	{ .users = "1000" },
	{ .users = "other", .said = "Users: the name service has not" },
	{ .users = "me,other", .said = "Users: the name service has not" },
	{ .users = "-me", .said = "Users: only operators" },
	{ .users = "me,me", .said = "Users: only operators" },
	{ .accounts = "physics" },
	{ .accounts = "chemistry,physics" },
	{ .accounts = "biology", .said = "Accounts=biology" },
	{ .accounts = "physics,physics,physics", .said = "each once" },
	{ .accounts = "-biology", .said = "Accounts=-biology" },
	{ .groups = "me", .said = "Groups: only operators" },
	{ .licenses = "glue:1", .said = "Licenses: only operators" },
	/* of Slurm 25.11: with and without users, and to be emptied */
	{ .qos = "normal", .said = "QOS and AllowedPartitions" },
	{ .qos = "-normal", .users = "me", .said = "QOS and AllowedPartitions" },
	{ .parts = "main", .said = "QOS and AllowedPartitions" },
	{ .parts = "main", .accounts = "physics", .said = "QOS and AllowedPartitions" },
	{ .qos = "", .parts = "" },
	{ .flags = BOOKING_FLAG_MAGNETIC },
	{ .flags = BOOKING_FLAG_MAGNETIC, .accounts = "physics", .said = "MAGNETIC" },
	{ .flags = BOOKING_FLAG_USER_DEL },
	{ .flags = BOOKING_FLAG_MAINT, .said = "Flags=MAINT: only operators" },
};

static request_t _request(const case_t *c)
{
	request_t r = { .num_cn = 1, .has_nodes = true, .flags = c->flags };

	request_set(&r.name, "r");
	request_set(&r.users, c->users);
	request_set(&r.accounts, c->accounts);
	request_set(&r.groups, c->groups);
	request_set(&r.qos, c->qos);
	request_set(&r.allowed_parts, c->parts);
	request_set(&r.licenses, c->licenses);
	return r;
}

/* An empty text of a create request counts as not given. */
static bool _is_given(const char *text, const char *given)
{
	return text_same(text, given) || (!text && !request_has(given));
}

/* Is the outcome what the case says? Only Users may have changed. */
static void _is_as_said(const case_t *c, int rc, const request_t *r,
			const char *text)
{
	if (c->said) {
		ck_assert_int_ne(rc, 0);
		ck_assert_ptr_nonnull(text);
		ck_assert_msg(strstr(text, c->said), "%s", text);
		return;
	}
	ck_assert_int_eq(rc, 0);
	ck_assert_ptr_null(text);
	ck_assert(text_same(r->accounts, c->accounts) &&
		  _is_given(r->qos, c->qos) &&
		  _is_given(r->allowed_parts, c->parts));
}

/* Others in Users of a request, whose ids and fellows were looked up. */
typedef struct {
	const char *users;
	uint32_t cnt;		/* ids: those of nobody, but for these: */
	uint32_t first;
	uint32_t fellows;
	const char *had;	/* Users of the booking; NULL: it is made */
	bool had_not;		/* ... are kept out */
	const char *groups;	/* of the booking */
	uint64_t flags;
	const char *said;
} others_t;

static const others_t others[] = {
	{ .users = "me,ada", .cnt = 2, .first = UID, .fellows = 3 },
	{ .users = "ada,1000", .cnt = 2, .first = 7, .fellows = 3 },
	{ .users = "ada", .cnt = 1, .first = 7, .fellows = 1 },
	{ .users = "carl", .cnt = 1, .first = COLLEAGUE, .fellows = 0 },
	{ .users = "ada,carl", .cnt = 2, .first = 7, .fellows = 1, .said = "as carl: give Users=me" },
	{ .users = "ada,bob,carl", .cnt = 3, .first = 7, .fellows = 7, .said = "more than 2 others (garq_user_others), and 3 names" },
	{ .users = "me,me,me,ada", .cnt = 4, .first = UID, .fellows = 15, .said = "more than 2 others" },
	{ .users = "me,ada,bob", .cnt = 3, .first = UID, .fellows = 5, .said = "as ada: give Users=me" },
	{ .users = "-ada", .cnt = 1, .first = 7, .fellows = 1, .said = "as -ada" },
	{ .users = "me,-ada", .cnt = 2, .first = UID, .fellows = 3, .said = "as -ada" },
	{ .users = "+ada", .cnt = 1, .first = 7, .fellows = 1, .said = "as +ada" },
	{ .users = "me,ada", .said = "ask again in a few seconds" },
	{ .users = "me,ada", .cnt = 1, .first = UID, .fellows = 3, .said = "ask again in a few seconds" },
	{ .users = "me,ada", .cnt = 2, .first = UID, .fellows = 3, .flags = BOOKING_FLAG_MAGNETIC, .said = "MAGNETIC" },
	/* of a booking */
	{ .users = "me,ada", .cnt = 2, .first = UID, .fellows = 3, .had = "me" },
	{ .users = "+ada", .cnt = 1, .first = 7, .fellows = 1, .had = "me" },
	{ .users = "+ada", .cnt = 1, .first = 7, .fellows = 0, .had = "me", .said = "as +ada" },
	{ .users = "-ada", .cnt = 1, .first = 7, .fellows = 0, .had = "me,ada" },
	{ .users = "-ada", .cnt = 1, .first = 7, .fellows = 1, .had = "me", .said = "as -ada" },
	{ .users = "-ada", .cnt = 1, .first = 7, .fellows = 1, .had = "-ada", .had_not = true, .said = "as -ada" },
	{ .users = "+ada", .cnt = 1, .first = 7, .fellows = 1, .had = "-ada", .had_not = true, .said = "as +ada" },
	{ .users = "me,ada", .cnt = 2, .first = UID, .fellows = 3, .had = "me", .groups = "g", .said = "Users: only operators" },
	{ .users = "+me", .cnt = 1, .first = UID, .fellows = 1, .had = "ada", .flags = BOOKING_FLAG_MAGNETIC, .said = "MAGNETIC" },
	{ .users = "me", .cnt = 1, .first = UID, .fellows = 1, .had = "ada", .flags = BOOKING_FLAG_MAGNETIC },
	{ .had = "me,ada", .flags = BOOKING_FLAG_MAGNETIC, .said = "MAGNETIC" },
	{ .had = "me,ada" },
};

static request_t _request_for(const others_t *o)
{
	const case_t given = { .users = o->users, .flags = o->flags };
	request_t r = _request(&given);

	r.user_id_cnt = o->cnt;
	r.user_ids = calloc(o->cnt + 1, sizeof(*r.user_ids));
	ck_assert_ptr_nonnull(r.user_ids);
	r.user_ids[0] = o->first;
	r.fellows = o->fellows;
	return r;
}

START_TEST(for_others)
{
	const others_t *o = &others[_i];
	booking_t b = { .creator = UID };
	view_resv_t v = {
		.name = (char *) "r", .booking = &b,
		.attrs = { .users = (char *) o->had, .users_not = o->had_not,
			   .groups = (char *) o->groups },
	};
	request_t r = _request_for(o);
	ask_t a = { .request = &r, .uid = UID, .limited = true,
		    .v = o->had ? &v : NULL };
	int rc;

	if (o->had)
		a.kind = kind_of_change(office, &v, &r);
	rc = o->had ? users_check_update(office, &a) :
		      users_check_create(office, &a);
	ck_assert_msg(!rc == !o->said, "%s: %s", o->users, a.text);
	ck_assert(!o->said || strstr(a.text, o->said));
	if (!rc && o->users)
		ck_assert_str_eq(r.users, o->users);
	ask_free(&a);
	request_free(&r);
}
END_TEST

START_TEST(others_are_counted)
{
	ck_assert_uint_eq(users_count_others(office, NULL, UID), 0);
	ck_assert_uint_eq(users_count_others(office, "me,+1000,-me", UID), 0);
	ck_assert_uint_eq(users_count_others(office, "mee,,me,-m,10000", UID),
			  3);
}
END_TEST

START_TEST(create)
{
	const case_t *c = &cases[_i];
	request_t r = _request(c);
	ask_t a = { .request = &r, .uid = UID, .limited = true };
	int rc = users_check_create(office, &a);

	_is_as_said(c, rc, &r, a.text);
	if (!c->said && !c->users && !c->accounts)
		ck_assert_str_eq(r.users, "me");
	ask_free(&a);
	request_free(&r);
}
END_TEST

/* IN v - NULL: there is none. OUT ret_text - free() */
static int check_update(view_resv_t *v, request_t *r, char **ret_text)
{
	ask_t a = { .request = r, .uid = UID, .limited = true, .v = v,
		    .kind = kind_of_change(office, v, r) };
	int rc = users_check_update(office, &a);

	*ret_text = a.text;
	a.text = NULL;
	ask_free(&a);
	return rc;
}

/* The same for an update of a booking that the user made. */
START_TEST(update)
{
	const case_t *c = &cases[_i];
	booking_t b = { .creator = UID };
	view_resv_t v = { .name = (char *) "r", .booking = &b };
	request_t r = _request(c);
	char *text = NULL;
	int rc = check_update(&v, &r, &text);

	_is_as_said(c, rc, &r, text);
	free(text);
	request_free(&r);
}
END_TEST

/* Of one of others all is refused; of none all is unknown. */
START_TEST(update_of_others)
{
	const case_t *c = &cases[_i];
	booking_t b = { .creator = UID + 1 };
	view_resv_t v = { .name = (char *) "r", .booking = &b };
	request_t r = _request(c);
	char *theirs = NULL, *none = NULL;

	ck_assert_int_eq(check_update(&v, &r, &theirs),
			 REFUSED_USERS);
	ck_assert_int_eq(check_update(NULL, &r, &none),
			 REFUSED_NO_SUCH);
	ck_assert_str_eq(none, "there is no such reservation");
	ck_assert_str_ne(theirs, none);
	free(theirs);
	free(none);
	request_free(&r);
}
END_TEST

/* What is hidden from the user is refused as what is not there. */
START_TEST(update_of_hidden)
{
	const case_t *c = &cases[_i];
	booking_t b = { .creator = UID + 1 };
	view_resv_t v = { .name = (char *) "r", .booking = &b };
	request_t r = _request(c);
	char *theirs = NULL, *none = NULL;

	is_private = true;
	ck_assert_int_eq(check_update(&v, &r, &theirs),
			 REFUSED_NO_SUCH);
	ck_assert_int_eq(check_update(NULL, &r, &none),
			 REFUSED_NO_SUCH);
	is_private = false;
	ck_assert_str_eq(theirs, none);
	free(theirs);
	free(none);
	request_free(&r);
}
END_TEST

/* Users=-NAME: the user has no right, not even as the owner; an operator has. */
START_TEST(kept_out)
{
	uint32_t ids[] = { 7, UID };
	booking_t b = { .creator = UID };
	view_resv_t v = {
		.name = (char *) "r", .booking = &b,
		.attrs = { .uids = ids, .uid_cnt = 2, .users_not = true },
	};

	ck_assert(users_is_kept_out(office, &v, UID));
	ck_assert(!users_is_owner(office, &v, UID));
	ck_assert(!users_is_kept_out(office, &v, UID + 1));
	ck_assert(!users_is_kept_out(office, NULL, UID));
	v.attrs.users_not = false;
	ck_assert(!users_is_kept_out(office, &v, UID));
	ck_assert(users_is_owner(office, &v, UID));
	v.attrs.users_not = true;
	ids[0] = 0;
	ck_assert(!users_is_kept_out(office, &v, 0));
}
END_TEST

static void begin(void)
{
	static const options_t options = { .delta = 300, .user_others = 2 };

	test_office_begin(8, &options, office_states);
	fake.users.is_private = _is_private;
	fake.users.name = _user_name;
	fake.users.accounts = _accounts;
	fake.users.flag_names = _flag_names;
}

static Suite *_suite(void)
{
	Suite *s = suite_create("users_access");
	TCase *tc = tcase_create("users_access");
	int cnt = sizeof(cases) / sizeof(cases[0]);

	tcase_add_checked_fixture(tc, begin, test_office_end);
	tcase_add_loop_test(tc, create, 0, cnt);
	tcase_add_loop_test(tc, update, 0, cnt);
	tcase_add_loop_test(tc, update_of_others, 0, cnt);
	tcase_add_loop_test(tc, update_of_hidden, 0, cnt);
	tcase_add_test(tc, kept_out);
	tcase_add_loop_test(tc, for_others, 0,
			    sizeof(others) / sizeof(others[0]));
	tcase_add_test(tc, others_are_counted);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_run(_suite());
}
