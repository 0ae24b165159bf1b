/* SPDX-License-Identifier: GPL-2.0-or-later */
/* request_check_test.c - names and flags that a request may have */

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/booking/place/shape.h"
#include "plugin/booking/request/flags.h"
#include "plugin/booking/request/name.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/states.h"
#include "plugin/booking/view/host.h"
#include "plugin/booking/view/office.h"
#include "test/unit/test_office.h"
#include "test/unit/test_util.h"

static const struct {
	const char *name;
	const char *why;	/* NULL: it may have that name */
} names[] = {
	{ NULL, NULL },
	{ "", NULL },
	{ "cb.1-2_3", NULL },
	{ "maint:n1", NULL },
	{ "example reservation", NULL },
	{ "prof's class", NULL },
	{ "kurs-gr\xc3\xb6\xc3\x9f" "e", NULL },
	{ "a=b", NULL },
	{ "garq-offer", NULL },
	{ "garq-offer: 1", NULL },
	{ "my garq-offer=1", NULL },
	{ "a,b", "commas separate names" },
	{ "a\nb", "does not print" },
	{ "a\x1b[2J", "does not print" },
	{ "\xe2\x80\xae" "abc", "does not print" },
	{ "gr\xf6sse", "not UTF-8" },
	{ "garq-offer=1 name=r.1", "answers for programs" },
	{ "garq-=", "answers for programs" },
};

START_TEST(names_of_requests)
{
	char *text = NULL;
	bool ok = name_ok(names[_i].name, &text);

	ck_assert_int_eq(ok, !names[_i].why);
	ck_assert_int_eq(ok, !text);
	if (text) {
		ck_assert_msg(strstr(text, names[_i].why), "%s", text);
		ck_assert_ptr_null(strchr(text, '\n'));
	}
	free(text);
}
END_TEST

START_TEST(long_names)
{
	char name[258] = "", *text = NULL;

	memset(name, 'x', 255);
	ck_assert(name_ok(name, &text));
	memset(name, 'x', 256);
	ck_assert(!name_ok(name, &text));
	ck_assert_ptr_nonnull(strstr(text, "256 bytes: at most 255"));
	free(text);
}
END_TEST

static const struct {
	const char *name;
	bool program;
	name_form_t form;
} forms[] = {
	{ NULL, true, NAME_PLAIN },
	{ "", true, NAME_PLAIN },
	{ "r", true, NAME_PLAIN },
	{ "offer", true, NAME_PLAIN },
	{ "offers2", true, NAME_PLAIN },
	{ "garq-offers=1", false, NAME_PLAIN },
	{ "GARQ-offers=1", true, NAME_PLAIN },
	{ "garq.job@7", false, NAME_JOB },
	{ "co-abc123.1of2.left", false, NAME_PART },
	{ "co-abc123.3of2.left", false, NAME_PLAIN },
	{ "min-nodes:2:r", false, NAME_WORDS },
	{ "maint:n1", false, NAME_WORDS },
	{ "plan:show:query", false, NAME_WORDS },
	{ "Hold:60:r", false, NAME_HOLD },
	{ "hold", false, NAME_PLAIN },
	{ "Offers", false, NAME_OFFERS },
	{ "garq-offers=1", true, NAME_OFFERS },
	{ "query", false, NAME_QUERY },
	{ "garq-probe=1", true, NAME_PROBE },
	{ "why", false, NAME_WHY },
	{ "why:r", false, NAME_WHY },
	{ "limits", false, NAME_LIMITS },
	{ "standing", false, NAME_STANDING },
	{ "log:r", false, NAME_LOG },
	{ "past", false, NAME_PAST },
	{ "usage:r", false, NAME_USAGE },
	{ "stats:reset", false, NAME_STATS },
	{ "stats:", false, NAME_WORDS },
};

START_TEST(forms_of_names)
{
	ck_assert_int_eq(name_form(forms[_i].name, forms[_i].program),
			 forms[_i].form);
}
END_TEST

