/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * standing_test.c - requests that stand by: they are booked or offered when there
 * is room, in the fair order, and are kept in the ledger.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/booking/offer/holds.h"
#include "plugin/booking/open/standing.h"
#include "plugin/booking/place/shift.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/serve/serve.h"
#include "plugin/booking/serve/standby.h"
#include "plugin/booking/start/begin.h"
#include "plugin/booking/start/catch_up.h"
#include "plugin/booking/states.h"
#include "plugin/booking/view/counts.h"
#include "plugin/booking/view/turns.h"
#include "test/unit/ledger_fixture.h"
#include "test/unit/test_office.h"

#define NOW 1000000
#define DAY 86400
#define HOUR 3600
#define NODES 8
#define AT (NOW + (2 * DAY))	/* when all want the nodes */
#define U0 FAKE_UID
#define U1 (FAKE_UID + 1)

static ledger_t *l;
static time_t clock_at;
static options_t options;
static char answer[4096];	/* the text of the last request */
static char events[1024];	/* those of requests that stand by */

/* --- the controller ------------------------------------------------------- */

static bool notify(office_t *of, const notify_t *n)
{
	size_t len = strlen(events);

	(void) of;
	if (!strncmp(n->event, "standby", 7))
		snprintf(events + len, sizeof(events) - len, "%s %s;",
			 n->event, n->reservation);
	return true;
}

static void pass_time(time_t to)
{
	clock_at = test_clock.at = to;
}

static void begin(void)
{
	test_office_begin(NODES, &options, office_states);
	fake.now = &clock_at;
	fake.locks.notify = notify;
	ck_assert_msg(begin_with(office, l, clock_at), "%s",
		      office->ledger_error);
}

static void setup(void)
{
	ledger_setup();
	pass_time(NOW);
	options = options_default();
	options.users = true;
	options.user_bookings = options.offers = 0;
	events[0] = '\0';
	l = opened();
	begin();
}

static void teardown(void)
{
	office->ledger = NULL;
	test_office_end();
	ledger_close(l);
	ledger_teardown();
}

/* The controller is killed, without its state, and starts again. */
static void restart(void)
{
	office->ledger = NULL;
	test_office_end();
	l = reopened(l);
	begin();
}

/* --- requests ------------------------------------------------------------- */

static void note_answer(const char *text)
{
	snprintf(answer, sizeof(answer), "%s", text ? text : "");
}

/* finish() of the handlers. */
static void finish(ask_t *a)
{
	if (a->stand_op) {
		commit(l, a->stand_op);
		standby_settle(office, a, NULL);
	}
	if (a->op)
		commit(l, a->op);
	if (!a->rc)
		shift_settle(&a->shifted);
	note_answer(a->text);
}

static int serve_as(const verb_t *verb, request_t *request, uint32_t uid)
{
	ask_t a = {
		.verb = verb, .request = request, .uid = uid, .now = clock_at,
	};
	int rc;

	office->may_delete = true;
	catch_up(office, clock_at);
	rc = serve(office, &a);
	finish(&a);
	office->may_delete = false;
	ask_free(&a);
	return rc;
}

typedef struct {
	const char *name;
	uint32_t uid, nodes, minutes;
	time_t start;
	uint32_t delay;		/* seconds */
} wanted_t;

static int create(const wanted_t *w)
{
	request_t r = {
		.has_start = true, .start = w->start, .has_minutes = true,
		.minutes = w->minutes, .has_delay = w->delay, .delay = w->delay,
	};
	int rc;

	request_set(&r.name, w->name);
	if (!w->uid)
		request_set(&r.users, "u9");
	request_set_nodes(&r, w->nodes);
	rc = serve_as(serve_verb(w->name, false), &r, w->uid);
	request_free(&r);
	return rc;
}

/* A rigid request for an hour. */
static int ask_hour(const char *name, uint32_t uid, uint32_t nodes)
{
	wanted_t w = { name, uid, nodes, 60, AT, 0 };

	return create(&w);
}

static int named(const verb_t *verb, const char *name, uint32_t uid)
{
	request_t r = { .name = NULL };
	int rc;

	request_set(&r.name, name);
	rc = serve_as(verb, &r, uid);
	request_free(&r);
	return rc;
}

static int del(const char *name, uint32_t uid)
{
	return named(&remove_verb, name, uid);
}

static void said(const char *part)
{
	ck_assert_msg(strstr(answer, part) != NULL, "\"%s\" is not in \"%s\"",
		      part, answer);
}

