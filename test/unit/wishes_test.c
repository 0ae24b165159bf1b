/* SPDX-License-Identifier: GPL-2.0-or-later */
/* wishes_test.c - what stands in front of a name is read, or refused clearly. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/booking/request/text.h"
#include "plugin/booking/request/wishes.h"
#include "test/unit/test_util.h"

/* RET the wishes of a name, as wishes_text() has them; free() */
static char *_canonical(const char *text)
{
	const char *name = NULL;
	char *why = NULL;
	wishes_t w;

	ck_assert_msg(wishes_read(text, &name, &w, &why), "%s: %s", text, why);
	ck_assert_str_eq(name, wishes_behind(text));
	return wishes_text(&w);
}

START_TEST(names_are_read)
{
	static const struct {
		const char *text;
		const char *wishes;
		const char *name;
	} cases[] = {
		{ "r", "", "r" },
		{ "min-node:4:r", "", "min-node:4:r" },
		{ "min-nodes:4:r", "min-nodes:4:", "r" },
		{ "MIN-NODES:4:R", "min-nodes:4:", "R" },
		{ "min-time:90:r", "min-time:90:", "r" },
		{ "min-time:90m:r", "min-time:90:", "r" },
		{ "min-time:1h30m:r", "min-time:90:", "r" },
		{ "min-time:1d2H3:r", "min-time:1563:", "r" },
		{ "or:2x4h:or:16X30:r", "or:2x240:or:16x30:", "r" },
		{ "max-cost:90:r", "max-cost:90.000000:", "r" },
		{ "max-cost:0.5:r", "max-cost:0.500000:", "r" },
		{ "prefer:nodes:r", "prefer:nodes:", "r" },
		{ "prefer:TIME:min-nodes:1:a:b", "min-nodes:1:prefer:time:",
		  "a:b" },
		{ "grow:YES:r", "grow:yes:", "r" },
		{ "Switches:2:r", "switches:2:", "r" },
		{ "PLACE:Tight:r", "place:tight:", "r" },
		{ "place:earliest:r", "place:earliest:", "r" },
		{ "tasks:5:r", "tasks:5:", "r" },
		{ "also:2026-12-14:r", "also:2026-12-14:", "r" },
		{ "ALSO:2028-02-29,2027-01-01:min-nodes:2:r",
		  "min-nodes:2:also:2028-02-29,2027-01-01:", "r" },
		{ "also:uts1796634000,2026-12-14:r",
		  "also:uts1796634000,2026-12-14:", "r" },
		{ "name:a b:r", "name:a b:", "r" },
		{ "plan:show:NAME:N:r", "name:N:plan:show:", "r" },
		{ "plan:show:r", "plan:show:", "r" },
		{ "offer:one:r.1", "offer:one:", "r.1" },
		{ "plan:show:OFFER:All:r", "offer:all:plan:show:", "r" },
		{ "PLAN:Lines:min-nodes:2:r", "min-nodes:2:plan:lines:", "r" },
		{ "plan:0123456789AB:r", "plan:0123456789ab:", "r" },
		{ "min-nodes:4294967293:r", "min-nodes:4294967293:", "r" },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char *wishes = _canonical(cases[i].text), *again;
		char named[256];

		ck_assert_str_eq(wishes, cases[i].wishes);
		ck_assert_str_eq(wishes_behind(cases[i].text), cases[i].name);
		snprintf(named, sizeof(named), "%sr", wishes);
		again = _canonical(named);
		ck_assert_str_eq(again, wishes);
		free(again);
		free(wishes);
	}
}
END_TEST

