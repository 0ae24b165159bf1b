/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * named_hold_test.c - names, times and texts of holds, parts of co-reservations
 * and tombstones
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/booking/hold/co_member.h"
#include "plugin/booking/hold/named_hold.h"
#include "plugin/booking/hold/tombstone.h"
#include "plugin/booking/place/kind.h"
#include "plugin/booking/request/flags.h"
#include "plugin/booking/request/held_request.h"
#include "plugin/booking/request/name.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/states.h"
#include "plugin/booking/view/host.h"
#include "plugin/booking/view/office.h"
#include "plugin/ledger/ledger_tombs.h"
#include "test/unit/ledger_fixture.h"
#include "test/unit/test_office.h"

#define NOW 1000000
#define OWNER 7
#define OPERATOR 0

static int notified;
static char broken[128];

static bool notify(office_t *office, const notify_t *n)
{
	(void) office;
	notified++;
	snprintf(broken, sizeof(broken), "%s %s %lld>%lld %s>%s %s", n->event,
		 n->reservation, (long long) n->old_start,
		 (long long) n->start, n->old_nodes, n->nodes ? n->nodes : "-",
		 n->reason);
	return true;
}

static void setup(void)
{
	options_t options = options_default();

	ledger_setup();
	test_clock.at = NOW;
	test_office_begin(8, &options, office_states);
	fake.locks.notify = notify;
	notified = 0;
}

static void teardown(void)
{
	test_office_end();
	ledger_teardown();
}

/* --- names ---------------------------------------------------------------- */

static const struct {
	const char *name;
	bool is;
} names[] = {
	{ "co-abc123.1of2.IBM", true },
	{ "co-abc123.64of64.a_1", true },
	{ "co-0123456789abcdef.1of1._", true },
	{ "co-abc12.1of2.IBM", false },
	{ "co-0123456789abcdefg.1of2.IBM", false },
	{ "co-ABC123.1of2.IBM", false },
	{ "CO-abc123.1of2.IBM", false },
	{ "co-abc123.0of2.IBM", false },
	{ "co-abc123.3of2.IBM", false },
	{ "co-abc123.1of65.IBM", false },
	{ "co-abc123.1of100.IBM", false },
	{ "co-abc123.01of2.IBM", false },
	{ "co-abc123.1of2.", false },
	{ "co-abc123.1of2", false },
	{ "co-abc123.1of2.1IBM", false },
	{ "co-abc123.1of2.I-M", false },
	{ "co-abc123.1of2.IBM.x", false },
	{ "co-abc123.1-2.IBM", false },
	{ "xco-abc123.1of2.IBM", false },
	{ "co-abc123", false },
	{ "", false },
	{ NULL, false },
};

START_TEST(which_are_parts)
{
	ck_assert_int_eq(name_is_part(names[_i].name), names[_i].is);
}
END_TEST

static const struct {
	const char *name;
	int rc;
	uint32_t ttl;
	const char *hold;
} asked[] = {
	{ "hold:10:a", 0, 10, "a" },
	{ "HOLD:3600:co-abc123.1of2.IBM", 0, 3600, "co-abc123.1of2.IBM" },
	{ "hold:0060:a:b", 0, 60, "a:b" },
	{ "hold:9:a", REFUSED_TIME, 0, NULL },
	{ "hold:3601:a", REFUSED_TIME, 0, NULL },
	{ "hold:4294967306:a", REFUSED_NO_SUCH, 0, NULL },
	{ "hold:1000000000:a", REFUSED_NO_SUCH, 0, NULL },
	{ "hold:", REFUSED_NO_SUCH, 0, NULL },
	{ "hold::a", REFUSED_NO_SUCH, 0, NULL },
	{ "hold:60", REFUSED_NO_SUCH, 0, NULL },
	{ "hold:60:", REFUSED_NO_SUCH, 0, NULL },
	{ "hold:+60:a", REFUSED_NO_SUCH, 0, NULL },
	{ "hold: 60:a", REFUSED_NO_SUCH, 0, NULL },
	{ "hold:6o:a", REFUSED_NO_SUCH, 0, NULL },
	{ "hold:60:a b", 0, 60, "a b" },
	{ "hold:60:a,b", REFUSED_NO_SUCH, 0, NULL },
	{ "hold:60:Query", REFUSED_NO_SUCH, 0, NULL },
	{ "hold:60:probe", REFUSED_NO_SUCH, 0, NULL },
	{ "hold:60:garq-offers=1", REFUSED_NO_SUCH, 0, NULL },
	{ "hold:60:Hold:60:a", REFUSED_NO_SUCH, 0, NULL },
};

