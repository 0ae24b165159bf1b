/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * question.h - the bookings that are asked to give way to a request that stands
 * by, and which of their owners have agreed.
 *
 * A question is a value. In the row of its request it is a text with a line for
 * each booking:
 *
 *	yes 0123456789abcdef a
 *	-   fedcba9876543210 b
 *
 * The number is the digest of the booking that was asked. A booking that was
 * made or changed by a request since has another one, and its owner's answer
 * counts for nothing. The plugin may move it in its window: that is no change.
 *
 * Nothing is kept between two calls. Locks: none.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "plugin/ledger/record/booking.h"

/* The most bookings of a question. */
#define QUESTION_MAX 8

/* All zero: nobody is asked. */
typedef struct {
	uint32_t cnt;
	struct {
		char *name;	/* owned */
		uint64_t digest;
		bool agreed;
	} of[QUESTION_MAX];
} question_t;

extern void question_free(question_t *q);

/*
 * Add a booking, whose name has no line break.
 * IN q - with fewer than QUESTION_MAX
 */
extern void question_add(question_t *q, const booking_t *b);

/*
 * Read the text of a row.
 * IN text - or NULL
 * RET question_free(); without bookings if the text makes no sense
 */
extern question_t question_read(const char *text);

/* RET the text, free(); NULL: nobody is asked */
extern char *question_text(const question_t *q);

/* RET the number of the booking in of, from 1 on; 0: it is not asked */
extern uint32_t question_find(const question_t *q, const char *name);

extern uint32_t question_agreed_cnt(const question_t *q);

static inline bool question_is_agreed(const question_t *q)
{
	return question_agreed_cnt(q) == q->cnt;
}

/* Return true if b is the booking number i of the question as it was asked. */
extern bool question_is_of(const question_t *q, uint32_t i, const booking_t *b);
