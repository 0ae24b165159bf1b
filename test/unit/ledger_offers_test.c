/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ledger_offers_test.c - requests are noted, and their offers open as long as said */

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "plugin/ledger/ledger_offers.h"
#include "plugin/ledger/ledger_private.h"
#include "plugin/ledger/ledger_events.h"
#include "test/unit/ledger_fixture.h"

#define NOW 1000000
#define EXPIRES (NOW + 600)
#define DAY 86400

static void setup(void)
{
	ledger_setup();
	test_clock.at = NOW;
}

/* A refused request for name, with cnt offers. */
static ledger_request_t *refused(int64_t id, const char *name, uint32_t cnt)
{
	ledger_request_t *r = ledger_request_create(name);

	r->id = id;
	r->time = NOW;
	r->uid = 4294967294U;
	snprintf(r->verb, sizeof(r->verb), "create");
	snprintf(r->outcome, sizeof(r->outcome), "refused");
	r->t_s = NOW + 10;
	r->t_e = NOW + 20;
	r->num_cn = 7;
	r->cost = 12.5;
	r->expires = EXPIRES;
	r->offer_cnt = cnt;
	r->offers = calloc(cnt + 1, sizeof(*r->offers));
	for (uint32_t i = 0; i < cnt; i++)
		r->offers[i] = (ledger_offer_t) {
			.number = 3 + i, .kind = "later", .t_s = NOW + i,
			.t_e = NOW + 100 + i, .num_cn = 1 + i,
			.cost = 0.25 * i, .open = true };
	r->packed_size = 5;
	r->packed = malloc(r->packed_size);
	memcpy(r->packed, "a\0b\0c", r->packed_size);
	r->protocol = 9728;
	return r;
}

typedef struct {
	ledger_request_t *list[8];
	int cnt;
	int64_t last_id;
} asked_t;

static void found_one(void *arg, ledger_request_t *r)
{
	asked_t *f = arg;

	ck_assert_int_lt(f->cnt, 8);
	f->list[f->cnt++] = r;
}

/* The requests with an open offer at now. RET asked_free() */
static asked_t asked_open(ledger_t *l, time_t now)
{
	asked_t f = { .cnt = 0 };

	ck_assert_msg(ledger_each_open(l, now, found_one, &f, &f.last_id, why,
				       sizeof(why)), "%s", why);
	ck_assert_str_eq(why, "");
	return f;
}

static void asked_free(asked_t *f)
{
	while (f->cnt)
		ledger_request_destroy(f->list[--f->cnt]);
}

START_TEST(all_of_a_request_is_there_again)
{
	ledger_t *l = opened();
	ledger_request_t *want = refused(17, "r", 2), *got;
	asked_t f;

	commit(l, ledger_put_request(l, ledger_request_copy(want)));
	l = reopened(l);
	f = asked_open(l, EXPIRES - 1);
	ck_assert_int_eq(f.cnt, 1);
	ck_assert_int_eq(f.last_id, 17);
	got = f.list[0];
	ck_assert_int_eq(got->id, want->id);
	ck_assert_int_eq(got->time, want->time);
	ck_assert_uint_eq(got->uid, want->uid);
	ck_assert_str_eq(got->verb, want->verb);
	ck_assert_str_eq(got->name, want->name);
	ck_assert_int_eq(got->t_s, want->t_s);
	ck_assert_int_eq(got->t_e, want->t_e);
	ck_assert_uint_eq(got->num_cn, want->num_cn);
	ck_assert_int_eq(got->expires, want->expires);
	ck_assert_uint_eq(got->protocol, want->protocol);
	ck_assert_uint_eq(got->packed_size, want->packed_size);
	ck_assert_mem_eq(got->packed, want->packed, want->packed_size);
	ck_assert_uint_eq(got->offer_cnt, want->offer_cnt);
	for (uint32_t i = 0; i < want->offer_cnt; i++) {
		ck_assert_uint_eq(got->offers[i].number, 3 + i);
		ck_assert_str_eq(got->offers[i].kind, "later");
		ck_assert_int_eq(got->offers[i].t_s, want->offers[i].t_s);
		ck_assert_int_eq(got->offers[i].t_e, want->offers[i].t_e);
		ck_assert_uint_eq(got->offers[i].num_cn, 1 + i);
		ck_assert_double_eq(got->offers[i].cost, 0.25 * i);
		ck_assert(got->offers[i].open);
	}
	asked_free(&f);
	ledger_request_destroy(want);
	ledger_close(l);
}
END_TEST

