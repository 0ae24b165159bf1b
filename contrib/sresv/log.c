/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * log.c - log, list --past, and the events of show
 *
 * The controller sends lines garq-event=1 (answer.h of the office), of events
 * that the user may see.
 */

#include <pwd.h>
#include <slurm/slurm.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "contrib/sresv/answer/figures.h"
#include "contrib/sresv/answered.h"
#include "contrib/sresv/ctl/me.h"
#include "contrib/sresv/ctl/mine.h"
#include "contrib/sresv/log.h"
#include "contrib/sresv/options_values.h"
#include "contrib/sresv/out.h"
#include "contrib/sresv/verbs.h"
#include "plugin/booking/request/answer.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* A sheet of events, and the keys of its columns. */
typedef struct {
	const char *name;
	const sheet_column_t *columns;
	const char *const *keys;
	size_t width;
} form_t;

static const sheet_column_t event_columns[] = {
	{ SHEET_TIME, "TIME", false },
	{ SHEET_TEXT, "NAME", false },
	{ SHEET_TEXT, "EVENT", false },
	{ SHEET_TEXT, "USER", false },
	{ SHEET_TIME, "WAS-START", false },
	{ SHEET_TIME, "WAS-END", false },
	{ SHEET_TIME, "START", false },
	{ SHEET_TIME, "END", false },
	{ SHEET_TEXT, "WAS-NODELIST", false },
	{ SHEET_TEXT, "NODELIST", false },
	{ SHEET_TEXT, "WHY", false },
	{ SHEET_REAL, "COST", false },
	{ SHEET_TEXT, "UNIT", true },
	{ SHEET_COUNT, "UID", true },
	{ SHEET_TEXT, "USERS", true },
};

static const char *const event_keys[COUNT(event_columns)] = {
	"time", "name", "verb", "user", "was-start", "was-end", "start", "end",
	"was-on", "on", "why", "cost", "unit", "uid", "users",
};

static const form_t events = { "events", event_columns, event_keys,
			       COUNT(event_columns) };

static const sheet_column_t past_columns[] = {
	{ SHEET_TEXT, "NAME", false },
	{ SHEET_TIME, "START", false },
	{ SHEET_TIME, "END", false },
	{ SHEET_TEXT, "NODELIST", false },
	{ SHEET_TEXT, "USERS", false },
	{ SHEET_TIME, "CLOSED", false },
	{ SHEET_TEXT, "WHY", false },
	{ SHEET_TEXT, "USER", false },
	{ SHEET_COUNT, "UID", true },
};

static const char *const past_keys[COUNT(past_columns)] = {
	"name", "was-start", "was-end", "was-on", "users", "time", "why",
	"user", "uid",
};

static const form_t past = { "past", past_columns, past_keys,
			     COUNT(past_columns) };

/* --- reading ------------------------------------------------------------------ */

/*
 * Add the user who asked for an event as a word of its line.
 * OUT buf - the name or the number; the line refers to it
 */
static void _name_user(figures_line_t *line, char *buf, size_t size)
{
	const char *uid = figures_word(line, "uid");
	struct passwd *pw = uid ? getpwuid((uid_t) strtoul(uid, NULL, 10)) :
				  NULL;

	if (!uid || (line->cnt == FIGURES_WORDS))
		return;
	snprintf(buf, size, "%s", pw ? pw->pw_name : uid);
	line->key[line->cnt] = "user";
	line->value[line->cnt++] = buf;
}

static bool _is_asked_for(const options_t *o, const figures_line_t *line)
{
	const char *name = figures_word(line, "name");
	const char *users = figures_word(line, "users");
	const char *uid = figures_word(line, "uid");
	bool mine = !o->mine ||
		    (uid && (strtoul(uid, NULL, 10) == getuid())) ||
		    (users && mine_has(users, me()));

	if (!mine || (o->verb == LOG) || !o->names[0])
		return mine;
	for (char **one = o->names; *one; one++)
		if (name && !strcmp(*one, name))
			return true;
	return false;
}

