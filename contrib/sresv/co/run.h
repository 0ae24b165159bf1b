/* SPDX-License-Identifier: GPL-2.0-or-later */
/* run.h - private to run*.c, wait.c and resume.c: the jobs in the parts. */
#pragma once

#include "contrib/sresv/co/commit_args.h"

#define RUN_SCRIPT_MAX (4 * 1024 * 1024)	/* bytes; slurmctld's own limit */

/* A co-reservation, and its clusters as children. */
typedef struct {
	const commit_args_t *args;
	journal_t *journal;
	const journal_co_t *co;
	lrs_t *lrs;
	const lrs_cluster_t *clusters;	/* of lrs */
	size_t cluster_cnt;
} run_host_t;

/* RET the number of a place's cluster in lrs */
extern size_t run_cluster_of(const run_host_t *host,
			     const journal_place_t *place);

/*
 * RET the place of a part that jobs can run in, or NULL: a link has no nodes, and
 * what was dropped is gone
 */
extern const journal_place_t *run_place_of(const journal_co_t *co,
					   uint32_t part);

/*
 * May it have jobs of sresv co run? A journal that a scan has made knows of none.
 * RET true also if the journal can't be read
 */
extern bool run_may_have_jobs(const run_host_t *host);

/*
 * End the jobs of a run, or of all runs: 0, if there may be any, on all clusters.
 *
 * OUT why - a line of the last cluster that has not ended them, else ""
 * RET false: some may be left
 */
extern bool run_cancel(const run_host_t *host, int64_t run, char *why,
		       size_t len);

/*
 * Where the job of a part comes from: itself, or the first part of the
 * heterogeneous job that it is a component of.
 */
typedef struct {
	uint32_t first;		/* part; its own number: it has a job of its own */
	uint32_t offset;	/* which component it is; 0: the first, or none */
	uint32_t cnt;		/* components of the job; 0: it has none */
} run_component_t;

/*
 * Read --het of the command line.
 * OUT ret - for each part of the co-reservation
 * RET false: such a job can't be; an error was printed
 */
extern bool run_components(const run_host_t *host, run_component_t *ret);

/*
 * Add another component to what is to be submitted.
 * RET false: its time limit is too long, which is printed, or there is no memory
 */
extern bool run_add_component(const run_host_t *host, json_t *job,
			      const journal_place_t *place);

/*
 * Build what is to be submitted into a part. All errors are printed.
 *
 * IN script - the path; args - a list that ends with NULL: its arguments
 * RET for json_decref(), or NULL
 */
extern json_t *run_job(const run_host_t *host, const journal_place_t *place,
		       const char *script, char *const *args);

/*
 * Read the co-reservation of the command line, and that it is booked.
 * OUT ret - of which all but journal, set before, is this function's to free with
 *	run_close(), also on failure
 * OUT ret_co - what ret->co points to
 * RET STATUS_DONE, or an error was printed
 */
extern int run_open(run_host_t *ret, journal_co_t *ret_co);
extern void run_close(run_host_t *host, journal_co_t *co);