/* --- the agent ------------------------------------------------------------ */

static void see_due(void *arg)
{
	turns_begin(office);
	(void) standby_look(office, arg, clock_at);
}

/* A turn of plugin/agent.c. RET true if others are due */
static bool agent_turn(void)
{
	standby_due_t due[STANDBY_TRIES];
	time_t from, until;
	uint32_t cnt;

	office->may_delete = true;
	catch_up(office, clock_at);
	if (view_freed_take(office, &from, &until)) {
		standing_room(office, from, until);
		(void) shift_earlier(office, from, until, "room", clock_at,
				     NULL);
	}
	offers_expire(office, clock_at);
	holds_release_deferred(office);
	standby_expire(office, clock_at);
	cnt = standby_due(office, clock_at, due);
	for (uint32_t i = 0; i < cnt; i++) {
		turns_serve(office, 1000000, 1000000, false, see_due, &due[i]);
		standby_due_free(&due[i]);
	}
	office->may_delete = false;
	ck_assert_msg(ledger_retry(l, why, sizeof(why)), "%s", why);
	return standing_any_due(office, clock_at);
}

static void agent(void)
{
	while (agent_turn())
		;
	(void) agent_turn();	/* room of the last turn */
}

/* --- facts ---------------------------------------------------------------- */

static bool is_booked(const char *name)
{
	const view_resv_t *v = view_find(office, name);

	return v && v->booking;
}

static void count_row(void *arg, const ledger_standing_t *s)
{
	int *cnt = arg;

	(*cnt)++;
	ledger_request_destroy(s->request);
}

/* The rows of requests that stand by on the disk. */
static int rows(void)
{
	int cnt = 0;

	ck_assert(ledger_each_standing(l, count_row, &cnt, why, sizeof(why)));
	return cnt;
}

static void live(const char *name, bool is)
{
	found_t found = found_all(l);
	bool has = false;

	for (int i = 0; i < found.cnt; i++)
		has |= !strcmp(found.list[i]->name, name);
	found_free(&found);
	ck_assert_int_eq(has, is);
}

/* "wall" has all nodes for an hour; r stands by for them. */
static void one_stands_by(const char *wish)
{
	char name[64];

	ck_assert_int_eq(ask_hour("wall", 0, NODES), 0);
	snprintf(name, sizeof(name), "%sr", wish);
	ck_assert_int_eq(ask_hour(name, U0, 4), REFUSED_BUSY);
}

/* --- it stands by --------------------------------------------------------- */

START_TEST(with_room_it_is_booked_at_once)
{
	ck_assert_int_eq(ask_hour("standby:book:r", U0, 4), 0);
	ck_assert(is_booked("r"));
	ck_assert_uint_eq(standing_cnt(office), 0);
	ck_assert_int_eq(rows(), 0);
}
END_TEST

START_TEST(without_room_it_stands_by)
{
	one_stands_by("standby:book:");
	said("4 of 4 nodes are missing");
	said("r stands by: place 1 of 1; it is booked as soon as there is room, until ");
	ck_assert_ptr_nonnull(standing_find(office, "r"));
	ck_assert_int_eq(rows(), 1);
	agent();
	ck_assert(!is_booked("r"));
	ck_assert_uint_eq(office->refused_cnt, 1);
}
END_TEST

START_TEST(without_the_wish_it_does_not)
{
	one_stands_by("");
	ck_assert_uint_eq(standing_cnt(office), 0);
}
END_TEST

START_TEST(its_latest_start_is_later_than_now)
{
	wanted_t wall = { "wall", 0, NODES, 60, NOW, 0 };
	wanted_t r = { "standby:book:r", U0, 1, 60, NOW, 0 };

	ck_assert_int_eq(create(&wall), 0);
	ck_assert_int_eq(create(&r), REFUSED_BUSY);
	said("r does not stand by: its latest start is now");
	ck_assert_uint_eq(standing_cnt(office), 0);
}
END_TEST

/* --- room comes ----------------------------------------------------------- */

START_TEST(a_deletion_makes_room)
{
	one_stands_by("standby:book:");
	ck_assert_int_eq(del("wall", 0), 0);
	agent();
	ck_assert(is_booked("r"));
	ck_assert_uint_eq(view_find(office, "r")->owner, U0);
	ck_assert_uint_eq(standing_cnt(office), 0);
	ck_assert_str_eq(events, "standby-booked r;");
	ck_assert_uint_eq(counts_get(office, COUNT_STANDBY_BOOKED), 1);
	ck_assert_int_eq(rows(), 0);
	live("r", true);
}
END_TEST

