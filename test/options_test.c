/* SPDX-License-Identifier: GPL-2.0-or-later */
/* options_test.c - SchedulerParameters, good and bad */

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/options.h"
#include "test/test_util.h"

typedef struct {
	const char *text;
	const char *error;	/* what the error line must hold; NULL: none */
	struct {
		options_base_t base;
		uint32_t delta;
		uint32_t horizon;
		bool window;
	} want;
} case_t;

#define BACKFILL OPTIONS_BASE_BACKFILL
#define BUILTIN OPTIONS_BASE_BUILTIN

static const case_t cases[] = {
	{ NULL, NULL, { BACKFILL, 300, 365, true } },
	{ "", NULL, { BACKFILL, 300, 365, true } },
	{ "bf_interval=30,defer", NULL, { BACKFILL, 300, 365, true } },
	{ "garq_delta=60", NULL, { BACKFILL, 60, 365, true } },
	{ "bf_interval=30,garq_delta=60,defer", NULL,
	  { BACKFILL, 60, 365, true } },
	{ " garq_delta=60 , garq_horizon=30 ", NULL,
	  { BACKFILL, 60, 30, true } },
	{ "GARQ_DELTA=60", NULL, { BACKFILL, 60, 365, true } },
	{ "garq_delta=1,garq_horizon=1", NULL, { BACKFILL, 1, 1, true } },
	{ "garq_delta=86400,garq_horizon=3650", NULL,
	  { BACKFILL, 86400, 3650, true } },
	{ "garq_base=builtin", NULL, { BUILTIN, 300, 365, true } },
	{ "garq_base=sched/backfill", NULL, { BACKFILL, 300, 365, true } },
	{ "garq_window=none", NULL, { BACKFILL, 300, 365, false } },
	{ "garq_window=MaxStartDelay", NULL, { BACKFILL, 300, 365, true } },
	{ ",,,garq_delta=60,,", NULL, { BACKFILL, 60, 365, true } },
	/* bad: the line says what to write, the option has its default */
	{ "garq_delta=0", "seconds, 1 to 86400", { BACKFILL, 300, 365, true } },
	{ "garq_delta=86401", "86400", { BACKFILL, 300, 365, true } },
	{ "garq_delta=-5", "garq_delta=-5", { BACKFILL, 300, 365, true } },
	{ "garq_delta=+5", "seconds", { BACKFILL, 300, 365, true } },
	{ "garq_delta=5m", "seconds", { BACKFILL, 300, 365, true } },
	{ "garq_delta=", "seconds", { BACKFILL, 300, 365, true } },
	{ "garq_delta", "seconds", { BACKFILL, 300, 365, true } },
	{ "garq_delta=4294967596", "seconds", { BACKFILL, 300, 365, true } },
	{ "garq_delta=99999999999999999999", "seconds",
	  { BACKFILL, 300, 365, true } },
	{ "garq_horizon=0", "days, 1 to 3650", { BACKFILL, 300, 365, true } },
	{ "garq_horizon=3651", "days", { BACKFILL, 300, 365, true } },
	{ "garq_base=wiki", "backfill or builtin",
	  { BACKFILL, 300, 365, true } },
	{ "garq_base=backfil", "backfill or builtin",
	  { BACKFILL, 300, 365, true } },
	{ "garq_window=yes", "maxstartdelay or none",
	  { BACKFILL, 300, 365, true } },
	{ "garq_detla=60", "no such option", { BACKFILL, 300, 365, true } },
	{ "garq_", "no such option", { BACKFILL, 300, 365, true } },
	{ "garq_=5", "no such option", { BACKFILL, 300, 365, true } },
	{ "garq_delta=1,garq_horizon=365", "longer delta",
	  { BACKFILL, 300, 365, true } },
	/* one bad option does not spoil the others; the first is told */
	{ "garq_delta=x,garq_horizon=7,garq_base=x", "garq_delta",
	  { BACKFILL, 300, 7, true } },
};

START_TEST(parses)
{
	const case_t *c = &cases[_i];
	char error[512];
	options_t o;
	bool ok = options_parse(c->text, &o, error, sizeof(error));

	ck_assert_int_eq(ok, !c->error);
	if (c->error)
		ck_assert_ptr_nonnull(strstr(error, c->error));
	else
		ck_assert_str_eq(error, "");
	ck_assert_ptr_null(strchr(error, '\n'));
	ck_assert_int_eq(o.base, c->want.base);
	ck_assert_uint_eq(o.delta, c->want.delta);
	ck_assert_uint_eq(o.horizon, c->want.horizon);
	ck_assert_int_eq(o.window, c->want.window);
	ck_assert_uint_eq(o.verify, 0);
}
END_TEST

typedef struct {
	const char *text;
	const char *error;	/* as above */
	uint32_t want;
} verify_case_t;

static const verify_case_t verify_cases[] = {
	{ "garq_verify=1", NULL, 1 },
	{ "garq_verify=86400", NULL, 86400 },
	{ "garq_verify=0", NULL, 0 },
	{ "garq_verify=5,garq_verify=0", NULL, 0 },
	{ "garq_verify=86401", "garq_verify must be seconds, 0 to 86400", 0 },
	{ "garq_verify=-1", "garq_verify must be", 0 },
	{ "garq_verify=yes", "garq_verify must be", 0 },
	{ "garq_verify", "garq_verify must be", 0 },
	{ "garq_verified=1", "there are: garq_base, garq_delta, garq_horizon, garq_park, garq_verify, ", 0 },
};

START_TEST(verifies)
{
	const verify_case_t *c = &verify_cases[_i];
	char error[512];
	options_t o;
	bool ok = options_parse(c->text, &o, error, sizeof(error));

	ck_assert_int_eq(ok, !c->error);
	if (c->error)
		ck_assert_ptr_nonnull(strstr(error, c->error));
	ck_assert_uint_eq(o.verify, c->want);
	ck_assert_uint_eq(o.delta, options_default().delta);
}
END_TEST

START_TEST(parks)
{
	char error[512];
	options_t o;

	ck_assert(options_parse("garq_park=no", &o, error, sizeof(error)));
	ck_assert(!o.park);
	ck_assert(options_parse("garq_park=Yes", &o, error, sizeof(error)));
	ck_assert(o.park);
	ck_assert(!options_parse("garq_park=1", &o, error, sizeof(error)));
	ck_assert_ptr_nonnull(strstr(error, "garq_park must be yes or no"));
	ck_assert(o.park);
}
END_TEST

START_TEST(names_the_base)
{
	ck_assert_str_eq(options_base_name(BACKFILL), "sched/backfill");
	ck_assert_str_eq(options_base_name(BUILTIN), "sched/builtin");
}
END_TEST

START_TEST(cuts_a_long_word)
{
	char text[2000], error[200];
	options_t o;

	memset(text, 'x', sizeof(text));
	memcpy(text, "garq_", 5);
	text[sizeof(text) - 1] = '\0';
	ck_assert(!options_parse(text, &o, error, sizeof(error)));
	ck_assert_ptr_nonnull(strstr(error, "no such option"));
}
END_TEST

int main(void)
{
	Suite *s = suite_create("options");
	TCase *t = tcase_create("options");

	tcase_add_loop_test(t, parses, 0, sizeof(cases) / sizeof(cases[0]));
	tcase_add_test(t, parks);
	tcase_add_loop_test(t, verifies, 0,
			    sizeof(verify_cases) / sizeof(verify_cases[0]));
	tcase_add_test(t, names_the_base);
	tcase_add_test(t, cuts_a_long_word);
	suite_add_tcase(s, t);
	return test_run(s);
}
