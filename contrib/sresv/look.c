/* SPDX-License-Identifier: GPL-2.0-or-later */
/* look.c - list, show, offers, cancel */

#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "contrib/sresv/answered.h"
#include "contrib/sresv/ctl/mine.h"
#include "contrib/sresv/answer/figures.h"
#include "contrib/sresv/log.h"
#include "contrib/sresv/out.h"
#include "contrib/sresv/plan.h"
#include "contrib/sresv/series.h"
#include "contrib/sresv/ctl/seen.h"
#include "contrib/sresv/show.h"
#include "contrib/sresv/text/plain.h"
#include "contrib/sresv/usage.h"
#include "contrib/sresv/verbs.h"

/* --- list --------------------------------------------------------------------- */

/* A reservation, or an open offer. */
typedef struct {
	const char *name;
	time_t start;
	const reserve_info_t *r;	/* NULL: it is an offer */
	const offer_t *offer;
} row_t;

static bool _is_seen(const options_t *o, const seen_t *seen, const char *name)
{
	for (uint32_t i = 0; i < seen->all->record_count; i++)
		if (!strcmp(seen->all->reservation_array[i].name, name))
			return true;
	for (size_t i = 0; i < seen->offers.cnt; i++)
		if (!strcmp(seen->offers.list[i].name, name))
			return true;
	return !o->lines && offers_stander(&seen->offers, name);
}

static bool _is_named(const options_t *o, const char *name)
{
	for (char **one = o->names; *one; one++)
		if (!strcmp(*one, name))
			return true;
	return false;
}

static bool _is_asked_for(const options_t *o, const row_t *row)
{
	if (o->mine && !(row->r ? mine_names_me(row->r) :
				  (row->offer->has_uid &&
				   (row->offer->uid == getuid()))))
		return false;
	if (!o->names[0])
		return o->all || row->r || row->offer->held;
	return _is_named(o, row->name);
}

static int _by_start(const void *x, const void *y)
{
	const row_t *a = x, *b = y;

	if (a->start != b->start)
		return (a->start > b->start) ? 1 : -1;
	return strcmp(a->name, b->name);
}

/* OUT ret - room for all of seen. RET the number of rows */
static size_t _rows(const options_t *o, const seen_t *seen, row_t *ret)
{
	size_t cnt = 0;

	for (uint32_t i = 0; i < seen->all->record_count; i++) {
		const reserve_info_t *r = &seen->all->reservation_array[i];

		ret[cnt] = (row_t) { r->name, r->start_time, r, NULL };
		cnt += _is_asked_for(o, &ret[cnt]);
	}
	for (size_t i = 0; i < seen->offers.cnt; i++) {
		const offer_t *offer = &seen->offers.list[i];

		ret[cnt] = (row_t) { offer->name, offer->start, NULL, offer };
		cnt += _is_asked_for(o, &ret[cnt]);
	}
	return cnt;
}

/* RET NULL: it is a booking */
static const native_t *_native(const seen_t *seen, const char *name)
{
	static const native_t plain = { .name = NULL };

	return seen->garq ? offers_native(&seen->offers, name) : &plain;
}

/* Return true if a column that is printed has prices. */
static bool _wants_cost(const options_t *o)
{
	const char *const heads[] = { o->columns, o->sort };

	for (size_t i = 0; i < sizeof(heads) / sizeof(heads[0]); i++)
		if (heads[i] && (strcasestr(heads[i], "COST") ||
				 strcasestr(heads[i], "UNIT")))
			return true;
	return false;
}

/*
 * The events of a reservation. A native reservation has none, and a controller
 * without sched/garq tells none.
 */
static sheet_t *_events(const options_t *o, const char *name,
			log_cost_t *ret_cost)
{
	answer_t a;
	sheet_t *sheet = log_of(o, name, ret_cost, &a);

	answer_free(&a);
	return sheet;
}

/* IN cost - its price; NULL: only a column needs it */
static void _fill_row(const options_t *o, const seen_t *seen, const row_t *row,
		      const log_cost_t *cost, sheet_t *sheet)
{
	const native_t *native = _native(seen, row->name);
	log_cost_t asked;

	if (!row->r) {
		show_as_reservation(sheet, row->offer);
		return;
	}
	if (!cost && !native && _wants_cost(o)) {
		sheet_destroy(_events(o, row->name, &asked));
		cost = &asked;
	}
	show_reservation(sheet, row->r, native, cost, time(NULL));
}

/* IN cost - of the reservation that is shown, or NULL
 * RET false if memory is short */
static bool _fill(const options_t *o, const seen_t *seen,
		  const log_cost_t *cost, sheet_t *sheet)
{
	row_t *rows = calloc(seen->all->record_count + seen->offers.cnt + 1,
			     sizeof(*rows));
	size_t cnt;

	if (!rows)
		return false;
	cnt = _rows(o, seen, rows);
	qsort(rows, cnt, sizeof(*rows), _by_start);
	for (size_t i = 0; i < cnt; i++)
		_fill_row(o, seen, &rows[i], cost, sheet);
	free(rows);
	return true;
}

