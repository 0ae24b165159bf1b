/* SPDX-License-Identifier: GPL-2.0-or-later */
/* options_users_test.c - SchedulerParameters that are about users, good and bad */

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/booking/request/options.h"
#include "test/unit/options_parsed.h"

/* Options of permissions and limits: defaults, then the given one. */
typedef struct {
	const char *text;
	const char *error;	/* what the error line must hold; NULL: none */
	bool users;
	uint32_t bookings;
	uint32_t nodes;
	uint32_t duration;
	uint32_t lead;
	uint32_t nodehours;
} users_case_t;

static const users_case_t users_cases[] = {
	{ "", NULL, false, 10, 0, 0, 0, 0 },
	{ "garq_users=yes", NULL, true, 10, 0, 0, 0, 0 },
	{ "garq_users=yes,garq_users=no", NULL, false, 10, 0, 0, 0, 0 },
	{ "garq_user_bookings=0", NULL, false, 0, 0, 0, 0, 0 },
	{ "garq_user_bookings=1000000,garq_user_nodes=1000000", NULL, false,
	  1000000, 1000000, 0, 0, 0 },
	{ "garq_user_duration=5256000,garq_user_lead=3650", NULL, false, 10, 0,
	  5256000, 3650, 0 },
	{ "garq_user_nodehours=100000000", NULL, false, 10, 0, 0, 0,
	  100000000 },
	{ "garq_user_nodes=0,garq_user_duration=0,garq_user_lead=0,garq_user_nodehours=0",
	  NULL, false, 10, 0, 0, 0, 0 },
	{ "garq_users=1", "garq_users must be yes or no", false, 10, 0, 0, 0,
	  0 },
	{ "garq_user=yes", "no such option", false, 10, 0, 0, 0, 0 },
	{ "garq_user_bookings=1000001", "garq_user_bookings must be a number, 0 (no limit) to 1000000",
	  false, 10, 0, 0, 0, 0 },
	{ "garq_user_bookings=-1", "garq_user_bookings must be", false, 10, 0,
	  0, 0, 0 },
	{ "garq_user_nodes=all", "garq_user_nodes must be", false, 10, 0, 0, 0,
	  0 },
	{ "garq_user_duration=1:00:00", "garq_user_duration must be minutes",
	  false, 10, 0, 0, 0, 0 },
	{ "garq_user_lead=3651", "garq_user_lead must be days, 0 (no limit) to 3650",
	  false, 10, 0, 0, 0, 0 },
	{ "garq_user_nodehours=1.5", "garq_user_nodehours must be a number",
	  false, 10, 0, 0, 0, 0 },
	{ "garq_nothing=1", "garq_user_bookings, garq_user_duration, garq_user_holds, garq_user_lead, garq_user_ledger, garq_user_licenses, garq_user_nodehours, garq_user_nodes, garq_user_others, garq_user_rate, garq_user_standing, garq_users",
	  false, 10, 0, 0, 0, 0 },
};

START_TEST(users)
{
	const users_case_t *c = &users_cases[_i];
	options_t o = options_parsed(c->text, c->error);

	ck_assert_int_eq(o.users, c->users);
	ck_assert_uint_eq(o.user_bookings, c->bookings);
	ck_assert_uint_eq(o.user_nodes, c->nodes);
	ck_assert_uint_eq(o.user_duration, c->duration);
	ck_assert_uint_eq(o.user_lead, c->lead);
	ck_assert_uint_eq(o.user_nodehours, c->nodehours);
}
END_TEST

/* Limits that count what all users, or the users of an account, do. */
typedef struct {
	const char *text;
	const char *error;	/* as above */
	uint32_t rate;
	uint32_t bookings;
	uint32_t nodehours;
	uint32_t ledger;
	uint32_t licenses;
} costs_case_t;

