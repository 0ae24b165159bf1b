/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * accept_test.c - what an offer to change a booking with named nodes is accepted
 * for: all of these nodes, or it is refused.
 */
#include <stdlib.h>
#include <string.h>

#include "plugin/booking/request/refused.h"
#include "plugin/booking/serve/serve.h"
#include "plugin/booking/states.h"
#include "plugin/booking/view/host.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/view_feed.h"
#include "test/unit/test_office.h"
#include "test/unit/test_util.h"

#define NOW 1000000
#define HOUR 3600
#define NODES 8

/* The request was for another start, and said nothing of nodes. */
static int unpack(office_t *office, const void *bytes, size_t size,
		  uint16_t version, request_t *ret)
{
	(void) office;
	(void) bytes;
	(void) size;
	(void) version;
	*ret = (request_t) { .has_start = true, .start = NOW + 2 * HOUR };
	return 0;
}

/* Booking "r" names three nodes; offer r.1 is to change it on so many. */
static void offer(uint32_t num_cn)
{
	booking_t *b = booking_create();
	ledger_request_t *r = ledger_request_create("r");
	osp_offer_t one = {
		.t_s = NOW + 3 * HOUR, .t_e = NOW + 4 * HOUR, .num_cn = num_cn,
	};
	osp_offers_t offers = { .list = &one, .cnt = 1 };
	request_t request = { .has_start = true };
	char *why = NULL;

	b->t_esr = b->t_lsr = b->start = NOW + HOUR;
	b->num_cn = 3;
	booking_set(&b->name, "r");
	booking_set(&b->asked_nodes, "n[1-3]");
	(void) view_set_booking(office, view_table_add(office, "r"), b);
	r->id = 1;
	memcpy(r->verb, "update", sizeof("update"));
	ck_assert(offers_pack(office, r, &request, &why));
	ck_assert_ptr_nonnull(offers_open(office, r, &offers, NOW, &why));
	ck_assert_ptr_null(why);
	ledger_request_destroy(r);
}

static void setup(void)
{
	static const uint32_t classes[NODES];
	static const options_t options = {
		.delta = 300, .horizon = 30, .offer_ttl = 600,
	};

	test_office_begin(NODES, &options, office_states);
	fake.users.is_operator = test_is_operator;
	fake.saved.unpack = unpack;
	view_build(office, NODES, classes, NOW);
}

static void teardown(void)
{
	test_office_end();
}

static int accept_at(uint32_t num_cn, time_t now)
{
	request_t given = { .name = strdup("r.1") };
	ask_t a = { .verb = &accept_verb, .request = &given, .now = now };
	int rc;

	if (num_cn)
		request_set_nodes(&given, num_cn);
	rc = serve(office, &a);
	request_free(&given);
	ask_free(&a);
	return rc;
}

static int accept(uint32_t num_cn)
{
	return accept_at(num_cn, NOW);
}

START_TEST(fewer_nodes_than_the_booking_names_are_refused)
{
	offer(3);
	ck_assert_int_eq(accept(1), REFUSED_NODE_COUNT);
}
END_TEST

START_TEST(an_offer_for_as_many_nodes_as_the_booking_had_before_is_refused)
{
	offer(4);
	ck_assert_int_eq(accept(0), REFUSED_NO_SUCH);
}
END_TEST

/* Without a ledger nothing is changed, but so far it gets. */
START_TEST(all_the_named_nodes_can_be_had)
{
	offer(3);
	ck_assert_int_eq(accept(0), REFUSED_FAILED);
	ck_assert_int_eq(accept(3), REFUSED_FAILED);
}
END_TEST

/* Regression: an offer that was over by some seconds cut the booking short, and
 * left the nodes as they were. */
START_TEST(an_offer_that_is_over_is_refused)
{
	office->options.offer_ttl = 5 * HOUR;
	offer(3);
	ck_assert_int_eq(accept_at(0, NOW + 4 * HOUR - 1), REFUSED_FAILED);
	ck_assert_int_eq(accept_at(0, NOW + 4 * HOUR), REFUSED_TIME);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("accept");
	TCase *tc = tcase_create("accept");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, fewer_nodes_than_the_booking_names_are_refused);
	tcase_add_test(tc, an_offer_for_as_many_nodes_as_the_booking_had_before_is_refused);
	tcase_add_test(tc, all_the_named_nodes_can_be_had);
	tcase_add_test(tc, an_offer_that_is_over_is_refused);
	suite_add_tcase(suite, tc);
	return test_run(suite);
}
