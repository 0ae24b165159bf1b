/* SPDX-License-Identifier: GPL-2.0-or-later */
/* table.c - see table.h */

#include <libsmartcols.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "contrib/garq-ledger/table.h"

typedef enum { NAME, START, END, NODES, WHO, PARKED, CLOSED, WHY } what_t;

typedef struct {
	what_t what;
	const char *head;	/* in lower case also JSON's key */
	int json;
} column_t;

static const column_t live_columns[] = {
	{ NAME, "NAME", SCOLS_JSON_STRING },
	{ START, "START", SCOLS_JSON_NUMBER },
	{ END, "END", SCOLS_JSON_NUMBER },
	{ NODES, "NODES", SCOLS_JSON_STRING },
	{ WHO, "WHO", SCOLS_JSON_STRING },
	{ PARKED, "PARKED", SCOLS_JSON_BOOLEAN },
};

static const column_t closed_columns[] = {
	{ NAME, "NAME", SCOLS_JSON_STRING },
	{ START, "START", SCOLS_JSON_NUMBER },
	{ END, "END", SCOLS_JSON_NUMBER },
	{ NODES, "NODES", SCOLS_JSON_STRING },
	{ WHO, "WHO", SCOLS_JSON_STRING },
	{ CLOSED, "CLOSED", SCOLS_JSON_NUMBER },
	{ WHY, "WHY", SCOLS_JSON_STRING },
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* RET a text for free(), NULL if memory is short */
static char *_time(time_t t, bool json)
{
	char text[64] = "";
	struct tm tm;

	if (json || !localtime_r(&t, &tm))
		snprintf(text, sizeof(text), "%lld", (long long) t);
	else
		strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%S", &tm);
	return strdup(text);
}

/* Users, accounts and groups as scontrol names them. RET a text for free() */
static char *_who(const booking_t *b)
{
	const struct {
		const char *key;
		const char *text;
	} table[] = {
		{ "Users", b->users },
		{ "Groups", b->groups },
		{ "Accounts", b->accounts },
	};
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);
	const char *before = "";

	if (!f)
		return NULL;
	for (size_t i = 0; i < COUNT(table); i++) {
		if (!table[i].text)
			continue;
		fprintf(f, "%s%s=%s", before, table[i].key, table[i].text);
		before = " ";
	}
	if (!fclose(f))
		return text;
	free(text);
	return NULL;
}

/* RET a text for free(), NULL if memory is short */
static char *_cell(const row_t *row, what_t what, bool json)
{
	const booking_t *b = row->booking;

	switch (what) {
	case NAME:
		return strdup(b->name);
	case START:
		return _time(b->start, json);
	case END:
		return _time(b->end, json);
	case NODES:
		return strdup(b->nodes ? b->nodes : "");
	case WHO:
		return _who(b);
	case PARKED:
		return strdup(b->parked ? "yes" : "no");
	case CLOSED:
		return _time(row->closed, json);
	case WHY:
		return strdup(row->why ? row->why : "");
	}
	return NULL;
}

static bool _line(struct libscols_table *t, const row_t *row,
		  const column_t *columns, size_t cnt, bool json)
{
	struct libscols_line *line = scols_table_new_line(t, NULL);

	for (size_t i = 0; line && (i < cnt); i++) {
		char *cell = _cell(row, columns[i].what, json);

		if (!cell || scols_line_refer_data(line, i, cell)) {
			free(cell);
			return false;
		}
	}
	return line != NULL;
}

static bool _columns(struct libscols_table *t, const column_t *columns,
		     size_t cnt)
{
	for (size_t i = 0; i < cnt; i++) {
		struct libscols_column *c =
			scols_table_new_column(t, columns[i].head, 0, 0);

		if (!c || scols_column_set_json_type(c, columns[i].json))
			return false;
	}
	return true;
}

bool table_print(FILE *out, const rows_t *rows, bool closed, bool json)
{
	const column_t *columns = closed ? closed_columns : live_columns;
	size_t cnt = closed ? COUNT(closed_columns) : COUNT(live_columns);
	struct libscols_table *t = scols_new_table();
	bool ok = t && !scols_table_enable_json(t, json) &&
		!scols_table_set_name(t, "bookings") &&
		!scols_table_set_stream(t, out) && _columns(t, columns, cnt);

	for (size_t i = 0; ok && (i < rows->cnt); i++)
		ok = _line(t, &rows->row[i], columns, cnt, json);
	ok = ok && !scols_print_table(t);
	scols_unref_table(t);
	return ok;
}
