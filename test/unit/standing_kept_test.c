/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * standing_kept_test.c - whose requests stand by, how long they are kept, and
 * what becomes of them and of their offers.
 */
#include "plugin/booking/view/counts.h"
#include "test/unit/standing_fixture.h"

/* --- names ---------------------------------------------------------------- */

START_TEST(its_name_is_taken)
{
	one_stands_by("standby:book:");
	ck_assert_int_eq(ask_hour("standby:book:r", U0, 1), REFUSED_NAME_TAKEN);
	said("a request r stands by since");
	ck_assert_int_eq(ask_hour("r", U1, 1), REFUSED_NAME_TAKEN);
	said("r is taken: choose another name");
	ck_assert_int_eq(ask_hour("hold:60:r", U1, 1), REFUSED_NAME_TAKEN);
	ck_assert_int_eq(named(&update_verb, "r", U0), REFUSED_UNSUPPORTED);
	said("it stands by: delete it and ask again");
	ck_assert_uint_eq(office->has.standing, 1);
}
END_TEST

START_TEST(it_is_withdrawn)
{
	one_stands_by("standby:book:");
	ck_assert_int_eq(del("r", U1), REFUSED_USERS);
	ck_assert_int_eq(rows(), 1);
	ck_assert_int_eq(del("r", U0), 0);
	ck_assert_int_eq(rows(), 0);
	ck_assert_int_eq(del("wall", 0), 0);
	agent();
	ck_assert(!is_booked("r"));
	ck_assert_int_eq(ask_hour("r", U1, 1), 0);
	ck_assert_uint_eq(counts_get(office, COUNT_STANDBY_WITHDRAWN), 1);
}
END_TEST

static bool is_private(office_t *of, view_kind_t kind)
{
	(void) of;
	return kind == VIEW_RESV;
}

START_TEST(its_booking_is_not_withdrawn)
{
	one_stands_by("standby:book:");
	ck_assert_int_eq(del("standby:book:r", U0), 0);
	ck_assert_uint_eq(office->has.standing, 0);
	ck_assert_int_eq(del("standby:book:r", U0), REFUSED_NO_SUCH);
	said("no request of this name stands by");
	ck_assert_int_eq(ask_hour("standby:book:r", U0, 4), REFUSED_BUSY);
	ck_assert_int_eq(del("wall", 0), 0);
	agent();
	ck_assert(is_booked("r"));
	ck_assert_int_eq(del("standby:book:r", U0), REFUSED_NO_SUCH);
	ck_assert(is_booked("r"));
}
END_TEST

START_TEST(it_is_hidden_where_reservations_are)
{
	one_stands_by("standby:book:");
	fake.users.is_private = is_private;
	ck_assert_int_ne(del("r", U1), 0);
	ck_assert_ptr_null(strstr(answer, "stands by"));
	ck_assert_int_eq(named(serve_verb("standing", false), "standing", U1),
			 0);
	said("no requests stand by");
	ck_assert_int_eq(named(serve_verb("standing", false), "standing", U0),
			 0);
	said("\nr ");
}
END_TEST

/* --- limits --------------------------------------------------------------- */

START_TEST(users_have_a_number)
{
	office->options.user_standing = 1;
	one_stands_by("standby:book:");
	ck_assert_int_eq(ask_hour("standby:book:s", U0, 4), REFUSED_BUSY);
	said("s does not stand by: 1 of your requests stand by, 1 are allowed (garq_user_standing)");
	ck_assert_int_eq(ask_hour("standby:book:s", U1, 4), REFUSED_BUSY);
	ck_assert_int_eq(ask_hour("standby:book:t", 0, 4), REFUSED_BUSY);
	ck_assert_uint_eq(office->has.standing, 3);
	office->options.standing_max = 3;
	ck_assert_int_eq(ask_hour("standby:book:v", 0, 4), REFUSED_BUSY);
	said("(garq_standing_max)");
	ck_assert_int_eq(del("r", U0), 0);
	ck_assert_int_eq(ask_hour("standby:book:s2", U0, 4), REFUSED_BUSY);
	ck_assert_uint_eq(office->has.standing, 3);
}
END_TEST

/* Beyond them it waits on. */
START_TEST(limits_of_bookings_count_when_there_is_room)
{
	wanted_t own = { "own", U0, 1, 10, NOW + HOUR, 0 };

	office->options.user_bookings = 1;
	one_stands_by("standby:book:");
	ck_assert_int_eq(create(&own), 0);
	ck_assert_int_eq(ask_hour("standby:book:s", U0, 1), REFUSED_DENIED);
	ck_assert_int_eq(del("wall", 0), 0);
	agent();
	ck_assert(!is_booked("r"));
	ck_assert_ptr_nonnull(standing_find(office, "r"));
	pass_time(NOW + 2 * HOUR);	/* "own" has ended, and no room came */
	agent();
	ck_assert(is_booked("r"));
}
END_TEST

