/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bench_world.h - the machine of bench-machine and bench-osp, its bookings, and
 * requests.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "garq/machine.h"

#define DAY ((time_t) 86400)
#define HORIZON (365 * DAY)
#define NOW ((time_t) 1700000000)
#define DELTA 300
#define MOST 100000		/* bookings */
#define LOAD_PERCENT 60
#define BATCHES 21

/* The timed operations. */
enum op {
	HOLD, RELEASE, FITS, REFUSED, REFUSED_ALL, REFUSED_LONG, WINDOW,
	WINDOW_ALL, UPDATE, UPDATE_REFUSED, PART, PART_REFUSED, PINNED,
	PINNED_REFUSED, NEXT, DOWN, BACK, OPS
};

struct booking {
	garq_set_t *set;
	time_t t_s;
	time_t t_e;
};

/* A machine with n bookings, whose ids are 1 .. n. */
struct world {
	garq_machine_t *m;
	uint64_t n;
	size_t bytes;		/* of m */
	time_t factor;		/* bookings are that many times longer */
	struct booking *booking;
	double ns[OPS][BATCHES];	/* times of each op */
};

/* A request; own is its set of nodes unless that is a shared one. */
struct ask {
	garq_request_t rq;
	garq_set_t *own;
};

/* Shared by all worlds, from world_machine_begin() to world_machine_end(). */
extern uint32_t nodes;

extern void world_machine_begin(uint32_t node_cnt);
extern void world_machine_end(void);

/* Nodes from .. to - 1; RET a set for garq_set_destroy() */
extern garq_set_t *world_range(uint32_t from, uint32_t to);

/* A random length: 0.5 to 1.5 times the mean length times factor. */
extern time_t world_some_len(time_t factor);

/* A random second with at least len seconds left in the year. */
extern time_t world_some_start(time_t len);

/*
 * Hold random nodes that are free, at a random time, for len seconds.
 * OUT b - the booking; the caller owns its set
 * RET false if the nodes were not free
 */
extern bool world_book(struct world *w, uint64_t id, time_t len,
		       struct booking *b);

/* Add n bookings: with the same load for any n, or of the same size. */
extern void world_fill(struct world *w, uint64_t n, bool same_load);
extern void world_free(struct world *w);

/* Draw a request for op; release it with world_ask_free() */
extern struct ask world_draw(const struct world *w, enum op op);
extern void world_ask_free(struct ask *ask);