START_TEST(a_node_that_is_back_makes_room)
{
	static const uint64_t down = 0xf0;
	fake_words_t up = fake.down;

	fake.down = &down;
	catch_up(office, clock_at);
	ck_assert_int_eq(ask_hour("wall", 0, 4), 0);
	ck_assert_int_eq(ask_hour("standby:book:r", U0, 4), REFUSED_BUSY);
	agent();
	ck_assert(!is_booked("r"));
	fake.down = up;
	agent();
	ck_assert(is_booked("r"));
}
END_TEST

/* Nothing is looked at for room at another time. */
START_TEST(room_at_another_time_is_none)
{
	wanted_t other = { "other", 0, NODES, 60, AT + 5 * HOUR, 0 };
	standby_due_t due[STANDBY_TRIES];
	time_t from, until;

	ck_assert_int_eq(create(&other), 0);
	one_stands_by("standby:book:");
	agent();
	ck_assert_int_eq(del("other", 0), 0);
	catch_up(office, clock_at);
	ck_assert(view_freed_take(office, &from, &until));
	standing_room(office, from, until);
	ck_assert_uint_eq(standby_due(office, clock_at, due), 0);
}
END_TEST

/* All of it is one transaction: a kill neither loses it nor books it twice. */
START_TEST(the_booking_and_the_end_of_its_row_are_one_commit)
{
	standby_due_t due[STANDBY_TRIES];

	one_stands_by("standby:book:");
	ck_assert_int_eq(del("wall", 0), 0);
	standing_room(office, 0, GARQ_FOREVER);
	catch_up(office, clock_at);
	ck_assert_uint_eq(standby_due(office, clock_at, due), 1);
	turns_serve(office, 1000000, 1000000, false, see_due, &due[0]);
	standby_due_free(&due[0]);
	ck_assert(is_booked("r"));
	live("r", false);
	ck_assert_int_eq(rows(), 1);
}
END_TEST

/* A window that has begun is as long as its rest. */
START_TEST(its_window_passes)
{
	wanted_t wall = { "wall", 0, NODES, 600, NOW + HOUR, 0 };
	wanted_t r = { "standby:book:r", U0, 4, 60, NOW + HOUR, 5 * HOUR };
	time_t start;

	ck_assert_int_eq(create(&wall), 0);
	ck_assert_int_eq(create(&r), REFUSED_BUSY);
	pass_time(NOW + 3 * HOUR);
	ck_assert_int_eq(del("wall", 0), 0);
	agent();
	ck_assert(is_booked("r"));
	start = view_find(office, "r")->booking->start;
	ck_assert_int_eq(start, NOW + 3 * HOUR);
	ck_assert_int_eq(view_find(office, "r")->booking->t_lsr,
			 NOW + 6 * HOUR);
}
END_TEST

START_TEST(at_its_latest_start_it_ends)
{
	one_stands_by("standby:book:");
	pass_time(AT - 1);
	agent();
	ck_assert_ptr_nonnull(standing_find(office, "r"));
	pass_time(AT);
	agent();
	ck_assert_ptr_null(standing_find(office, "r"));
	ck_assert_str_eq(events, "standby-ended r;");
	ck_assert_int_eq(rows(), 0);
}
END_TEST

/* --- the fair order ------------------------------------------------------- */

#define CROWD 20

typedef struct {
	wanted_t wanted;
	char name[16];
	time_t since;
	bool booked;		/* by the model */
} member_t;

static uint64_t model_rank(const member_t *m)
{
	if (clock_at - m->since > (time_t) options.standby_age)
		return 0;
	return (options.standby == OPTIONS_STANDBY_SHORT) ? m->wanted.minutes :
	       (options.standby == OPTIONS_STANDBY_SMALL) ? m->wanted.nodes : 1;
}

/* All begin at the same time: those before take the nodes. */
static void model_book(member_t *all)
{
	uint32_t left = NODES;
	bool seen[CROWD] = { false };

	for (int turn = 0; turn < CROWD; turn++) {
		int first = -1;

		for (int i = 0; i < CROWD; i++)
			if (!seen[i] && ((first < 0) ||
					 (model_rank(&all[i]) <
					  model_rank(&all[first]))))
				first = i;
		seen[first] = true;
		all[first].booked = all[first].wanted.nodes <= left;
		if (all[first].booked)
			left -= all[first].wanted.nodes;
	}
}

