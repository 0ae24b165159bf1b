/* SPDX-License-Identifier: GPL-2.0-or-later */
/* probe_lines.c - the answer to a probe, for programs and for people; see probe.h */

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "plugin/booking/offer/probe.h"
#include "plugin/booking/request/answer.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/view/host.h"
#include "plugin/memory/memory.h"

#define ROWS_MAX 40		/* of a table for people */

/* A text that is being written. */
typedef struct {
	FILE *to;
	char *text;
	size_t size;
} writer_t;

static void _begin_text(writer_t *w)
{
	w->to = memory_there(open_memstream(&w->text, &w->size));
}

/* RET free() */
static char *_end_text(writer_t *w)
{
	if (ferror(w->to) || fclose(w->to))
		(void) memory_enough(ENOMEM);
	return w->text;
}

/* --- for programs --- */

/* IN kind - of line */
static void _write_runs(FILE *to, const probe_run_t *runs, uint32_t cnt,
			const char *kind, const char *unit)
{
	char *word = unit ? text_unit(unit) : NULL;

	for (uint32_t i = 0; i < cnt; i++) {
		const probe_run_t *r = &runs[i];

		fprintf(to, "\n" ANSWER_PREFIX "%s=1 first=%lld last=%lld",
			kind, (long long) r->first, (long long) r->last);
		if (word)
			fprintf(to, " cost=%.2f%s", r->cost, word);
	}
	free(word);
}

/* The names of the nodes show which pools overlap. */
static void _write_pool(office_t *office, FILE *to, const probe_t *p,
			const shape_t *shape)
{
	char *list;

	if (!p->pool_cn)
		return;
	list = office->host->nodes->list(office, shape->eligible);
	fprintf(to, "\n" ANSWER_PREFIX "pool=1 id=%016"PRIx64" nodes=%u list=%s",
		p->pool, p->pool_cn, list);
	free(list);
	for (size_t i = 0; i < p->free.cnt; i++) {
		const probe_step_t *s = &p->free.list[i];

		fprintf(to, "\n" ANSWER_PREFIX
			"free=1 pool=%016"PRIx64" from=%lld to=%lld nodes=%u",
			p->pool, (long long) s->t_s, (long long) s->t_e,
			s->num);
	}
}

/* When nodes are free: the known time [from, to) without the busy times. */
static void _write_free(FILE *to, const probe_steps_t *known,
			const probe_alike_t *a)
{
	time_t t = known->list[0].t_s, end = known->list[known->cnt - 1].t_e;
	const char *before = " free=";

	for (size_t i = 0; i <= a->cnt; i++) {
		time_t until = (i < a->cnt) ? a->busy[i].t_s : end;

		if (t < until) {
			fprintf(to, "%s%lld-%lld", before, (long long) t,
				(long long) until);
			before = ",";
		}
		if (i < a->cnt)
			t = a->busy[i].t_e;
	}
}

/* Nodes that are alike, in a line each; without the list of the pool of no use. */
static void _write_nodes(office_t *office, FILE *to, const probe_t *p,
			 const probe_nodes_t *nodes)
{
	for (size_t i = 0; i < nodes->cnt; i++) {
		const probe_alike_t *a = &nodes->list[i];
		char *list = office->host->nodes->list(office, a->nodes);

		fprintf(to, "\n" ANSWER_PREFIX
			"alike=1 pool=%016"PRIx64" list=%s", p->pool, list);
		_write_free(to, &p->free, a);
		free(list);
	}
}

static void _write_license(FILE *to, const lic_t *l, const probe_steps_t *left)
{
	fprintf(to, "\n" ANSWER_PREFIX "license=1 name=%s total=%u", l->name,
		l->total);
	for (size_t i = 0; i < left->cnt; i++) {
		const probe_step_t *s = &left->list[i];

		fprintf(to, "\n" ANSWER_PREFIX
			"left=1 license=%s from=%lld to=%lld count=%u",
			l->name, (long long) s->t_s, (long long) s->t_e,
			s->num);
	}
}

char *probe_lines(office_t *office, const probe_t *probe, const shape_t *shape,
		  const probe_nodes_t *nodes, uint32_t ledger, time_t now,
		  const char *unit)
{
	writer_t w;

	_begin_text(&w);
	fprintf(w.to, ANSWER_PREFIX
		"probe=1 now=%lld ledger=%08"PRIx32" runs=%u cut=%d until=%lld shifts=%u shift-cut=%d",
		(long long) now, ledger, probe->run_cnt, probe->cut,
		(long long) probe->until, probe->shift_cnt, probe->shift_cut);
	_write_runs(w.to, probe->runs, probe->run_cnt, "run", unit);
	_write_runs(w.to, probe->shifts, probe->shift_cnt, "shift", unit);
	_write_pool(office, w.to, probe, shape);
	_write_nodes(office, w.to, probe, nodes);
	for (uint32_t i = 0; i < probe->left_cnt; i++)
		_write_license(w.to, &shape->licenses.list[i],
			       &probe->left[i]);
	return _end_text(&w);
}