static bool _is_verb(const figures_line_t *line, const char *verb)
{
	const char *is = figures_word(line, "verb");

	return is && !strcmp(is, verb);
}

/* True for an event with which no booking begins. */
static bool _makes_none(const figures_line_t *line)
{
	static const char *const verbs[] = {
		"rename", "reopened", "standby-offered", "standby-ended",
		"offers-end", "ask-ended", "gave-way",
	};

	for (size_t i = 0; i < COUNT(verbs); i++)
		if (_is_verb(line, verbs[i]))
			return true;
	return figures_word(line, "was-start");
}

/* The line with which the present booking of a name begins; or after all lines. */
static size_t _last_made(const figures_t *f)
{
	size_t at = f->cnt;

	for (size_t i = 0; i < f->cnt; i++) {
		const figures_line_t *line = &f->lines[i];

		if (strcmp(line->kind, ANSWER_EVENT))
			continue;
		if (_is_verb(line, "closed") || _is_verb(line, "ended"))
			at = f->cnt;
		else if ((at == f->cnt) || !_makes_none(line))
			at = i;
	}
	return at;
}

/* --- what an update has done ---------------------------------------------------- */

/* A place, of which a line may have none. */
typedef struct {
	int64_t start, end;	/* 0: none */
	const char *nodes;	/* or "" */
} place_t;

static place_t _place(const figures_line_t *line, const char *start,
		      const char *end, const char *nodes)
{
	place_t p = { .nodes = figures_word(line, nodes) };

	(void) figures_number(line, start, &p.start);
	(void) figures_number(line, end, &p.end);
	p.nodes = p.nodes ? p.nodes : "";
	return p;
}

static int _node_count(const place_t *p)
{
	__typeof__(slurm_hostlist_create("")) list =
		slurm_hostlist_create(p->nodes);
	int cnt = list ? slurm_hostlist_count(list) : 0;

	if (list)
		slurm_hostlist_destroy(list);
	return cnt;
}

/* Slurm lets a reservation that is told to end have its first minute. */
#define ENDS_WITHIN 60

/* Return true if it runs at this time, and its end is now. */
static bool _ends_now(const place_t *is, int64_t time)
{
	return (is->start <= time) && (is->end <= time + ENDS_WITHIN);
}

/* The verb of sresv for a change at a time. RET NULL: there is no single one */
static const char *_change_verb(const place_t *was, const place_t *is,
				int64_t time)
{
	int64_t longer = (is->end - is->start) - (was->end - was->start);
	int more = _node_count(is) - _node_count(was);

	if ((is->start != was->start) ||
	    (!more && strcmp(is->nodes, was->nodes)))
		return (longer || more) ? NULL : "move";
	if (!longer && !more)
		return NULL;
	if ((longer >= 0) && (more >= 0))
		return "extend";
	if ((longer > 0) || (more > 0))
		return NULL;
	if (!longer)
		return "give";
	return (!more && _ends_now(is, time)) ? "end" : "shrink";
}

static void _replace(figures_line_t *line, const char *key, const char *value)
{
	for (size_t i = 0; i < line->cnt; i++)
		if (!strcmp(line->key[i], key))
			line->value[i] = value;
}

/* Leave out a word. */
static void _drop(figures_line_t *line, const char *key)
{
	for (size_t i = 0; i < line->cnt; i++)
		if (!strcmp(line->key[i], key))
			line->key[i] = "";
}

/*
 * Word a line for people: an update is what it has done, and of the former place
 * there is what has changed.
 * IN whole - for programs: the former place is whole
 */
static void _word(figures_line_t *line, bool whole)
{
	place_t was = _place(line, "was-start", "was-end", "was-on");
	place_t is = _place(line, "start", "end", "on");
	const char *verb = NULL;
	int64_t time = 0;

	(void) figures_number(line, "time", &time);
	if (was.start && is.start)
		verb = _change_verb(&was, &is, time);
	if (verb && _is_verb(line, "update"))
		_replace(line, "verb", verb);
	if (whole)
		return;
	if (was.start == is.start)
		_drop(line, "was-start");
	if (!is.start || (was.end - was.start == is.end - is.start))
		_drop(line, "was-end");
	if (!is.start || !strcmp(was.nodes, is.nodes))
		_drop(line, "was-on");
}

