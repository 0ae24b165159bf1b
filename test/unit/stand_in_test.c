/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * stand_in_test.c - stand-ins and parts (stand_in.h): when they are tried, what is
 * made of them, and what the site is told.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/param.h>

#include "plugin/booking/park/park.h"
#include "plugin/booking/place/revision.h"
#include "plugin/booking/place/stand_in.h"
#include "plugin/booking/request/flags.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/start/events.h"
#include "plugin/booking/start/reconcile.h"
#include "plugin/booking/start/revive.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/park/reread.h"
#include "plugin/booking/view/units_text.h"
#include "plugin/booking/view/view_feed.h"
#include "plugin/ledger/ledger_private.h"
#include "test/unit/ledger_fixture.h"
#include "test/unit/reconcile_world.h"
#include "test/unit/test_office.h"

static void setup(void)
{
	ledger_setup();
	world_setup();
	test_clock.at = NOW;
	office->ledger = opened();
}

static void teardown(void)
{
	ledger_close(office->ledger);
	office->ledger = NULL;
	world_teardown();
	ledger_teardown();
}

/* --- a clock that is put back ---------------------------------------------------- */

/* Regression: it was ahead between two passes of the agent, as a request saw. */
START_TEST(an_end_by_a_clock_that_was_ahead_is_noticed)
{
	const view_waiting_t none = { .id = 0 };

	revive_looked(office, NOW);
	ck_assert(!revive_is_due(office, NOW + 1));
	booking_events.gone(office, world_some("r", 7), &none, NOW + 3 * HOUR);
	ck_assert(revive_is_due(office, NOW + 1));
	revive_looked(office, NOW + 1);
	ck_assert(!revive_is_due(office, NOW + 1));
}
END_TEST

/* A booking that had ended by a clock that was ahead, of nodes. RET owned */
static booking_t *ended(const char *name, uint32_t id, const char *nodes)
{
	booking_t *b = world_some(name, id);

	booking_set(&b->nodes, nodes);
	b->num_cn = strlen(nodes);
	return b;
}

/* What others have got of the same nodes meanwhile. */
static void add_native(const char *nodes)
{
	booking_t *says = ended("native", 99, nodes);

	says->parked = false;
	world_add(says, NULL);
}

static void revive(booking_t *first, booking_t *second)
{
	ledger_ended_t list = { .list = calloc(2, sizeof(*list.list)), .cnt = 2 };

	list.list[0] = first;
	list.list[1] = second;
	revive_all(office, &list, NOW);
}

static void check_nodes(const char *name, const char *nodes)
{
	const view_resv_t *v = view_find(office, name);

	ck_assert(v && v->booking);
	ck_assert_str_eq(v->booking->nodes, nodes);
}

/* Regression: it got nodes of a booking that came back after it. */
START_TEST(what_comes_back_does_not_move_to_nodes_of_what_comes_back)
{
	add_native("ab");
	revive(ended("moves", 1, "ab"), ended("stays", 2, "cd"));
	check_nodes("moves", "ef");
	check_nodes("stays", "cd");
}
END_TEST

/* Regression: a booking got the nodes of another, which had come back before it. */
START_TEST(what_comes_back_is_in_the_way_at_once)
{
	add_native("abcd");
	revive(ended("one", 1, "ab"), ended("other", 2, "cd"));
	check_nodes("one", "ef");
	check_nodes("other", "gh");
}
END_TEST

/* --- very many records -------------------------------------------------------- */

#define MANY (REMAKE_AT_START + 2 * STAND_IN_TRIES + 1)

/* The ledger has many bookings, of which each begins before the one before. */
static void write_many(void)
{
	for (int i = 0; i < MANY; i++) {
		char name[16];
		booking_t *b;

		snprintf(name, sizeof(name), "r%d", i);
		b = world_some(name, (uint32_t) i + 1);
		b->start = NOW + (MANY - i) * HOUR;
		b->end = b->start + HOUR;
		b->t_esr = b->t_lsr = b->not_before = b->start;
		ledger_commit_later(office->ledger,
				    ledger_put(office->ledger, b));
		booking_destroy(b);
	}
	ck_assert(ledger_retry(office->ledger, why, sizeof(why)));
}

