/* SPDX-License-Identifier: GPL-2.0-or-later */
/* offers_table.c - offers as their requester reads them; see offers.h */

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/param.h>

#include "plugin/booking/request/answer.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/open/offers.h"
#include "plugin/memory/memory.h"

static const struct {
	const char *token;
	const char *words;
} kinds[] = {
#define KIND_WORDS(constant, token, words) { token, words },
	OSP_KIND_TABLE(KIND_WORDS)
#undef KIND_WORDS
};

const char *offers_kind_text(const char *kind)
{
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (text_same(kinds[i].token, kind))
			return kinds[i].words;
	return kind;
}

/* The columns that the widest name and the widest cost take. */
static void _widths(const offer_set_t *set, const char *unit, int *ret_name,
		    int *ret_cost)
{
	char buf[TEXT_COST];

	*ret_name = *ret_cost = strlen("cost");
	for (uint32_t i = 0; i < set->request->offer_cnt; i++) {
		const ledger_offer_t *o = &set->request->offers[i];
		int name = text_columns(set->request->name) +
			   snprintf(buf, sizeof(buf), ".%u", o->number);
		int cost = unit ? text_columns(text_cost(o->cost, unit, buf)) :
				  0;

		*ret_name = MAX(*ret_name, name);
		*ret_cost = MAX(*ret_cost, cost);
	}
}

/* A text that is being written. */
typedef struct {
	FILE *to;
	char *text;
	size_t size;
	time_t now;
	const char *unit;	/* of costs; NULL: no costs */
	bool with_request;	/* lines: print verb and requester */
	bool with_owner;	/* tables: print the requester */
	const offer_set_t *set;	/* of the line before; NULL: there is none */
	int name_width;
	int cost_width;
} lines_t;

static void _begin_lines(lines_t *lines, const char *unit)
{
	*lines = (lines_t) { .unit = unit };
	lines->to = memory_there(open_memstream(&lines->text, &lines->size));
}

/* RET free() */
static char *_end_lines(lines_t *lines)
{
	if (ferror(lines->to) || fclose(lines->to))
		(void) memory_enough(ENOMEM);
	return lines->text;
}

/* --- for people --- */

/* Begin the table of a set: the heads of its columns. */
static void _write_heads(lines_t *lines, const offer_set_t *set)
{
	_widths(set, lines->unit, &lines->name_width,
		&lines->cost_width);
	fprintf(lines->to, "\n%-*s  %-19s  %-19s  %5s", lines->name_width,
		"name", "start", "end", "nodes");
	if (lines->unit)
		fprintf(lines->to, "  %*s", lines->cost_width, "cost");
}

static void _write_row(lines_t *lines, const offer_set_t *set,
		       const ledger_offer_t *o)
{
	char from[TEXT_TIME], to[TEXT_TIME], cost[TEXT_COST];
	int width = lines->name_width -
		    text_columns(set->request->name) - 1;

	fprintf(lines->to, "\n%s.%-*u  %-19s  %-19s  %5u", set->request->name,
		width, o->number, text_time(o->t_s, from),
		text_time(o->t_e, to), o->num_cn);
	if (lines->unit)
		fprintf(lines->to, "  %*s", lines->cost_width,
			text_cost(o->cost, lines->unit, cost));
	fprintf(lines->to, "  %s%s", offers_kind_text(o->kind),
		o->held ? ", held" : "");
}

char *offers_table(const offer_set_t *set, const char *unit)
{
	const ledger_request_t *r = set->request;
	char *first = offers_name(set, &r->offers[0]);
	char *word = text_shell_word(first);
	char until[TEXT_TIME];
	lines_t lines;

	free(first);
	_begin_lines(&lines, unit);
	fprintf(lines.to,
		"offers, until %s; to take one: scontrol update ReservationName=%s",
		text_time(r->expires, until), word);
	free(word);
	_write_heads(&lines, set);
	for (uint32_t i = 0; i < r->offer_cnt; i++)
		_write_row(&lines, set, &r->offers[i]);
	return _end_lines(&lines);
}

/* Print the request of a set, and how long its offers are open. */
static void _write_request(lines_t *lines, const offer_set_t *set)
{
	const ledger_request_t *r = set->request;
	char from[TEXT_TIME], to[TEXT_TIME], until[TEXT_TIME], left[TEXT_TIME];

	fprintf(lines->to, "%s%s %s: ", lines->set ? "\n" : "", r->verb,
		r->name);
	if (r->num_cn)
		fprintf(lines->to, "%u node%s", r->num_cn,
			(r->num_cn == 1) ? "" : "s");
	else
		fputs("any number of nodes", lines->to);
	fprintf(lines->to, " between %s and %s", text_time(r->t_s, from),
		text_time(r->t_e, to));
	if (lines->with_owner)
		fprintf(lines->to, ", asked for by uid %u", r->uid);
	fprintf(lines->to, "; offers until %s, %s left",
		text_time(r->expires, until),
		text_duration(r->expires - lines->now, left));
}

static void _write_in_table(const offer_set_t *set, const ledger_offer_t *o,
			    void *arg)
{
	lines_t *lines = arg;

	if (lines->set != set) {
		_write_request(lines, set);
		_write_heads(lines, set);
		lines->set = set;
	}
	_write_row(lines, set, o);
}

char *offers_open_tables(office_t *office, uint32_t uid, time_t now,
			 const char *unit, bool with_owner)
{
	lines_t lines;

	_begin_lines(&lines, unit);
	lines.now = now;
	lines.with_owner = with_owner;
	offers_each(office, uid, now, _write_in_table, &lines);
	return _end_lines(&lines);
}

/* --- for programs --- */

static void _write_line(const offer_set_t *set, const ledger_offer_t *o,
			void *arg)
{
	lines_t *lines = arg;
	char *name = text_value(set->request->name);
	char *unit = lines->unit ? text_unit(lines->unit) : NULL;

	fprintf(lines->to,
		"%s" ANSWER_OFFER "=%d name=%s.%u start=%"PRId64
		" end=%"PRId64" nodes=%u kind=%s expires=%"PRId64,
		lines->set ? "\n" : "", ANSWER_VERSION, name, o->number,
		(int64_t) o->t_s, (int64_t) o->t_e, o->num_cn, o->kind,
		(int64_t) set->request->expires);
	free(name);
	if (unit)
		fprintf(lines->to, " cost=%.2f%s", o->cost, unit);
	free(unit);
	if (o->held)
		fputs(" held=1", lines->to);
	if (lines->with_request)
		fprintf(lines->to, " verb=%s uid=%u", set->request->verb,
			set->request->uid);
	lines->set = set;
}

char *offers_lines(const offer_set_t *set, const char *unit)
{
	lines_t lines;

	_begin_lines(&lines, unit);
	for (uint32_t i = 0; i < set->request->offer_cnt; i++)
		_write_line(set, &set->request->offers[i], &lines);
	return _end_lines(&lines);
}

char *offers_open_lines(office_t *office, uint32_t uid, time_t now,
			const char *unit)
{
	lines_t lines;

	_begin_lines(&lines, unit);
	lines.with_request = true;
	offers_each(office, uid, now, _write_line, &lines);
	return _end_lines(&lines);
}
