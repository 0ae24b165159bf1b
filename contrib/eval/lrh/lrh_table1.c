/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lrh_table1.c - Table 1 and the results that follow from it: see lrh_table1.h.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/eval/lrh/lrh_measure.h"
#include "contrib/eval/lrh/lrh_table1.h"
#include "contrib/eval/lrh/lrh_work.h"

#define SLOTS 13	/* the figures have 0 .. 12 */
#define USERS 12
#define NODES 6

static bool _is_in(const struct flex_work *w, const struct flex_result *r,
		   uint32_t i, uint32_t slot)
{
	time_t t = w->begin + (time_t) slot * w->delta;
	const struct flex_fate *f = &r->fate[i];

	return f->in && (f->start <= t) && (t < f->start + w->request[i].t_e);
}

extern void flex_logical(const struct flex_work *w, const struct flex_result *r,
			 const uint32_t *order, uint32_t slots,
			 uint32_t *ret_cell)
{
	memset(ret_cell, 0, (size_t) w->max_cn * slots * sizeof(*ret_cell));
	for (uint32_t slot = 0; slot < slots; slot++) {
		uint32_t node = 0;

		for (uint32_t k = 0; k < w->cnt; k++) {
			uint32_t i = order[k], n = w->request[i].num_cn;

			while (_is_in(w, r, i, slot) && n--)
				ret_cell[node++ * slots + slot] = i + 1;
		}
	}
}

extern void flex_physical(const struct flex_work *w,
			  const struct flex_result *r, uint32_t slots,
			  uint32_t *ret_cell)
{
	memset(ret_cell, 0, (size_t) w->max_cn * slots * sizeof(*ret_cell));
	for (uint32_t i = 0; i < w->cnt; i++)
		for (uint32_t slot = 0; slot < slots; slot++)
			for (uint32_t n = 0; n < w->max_cn; n++)
				if (r->fate[i].nodes && _is_in(w, r, i, slot) &&
				    garq_set_test(r->fate[i].nodes, n))
					ret_cell[n * slots + slot] = i + 1;
}

/* Printing */

/* The head of a table with a column for each slot. */
static void _print_head(FILE *f, const char *title, const char *first)
{
	fprintf(f, "\n%s\n\n|%s |", title, first);
	for (uint32_t k = 0; k < SLOTS; k++)
		fprintf(f, " %" PRIu32 " |", k);
	fputs("\n| --- |", f);
	for (uint32_t k = 0; k < SLOTS; k++)
		fputs(" ---: |", f);
	fputc('\n', f);
}

static void _print_view(FILE *f, const char *title, char name,
			const uint32_t *cell)
{
	_print_head(f, title, "");
	for (uint32_t n = NODES; n--; ) {
		fprintf(f, "| %c%" PRIu32 " |", name, n);
		for (uint32_t k = 0; k < SLOTS; k++)
			if (cell[n * SLOTS + k])
				fprintf(f, " %" PRIu32 " |",
					cell[n * SLOTS + k]);
			else
				fputs(" |", f);
		fputc('\n', f);
	}
}

static uint32_t _slot(const struct flex_work *w, time_t t)
{
	return (uint32_t) ((t - w->begin) / w->delta);
}

/* Print Table 4: the requests that wait, in the order of their starts. */
static void _print_table4(FILE *f, const char *name, const struct flex_work *w,
			  const struct flex_result *r)
{
	uint32_t waits = 0, t_e = 0;

	fprintf(f, "\nTable 4, %s\n\n| userID | start | t_esr | t_e | num t_e | "
		"wt | num WT | AWT |\n| ---: | ---: | ---: | ---: | ---: | "
		"---: | ---: | ---: |\n", name);
	for (uint32_t slot = 0; slot < SLOTS; slot++)
		for (uint32_t i = 0; i < w->cnt; i++) {
			const struct flex_request *rq = &w->request[i];
			uint32_t wt = _slot(w, r->fate[i].start) -
				_slot(w, rq->t_esr);

			if (!r->fate[i].in || !wt ||
			    (_slot(w, r->fate[i].start) != slot))
				continue;
			waits += wt;
			t_e += (uint32_t) (rq->t_e / w->delta);
			fprintf(f, "| %" PRIu32 " | %" PRIu32 " | %" PRIu32
				" | %" PRIu32 " | %" PRIu32 " | %" PRIu32
				" | %" PRIu32 " | %.2f |\n", i + 1, slot,
				_slot(w, rq->t_esr),
				(uint32_t) (rq->t_e / w->delta), t_e, wt,
				waits, (double) waits / t_e);
		}
}

