/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * user_limits.h - limits on the bookings of users without operator rights.
 *
 * Arithmetic on the limits of a site (garq_user_* of options.h, where 0 is no
 * limit), the bookings of a user and a request. The functions have no state.
 * Times are seconds since the epoch.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "osp/osp.h"
#include "plugin/booking/request/options.h"

/* The bookings of a user, without the booking to be changed. */
typedef struct {
	uint32_t cnt;		/* bookings that have not ended */
	uint64_t node_seconds;	/* their node-seconds from now on */
	time_t next_end;	/* the first of their ends; 0: there is none */
	uint32_t job_cnt;	/* how many of cnt are of jobs */
} limits_have_t;

/* The request: a new booking, or a booking as it would be after a change. */
typedef struct {
	bool adds;		/* a new booking */
	uint32_t dates;		/* number of such bookings in a series; or 0 */
	uint32_t num_cn;
	double part;		/* of each of these nodes; 0: all of it */
	time_t length;		/* seconds, from its start to its end */
	time_t rest;		/* seconds of length from now on: <= length */
	time_t t_lsr;		/* its latest start */
	bool job;		/* for a job: lengths are those of the job */
	bool of_other;		/* asked by another user than the owner, who
				 * is told nothing of the owner's bookings */
} limits_ask_t;

/* The limits that a request can exceed. */
#define LIMITS_BOOKINGS 0x01
#define LIMITS_NODES 0x02
#define LIMITS_DURATION 0x04
#define LIMITS_LEAD 0x08
#define LIMITS_NODEHOURS 0x10

/* The limits that are exceeded, and what each would allow; 0 for the others. */
typedef struct {
	unsigned over;		/* LIMITS_*; 0: the request is allowed */
	uint32_t num_cn;	/* NODES: maximum number of nodes */
	time_t length;		/* DURATION: maximum length, seconds */
	time_t t_lsr;		/* LEAD: the latest start */
	uint64_t left;		/* NODEHOURS: node-seconds that are left, of a
				 * series for each date, ... */
	uint32_t left_cn;	/* ... number of nodes they allow for rest, such
				 * parts of them, ... */
	time_t left_rest;	/* ... or time that they allow, from now on, on
				 * num_cn nodes; seconds, whole minutes */
} limits_verdict_t;

/*
 * Compare a request with the limits. left_cn and left_rest are computed for the
 * num_cn and rest of the request, cut to what NODES and DURATION allow.
 */
extern limits_verdict_t limits_check(const options_t *o,
				     const limits_have_t *have,
				     const limits_ask_t *ask, time_t now);

/* RET the node-seconds of a request from now on */
extern uint64_t limits_node_seconds(const limits_ask_t *ask);

/* The sides on which an offer may be cut, as the query left them open. */
typedef struct {
	bool any_cn;		/* number of nodes; it stays >= 1 */
	bool any_dur;		/* length; it stays >= least_dur */
	time_t least_dur;	/* seconds, >= 1 */
	time_t late;		/* seconds of an offer that limits do not count */
	double part;		/* as that of limits_ask_t */
} limits_open_t;

/*
 * Cut the offer of a new booking to the limits.
 * IN/OUT offer - its end and number of nodes; the cost stays as it is
 * RET false: no part of the offer is allowed, and it is unchanged
 */
extern bool limits_fit(const options_t *o, const limits_have_t *have,
		       const limits_open_t *open, time_t now,
		       osp_offer_t *offer);
