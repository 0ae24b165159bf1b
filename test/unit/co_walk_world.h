/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * co_walk_world.h - private to co_walk*.c: a world of the walk, and what is done
 * with it.
 */
#pragma once

#include <stddef.h>

#include "test/unit/co_walk.h"

#define HOLD_TTL 2
#define RECOVERY_TTL 5
#define MARGIN 1
#define PATIENCE 2

enum { NONE, HELD, BOOKED };
enum { IDLE, SENT, SERVED };
enum { SHORT_HOLD = 1, LONG_HOLD = 2, CONFIRM = 4, DROP = 8, LOOK = 16 };
#define ALL_PLACES WALK_PLACES
#define NOT_TOLD 255

/* A name on its cluster, and the copies of requests on their way to it. */
typedef struct {
	uint8_t state, left, tombstone, ghosts;
} slot_t;

/* The request of a part that the coordinator waits for. */
typedef struct {
	uint8_t state, request, part, place, outcome, lasts;
} flight_t;

typedef struct {
	uint32_t id;			/* in the trail */
	slot_t slots[WALK_PARTS][WALK_PLACES];
	flight_t flights[WALK_PARTS];
	uint8_t place[WALK_PARTS];	/* that holds are sent to */
	walk_budget_t budget;
	bool alive, recovered, forgot, was_booked, by_scan, cancelled;
	bool voted, settled;
	uint8_t journal;		/* the phase, or NOT_TOLD: none */
	uint8_t told;
	uint8_t promise;		/* ticks in which a recovery completes it */
	decide_t d;			/* last: parts that are not there are not
					 * kept */
} world_t;

/* How a world came from another one. */
typedef struct {
	uint32_t from;
	uint8_t part;
	const char *what;
} step_t;

typedef struct walk {
	const walk_setup_t *setup;
	walk_outcome_t *out;
	char *queue;			/* worlds to visit, each of size bytes */
	size_t size, first, end, room;
	step_t *steps;
	size_t step_room;
	const world_t *now;
	const char *what;		/* that happens */
	uint8_t part;
	uint64_t (*seen)[2];
	size_t seen_room, seen_cnt;
} walk_t;

/* Visit a world later, if it is new. */
extern void walk_push(struct walk *walk, const world_t *w);

/* The next world to visit. RET false if there is none */
extern bool walk_next(struct walk *walk, world_t *ret);

/*
 * A cluster carries out one request on one name; deny - somebody else has the
 * place. RET a decide_outcome_t
 */
extern uint8_t walk_serve(struct walk *walk, world_t *w, uint32_t part,
			  uint32_t place, uint8_t request, bool deny);

/* The same for what the coordinator waits for. */
extern uint8_t walk_serve_flight(struct walk *walk, world_t *w,
				 const flight_t *f, bool deny);

/* The promises of decide.h and doc/CO.md: walk->out->wrong is set. */
extern void walk_check(struct walk *walk, const world_t *w);
extern void walk_check_margin(struct walk *walk, const world_t *w);
extern void walk_check_promise(struct walk *walk, const world_t *w);