/* RET the requests that stand by, but for scripts, which read one table */
static sheet_t *_standers(const options_t *o, const seen_t *seen)
{
	sheet_t *sheet = (o->lines || o->csv) ? NULL : show_standers();

	for (size_t i = 0; i < seen->offers.stander_cnt; i++) {
		const stander_t *one = &seen->offers.standers[i];

		if ((!o->mine || (one->uid == getuid())) &&
		    (!o->names[0] || _is_named(o, one->name)))
			show_stander(sheet, one);
	}
	return sheet;
}

/* Say where to read what happened to a reservation that is over. */
static void _tell_past(const options_t *o, const char *name, FILE *to)
{
	log_cost_t cost;
	answer_t a;
	sheet_t *events = log_of(o, name, &cost, &a);

	if (a.status == STATUS_DONE) {	/* it knows the name */
		fputs("it is over: sresv log ", to);
		plain_put_word(to, name);
		fputs(" tells what happened to it\n", to);
	}
	sheet_destroy(events);
	answer_free(&a);
}

/* Unknown names. RET a text for free(); NULL: none, or memory is short */
static char *_missing(const options_t *o, const seen_t *seen)
{
	char *text = NULL;
	size_t size = 0;
	FILE *f = open_memstream(&text, &size);

	if (!f)
		return NULL;
	for (char **name = o->names; *name; name++) {
		char *hint = NULL;

		if (_is_seen(o, seen, *name))
			continue;
		fprintf(f, "there is no reservation %s\n", *name);
		if (o->verb == SHOW)
			_tell_past(o, *name, f);
		if ((hint = series_hint(seen->all, *name)))
			fprintf(f, "%s\n", hint);
		free(hint);
	}
	if (!fclose(f) && size)
		return text;
	free(text);
	return NULL;
}

static const sheet_column_t job_columns[] = {
	{ SHEET_COUNT, "JOB", false },
	{ SHEET_TEXT, "USER", false },
	{ SHEET_STATE, "STATE", false },
	{ SHEET_TIME, "START", false },
	{ SHEET_TIME, "END", false },
	{ SHEET_COUNT, "NODES", false },
	{ SHEET_TEXT, "NODELIST", false },
};

static void _add_job(const slurm_job_info_t *j, sheet_t *s)
{
	uint32_t state = j->job_state & JOB_STATE_BASE;
	bool runs = (state == JOB_RUNNING) || (state == JOB_SUSPENDED);
	struct passwd *pw = getpwuid(j->user_id);

	if (!runs && (state != JOB_PENDING))
		return;
	sheet_count(s, j->job_id);
	sheet_text(s, pw ? pw->pw_name : j->user_name);
	sheet_text(s, runs ? "RUNNING" : "PENDING");
	for (int i = 0; i < 2; i++) {
		time_t t = i ? j->end_time : j->start_time;

		sheet_count_if(s, t, t);
	}
	sheet_count(s, j->num_nodes);
	sheet_text(s, j->nodes);
}

/*
 * The jobs in the reservation that is shown.
 * OUT a - STATUS_FAILED, ...: Slurm does not tell them
 * RET NULL: memory is short
 */
static sheet_t *_jobs(const options_t *o, answer_t *a)
{
	sheet_t *sheet = sheet_create("jobs", job_columns,
				      sizeof(job_columns) /
				      sizeof(job_columns[0]));
	job_info_msg_t *all;

	ctl_load_jobs(&all, a);
	for (uint32_t i = 0; all && (i < all->record_count); i++) {
		const slurm_job_info_t *j = &all->job_array[i];

		if (j->resv_name && mine_has(j->resv_name, o->names[0]))
			_add_job(j, sheet);
	}
	if (all)
		slurm_free_job_info_msg(all);
	return sheet;
}

/* The CPU time of the reservation that is shown, as _events(). */
static sheet_t *_usage(const options_t *o)
{
	answer_t a;
	sheet_t *sheet = usage_of(o->names[0], &a);

	answer_free(&a);
	return sheet;
}

