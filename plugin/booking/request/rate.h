/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * rate.h - how many requests a user may make in a minute (garq_user_rate).
 *
 * Each user has a bucket of tokens. A request takes one token, or one for
 * each date of a series, or is refused if there are too few; a minute fills an
 * empty bucket evenly. A user may thus make as many requests at once as are
 * allowed in a minute:
 *
 *	tokens
 *	rate |_   a burst              ________  full: the user is forgotten
 *	     | |_            _______---
 *	     |   |_  _____---
 *	     |     |-
 *	   0 +-----------------------------------> time
 *
 * The table has a fixed size. The entry of a user whose bucket is full again is
 * given to the next user.
 *
 * Times are milliseconds of any clock that never goes back, given by the
 * caller. No allocation. Locks: the caller's, one for each table.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Maximum number of users with an entry, see rate_take(). */
#define RATE_USERS_MAX 1024

/* The minute of garq_user_rate, in milliseconds. */
#define RATE_PERIOD 60000

typedef struct {
	uint64_t level;		/* tokens, each RATE_PERIOD units */
	uint64_t last;		/* time of level */
} bucket_t;

typedef struct {
	uint32_t uid;
	bucket_t bucket;
	bool told;		/* a refusal has been reported */
	uint64_t told_at;	/* when */
	uint32_t refused;	/* refusals since then */
} rate_user_t;

/* All zero: no user has made a request. */
typedef struct {
	rate_user_t users[RATE_USERS_MAX];
	uint32_t cnt;
} rate_t;

typedef struct {
	bool allowed;
	uint64_t wait;		/* refused: milliseconds until there are enough
				 * tokens */
	uint32_t report;	/* refused: > 0: log that this many requests of
				 * the user were refused since the last report;
				 * asked for once in RATE_PERIOD */
} rate_verdict_t;

/*
 * Take the tokens for a request of uid, or none. If the table is full of users
 * without a full bucket, the entry of the fullest one is reused for uid.
 * IN rate - tokens of a full bucket; 0: every request is allowed
 * IN cost - tokens, >= 1; a request that costs more than rate is never allowed
 */
extern rate_verdict_t rate_take(rate_t *r, uint32_t uid, uint32_t rate,
				uint32_t cost, uint64_t now);
