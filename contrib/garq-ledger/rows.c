/* SPDX-License-Identifier: GPL-2.0-or-later */
/* rows.c - see rows.h */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/garq-ledger/rows.h"

/* Add a booking; if memory is short, destroy it. */
static void _add(rows_t *rows, booking_t *b, time_t closed, const char *why)
{
	size_t size = rows->size ? rows->size * 2 : 64;
	char *copy = why ? strdup(why) : NULL;
	row_t *more = rows->row;

	if ((rows->cnt == rows->size) &&
	    (more = realloc(rows->row, size * sizeof(*more)))) {
		rows->row = more;
		rows->size = size;
	}
	if (!more || (why && !copy)) {
		rows->failed = true;
		booking_destroy(b);
		free(copy);
		return;
	}
	rows->row[rows->cnt++] = (row_t) {
		.booking = b, .closed = closed, .why = copy,
	};
}

static void _add_live(void *arg, booking_t *b)
{
	_add(arg, b, 0, NULL);
}

static void _add_parked(void *arg, booking_t *b)
{
	if (b->parked)
		_add(arg, b, 0, NULL);
	else
		booking_destroy(b);
}

static void _add_closed(void *arg, booking_t *b, time_t closed, const char *why)
{
	_add(arg, b, closed, why ? why : "");
}

static int _by_start(const void *x, const void *y)
{
	const booking_t *a = ((const row_t *) x)->booking;
	const booking_t *b = ((const row_t *) y)->booking;

	if (a->start != b->start)
		return (a->start > b->start) ? 1 : -1;
	return strcmp(a->name, b->name);
}

bool rows_read(ledger_t *l, rows_which_t which, rows_t *ret, char *error,
	       size_t error_size)
{
	rows_t rows = { .cnt = 0 };
	bool ok;

	if (which == ROWS_CLOSED)
		ok = ledger_each_closed(l, _add_closed, &rows, error,
					error_size);
	else
		ok = ledger_each(l, (which == ROWS_PARKED) ? _add_parked :
							     _add_live,
				 &rows, error, error_size);
	if (ok && rows.failed)
		snprintf(error, error_size, "out of memory");
	if (!ok || rows.failed) {
		rows_free(&rows);
		return false;
	}
	if (rows.cnt && (which != ROWS_CLOSED))
		qsort(rows.row, rows.cnt, sizeof(*rows.row), _by_start);
	*ret = rows;
	return true;
}

void rows_free(rows_t *rows)
{
	for (size_t i = 0; i < rows->cnt; i++) {
		booking_destroy(rows->row[i].booking);
		free(rows->row[i].why);
	}
	free(rows->row);
	memset(rows, 0, sizeof(*rows));
}
