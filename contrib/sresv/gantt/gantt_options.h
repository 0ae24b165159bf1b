/* SPDX-License-Identifier: GPL-2.0-or-later */
/* gantt_options.h - the command line of sresv gantt. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

typedef struct {
	const char *from;	/* as typed; now, if it was not given */
	int64_t length;		/* of the span, seconds */
	bool by_bookings;
	int64_t width;		/* 0: that of the terminal */
	int64_t rows;		/* 0: the default */
	enum { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER } color;
	bool ascii;
	int64_t watch;		/* seconds between pictures; 0: one picture */
	const char *svg;	/* a file; NULL: no SVG */
	bool json, parsable;
} gantt_options_t;

/*
 * Read the command line. Errors are printed to standard error, --help to
 * standard output.
 * IN argv - argv[0] is not looked at
 * RET -1 to go on, or the exit code
 */
extern int gantt_options_read(int argc, char **argv, gantt_options_t *o);