START_TEST(a_user_without_rights_has_no_request)
{
	one_stands_by("standby:book:");
	office->options.users = false;
	ck_assert_int_eq(del("wall", 0), 0);
	agent();
	ck_assert_uint_eq(office->has.standing, 0);
	ck_assert_str_eq(events, "standby-ended r;");
}
END_TEST

/* --- the wish ------------------------------------------------------------- */

START_TEST(the_wish_is_refused_for_others)
{
	ck_assert_int_eq(ask_hour("standby:never:r", U0, 4), REFUSED_NO_SUCH);
	said("write standby:book:NAME, standby:offer:NAME or standby:ask:NAME, once");
	ck_assert_int_eq(ask_hour("standby:book:standby:offer:r", U0, 4),
			 REFUSED_NO_SUCH);
	ck_assert_int_eq(ask_hour("standby:book:", U0, 4), REFUSED_NO_SUCH);
	office->options.offers = 5;
	ck_assert_int_eq(ask_hour("standby:book:query", U0, 4),
			 REFUSED_UNSUPPORTED);
	said("a query does not wait");
	ck_assert_int_eq(ask_hour("standby:book:hold:60:r", U0, 4),
			 REFUSED_UNSUPPORTED);
	ck_assert_int_eq(named(&update_verb, "standby:book:r", U0),
			 REFUSED_UNSUPPORTED);
	said("only a create stands by");
	ck_assert_int_eq(del("standby:book:r", U0), REFUSED_NO_SUCH);
	ck_assert_int_eq(ask_hour("standby:book:co-abc123.1of2.IBM", U0, 4),
			 REFUSED_UNSUPPORTED);
	office->options.standby = OPTIONS_STANDBY_NO;
	ck_assert_int_eq(ask_hour("standby:book:r", U0, 4),
			 REFUSED_UNSUPPORTED);
	said("no requests stand by here (garq_standby=no)");
	ck_assert_uint_eq(office->has.standing, 0);
}
END_TEST

/* RET as serve_as() */
static int ask_licenses(const char *name, const char *licenses)
{
	request_t r = {
		.has_start = true, .start = AT, .has_minutes = true,
		.minutes = 60,
	};
	int rc;

	request_set(&r.name, name);
	request_set(&r.licenses, licenses);
	request_set(&r.users, "u9");
	rc = serve_as(&create_verb, &r, 0);
	request_free(&r);
	return rc;
}

START_TEST(licenses_alone_stand_by)
{
	static const uint32_t sw = 4;

	fake.sw = &sw;
	ck_assert_int_eq(ask_licenses("most", "sw:3"), 0);
	ck_assert_int_eq(ask_licenses("standby:offer:r", "sw:2"),
			 REFUSED_UNSUPPORTED);
	ck_assert_int_eq(ask_licenses("standby:book:r", "sw:2"),
			 REFUSED_LICENSES);
	said("r stands by: place 1 of 1");
	agent();
	ck_assert(!is_booked("r"));
	ck_assert_int_eq(del("most", 0), 0);
	agent();
	ck_assert(is_booked("r"));
	ck_assert_int_eq(rows(), 0);
}
END_TEST

/* An elastic request gets the form that there is room for. */
START_TEST(it_goes_with_other_wishes)
{
	one_stands_by("standby:book:min-nodes:2:");
	ck_assert_int_eq(ask_hour("block", 0, 1), REFUSED_BUSY);
	ck_assert_int_eq(del("wall", 0), 0);
	ck_assert_int_eq(ask_hour("block", 0, 5), 0);
	agent();
	ck_assert(is_booked("r"));
	ck_assert_uint_eq(view_find(office, "r")->booking->num_cn, 3);
}
END_TEST

/* --- the ledger ----------------------------------------------------------- */

START_TEST(it_stands_by_after_a_restart)
{
	options.offers = office->options.offers = 5;
	one_stands_by("standby:book:min-time:30m:");
	ck_assert_int_eq(ask_hour("standby:offer:s", U1, 2), REFUSED_BUSY);
	restart();
	ck_assert_uint_eq(office->has.standing, 2);
	ck_assert(is_booked("wall"));
	agent();
	ck_assert(!is_booked("r"));
	ck_assert_uint_eq(standing_cnt_of(office, U0), 1);
	ck_assert_int_eq(del("s", U1), 0);
	ck_assert_int_eq(del("wall", 0), 0);
	restart();
	agent();
	ck_assert(is_booked("r"));
	restart();
	ck_assert(is_booked("r"));
	ck_assert_uint_eq(office->has.standing, 0);
}
END_TEST

