/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * options.h - what SchedulerParameters says to sched/garq.
 *
 * SchedulerParameters is a comma separated list; options that do not begin with
 * "garq_" belong to other parts of Slurm and are skipped. The parser has no
 * state.
 */
#pragma once

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "osp/osp.h"

#define OPTIONS_SLOTS_MAX 4000000	/* horizon / delta: about 100 MB */
#define OPTIONS_OFFERS_MAX 100
#define OPTIONS_UNIT 16	/* bytes of garq_unit with their end */
/*
 * Steps of a plan (lrh/lrh.h) for a millisecond of garq_shift_budget. Measured
 * with contrib/bench/bench-lrh: the median step of the plans for crowded
 * machines takes 31 nanoseconds.
 */
#define LRH_STEPS_PER_MS 32000

#define OPTIONS_SHIFT_BUDGET 8	/* the default: milliseconds */

typedef enum {
	OPTIONS_BASE_BACKFILL,
	OPTIONS_BASE_BUILTIN,
} options_base_t;

/* How far flexible bookings make room for each other. */
typedef enum {
	OPTIONS_SHIFT_NO,	/* a booking gets the first free start in its
				 * window, and no booking is shifted */
	OPTIONS_SHIFT_PAPER,	/* FCFS-LRH: a request is refused unless all
				 * bookings fit in the paper's order */
	OPTIONS_SHIFT_YES,	/* free room first, then exchanges of nodes, the
				 * paper's order, and further orders */
} options_shift_t;

/* Where in its window a flexible booking is placed (admit.h). */
typedef enum {
	OPTIONS_PLACE_EARLIEST,	/* at the first start */
	OPTIONS_PLACE_TIGHT,	/* where it leaves the smallest rests */
} options_place_t;

/* The order in which requests that stand by get room (standing.h). */
typedef enum {
	OPTIONS_STANDBY_FCFS,	/* the oldest first */
	OPTIONS_STANDBY_SHORT,	/* the shortest first */
	OPTIONS_STANDBY_SMALL,	/* the one for the fewest nodes first */
	OPTIONS_STANDBY_NO,	/* no request stands by */
} options_standby_t;

/* What a reservation of Slurm's own does to bookings on its nodes (taken.h). */
typedef enum {
	OPTIONS_MAINT_MOVE,	/* they get other nodes, or are told */
	OPTIONS_MAINT_REFUSE,	/* it is not made, nor changed onto them */
	OPTIONS_MAINT_PLAIN,	/* nothing, as in plain Slurm */
} options_maint_t;