/* --- for people --- */

/* Report the number of omitted rows. RET whether row i should be written */
static bool _begin_row(FILE *to, size_t i, size_t cnt)
{
	if (i == ROWS_MAX)
		fprintf(to, "\n... and %zu more", cnt - i);
	return i < ROWS_MAX;
}

/* Write the starts at which others give way. */
static void _write_shifts(FILE *to, const probe_t *p, const char *unit)
{
	char start[TEXT_TIME], cost[TEXT_COST];

	if (p->shift_cnt)
		fprintf(to, "\nothers would give way at these starts:");
	for (uint32_t i = 0; i < p->shift_cnt; i++) {
		fprintf(to, "\n%s", text_time(p->shifts[i].first, start));
		if (unit)
			fprintf(to, "  %s", text_cost(p->shifts[i].cost, unit,
						      cost));
	}
	if (p->shift_cut)
		fprintf(to, "\nnot all starts at which others might give way were looked at: ask for one of them alone");
}

/* Write runs of one price each as one row, where they follow each other. */
static void _write_starts(FILE *to, const probe_t *p, const char *unit)
{
	char first[TEXT_TIME], last[TEXT_TIME], text[TEXT_COST];
	uint32_t rows = 0;

	fprintf(to, "\n%-19s  %-19s%s", "first start", "last start",
		unit ? "  cost" : "");
	for (uint32_t i = 0, k; i < p->run_cnt; i = k + 1) {
		double least = p->runs[i].cost, most = least;

		for (k = i; (k + 1 < p->run_cnt) &&
		     (p->runs[k + 1].first == p->runs[k].last + 1); k++) {
			double cost = p->runs[k + 1].cost;

			least = (cost < least) ? cost : least;
			most = (cost > most) ? cost : most;
		}
		if (rows++ == ROWS_MAX) {
			fprintf(to, "\n... and more, from %s on",
				text_time(p->runs[i].first, first));
			return;
		}
		fprintf(to, "\n%-19s  %-19s",
			text_time(p->runs[i].first, first),
			text_time(p->runs[k].last, last));
		if (unit && (most > least))
			fprintf(to, "  %.2f to", least);
		if (unit)
			fprintf(to, "%s%s", (most > least) ? " " : "  ",
				text_cost(most, unit, text));
	}
}

/* IN what - the head of the column of numbers */
static void _write_steps(FILE *to, const probe_steps_t *steps,
			 const char *what)
{
	char from[TEXT_TIME], until[TEXT_TIME];

	fprintf(to, "\n%-19s  %-19s  %s", "from", "to", what);
	for (size_t i = 0; (i < steps->cnt) && _begin_row(to, i, steps->cnt);
	     i++)
		fprintf(to, "\n%-19s  %-19s  %u",
			text_time(steps->list[i].t_s, from),
			text_time(steps->list[i].t_e, until),
			steps->list[i].num);
}

char *probe_tables(const probe_t *probe, const shape_t *shape, const char *unit)
{
	char until[TEXT_TIME];
	writer_t w;

	_begin_text(&w);
	if (probe->run_cnt) {
		fprintf(w.to, "none, but at these times it could start:");
		_write_starts(w.to, probe, unit);
	} else if (probe->shift_cnt) {
		fprintf(w.to, "none, but it could start:");
	} else {
		fprintf(w.to, "none, and there is no room for it%s",
			probe->cut ? "" : " at any of these times");
	}
	_write_shifts(w.to, probe, unit);
	if (probe->cut)
		fprintf(w.to, "\nstarts from %s on were not looked at: ask for them with a later StartTime",
			text_time(probe->until, until));
	if (probe->pool_cn) {
		fprintf(w.to, "\nfree of the %u nodes that it could have:",
			probe->pool_cn);
		_write_steps(w.to, &probe->free, "nodes");
	}
	for (uint32_t i = 0; i < probe->left_cnt; i++) {
		fprintf(w.to, "\nleft of the %u licenses %s:",
			shape->licenses.list[i].total,
			shape->licenses.list[i].name);
		_write_steps(w.to, &probe->left[i], "count");
	}
	return _end_text(&w);
}
