/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * co_walk.h - a co-reservation, its clusters and all that is under way, as a
 * value: the model that co_walk_test.c walks.
 *
 *	coordinator --- flight[p] ---> slot[p][g]        g: the name that part p
 *	(decide.h)                        ^              has at its g-th place
 *	                 ghosts: late and second copies of requests
 *
 * Time is relative: a tick takes one from all that is left, so that there are
 * finitely many worlds.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "contrib/sresv/co/book/decide.h"

#define WALK_PARTS 3
#define WALK_PLACES 2

/* How clusters or the coordinator are broken, to see that a walk finds it. */
typedef enum {
	WALK_RIGHT,
	WALK_NO_VOTE,		/* extending a hold does nothing */
	WALK_ANY_ORDER,		/* part 2 is confirmed first */
	WALK_CREATES,		/* a confirm makes what is not there */
	WALK_NO_TOMBSTONE,
	WALK_SHORTENS,		/* a late hold shortens a longer one */
	WALK_UNDO_ANY_ORDER,	/* part 2 is dropped first */
	WALK_NO_MARGIN,
	WALK_NO_JOURNAL,	/* DECIDING is not written before the confirm */
	WALK_NO_WAIT,		/* a part moves before its drop is answered */
} walk_broken_t;

/* How often each may happen. */
typedef struct {
	uint8_t faults;		/* a message lost, late or twice */
	uint8_t crashes;	/* of the coordinator */
	uint8_t losses;		/* a cluster forgets a hold */
	uint8_t denials;
	uint8_t cancels;
} walk_budget_t;

typedef struct {
	uint32_t parts;
	walk_budget_t budget;
	bool scan;		/* the journal is lost with the coordinator */
	walk_broken_t broken;
	uint64_t worlds_max;
} walk_setup_t;

typedef struct {
	uint64_t worlds;
	uint64_t booked, nothing, left, doubt;	/* results told */
	const char *wrong;	/* NULL: all promises are kept */
} walk_outcome_t;

/* Walk all worlds, or up to the first that breaks a promise. */
extern void co_walk(const walk_setup_t *setup, walk_outcome_t *ret);
