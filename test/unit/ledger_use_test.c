/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ledger_use_test.c - the CPU time of bookings, live, closed and history */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/ledger/ledger_events.h"
#include "plugin/ledger/ledger_history.h"
#include "plugin/ledger/ledger_past.h"
#include "plugin/ledger/ledger_private.h"
#include "test/unit/ledger_fixture.h"

#define UID 1000

static ledger_t *ledger;

static void serve_now(void)
{
	ledger_past_serve(ledger);
}

/* RET booking_destroy() */
static booking_t *made(const char *name, time_t start, const char *accounts)
{
	booking_t *b = booking(name);

	b->start = start;
	b->end = start + 100;
	b->creator = UID;
	booking_set(&b->accounts, accounts);
	b->use = (booking_use_t) { .asked = 400, .cpus = 4 };
	put(ledger, b);
	return b;
}

static void write_use(const booking_t *b, int64_t held, int64_t used)
{
	booking_use_row_t *row = calloc(1, sizeof(*row));

	*row = (booking_use_row_t) {
		.name = strdup(b->name), .created = b->created,
		.creator = b->creator,
		.use = { .asked = 400, .held = held, .held_until = b->end,
			 .used = used, .used_until = b->start + 50 },
	};
	commit(ledger, ledger_put_uses(ledger, row, 1));
}

/* Each booking that is found: name, held, used, moves, and if it is closed. */
static void assert_found(const ledger_used_ask_t *ask, const booking_t *live,
			 const char *want)
{
	ledger_past_t *past = ledger_past_of_use(ask);
	const booking_use_t now = { .asked = 400, .held = 77, .used = 7 };
	const ledger_used_t *used;
	char text[1024] = "";
	size_t cnt;

	if (live)
		ledger_past_add_live(past, live, &now);
	ck_assert_msg(ledger_past_read(ledger, &past, serve_now, why,
				       sizeof(why)), "%s", why);
	cnt = ledger_past_used(past, &used);
	for (size_t i = 0; i < cnt; i++)
		snprintf(text + strlen(text), sizeof(text) - strlen(text),
			 "%s %lld %lld %u%s;", used[i].name,
			 (long long) used[i].use.held,
			 (long long) used[i].use.used, used[i].moves,
			 used[i].closed ? " closed" : "");
	ck_assert_str_eq(text, want);
	ledger_past_destroy(past);
}

static const ledger_used_ask_t all = { .all = true, .until = 1000000 };

START_TEST(of_live_and_closed_ones)
{
	booking_t *a, *b;

	ledger = opened();
	a = made("a", 1000, NULL);
	b = made("b", 2000, "red,blue");
	assert_found(&all, NULL, "a 0 0 0;b 0 0 0;");
	write_use(a, 300, 120);
	assert_found(&all, NULL, "a 300 120 0;b 0 0 0;");
	assert_found(&all, b, "a 300 120 0;b 77 7 0;");
	/* final when it is closed; not of another booking with its name */
	drop(ledger, "a");
	a->created++;
	put(ledger, a);
	a->created--;
	write_use(a, 400, 150);
	assert_found(&all, a, "a 400 150 0 closed;b 0 0 0;a 0 0 0;");
	ledger = reopened(ledger);
	assert_found(&all, NULL, "a 400 150 0 closed;b 0 0 0;a 0 0 0;");
	ledger_close(ledger);
	booking_destroy(a);
	booking_destroy(b);
}
END_TEST