START_TEST(without_the_ledger_it_does_not_stand_by)
{
	request_t r = {
		.has_start = true, .start = AT, .has_minutes = true,
		.minutes = 60,
	};
	ask_t a = {
		.verb = &create_verb, .request = &r, .uid = U0, .now = NOW,
	};

	ck_assert_int_eq(ask_hour("wall", 0, NODES), 0);
	request_set(&r.name, "standby:book:r");
	request_set_nodes(&r, 4);
	ck_assert_int_eq(serve(office, &a), REFUSED_BUSY);
	ck_assert_ptr_nonnull(a.stand_op);
	commit(l, a.stand_op);
	standby_settle(office, &a, "no space");
	note_answer(a.text);
	said("r does not stand by: the ledger can't be written: no space");
	ck_assert_uint_eq(office->has.standing, 0);
	commit(l, a.op);
	ck_assert(ledger_retry(l, why, sizeof(why)));
	ck_assert_int_eq(rows(), 0);
	ask_free(&a);
	request_free(&r);
}
END_TEST

/* --- offers --------------------------------------------------------------- */

/* r stands by beside its offers: r.1 is at another time. */
static void stands_with_offers(const char *wish)
{
	options.offers = office->options.offers = 5;
	one_stands_by(wish);
	said("r.1");
}

START_TEST(an_accepted_offer_ends_it)
{
	stands_with_offers("standby:book:");
	ck_assert_int_eq(named(&accept_verb, "r.1", U0), 0);
	ck_assert(is_booked("r"));
	ck_assert_uint_eq(office->has.standing, 0);
	ck_assert_int_eq(rows(), 0);
	ck_assert_int_eq(del("wall", 0), 0);
	restart();
	agent();
	ck_assert(is_booked("r"));
	ck_assert_str_eq(events, "");
}
END_TEST

START_TEST(it_stands_by_if_the_accept_is_taken_back)
{
	request_t r = { .name = NULL };
	ask_t a = {
		.verb = &accept_verb, .request = &r, .uid = U0, .now = NOW,
	};

	stands_with_offers("standby:book:");
	request_set(&r.name, "r.1");
	ck_assert_int_eq(serve(office, &a), 0);
	ck_assert_uint_eq(office->has.standing, 0);
	ledger_commit_later(l, a.op);
	office->may_delete = true;
	a.verb->undo(office, &a, "no space");
	office->may_delete = false;
	ck_assert_ptr_nonnull(standing_find(office, "r"));
	ck_assert(ledger_retry(l, why, sizeof(why)));
	ck_assert_int_eq(rows(), 1);
	ask_free(&a);
	request_free(&r);
}
END_TEST

/* The offer is not open any more, and a reservation has its name. */
START_TEST(a_reservation_of_its_name_is_no_offer)
{
	stands_with_offers("standby:book:");
	ck_assert_int_eq(del("offer:one:r.1", U1), REFUSED_USERS);
	ck_assert_int_eq(del("offer:one:r.1", U0), 0);
	ck_assert_int_eq(create(&(wanted_t) { "r.1", U0, 1, 60,
					      AT + (20 * HOUR), 0 }), 0);
	ck_assert_int_eq(del("offer:one:r.1", U0), REFUSED_NO_SUCH);
	said("no offer of this name is open");
	ck_assert_int_eq(del("offer:one:r.1", 0), REFUSED_NO_SUCH);
	ck_assert_int_eq(named(&update_verb, "offer:one:r.1", U0),
			 REFUSED_NO_SUCH);
	ck_assert_int_eq(ask_hour("offer:one:s", U0, 1), REFUSED_UNSUPPORTED);
	said("offer: is for the deletion and the acceptance");
	ck_assert(is_booked("r.1"));
	live("r.1", true);
	ck_assert_int_eq(del("r.1", U0), 0);
}
END_TEST

START_TEST(all_offers_of_a_request_are_withdrawn)
{
	stands_with_offers("standby:book:");
	ck_assert_uint_gt(offers_set_of(office, U0, "r")->request->offer_cnt,
			  1);
	ck_assert_int_eq(del("offer:all:r", U1), REFUSED_NO_SUCH);
	ck_assert_int_eq(del("offer:all:r.1", U0), REFUSED_NO_SUCH);
	ck_assert_int_eq(del("offer:all:wall", 0), REFUSED_NO_SUCH);
	ck_assert_int_eq(named(&accept_verb, "offer:all:r.1", U0),
			 REFUSED_UNSUPPORTED);
	ck_assert_int_eq(del("offer:all:r", U0), 0);
	ck_assert_ptr_null(offers_set_of(office, U0, "r"));
	restart();
	ck_assert_ptr_null(offers_set_of(office, U0, "r"));
	ck_assert(is_booked("wall"));
	ck_assert_int_eq(rows(), 1);	/* r stands by as before */
	ck_assert_int_eq(del("offer:one:r", U0), 0);
	ck_assert_int_eq(rows(), 0);
}
END_TEST

