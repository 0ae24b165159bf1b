/* SPDX-License-Identifier: GPL-2.0-or-later */
/* history.c - see history.h */

#include <stdlib.h>
#include <string.h>

#include "contrib/garq-ledger/history.h"
#include "plugin/ledger/ledger_shifts.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/*
 * The order of events within a second: a booking that is closed in the second
 * in which another one is made has mostly made room for it.
 */
typedef enum { CLOSED, MADE, SHIFTED, CLOSED_AT_ONCE } rank_t;

typedef struct {
	time_t time;
	rank_t rank;
	uint32_t resv_id;	/* MADE: rises with each record; others: 0 */
	size_t seq;		/* order in which events were read */
	const char *event;
	char *name;		/* owned, as those below; or NULL */
	time_t old_start;	/* 0: unknown, as is start */
	time_t start;
	char *old_nodes;
	char *nodes;
	char *why;
} event_t;

typedef struct {
	const char *name;	/* only of this reservation; NULL: of all */
	event_t *list;
	size_t cnt;
	size_t size;
	bool failed;		/* memory was short */
} events_t;

static const sheet_column_t columns[] = {
	{ SHEET_TIME, "TIME", false },
	{ SHEET_TEXT, "NAME", false },
	{ SHEET_TEXT, "EVENT", false },
	{ SHEET_TIME, "OLD-START", false },
	{ SHEET_TIME, "START", false },
	{ SHEET_TEXT, "OLD-NODES", false },
	{ SHEET_TEXT, "NODES", false },
	{ SHEET_TEXT, "WHY", false },
};

/* Replace a borrowed text by a copy. RET false if memory is short */
static bool _own(char **text)
{
	return !*text || (*text = strdup(*text));
}

/* Add an event; the texts of e are borrowed. */
static void _add(events_t *events, const event_t *e)
{
	size_t size = events->size ? events->size * 2 : 64;
	event_t *to, *more;
	bool ok;

	if (events->failed)
		return;
	if (events->cnt == events->size) {
		if (!(more = realloc(events->list, size * sizeof(*more)))) {
			events->failed = true;
			return;
		}
		events->list = more;
		events->size = size;
	}
	to = &events->list[events->cnt];
	*to = *e;
	to->seq = events->cnt++;
	ok = _own(&to->name);
	ok = _own(&to->old_nodes) && ok;
	ok = _own(&to->nodes) && ok;
	ok = _own(&to->why) && ok;
	events->failed = !ok;
}

static void _free(events_t *events)
{
	for (size_t i = 0; i < events->cnt; i++) {
		free(events->list[i].name);
		free(events->list[i].old_nodes);
		free(events->list[i].nodes);
		free(events->list[i].why);
	}
	free(events->list);
}

/* The first start of a booking is unknown: its owner may have changed it. */
static void _made(events_t *events, const booking_t *b)
{
	bool adopted = (b->creator == (uint32_t) -1);

	if (events->name && strcmp(events->name, b->name))
		return;
	_add(events, &(event_t) {
		.time = b->created, .rank = MADE,
		.event = adopted ? "adopted" : "created", .name = b->name,
		.resv_id = b->resv_id,
	});
}

static void _live(void *arg, booking_t *b)
{
	_made(arg, b);
	booking_destroy(b);
}

static void _closed(void *arg, booking_t *b, time_t closed, const char *why)
{
	events_t *events = arg;

	_made(events, b);
	if (!events->name || !strcmp(events->name, b->name))
		_add(events, &(event_t) {
			.time = closed,
			.rank = (b->created < closed) ? CLOSED : CLOSED_AT_ONCE,
			.event = "closed", .name = b->name, .start = b->start,
			.nodes = b->nodes, .why = (char *) why,
		});
	booking_destroy(b);
}

static void _shifted(void *arg, const ledger_shift_t *s)
{
	_add(arg, &(event_t) {
		.time = s->time, .rank = SHIFTED, .event = "shifted",
		.name = (char *) s->name, .old_start = s->old_start,
		.start = s->start, .old_nodes = (char *) s->old_nodes,
		.nodes = (char *) s->nodes, .why = (char *) s->why,
	});
}

static int _compare(const void *x, const void *y)
{
	const event_t *a = x, *b = y;

	if (a->time != b->time)
		return (a->time > b->time) ? 1 : -1;
	if (a->rank != b->rank)
		return (a->rank > b->rank) ? 1 : -1;
	if (a->resv_id != b->resv_id)
		return (a->resv_id > b->resv_id) ? 1 : -1;
	return (a->seq > b->seq) ? 1 : -1;
}

static void _time(sheet_t *s, time_t t)
{
	if (t)
		sheet_count(s, t);
	else
		sheet_none(s);
}

/* RET NULL if memory is short */
static sheet_t *_sheet(const events_t *events)
{
	sheet_t *s = sheet_create("history", columns, COUNT(columns));

	for (size_t i = 0; s && (i < events->cnt); i++) {
		const event_t *e = &events->list[i];

		sheet_count(s, e->time);
		sheet_text(s, e->name);
		sheet_text(s, e->event);
		_time(s, e->old_start);
		_time(s, e->start);
		sheet_text(s, e->old_nodes);
		sheet_text(s, e->nodes);
		sheet_text(s, e->why);
	}
	return s;
}

bool history_read(ledger_t *l, const char *name, sheet_t **ret, char *error,
		  size_t error_size)
{
	events_t events = { .name = name };
	sheet_t *s = NULL;

	if (!ledger_each_closed(l, _closed, &events, error, error_size) ||
	    !ledger_each(l, _live, &events, error, error_size) ||
	    !ledger_each_shift(l, name, _shifted, &events, error, error_size))
		goto cleanup;
	if (events.cnt)
		qsort(events.list, events.cnt, sizeof(*events.list), _compare);
	if (!events.failed)
		s = _sheet(&events);
	if (!s)
		snprintf(error, error_size, "out of memory");
cleanup:
	_free(&events);
	if (s)
		*ret = s;
	return s != NULL;
}

bool history_print(FILE *out, const sheet_t *s, bool json)
{
	bool ok;

	if (!json)
		return sheet_print(s, out, SHEET_TABLE | SHEET_HEADS);
	fputc('{', out);
	ok = sheet_json(s, out);
	fputs("}\n", out);
	return ok;
}