static const costs_case_t costs_cases[] = {
	{ "", NULL, 60, 0, 0, 1024, 0 },
	{ "garq_user_rate=0", NULL, 0, 0, 0, 1024, 0 },
	{ "garq_user_rate=1", NULL, 1, 0, 0, 1024, 0 },
	{ "garq_user_rate=1000000", NULL, 1000000, 0, 0, 1024, 0 },
	{ "garq_user_rate=1000001", "garq_user_rate must be a number, 0 (no limit) to 1000000",
	  60, 0, 0, 1024, 0 },
	{ "garq_user_rate=10/s", "garq_user_rate must be", 60, 0, 0, 1024, 0 },
	{ "garq_user_rate=-1", "garq_user_rate must be", 60, 0, 0, 1024, 0 },
	{ "garq_user_rate=", "garq_user_rate must be", 60, 0, 0, 1024, 0 },
	{ "garq_account_bookings=7,garq_account_nodehours=100000000", NULL, 60,
	  7, 100000000, 1024, 0 },
	{ "garq_account_bookings=0,garq_account_nodehours=0", NULL, 60, 0, 0, 1024, 0 },
	{ "garq_account_bookings=1000001", "garq_account_bookings must be a number, 0 (no limit) to 1000000",
	  60, 0, 0, 1024, 0 },
	{ "garq_account_nodehours=100000001", "garq_account_nodehours must be a number, 0 (no limit) to 100000000",
	  60, 0, 0, 1024, 0 },
	{ "garq_account_nodes=1", "no such option", 60, 0, 0, 1024, 0 },
	{ "garq_user_ledger=1048577", "garq_user_ledger must be KiB, 0 (no limit) to 1048576",
	  60, 0, 0, 1024, 0 },
	{ "garq_user_ledger=64K", "garq_user_ledger must be KiB", 60, 0, 0, 1024, 0 },
	{ "garq_user_ledger=1048576", NULL, 60, 0, 0, 1048576, 0 },
	{ "garq_user_ledger=0", NULL, 60, 0, 0, 0, 0 },
	{ "garq_user_licenses=3", NULL, 60, 0, 0, 1024, 3 },
	{ "garq_user_licenses=0", NULL, 60, 0, 0, 1024, 0 },
	{ "garq_user_licenses=sw:3", "garq_user_licenses must be a number, 0 (none) to 1000000",
	  60, 0, 0, 1024, 0 },
};

START_TEST(costs)
{
	const costs_case_t *c = &costs_cases[_i];
	options_t o = options_parsed(c->text, c->error);

	ck_assert_uint_eq(o.user_rate, c->rate);
	ck_assert_uint_eq(o.user_ledger, c->ledger);
	ck_assert_uint_eq(o.user_licenses, c->licenses);
	ck_assert_uint_eq(o.account_bookings, c->bookings);
	ck_assert_uint_eq(o.account_nodehours, c->nodehours);
}
END_TEST

/* Named holds. */
static const struct {
	const char *text;
	const char *error;	/* as above */
	uint32_t holds;
	uint32_t max;
} hold_cases[] = {
	{ "", NULL, 32, 3600 },
	{ "garq_user_holds=0,garq_hold_max=10", NULL, 0, 10 },
	{ "garq_user_holds=10000,garq_hold_max=604800", NULL, 10000, 604800 },
	{ "garq_user_holds=10001", "garq_user_holds must be a number, 0 (none) to 10000",
	  32, 3600 },
	{ "garq_user_holds=-1", "garq_user_holds must be", 32, 3600 },
	{ "garq_hold_max=9", "garq_hold_max must be seconds, 10 to 604800",
	  32, 3600 },
	{ "garq_hold_max=604801", "garq_hold_max must be", 32, 3600 },
	{ "garq_hold_max=2h", NULL, 32, 7200 },
	{ "garq_hold_max=2x", "garq_hold_max must be", 32, 3600 },
};

START_TEST(holds)
{
	char error[512];
	options_t o;
	bool ok = options_parse(hold_cases[_i].text, &o, error, sizeof(error));

	ck_assert_int_eq(ok, !hold_cases[_i].error);
	if (!ok)
		ck_assert_ptr_nonnull(strstr(error, hold_cases[_i].error));
	ck_assert_uint_eq(o.user_holds, hold_cases[_i].holds);
	ck_assert_uint_eq(o.hold_max, hold_cases[_i].max);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("options of users");
	TCase *t = tcase_create("options of users");

	tcase_add_loop_test(t, users, 0,
			    sizeof(users_cases) / sizeof(users_cases[0]));
	tcase_add_loop_test(t, costs, 0,
			    sizeof(costs_cases) / sizeof(costs_cases[0]));
	tcase_add_loop_test(t, holds, 0,
			    sizeof(hold_cases) / sizeof(hold_cases[0]));
	suite_add_tcase(s, t);
	return test_run(s);
}
