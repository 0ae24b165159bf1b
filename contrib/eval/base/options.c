/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * options.c - command lines: see options.h.
 */
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "contrib/eval/base/options.h"

extern uint32_t eval_number(const char *text, uint32_t min, uint32_t max)
{
	char *end;
	unsigned long long n;

	errno = 0;
	n = strtoull(text, &end, 10);
	if (errno || *end || (end == text) || (*text == '-') ||
	    (n < min) || (n > max)) {
		fprintf(stderr, "%s is not a number in %" PRIu32 "..%" PRIu32
			"\n", text, min, max);
		exit(2);
	}
	return (uint32_t) n;
}

static void _set(const struct eval_option *o, char *value)
{
	if (o->flag)
		*o->flag = true;
	else if (o->text)
		*o->text = value;
	else if (o->number)
		*o->number = eval_number(value, o->min, o->max);
	else
		o->read(value, o->arg);
}

extern void eval_options(int argc, char **argv, const char *usage,
			 const struct eval_option *option)
{
	struct option known[EVAL_OPTIONS_MAX + 2] = { 0 };
	int cnt = 0, i, c;

	for (; option[cnt].name; cnt++) {
		known[cnt].name = option[cnt].name;
		known[cnt].has_arg = option[cnt].flag ? no_argument :
			required_argument;
	}
	known[cnt].name = "help";
	while (!(c = getopt_long(argc, argv, "", known, &i))) {
		if (i == cnt) {
			fputs(usage, stdout);
			exit(0);
		}
		_set(&option[i], optarg);
	}
	if ((c != -1) || (optind < argc)) {
		fputs(usage, stderr);
		exit(2);
	}
}
