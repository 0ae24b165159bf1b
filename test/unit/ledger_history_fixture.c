/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/ledger/ledger_offers.h"
#include "plugin/ledger/ledger_events.h"
#include "test/unit/ledger_history_fixture.h"

char history[128], aside[140], said[320];

void history_setup(void)
{
	ledger_setup();
	pause_setup();
	fault_vfs_install();
	fault_vfs_skip_sync();
	snprintf(history, sizeof(history), "%s/" LEDGER_HISTORY, dir);
	snprintf(aside, sizeof(aside), "%s" LEDGER_HISTORY_ASIDE, history);
}

void move(ledger_t *l)
{
	ledger_move(l, 0, said, sizeof(said));
}

static void ask_for(ledger_t *l, int64_t id)
{
	ledger_request_t *r = ledger_request_create("r");

	r->id = id;
	r->time = time(NULL);
	r->offer_cnt = 2;
	r->expires = r->time + 600;
	r->offers = calloc(2, sizeof(*r->offers));
	for (uint32_t i = 0; i < 2; i++)
		r->offers[i] = (ledger_offer_t) {
			.number = 1 + i, .kind = "later", .open = true };
	commit(l, ledger_put_request(l, r));
	if (id % 4)
		commit(l, ledger_close_offers(l, id, 0, "expired"));
}

void shift(ledger_t *l, booking_t *b, int number)
{
	const ledger_moved_t moved = {
		.booking = b, .time = time(NULL), .why = "room" };

	b->start += 1 + number;
	commit(l, ledger_put_moved(l, &moved));
}

void shift_first(ledger_t *l)
{
	found_t found = found_all(l);

	ck_assert_int_ge(found.cnt, 1);
	shift(l, found.list[0], 1);
	found_free(&found);
}

void fill(ledger_t *l)
{
	booking_t *b = booking("live"), *old = booking("old");

	put(l, b);
	put(l, old);
	drop(l, "old");
	for (int i = 1; i <= SHIFTS; i++)
		shift(l, b, i);
	for (int i = 1; i <= ASKED; i++)
		ask_for(l, i);
	booking_destroy(b);
	booking_destroy(old);
}

void assert_rows(const char *table, int in_ledger, int in_both)
{
	sqlite3 *db = plain(path);
	char text[400], *is;

	snprintf(text, sizeof(text), "ATTACH '%s' AS h", history);
	sql(db, text);
	snprintf(text, sizeof(text), "SELECT count(*) || ' ' || (SELECT"
		 " count(*) FROM (SELECT * FROM main.%s UNION"
		 " SELECT * FROM h.%s)) FROM main.%s", table, table, table);
	is = ask_db(db, text);
	snprintf(text, sizeof(text), "%d %d", in_ledger, in_both);
	ck_assert_msg(!strcmp(is, text), "%s: %s, not %s", table, is, text);
	free(is);
	sqlite3_close(db);
}

void assert_moved(void)
{
	assert_says(path, "PRAGMA integrity_check", "ok");
	assert_says(history, "PRAGMA integrity_check", "ok");
	assert_rows("booking", 2, 2);
	assert_rows("event", 1, EVENTS);
	assert_rows("event WHERE verb = 'moved'", 1, SHIFTS);
	assert_rows("request", ASKED / 4, ASKED);
	assert_rows("offer", ASKED / 2, 2 * ASKED);
	assert_says(path, "SELECT count(*) FROM offer WHERE closed IS NULL",
		    "10");
}
