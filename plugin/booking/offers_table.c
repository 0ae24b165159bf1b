/* SPDX-License-Identifier: GPL-2.0-or-later */
/* offers_table.c - offers as their requester reads them; see offers.h */

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/param.h>

#include "plugin/booking/answer.h"
#include "plugin/booking/offers.h"
#include "plugin/booking/text.h"

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
static void _widths(const offer_set_t *set, int *ret_name, int *ret_cost)
{
	char buf[32];

	*ret_name = *ret_cost = strlen("cost");
	for (uint32_t i = 0; i < set->request->offer_cnt; i++) {
		const ledger_offer_t *o = &set->request->offers[i];
		int name = strlen(set->request->name) +
			   snprintf(buf, sizeof(buf), ".%u", o->number);
		int cost = snprintf(buf, sizeof(buf), "%.2f", o->cost);

		*ret_name = MAX(*ret_name, name);
		*ret_cost = MAX(*ret_cost, cost);
	}
}

char *offers_table(const offer_set_t *set, bool with_cost)
{
	const ledger_request_t *r = set->request;
	char until[TEXT_TIME], from[TEXT_TIME], to[TEXT_TIME];
	char *text = NULL, *name;
	int name_width, cost_width;

	_widths(set, &name_width, &cost_width);
	text_add(&text,
		 "offers, until %s; to take one: scontrol update ReservationName=%s.%u",
		 text_time(r->expires, until), r->name, r->offers[0].number);
	text_add(&text, "\n%-*s  %-19s  %-19s  %5s", name_width, "name",
		 "start", "end", "nodes");
	if (with_cost)
		text_add(&text, "  %*s", cost_width, "cost");
	for (uint32_t i = 0; i < r->offer_cnt; i++) {
		const ledger_offer_t *o = &r->offers[i];

		name = text_printf("%s.%u", r->name, o->number);
		text_add(&text, "\n%-*s  %-19s  %-19s  %5u", name_width, name,
			 text_time(o->t_s, from), text_time(o->t_e, to),
			 o->num_cn);
		free_null(name);
		if (with_cost)
			text_add(&text, "  %*.2f", cost_width, o->cost);
		text_add(&text, "  %s%s", offers_kind_text(o->kind),
			 o->held ? ", held" : "");
	}
	return text;
}

/* --- for programs --- */

typedef struct {
	FILE *to;		/* NULL: memory is short */
	char *text;
	size_t size;
	bool with_cost;
	bool more;		/* a line has been written */
} lines_t;

static void _begin_lines(lines_t *lines, bool with_cost)
{
	*lines = (lines_t) { .with_cost = with_cost };
	lines->to = open_memstream(&lines->text, &lines->size);
}

/* RET free(); NULL if memory is short */
static char *_end_lines(lines_t *lines)
{
	if (!lines->to)
		return NULL;
	if (fclose(lines->to))
		free_null(lines->text);
	return lines->text;
}

static void _write_line(const offer_set_t *set, const ledger_offer_t *o,
			void *arg)
{
	lines_t *lines = arg;

	if (!lines->to)
		return;
	fprintf(lines->to,
		"%s" ANSWER_OFFER "=%d name=%s.%u start=%" PRId64 " end=%" PRId64 " nodes=%u kind=%s expires=%" PRId64,
		lines->more ? "\n" : "", ANSWER_VERSION,
		set->request->name, o->number, (int64_t) o->t_s,
		(int64_t) o->t_e, o->num_cn, o->kind,
		(int64_t) set->request->expires);
	if (lines->with_cost)
		fprintf(lines->to, " cost=%.2f", o->cost);
	if (o->held)
		fputs(" held=1", lines->to);
	lines->more = true;
}

char *offers_lines(const offer_set_t *set, bool with_cost)
{
	lines_t lines;

	_begin_lines(&lines, with_cost);
	for (uint32_t i = 0; i < set->request->offer_cnt; i++)
		_write_line(set, &set->request->offers[i], &lines);
	return _end_lines(&lines);
}

char *offers_open_lines(uint32_t uid, time_t now, bool with_cost)
{
	lines_t lines;

	_begin_lines(&lines, with_cost);
	offers_each(uid, now, _write_line, &lines);
	return _end_lines(&lines);
}