static void random_crowd(rng_t *rng, member_t *all)
{
	time_t now = NOW;

	for (int i = 0; i < CROWD; i++) {
		member_t *m = &all[i];
		char name[32];

		now += (time_t) rng_below(rng, 2 * HOUR);
		pass_time(now);
		snprintf(m->name, sizeof(m->name), "r%d", i);
		snprintf(name, sizeof(name), "standby:book:%s", m->name);
		m->since = now;
		m->wanted = (wanted_t) {
			name, 0, 1 + (uint32_t) rng_below(rng, 4),
			10 + (uint32_t) rng_below(rng, 50), AT, 0,
		};
		ck_assert_int_eq(create(&m->wanted), REFUSED_BUSY);
	}
}

START_TEST(room_is_given_in_the_fair_order)
{
	rng_t rng = { test_seed() + (uint64_t) _i };
	member_t all[CROWD];

	options.standby = (options_standby_t) (_i % 3);
	options.standby_age = (uint32_t) rng_below(&rng, 24 * HOUR);
	office->options = options;
	ck_assert_int_eq(ask_hour("wall", 0, NODES), 0);
	random_crowd(&rng, all);
	ck_assert_int_eq(del("wall", 0), 0);
	agent();
	model_book(all);
	for (int i = 0; i < CROWD; i++)
		ck_assert_msg(is_booked(all[i].name) == all[i].booked,
			      "%s: %d", all[i].name, all[i].booked);
}
END_TEST

/* Each one is looked at before the first ones are again. */
START_TEST(none_starves_while_room_comes_and_goes)
{
	standing_t *list[STANDBY_TRIES];
	char name[32];
	int seen = 0;

	ck_assert_int_eq(ask_hour("wall", 0, NODES), 0);
	for (int i = 0; i < 3 * STANDBY_TRIES; i++) {
		snprintf(name, sizeof(name), "standby:book:r%d", i);
		ck_assert_int_eq(ask_hour(name, 0, 4), REFUSED_BUSY);
	}
	for (int turn = 0; turn < 3; turn++) {
		uint32_t cnt;

		standing_room(office, AT, AT + HOUR);
		cnt = standing_due(office, NOW, list, STANDBY_TRIES);
		ck_assert_uint_eq(cnt, STANDBY_TRIES);
		snprintf(name, sizeof(name), "r%d", seen);
		ck_assert_str_eq(list[0]->row.request->name, name);
		seen += STANDBY_TRIES;
	}
}
END_TEST

START_TEST(its_place_is_told)
{
	wanted_t brief = { "standby:book:brief", U1, 4, 10, AT, 0 };

	options.standby = office->options.standby = OPTIONS_STANDBY_SHORT;
	one_stands_by("standby:book:");
	ck_assert_int_eq(create(&brief), REFUSED_BUSY);
	said("brief stands by: place 1 of 2");
	ck_assert_int_eq(named(serve_verb("standing", false), "standing", 0),
			 0);
	said("NAME");
	said("\nbrief        1 of 2         4    00:10:00");
	said("\nr            2 of 2         4    01:00:00");
	said(" book  u0");
	said("0 booked, 0 offered, 0 ended, 0 withdrawn");
}
END_TEST

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
	ck_assert_uint_eq(standing_cnt(office), 1);
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
	ck_assert_uint_eq(standing_cnt(office), 3);
	office->options.standing_max = 3;
	ck_assert_int_eq(ask_hour("standby:book:v", 0, 4), REFUSED_BUSY);
	said("(garq_standing_max)");
	ck_assert_int_eq(del("r", U0), 0);
	ck_assert_int_eq(ask_hour("standby:book:s2", U0, 4), REFUSED_BUSY);
	ck_assert_uint_eq(standing_cnt(office), 3);
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
	ck_assert_uint_eq(standing_cnt(office), 0);
	ck_assert_str_eq(events, "standby-ended r;");
}
END_TEST

/* --- the wish ------------------------------------------------------------- */

START_TEST(the_wish_is_refused_for_others)
{
	ck_assert_int_eq(ask_hour("standby:never:r", U0, 4), REFUSED_NO_SUCH);
	said("write standby:book:NAME or standby:offer:NAME, once");
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
	ck_assert_int_eq(del("standby:book:r", U0), REFUSED_UNSUPPORTED);
	ck_assert_int_eq(ask_hour("standby:book:co-abc123.1of2.IBM", U0, 4),
			 REFUSED_UNSUPPORTED);
	office->options.standby = OPTIONS_STANDBY_NO;
	ck_assert_int_eq(ask_hour("standby:book:r", U0, 4),
			 REFUSED_UNSUPPORTED);
	said("no requests stand by here (garq_standby=no)");
	ck_assert_uint_eq(standing_cnt(office), 0);
}
END_TEST