START_TEST(their_time_ends)
{
	ledger_t *l = opened();
	asked_t f;

	commit(l, ledger_put_request(l, refused(1, "r", 1)));
	f = asked_open(l, EXPIRES);
	ck_assert_int_eq(f.cnt, 0);
	ck_assert_int_eq(f.last_id, 1);
	ledger_close(l);
}
END_TEST

START_TEST(without_offers_there_is_nothing_open)
{
	ledger_t *l = opened();
	asked_t f;

	commit(l, ledger_put_request(l, refused(1, NULL, 0)));
	f = asked_open(l, NOW);
	ck_assert_int_eq(f.cnt, 0);
	ck_assert_int_eq(count_rows(l, "request WHERE name IS NULL AND cost = 12.5"
			      " AND packed IS NULL AND kind IS NULL"), 1);
	ledger_close(l);
}
END_TEST

START_TEST(closed_one_by_one)
{
	ledger_t *l = opened();
	asked_t f;

	commit(l, ledger_put_request(l, refused(1, "r", 2)));
	commit(l, ledger_put_request(l, refused(2, "s", 1)));
	commit(l, ledger_close_offers(l, 1, 3, "withdrawn"));
	f = asked_open(l, NOW);
	ck_assert_int_eq(f.cnt, 2);
	ck_assert(!f.list[0]->offers[0].open);
	ck_assert(f.list[0]->offers[1].open);
	asked_free(&f);
	commit(l, ledger_close_offers(l, 1, 0, "expired"));
	f = asked_open(l, NOW);
	ck_assert_int_eq(f.cnt, 1);
	ck_assert_str_eq(f.list[0]->name, "s");
	asked_free(&f);
	ck_assert_int_eq(count_rows(l, "offer WHERE request = 1 AND number = 3"
			      " AND why = 'withdrawn' AND closed = 1000000"),
			 1);
	ck_assert_int_eq(count_rows(l, "offer WHERE why = 'expired'"), 1);
	ledger_close(l);
}
END_TEST

START_TEST(accepted_with_its_booking)
{
	ledger_t *l = opened();
	booking_t *b = booking_create();
	ledger_request_t *r = refused(2, "r", 0);
	asked_t f;

	booking_set(&b->name, "r");
	commit(l, ledger_put_request(l, refused(1, "r", 3)));
	r->closes = 1;
	r->accepted = 4;
	snprintf(r->kind, sizeof(r->kind), "later");
	commit(l, ledger_put_plan(l, b, r, NULL, 0));
	f = asked_open(l, NOW);
	ck_assert_int_eq(f.cnt, 0);
	ck_assert_int_eq(count_rows(l, "booking WHERE name = 'r'"), 1);
	ck_assert_int_eq(count_rows(l, "request WHERE kind = 'later'"), 1);
	ck_assert_int_eq(count_rows(l, "offer WHERE why = 'accepted'"), 1);
	ck_assert_int_eq(count_rows(l, "offer WHERE why = 'another was accepted'"),
			 2);
	booking_destroy(b);
	ledger_close(l);
}
END_TEST

START_TEST(replaced_by_what_is_asked_next)
{
	ledger_t *l = opened();
	ledger_request_t *r = refused(2, "r", 1);
	asked_t f;

	commit(l, ledger_put_request(l, refused(1, "r", 1)));
	r->closes = 1;
	commit(l, ledger_put_request(l, r));
	f = asked_open(l, NOW);
	ck_assert_int_eq(f.cnt, 1);
	ck_assert_int_eq(f.list[0]->id, 2);
	asked_free(&f);
	ck_assert_int_eq(count_rows(l, "offer WHERE why = 'replaced'"), 1);
	ledger_close(l);
}
END_TEST

START_TEST(kept_for_some_days)
{
	ledger_t *l = opened();

	l->purge_at = 1;
	commit(l, ledger_put_request(l, refused(1, "r", 2)));
	test_clock.ahead = LEDGER_KEEP_DAYS * DAY;
	commit(l, ledger_close_offers(l, 1, 0, "expired"));
	ck_assert_int_eq(count_rows(l, "request"), 1);
	test_clock.ahead++;
	commit(l, ledger_close_offers(l, 1, 0, "expired"));
	ck_assert_int_eq(count_rows(l, "request"), 0);
	ck_assert_int_eq(count_rows(l, "offer"), 0);
	ledger_close(l);
}
END_TEST