static void _print_table5(FILE *f, const char *name, const struct flex_work *w,
			  const struct flex_result *r)
{
	uint32_t busy[SLOTS];
	double percent[SLOTS];

	flex_busy(w, r, w->begin, SLOTS, busy);
	flex_table5(busy, SLOTS, w->max_cn, percent);
	fprintf(f, "| %s |", name);
	for (uint32_t k = 0; k < SLOTS; k++)
		fprintf(f, " %.2f |", percent[k]);
	fputc('\n', f);
}

/* What the paper shows: EDS in order of arrival, LRH in its own order. */
static const struct shown {
	const char *method;
	const char *table5;	/* as printed; LRH's row has eleven numbers,
				 * here two columns further to the right */
	const char *logical;
	const char *physical;
	uint8_t nodes[USERS];	/* of the paper's physical view: bit n is cn */
} shown[] = {
	{ "EDS", "100 | 100 | 98 | 97.25 | 96.4 | 95.5 | 94.7 | 94 | 94 | 93.6 | "
	  "93 | 92.4 | 91.38",
	  "Fig. 5, EDS, logical view (what a shift leaves is closed up here)",
	  "Fig. 6, EDS, physical view",
	  { 0x03, 0x0c, 0x10, 0x20, 0x02, 0x0c, 0x01, 0x30, 0x01, 0x0c, 0x03,
	    0x10 } },
	{ "LRH", "- | - | 100 | 100 | 100 | 99.5 | 98.9 | 98.38 | 98.1 | 98 | "
	  "97.2 | 96.3 | 94.9",
	  "Fig. 3, LRH, logical view", "Fig. 4, LRH, physical view",
	  { 0x03, 0x0c, 0x10, 0x20, 0x01, 0x0c, 0x02, 0x09, 0x10, 0x30, 0x06,
	    0x20 } },
	{ .method = "all" },
};
#define SHOWN ((int) (sizeof(shown) / sizeof(shown[0])))

static uint8_t _nodes_of(const struct flex_fate *f)
{
	uint8_t nodes = 0;

	for (uint32_t n = 0; n < NODES; n++)
		if (garq_set_test(f->nodes, n))
			nodes |= (uint8_t) (1 << n);
	return nodes;
}

static void _print_nodes(FILE *f, uint8_t nodes)
{
	for (uint32_t n = 0; n < NODES; n++)
		if (nodes & (1 << n))
			fprintf(f, " c%" PRIu32, n);
	fputs(" |", f);
}

static bool _is_as_printed(const struct shown *s, const struct flex_result *r)
{
	for (uint32_t i = 0; i < USERS; i++)
		if (_nodes_of(&r->fate[i]) != s->nodes[i])
			return false;
	return true;
}

/* Where the nodes of a physical view are not those of the paper. */
static void _print_other_nodes(FILE *f, const struct shown *s,
			       const struct flex_work *w,
			       const struct flex_result *r)
{
	if (_is_as_printed(s, r)) {
		fputs("\nEach request has the nodes that it has in the paper.\n",
		      f);
		return;
	}
	fputs("\nOther nodes than in the paper\n\n| userID | slots | paper | "
	      "here |\n| ---: | ---: | --- | --- |\n", f);
	for (uint32_t i = 0; i < USERS; i++) {
		uint32_t start = _slot(w, r->fate[i].start);
		uint32_t t_e = (uint32_t) (w->request[i].t_e / w->delta);

		if (_nodes_of(&r->fate[i]) == s->nodes[i])
			continue;
		fprintf(f, "| %" PRIu32 " | %" PRIu32 "-%" PRIu32 " |", i + 1,
			start, start + t_e - 1);
		_print_nodes(f, s->nodes[i]);
		_print_nodes(f, _nodes_of(&r->fate[i]));
		fputc('\n', f);
	}
}

