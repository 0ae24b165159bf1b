/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <inttypes.h>
#include <string.h>

#include "contrib/sresv/answer/openmetrics.h"
#include "plugin/booking/request/answer.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

typedef struct {
	const figures_t *f;
	openmetrics_form_t form;
	FILE *to;
	const char *begun;	/* the last name that has a head */
} print_t;

/* A metric that is one number of a line. */
typedef struct {
	const char *kind, *key;	/* of the answer */
	const char *name;	/* without garq_ and _total */
	const char *unit;	/* what the name ends with, or NULL */
	bool counter;		/* else a gauge */
	const char *label;	/* its only label, or NULL; metrics of one name
				 * follow each other */
	const char *help;	/* of the first of a name */
} metric_t;

static const metric_t metrics[] = {
	{ ANSWER_STATS, "booked", "bookings_made", NULL, true, NULL,
	  "Requests that were booked, since the start of slurmctld." },
	{ ANSWER_STATS, "refused", "requests_without_room", NULL, true, NULL,
	  "Requests that were refused for want of room, since the start of slurmctld." },
	{ ANSWER_STATS, "untried", "requests_not_tried_out", NULL, true, NULL,
	  "Requests that were refused before all ways to make room were tried, since the start of slurmctld." },
	{ ANSWER_STATS, "stale", "requests_decided_again", NULL, true, NULL,
	  "Times a request was decided again since others had changed something meanwhile, since the start of slurmctld." },
	{ ANSWER_STATS, "native", "requests_native", NULL, true, NULL,
	  "Requests that were left to Slurm, since the start of slurmctld." },
	{ ANSWER_STATS, "faults", "faults", NULL, true, NULL,
	  "Rules of the plugin that were found broken, since the start of slurmctld." },
	{ ANSWER_STATS, "wrong-files", "wrong_files", NULL, false, NULL,
	  "Files of the site (garq_tariff, garq_budget) that have a fault." },
	{ ANSWER_STATS, "since", "reset_timestamp_seconds", "seconds", false,
	  NULL, "When the other counters began at zero." },
	{ ANSWER_COUNTS, "bookings-now", "bookings", NULL, false, NULL,
	  "Bookings that there are." },
	{ ANSWER_COUNTS, "active-now", "bookings_active", NULL, false, NULL,
	  "Bookings that have begun." },
	{ ANSWER_COUNTS, "degraded-now", "bookings_degraded", NULL, false, NULL,
	  "Bookings that lack failed nodes." },
	{ ANSWER_COUNTS, "offers-made", "offers_made", NULL, true, NULL,
	  "Offers that were made." },
	{ ANSWER_COUNTS, "offers-taken", "offers_taken", NULL, true, NULL,
	  "Offers that were accepted." },
	{ ANSWER_COUNTS, "shifts", "shifts", NULL, true, "what=\"start\"",
	  "Changes of bookings inside their windows: another start, or other nodes at the same start." },
	{ ANSWER_COUNTS, "rebinds", "shifts", NULL, true, "what=\"nodes\"",
	  NULL },
	{ ANSWER_COUNTS, "resizes", "shifts", NULL, true, "what=\"size\"",
	  NULL },
	{ ANSWER_COUNTS, "degraded", "degradations", NULL, true, NULL,
	  "Bookings that lost nodes for which no others were free." },
	{ ANSWER_COUNTS, "booked-seconds", "booked_node_seconds", "seconds",
	  true, NULL, "Node time inside bookings that has passed." },
	{ ANSWER_COUNTS, "used-seconds", "used_node_seconds", "seconds", true,
	  NULL, "Node time inside bookings in which jobs of reservations had the node; the rest was idle." },
	{ ANSWER_COUNTS, "commits", "ledger_commits", NULL, true,
	  "result=\"written\"", "Transactions of the ledger." },
	{ ANSWER_COUNTS, "commit-faults", "ledger_commits", NULL, true,
	  "result=\"failed\"", NULL },
};

static void _head(const print_t *p, const char *name, const char *type,
		  const char *unit, const char *help)
{
	bool old = (p->form == PROMETHEUS_0_0_4);
	const char *total = (old && !strcmp(type, "counter")) ? "_total" : "";

	fprintf(p->to, "# HELP garq_%s%s %s\n# TYPE garq_%s%s %s\n", name,
		total, help, name, total, type);
	if (unit && !old)
		fprintf(p->to, "# UNIT garq_%s %s\n", name, unit);
}

/* --- single numbers --------------------------------------------------------------- */

