/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * gap_free_main.c - what more freedom of requests brings: gap-eval-free.
 *
 *	gap-eval-free [OPTION]... <REQUESTS	>freedom.csv
 *
 * contrib/eval/gap-eval runs it. For each freedom (gap_freedom.h) a line
 *
 *	name,what,asked,accepted,hours_asked,hours,seconds
 *
 * in node-hours, of the requests that are not cancelled.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/eval/base/clock.h"
#include "contrib/eval/gap/gap_freedom.h"
#include "contrib/eval/lrh/lrh_work.h"
#include "contrib/eval/base/options.h"
#include "contrib/eval/base/random.h"
#include "garq/grow.h"

struct options {
	const char *name;
	uint32_t max_cn;
	uint32_t cancel;	/* percent */
	uint32_t seed;
};

static const struct {
	const char *name;
	uint32_t freedoms;
} variants[] = {
	{ "as asked", 0 },
	{ "shapes", GAP_SHAPES },
	{ "minima", GAP_MINIMA },
	{ "waiting list", GAP_WAITING },
	{ "shapes and waiting list", GAP_SHAPES | GAP_WAITING },
	{ "all three", GAP_SHAPES | GAP_MINIMA | GAP_WAITING },
};

static const char usage[] =
	"Usage: gap-eval-free [OPTION]... <REQUESTS >freedom.csv\n"
	"What is accepted of requests with more freedom. Standard input has a\n"
	"line COME T_ESR T_LSR T_E NUMC T_RUN for each request.\n"
	"      --name=NAME    what the first column says (part)\n"
	"      --max-cn=N     nodes (20)\n"
	"      --cancel=N     percent of the requests that are cancelled (10)\n"
	"      --seed=N       of the choice of these (1)\n";

/* The sixth number of a line; what comes before it goes to the other reader. */
static int _read_run(const char *line, FILE *rest, time_t *ret_run)
{
	int64_t run;
	int end = 0;

	if ((sscanf(line, "%*d %*d %*d %*d %*d%n %" SCNd64, &end, &run) != 1) ||
	    (run < 1)) {
		errno = EINVAL;
		return -1;
	}
	*ret_run = (time_t) run;
	return (fprintf(rest, "%.*s\n", end, line) < 0) ? -1 : 0;
}

/* RET 0, or -1 with errno EINVAL or ENOMEM */
static int _read(uint32_t max_cn, struct flex_work *w, time_t **ret_run)
{
	FILE *rest = tmpfile();
	size_t cnt = 0, room = 0, size = 0;
	char *line = NULL;
	int rc = rest ? 0 : -1;

	while (!rc && (getline(&line, &size, stdin) > 0) && (*line != '\n')) {
		rc = GARQ_GROW(*ret_run, cnt + 1, 1024, &room);
		if (!rc)
			rc = _read_run(line, rest, &(*ret_run)[cnt++]);
	}
	free(line);
	if (!rc) {
		rewind(rest);
		rc = (flex_work_read(rest, max_cn, w) == 1) ? 0 : -1;
	}
	if (rest)
		fclose(rest);
	return rc;
}

/* RET when each request is cancelled, or NULL */
static time_t *_cancels(const struct flex_work *w, const struct options *o)
{
	time_t *cancel = calloc((size_t) w->cnt + 1, sizeof(*cancel));
	uint64_t dice = o->seed;

	for (uint32_t i = 0; cancel && (i < w->cnt); i++) {
		const struct flex_request *rq = &w->request[i];
		bool is_cancelled = eval_random_below(&dice, 100) < o->cancel;
		double when = eval_random_unit(&dice);

		if (is_cancelled && (rq->t_esr > rq->come))
			cancel[i] = rq->come + (time_t) (when *
				(double) (rq->t_esr - rq->come));
	}
	return cancel;
}

static int _variants(const struct options *o, const struct gap_world *world)
{
	for (size_t v = 0; v < sizeof(variants) / sizeof(*variants); v++) {
		double began = eval_clock_ns();
		struct gap_freedom_result r;

		if (gap_freedom(world, variants[v].freedoms, &r) < 0)
			return -1;
		printf("%s,%s,%" PRIu32 ",%" PRIu32 ",%.4f,%.4f,%.3f\n",
		       o->name, variants[v].name, r.asked, r.accepted,
		       (double) r.work_asked / 3600, (double) r.work / 3600,
		       (eval_clock_ns() - began) / 1e9);
		fflush(stdout);
	}
	return 0;
}

extern int main(int argc, char **argv)
{
	struct options o = {
		.name = "part", .max_cn = 20, .cancel = 10, .seed = 1,
	};
	const struct eval_option options[] = {
		{ "name", .text = &o.name },
		{ "max-cn", .number = &o.max_cn, .min = 1, .max = 65536 },
		{ "cancel", .number = &o.cancel, .max = 100 },
		{ "seed", .number = &o.seed, .max = 999999999 },
		{ NULL }
	};
	struct flex_work w = { 0 };
	time_t *run = NULL, *cancel = NULL;
	int rc;

	eval_options(argc, argv, usage, options);
	rc = _read(o.max_cn, &w, &run);
	if (!rc) {
		cancel = _cancels(&w, &o);
		rc = cancel ? _variants(&o, &(struct gap_world) {
			&w, run, cancel }) : -1;
	}
	if (rc < 0)
		fprintf(stderr, "gap-eval-free: %s: %s\n", o.name,
			strerror(errno));
	free(cancel);
	free(run);
	flex_work_free(&w);
	return (rc || fflush(stdout)) ? EXIT_FAILURE : EXIT_SUCCESS;
}
