/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ledger_events_ask_test.c - those that are asked for, and no others */

#include <stdio.h>
#include <string.h>

#include "plugin/ledger/ledger_private.h"
#include "test/unit/ledger_events_fixture.h"

static booking_t *booking_of(const char *name, uint32_t creator,
			     const char *users)
{
	booking_t *b = booking(name);

	b->creator = creator;
	booking_set(&b->users, users);
	return b;
}

/* Each second one booking more is made; the last one is closed. */
static ledger_t *with_some(void)
{
	static const struct {
		const char *name;
		uint32_t creator;
		const char *users;
	} of[] = {
		{ "r", 1000, "adam,bob" }, { "s", 1001, "bob,ada" },
		{ "t", 1000, "ada" }, { "u", 0, NULL }, { "v", 0, "bob,ada,eve" },
		{ "w", 0, "-ada" }, { "x", 0, "" },
	};
	ledger_t *l = opened();

	for (size_t i = 0; i < sizeof(of) / sizeof(of[0]); i++) {
		booking_t *b = booking_of(of[i].name, of[i].creator,
					  of[i].users);

		test_clock.at = NOW + (time_t) i;
		put(l, b);
		booking_destroy(b);
	}
	test_clock.at++;
	drop(l, "x");
	return l;
}

/* The names and verbs that are found. */
static void assert_names(const ledger_events_ask_t *ask, const char *want)
{
	ledger_t *l = with_some();
	char *text = asked(l, ask), found[256] = "", *rest = text, *line;

	while ((line = strsep(&rest, "\n")) && line[0]) {
		char name[16], verb[16];
		size_t len = strlen(found);

		ck_assert_int_eq(sscanf(line, "%*d %15s %15[a-z]", name, verb),
				 2);
		snprintf(found + len, sizeof(found) - len, "%s%s%.2s",
			 len ? " " : "", name, verb);
	}
	ck_assert_str_eq(found, want);
	sqlite3_free(text);
	ledger_close(l);
}

static const struct {
	ledger_events_ask_t ask;
	const char *want;
} asks[] = {
	{ { .all = true }, "rcr scr tcr ucr vcr wcr xcr xcl" },
	{ { .all = true, .name = "s" }, "scr" },
	{ { .all = true, .name = "x" }, "xcr xcl" },
	{ { .all = true, .name = "S" }, "" },
	{ { .all = true, .name = "" }, "" },
	{ { .all = true, .name = "' OR 1 = 1; --" }, "" },
	{ { .all = true, .name = "%" }, "" },
	{ { .owner = 1000 }, "rcr tcr" },
	{ { .owner = 5 }, "" },
	/* adam is another one, and who is excluded is not concerned */
	{ { .owner = 5, .user = "ada" }, "scr tcr vcr" },
	{ { .owner = 5, .user = "bob" }, "rcr scr vcr" },
	{ { .owner = 5, .user = "eve" }, "vcr" },
	{ { .owner = 5, .user = "ob,a" }, "" },
	{ { .owner = 5, .user = "%" }, "" },
	{ { .owner = 5, .user = "') OR 1 = 1; --" }, "" },
	{ { .owner = 1000, .user = "ada" }, "rcr scr tcr vcr" },
	{ { .owner = 1000, .user = "ada", .name = "v" }, "vcr" },
	{ { .owner = 1000, .name = "u" }, "" },
	{ { .all = true, .since = NOW + 6 }, "xcr xcl" },
	{ { .all = true, .since = NOW + 8 }, "" },
	{ { .all = true, .closed = true }, "xcl" },
	{ { .owner = 1000, .closed = true }, "" },
	{ { .all = true, .most = 3 }, "wcr xcr xcl" },
	{ { .owner = 5, .user = "ada", .most = 2 }, "tcr vcr" },
};

START_TEST(asked_for)
{
	ledger_events_ask_t ask = asks[_i].ask;

	ask.most = ask.most ? ask.most : UINT32_MAX;
	assert_names(&ask, asks[_i].want);
}
END_TEST

START_TEST(none_at_most)
{
	assert_names(&(ledger_events_ask_t) { .all = true }, "");
}
END_TEST

/* The last one is that which was written last, whatever a clock said. */
START_TEST(the_last_one_comes_first)
{
	ledger_events_ask_t last = { .all = true, .most = 1 };
	ledger_t *l = opened();
	booking_t *b = booking("r");

	put(l, b);
	place(b, 3000, 6600, NULL);
	put_moved(l, b, "room");
	assert_asked(l, &last,
		     "999991 r moved room 2000-5600 - > 3000-6600 -\n");
	booking_destroy(b);
	ledger_close(l);
}
END_TEST

/* Why it made room may name others; why it was closed does not. */
START_TEST(a_reason_that_is_nobodys_concern)
{
	ledger_events_ask_t ask = {
		.all = true, .most = UINT32_MAX, .private = true };
	ledger_t *l = opened();
	booking_t *b = booking("r");

	put(l, b);
	place(b, 3000, 6600, NULL);
	put_moved(l, b, "made room for r7");
	drop(l, "r");
	assert_asked(l, &ask, "1000000 r create/0 - " PLACE
		     "999991 r moved - 2000-5600 - > 3000-6600 -\n"
		     "1000000 r closed deleted 3000-6600 n[1-4] > 0-0 -\n");
	booking_destroy(b);
	ledger_close(l);
}
END_TEST

/* It was of the booking when it happened. */
START_TEST(users_are_those_of_then)
{
	ledger_events_ask_t ask = { .owner = 5, .user = "ada",
				    .most = UINT32_MAX };
	ledger_t *l = opened();
	booking_t *b = booking("r");

	put(l, b);
	booking_set(&b->users, "eve");
	commit(l, ledger_put_plan(l, b, note_of("update", 7), NULL, 0));
	assert_asked(l, &ask, "1000000 r create/0 - " PLACE);
	booking_destroy(b);
	ledger_close(l);
}
END_TEST

static void count_one(void *arg, const ledger_event_t *e)
{
	(void) e;
	++*(int *) arg;
}

START_TEST(what_cant_be_read_is_told)
{
	ledger_t *l = opened();
	int cnt = 0;

	sql(l->db, "DROP TABLE event");
	ck_assert(!ledger_each_event(l, &all, count_one, &cnt, why,
				     sizeof(why)));
	ck_assert_str_ne(why, "");
	ck_assert_int_eq(cnt, 0);
	ledger_close(l);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("ledger_events_ask");
	TCase *tc = test_case(s, "ledger_events_ask", 60);

	tcase_add_checked_fixture(tc, events_setup, ledger_teardown);
	tcase_add_loop_test(tc, asked_for, 0,
			    (int) (sizeof(asks) / sizeof(asks[0])));
	tcase_add_test(tc, none_at_most);
	tcase_add_test(tc, the_last_one_comes_first);
	tcase_add_test(tc, a_reason_that_is_nobodys_concern);
	tcase_add_test(tc, users_are_those_of_then);
	tcase_add_test(tc, what_cant_be_read_is_told);
	return test_run(s);
}