static int calls(const char *call)
{
	size_t len = strlen(call);
	int cnt = 0;

	for (const char *at = world.done; at && (at = strstr(at, call)); cnt++)
		at += len;
	free_null(world.done);
	return cnt;
}

/* Are these the stand-ins: all from the first, which begins last, up to this? */
static void check_stand_ins(int cnt)
{
	for (int i = 0; i < MANY; i++) {
		char name[16];
		const view_resv_t *v;

		snprintf(name, sizeof(name), "r%d", i);
		v = view_find(office, name);
		ck_assert(v && v->booking);
		ck_assert_int_eq(v->booking->stand_in, i < cnt);
		ck_assert_int_eq(v->start, NOW + (MANY - i) * HOUR);
	}
}

/* A turn of the host's thread, which finds all names. */
static void turn(time_t now)
{
	stand_in_names_t names = { .cnt = 0 };

	stand_in_due(office, now, &names);
	(void) stand_in_retry_due(office, now, &names);
	stand_in_names_free(&names);
}

/* RET number of records made in one turn */
static int made(void)
{
	turn(NOW);
	return calls(" fulfil");
}

/* Accounting takes so many messages at a time. */
START_TEST(of_very_many_those_that_begin_first_are_made_at_once)
{
	write_many();
	world.lacks = true;
	world_reconcile();
	/* The start has a look at the stand-ins, too. */
	ck_assert_int_eq(calls(" recreate"), REMAKE_AT_START);
	check_stand_ins(STAND_IN_TRIES + 1);
	ck_assert(stand_in_left(office));
	ck_assert_int_eq(made(), STAND_IN_TRIES);
	check_stand_ins(1);
	ck_assert_int_eq(made(), 1);
	check_stand_ins(0);
	ck_assert(!stand_in_left(office));
	ck_assert_int_eq(made(), 0);
}
END_TEST

/* Its queue is full as it is. Only what begins within the hour is made. */
START_TEST(none_is_made_early_while_accounting_is_behind)
{
	write_many();
	world.lacks = world.accounting_is_behind = true;
	world_reconcile();
	ck_assert_int_eq(calls(" recreate"), 1);
	check_stand_ins(MANY - 1);
	ck_assert_int_eq(made(), 0);
	ck_assert(!stand_in_left(office));
	world.accounting_is_behind = false;
	ck_assert_int_eq(made(), STAND_IN_TRIES);
	ck_assert(stand_in_left(office));
}
END_TEST

static void assert_told(const char *events)
{
	ck_assert_msg(text_same(world.told, events), "told%s, not%s",
		      world.told ? world.told : " nothing",
		      events ? events : " nothing");
	free_null(world.told);
}

/* --- records that Slurm has purged ------------------------------------------ */

static void write_one(booking_t *b)
{
	ledger_commit_later(office->ledger, ledger_put(office->ledger, b));
	booking_destroy(b);
	ck_assert(ledger_retry(office->ledger, why, sizeof(why)));
}

/* r is linked, and so says its row; then another booking comes before it. */
static void be_second(void)
{
	booking_t *b = world_some("r", 17);

	b->start = b->t_esr = b->t_lsr = b->not_before = NOW + 3 * HOUR;
	b->end = NOW + 4 * HOUR;
	write_one(b);
	world.lacks = true;
	world_reconcile();
	ck_assert(view_find(office, "r")->linked);
	b = world_some("first", 18);
	world_add(booking_copy(b), NULL);
	ck_assert_ptr_null(
		view_set_booking(office, view_find(office, "first"), b));
	ck_assert(ledger_retry(office->ledger, why, sizeof(why)));
}