START_TEST(nonsense_is_refused_with_what_to_write)
{
	static const char *const cases[][2] = {
		{ "min-nodes:r", "write min-nodes:N:NAME" },
		{ "name::r", "write name:NEW:NAME" },
		{ "name:r", "write name:NEW:NAME" },
		{ "name:a:name:b:r", "write name:NEW:NAME, once" },
		{ "plan:0123456789a:r", "write plan:show:NAME" },
		{ "plan:0123456789abc:r", "write plan:show:NAME" },
		{ "plan:0123456789ag:r", "write plan:show:NAME" },
		{ "plan:show:plan:show:r", "write plan:show:NAME" },
		{ "offer:r.1", "write offer:one:NAME" },
		{ "offer:two:r.1", "write offer:one:NAME" },
		{ "offer:one:offer:one:r.1", "write offer:one:NAME" },
		{ "min-nodes:4", "write min-nodes:N:NAME" },
		{ "min-nodes:0:r", "write min-nodes:N:NAME" },
		{ "min-nodes:-1:r", "write min-nodes:N:NAME" },
		{ "min-nodes:4k:r", "write min-nodes:N:NAME" },
		{ "min-nodes:4294967294:r", "write min-nodes:N:NAME" },
		{ "min-nodes:99999999999999999999999999:r",
		  "write min-nodes:N:NAME" },
		{ "min-nodes:4:min-nodes:4:r", "write min-nodes:N:NAME, once" },
		{ "min-time:0:r", "write min-time:TIME:NAME" },
		{ "min-time:h:r", "write min-time:TIME:NAME" },
		{ "min-time:5s:r", "write min-time:TIME:NAME" },
		{ "min-time:71582001:r", "write min-time:TIME:NAME" },
		{ "min-time:4000000000d4000000000d:r",
		  "write min-time:TIME:NAME" },
		{ "or:4:r", "write or:NxTIME:NAME" },
		{ "or:0x4:r", "write or:NxTIME:NAME" },
		{ "or:4x:r", "write or:NxTIME:NAME" },
		{ "or:1x1:or:1x1:or:1x1:or:1x1:or:1x1:or:1x1:or:1x1:or:1x1:or:1x1:r",
		  "at most 8 times" },
		{ "max-cost:-1:r", "write max-cost:COST:NAME" },
		{ "max-cost:1e9:r", "write max-cost:COST:NAME" },
		{ "max-cost:1.2.3:r", "write max-cost:COST:NAME" },
		{ "prefer:cost:r", "write prefer:time:NAME or" },
		{ "prefer:time:prefer:nodes:r", "once" },
		{ "grow:no:r", "write grow:yes:NAME" },
		{ "grow:yes:grow:yes:r", "write grow:yes:NAME, once" },
		{ "tasks:2:tasks:2:r", "write tasks:N:NAME, once" },
		{ "place:late:r", "write place:earliest:NAME or place:tight:NAME" },
		{ "place:tight:place:tight:r", "once" },
		{ "switches:0:r", "write switches:N:NAME, once" },
		{ "switches:1:switches:1:r", "write switches:N:NAME, once" },
		{ "switches:1@10:r", "write switches:N:NAME" },
		{ "also:r", "write also:DATE,DATE,...:NAME" },
		{ "also::r", "write also:" },
		{ "also:2026-12-14,:r", "write also:" },
		{ "also:2026-12-14;2026-12-15:r", "write also:" },
		{ "also:2026-2-14:r", "write also:" },
		{ "also:uts:r", "write also:" },
		{ "also:uts0:r", "write also:" },
		{ "also:uts4294967295:r", "write also:" },
		{ "also:2026-02-29:r", "write also:" },
		{ "also:2100-02-29:r", "write also:" },
		{ "also:2026-04-31:r", "write also:" },
		{ "also:2026-00-10:r", "write also:" },
		{ "also:2026-13-10:r", "write also:" },
		{ "also:2026-12-00:r", "write also:" },
		{ "also:1999-12-14:r", "write also:" },
		{ "also:2106-01-01:r", "write also:" },
		{ "also:2026-12-14:also:2026-12-15:r", "once" },
		{ "min-nodes:4:", "the name of the reservation is missing" },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const char *name = "untouched";
		char *why = NULL;
		wishes_t w = { .least_cn = 7 };

		ck_assert_msg(!wishes_read(cases[i][0], &name, &w, &why), "%s",
			      cases[i][0]);
		ck_assert_msg(strstr(why, cases[i][1]), "%s: %s", cases[i][0],
			      why);
		ck_assert_str_eq(name, "untouched");
		ck_assert_uint_eq(w.least_cn, 7);
		free(why);
	}
}
END_TEST

START_TEST(a_series_has_a_bound)
{
	char *text = text_dup("also:"), *why = NULL, *again;
	const char *name = NULL;
	wishes_t w;

	for (int i = 0; i < WISHES_DATES; i++)
		text_add(&text, "%s20%02d-%02d-01", i ? "," : "", 30 + i / 12,
			 i % 12 + 1);
	text_add(&text, ":r");
	ck_assert(wishes_read(text, &name, &w, &why));
	ck_assert_uint_eq(w.also_cnt, WISHES_DATES);
	again = wishes_text(&w);
	ck_assert(!strncmp(text, again, strlen(again)));
	free(again);
	text[strlen(text) - 2] = '\0';
	text_add(&text, ",2050-01-01:r");
	ck_assert(!wishes_read(text, &name, &w, &why));
	free(why);
	free(text);
}
END_TEST

START_TEST(any_bytes_are_read_or_refused)
{
	static const char *const parts[] = {
		"min-nodes:", "min-time:", "or:", "max-cost:", "prefer:", "4",
		"2x3h", ":", "time", "plan:", "show", "0123456789ab", "r",
		"also:", "2026-12-14", ",", "\xff", "x", "1d", "",
	};
	rng_t r = { test_seed() };

	for (int i = 0; i < test_some(100000); i++) {
		char text[256] = "", *why = NULL;
		size_t len = 0;
		const char *name = NULL;
		wishes_t w;

		for (int n = (int) rng_below(&r, 12); n; n--)
			len += (size_t) snprintf(
				text + len, sizeof(text) - len, "%s",
				parts[rng_below(&r, sizeof(parts) /
						    sizeof(parts[0]))]);
		if (wishes_read(text, &name, &w, &why)) {
			ck_assert(!wishes_in_front(name));
			ck_assert(!wishes_about(&w) == (name == text));
		} else {
			ck_assert(wishes_in_front(text));
		}
		(void) wishes_behind(text);
		free(why);
	}
	ck_assert(!wishes_in_front(NULL) && !wishes_behind(NULL));
}
END_TEST

int main(void)
{
	Suite *s = suite_create("wishes");
	TCase *c = test_case(s, "wishes", 60);

	tcase_add_test(c, names_are_read);
	tcase_add_test(c, nonsense_is_refused_with_what_to_write);
	tcase_add_test(c, a_series_has_a_bound);
	tcase_add_test(c, any_bytes_are_read_or_refused);
	return test_run(s);
}
