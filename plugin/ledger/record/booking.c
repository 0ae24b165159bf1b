/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/param.h>

#include "plugin/ledger/record/booking.h"
#include "plugin/memory/memory.h"

/* Every text of a booking, to copy and to free. */
static const size_t texts[] = {
	offsetof(booking_t, name),
	offsetof(booking_t, asked_nodes),
	offsetof(booking_t, partition),
	offsetof(booking_t, features),
	offsetof(booking_t, users),
	offsetof(booking_t, groups),
	offsetof(booking_t, accounts),
	offsetof(booking_t, licenses),
	offsetof(booking_t, comment),
	offsetof(booking_t, allowed_parts),
	offsetof(booking_t, qos),
	offsetof(booking_t, nodes),
	offsetof(booking_t, cores),
	offsetof(booking_t, held),
	offsetof(booking_t, payer),
	/* the rest is not of the row: see booking_bytes() */
	offsetof(booking_t, was),
	offsetof(booking_t, lost_nodes),
	offsetof(booking_t, lost_why),
};
#define TEXT_CNT (sizeof(texts) / sizeof(texts[0]))
#define ROW_TEXTS (TEXT_CNT - 3)

static char **_text_at(booking_t *b, size_t i)
{
	return (char **) ((char *) b + texts[i]);
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
	char *text;

	for (size_t i = 0; i < TEXT_CNT; i++) {
		text = *_text_at(copy, i);
		*_text_at(copy, i) = NULL;
		booking_set(_text_at(copy, i), text);
	}
	return copy;
}

size_t booking_bytes(const booking_t *b)
{
	booking_t from = *b;
	size_t bytes = BOOKING_ROW;

	for (size_t i = 0; i < ROW_TEXTS; i++)
		bytes += *_text_at(&from, i) ? strlen(*_text_at(&from, i)) : 0;
	return bytes;
}

void booking_destroy(booking_t *b)
{
	for (size_t i = 0; b && (i < TEXT_CNT); i++)
		free(*_text_at(b, i));
	free(b);
}