START_TEST(asks)
{
	request_t request = { .name = (char *) asked[_i].name };
	ask_t a = { .request = &request };
	const char *name = NULL;
	int rc = named_hold_parse(office, &a, &name);

	ck_assert_int_eq(name_form(request.name, false), NAME_HOLD);
	ck_assert_int_eq(rc, asked[_i].rc);
	if (!rc)
		ck_assert_uint_eq(a.ttl, asked[_i].ttl);
	ck_assert(text_same(name, asked[_i].hold));
	ck_assert_int_eq(!a.text, !rc);
	ask_free(&a);
	if (rc)
		return;
	request.has_delay = true;
	rc = named_hold_parse(office, &a, &name);
	ck_assert_int_eq(rc, REFUSED_UNSUPPORTED);
	ask_free(&a);
}
END_TEST

/* Its answer says until when, so that it need not know garq_hold_max. */
START_TEST(a_program_gets_what_is_allowed)
{
	request_t request = { .name = (char *) "hold:3601:a" };
	ask_t a = { .request = &request, .program = true };
	const char *name;

	ck_assert_int_eq(named_hold_parse(office, &a, &name), 0);
	ck_assert_uint_eq(a.ttl, 3600);
	request.name = (char *) "hold:9:a";
	ck_assert_int_eq(named_hold_parse(office, &a, &name), REFUSED_TIME);
	ask_free(&a);
}
END_TEST

START_TEST(does_not_ask)
{
	const char *const names[] = { NULL, "hold", "holds:60:a",
				      "a.hold:60:b" };

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		ck_assert_int_ne(name_form(names[i], true), NAME_HOLD);
}
END_TEST

/* --- the text of a request ------------------------------------------------ */

static request_t full(void)
{
	return (request_t) {
		.has_nodes = true, .num_cn = 4, .partition = "main",
		.features = "big", .users = "ada,bob", .accounts = "red,blue",
		.comment = "users=eve", .has_flags = true,
		.flags = BOOKING_FLAG_MAGNETIC | BOOKING_FLAG_FLEX,
	};
}

static void assert_other(const request_t *r, time_t start, time_t end)
{
	request_t is = full();
	char *a = held_request_text(&is, 100, 200);
	char *b = held_request_text(r, start, end);

	ck_assert_ptr_nonnull(a);
	ck_assert_ptr_nonnull(b);
	ck_assert_str_ne(a, b);
	free(a);
	free(b);
}

START_TEST(each_attribute_counts)
{
	static uint32_t sizes[] = { 1, 3, 0 };
	request_t r;

	assert_other((r = full(), &r), 101, 200);
	assert_other((r = full(), &r), 100, 201);
#define OTHER(field, value)						\
	do {								\
		r = full();						\
		r.field = (value);					\
		assert_other(&r, 100, 200);				\
	} while (0)
	OTHER(num_cn, 5);
	OTHER(has_nodes, false);
	OTHER(sizes, sizes);
	OTHER(node_list, "n1");
	OTHER(partition, NULL);
	OTHER(features, "small");
	OTHER(licenses, "glue:1");
	OTHER(users, "ada");
	OTHER(groups, "ada");
	OTHER(accounts, "red");
	OTHER(qos, "high");
	OTHER(allowed_parts, "main");
	OTHER(comment, "users=eva");
	OTHER(flags, BOOKING_FLAG_MAGNETIC);
	OTHER(has_purge, true);
#undef OTHER
}
END_TEST

START_TEST(what_is_granted)
{
	request_t r = full(), granted;
	char *text = held_request_text(&r, 100, 200), *accounts;

	granted = held_request_read(text);
	ck_assert_str_eq(granted.users, "ada,bob");
	ck_assert_str_eq(granted.accounts, "red,blue");
	ck_assert_ptr_null(granted.groups);
	ck_assert_ptr_null(granted.comment);
	ck_assert(granted.has_flags);
	ck_assert_uint_eq(granted.flags, BOOKING_FLAG_MAGNETIC);
	ck_assert(!granted.has_start && !granted.has_nodes);
	request_free(&granted);
	accounts = held_request_accounts(text);
	ck_assert_str_eq(accounts, "red,blue");
	free(accounts);
	free(text);
	r = (request_t) { .groups = "ada" };
	text = held_request_text(&r, 100, 200);
	granted = held_request_read(text);
	ck_assert_ptr_null(granted.users);
	ck_assert_str_eq(granted.groups, "ada");
	ck_assert(!granted.has_flags);
	ck_assert_ptr_null(held_request_accounts(text));
	request_free(&granted);
	free(text);
	granted = held_request_read(NULL);
	ck_assert_ptr_null(granted.users);
}
END_TEST