/* What the sync does, and the call of it. */
static const view_resv_t *purge_r(void)
{
	view_resv_t *v = view_find(office, "r");
	booking_t *b;

	fake_delete(&fake, v->rec);
	b = view_table_remove(office, v);
	ck_assert(b && stand_in_record_lost(office, b, NULL, NOW));
	ck_assert_ptr_null(view_find(office, "r"));
	stand_in_keep_lost(office, NOW);
	return view_find(office, "r");
}

static void is_parked(void *arg, booking_t *b)
{
	if (text_same(b->name, "r"))
		*(bool *) arg = b->parked;
	booking_destroy(b);
}

/* What a start would read. */
static bool row_is_parked(void)
{
	bool parked = false;

	ck_assert(ledger_each(office->ledger, is_parked, &parked, why,
			      sizeof(why)));
	return parked;
}

/* No file that Slurm saves lacks the name, unless the row says "parked". */
START_TEST(what_was_purged_is_linked_until_its_row_is_durable)
{
	const view_resv_t *v;

	office->options.park = true;
	be_second();
	v = purge_r();
	ck_assert(v && v->booking && v->booking->stand_in);
	for (int i = 0; i < 3; i++) {
		ck_assert(v->linked && !row_is_parked());
		turn(NOW);
		(void) park_update_all(office, NOW);
	}
	ck_assert(!v->booking->stand_in);
	ck_assert(ledger_retry(office->ledger, why, sizeof(why)));
	park_ledger_written(office, park_last_look(office));
	ck_assert(v->linked && row_is_parked());
	(void) park_update_all(office, NOW);
	ck_assert(!v->linked);
}
END_TEST

/* No name is looked up for that: the locks are held. */
START_TEST(what_was_purged_is_made_again_at_the_next_try)
{
	const view_resv_t *v;

	be_second();
	free_null(world.done);
	v = purge_r();
	ck_assert_str_eq(world.done, " stand_in");
	turn(NOW);
	ck_assert(v == view_find(office, "r") && !v->booking->stand_in);
	assert_told(NULL);
}
END_TEST

/* --- the site's program ---------------------------------------------------- */

static void start_with(const char *name)
{
	write_one(world_some(name, 17));
	world.lacks = true;
	world_reconcile();
}

/* Once for each reason, and at the end: not at each try. */
START_TEST(the_site_is_told_of_a_stand_in)
{
	time_t now = NOW;

	world.refuses = true;
	start_with("r");
	turn(now);
	assert_told(" stand-in:r:refused (Users=ann)");
	for (int i = 0; i < 3; i++)
		turn(now += STAND_IN_PAUSE_MAX / 8);
	assert_told(NULL);
	world.refuses = false;
	turn(now += STAND_IN_PAUSE_MAX / 4);
	assert_told(" restored:r:Slurm has its record again");
	turn(now);
	assert_told(NULL);
}
END_TEST

START_TEST(what_was_told_outlives_a_purge)
{
	world.refuses = true;
	start_with("r");
	turn(NOW);
	assert_told(" stand-in:r:refused (Users=ann)");
	world.refuses = false;
	(void) purge_r();
	turn(NOW);
	assert_told(" restored:r:Slurm has its record again");
}
END_TEST

START_TEST(nobody_is_told_of_what_is_made_at_once)
{
	start_with("r");
	turn(NOW);
	turn(NOW + STAND_IN_PAUSE_MAX);
	assert_told(NULL);
}
END_TEST

/* RET number of events since the last call */
static int told(void)
{
	int cnt = 0;

	for (const char *at = world.told; at && (at = strstr(at, " stand-in:"));
	     at++)
		cnt++;
	free_null(world.told);
	return cnt;
}

