/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * maint.c - sresv maint: ask whom a maintenance would hit, then make it.
 *
 * The controller tells the hits in lines garq-hit=1 (answer.h of the office).
 */

#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/answer/figures.h"
#include "contrib/sresv/out.h"
#include "contrib/sresv/answer/parse.h"
#include "contrib/sresv/show.h"
#include "contrib/sresv/verbs.h"
#include "contrib/sresv/ctl/wish.h"
#include "plugin/booking/request/answer.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Slurm's times have 32 bits. */
#define ENDLESS UINT32_MAX

static const sheet_column_t booking_columns[] = {
	{ SHEET_TEXT, "BOOKING", false },
	{ SHEET_TEXT, "OUTCOME", false },
	{ SHEET_TIME, "START", false },
	{ SHEET_TEXT, "NODELIST", false },
	{ SHEET_TIME, "NEW-START", false },
	{ SHEET_TEXT, "NEW-NODELIST", false },
	{ SHEET_COUNT, "OTHERS", false },
	{ SHEET_TEXT, "SURE", false },
};

static const sheet_column_t job_columns[] = {
	{ SHEET_COUNT, "JOB", false },
	{ SHEET_TIME, "END", false },
	{ SHEET_TEXT, "NODELIST", false },
};

typedef struct {
	sheet_t *bookings, *jobs, *made;
} sheets_t;

static bool _begin(sheets_t *s)
{
	*s = (sheets_t) {
		.bookings = sheet_create("bookings", booking_columns,
					 COUNT(booking_columns)),
		.jobs = sheet_create("jobs", job_columns, COUNT(job_columns)),
		.made = show_reservations(),
	};
	return s->bookings && s->jobs && s->made;
}

static void _end(sheets_t *s)
{
	sheet_destroy(s->bookings);
	sheet_destroy(s->jobs);
	sheet_destroy(s->made);
}

/* RET false: the line is not as it should be, or memory is short */
static bool _add_booking(const figures_line_t *line, sheet_t *s)
{
	const char *name = figures_word(line, "booking");
	const char *outcome = figures_name(line, "outcome");
	char *plain = name ? strdup(name) : NULL;
	int64_t was, start, others;
	bool ok = plain && parse_name(plain) && outcome &&
		  figures_number(line, "was", &was) &&
		  figures_number(line, "start", &start);

	if (ok) {
		sheet_text(s, plain);
		sheet_text(s, outcome);
		sheet_count(s, was);
		sheet_text(s, figures_word(line, "on"));
		sheet_count_if(s, start != was, start);
		sheet_text(s, figures_word(line, "nodes"));
		if (figures_number(line, "others", &others))
			sheet_count(s, others);
		else
			sheet_none(s);
		sheet_text(s, figures_word(line, "cut") ? "no" : NULL);
	}
	free(plain);
	return ok;
}

static bool _add_job(const figures_line_t *line, sheet_t *s)
{
	int64_t job, end;

	if (!figures_number(line, "job", &job) ||
	    !figures_number(line, "end", &end))
		return false;
	sheet_count(s, job);
	sheet_count_if(s, end < ENDLESS, end);
	sheet_text(s, figures_word(line, "nodes"));
	return true;
}

/* IN/OUT text - as figures_read(). RET false: it is not as it should be */
static bool _add_hits(char *text, sheets_t *s)
{
	figures_t f;
	bool ok = figures_read(text, &f);

	for (size_t i = 0; ok && (i < f.cnt); i++)
		if (!strcmp(f.lines[i].kind, ANSWER_HIT))
			ok = figures_word(&f.lines[i], "job") ?
			     _add_job(&f.lines[i], s->jobs) :
			     _add_booking(&f.lines[i], s->bookings);
	figures_free(&f);
	return ok;
}

/* OUT a - STATUS_DONE: a->why has the controller's sentence about the hits */
static void _ask(const wish_t *w, sheets_t *s, answer_t *a)
{
	char *text;

	ctl_query_hits(w, &text, a);
	if ((a->status == STATUS_DONE) && !_add_hits(text, s)) {
		answer_free(a);
		a->status = STATUS_FAILED;
		answer_say(a, FIGURES_NONE);
	}
	free(text);
}

static void _make(const wish_t *w, sheets_t *s, answer_t *a)
{
	const native_t native = { .name = NULL };
	reserve_info_msg_t *all;
	answer_t loaded;

	answer_free(a);
	ctl_create(w, a);
	if (a->status != STATUS_DONE)
		return;
	ctl_load(&all, &loaded);
	show_new(s->made, all, a->name, &native);
	if (all)
		slurm_free_reservation_info_msg(all);
	answer_free(&loaded);
}

int verb_maint(const options_t *o)
{
	answer_t a = { .status = STATUS_FAILED };
	sheets_t s;
	wish_t w;
	int rc;

	if (!options_wish(o, time(NULL), &w))
		return STATUS_BAD;
	if (_begin(&s)) {
		_ask(&w, &s, &a);
		if ((a.status == STATUS_DONE) && !o->dry_run)
			_make(&w, &s, &a);
		wish_explain_denied(&w, &a);
	}
	rc = out_print(o, a.status, a.why,
		       (sheet_t *const []) { s.bookings, s.jobs, s.made, NULL });
	_end(&s);
	answer_free(&a);
	return rc;
}