START_TEST(only_what_is_asked_for)
{
	booking_t *a, *b;

	ledger = opened();
	a = made("a", 1000, NULL);
	b = made("b", 2000, "red,blue");
	assert_found(&(ledger_used_ask_t) { .all = true, .until = 2000 }, NULL,
		     "a 0 0 0;");
	assert_found(&(ledger_used_ask_t) { .all = true, .since = 1001,
					    .until = 3000 }, NULL, "b 0 0 0;");
	assert_found(&(ledger_used_ask_t) { .all = true, .until = 3000,
					    .name = "b" }, NULL, "b 0 0 0;");
	assert_found(&(ledger_used_ask_t) { .owner = UID, .until = 3000 },
		     NULL, "a 0 0 0;b 0 0 0;");
	assert_found(&(ledger_used_ask_t) { .owner = 7, .until = 3000 }, NULL,
		     "");
	assert_found(&(ledger_used_ask_t) { .owner = 7, .until = 3000,
					    .accounts = "green,blue" }, NULL,
		     "b 0 0 0;");
	assert_found(&(ledger_used_ask_t) { .owner = 7, .until = 3000,
					    .accounts = "bl,re" }, NULL, "");
	ledger_close(ledger);
	booking_destroy(a);
	booking_destroy(b);
}
END_TEST

/* Moves of the plugin count; other changes, holds and refused ones do not. */
START_TEST(moves)
{
	booking_t *a, *held;
	ledger_moved_t moved = { .time = 5000, .why = "room" };

	ledger = opened();
	a = made("a", 1000, NULL);
	a->end++;
	put(ledger, a);
	moved.booking = a;
	a->start += 10;
	commit(ledger, ledger_put_moved(ledger, &moved));
	booking_set(&a->nodes, "n[7-8]");
	commit(ledger, ledger_put_moved(ledger, &moved));
	moved.note = "degraded";
	commit(ledger, ledger_put_moved(ledger, &moved));
	held = booking("held");
	held->hold_until = 9999;
	put(ledger, held);
	booking_set(&held->name, "refused");
	held->hold_until = 0;
	commit(ledger, ledger_revoke(ledger, held, LEDGER_WHY_NOT_CREATED));
	assert_found(&(ledger_used_ask_t) { .all = true, .until = INT64_MAX },
		     NULL, "a 0 0 2;");
	ledger_close(ledger);
	booking_destroy(a);
	booking_destroy(held);
}
END_TEST

/* A booking that ended while no plugin ran had its CPUs until its end. */
START_TEST(nobody_looked)
{
	booking_t *a;

	ledger = opened();
	a = made("a", 1000, NULL);
	a->use.held = 40;
	a->use.held_until = 1010;
	put(ledger, a);
	drop(ledger, "a");
	assert_found(&all, NULL, "a 400 0 0 closed;");
	ledger_close(ledger);
	booking_destroy(a);
}
END_TEST

/* Closed ones go to the history, and stay there for more than a year. */
START_TEST(of_a_year)
{
	const int days[] = { LEDGER_KEEP_DAYS + 1, 365 };
	char said[320];
	booking_t *a, *last;

	ledger = passed(opened());
	a = made("a", 1000, NULL);
	write_use(a, 300, 120);
	drop(ledger, "a");
	last = made("last", 2000, NULL);
	for (int i = 0; i < 2; i++) {
		test_clock.ahead = (time_t) days[i] * 86400;
		ledger_move(ledger, 0, said, sizeof(said));
		ck_assert_str_eq(said, "");
		ck_assert_int_eq(count_rows(ledger, "booking"), 1);
		assert_found(&all, NULL, "a 300 120 0 closed;last 0 0 0;");
		ledger = passed(reopened(ledger));
	}
	drop(ledger, "last");
	booking_destroy(a);
	a = made("a", 3000, NULL);
	test_clock.ahead = (time_t) (LEDGER_HISTORY_DAYS + 2) * 86400;
	ledger = passed(ledger);
	ledger_move(ledger, 0, said, sizeof(said));
	ck_assert_str_eq(said, "");
	assert_found(&all, NULL, "last 400 0 0 closed;a 0 0 0;");
	ledger_close(ledger);
	booking_destroy(a);
	booking_destroy(last);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("ledger_use");
	TCase *tc = test_case(suite, "use", 60);

	tcase_add_checked_fixture(tc, ledger_setup, ledger_teardown);
	tcase_add_test(tc, of_live_and_closed_ones);
	tcase_add_test(tc, only_what_is_asked_for);
	tcase_add_test(tc, moves);
	tcase_add_test(tc, nobody_looked);
	tcase_add_test(tc, of_a_year);
	return test_run(suite);
}
