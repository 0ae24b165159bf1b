/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * park_fixture.h - reservations of a small cluster, and a controller that writes
 * down what the office has it do.
 *
 *	tcase_add_checked_fixture(tc, park_setup, park_teardown);
 *
 * Shortage of memory ends the test.
 */
#pragma once

#include "plugin/booking/park/park.h"
#include "plugin/booking/request/flags.h"
#include "test/unit/test_util.h"

#ifndef NODES
#define NODES 8
#endif
#define NOW 1000000
#define HOUR 3600

/* A reservation that is to be. */
typedef struct {
	const char *name;
	const char *nodes;	/* "0,3-5"; NULL: none */
	time_t start;		/* seconds from NOW */
	time_t end;		/* the same; 0: an hour later */
	uint64_t flags;		/* besides BOOKING_FLAG_SPEC_NODES */
	bool native;		/* Slurm manages it alone */
	bool chosen;		/* Slurm chose its nodes: no SPEC_NODES */
	uint32_t delay;		/* MaxStartDelay of Slurm's own */
	bool licenses;
	bool jobs;		/* some wait for it or run in it */
	bool groups;		/* its users are those of a group */
} place_t;
#define AT(name_, nodes_, start_) \
	.name = (name_), .nodes = (nodes_), .start = (start_)

/*
 * What was done, in order: "+a" a is linked, "-a" unlinked, "tell", "hush",
 * "groups" are looked up, "!a" a is removed,
 * "x" dropped, "r" retired; "p:a" the ledger is told that a
 * is parked, "l:a" that it is not. A blank behind each.
 */
extern char done[1024];

/* Walks through Slurm's list to take records out of it, so far. */
extern uint32_t walks;

/* What the controller answers. */
extern struct park_answers {
	int remove;		/* see remove(); there is no record after 0 */
	bool drop;		/* see drop() */
	bool retire;		/* see retire() */
	bool may_enter;
	bool validate_user;	/* where the record is linked */
} answers;

/* An empty cluster, a ledger, garq_park=yes. */
extern void park_setup(void);
extern void park_teardown(void);

/* Make a reservation; it is linked if Slurm manages it alone. */
extern view_resv_t *make(const place_t *place);

/* A walk that sees jobs in those of a list (ends with a name NULL) that have. */
extern void see_jobs(const place_t *places);

/* The names of those that are linked for their own sake, in order: "a b " */
extern const char *own(void);

/* The same of all that are linked, and of bookings that count as parked. */
extern const char *linked(void);
extern const char *parked(void);

/* Assert what was done since this was asked last. */
extern void assert_done(const char *want);