typedef struct {
	options_base_t base;	/* garq_base: the scheduler for jobs */
	uint32_t delta;		/* garq_delta: seconds in a slot */
	uint32_t horizon;	/* garq_horizon: days that the slots cover */
	bool window;		/* garq_window: MaxStartDelay is a window */
	bool park;		/* garq_park: bookings may be parked (park.h) */
	uint32_t verify;	/* garq_verify: seconds (verify.h); 0: never */
	uint32_t offers;	/* garq_offers: most offers of a set, 0: none */
	uint32_t offer_hold;	/* garq_offer_hold: most held ones of a set */
	uint32_t offer_ttl;	/* garq_offer_ttl: seconds until they expire */
	double bcost;		/* garq_bcost: price of a node per minute */
	double tau;		/* garq_tau: factor for reserved nodes */
	/* absolute paths of files that need not exist; "": none */
	char budget[PATH_MAX];	/* garq_budget */
	char tariff[PATH_MAX];	/* garq_tariff */
	char unit[OPTIONS_UNIT];	/* garq_unit: of costs, for people, as
				 * "EUR"; "": none */
	osp_rank_t policy;	/* garq_policy: the order of offers */
	options_shift_t shift;	/* garq_shift */
	bool outdated_shift;	/* garq_shift=seed, the old word for "paper" */
	uint32_t shift_budget;	/* garq_shift_budget: milliseconds, each of
				 * LRH_STEPS_PER_MS steps, that further orders
				 * may take; 0: none is tried, as with
				 * OPTIONS_SHIFT_PAPER */
	options_maint_t maint;	/* garq_maint */
	options_place_t place;	/* garq_place, of requests that do not say */
	uint32_t moves;		/* garq_moves: other bookings that one request
				 * may change; 0: no limit */
	uint32_t node_return;	/* garq_return: seconds until a failed node
				 * counts as back; 0: it never does */
	uint32_t freeze;	/* garq_freeze: seconds before its start from
				 * which on a booking keeps its time */
	options_standby_t standby;	/* garq_standby */
	uint32_t standby_age;	/* garq_standby_age: seconds */
	uint32_t standing_max;	/* garq_standing_max: requests that stand by */
	uint32_t mail;		/* garq_mail: seconds between two mails to a
				 * user; 0: none */
	uint32_t mail_begin;	/* garq_mail_begin: seconds before a start; 0:
				 * none */
	uint32_t mail_offer;	/* garq_mail_offer: seconds before the end of
				 * offers; 0: none */
	uint32_t mail_unused;	/* garq_mail_unused: seconds after a start; a
				 * booking without jobs is told then; 0: none */
	/* absolute paths that need not exist; "": none */
	char mail_text[PATH_MAX]; /* garq_mail_text: a file */
	char notify[PATH_MAX];	/* garq_notify: a program */
	bool jobs;		/* garq_jobs: jobs with a deadline are booked */
	bool users;		/* garq_users: users book for themselves */
	/* limits for users without operator rights; 0: no limit */
	uint32_t user_bookings;	/* garq_user_bookings: bookings at a time */
	uint32_t user_nodes;	/* garq_user_nodes: nodes of a booking */
	uint32_t user_duration;	/* garq_user_duration: minutes of a booking */
	uint32_t user_lead;	/* garq_user_lead: days until a start */
	uint32_t user_nodehours; /* garq_user_nodehours: node-hours of all
				 * bookings, from now on */
	uint32_t user_rate;	/* garq_user_rate: requests a minute */
	uint32_t user_licenses;	/* garq_user_licenses: of each license in a
				 * booking; 0 is none */
	uint32_t user_ledger;	/* garq_user_ledger: KiB of the ledger for all
				 * bookings */
	uint32_t user_holds;	/* garq_user_holds: named holds (named_hold.h)
				 * at a time; 0: none */
	uint32_t user_others;	/* garq_user_others: other users of a booking */
	uint32_t user_standing;	/* garq_user_standing: requests that stand by;
				 * 0: none */
	uint32_t hold_max;	/* garq_hold_max: longest time to live of a
				 * named hold, seconds; for all users */
	/* limits for the bookings of an account, and of its jobs, in requests
	 * of users without operator rights; 0: no limit */
	uint32_t account_bookings; /* garq_account_bookings: at a time */
	uint32_t account_nodehours; /* garq_account_nodehours: from now on */
	uint32_t account_standing; /* garq_account_standing: that stand by */
} options_t;

#define OPTIONS_ERROR 1024

/* The defaults. */
extern options_t options_default(void);

/* An option, for those who read of it. */
typedef struct {
	char name[32];		/* with the prefix */
	char values[64];	/* allowed values: "seconds, 1 to 86400" */
	char preset[32];	/* the default, as it is written */
	const char *help;	/* sentences, without values and default; a
				 * constant */
} options_row_t;

/* IN i - from 0 on, in the order of names. RET false: there is none */
extern bool options_row(size_t i, options_row_t *ret);

/*
 * Parse SchedulerParameters (NULL: none given).
 * OUT ret_options - the defaults, changed by each valid option
 * OUT error - for the first invalid option, one line without a newline that
 *	says what to write instead; "" if all are valid
 * IN error_size - bytes of error, >= 1; OPTIONS_ERROR suffice for each of them
 * RET true if all options are valid
 */
extern bool options_parse(const char *text, options_t *ret_options,
			  char *error, size_t error_size);

/* "sched/backfill" or "sched/builtin". */
extern const char *options_base_name(options_base_t base);
