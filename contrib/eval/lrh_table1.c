/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lrh_table1.c - Table 1 and the results that follow from it: see lrh_table1.h.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/eval/lrh_measure.h"
#include "contrib/eval/lrh_table1.h"
#include "contrib/eval/lrh_work.h"

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
	const char *logical;
	const char *physical;
} shown[] = {
	{ "EDS", "Fig. 5, EDS, logical view (what a shift leaves is closed up "
	  "here)", NULL },
	{ "LRH", "Fig. 3, LRH, logical view", "Fig. 4, LRH, physical view" },
	{ "all", NULL, NULL },
};
#define SHOWN ((int) (sizeof(shown) / sizeof(shown[0])))

static void _print_one(FILE *f, const struct flex_work *w,
		       const struct shown *s, const struct flex_result *r)
{
	uint32_t cell[NODES * SLOTS], order[USERS];

	flex_table2_order(w, order);
	for (uint32_t i = 0; !strcmp(s->method, "EDS") && (i < w->cnt); i++)
		order[i] = i;
	if (s->logical) {
		_print_table4(f, s->method, w, r);
		flex_logical(w, r, order, SLOTS, cell);
		_print_view(f, s->logical, 'v', cell);
	}
	if (s->physical) {
		flex_physical(w, r, SLOTS, cell);
		_print_view(f, s->physical, 'c', cell);
	}
}

static int _print_shown(FILE *f, const struct flex_work *w)
{
	struct flex_result r[SHOWN] = { 0 };
	int rc = 0;

	for (int i = 0; !rc && (i < SHOWN); i++)
		rc = flex_run(w, flex_method(shown[i].method), &r[i]);
	if (!rc) {
		_print_head(f, "Table 5, %", " method");
		for (int i = 0; i < SHOWN; i++)
			_print_table5(f, shown[i].method, w, &r[i]);
		for (int i = 0; i < SHOWN; i++)
			_print_one(f, w, &shown[i], &r[i]);
	}
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