int verb_list(const options_t *o)
{
	bool whole = (o->verb == SHOW) && !o->lines;
	sheet_t *sheets[6] = { NULL }, **next = sheets + 1, *events = NULL;
	log_cost_t cost;
	seen_t seen;
	answer_t a;
	int rc;

	if (o->past)
		return verb_log(o);
	seen_load(&seen, &a);
	sheets[0] = show_reservations();
	if (whole && (a.status == STATUS_DONE) &&
	    !(events = _events(o, o->names[0], &cost)))
		a.status = STATUS_FAILED;
	if ((a.status == STATUS_DONE) &&
	    (!sheets[0] || !_fill(o, &seen, whole ? &cost : NULL,
				    sheets[0])))
		a.status = STATUS_FAILED;
	if (a.status == STATUS_DONE) {
		free(a.why);	/* what the list of offers says for people */
		if ((a.why = _missing(o, &seen)))
			a.status = STATUS_UNKNOWN;
	}
	if (sheets[0] && (*next = _standers(o, &seen)))
		next++;
	else if (!o->lines && !o->csv)
		a.status = STATUS_FAILED;
	if (whole && (a.status == STATUS_DONE)) {
		if ((*next = _jobs(o, &a)) && (*++next = _usage(o))) {
			*++next = events;
			events = NULL;
		} else {
			a.status = STATUS_FAILED;
		}
	}
	rc = out_print(o, a.status, a.why, sheets);
	sheet_destroy(events);
	for (size_t i = 0; i < sizeof(sheets) / sizeof(sheets[0]); i++)
		sheet_destroy(sheets[i]);
	seen_free(&seen);
	answer_free(&a);
	return rc;
}

/* --- offers ------------------------------------------------------------------- */

int verb_offers(const options_t *o)
{
	sheet_t *sheets[2] = { NULL };
	const char *name = o->names[0];
	bool garq;
	answer_t a;
	int rc;

	if (ctl_has_garq(&garq, &a) && garq)
		ctl_offers(&a);
	if (name)
		offers_keep(&a.offers, name);
	sheets[0] = show_offers();
	show_all_offers(sheets[0], &a.offers);
	if (!sheets[0])
		a.status = STATUS_FAILED;
	if ((a.status == STATUS_DONE) && name && !a.offers.cnt) {
		a.status = STATUS_UNKNOWN;
		free(a.why);
		if (asprintf(&a.why, "there is no offer %s, nor one for it",
			     name) < 0)
			a.why = NULL;
	}
	rc = out_print(o, a.status, a.why, sheets);
	sheet_destroy(sheets[0]);
	answer_free(&a);
	return rc;
}

/* --- cancel ------------------------------------------------------------------- */

/* Print what may be meant by a name that nothing has. */
static void _print_hint(const char *name, FILE *to)
{
	reserve_info_msg_t *all;
	char *hint = NULL;
	answer_t a;

	ctl_load(&all, &a);
	if (all && (hint = series_hint(all, name)))
		out_lines(to, name, hint);
	if (all)
		slurm_free_reservation_info_msg(all);
	free(hint);
	answer_free(&a);
}

/* IN/OUT plan - of --dry-run. RET its status */
static status_t _cancel(const options_t *o, const char *name, plan_t *plan,
			sheet_t *cancelled, FILE *why)
{
	wish_t w = o->wish;
	status_t status;
	answer_t a;

	w.name = name;
	if (o->dry_run)
		w.wishes.plan = PLAN_LINES;
	ctl_delete_as(&w, &a);
	if (a.lines && !plan_add(plan, a.lines)) {
		a.status = STATUS_FAILED;
		fputs(FIGURES_NONE "\n", why);
	} else if (a.lines) {
		fprintf(why, "%s\n", a.why);
	} else if (a.status == STATUS_DONE) {
		sheet_text(cancelled, name);
	} else {
		out_lines(why, name, a.why);
		if (a.status == STATUS_UNKNOWN)
			_print_hint(name, why);
		if ((a.status == STATUS_REFUSED) && !o->wish.wishes.plan)
			out_lines(why, name, "sresv end ends one that has begun, and its jobs go on");
	}
	status = a.status;
	answer_free(&a);
	return status;
}

static const sheet_column_t cancelled_columns[] = {
	{ SHEET_TEXT, "NAME", true },
};

int verb_cancel(const options_t *o)
{
	sheet_t *sheets[4] = { NULL }, **next = sheets;
	status_t status = STATUS_DONE, one;
	char *why = NULL;
	size_t size = 0;
	FILE *f = open_memstream(&why, &size);
	plan_t plan;
	bool ready;
	int rc;

	if (o->json)
		*next++ = sheet_create("cancelled", cancelled_columns, 1);
	ready = plan_begin(&plan) && f && (!o->json || sheets[0]);
	if (!ready)
		status = STATUS_FAILED;
	for (char **name = o->names; ready && *name; name++) {
		one = _cancel(o, *name, &plan, sheets[0], f);
		if (status == STATUS_DONE)
			status = one;
	}
	if (f && fclose(f))
		status = STATUS_FAILED;
	if (o->dry_run) {
		*next++ = plan.plans;
		*next = plan.moves;
	}
	rc = out_print(o, status, why, sheets);
	if (o->dry_run && !rc)
		answered_say_undone(o, plan.plans);
	if (o->json)
		sheet_destroy(sheets[0]);
	plan_end(&plan);
	free(why);
	return rc;
}