/* Those that only wait for their turn are no news; the others, some at a time. */
START_TEST(very_many_are_told_some_at_a_time)
{
	int cnt;

	write_many();
	world.lacks = world.refuses = true;
	world_reconcile();
	cnt = told();
	for (int i = 0; i <= MANY / STAND_IN_TRIES + 1; i++) {
		int more;

		turn(NOW);
		more = told();
		ck_assert_int_le(more, 2 * STAND_IN_TELLS);
		cnt += more;
	}
	ck_assert_int_eq(cnt, MANY);
}
END_TEST

/* --- parts ------------------------------------------------------------------ */

/* A start makes r of what is known. OUT world.done, world.told - what came of that */
static view_resv_t *part_of_r(const char *unknown, booking_t *b)
{
	world.unknown = unknown;
	write_one(b);
	world.lacks = true;
	world_reconcile();
	turn(NOW);
	return view_find(office, "r");
}

static booking_t *for_two(void)
{
	booking_t *b = world_some("r", 17);

	booking_set(&b->users, NULL);
	booking_set(&b->accounts, "math,chem");
	return b;
}

/* The record is for what is left, and the booking, and its row, for what was booked. */
static void check_part(const view_resv_t *v, const char *users,
		       const char *accounts, const char *nodes)
{
	const fake_record_t *says = v->rec;
	char *list = fake_text(&fake, says->nodes);

	ck_assert(v->booking->part && !v->booking->stand_in);
	ck_assert_msg(text_same(says->users, users ? users : ""), "Users=%s", says->users);
	ck_assert_msg(text_same(says->accounts, accounts ? accounts : ""), "Accounts=%s",
		      says->accounts);
	ck_assert_str_eq(list, nodes);
	free(list);
	ck_assert_str_eq(v->booking->nodes, nodes);
}

START_TEST(of_two_accounts_the_one_that_is_left_has_the_record)
{
	view_resv_t *v = part_of_r("math", for_two());

	check_part(v, NULL, "chem", "ab");
	ck_assert_str_eq(v->booking->accounts, "math,chem");
	assert_told(" part:r:Slurm does not take accounts: math");
	turn(NOW + STAND_IN_PAUSE_MAX);
	assert_told(NULL);
	world.unknown = NULL;
	turn(NOW + 3 * STAND_IN_PAUSE_MAX);
	assert_told(" restored:r:Slurm has its record again");
	ck_assert(!v->booking->part);
	ck_assert_str_eq(((fake_record_t *) v->rec)->accounts, "math,chem");
}
END_TEST

START_TEST(what_is_for_nobody_known_is_for_nobody)
{
	view_resv_t *v = part_of_r("math,chem", for_two());

	ck_assert(v->booking->stand_in && !v->booking->part);
	assert_told(" stand-in:r:refused (Accounts=math,chem)");
	world.unknown = "math";
	turn(NOW + STAND_IN_PAUSE_MAX);
	check_part(v, NULL, "chem", "ab");
}
END_TEST

/* An unknown one who is kept out can be left out, unless then it is for everybody. */
START_TEST(who_is_kept_out_may_be_unknown)
{
	booking_t *b = for_two();

	booking_set(&b->users, "-bob,-eve");
	check_part(part_of_r("bob", booking_copy(b)), "-eve", "math,chem", "ab");
	world.unknown = "bob,eve";
	turn(NOW + STAND_IN_PAUSE_MAX);
	check_part(view_find(office, "r"), NULL, "math,chem", "ab");
	booking_destroy(b);
}
END_TEST

START_TEST(nobody_kept_out_is_not_for_everybody)
{
	booking_t *b = world_some("r", 17);

	booking_set(&b->users, "-bob");
	ck_assert(part_of_r("bob", b)->booking->stand_in);
}
END_TEST

START_TEST(named_nodes_that_are_left_are_kept_until_all_are_there)
{
	booking_t *b = world_some("r", 17);
	view_resv_t *v;

	booking_set(&b->nodes, "aby");
	booking_set(&b->asked_nodes, "aby");
	b->num_cn = 3;
	v = part_of_r(NULL, b);
	check_part(v, "ann", NULL, "ab");
	ck_assert_int_eq(v->booking->num_cn, 3);
	ck_assert_str_eq(v->booking->asked_nodes, "aby");
	ck_assert(text_same(((fake_record_t *) v->rec)->comment,
			    "made in part: ab is left of aby; it is tried again"));
}
END_TEST