typedef struct {
	const options_t *o;
	const form_t *form;
	log_cost_t *cost;	/* of the present booking, whose lines alone are
				 * read; NULL: all lines are */
} log_ask_t;

static void _note_cost(const figures_line_t *line, log_cost_t *cost)
{
	const char *told = figures_word(line, "cost");
	const char *unit = figures_word(line, "unit");

	if (!told)
		return;
	cost->known = true;
	cost->cost = strtod(told, NULL);
	snprintf(cost->unit, sizeof(cost->unit), "%s", unit ? unit : "");
}

/* Add the lines that the options select to a sheet. An answered_fn */
static bool _read_lines(const figures_t *f, const void *arg, sheet_t *sheet)
{
	const log_ask_t *ask = arg;
	const form_t *form = ask->form;
	char user[256];
	bool ok = true;

	for (size_t i = ask->cost ? _last_made(f) : 0; ok && (i < f->cnt);
	     i++) {
		figures_line_t *line = &f->lines[i];

		if (strcmp(line->kind, ANSWER_EVENT) ||
		    (!ask->cost && !_is_asked_for(ask->o, line)))
			continue;
		if (ask->cost)
			_note_cost(line, ask->cost);
		_name_user(line, user, sizeof(user));
		if (form == &events)
			_word(line, ask->o->json);
		ok = figures_row(line, form->keys, form->columns, form->width,
				 sheet);
	}
	return ok;
}

/* IN w - the time; NULL: any. OUT cost - as log_ask_t */
static sheet_t *_ask(const options_t *o, const wish_t *w, const char *question,
		     const form_t *form, log_cost_t *cost, answer_t *a)
{
	const log_ask_t ask = { .o = o, .form = form, .cost = cost };
	sheet_t *sheet = sheet_create(form->name, form->columns, form->width);

	answered_ask(w, question, _read_lines, &ask, sheet, a);
	return sheet;
}

bool log_read_cost(char *text, log_cost_t *ret)
{
	figures_t f;
	bool ok = figures_read(text, &f);

	*ret = (log_cost_t) { .known = false };
	for (size_t i = ok ? _last_made(&f) : 0; ok && (i < f.cnt); i++)
		_note_cost(&f.lines[i], ret);
	figures_free(&f);
	return ok;
}

/* --- the verbs ---------------------------------------------------------------- */

sheet_t *log_of(const options_t *o, const char *name, log_cost_t *ret_cost,
		answer_t *a)
{
	sheet_t *sheet = NULL;
	char *question;

	*ret_cost = (log_cost_t) { .known = false };
	if (asprintf(&question, "log:%s", name) < 0) {
		*a = (answer_t) { .status = STATUS_FAILED };
		return NULL;
	}
	sheet = _ask(o, NULL, question, &events, ret_cost, a);
	free(question);
	return sheet;
}

int verb_log(const options_t *o)
{
	bool over = (o->verb == LIST);
	sheet_t *sheets[2] = { NULL };
	char *question = NULL;
	wish_t w = WISH_NONE;
	answer_t a;
	int rc;

	if (o->since && !value_time(o->since, "since", time(NULL), &w.start))
		return STATUS_BAD;
	if (!over && o->names[0] &&
	    (asprintf(&question, "log:%s", o->names[0]) < 0))
		return STATUS_FAILED;
	sheets[0] = _ask(o, &w, question ? question : over ? "past" : "log",
			 over ? &past : &events, NULL, &a);
	rc = out_print(o, a.status, a.why, sheets);
	sheet_destroy(sheets[0]);
	free(question);
	answer_free(&a);
	return rc;
}
