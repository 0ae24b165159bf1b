/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * commit.h - carries out what decide.h decides: asks the clusters, and writes the
 * journal before each request and after each answer.
 *
 *	commit_begin() or commit_resume(), commit_found()
 *	commit_run()      to the result
 *
 * One thread; one commit_t at a time for an lrs.
 */
#pragma once

#include <signal.h>

#include "contrib/sresv/co/book/journal.h"
#include "contrib/sresv/co/lrs/lrs.h"

#define COMMIT_TIMEOUT_MS 10000		/* for a request to a cluster */

typedef struct commit commit_t;

/* Where a part goes. Texts are copied. */
typedef struct {
	const char *id;		/* of the part in the request */
	size_t cluster;		/* of the lrs */
	lrs_shape_t shape;	/* delay 0 */
	int64_t rank;		/* holds of less are sent first */
} commit_place_t;

/* Who makes plans. */
typedef struct {
	/*
	 * Make a plan. denied - for each part of the last plan, whether its place
	 * was refused; NULL: it is the first plan. ret_places has part_cnt of
	 * them, that of the part that ends last first. RET false: there is none
	 */
	bool (*plan)(void *arg, const bool *denied, commit_place_t *ret_places);
	void *arg;
} commit_plan_t;

typedef struct {
	journal_t *journal;
	lrs_t *lrs;
	const lrs_cluster_t *clusters;	/* of lrs */
	size_t cluster_cnt;
	decide_rules_t rules;
	const volatile sig_atomic_t *stop;	/* set: drop what is not decided */
	FILE *progress;			/* a line for each phase; or NULL */
	FILE *err;
} commit_host_t;

typedef struct {
	status_t status;
	decide_result_t result;
	decide_reason_t reason;
	uint32_t culprit;	/* the part that reason is about */
	uint32_t rounds;
	char why[512];		/* a line for people, "" if all is done */
} commit_result_t;

/*
 * A new co-reservation. co - without places; has room for those of all rounds:
 * co->places of part_cnt * rules.rounds. It stays the caller's.
 *
 * RET for commit_end(), or NULL: no memory
 */
extern commit_t *commit_begin(const commit_host_t *host, journal_co_t *co,
			      const commit_plan_t *plan);

/* Go on with a co-reservation of the journal, of which the caller has the lease. */
extern commit_t *commit_resume(const commit_host_t *host, journal_co_t *co);

/*
 * Go on with one of which only the clusters know: found as in decide_found(), for
 * the last place of each part in co; a part that was not found has none. It is not
 * in the journal yet
 */
extern commit_t *commit_found(const commit_host_t *host, journal_co_t *co,
			      const decide_outcome_t *found);

/* Drop all of it. After commit_resume(), before commit_run(). */
extern void commit_cancel(commit_t *c);

/* To the result. co->phase is the last that was written. */
extern void commit_run(commit_t *c, commit_result_t *ret);

extern void commit_end(commit_t *c);

/*
 * Sleep for a random time of up to so many milliseconds, or until a signal: two
 * that want the same, and have denied it to each other, must not meet again.
 */
extern void commit_back_off(int64_t most);

/* RET the last place that a part was given, or NULL */
extern journal_place_t *commit_place_of(const journal_co_t *co, uint32_t part);