/* What it has of nodes that are not there stays written, with the type of GPUs. */
START_TEST(cores_of_nodes_that_are_gone_are_kept)
{
	booking_t *b = world_some("r", 17);
	units_t units, missing;
	view_resv_t *v;
	char *gone;

	booking_set(&b->nodes, "aby");
	booking_set(&b->asked_nodes, "aby");
	booking_set(&b->cores, "gpu=t b:4-5 ay:0-1,7/3");
	b->num_cn = 3;
	v = part_of_r(NULL, b);
	check_part(v, "ann", NULL, "ab");
	for (int i = 0; i < 3; i++) {
		gone = units_gone(office, v->booking->cores);
		ck_assert_str_eq(gone, "ay:0-1,7/3");
		missing = units_missing(office, v->booking->cores, v->nodes);
		ck_assert_uint_eq(missing.cnt, 1);
		ck_assert_uint_eq(units_count(&missing), 3);
		ck_assert_uint_eq(missing.list[0].cores.gpus, 8);
		ck_assert_str_eq(missing.type, "t");
		units_free(&missing);
		free(gone);
		units = units_read(office, v->booking->cores);
		ck_assert_str_eq(units.type, "t");
		ck_assert_uint_eq(units.cnt, 2);
		ck_assert_uint_eq(cores_count(units_on(&units, 1)), 2);
		units_free(&units);
		booking_reread(office, v);
	}
	v->booking->part = false;
	v->booking->stand_in = true;
	booking_set(&v->booking->cores, "gpu=t yz:0-1");
	booking_reread(office, v);
	ck_assert_str_eq(v->booking->cores, "gpu=t yz:0-1");
}
END_TEST

/* ... also those that its record has. */
START_TEST(nodes_that_others_have_got_are_given_up)
{
	booking_t *b = world_some("r", 17);
	view_resv_t *v;

	booking_set(&b->nodes, "aby");
	booking_set(&b->asked_nodes, "aby");
	b->num_cn = 3;
	v = part_of_r(NULL, b);
	check_part(v, "ann", NULL, "ab");
	add_native("b");
	turn(NOW + STAND_IN_PAUSE_MAX);
	check_part(v, "ann", NULL, "a");
}
END_TEST

START_TEST(by_count_it_gets_other_nodes)
{
	booking_t *b = world_some("r", 17);
	view_resv_t *v;

	booking_set(&b->nodes, "bz");
	v = part_of_r(NULL, b);
	ck_assert(!v->booking->part && !v->booking->stand_in);
	ck_assert_str_eq(v->booking->nodes, "ab");
}
END_TEST

START_TEST(by_count_others_give_as_many_cores_as_those_that_are_gone)
{
	booking_t *b = world_some("r", 17);
	view_resv_t *v;

	booking_set(&b->nodes, "byz");
	booking_set(&b->cores, "b:0 y:0-1 z:0");
	b->num_cn = 3;
	v = part_of_r(NULL, b);
	ck_assert(!v->booking->part && !v->booking->stand_in);
	ck_assert_uint_eq(units_count(&v->attrs.units), 4);
}
END_TEST

/* ... and not as many as the part has. IN request - of other times, or nodes */
static uint32_t cores_after(view_resv_t *v, const request_t *request)
{
	const options_t options = options_default();
	uint32_t cores = 0;
	char *text = NULL;
	revision_t r;

	ck_assert_int_eq(revision_make(office, v, request, &options, NOW, &r,
				       &text), 0);
	for (uint32_t i = 0; i < r.shape.num_cn; i++)
		cores += r.shape.each[MIN(i, r.shape.each_cnt - 1)].cores;
	revision_free(&r);
	return cores;
}

