/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_events_fixture.h - events of a ledger, as lines of text
 * (ledger_fixture.h)
 */
#pragma once

#include "plugin/ledger/ledger_events.h"
#include "test/unit/ledger_fixture.h"

#define NOW 1000000

/* What a booking of booking() is told to be when it is made. */
#define PLACE "0-0 - > 2000-5600 n[1-4]\n"

/* As ledger_setup(); it is NOW. */
extern void events_setup(void);

/*
 * Print a line with its end:
 * TIME NAME VERB/UID WHY OLD-START-OLD-END OLD-NODES > START-END NODES
 */
extern void print_event(char *to, size_t size, const ledger_event_t *e);

/* What is asked for, the first event first. RET sqlite3_free() */
extern char *asked(ledger_t *l, const ledger_events_ask_t *ask);
extern void assert_asked(ledger_t *l, const ledger_events_ask_t *ask,
			 const char *want);

/* All events. */
extern const ledger_events_ask_t all;
extern void assert_told(ledger_t *l, const char *want);

/* The events of what came before are of no interest. */
extern void forget(ledger_t *l);

/* The note of a request of NOW - 5. RET as ledger_request_create() */
extern ledger_request_t *note_of(const char *verb, uint32_t uid);

/* Change a booking. nodes - NULL: they stay */
extern void place(booking_t *b, time_t start, time_t end, const char *nodes);

/* It is moved at NOW - 9. */
extern ledger_moved_t moved_of(const booking_t *b, const char *reason);

/* Put it, as it was moved. */
extern void put_moved(ledger_t *l, const booking_t *b, const char *reason);