static const struct {
	uint64_t flags;
	bool excluded;
} flags[] = {
	{ BOOKING_FLAG_STATIC, false },
	{ BOOKING_FLAG_REPLACE_DOWN, false },
	{ BOOKING_FLAG_STATIC | BOOKING_FLAG_MAINT, false },
	{ BOOKING_FLAG_STATIC | BOOKING_FLAG_REPLACE_DOWN, true },
	{ BOOKING_FLAG_STATIC | BOOKING_FLAG_REPLACE, true },
	{ BOOKING_FLAG_MAINT | BOOKING_FLAG_REPLACE_DOWN, true },
	{ BOOKING_FLAG_NO_STATIC | BOOKING_FLAG_REPLACE_DOWN, false },
};

/* By the version of the host. */
START_TEST(flags_that_exclude_each_other)
{
	for (int refuses = 0; refuses < 2; refuses++) {
		request_t r = { .has_flags = true, .flags = flags[_i].flags };
		int want = refuses && flags[_i].excluded ?
			   REFUSED_UNSUPPORTED : 0;
		char *text = NULL;

		fake.host.refuses_static_replace = refuses;
		ck_assert_int_eq(request_check_syntax(office, &r, &text), want);
		ck_assert_int_eq(!text, !want);
		free(text);
	}
}
END_TEST

/* What was read out of it is not in this text any more (request_read_tres()). */
START_TEST(tres_that_is_refused)
{
	static const struct {
		const char *tres, *why;	/* NULL: it is not refused */
	} cases[] = {
		{ "gres/gpu:a100=2,gres/gpu:h100=1", "one type" },
		{ "cpu=4,gres/gpu:a100=2,node=2,gres/gpu=1", "one type" },
		{ "gres/gpu:a100=2", NULL },
		{ "gres/gpu:a100=2,gres/gpus=2", NULL },
		{ "cpu=4,mem=100G", "reserves no such thing" },
		{ "bb/x=4", NULL },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		request_t r = { .tres = (char *) cases[i].tres };
		char *text = NULL;

		ck_assert_int_eq(request_check_syntax(office, &r, &text),
				 cases[i].why ? REFUSED_TRES : 0);
		ck_assert_int_eq(!text, !cases[i].why);
		if (text)
			ck_assert_ptr_nonnull(strstr(text, cases[i].why));
		free(text);
	}
}
END_TEST

START_TEST(features_that_are_refused)
{
	static const struct {
		const char *features, *nodes, *why;
	} cases[] = {
		{ "a&b", "n1", NULL },
		{ "[a*1&b*2]", NULL, NULL },
		{ "[a*1&b*2]", "ALL", "leave one of the two out" },
		{ "[a*1&b*2]", "n[1-3]", "leave one of the two out" },
		{ "a*1&b*2", NULL, "are written [x*2&y*3]" },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		request_t r = { .features = (char *) cases[i].features,
				.node_list = (char *) cases[i].nodes };
		char *text = NULL;

		ck_assert_int_eq(request_check_syntax(office, &r, &text),
				 cases[i].why ? REFUSED_FEATURES : 0);
		ck_assert_int_eq(!text, !cases[i].why);
		if (text)
			ck_assert_ptr_nonnull(strstr(text, cases[i].why));
		free(text);
	}
}
END_TEST

static void begin(void)
{
	static const options_t options = { .delta = 300 };

	test_office_begin(8, &options, office_states);
}

static Suite *_suite(void)
{
	Suite *s = suite_create("request_check");
	TCase *tc = tcase_create("request_check");

	tcase_add_checked_fixture(tc, begin, test_office_end);
	tcase_add_loop_test(tc, forms_of_names, 0,
			    sizeof(forms) / sizeof(forms[0]));
	tcase_add_loop_test(tc, names_of_requests, 0,
			    sizeof(names) / sizeof(names[0]));
	tcase_add_test(tc, long_names);
	tcase_add_loop_test(tc, flags_that_exclude_each_other, 0,
			    sizeof(flags) / sizeof(flags[0]));
	tcase_add_test(tc, tres_that_is_refused);
	tcase_add_test(tc, features_that_are_refused);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_run(_suite());
}
