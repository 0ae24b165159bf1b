/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/param.h>

#include "plugin/ledger/record/booking_columns.h"
#include "plugin/memory/memory.h"

#define COLUMN(name, type, member) \
	{ COLUMN_##type, offsetof(booking_t, member) },

const column_t booking_columns[BOOKING_COLUMN_CNT] = {
	BOOKING_IDENTITY(COLUMN) BOOKING_CONTENT(COLUMN)
};

/* Texts that are no columns. */
static const size_t others[] = {
	offsetof(booking_t, lost_nodes),
	offsetof(booking_t, lost_why),
};
#define TEXT_CNT (BOOKING_COLUMN_CNT + sizeof(others) / sizeof(others[0]))

/* RET the text of column i of a booking, or of others; NULL: it is no text */
static char **_text_at(booking_t *b, size_t i)
{
	bool is_column = i < BOOKING_COLUMN_CNT;
	size_t at = is_column ? booking_columns[i].at :
				others[i - BOOKING_COLUMN_CNT];

	if (is_column && (booking_columns[i].type != COLUMN_TEXT) &&
	    (booking_columns[i].type != COLUMN_FILLED))
		return NULL;
	return (char **) ((char *) b + at);
}

void booking_use_settle(booking_use_t *use, time_t start, time_t end,
			time_t now)
{
	time_t from = MAX(start, use->held_until), to = MIN(now, end);

	if (to <= from)
		return;
	use->held += (int64_t) (to - from) * use->cpus;
	use->held_until = to;
}

void booking_use_rows_free(booking_use_row_t *rows, size_t cnt)
{
	for (size_t i = 0; i < cnt; i++)
		free(rows[i].name);
	free(rows);
}

booking_t *booking_create(void)
{
	booking_t *b = memory_new(1, sizeof(*b));

	b->duration_min = BOOKING_NO_DURATION;
	b->creator = (uint32_t) -1;
	return b;
}

void booking_uncharge(booking_t *b)
{
	booking_set(&b->payer, NULL);
	b->charge = (booking_charge_t) { .amount = 0 };
}

void booking_charge_size(booking_t *b, double had, double has)
{
	double part = (had > 0) ? has / had : 1;

	b->charge.amount = (int64_t) ((double) b->charge.amount * part + 0.5);
}

void booking_set(char **field, const char *text)
{
	char *copy = (text && text[0]) ? memory_text(text) : NULL;

	free(*field);
	*field = copy;
}

booking_t *booking_copy(const booking_t *b)
{
	booking_t *copy = memory_copy(b, 1, sizeof(*b));

	for (size_t i = 0; i < TEXT_CNT; i++) {
		char **at = _text_at(copy, i), *text = at ? *at : NULL;

		if (!text)
			continue;
		*at = NULL;
		booking_set(at, text);
	}
	return copy;
}

size_t booking_bytes(const booking_t *b)
{
	booking_t from = *b;
	size_t bytes = BOOKING_ROW;

	from.was = NULL;
	for (size_t i = 0; i < BOOKING_COLUMN_CNT; i++) {
		char **at = _text_at(&from, i);

		bytes += (at && *at) ? strlen(*at) : 0;
	}
	return bytes;
}

void booking_destroy(booking_t *b)
{
	for (size_t i = 0; b && (i < TEXT_CNT); i++)
		if (_text_at(b, i))
			free(*_text_at(b, i));
	free(b);
}
