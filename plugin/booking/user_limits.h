/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * user_limits.h - how much one who is no operator may book for himself.
 *
 * Arithmetic on the limits of a site (garq_user_* of options.h, where 0 is no
 * limit), what a user has, and what he asks for. Knows nothing of Slurm, has no
 * state and changes nothing.
 */
#ifndef PLUGIN_USER_LIMITS_H
#define PLUGIN_USER_LIMITS_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "osp/osp.h"
#include "plugin/booking/options.h"

/* His bookings, without one that is to be changed. */
typedef struct {
	uint32_t cnt;		/* that have not ended */
	uint64_t node_seconds;	/* that they hold, from now on */
	time_t next_end;	/* of the first to end; 0: there is none */
} limits_have_t;

/* What is asked for: a new booking, or what one would be after a change. */
typedef struct {
	bool adds;		/* it is a new one */
	uint32_t num_cn;
	time_t length;		/* from its start to its end, seconds */
	time_t rest;		/* of it from now on, seconds: <= length */
	time_t t_lsr;		/* the latest start that it may get */
} limits_ask_t;

/* Which limits it is over. */
#define LIMITS_BOOKINGS 0x01
#define LIMITS_NODES 0x02
#define LIMITS_DURATION 0x04
#define LIMITS_LEAD 0x08
#define LIMITS_NODEHOURS 0x10

/* The answer, and what would pass. Where a limit is kept its member is 0. */
typedef struct {
	unsigned over;		/* LIMITS_*; 0: it may be had */
	uint32_t num_cn;	/* NODES: so many at most */
	time_t length;		/* DURATION: so long at most, seconds */
	time_t t_lsr;		/* LEAD: to begin no later than */
	uint64_t left;		/* NODEHOURS: node-seconds that are left ... */
	uint32_t left_cn;	/* ... so many nodes for the time asked for */
	time_t left_rest;	/* ... so long, from now on, for the nodes
				 * asked for; whole minutes */
} limits_verdict_t;

/* Both of left_*: where more is asked for than another limit allows, for that. */
extern limits_verdict_t limits_check(const options_t *o,
				     const limits_have_t *have,
				     const limits_ask_t *ask, time_t now);

/* What of an offer may be made less. */
typedef struct {
	bool any_cn;		/* nodes: the query left them open */
	bool any_dur;		/* its length; it stays >= least_dur */
	time_t least_dur;	/* seconds, >= 1 */
} limits_open_t;

/*
 * Cut an offer of a new booking to what may be had.
 * IN/OUT offer - times and nodes; its cost is not looked at
 * RET false: nothing of it may be had; then it is as it was
 */
extern bool limits_fit(const options_t *o, const limits_have_t *have,
		       const limits_open_t *open, time_t now,
		       osp_offer_t *offer);

#endif
