/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * plan.c - sresv co plan: the best plan for a request, on clusters as they are.
 *
 * Nothing is held or booked.
 */
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "contrib/sresv/co/plan/plan_none.h"
#include "contrib/sresv/co/plan/plan_program.h"
#include "contrib/sresv/co/plan/plan_view.h"
#include "contrib/sresv/co/model/request.h"
#include "contrib/sresv/co/verbs.h"
#include "contrib/sresv/text/when.h"

#define WIDTH 80		/* columns, where no terminal tells */

typedef struct {
	const char *name;	/* of the file */
	const char *resources, *svg, *lp, *zimpl;
	int64_t grid;
	bool json, quiet;
	planner_options_t options;
	FILE *out, *err;
} plan_t;

/* What a plan is made of. */
typedef struct {
	const plan_t *o;
	srl_t *srl;
	ris_t ris;
	lrs_t *lrs;
	planner_t *planner;
	srl_answer_t answer;
	char *why;		/* lines, if there is no plan */
} work_t;

/* --- options ----------------------------------------------------------------------- */

enum { JSON = 256, GAP, GRID, HORIZON, LP, RESOURCES, SVG, TIME, TIMEOUT,
       ZIMPL };

static const struct option longs[] = {
	{ "gap", required_argument, NULL, GAP },
	{ "grid", required_argument, NULL, GRID },
	{ "horizon", required_argument, NULL, HORIZON },
	{ "json", no_argument, NULL, JSON },
	{ "lp", required_argument, NULL, LP },
	{ "quiet", no_argument, NULL, 'q' },
	{ "resources", required_argument, NULL, RESOURCES },
	{ "svg", required_argument, NULL, SVG },
	{ "time", required_argument, NULL, TIME },
	{ "timeout", required_argument, NULL, TIMEOUT },
	{ "zimpl", required_argument, NULL, ZIMPL },
	{ NULL, 0, NULL, 0 },
};

/* A length of time of at least a second. RET false: an error was printed */
static bool _length(const plan_t *o, const char *what, int64_t *ret)
{
	int64_t seconds;

	if (when_length(optarg, &seconds) && (seconds >= 1) &&
	    (seconds <= WHEN_LENGTH_MAX)) {
		*ret = seconds;
		return true;
	}
	co_bad(o->err, "--%s: \"%s\" is not a length of time, such as 90s, 10min or 2h",
	       what, optarg);
	return false;
}

static bool _gap(plan_t *o)
{
	char *end;
	double gap = strtod(optarg, &end);

	if ((end != optarg) && !*end && (gap >= 0) && (gap <= 1)) {
		o->options.gap = gap;
		return true;
	}
	co_bad(o->err, "--gap: \"%s\" is not a number from 0 to 1", optarg);
	return false;
}

static bool _option(plan_t *o, int c)
{
	int64_t seconds;

	switch (c) {
	case JSON: o->json = true; return true;
	case LP: o->lp = optarg; return true;
	case RESOURCES: o->resources = optarg; return true;
	case SVG: o->svg = optarg; return true;
	case ZIMPL: o->zimpl = optarg; return true;
	case 'q': o->quiet = true; return true;
	case GAP: return _gap(o);
	case GRID: return _length(o, "grid", &o->grid);
	case HORIZON: return _length(o, "horizon", &o->options.horizon);
	case TIME:
		if (!_length(o, "time", &seconds))
			return false;
		o->options.time_ms = seconds * 1000;
		return true;
	case TIMEOUT:
		if (!_length(o, "timeout", &seconds))
			return false;
		o->options.timeout_ms = seconds * 1000;
		return true;
	}
	return false;
}

static bool _options(plan_t *o, int argc, char **argv)
{
	int c;

	optind = 0;
	opterr = 0;
	while ((c = getopt_long(argc, argv, ":q", longs, NULL)) != -1) {
		if ((c == '?') || (c == ':')) {
			co_bad(o->err, (c == ':') ? "co plan: %s needs a value" :
			       "co plan: %s is no option of it",
			       argv[optind - 1]);
			return false;
		}
		if (!_option(o, c))
			return false;
	}
	if (optind + 1 == argc) {
		o->name = argv[optind];
		return true;
	}
	co_bad(o->err, (optind < argc) ? "co plan reads one file" :
					 "co plan needs a file");
	return false;
}

/* --- results ----------------------------------------------------------------------- */

static bool _has_plan(const work_t *w)
{
	return (w->answer.verdict == SRL_OPTIMAL) ||
	       (w->answer.verdict == SRL_STOPPED);
}

static size_t _width(FILE *out)
{
	struct winsize size;

	if ((fileno(out) >= 0) && isatty(fileno(out)) &&
	    !ioctl(fileno(out), TIOCGWINSZ, &size) && size.ws_col)
		return size.ws_col;
	return WIDTH;
}

static status_t _no_memory(FILE *err)
{
	fputs("sresv: there is no memory\n", err);
	return STATUS_FAILED;
}

static status_t _write_svg(const plan_view_t *v, const plan_t *o)
{
	FILE *to = fopen(o->svg, "w");
	bool ok = to;

	if (ok)
		plan_svg(v, to);
	ok = ok && !ferror(to);
	if (to && fclose(to))
		ok = false;
	if (ok)
		return STATUS_DONE;
	fprintf(o->err, "sresv: %s can't be written: %s\n", o->svg,
		strerror(errno));
	return STATUS_FAILED;
}