START_TEST(licenses_alone_do_not_stand_by)
{
	static const uint32_t sw = 4;
	request_t r = {
		.has_start = true, .start = AT, .has_minutes = true,
		.minutes = 60,
	};

	fake.sw = &sw;
	request_set(&r.name, "standby:book:r");
	request_set(&r.licenses, "sw:2");
	request_set(&r.users, "u9");
	ck_assert_int_eq(serve_as(&create_verb, &r, 0), REFUSED_UNSUPPORTED);
	said("not those for licenses alone");
	request_free(&r);
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
	ck_assert_uint_eq(standing_cnt(office), 2);
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
	ck_assert_uint_eq(standing_cnt(office), 0);
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
	ck_assert_uint_eq(standing_cnt(office), 0);
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
	ck_assert_uint_eq(standing_cnt(office), 0);
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
	ck_assert_uint_eq(standing_cnt(office), 0);
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

/* Open offers are answered first; then its own place is offered, three times. */
START_TEST(its_place_is_offered)
{
	const offer_set_t *set;

	stands_with_offers("standby:offer:");
	ck_assert_int_eq(del("wall", 0), 0);
	agent();
	ck_assert_str_eq(events, "");
	for (int i = 1; i <= STANDBY_OFFERS; i++) {
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
	ck_assert_uint_eq(standing_cnt(office), 0);
	ck_assert_int_eq(rows(), 0);
	ck_assert_str_eq(events, "standby-offered r;standby-offered r;"
			 "standby-offered r;standby-ended r;");
}
END_TEST

START_TEST(its_offer_is_accepted)
{
	options.offer_hold = office->options.offer_hold = 1;
	stands_with_offers("standby:offer:");
	ck_assert_int_eq(del("wall", 0), 0);
	pass_time(clock_at + options.offer_ttl);
	agent();
	ck_assert_ptr_nonnull(view_find(office, "r.1"));	/* it is held */
	ck_assert_int_eq(named(&accept_verb, "r.1", U0), 0);
	ck_assert(is_booked("r"));
	ck_assert_int_eq(view_find(office, "r")->booking->start, AT);
	ck_assert_uint_eq(standing_cnt(office), 0);
	ck_assert_int_eq(rows(), 0);
}
END_TEST

#define IT_IS(test) tcase_add_test(tc, test)

static void add_places(Suite *suite)
{
	TCase *tc = test_case(suite, "places", 60);

	tcase_add_checked_fixture(tc, setup, teardown);
	IT_IS(with_room_it_is_booked_at_once);
	IT_IS(without_room_it_stands_by);
	IT_IS(without_the_wish_it_does_not);
	IT_IS(its_latest_start_is_later_than_now);
	IT_IS(a_deletion_makes_room);
	IT_IS(a_node_that_is_back_makes_room);
	IT_IS(room_at_another_time_is_none);
	IT_IS(the_booking_and_the_end_of_its_row_are_one_commit);
	IT_IS(its_window_passes);
	IT_IS(at_its_latest_start_it_ends);
	tcase_add_loop_test(tc, room_is_given_in_the_fair_order, 0,
			    test_some(60));
	IT_IS(none_starves_while_room_comes_and_goes);
	IT_IS(its_place_is_told);
}

static void add_rights(Suite *suite)
{
	TCase *tc = test_case(suite, "rights", 60);

	tcase_add_checked_fixture(tc, setup, teardown);
	IT_IS(its_name_is_taken);
	IT_IS(it_is_withdrawn);
	IT_IS(it_is_hidden_where_reservations_are);
	IT_IS(users_have_a_number);
	IT_IS(limits_of_bookings_count_when_there_is_room);
	IT_IS(a_user_without_rights_has_no_request);
	IT_IS(the_wish_is_refused_for_others);
	IT_IS(licenses_alone_do_not_stand_by);
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
	IT_IS(its_booking_closes_its_offers);
	IT_IS(its_place_is_offered);
	IT_IS(its_offer_is_accepted);
}

int main(void)
{
	Suite *suite = suite_create("standing");

	add_places(suite);
	add_rights(suite);
	add_ledger(suite);
	return test_run(suite);
}