static void _metric(print_t *p, const metric_t *m)
{
	int64_t value;

	for (size_t i = 0; i < p->f->cnt; i++) {
		const figures_line_t *line = &p->f->lines[i];

		if (strcmp(line->kind, m->kind) ||
		    !figures_number(line, m->key, &value))
			continue;
		if (!m->help && (!p->begun || strcmp(p->begun, m->name)))
			return;
		p->begun = m->name;
		if (m->help)
			_head(p, m->name, m->counter ? "counter" : "gauge",
			      m->unit, m->help);
		fprintf(p->to, "garq_%s%s%s%s%s %" PRId64 "\n", m->name,
			m->counter ? "_total" : "", m->label ? "{" : "",
			m->label ? m->label : "", m->label ? "}" : "", value);
		return;
	}
}

/* --- lines with a label each ------------------------------------------------------ */

static void _refusals(const print_t *p)
{
	bool any = false;
	int64_t value;

	for (size_t i = 0; i < p->f->cnt; i++) {
		const figures_line_t *line = &p->f->lines[i];
		const char *reason = figures_name(line, "reason");

		if (strcmp(line->kind, ANSWER_REFUSED) || !reason ||
		    !figures_number(line, "count", &value))
			continue;
		if (!any)
			_head(p, "refusals", "counter", NULL,
			      "Requests that were refused, by reason.");
		any = true;
		fprintf(p->to, "garq_refusals_total{reason=\"%s\"} %" PRId64
			"\n", reason, value);
	}
}

/* Figures of a line garq-locks; the unit of an answer is microseconds or steps. */
typedef struct {
	const char *verb, *part;
	int64_t count, sum, p50, p99, max;
	bool steps;
} hold_t;

/* RET false: it is no such line */
static bool _read_hold(const figures_line_t *line, hold_t *ret)
{
	if (strcmp(line->kind, ANSWER_LOCKS) ||
	    !(ret->verb = figures_name(line, "verb")) ||
	    !(ret->part = figures_name(line, "part")))
		return false;
	ret->steps = !strcmp(ret->part, "steps");
	return figures_number(line, "count", &ret->count) &&
	       figures_number(line, "sum", &ret->sum) &&
	       figures_number(line, "p50", &ret->p50) &&
	       figures_number(line, "p99", &ret->p99) &&
	       figures_number(line, "max", &ret->max);
}

/* A number of a hold, in seconds or steps. IN more - another label, or "" */
static void _sample(const print_t *p, const hold_t *h, const char *suffix,
		    const char *more, int64_t value)
{
	fprintf(p->to, "garq_%s%s{verb=\"%s\"",
		h->steps ? "plan_steps" : "lock_seconds", suffix, h->verb);
	if (!h->steps)
		fprintf(p->to, ",part=\"%s\"", h->part);
	if (h->steps)
		fprintf(p->to, "%s} %" PRId64 "\n", more, value);
	else
		fprintf(p->to, "%s} %" PRId64 ".%06" PRId64 "\n", more,
			value / 1000000, value % 1000000);
}

static void _summary(const print_t *p, const hold_t *h)
{
	_sample(p, h, "", ",quantile=\"0.5\"", h->p50);
	_sample(p, h, "", ",quantile=\"0.99\"", h->p99);
	_sample(p, h, "", ",quantile=\"1\"", h->max);
	_sample(p, h, "_sum", "", h->sum);
	fprintf(p->to, "garq_%s_count{verb=\"%s\"",
		h->steps ? "plan_steps" : "lock_seconds", h->verb);
	if (!h->steps)
		fprintf(p->to, ",part=\"%s\"", h->part);
	fprintf(p->to, "} %" PRId64 "\n", h->count);
}

static void _holds(const print_t *p, bool steps)
{
	bool any = false;
	hold_t h;

	for (size_t i = 0; i < p->f->cnt; i++) {
		if (!_read_hold(&p->f->lines[i], &h) || (h.steps != steps))
			continue;
		if (!any && steps)
			_head(p, "plan_steps", "summary", NULL,
			      "Steps of plans.");
		else if (!any)
			_head(p, "lock_seconds", "summary", "seconds",
			      "Holds of slurmctld's locks by the plugin, by what was served and part of the hold.");
		any = true;
		_summary(p, &h);
	}
}

void openmetrics_print(const figures_t *f, openmetrics_form_t form, FILE *to)
{
	print_t p = { .f = f, .form = form, .to = to };

	for (size_t i = 0; i < COUNT(metrics); i++)
		_metric(&p, &metrics[i]);
	_refusals(&p);
	_holds(&p, false);
	_holds(&p, true);
	if (form == OPENMETRICS_1_0)
		fputs("# EOF\n", to);
}
