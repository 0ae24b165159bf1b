/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ledger_past_test.c - events of the ledger and its history are read for who waits */

#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "plugin/ledger/ledger_history.h"
#include "plugin/ledger/ledger_past.h"
#include "plugin/ledger/ledger_private.h"
#include "test/unit/ledger_fixture.h"

static ledger_t *ledger;

static void serve_now(void)
{
	ledger_past_serve(ledger);
}

static void serve_never(void)
{
}

static void book(const char *name, time_t start)
{
	booking_t *b = booking(name);

	b->end += start - b->start;
	b->start = start;
	put(ledger, b);
	booking_destroy(b);
}

static void move_to_history(void)
{
	char said[320];

	ledger_move(ledger, 0, said, sizeof(said));
	ck_assert_str_eq(said, "");
}

/* The names and starts of what is found. */
static void assert_found(const ledger_events_ask_t *ask, const char *want)
{
	ledger_past_t *past = ledger_past_create(ask);
	const ledger_event_t *events;
	char text[1024] = "";
	size_t cnt;

	ck_assert_msg(ledger_past_read(ledger, &past, serve_now, why,
				       sizeof(why)), "%s", why);
	ck_assert_str_eq(why, "");
	cnt = ledger_past_events(past, &events);
	for (size_t i = 0; i < cnt; i++)
		snprintf(text + strlen(text), sizeof(text) - strlen(text),
			 "%s %s %lld;", events[i].name, events[i].verb,
			 (long long) events[i].start);
	ck_assert_str_eq(text, want);
	ledger_past_destroy(past);
}

static const ledger_events_ask_t all = { .all = true, .most = 100 };

START_TEST(of_both_files_in_their_order)
{
	ledger = opened();
	assert_found(&all, "");
	book("a", 2000);
	book("b", 2000);
	move_to_history();
	book("a", 3000);
	book("c", 2000);
	assert_found(&all,
		     "a create 2000;b create 2000;a changed 3000;c create 2000;");
	assert_found(&(ledger_events_ask_t) { .all = true, .most = 2 },
		     "a changed 3000;c create 2000;");
	assert_found(&(ledger_events_ask_t) { .all = true, .most = 3,
					      .name = "a" },
		     "a create 2000;a changed 3000;");
	ledger_close(ledger);
}
END_TEST

/* A kill between the writes of a move: a row is in both files. */
START_TEST(what_is_in_both_is_told_once)
{
	ledger = opened();
	book("a", 2000);
	book("a", 2500);
	sql(ledger->db, "CREATE TABLE kept AS SELECT * FROM event");
	book("b", 2000);
	move_to_history();
	sql(ledger->db, "INSERT INTO event SELECT * FROM kept; DROP TABLE kept");
	assert_found(&all,
		     "a create 2000;a changed 2500;b create 2000;");
	ledger_close(ledger);
}
END_TEST

static int pace = 1;	/* seconds between two requests */

static time_t tick(void)
{
	static time_t t;

	return t = t ? t + pace : time(NULL) - 1000;
}

static void book_for(const char *name, double cost)
{
	ledger_request_t *r = ledger_request_create(name);
	booking_t *b = booking(name);
	static int64_t id;

	r->id = ++id;
	r->time = tick();
	r->num_cn = (cost > 0);
	r->cost = cost;
	strcpy(r->verb, "create");
	strcpy(r->outcome, "booked");
	commit(ledger, ledger_put_plan(ledger, b, r, NULL, 0));
	booking_destroy(b);
}

static void rename_to(const char *from, const char *to)
{
	ledger_request_t *r = ledger_request_create(to);
	booking_t *was = booking(from), *b = booking(to);

	r->time = tick();
	strcpy(r->verb, "rename");
	strcpy(r->outcome, "booked");
	commit(ledger, ledger_put_renamed(ledger, b, r, was));
	booking_destroy(was);
	booking_destroy(b);
}

/* IN name - NULL: of all */
static void assert_costs_of(const char *name, const char *want)
{
	const ledger_events_ask_t ask = { .all = true, .costs = true,
					  .name = name, .most = 100 };
	ledger_past_t *past = ledger_past_create(&ask);
	const ledger_event_t *events;
	char text[256] = "";
	size_t cnt;

	ck_assert_msg(ledger_past_read(ledger, &past, serve_now, why,
				       sizeof(why)), "%s", why);
	cnt = ledger_past_events(past, &events);
	for (size_t i = 0; i < cnt; i++)
		if (events[i].has_cost)
			snprintf(text + strlen(text),
				 sizeof(text) - strlen(text), "%s %g;",
				 events[i].name, events[i].cost);
	ck_assert_str_eq(text, want);
	ledger_past_destroy(past);
}

