/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/garq-ledger/rows.h"

/* A ledger_fn: keep a booking, or destroy it. */
static void _add(void *arg, booking_t *b)
{
	rows_t *rows = arg;
	size_t size = rows->size ? rows->size * 2 : 64;
	booking_t **more = rows->list;
	bool wanted = b->parked || !rows->parked;

	if (wanted && (rows->cnt == rows->size) &&
	    (more = realloc(rows->list, size * sizeof(*more)))) {
		rows->list = more;
		rows->size = size;
	}
	if (wanted && more) {
		rows->list[rows->cnt++] = b;
		return;
	}
	rows->failed = rows->failed || wanted;
	booking_destroy(b);
}

static int _by_start(const void *x, const void *y)
{
	const booking_t *a = *(booking_t *const *) x;
	const booking_t *b = *(booking_t *const *) y;

	if (a->start != b->start)
		return (a->start > b->start) ? 1 : -1;
	return strcmp(a->name, b->name);
}

bool rows_read(ledger_t *l, bool parked, rows_t *ret, char *error,
	       size_t error_size)
{
	rows_t rows = { .parked = parked };
	bool ok = ledger_each(l, _add, &rows, error, error_size);

	if (ok && rows.failed)
		snprintf(error, error_size, "out of memory");
	if (!ok || rows.failed) {
		rows_free(&rows);
		return false;
	}
	if (rows.cnt)
		qsort(rows.list, rows.cnt, sizeof(*rows.list), _by_start);
	*ret = rows;
	return true;
}

void rows_free(rows_t *rows)
{
	for (size_t i = 0; i < rows->cnt; i++)
		booking_destroy(rows->list[i]);
	free(rows->list);
	memset(rows, 0, sizeof(*rows));
}
