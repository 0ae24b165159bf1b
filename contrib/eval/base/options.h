/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * options.h - the command lines of the evaluations' programs.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* One option, --name or --name=VALUE; exactly one of the pointers is set. */
struct eval_option {
	const char *name;	/* NULL ends a table */
	bool *flag;		/* becomes true; the option has no value */
	const char **text;	/* becomes the value */
	uint32_t *number;	/* becomes the value, min .. max */
	uint32_t min;
	uint32_t max;
	/* gets the value, which it may change, and arg */
	void (*read)(char *value, void *arg);
	void *arg;
};

/*
 * Read a command line, on which nothing but these options and --help may be.
 * Ends the program where another thing is, with a message on stderr and exit
 * code 2; or, for --help, with the usage on stdout and 0.
 * IN option - at most EVAL_OPTIONS_MAX
 */
extern void eval_options(int argc, char **argv, const char *usage,
			 const struct eval_option *option);
#define EVAL_OPTIONS_MAX 32

/* RET the number that text is; ends the program if it is not in min .. max */
extern uint32_t eval_number(const char *text, uint32_t min, uint32_t max);