START_TEST(a_change_of_a_part_asks_for_all_of_its_cores)
{
	const request_t shorter = { .has_minutes = true, .minutes = 30 };
	const request_t fewer = { .has_nodes = true, .num_cn = 1 };
	const request_t named = { .node_list = (char[]) { "b" } };
	booking_t *b = world_some("r", 17);
	view_resv_t *v;

	add_native("acdefgh");
	booking_set(&b->nodes, "by");
	booking_set(&b->cores, "b:0 y:0-2");
	v = part_of_r(NULL, b);
	check_part(v, "ann", NULL, "b");
	ck_assert_uint_eq(cores_after(v, &shorter), 4);
	ck_assert_uint_eq(cores_after(v, &fewer), 4);
	ck_assert_uint_eq(cores_after(v, &named), 4);
}
END_TEST

/* By its nodes, or by count: y is there again, as a, and then free. */
START_TEST(cores_of_a_node_that_others_have_meanwhile_are_kept)
{
	booking_t *b = world_some("r", 17);
	view_resv_t *v;

	add_native("acdefgh");
	booking_set(&b->nodes, "by");
	booking_set(&b->cores, "b:0 y:0-2");
	v = part_of_r(NULL, b);
	check_part(v, "ann", NULL, "b");
	if (!_i)
		booking_set(&v->booking->asked_nodes, "ab");
	booking_set(&v->booking->cores, "a:0-2 b:0");
	booking_reread(office, v);
	ck_assert(v->booking->part);
	fake_delete(&fake, view_find(office, "native")->rec);
	booking_destroy(office->host->list->forget(office, "native", NOW));
	turn(NOW + STAND_IN_PAUSE_MAX);
	ck_assert(!v->booking->part);
	ck_assert_uint_eq(units_count(&v->attrs.units), 4);
}
END_TEST

START_TEST(by_count_it_keeps_what_is_left_until_there_are_others)
{
	booking_t *b = world_some("r", 17);
	view_resv_t *v;

	add_native("acdefgh");
	booking_set(&b->nodes, "bz");
	v = part_of_r(NULL, b);
	check_part(v, "ann", NULL, "b");
	ck_assert_int_eq(v->booking->num_cn, 2);
	fake_delete(&fake, view_find(office, "native")->rec);
	booking_destroy(office->host->list->forget(office, "native", NOW));
	turn(NOW + STAND_IN_PAUSE_MAX);
	ck_assert(!v->booking->part);
	ck_assert_str_eq(v->booking->nodes, "ab");
}
END_TEST

/* The place of a part is that of its record, and no more of it is. */
START_TEST(a_part_that_is_bound_elsewhere_is_for_whom_it_was)
{
	view_resv_t *v = part_of_r("math", for_two());
	fake_record_t *rec = v->rec;

	garq_set_destroy(rec->nodes);
	rec->nodes = fake_parse(&fake, "cd");
	booking_reread(office, v);
	ck_assert_str_eq(v->booking->nodes, "cd");
	ck_assert_str_eq(v->booking->accounts, "math,chem");
	ck_assert_int_eq(v->booking->num_cn, 2);
	ck_assert_int_eq(v->retry_at, 0);	/* it may be whole */
}
END_TEST

/* A request for Accounts= has made the record be for these. */
static const char *accounts_after(const char *asked, const char *is)
{
	static char text[64];
	view_resv_t *v = part_of_r("math", for_two());
	const request_t request = { .accounts = (char *) asked };

	ck_assert_str_eq(v->attrs.accounts, "chem");
	fake_copy(((fake_record_t *) v->rec)->accounts, 64, is);
	part_follow(office, v, &request, false);
	snprintf(text, sizeof(text), "%s", v->booking->accounts);
	return text;
}

START_TEST(a_list_that_is_given_whole_replaces_what_was_booked)
{
	ck_assert_str_eq(accounts_after("bio", "bio"), "bio");
}
END_TEST