static void _print_ru_row(FILE *f, const char *whose, const char *view,
			  const double *use)
{
	double sum = 0;

	fprintf(f, "| %s%s |", whose, view);
	for (uint32_t n = 0; n < NODES; n++) {
		fprintf(f, " %.1f |", 100 * use[n]);
		sum += use[n];
	}
	fprintf(f, " %.1f |\n", 100 * sum / NODES);
}

/* Equation 1 of each resource, also of the paper's own views. */
static void _print_ru(FILE *f, const struct flex_work *w,
		      const struct flex_result *r)
{
	fputs("\nEquation 1 for each resource, %; T is 12 slots\n\n| view |", f);
	for (uint32_t n = 0; n < NODES; n++)
		fprintf(f, " c%" PRIu32 " |", n);
	fputs(" mean |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: "
	      "|\n", f);
	for (int k = 0; k < SHOWN; k++) {
		double use[NODES], paper[NODES] = { 0 };

		if (!shown[k].physical)
			continue;
		for (uint32_t i = 0; i < w->cnt; i++)
			for (uint32_t n = 0; n < NODES; n++)
				if (shown[k].nodes[i] & (1 << n))
					paper[n] += (double) w->request[i].t_e /
						(12 * w->delta);
		flex_ru(w, &r[k], use);
		_print_ru_row(f, "*paper:* ", shown[k].physical, paper);
		_print_ru_row(f, "", shown[k].physical, use);
	}
}

/* Does request i fit at slot start, with all others where they are? */
static bool _fits(const struct flex_work *w, const struct flex_result *r,
		  uint32_t i, uint32_t start)
{
	uint32_t last = start + (uint32_t) (w->request[i].t_e / w->delta);

	for (uint32_t slot = start; slot < last; slot++) {
		uint32_t used = w->request[i].num_cn;

		for (uint32_t k = 0; k < w->cnt; k++)
			if ((k != i) && _is_in(w, r, k, slot))
				used += w->request[k].num_cn;
		if (used > w->max_cn)
			return false;
	}
	return true;
}

/*
 * Fig. 1 for a request: the start, and how far the holes beside it reach: to
 * the left (t_r1) and to the right (t_r2), in slots by which it could move.
 */
static void _print_holes(FILE *f, const struct flex_work *w,
			 const struct flex_result *r, uint32_t i)
{
	const struct flex_request *rq = &w->request[i];
	uint32_t start = _slot(w, r->fate[i].start), left = 0, right = 0;

	while ((start - left > _slot(w, rq->t_esr)) &&
	       _fits(w, r, i, start - left - 1))
		left++;
	while ((start + right < _slot(w, rq->t_lsr)) &&
	       _fits(w, r, i, start + right + 1))
		right++;
	fprintf(f, " %" PRIu32 " | %" PRIu32 " | %" PRIu32 " |", start, left,
		right);
}

static void _print_fig1(FILE *f, const struct flex_work *w,
			const struct flex_result *r)
{
	fputs("\nFig. 1 for the requests of Table 1, in slots\n\n| userID | t_esr | "
	      "t_lsr | t_f | t_e | deadline t_esl |", f);
	for (int k = 0; k < 2; k++)
		fprintf(f, " %s: start | t_r1 | t_r2 |", shown[k].method);
	fputs("\n| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: "
	      "| ---: | ---: | ---: |\n", f);
	for (uint32_t i = 0; i < w->cnt; i++) {
		const struct flex_request *rq = &w->request[i];
		uint32_t esr = _slot(w, rq->t_esr), lsr = _slot(w, rq->t_lsr);
		uint32_t t_e = (uint32_t) (rq->t_e / w->delta);

		fprintf(f, "| %" PRIu32 " | %" PRIu32 " | %" PRIu32 " | %" PRIu32
			" | %" PRIu32 " | %" PRIu32 " |", i + 1, esr, lsr,
			lsr - esr, t_e, lsr + t_e);
		for (int k = 0; k < 2; k++)
			_print_holes(f, w, &r[k], i);
		fputc('\n', f);
	}
}