static void assert_costs(const char *want)
{
	assert_costs_of(NULL, want);
}

/* The event is in the history, its request in the ledger; and the other way. */
START_TEST(costs_are_in_either_file)
{
	ledger = opened();
	book_for("a", 0.5);
	book_for("b", 20);
	book("for nothing", 2000);
	move_to_history();
	assert_costs("a 0.5;b 20;");
	sql(ledger->db, "INSERT INTO mail VALUES ('waits', 3)");
	book_for("c", 30);
	book_for("d", 40);
	move_to_history();
	assert_costs("a 0.5;b 20;c 30;d 40;");
	ledger_close(ledger);
}
END_TEST

START_TEST(each_change_within_a_second_has_its_price)
{
	ledger = opened();
	book_for("a", 5);
	pace = 0;
	book_for("a", 6);
	book_for("a", 0);	/* keeps its place */
	book_for("a", 7);
	move_to_history();
	book_for("a", 8);
	assert_costs("a 5;a 6;a 7;a 8;");
	pace = 1;
	ledger_close(ledger);
}
END_TEST

START_TEST(a_renamed_booking_keeps_its_price)
{
	ledger = opened();
	book_for("a", 5);
	rename_to("a", "b");
	move_to_history();
	book_for("a", 7);	/* another one */
	rename_to("b", "c");
	assert_costs_of("b", "a 5;b 5;");
	assert_costs_of("c", "a 5;b 5;c 5;");
	assert_costs_of("a", "a 5;a 7;");
	book("free", 2000);
	rename_to("free", "as before");
	assert_costs_of("as before", "");
	assert_costs("a 5;b 5;a 7;c 5;");
	ledger_close(ledger);
}
END_TEST

/* Of another booking that had the old name, before or later, nothing is told. */
START_TEST(a_renamed_booking_keeps_its_events)
{
	ledger_events_ask_t ask = { .all = true, .name = "b", .most = 100 };

	ledger = opened();
	test_clock.at = tick();
	book("a", 1000);
	test_clock.at = tick();
	drop(ledger, "a");
	test_clock.at = tick();
	book("a", 2000);
	move_to_history();
	test_clock.at = tick();
	book("a", 3000);
	rename_to("a", "b");
	test_clock.at = tick();
	book("a", 4000);
	assert_found(&ask,
		     "a create 2000;a changed 3000;b rename 2000;");
	rename_to("b", "c");
	test_clock.at = tick();
	drop(ledger, "a");
	rename_to("c", "a");
	ask.name = "a";
	assert_found(&ask,
		     "a create 1000;a closed 0;a create 2000;a changed 3000;"
		     "b rename 2000;a closed 0;a create 4000;c rename 2000;"
		     "a closed 0;a rename 2000;");
	ask.closed = true;
	ask.name = NULL;
	assert_found(&ask, "a closed 0;a closed 0;");
	ledger_close(ledger);
}
END_TEST

/* A coordinator sees bookings for the account, and no other one of their name. */
START_TEST(those_for_an_account)
{
	ledger_events_ask_t ask = { .owner = 5, .accounts = "green,blue",
				    .most = 100 };
	booking_t *b = booking("a");

	b->creator = 1000;
	ledger = opened();
	for (int i = 0; i < 3; i++) {
		b->start += 1000;
		b->end += 1000;
		test_clock.at = b->created = 5000 + 10 * i;
		booking_set(&b->accounts, (i == 1) ? "red" : "red,blue");
		put(ledger, b);
		test_clock.at += 5;
		if (i < 2)
			drop(ledger, "a");
		if (i == 0)
			move_to_history();
	}
	for (int named = 0; named < 2; named++) {
		ask.name = named ? "a" : NULL;
		assert_found(&ask,
			     "a create 3000;a closed 0;a create 5000;");
	}
	ask.accounts = "red-blue";
	assert_found(&ask, "");
	booking_destroy(b);
	ledger_close(ledger);
}
END_TEST

/* Of others only those of the booking that has the name now; of one's own all. */
START_TEST(those_of_the_present_booking)
{
	booking_t *b = booking("a");
	ledger_events_ask_t ask = {
		.most = 100, .name = "a", .owner = b->creator + 1,
		.present = { true, b->creator, b->created },
	};

	ledger = opened();
	book("a", 2000);
	drop(ledger, "a");
	book("a", 3000);
	move_to_history();
	book("a", 4000);
	assert_found(&ask, "a create 3000;a changed 4000;");
	ask.owner = b->creator;
	assert_found(&ask, "a create 2000;a closed 0;a create 3000;"
		     "a changed 4000;");
	booking_destroy(b);
	ledger_close(ledger);
}
END_TEST

