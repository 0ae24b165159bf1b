/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * main.c - what-if-sim: a workload through the office in virtual time.
 *
 *	what-if-sim --nodes=N [OPTION]... <WORKLOAD
 *
 *	--book=office|plain|none	who serves the requests (office)
 *	--options=TEXT			as SchedulerParameters: garq_shift=...
 *	--give-back	a reservation ends with its job
 *	--stop		end after the last line of WORKLOAD, and print the places
 *			of all reservations; else end when all jobs have ended
 *
 * WORKLOAD has, in order of COME, times in seconds since the epoch,
 *
 *	job NUMBER COME NODES LIMIT RUN
 *	ask NUMBER COME NODES LIMIT RUN START WINDOW FEATURE|-
 *
 * What is printed is said in wishes.h and queue.h. Exit: 0; 2 bad input; 3 the
 * office has broken a rule.
 */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/param.h>

#include "contrib/what-if/office.h"
#include "contrib/what-if/wishes.h"
#include "garq/times.h"

#define NODES_MAX 65536

typedef struct {
	uint32_t nodes;
	wishes_how_t how;
	bool give_back;
	bool stop;
	options_t options;
} args_t;

typedef struct {
	bool there;		/* false: the input has ended */
	bool asks;
	time_t come;
	wish_t wish;
} line_t;

static void __attribute__((noreturn)) _bad(const char *what, const char *text)
{
	fprintf(stderr, "what-if-sim: %s: %s\n", what, text);
	exit(2);
}

static bool _parse(const char *text, line_t *ret)
{
	long long come, limit, run, start = 0, window = 0;
	queue_job_t *job = &ret->wish.job;
	char verb[8];
	int found;

	*ret = (line_t) { .there = true };
	found = sscanf(text, "%7s %u %lld %u %lld %lld %lld %lld %7s", verb,
		       &job->number, &come, &job->num_cn, &limit, &run, &start,
		       &window, ret->wish.features);
	ret->asks = !strcmp(verb, "ask");
	ret->come = come;
	job->limit = limit;
	job->run = run;
	ret->wish.start = start;
	ret->wish.window = window;
	if (!strcmp(ret->wish.features, "-"))
		ret->wish.features[0] = '\0';
	if (ret->asks ? (found != 9) || (start < come) || (window < 0) :
			(found != 6) || strcmp(verb, "job"))
		return false;
	return job->num_cn && (job->num_cn <= cluster.node_cnt) &&
	       (limit > 0) && (run > 0);
}

static line_t _read(time_t not_before)
{
	static char text[256];
	line_t line = { .there = false };

	if (!fgets(text, sizeof(text), stdin))
		return line;
	if (!_parse(text, &line) || (line.come < not_before))
		_bad("not a line of a workload, or not in order", text);
	return line;
}

static void _serve(const line_t *line, wishes_how_t how)
{
	if (line->asks)
		wishes_ask(&line->wish, how);
	else
		queue_add(&line->wish.job);
}

/* Go on to a time, and let happen what is due then. */
static void _pass(time_t t)
{
	cluster.now = t;
	cluster_pass();
	office_turn();
	wishes_begin();
}

static void _run(const args_t *args, line_t line)
{
	for (;;) {
		time_t next = MIN(cluster_next(), wishes_next());

		if (line.there)
			next = MIN(next, line.come);
		else if (args->stop || (next == GARQ_FOREVER))
			break;
		_pass(next);
		while (line.there && (line.come == next)) {
			_serve(&line, args->how);
			line = _read(next);
		}
		wishes_begin();
		queue_schedule();
	}
}

static wishes_how_t _how(const char *text)
{
	static const char *const names[] = { "none", "plain", "office" };

	for (wishes_how_t how = WISHES_OFF; how <= WISHES_OFFICE; how++)
		if (!strcmp(text, names[how]))
			return how;
	_bad("--book takes office, plain or none", text);
}

static void _parse_option(int c, args_t *args)
{
	char error[OPTIONS_ERROR], *end = NULL;

	switch (c) {
	case 'n':
		args->nodes = (uint32_t) strtoul(optarg, &end, 10);
		if (*end || !args->nodes || (args->nodes > NODES_MAX))
			_bad("--nodes takes a number up to 65536", optarg);
		break;
	case 'b':
		args->how = _how(optarg);
		break;
	case 'o':
		if (!options_parse(optarg, &args->options, error, sizeof(error)))
			_bad("--options", error);
		break;
	case 'g':
		args->give_back = true;
		break;
	case 's':
		args->stop = true;
		break;
	default:
		exit(2);
	}
}

static args_t _arguments(int argc, char **argv)
{
	static const struct option known[] = {
		{ "nodes", required_argument, NULL, 'n' },
		{ "book", required_argument, NULL, 'b' },
		{ "options", required_argument, NULL, 'o' },
		{ "give-back", no_argument, NULL, 'g' },
		{ "stop", no_argument, NULL, 's' },
		{ NULL, 0, NULL, 0 },
	};
	args_t args = { .how = WISHES_OFFICE, .options = options_default() };
	int c;

	while ((c = getopt_long(argc, argv, "", known, NULL)) != -1)
		_parse_option(c, &args);
	if ((optind != argc) || !args.nodes)
		_bad("usage", "what-if-sim --nodes=N [OPTION]... <WORKLOAD");
	return args;
}

int main(int argc, char **argv)
{
	args_t args = _arguments(argc, argv);
	line_t line;

	cluster_begin(args.nodes, 0);
	line = _read(0);
	cluster.now = line.come;
	cluster.give_back = args.give_back;
	office_start(&args.options);
	_run(&args, line);
	if (args.stop)
		wishes_print();
	office_stop();
	wishes_free();
	queue_free();
	cluster_end();
	return 0;
}
