/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * offers_test.c - the open offers that a start finds in the ledger: of one user and
 * name the last request alone.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/booking/states.h"
#include "plugin/booking/view/host.h"
#include "plugin/booking/open/offers.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/view_feed.h"
#include "test/unit/ledger_fixture.h"
#include "test/unit/test_office.h"

#define NOW 1000000
#define HOUR 3600
#define UID 7

static ledger_t *l;

static void setup(void)
{
	static const options_t options = { .delta = 300, .horizon = 30 };

	ledger_setup();
	test_clock.at = NOW;
	test_office_begin(8, &options, office_states);
	fake.users.is_operator = test_is_operator;
	l = office->ledger = opened();
}

static void teardown(void)
{
	test_office_end();
	ledger_close(l);
	ledger_teardown();
}

static void write_out(ledger_op_t *op)
{
	ck_assert_ptr_nonnull(op);
	ck_assert_msg(ledger_commit(l, op, why, sizeof(why)), "%s", why);
}

/* A request for name was refused: the ledger has offer 1 of so many nodes. */
static void refuse(int64_t id, uint32_t uid, const char *name, uint32_t num_cn)
{
	ledger_request_t *r = ledger_request_create(name);

	r->id = id;
	r->time = NOW;
	r->uid = uid;
	r->expires = NOW + HOUR;
	snprintf(r->verb, sizeof(r->verb), "create");
	snprintf(r->outcome, sizeof(r->outcome), "refused");
	r->offers = calloc(1, sizeof(*r->offers));
	r->offer_cnt = 1;
	r->offers[0] = (ledger_offer_t) {
		.number = 1, .kind = "later", .t_s = NOW + HOUR,
		.t_e = NOW + 2 * HOUR, .num_cn = num_cn, .open = true,
	};
	r->packed = calloc(1, 1);
	r->packed_size = 1;
	write_out(ledger_put_request(l, r));
}

static void start(void)
{
	offers_fini(office);
	l = office->ledger = reopened(l);
	ck_assert(offers_load(office, l, why, sizeof(why)));
}

/* RET the number of nodes of the offer, 0: there is none */
static uint32_t offered(const char *name)
{
	ledger_offer_t *o = NULL;

	return offers_find(office, name, NOW, &o) ? o->num_cn : 0;
}

/*
 * Regression: an accept that the ledger refused closed its offers in memory, and
 * the next request of this name did not close them in the ledger. After a kill
 * "r.1" was the offer of the older request, and was not what was shown last.
 */
START_TEST(of_two_requests_with_one_name_the_last_is_open)
{
	refuse(1, UID, "r", 2);
	refuse(2, UID, "r", 4);
	start();
	ck_assert_uint_eq(offered("r.1"), 4);
}
END_TEST

START_TEST(the_older_one_is_closed_in_the_ledger)
{
	refuse(1, UID, "r", 2);
	refuse(2, UID, "r", 4);
	start();
	refuse(3, UID, "other", 1);	/* and what waits */
	write_out(ledger_close_offers(l, 2, 0, "accepted"));
	start();
	ck_assert_uint_eq(offered("r.1"), 0);
	ck_assert_uint_eq(offered("other.1"), 1);
}
END_TEST

START_TEST(offers_that_are_read_twice_stay_open)
{
	refuse(1, UID, "r", 2);
	start();
	ck_assert(offers_load(office, l, why, sizeof(why)));
	refuse(2, UID, "other", 1);
	start();
	ck_assert_uint_eq(offered("r.1"), 2);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("offers");
	TCase *tc = tcase_create("load");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, of_two_requests_with_one_name_the_last_is_open);
	tcase_add_test(tc, the_older_one_is_closed_in_the_ledger);
	tcase_add_test(tc, offers_that_are_read_twice_stay_open);
	suite_add_tcase(suite, tc);
	return test_run(suite);
}