START_TEST(only_a_name_confirms)
{
	request_t r = { .name = "a" };

	ck_assert(named_hold_confirms(&r));
#define NOT(field, value)						\
	do {								\
		r = (request_t) { .name = "a", .field = value };	\
		ck_assert_msg(!named_hold_confirms(&r), #field);	\
	} while (0)
	NOT(has_start, true);
	NOT(has_end, true);
	NOT(has_minutes, true);
	NOT(has_delay, true);
	NOT(has_nodes, true);
	NOT(has_watts, true);
	NOT(has_purge, true);
	NOT(flags, BOOKING_FLAG_SKIP);
	NOT(other_flags, 1);
	NOT(users, "");
	NOT(groups, "");
	NOT(accounts, "");
	NOT(node_list, "");
	NOT(partition, "");
	NOT(features, "");
	NOT(licenses, "");
	NOT(tres, "");
	NOT(burst_buffer, "");
	NOT(comment, "");
	NOT(qos, "");
	NOT(allowed_parts, "");
#undef NOT
}
END_TEST

/* --- time ----------------------------------------------------------------- */

START_TEST(it_is_over)
{
	booking_t b = { .hold_until = NOW, .held = (char *) "asked for" };
	const booking_t of_offer = { .hold_until = NOW };

	ck_assert(!named_hold_is(&of_offer) && booking_is_offer_hold(&of_offer));
	ck_assert(!named_hold_is(NULL) && !named_hold_over(NULL, NOW));
	ck_assert(named_hold_is(&b) && !booking_is_offer_hold(&b));
	ck_assert(!named_hold_over(&b, NOW - 1));
	ck_assert(named_hold_over(&b, NOW));
	b.hold_until = 0;
	ck_assert(!named_hold_is(&b) && !named_hold_over(&b, NOW));
}
END_TEST

/* --- parts ---------------------------------------------------------------- */

#define PART "co-abc123.1of2.IBM"

static int check(const char *name, const request_t *r, uint32_t uid)
{
	booking_t b = { .creator = OWNER };
	view_resv_t v = { .name = (char *) name, .booking = &b };
	request_t asked_for = *r;	/* shallow */
	ask_t a = { .request = &asked_for, .uid = uid, .v = &v,
		    .kind = kind_of_change(office, &v, r) };
	int rc = co_member_check_update(office, &a);

	ck_assert_int_eq(!a.text, !rc);
	ask_free(&a);
	return rc;
}

START_TEST(only_operators_move_a_part)
{
	const request_t moves[] = {
		{ .has_start = true }, { .has_end = true },
		{ .has_minutes = true }, { .has_nodes = true },
		{ .node_list = "n1" }, { .partition = "main" },
		{ .features = "" }, { .licenses = "" }, { .tres = "cpu=1" },
		{ .flags = BOOKING_FLAG_MAINT }, { .flags = BOOKING_FLAG_SKIP },
	};
	const request_t stays[] = {
		{ .users = "ada" }, { .accounts = "red" }, { .comment = "x" },
		{ .flags = BOOKING_FLAG_MAGNETIC }, { .has_purge = true },
	};
	const request_t window = { .has_delay = true };

	for (size_t i = 0; i < sizeof(moves) / sizeof(moves[0]); i++) {
		ck_assert_int_eq(check(PART, &moves[i], OWNER),
				 REFUSED_DENIED);
		ck_assert_int_eq(check(PART, &moves[i], OPERATOR), 0);
	}
	for (size_t i = 0; i < sizeof(stays) / sizeof(stays[0]); i++)
		ck_assert_int_eq(check(PART, &stays[i], OWNER), 0);
	ck_assert_int_eq(check(PART, &window, OPERATOR), REFUSED_UNSUPPORTED);
}
END_TEST

START_TEST(who_is_told_what_breaks)
{
	booking_t a = { .name = PART, .start = 100, .end = 200, .num_cn = 2,
			.nodes = "n[1-2]", .creator = OWNER };
	booking_t b = a;

	co_member_broken(office, &a, &b, OPERATOR);
	ck_assert_int_eq(notified, 0);
	b.users = "eve";
	co_member_broken(office, &a, &b, OPERATOR);
	ck_assert_int_eq(notified, 0);
	b.start = 101;
	co_member_broken(office, &a, &b, OPERATOR);
	ck_assert_str_eq(broken, "co_broken " PART " 100>101 n[1-2]>n[1-2] changed by uid 0");
	b = a;
	b.licenses = "glue:1";
	co_member_broken(office, &a, &b, OPERATOR);
	ck_assert_int_eq(notified, 2);
	co_member_broken(office, &a, NULL, OWNER);
	ck_assert_int_eq(notified, 2);
	co_member_broken(office, &a, NULL, OPERATOR);
	ck_assert_str_eq(broken, "co_broken " PART " 100>0 n[1-2]>- deleted by uid 0");
	a.hold_until = 50;
	co_member_broken(office, &a, NULL, OPERATOR);
	ck_assert_int_eq(notified, 3);
}
END_TEST

/* --- tombstones ----------------------------------------------------------- */

static void leave(const char *name, uint32_t uid, time_t now)
{
	ledger_op_t *op = tombstone_leave(office, name, uid, now);

	ck_assert_ptr_nonnull(op);
	ledger_commit_later(office->ledger, op);
}

START_TEST(a_tombstone_counts_for_its_user)
{
	office->ledger = opened();
	office->options.hold_max = 100;
	leave("a", OWNER, NOW);
	ck_assert_int_eq(tombstone_until(office, "a", OWNER, NOW), NOW + 100);
	ck_assert_int_eq(tombstone_until(office, "a", OWNER, NOW + 99),
			 NOW + 100);
	ck_assert_int_eq(tombstone_until(office, "a", OWNER, NOW + 100), 0);
	ck_assert_int_eq(tombstone_until(office, "a", OPERATOR, NOW), 0);
	ck_assert_int_eq(tombstone_until(office, "b", OWNER, NOW), 0);
	leave("a", OWNER, NOW + 50);
	ck_assert_int_eq(tombstone_until(office, "a", OWNER, NOW + 149),
			 NOW + 150);
	ledger_close(office->ledger);
}
END_TEST

START_TEST(it_survives_a_restart)
{
	office->ledger = opened();
	leave("a", OWNER, NOW);
	leave("b", OWNER, NOW - 3600);
	office->ledger = reopened(office->ledger);
	ck_assert(
		tombstones_load(office, office->ledger, NOW, why, sizeof(why)));
	ck_assert_int_eq(tombstone_until(office, "b", OWNER, NOW - 3600), 0);
	ck_assert_int_eq(tombstone_until(office, "a", OWNER, NOW), NOW + 3600);
	ledger_close(office->ledger);
}
END_TEST

/* It counts no longer than a new one would. */
START_TEST(the_clock_is_put_back)
{
	office->ledger = opened();
	leave("a", OWNER, NOW);
	ck_assert_int_eq(tombstone_until(office, "a", OWNER, NOW - 100000),
			 NOW - 100000 + 3600);
	ck_assert_int_eq(tombstone_until(office, "a", OWNER, NOW - 96400), 0);
	ledger_close(office->ledger);
}
END_TEST

START_TEST(so_many_tombstones)
{
	char name[32];

	office->ledger = opened();
	for (int i = 0; i <= LEDGER_TOMBS_USER_MAX; i++) {
		snprintf(name, sizeof(name), "n%d", i);
		leave(name, OWNER, NOW);
	}
	ck_assert_int_eq(tombstone_until(office, "n0", OWNER, NOW), 0);
	ck_assert_int_ne(tombstone_until(office, "n1", OWNER, NOW), 0);
	ledger_close(office->ledger);
	office->ledger = NULL;
	ck_assert_ptr_null(tombstone_leave(office, "none", OWNER, NOW));
	ck_assert_int_eq(tombstone_until(office, "none", OWNER, NOW), 0);
}
END_TEST

#define LOOP(fn, table) \
	tcase_add_loop_test(tc, fn, 0, sizeof(table) / sizeof((table)[0]))

int main(void)
{
	Suite *s = suite_create("named_hold");
	TCase *tc = test_case(s, "named_hold", 60);

	tcase_add_checked_fixture(tc, setup, teardown);
	LOOP(which_are_parts, names);
	LOOP(asks, asked);
	tcase_add_test(tc, a_program_gets_what_is_allowed);
	tcase_add_test(tc, does_not_ask);
	tcase_add_test(tc, each_attribute_counts);
	tcase_add_test(tc, what_is_granted);
	tcase_add_test(tc, only_a_name_confirms);
	tcase_add_test(tc, it_is_over);
	tcase_add_test(tc, only_operators_move_a_part);
	tcase_add_test(tc, who_is_told_what_breaks);
	tcase_add_test(tc, a_tombstone_counts_for_its_user);
	tcase_add_test(tc, it_survives_a_restart);
	tcase_add_test(tc, the_clock_is_put_back);
	tcase_add_test(tc, so_many_tombstones);
	return test_run(s);
}
