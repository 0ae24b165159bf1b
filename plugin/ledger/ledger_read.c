/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ledger_read.c - the bookings of the ledger are read; see ledger.h */

#include <stdio.h>
#include <stdlib.h>

#include "plugin/ledger/ledger_queue.h"
#include "plugin/ledger/ledger_row.h"
#include "plugin/ledger/ledger_statement.h"
#include "plugin/memory/memory.h"

/* RET the booking of the next row; NULL: see ledger_rows_next() */
static booking_t *_next_booking(ledger_rows_t *rows)
{
	booking_t *b;

	if (!ledger_rows_next(rows))
		return NULL;
	b = ledger_row_read(rows->s);
	if (b->name)
		return b;
	booking_destroy(b);
	rows->rc = SQLITE_CORRUPT;
	return NULL;
}

static void _each_booking(ledger_rows_t *rows, ledger_fn fn, void *arg)
{
	booking_t *b;

	while ((b = _next_booking(rows)))
		fn(arg, b);
}

bool ledger_each(ledger_t *l, ledger_fn fn, void *arg, char *error,
		 size_t error_size)
{
	ledger_rows_t rows = ledger_rows_begin(l, ledger_row_live, NULL);

	_each_booking(&rows, fn, arg);
	return ledger_rows_end(&rows, error, error_size);
}

bool ledger_each_ended(ledger_t *l, time_t now, ledger_fn fn, void *arg,
		       char *error, size_t error_size)
{
	ledger_rows_t rows = ledger_rows_begin(l, ledger_row_ended,
					       VALUES(AS_NUMBER(now)));

	_each_booking(&rows, fn, arg);
	return ledger_rows_end(&rows, error, error_size);
}

bool ledger_was_closed(ledger_t *l, const char *name, uint32_t resv_id,
		       ledger_match_fn fn, void *arg)
{
	ledger_rows_t rows = ledger_rows_begin(
		l, ledger_row_closed_of,
		VALUES(AS_TEXT(name), AS_NUMBER(resv_id),
		       AS_TEXT(LEDGER_WHY_NATIVE "%")));
	bool found = false;
	booking_t *b;

	while (!found && (b = _next_booking(&rows))) {
		found = fn(arg, b);
		booking_destroy(b);
	}
	if (!found)
		ledger_note_read(l, rows.rc);
	(void) ledger_rows_end(&rows, NULL, 0);
	return found;
}

bool ledger_was_read(ledger_t *l, char *error, size_t error_size)
{
	int rc;

	pthread_mutex_lock(&l->db_lock);
	if ((rc = l->unread))
		snprintf(error, error_size, "%s", sqlite3_errstr(rc));
	pthread_mutex_unlock(&l->db_lock);
	return !rc;
}

/* --- the bookings that had ended are read by the writer ------------------- */

void ledger_ended_free(ledger_ended_t *ended)
{
	for (size_t i = 0; i < ended->cnt; i++)
		booking_destroy(ended->list[i]);
	free(ended->list);
	*ended = (ledger_ended_t) { .cnt = 0 };
}

static void _free_ended(ledger_ended_t *ended)
{
	if (ended)
		ledger_ended_free(ended);
	free(ended);
}

/* A ledger_fn */
static void _add_booking(void *arg, booking_t *b)
{
	ledger_ended_t *ended = arg;

	ended->list = memory_grow(ended->list, ended->cnt + 1,
				  sizeof(*ended->list));
	ended->list[ended->cnt++] = b;
}

void ledger_ended_read(ledger_t *l, time_t after)
{
	ledger_rows_t rows = { .l = l,
			       .s = ledger_statement(l, ledger_row_ended) };

	_free_ended(l->reading);
	l->reading = memory_new(1, sizeof(*l->reading));
	(void) ledger_bind(rows.s, VALUES(AS_NUMBER(after)));
	_each_booking(&rows, _add_booking, l->reading);
	(void) ledger_reset(rows.s);
	l->reading->partial = rows.rc != SQLITE_DONE;
}

void ledger_ended_publish(ledger_t *l, bool written)
{
	pthread_mutex_lock(&l->queue_lock);
	if (written && l->reading) {
		_free_ended(l->ended_rows);
		l->ended_rows = l->reading;
		l->reading = NULL;
	}
	pthread_mutex_unlock(&l->queue_lock);
}

void ledger_ended_finalize(ledger_t *l)
{
	_free_ended(l->reading);
	_free_ended(l->ended_rows);
}

ledger_op_t *ledger_ask_ended(ledger_t *l, time_t now)
{
	ledger_op_t *op = ledger_op_new();

	op->ask_ended = true;
	op->after = now;
	return ledger_queue(l, op);
}

bool ledger_take_ended(ledger_t *l, ledger_ended_t *ret)
{
	ledger_ended_t *found;

	pthread_mutex_lock(&l->queue_lock);
	found = l->ended_rows;
	l->ended_rows = NULL;
	pthread_mutex_unlock(&l->queue_lock);
	if (found)
		*ret = *found;
	free(found);
	return found;
}