START_TEST(packed_while_open)
{
	ledger_t *l = opened();
	ledger_request_t *r = refused(4, "t", 1);

	for (int id = 1; id <= 3; id++)
		commit(l, ledger_put_request(l, refused(id, "r", 2)));
	commit(l, ledger_close_offers(l, 1, 3, "withdrawn"));
	ck_assert_int_eq(count_rows(l, "request WHERE packed IS NOT NULL"), 3);
	commit(l, ledger_close_offers(l, 1, 4, "withdrawn"));
	ck_assert_int_eq(count_rows(l, "request WHERE id = 1 AND packed IS NULL"), 1);
	commit(l, ledger_close_offers(l, 2, 0, "expired"));
	ck_assert_int_eq(count_rows(l, "request WHERE id = 2 AND packed IS NULL"), 1);
	r->closes = 3;
	commit(l, ledger_put_request(l, r));
	ck_assert_int_eq(count_rows(l, "request WHERE id = 3 AND packed IS NULL"), 1);
	ck_assert_int_eq(count_rows(l, "request WHERE id = 4 AND packed NOT NULL"),
			 1);
	ledger_close(l);
}
END_TEST

START_TEST(no_more_rows_than_said)
{
	ledger_t *l = opened();

	l->purge_at = 1;
	for (int id = 1; id <= 20; id++)
		commit(l, ledger_put_request(l, refused(id, "r", id == 2)));
	commit(l, ledger_put_request(l, refused(LEDGER_ROWS_MAX + 10, "r",
						0)));
	/* in small steps: two for each row that is added */
	ck_assert_int_eq(count_rows(l, "request"), 19);
	for (int i = 0; i < 20; i++)
		commit(l, ledger_close_offers(l, 7, 0, "none"));
	ck_assert_int_eq(count_rows(l, "request WHERE id > 10"), 11);
	/* the request with open offers is there, until they are closed */
	ck_assert_int_eq(count_rows(l, "request WHERE id <= 10"), 1);
	ck_assert_int_eq(count_rows(l, "offer"), 1);
	commit(l, ledger_close_offers(l, 2, 0, "expired"));
	ck_assert_int_eq(count_rows(l, "request WHERE id <= 10"), 0);
	ck_assert_int_eq(count_rows(l, "offer"), 0);
	ledger_close(l);
}
END_TEST

START_TEST(all_or_none)
{
	fault_vfs_install();
	for (int n = 1, failed = 1; failed; n++) {
		booking_t *b = booking_create();
		ledger_op_t *op;
		ledger_t *l;
		bool ok;

		l = opened();
		booking_set(&b->name, "r");
		op = ledger_put_plan(l, b, refused(n, "r", 3), NULL, 0);
		fault_vfs_arm(FAULT_FULL, n);
		ok = ledger_commit(l, op, why, sizeof(why));
		failed = fault_vfs_failures();
		fault_vfs_disarm();
		ck_assert_int_eq(count_rows(l, "booking"), ok);
		ck_assert_int_eq(count_rows(l, "request"), ok);
		ck_assert_int_eq(count_rows(l, "offer"), ok ? 3 : 0);
		ck_assert(ok || failed);
		booking_destroy(b);
		ledger_close(l);
		empty_dir();
	}
}
END_TEST

static int note_and_die(void)
{
	ledger_t *l = NULL;

	if ((ledger_open(path, &l, why, sizeof(why)) == LEDGER_OK) &&
	    ledger_commit(l, ledger_put_request(l, refused(1, "r", 2)), why,
			  sizeof(why)))
		return kill(getpid(), SIGKILL);
	return 1;
}

START_TEST(committed_survives_a_kill)
{
	asked_t f;
	ledger_t *l;

	ck_assert(WIFSIGNALED(in_child(note_and_die)));
	l = opened();
	f = asked_open(l, NOW);
	ck_assert_int_eq(f.cnt, 1);
	ck_assert_uint_eq(f.list[0]->offer_cnt, 2);
	asked_free(&f);
	ledger_close(l);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("ledger_offers");
	TCase *tc = test_case(s, "ledger_offers", 60);

	tcase_add_checked_fixture(tc, setup, ledger_teardown);
	tcase_add_test(tc, all_of_a_request_is_there_again);
	tcase_add_test(tc, their_time_ends);
	tcase_add_test(tc, without_offers_there_is_nothing_open);
	tcase_add_test(tc, closed_one_by_one);
	tcase_add_test(tc, accepted_with_its_booking);
	tcase_add_test(tc, replaced_by_what_is_asked_next);
	tcase_add_test(tc, kept_for_some_days);
	tcase_add_test(tc, packed_while_open);
	tcase_add_test(tc, no_more_rows_than_said);
	tcase_add_test(tc, all_or_none);
	tcase_add_test(tc, committed_survives_a_kill);
	return test_run(s);
}
