/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>
#include <stdlib.h>

#include "plugin/ledger/ledger_private.h"
#include "test/unit/ledger_events_fixture.h"

void events_setup(void)
{
	ledger_setup();
	test_clock.at = NOW;
}

/* --- what is found -------------------------------------------------------- */

void print_event(char *to, size_t size, const ledger_event_t *e)
{
	char uid[16] = "";

	if (e->has_uid)
		snprintf(uid, sizeof(uid), "/%u", e->uid);
	snprintf(to, size, "%lld %s %s%s %s %lld-%lld %s > %lld-%lld %s\n",
		 (long long) e->time, e->name, e->verb, uid,
		 e->why ? e->why : "-", (long long) e->old_start,
		 (long long) e->old_end, e->old_nodes ? e->old_nodes : "-",
		 (long long) e->start, (long long) e->end,
		 e->nodes ? e->nodes : "-");
}

/* The last one is told first. */
static void tell(void *arg, const ledger_event_t *e)
{
	char line[256], **text = arg;

	print_event(line, sizeof(line), e);
	*text = sqlite3_mprintf("%s%z", line, *text);
}

char *asked(ledger_t *l, const ledger_events_ask_t *ask)
{
	char *text = sqlite3_mprintf("");

	ck_assert_msg(ledger_each_event(l, ask, tell, &text, why, sizeof(why)),
		      "%s", why);
	ck_assert_str_eq(why, "");
	return text;
}

void assert_asked(ledger_t *l, const ledger_events_ask_t *ask,
		  const char *want)
{
	char *text = asked(l, ask);

	ck_assert_str_eq(text, want);
	sqlite3_free(text);
}

const ledger_events_ask_t all = { .all = true, .most = UINT32_MAX };

void assert_told(ledger_t *l, const char *want)
{
	assert_asked(l, &all, want);
}

void forget(ledger_t *l)
{
	sql(l->db, "DELETE FROM event");
}

/* --- what is written ------------------------------------------------------ */

ledger_request_t *note_of(const char *verb, uint32_t uid)
{
	ledger_request_t *r = ledger_request_create("r");

	r->id = 5;
	r->time = NOW - 5;
	r->uid = uid;
	snprintf(r->verb, sizeof(r->verb), "%s", verb);
	return r;
}

void place(booking_t *b, time_t start, time_t end, const char *nodes)
{
	b->start = start;
	b->end = end;
	if (nodes)
		booking_set(&b->nodes, nodes);
}

ledger_moved_t moved_of(const booking_t *b, const char *reason)
{
	return (ledger_moved_t) { .booking = b, .time = NOW - 9,
				  .why = reason };
}

void put_moved(ledger_t *l, const booking_t *b, const char *reason)
{
	ledger_moved_t m = moved_of(b, reason);

	commit(l, ledger_put_moved(l, &m));
}
