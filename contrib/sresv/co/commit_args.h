/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * commit_args.h - the command line of the verbs that use the journal, and what
 * they print.
 */
#pragma once

#include "contrib/sresv/co/book/commit.h"
#include "contrib/sresv/co/plan/planner.h"

typedef struct {
	const char *verb;
	const char *operand;	/* a file, or an id; NULL: none */
	const char *file;	/* the operand behind it; NULL: none */
	const char *resources, *name;
	int64_t rounds, recovery;	/* plans; seconds */
	planner_options_t planner;
	bool all, scan, force, json, quiet;
	size_t *listed;		/* objects so far, in a list; NULL: one alone */
	bool with_jobs;
	bool timed;			/* --timeout was given */
	const char *scripts[DECIDE_PARTS_MAX];	/* PART=SCRIPT */
	size_t script_cnt;
	const char *hets[DECIDE_PARTS_MAX];	/* PART,PART,... */
	size_t het_cnt;
	FILE *out, *err;
} commit_args_t;

/*
 * Read the command line of a verb.
 *
 * options - the letters of those it has: n name, r rounds, R recovery, t time and
 *	gap, s scan, a all, f force, c resources, p part, h het, w
 *	with-jobs, F a second operand; json, quiet and timeout have all
 * RET true, or false: an error was printed
 */
extern bool commit_args_read(int argc, char **argv, const char *options,
			     FILE *out, FILE *err, commit_args_t *ret);

/* The rules of decide.h that the command line asks for. */
extern decide_rules_t commit_args_rules(const commit_args_t *args);

/*
 * Ask a set of clusters of the journal or of the resource files.
 * RET for lrs_close(); NULL: an error was printed
 */
extern lrs_t *commit_args_ask(const commit_args_t *args,
			      const lrs_cluster_t *clusters, size_t cnt);

/*
 * The clusters of all places, each once. RET the number of them; *ret for free(),
 * NULL without memory
 */
extern size_t commit_clusters(const journal_co_t *co, lrs_cluster_t **ret);

/*
 * Print what came of it: its parts, and a line.
 *
 * co - NULL: there is none
 * why - "" or a line
 * RET status, or STATUS_FAILED
 */
extern int commit_print(const commit_args_t *args, status_t status,
			const journal_co_t *co, const char *why);

/* Print what is wrong, as a line and as JSON. RET status */
extern int commit_print_error(const commit_args_t *args, status_t status,
			      const char *why);
