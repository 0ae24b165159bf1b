/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_ended.c - the bookings that had ended are read by the writer; see
 * ledger.h
 */

#include <stdlib.h>

#include "plugin/ledger/ledger_queue.h"
#include "plugin/memory/memory.h"

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
	_free_ended(l->reading);
	l->reading = memory_new(1, sizeof(*l->reading));
	l->reading->partial = !ledger_read_ended(l, after, _add_booking,
						 l->reading);
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