START_TEST(a_list_that_grows_keeps_who_is_gone)
{
	ck_assert_str_eq(accounts_after("+bio", "chem,bio"), "chem,bio,math");
}
END_TEST

START_TEST(what_is_not_named_stays_as_booked)
{
	ck_assert_str_eq(accounts_after(NULL, "chem"), "math,chem");
}
END_TEST

/* The history has it, once for each reason. */
START_TEST(the_history_has_a_part)
{
	const view_resv_t *v = part_of_r("math", for_two());
	sqlite3_stmt *s = NULL;

	ck_assert(v->booking->part);
	world.unknown = NULL;
	turn(NOW + STAND_IN_PAUSE_MAX);
	ck_assert(ledger_retry(office->ledger, why, sizeof(why)));
	ck_assert_int_eq(sqlite3_prepare_v2(office->ledger->db,
			 "SELECT group_concat(verb || ': ' || why, '|')"
			 " FROM event WHERE name = 'r' AND verb != 'create'",
			 -1, &s, NULL), SQLITE_OK);
	ck_assert_int_eq(sqlite3_step(s), SQLITE_ROW);
	ck_assert_str_eq((const char *) sqlite3_column_text(s, 0),
			 "part: Slurm does not take accounts: math|restored: Slurm has its record again");
	sqlite3_finalize(s);
}
END_TEST

static Suite *_suite(void)
{
	Suite *s = suite_create("stand_in");
	TCase *tc = tcase_create("stand_in");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, an_end_by_a_clock_that_was_ahead_is_noticed);
	tcase_add_test(tc, what_comes_back_does_not_move_to_nodes_of_what_comes_back);
	tcase_add_test(tc, what_comes_back_is_in_the_way_at_once);
	tcase_add_test(tc, of_very_many_those_that_begin_first_are_made_at_once);
	tcase_add_test(tc, none_is_made_early_while_accounting_is_behind);
	tcase_add_test(tc, what_was_purged_is_linked_until_its_row_is_durable);
	tcase_add_test(tc, what_was_purged_is_made_again_at_the_next_try);
	tcase_add_test(tc, the_site_is_told_of_a_stand_in);
	tcase_add_test(tc, what_was_told_outlives_a_purge);
	tcase_add_test(tc, nobody_is_told_of_what_is_made_at_once);
	tcase_add_test(tc, very_many_are_told_some_at_a_time);
	tcase_add_test(tc, of_two_accounts_the_one_that_is_left_has_the_record);
	tcase_add_test(tc, what_is_for_nobody_known_is_for_nobody);
	tcase_add_test(tc, who_is_kept_out_may_be_unknown);
	tcase_add_test(tc, nobody_kept_out_is_not_for_everybody);
	tcase_add_test(tc, named_nodes_that_are_left_are_kept_until_all_are_there);
	tcase_add_test(tc, cores_of_nodes_that_are_gone_are_kept);
	tcase_add_test(tc, nodes_that_others_have_got_are_given_up);
	tcase_add_test(tc, by_count_it_gets_other_nodes);
	tcase_add_test(tc, by_count_others_give_as_many_cores_as_those_that_are_gone);
	tcase_add_test(tc, a_change_of_a_part_asks_for_all_of_its_cores);
	tcase_add_loop_test(
		tc, cores_of_a_node_that_others_have_meanwhile_are_kept, 0, 2);
	tcase_add_test(tc, by_count_it_keeps_what_is_left_until_there_are_others);
	tcase_add_test(tc, a_part_that_is_bound_elsewhere_is_for_whom_it_was);
	tcase_add_test(tc, a_list_that_is_given_whole_replaces_what_was_booked);
	tcase_add_test(tc, a_list_that_grows_keeps_who_is_gone);
	tcase_add_test(tc, what_is_not_named_stays_as_booked);
	tcase_add_test(tc, the_history_has_a_part);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_run(_suite());
}