static status_t _print_view(const work_t *w, const plan_view_t *v)
{
	const plan_t *o = w->o;

	if (o->json) {
		json_t *object = plan_json(v);
		bool ok = object &&
			  !json_object_set_new(object, "file",
					       json_string(o->name)) &&
			  !json_object_set_new(object, "status",
					       json_integer(STATUS_DONE)) &&
			  !json_dumpf(object, o->out, JSON_INDENT(1));

		json_decref(object);
		fputc('\n', o->out);
		return ok ? STATUS_DONE : _no_memory(o->err);
	}
	if (o->quiet)
		return STATUS_DONE;
	if (!plan_print(v, o->out))
		return _no_memory(o->err);
	fputc('\n', o->out);
	plan_picture(v, _width(o->out), o->out);
	return STATUS_DONE;
}

static status_t _print_plan(const work_t *w)
{
	plan_view_t v = {
		.name = w->o->name, .srl = w->srl, .ris = &w->ris,
		.world = planner_world(w->planner), .answer = &w->answer,
		.end = planner_end(w->planner),
	};
	srl_range_t *ranges = calloc(w->srl->objective_cnt, sizeof(*ranges));
	status_t status = STATUS_DONE;

	if (!ranges || srl_ranges(w->srl, v.world, ranges)) {
		free(ranges);
		return _no_memory(w->o->err);
	}
	v.ranges = ranges;
	for (uint32_t i = 0; i < w->srl->part_cnt; i++)
		(void) planner_place(w->planner, i, &v.places[i]);
	if (w->o->svg)
		status = _write_svg(&v, w->o);
	if (status == STATUS_DONE)
		status = _print_view(w, &v);
	free(ranges);
	return status;
}

static status_t _print_none(const work_t *w, status_t status)
{
	const plan_t *o = w->o;
	const char *text = w->why ? w->why : "";
	json_t *object, *lines;
	bool ok;

	if (!o->json) {
		if (!o->quiet)
			fputs(text, o->err);
		return status;
	}
	lines = json_array();
	for (; *text; text += strcspn(text, "\n") + 1)
		(void) json_array_append_new(lines,
			json_stringn(text, strcspn(text, "\n")));
	object = json_pack("{sssisoso}", "file", o->name, "status",
			   (int) status, "why", lines, "parts", json_array());
	ok = object && !json_dumpf(object, o->out, JSON_INDENT(1));
	fputc('\n', o->out);
	json_decref(object);
	return ok ? status : _no_memory(o->err);
}

/* --- work -------------------------------------------------------------------------- */

/* The search can't do it. */
static status_t _unsolvable(const work_t *w, size_t constraint)
{
	const srl_constraint_t *c = &w->srl->constraints[constraint];

	if (errno == ENOTSUP) {
		fprintf(w->o->err, "%s:%u:%u: %s: such a constraint can't be searched for: it mixes begins with prices, or begins that are not tied to each other\n",
			w->o->name, c->place.line, c->place.column, c->name);
		return STATUS_BAD;
	}
	if (errno == E2BIG) {
		fprintf(w->o->err, "%s: there are too many possible starts: make the windows shorter\n",
			w->o->name);
		return STATUS_FAILED;
	}
	return _no_memory(w->o->err);
}

/* Without a plan: is it the request, or the clusters that did not answer? */
static status_t _none(work_t *w)
{
	size_t size, silent = planner_silent(w->planner);
	FILE *to = open_memstream(&w->why, &size);
	int rc;

	if (!to)
		return _no_memory(w->o->err);
	rc = plan_none(w->planner, w->srl, w->o->name, &w->answer, to);
	if (silent)
		fprintf(to, "sresv: clusters that could not be asked: %zu of %zu\n",
			silent, w->ris.cluster_cnt);
	if (fclose(to) || rc)
		return _no_memory(w->o->err);
	return _print_none(w, silent ? STATUS_SILENT : STATUS_REFUSED);
}

static status_t _programs(const work_t *w)
{
	const srl_world_t *world = planner_world(w->planner);
	const plan_t *o = w->o;
	status_t status = STATUS_DONE;

	if (o->lp)
		status = plan_program(w->srl, world, o->grid, SRL_PROGRAM_LP,
				      o->lp, o->err);
	if (o->zimpl && (status == STATUS_DONE))
		status = plan_program(w->srl, world, o->grid,
				      SRL_PROGRAM_ZIMPL, o->zimpl, o->err);
	return status;
}

static status_t _solve(work_t *w)
{
	size_t constraint = 0;
	status_t status;

	w->lrs = lrs_open(w->ris.clusters, w->ris.cluster_cnt, NULL);
	if (w->lrs)
		w->planner = planner_open(w->srl, &w->ris, w->lrs,
					  &w->o->options);
	if (!w->planner || planner_probe(w->planner))
		return _no_memory(w->o->err);
	status = _programs(w);
	if (status != STATUS_DONE)
		return status;
	if (planner_solve(w->planner, &w->answer, &constraint))
		return _unsolvable(w, constraint);
	return _has_plan(w) ? _print_plan(w) : _none(w);
}

int co_plan(int argc, char **argv, FILE *out, FILE *err)
{
	plan_t o = { .options = PLANNER_OPTIONS, .out = out, .err = err };
	work_t w = { .o = &o };
	status_t status;

	o.options.err = err;
	if (!_options(&o, argc, argv))
		return STATUS_BAD;
	o.options.progress = o.quiet ? NULL : err;
	status = request_read(o.name, time(NULL), err, &w.srl);
	if (status == STATUS_DONE)
		status = ris_read(o.resources, err, &w.ris);
	if (status == STATUS_DONE)
		status = _solve(&w);
	planner_close(w.planner);
	lrs_close(w.lrs);
	ris_free(&w.ris);
	srl_destroy(w.srl);
	free(w.why);
	return (int) status;
}