static void _print_one(FILE *f, const struct flex_work *w,
		       const struct shown *s, const struct flex_result *r)
{
	uint32_t cell[NODES * SLOTS], order[USERS];

	flex_table2_order(w, order);
	for (uint32_t i = 0; !strcmp(s->method, "EDS") && (i < w->cnt); i++)
		order[i] = i;
	_print_table4(f, s->method, w, r);
	flex_logical(w, r, order, SLOTS, cell);
	_print_view(f, s->logical, 'v', cell);
	flex_physical(w, r, SLOTS, cell);
	_print_view(f, s->physical, 'c', cell);
	_print_other_nodes(f, s, w, r);
}

static void _print_all(FILE *f, const struct flex_work *w,
		       const struct flex_result *r)
{
	_print_fig1(f, w, r);
	_print_head(f, "Table 5, %", " method");
	for (int i = 0; i < SHOWN; i++) {
		if (shown[i].table5)
			fprintf(f, "| *paper: %s* | %s |\n", shown[i].method,
				shown[i].table5);
		_print_table5(f, shown[i].method, w, &r[i]);
	}
	for (int i = 0; i < SHOWN; i++)
		if (shown[i].logical)
			_print_one(f, w, &shown[i], &r[i]);
	_print_ru(f, w, r);
}

static int _print_shown(FILE *f, const struct flex_work *w)
{
	struct flex_result r[SHOWN] = { 0 };
	int rc = 0;

	for (int i = 0; !rc && (i < SHOWN); i++)
		rc = flex_run(w, flex_method(shown[i].method), &r[i]);
	if (!rc)
		_print_all(f, w, r);
	for (int i = 0; i < SHOWN; i++)
		flex_result_free(&r[i]);
	return rc;
}

extern int flex_eds_distance(const char *method, uint32_t *ret_slots,
			     uint32_t *ret_refused)
{
	/* by userID, from 1 on: Table 4; the first four start at 0 */
	static const uint8_t start[] = { 0, 0, 0, 0, 3, 3, 2, 7, 5, 6, 8, 4 };
	uint32_t slots = 0, refused = 0;
	struct flex_result r = { 0 };
	struct flex_work w;
	int rc;

	if (flex_work_table1(&w) < 0)
		return -1;
	rc = flex_run(&w, flex_method(method), &r);
	for (uint32_t i = 0; i < r.cnt; i++) {
		if (r.fate[i].in)
			slots += (uint32_t) abs((int) _slot(&w,
				r.fate[i].start) - (int) start[i]);
		refused += !r.fate[i].in;
	}
	flex_result_free(&r);
	flex_work_free(&w);
	if (rc < 0)
		return -1;
	*ret_slots = slots;
	*ret_refused = refused;
	return 0;
}

static int _print_distances(FILE *f)
{
	uint32_t slots, refused;

	fputs("\nStarts beside those of Table 4, FCFS-EDS\n\n| rule | slots off | "
	      "refused |\n| --- | ---: | ---: |\n", f);
	for (const struct flex_method *m = flex_methods; m->name; m++) {
		if (strncmp(m->name, "EDS", 3) && strcmp(m->name, "first fit"))
			continue;
		if (flex_eds_distance(m->name, &slots, &refused) < 0)
			return -1;
		fprintf(f, "| %s | %" PRIu32 " | %" PRIu32 " |\n", m->name,
			slots, refused);
	}
	return 0;
}

extern int flex_table1_print(FILE *f)
{
	struct flex_work w;
	int rc;

	if (flex_work_table1(&w) < 0)
		return -1;
	rc = _print_shown(f, &w);
	if (!rc)
		rc = _print_distances(f);
	flex_work_free(&w);
	return rc;
}
