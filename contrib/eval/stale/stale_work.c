/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "contrib/eval/base/random.h"
#include "contrib/eval/stale/stale_work.h"

#define DAY 86400
#define LENGTH_LEAST 600.0
#define LENGTH_MOST 28800.0
#define AHEAD DAY		/* of those who do not want to start at once */
#define SLACK DAY
#define SRL_SIZE 1024		/* bytes of a request; a third of it is used */

static int64_t _exponential(double mean, uint64_t *random)
{
	return (int64_t) (-mean * log(eval_random_unit(random)));
}

/* Even on a logarithmic scale. */
static int64_t _between(double least, double most, uint64_t *random)
{
	return (int64_t) (least * pow(most / least, eval_random_unit(random)));
}

/* When it wants to start, and whether it gives back what it got. */
static void _decide(stale_other_t *o, uint64_t *random)
{
	o->ready = o->come;
	o->slack = SLACK;
	if (eval_random_below(random, 2))
		return;
	o->ready += (int64_t) eval_random_below(random, AHEAD) + 1;
	if (!eval_random_below(random, 5))
		o->cancel = o->come + 1 + (int64_t)
			eval_random_below(random,
					  (uint64_t) (o->ready - o->come));
}

static stale_others_t _make_up(const stale_shape_t *shape, uint64_t *random)
{
	int64_t t = STALE_BEGIN, end = t + (int64_t) shape->days * DAY;
	size_t room = 2 * (size_t) shape->days * shape->rate + 64;
	stale_others_t others = {
		.list = stale_need(calloc(room, sizeof(*others.list))),
	};

	while (others.cnt < room) {
		stale_other_t *o = &others.list[others.cnt];

		t += _exponential((double) DAY / shape->rate, random);
		if (t >= end)
			break;
		o->come = t;
		o->length = _between(LENGTH_LEAST, LENGTH_MOST, random);
		o->nodes = 1U << eval_random_below(random, 5);
		_decide(o, random);
		others.cnt++;
	}
	return others;
}

/* The first job that comes at t or later. */
static uint32_t _first(const struct eval_jobs *jobs, time_t t)
{
	uint32_t i = 0;

	while ((i < jobs->cnt) && (jobs->job[i].submit < t))
		i++;
	return i;
}

static stale_others_t _of_trace(const stale_shape_t *shape,
				const struct eval_jobs *jobs, uint64_t *random)
{
	time_t from = jobs->job[0].submit, length = (time_t) shape->days * DAY;
	time_t span = jobs->job[jobs->cnt - 1].submit - from - length;
	stale_others_t others = { .cnt = 0 };
	uint32_t first, end;

	if (span > 0)
		from += (time_t) eval_random_below(random, (uint64_t) span);
	first = _first(jobs, from);
	end = _first(jobs, from + length);
	others.list = stale_need(calloc((size_t) (end - first) + 1,
					sizeof(*others.list)));
	for (uint32_t i = first; i < end; i++) {
		stale_other_t *o = &others.list[others.cnt++];

		o->come = STALE_BEGIN + jobs->job[i].submit - from;
		o->length = jobs->job[i].dur;
		o->nodes = jobs->job[i].num_cn;
		_decide(o, random);
	}
	return others;
}

stale_others_t stale_others(const stale_shape_t *shape,
			    const struct eval_jobs *jobs, uint64_t *random)
{
	return jobs ? _of_trace(shape, jobs, random) : _make_up(shape, random);
}

static stale_ask_t _ask(int64_t come, uint64_t *random)
{
	int64_t third = 1200 * (1 + (int64_t) eval_random_below(random, 6));

	return (stale_ask_t) {
		.come = come,
		.length = { 3 * third, 3 * third, third },
		.later = { 0, 0, 2 * third },
		.nodes = { 4U << eval_random_below(random, 3),
			   8U << eval_random_below(random, 3),
			   2U << eval_random_below(random, 3) },
	};
}

stale_asks_t stale_asks(const stale_shape_t *shape, uint64_t *random)
{
	int64_t end = STALE_BEGIN + (int64_t) shape->days * DAY;
	int64_t t = STALE_BEGIN + shape->quiet;
	size_t room = 2 * (size_t) shape->days * DAY / shape->gap + 64;
	stale_asks_t asks = {
		.list = stale_need(calloc(room, sizeof(*asks.list))),
	};

	while (asks.cnt < room) {
		t += _exponential(shape->gap, random);
		if (t >= end)
			break;
		asks.list[asks.cnt++] = _ask(t, random);
	}
	return asks;
}

char *stale_srl(const stale_ask_t *ask)
{
	static const char form[] =
		"CO.TS.est = %" PRId64 "\nCO.TS.let = %" PRId64 "\n"
		"A.TS.duration = %" PRId64 "\nA.QOS.nodes = %u\n"
		"A.QOS.arch = k0\nA.OBJ.start = min,A.RVC.begin,1\n"
		"B.TS.duration = %" PRId64 "\nB.QOS.nodes = %u\n"
		"B.QOS.arch = k1\nB.CON.with = B.RVC.begin == A.RVC.begin\n"
		"V.TS.duration = %" PRId64 "\nV.QOS.nodes = %u\n"
		"V.QOS.arch = k2\n"
		"V.CON.later = V.RVC.begin == A.RVC.begin + %" PRId64 "\n";
	int64_t est = ask->come + STALE_LEAD;
	char *text = stale_need(malloc(SRL_SIZE));

	snprintf(text, SRL_SIZE, form, est, est + STALE_WINDOW, ask->length[0],
		 ask->nodes[0], ask->length[1], ask->nodes[1], ask->length[2],
		 ask->nodes[2], ask->later[2]);
	return text;
}
