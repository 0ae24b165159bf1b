/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * stale_cluster.h - a cluster in virtual time, and what it was a while ago.
 *
 *	others ask, cancel, end --.
 *	                           >--> machine, at now --log--> view, at now - age
 *	parts of co-reservations -'
 *
 * The machine is a garq_machine_t; a booking takes the first of the nodes that are
 * free. The view is a second machine, to which the log of the first is applied
 * age seconds late: what a coordinator knows whose probe is that old.
 *
 * Times are seconds since the epoch. Functions end the program if memory is short.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "garq/machine.h"

#define STALE_HORIZON (60 * 86400)	/* of the counts */
#define STALE_DELTA 300

/* One of the others: a booking for itself. */
typedef struct {
	int64_t come;		/* when it asks */
	int64_t ready;		/* the earliest start, >= come */
	int64_t slack;		/* it may start so much later */
	int64_t length;		/* > 0 */
	int64_t cancel;		/* when it gives back what it got; 0: never */
	uint32_t nodes;		/* 1 .. those of the cluster */
} stale_other_t;

typedef struct {
	stale_other_t *list;	/* ascending by come */
	uint32_t cnt;
} stale_others_t;

typedef struct stale_cluster stale_cluster_t;

/* RET p; ends the program if p is NULL */
extern void *stale_need(void *p);

/*
 * A cluster without bookings.
 *
 * IN now - the time at which it begins
 * IN age - of the view, seconds
 * IN others - those who will ask; stay the caller's, and as they are
 */
extern stale_cluster_t *stale_cluster_create(uint32_t nodes, int64_t now,
					     int64_t age,
					     const stale_others_t *others);

/* c may be NULL. */
extern void stale_cluster_destroy(stale_cluster_t *c);

/* Time passes: all that the others do up to t, inclusive. t >= now */
extern void stale_cluster_pass(stale_cluster_t *c, int64_t t);

/*
 * Book nodes now, for [start, start + length) and nothing else.
 * RET a number for stale_cluster_drop(), or 0: denied
 */
extern uint32_t stale_cluster_book(stale_cluster_t *c, int64_t start,
				   int64_t length, uint32_t nodes);

/* Give back a booking. RET false: it had ended */
extern bool stale_cluster_drop(stale_cluster_t *c, uint32_t booking);

/* Does a booking have its nodes, and no other booking one of them? */
extern bool stale_cluster_holds(const stale_cluster_t *c, uint32_t booking);

/* The machine now, and as it was. Until the next change of c. */
extern const garq_machine_t *stale_cluster_now(const stale_cluster_t *c);
extern const garq_machine_t *stale_cluster_view(stale_cluster_t *c);

/* RET how many of the others have come; OUT ret_denied - how many got nothing */
extern uint32_t stale_cluster_others(const stale_cluster_t *c,
				     uint32_t *ret_denied);

/* Verify the machine, as garq_machine_check(). */
extern bool stale_cluster_check(const stale_cluster_t *c,
				const char **ret_reason);