START_TEST(its_booking_closes_its_offers)
{
	stands_with_offers("standby:book:");
	ck_assert_int_eq(del("wall", 0), 0);
	agent();
	ck_assert(is_booked("r"));
	ck_assert_ptr_null(offers_set_of(office, U0, "r"));
	restart();
	ck_assert_ptr_null(offers_set_of(office, U0, "r"));
}
END_TEST

/* Its own place is offered three times, at first instead of others. */
START_TEST(its_place_is_offered)
{
	const offer_set_t *set;

	stands_with_offers("standby:offer:");
	ck_assert_int_eq(del("wall", 0), 0);
	for (int i = 1; i <= STANDBY_OFFERS; i++) {
		if (i > 1)
			pass_time(clock_at + options.offer_ttl);
		agent();
		set = offers_set_of(office, U0, "r");
		ck_assert_ptr_nonnull(set);
		ck_assert_uint_eq(set->request->offer_cnt, 1);
		ck_assert_int_eq(set->request->offers[0].t_s, AT);
		ck_assert_uint_eq(set->request->offers[0].num_cn, 4);
		ck_assert_uint_eq(counts_get(office, COUNT_STANDBY_OFFERED),
				  (uint64_t) i);
		if (i == 2) {
			restart();
			counts_add(office, COUNT_STANDBY_OFFERED, 2);
		}
		agent();
	}
	ck_assert(!is_booked("r"));
	pass_time(clock_at + options.offer_ttl);
	agent();
	ck_assert_uint_eq(office->has.standing, 0);
	ck_assert_int_eq(rows(), 0);
	ck_assert_str_eq(events, "standby-offered r;standby-offered r;"
			 "standby-offered r;standby-ended r;");
}
END_TEST

START_TEST(its_offer_is_accepted)
{
	options.offer_hold = office->options.offer_hold = 1;
	stands_with_offers("standby:offer:");
	ck_assert_ptr_null(view_find(office, "r.1"));	/* room for it */
	ck_assert_int_eq(del("wall", 0), 0);
	pass_time(clock_at + options.offer_ttl);
	agent();
	ck_assert_ptr_nonnull(view_find(office, "r.1"));	/* it is held */
	ck_assert_int_eq(named(&accept_verb, "r.1", U0), 0);
	ck_assert(is_booked("r"));
	ck_assert_int_eq(view_find(office, "r")->booking->start, AT);
	ck_assert_uint_eq(office->has.standing, 0);
	ck_assert_int_eq(rows(), 0);
}
END_TEST

static void add_rights(Suite *suite)
{
	TCase *tc = test_case(suite, "rights", 60);

	tcase_add_checked_fixture(tc, setup, teardown);
	IT_IS(its_name_is_taken);
	IT_IS(it_is_withdrawn);
	IT_IS(its_booking_is_not_withdrawn);
	IT_IS(it_is_hidden_where_reservations_are);
	IT_IS(users_have_a_number);
	IT_IS(limits_of_bookings_count_when_there_is_room);
	IT_IS(a_user_without_rights_has_no_request);
	IT_IS(the_wish_is_refused_for_others);
	IT_IS(licenses_alone_stand_by);
	IT_IS(it_goes_with_other_wishes);
}

static void add_ledger(Suite *suite)
{
	TCase *tc = test_case(suite, "ledger", 60);

	tcase_add_checked_fixture(tc, setup, teardown);
	IT_IS(it_stands_by_after_a_restart);
	IT_IS(without_the_ledger_it_does_not_stand_by);
	IT_IS(an_accepted_offer_ends_it);
	IT_IS(it_stands_by_if_the_accept_is_taken_back);
	IT_IS(a_reservation_of_its_name_is_no_offer);
	IT_IS(all_offers_of_a_request_are_withdrawn);
	IT_IS(its_booking_closes_its_offers);
	IT_IS(its_place_is_offered);
	IT_IS(its_offer_is_accepted);
}

int main(void)
{
	Suite *suite = suite_create("standing_kept");

	add_rights(suite);
	add_ledger(suite);
	return test_run(suite);
}
