/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * options_parsed.h - parse options, and see that the error is one clear line, or none.
 */
#pragma once

#include <string.h>

#include "plugin/booking/request/options.h"
#include "test/unit/test_util.h"

/*
 * IN text - SchedulerParameters
 * IN wrong - a part of the error that has to be told; NULL: all is right
 */
static inline options_t options_parsed(const char *text, const char *wrong)
{
	char error[OPTIONS_ERROR];
	options_t o;

	ck_assert_int_eq(options_parse(text, &o, error, sizeof(error)), !wrong);
	if (wrong)
		ck_assert_ptr_nonnull(strstr(error, wrong));
	else
		ck_assert_str_eq(error, "");
	ck_assert_ptr_null(strchr(error, '\n'));
	return o;
}