START_TEST(nobody_waits_for_long)
{
	ledger = opened();
	book("a", 2000);
	for (int i = 0; i < 3; i++) {
		ledger_past_t *past = ledger_past_create(&all);

		ck_assert(!ledger_past_read(ledger, &past, serve_never, why,
					    sizeof(why)));
		ck_assert_ptr_nonnull(strstr(why, "has not answered"));
		ledger_past_destroy(past);
		ledger_past_serve(ledger);
	}
	ck_assert_uint_eq(ledger->past_cnt, 0);
	ledger_close(ledger);
}
END_TEST

static pthread_t reader;

static void *_serve(void *arg)
{
	(void) arg;
	ledger_past_serve(ledger);
	return NULL;
}

/* Another thread begins to read, and the file does not answer. */
static void serve_slowly(void)
{
	pthread_mutex_lock(&ledger->db_lock);
	ck_assert(!pthread_create(&reader, NULL, _serve, NULL));
	for (bool taken = false; !taken;) {
		pthread_mutex_lock(&ledger->queue_lock);
		taken = !ledger->pasts;
		pthread_mutex_unlock(&ledger->queue_lock);
		sched_yield();
	}
}

/* The thread that reads frees it then. */
START_TEST(nobody_waits_for_what_is_being_read)
{
	ledger_past_t *past = ledger_past_create(&all);

	ledger = opened();
	ck_assert(!ledger_past_read(ledger, &past, serve_slowly, why,
				    sizeof(why)));
	ck_assert_ptr_null(past);
	pthread_mutex_unlock(&ledger->db_lock);
	ck_assert(!pthread_join(reader, NULL));
	ledger_close(ledger);
}
END_TEST

/* Those that wait for a history take no place of a commit. */
START_TEST(not_too_many_wait)
{
	ledger_past_t *past = ledger_past_create(&all);

	ledger = opened();
	ck_assert(ledger_start_writer(ledger, 5, 1));
	ledger->past_cnt = LEDGER_PAST_WAITING;
	ck_assert(!ledger_past_read(ledger, &past, serve_now, why,
				    sizeof(why)));
	ck_assert_ptr_nonnull(past);
	ck_assert_ptr_nonnull(strstr(why, "too many questions"));
	ck_assert(ledger_answers(ledger, why, sizeof(why)));
	ledger->past_cnt = 0;
	ledger->waiting = 1;
	ck_assert(ledger_past_read(ledger, &past, serve_now, why,
				   sizeof(why)));
	ledger->waiting = 0;
	ledger_past_destroy(past);
	ledger_close(ledger);
}
END_TEST

/* The history is of another ledger: the administrator is told all the same. */
START_TEST(another_history_is_told)
{
	ledger_past_t *past = ledger_past_create(&all);
	char notice[1024];

	ledger = opened();
	book("a", 2000);
	book("b", 2000);
	move_to_history();
	ledger_close(ledger);
	ck_assert(!unlink(path));
	ledger = opened();
	ck_assert(ledger_past_read(ledger, &past, serve_now, why,
				   sizeof(why)));
	ck_assert(ledger_take_notice(ledger, notice, sizeof(notice)));
	ck_assert_ptr_nonnull(strstr(notice, "put aside"));
	ledger_past_destroy(past);
	ledger_close(ledger);
}
END_TEST

START_TEST(what_cant_be_read_is_told)
{
	ledger_past_t *past = ledger_past_create(&all);

	ledger = opened();
	sql(ledger->db, "DROP TABLE event");
	ck_assert(!ledger_past_read(ledger, &past, serve_now, why,
				    sizeof(why)));
	ck_assert_str_ne(why, "");
	ledger_past_destroy(past);
	ledger_close(ledger);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("ledger_past");
	TCase *tc = test_case(s, "ledger_past", 60);

	tcase_add_checked_fixture(tc, ledger_setup, ledger_teardown);
	tcase_add_test(tc, of_both_files_in_their_order);
	tcase_add_test(tc, what_is_in_both_is_told_once);
	tcase_add_test(tc, costs_are_in_either_file);
	tcase_add_test(tc, each_change_within_a_second_has_its_price);
	tcase_add_test(tc, a_renamed_booking_keeps_its_price);
	tcase_add_test(tc, a_renamed_booking_keeps_its_events);
	tcase_add_test(tc, those_for_an_account);
	tcase_add_test(tc, those_of_the_present_booking);
	tcase_add_test(tc, nobody_waits_for_long);
	tcase_add_test(tc, nobody_waits_for_what_is_being_read);
	tcase_add_test(tc, not_too_many_wait);
	tcase_add_test(tc, another_history_is_told);
	tcase_add_test(tc, what_cant_be_read_is_told);
	return test_run(s);
}
