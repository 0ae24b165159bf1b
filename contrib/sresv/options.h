/* SPDX-License-Identifier: GPL-2.0-or-later */
/* options.h - the command line of sresv. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "contrib/sresv/ctl/ctl.h"

typedef enum {
	QUERY, WHEN, PRICE, WHY, BOOK, ASK, OFFERS, ACCEPT, LIST, SHOW, LOG,
	MOVE, EXTEND, SHRINK, GIVE, RENAME, END, CANCEL, MAINT, LIMITS,
	USAGE, STATS
	/* as in the help */
} verb_t;

typedef struct {
	verb_t verb;
	char **names;		/* of argv, up to a NULL */

	/* as typed; options_wish() reads them */
	const char *start;
	const char *end;	/* start, if that is a span */
	bool span;
	bool series;		/* the name is that of a series */
	const char *from;	/* as typed; NULL: all of the series */
	wish_t wish;		/* all but start and end; of the names: --name */
	int64_t tasks;		/* 0: not given */
	int64_t task_cores;	/* of each; 0: one */

	const char *accept;	/* kinds of offers to accept, or NULL */
	bool wait;
	int64_t wait_for;	/* seconds; < 0: not given */
	int64_t interval;	/* seconds between looks */

	bool yes;		/* of ask: the answer */
	bool no;
	bool dry_run;
	bool mine;
	bool all;
	bool past;
	const char *since;	/* as typed; NULL: from the first on */
	time_t month;		/* its first second; 0: not given */
	bool each;
	int64_t days;
	bool locks;
	bool reset;
	bool openmetrics;
	const char *textfile;	/* NULL: none */

	const char *columns;	/* of the first sheet; NULL: all */
	const char *sort;	/* the column to sort it by; NULL: none */
	bool json;
	bool lines;		/* --parsable */
	bool csv;
	bool no_heads;
	bool quiet;
} options_t;

/*
 * Read the command line. Errors are printed to standard error, --help and
 * --version to standard output.
 * OUT o - refers to argv
 * RET -1 to go on, or the exit code
 */
extern int options_read(int argc, char **argv, options_t *o);

/*
 * The request at this moment: times relative to now, and a duration within a
 * start and an end as a window.
 * RET false if it is invalid; an error was printed
 */
extern bool options_wish(const options_t *o, time_t now, wish_t *ret);

/*
 * The smallest offer that --accept takes in place of w: the least of its ranges,
 * or half of w, rounded up. Without a number of nodes the limit is 0, as offers
 * for a node list have all of its nodes.
 */
extern void options_least(const wish_t *w, offer_least_t *ret);
